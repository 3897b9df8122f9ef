// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QTest>

#include "source/source_map.h"

using namespace tileport;
using namespace tileport::tileir;

class TestSourceMap : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void bothWays();
  void callSite();
  void whichFile_data();
  void whichFile();
  void twoFilesOfOneName();
  void linesThatAreNotThere();
  void emptyMap();
};

namespace {

/// A program whose ops are returns at the places given; locations are all that a source map looks at.
class Ops {
 public:
  Ops() {
    data_.version = {13, 3};
    data_.types.push_back({.kind = TypeKind::Function});
    data_.regions.push_back({.blocks = {0, 1}});
    data_.functions.push_back({.name = "kernel", .signature = TypeId(0), .body = RegionId(0)});
    data_.blocks.push_back({.region = RegionId(0), .function = FunctionId(0)});
  }

  LocationId at(const std::string &file, std::uint64_t line, std::uint64_t column = 1, const std::string &directory = "") {
    const LocationId fileRecord = record({.kind = LocationKind::File, .name = file, .other = directory});
    const LocationId scope = record({.kind = LocationKind::Subprogram, .file = fileRecord, .name = "kernel"});
    return record({.kind = LocationKind::Line, .scope = scope, .name = file, .line = line, .column = column});
  }
  LocationId call(LocationId callee, LocationId caller) {
    return record({.kind = LocationKind::CallSite, .callee = callee, .caller = caller});
  }

  OpId op(LocationId location) {
    const OpId id(data_.ops.size());
    data_.ops.push_back({.kind = OpKind::Return, .block = BlockId(0), .subtreeEnd = OpId(id.index() + 1), .location = location});
    data_.blockOps.push_back(id);
    return id;
  }

  ProgramPtr program() {
    data_.blocks[0].ops = {0, static_cast<std::uint32_t>(data_.blockOps.size())};
    return Program::make(data_);
  }

 private:
  LocationId record(Location location) {
    data_.locations.push_back(std::move(location));
    return LocationId(data_.locations.size() - 1);
  }
  ProgramData data_;
};

source::SourceFilePtr tenLines(const std::string &name) { return source::makeSourceFile(name, "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n"); }

std::vector<OpId> opsOf(const source::SourceMap &map, std::uint32_t oneBasedLine) {
  const auto ops = map.opsOf(LineIndex(oneBasedLine - 1));
  return {ops.begin(), ops.end()};
}

}  // namespace

void TestSourceMap::bothWays() {
  Ops ops;
  const OpId first = ops.op(ops.at("kernel.py", 3, 5));
  const OpId second = ops.op(ops.at("kernel.py", 7));
  const OpId third = ops.op(ops.at("kernel.py", 3, 9));
  const OpId nowhere = ops.op(LocationId());
  const source::SourceMap map(*ops.program(), *tenLines("kernel.py"));
  QCOMPARE(map.mappedOps(), std::size_t(3));
  QCOMPARE(map.lineOf(first), std::optional(LineIndex(2)));
  QCOMPARE(map.columnOf(first), 6u);
  QCOMPARE(map.lineOf(second), std::optional(LineIndex(6)));
  QVERIFY(!map.lineOf(nowhere));
  QCOMPARE(map.columnOf(nowhere), 0u);
  QCOMPARE(opsOf(map, 3), (std::vector{first, third}));
  QVERIFY(opsOf(map, 4).empty());
}

void TestSourceMap::callSite() {
  Ops ops;
  // A helper at line 2, called at line 6; and a helper of another file called at line 8.
  const OpId inlined = ops.op(ops.call(ops.at("kernel.py", 2, 4), ops.at("kernel.py", 6)));
  const OpId foreign = ops.op(ops.call(ops.at("library.py", 9), ops.at("kernel.py", 8, 3)));
  const OpId recursive = ops.op(ops.call(ops.at("kernel.py", 2), ops.call(ops.at("kernel.py", 2), ops.at("kernel.py", 6))));
  const source::SourceMap map(*ops.program(), *tenLines("kernel.py"));
  QCOMPARE(map.lineOf(inlined), std::optional(LineIndex(1)));
  QCOMPARE(map.columnOf(inlined), 5u);
  QCOMPARE(map.lineOf(foreign), std::optional(LineIndex(7)));
  QCOMPARE(map.columnOf(foreign), 4u);
  QCOMPARE(opsOf(map, 2), (std::vector{inlined, recursive}));
  QCOMPARE(opsOf(map, 6), (std::vector{inlined, recursive}));
  QCOMPARE(opsOf(map, 8), std::vector{foreign});
  QVERIFY(opsOf(map, 9).empty());
}

void TestSourceMap::whichFile_data() {
  QTest::addColumn<QString>("named");
  QTest::addColumn<QString>("directory");
  QTest::addColumn<bool>("belongs");
  QTest::newRow("same name") << "softmax.py" << "" << true;
  QTest::newRow("same folder") << "demo/softmax.py" << "" << true;
  QTest::newRow("folder of the build") << "softmax.py" << "/build/there" << true;
  QTest::newRow("path with dots") << "./x/../softmax.py" << "" << true;
  QTest::newRow("other name") << "soft_max.py" << "" << false;
  QTest::newRow("end of a name") << "max.py" << "" << false;
  QTest::newRow("other ending") << "softmax.rs" << "" << false;
  QTest::newRow("no name") << "" << "" << false;
}

void TestSourceMap::whichFile() {
  QFETCH(QString, named);
  QFETCH(QString, directory);
  QFETCH(bool, belongs);
  Ops ops;
  const OpId op = ops.op(ops.at(named.toStdString(), 4, 1, directory.toStdString()));
  const source::SourceMap map(*ops.program(), *tenLines("demo/softmax.py"));
  QCOMPARE(map.lineOf(op).has_value(), belongs);
  QCOMPARE(map.mappedOps(), std::size_t(belongs ? 1 : 0));
}

void TestSourceMap::twoFilesOfOneName() {
  Ops ops;
  const OpId ours = ops.op(ops.at("kernel.rs", 4, 1, "/build/softmax/src"));
  const OpId theirs = ops.op(ops.at("kernel.rs", 5, 1, "/build/helpers/src"));
  const source::SourceMap map(*ops.program(), *tenLines("softmax/src/kernel.rs"));
  QVERIFY(map.lineOf(ours));
  QVERIFY(!map.lineOf(theirs));
}

void TestSourceMap::linesThatAreNotThere() {
  Ops ops;
  const OpId zero = ops.op(ops.at("kernel.py", 0));
  const OpId last = ops.op(ops.at("kernel.py", 10));
  const OpId beyond = ops.op(ops.at("kernel.py", 11));
  const source::SourceMap map(*ops.program(), *tenLines("kernel.py"));
  QVERIFY(!map.lineOf(zero));
  QVERIFY(map.lineOf(last));
  QVERIFY(!map.lineOf(beyond));
  QVERIFY(map.opsOf(LineIndex(10)).empty());
  QVERIFY(map.opsOf(LineIndex()).empty());
  QVERIFY(!map.lineOf(OpId()));
  QVERIFY(!map.lineOf(OpId(99)));
}

void TestSourceMap::emptyMap() {
  const source::SourceMap map;
  QVERIFY(!map.lineOf(OpId(0)));
  QVERIFY(map.opsOf(LineIndex(0)).empty());
  QCOMPARE(map.mappedOps(), std::size_t(0));
}

QTEST_GUILESS_MAIN(TestSourceMap)
#include "tst_source_map.moc"
