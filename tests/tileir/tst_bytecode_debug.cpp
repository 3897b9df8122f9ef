// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Locations: tileir.md section 1.3.
#include <QTest>

#include "bytecode_file.h"

using namespace tileport;
using namespace tileport::tileir;
using namespace tileport::tileir::testing;

#define REFUSED(bytes, section, message) QCOMPARE(QString::fromStdString(whyNotRefused(bytes, section, message)), QString())

class TestBytecodeDebug : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void lines();
  void lexicalBlocks();
  void callSites();
  void unknown();
  void nestedOpsArePreOrder();
  void wrongKinds_data();
  void wrongKinds();
  void cycles();
  void sharedCallSitesStayBounded();
  void counts();
  void functionLocation();
  void subprogramFlags();
};

namespace {

// Records 1 to 4 of every test: a file, its compile unit, a subprogram, a line in it.
const Bytes kFile = hex("02 01 02");
const Bytes kUnit = hex("01 01");
const Bytes kSubprogram = hex("05 01 07 00 00 02 07");
const Bytes kLine = hex("04 03 01 0A 03");

BytecodeFile withRecords(std::vector<std::uint64_t> ops, std::vector<Bytes> more, int minor = 1) {
  BytecodeFile file(minor);
  file.strings = {"k", "a.py", "dir", "inner"};
  file.location = 1;
  std::vector<Bytes> records{kFile, kUnit, kSubprogram + (minor >= 5 ? hex("00") : Bytes()), kLine};
  records.insert(records.end(), more.begin(), more.end());
  file.debug = debugPayload({0}, ops, records);
  return file;
}

}  // namespace

void TestBytecodeDebug::lines() {
  const auto program = read(withRecords({4, 4}, {}));
  QVERIFY2(program.ok(), program ? "" : program.error().toString().c_str());
  QCOMPARE((*program)->function(FunctionId(0)).location, LocationId(3));
  QCOMPARE((*program)->op(OpId(0)).location, LocationId(3));
  const std::vector<SourcePoint> points = (*program)->sourcePoints(LocationId(3));
  QCOMPARE(points.size(), std::size_t(1));
  QCOMPARE(points[0].file, std::string("a.py"));
  QCOMPARE(points[0].directory, std::string("dir"));
  QCOMPARE(points[0].function, std::string("k"));
  QCOMPARE(points[0].line, 10u);
  QCOMPARE(points[0].column, 3u);
  const Location &subprogram = (*program)->location(LocationId(2));
  QCOMPARE(subprogram.kind, LocationKind::Subprogram);
  QCOMPARE(subprogram.line, std::uint64_t(7));
  QCOMPARE(subprogram.scope, LocationId(1));
}

void TestBytecodeDebug::lexicalBlocks() {
  const auto program = read(withRecords({4, 7}, {hex("03 03 01 09 01"), hex("03 05 01 0B 02"), hex("04 06 01 0C 04")}));
  QVERIFY2(program.ok(), program ? "" : program.error().toString().c_str());
  const std::vector<SourcePoint> points = (*program)->sourcePoints((*program)->op(OpId(0)).location);
  QCOMPARE(points.size(), std::size_t(1));
  QCOMPARE(points[0].function, std::string("k"));
  QCOMPARE(points[0].line, 12u);
}

void TestBytecodeDebug::callSites() {
  // Line 20 of inner, called in line 10 of k; and that once more from an unknown place.
  const auto program = read(withRecords({4, 8}, {hex("05 01 14 03 03 02 14"), hex("04 05 01 14 01"), hex("06 06 04"), hex("06 07 00")}));
  QVERIFY2(program.ok(), program ? "" : program.error().toString().c_str());
  const std::vector<SourcePoint> points = (*program)->sourcePoints((*program)->op(OpId(0)).location);
  QCOMPARE(points.size(), std::size_t(2));
  QCOMPARE(points[0].function, std::string("inner"));
  QCOMPARE(points[0].line, 20u);
  QCOMPARE(points[1].function, std::string("k"));
  QCOMPARE(points[1].line, 10u);
}

void TestBytecodeDebug::unknown() {
  const auto program = read(withRecords({0, 5}, {hex("00")}));
  QVERIFY2(program.ok(), program ? "" : program.error().toString().c_str());
  QVERIFY(!(*program)->function(FunctionId(0)).location.valid());
  QVERIFY((*program)->sourcePoints((*program)->op(OpId(0)).location).empty());
  QVERIFY((*program)->sourcePoints(LocationId()).empty());
  BytecodeFile without;
  without.debug = *withRecords({0, 0}, {}).debug;
  without.strings = {"k", "a.py", "dir"};
  QVERIFY(!(*read(without))->op(OpId(0)).location.valid());  // the function refers to no locations
}

void TestBytecodeDebug::nestedOpsArePreOrder() {
  BytecodeFile file = withRecords({4, 4, 5, 6, 7}, {hex("04 03 01 0B 03"), hex("04 03 01 0C 03"), hex("04 03 01 0D 03")});
  // constant; if { yield }; return
  file.body = hex("10 04 01 32 00 00 02 01 00 01 6D 00 00 00 5C 00 00");
  const auto program = read(file);
  QVERIFY2(program.ok(), program ? "" : program.error().toString().c_str());
  QCOMPARE((*program)->op(OpId(2)).kind, OpKind::Yield);
  QCOMPARE((*program)->sourcePoints((*program)->op(OpId(1)).location)[0].line, 11u);
  QCOMPARE((*program)->sourcePoints((*program)->op(OpId(2)).location)[0].line, 12u);
  QCOMPARE((*program)->sourcePoints((*program)->op(OpId(3)).location)[0].line, 13u);
}

void TestBytecodeDebug::wrongKinds_data() {
  QTest::addColumn<QString>("record");
  QTest::addColumn<QString>("message");
  QTest::newRow("line in a file") << "04 01 01 0A 03" << "the scope of a location";
  QTest::newRow("line in a compile unit") << "04 02 01 0A 03" << "the scope of a location";
  QTest::newRow("line in a line") << "04 04 01 0A 03" << "the scope of a location";
  QTest::newRow("line in nothing") << "04 00 01 0A 03" << "the scope of a location";
  QTest::newRow("block in a unit") << "03 02 01 09 01" << "the scope of a location";
  QTest::newRow("block without a file") << "03 03 00 09 01" << "the file of a location is none";
  QTest::newRow("unit without a file") << "01 00" << "the file of a location is none";
  QTest::newRow("unit of a line") << "01 04" << "the file of a location is none";
  QTest::newRow("subprogram of a file") << "05 01 07 00 00 01 07" << "the compile unit of a subprogram is none";
  QTest::newRow("subprogram without a unit") << "05 01 07 00 00 00 07" << "the compile unit of a subprogram is none";
  QTest::newRow("call of a subprogram") << "06 03 04" << "a call site joins what are no places";
  QTest::newRow("unknown tag") << "07" << "there is no location with tag 7";
  QTest::newRow("record out of range") << "06 63 04" << "the callee of a call site is 99";
  QTest::newRow("string out of range") << "02 63 00" << "the name of a file is 99";
  QTest::newRow("line beyond 32 bits") << "04 03 01 8080808010 00" << "a line is 4294967296";
  QTest::newRow("cut short") << "04 03 01" << "no room for a line";
  QTest::newRow("too long") << "04 03 01 0A 03 00" << "left over after a location";
}

void TestBytecodeDebug::wrongKinds() {
  QFETCH(QString, record);
  QFETCH(QString, message);
  REFUSED(withRecords({4, 4}, {hex(record.toStdString())}), "debug", message.toStdString());
}

void TestBytecodeDebug::cycles() {
  REFUSED(withRecords({4, 4}, {hex("06 05 04")}), "debug", "a location contains itself");
  REFUSED(withRecords({4, 4}, {hex("06 06 04"), hex("06 04 05")}), "debug", "a location contains itself");
  REFUSED(withRecords({4, 4}, {hex("03 05 01 01 01")}), "debug", "a location contains itself");
}

void TestBytecodeDebug::sharedCallSitesStayBounded() {
  std::vector<Bytes> records;
  for (unsigned i = 0; i < 40; ++i) records.push_back(hex("06") + varint(4 + i) + varint(4 + i));  // stands for 2^i lines
  REFUSED(withRecords({4, 4}, records), "debug", "a location is nested too deep");
  std::vector<Bytes> chain;
  for (unsigned i = 0; i < 100'000; ++i) chain.push_back(hex("06 04") + varint(i + 6 <= 100'004 ? i + 6 : 4));  // each to the next
  REFUSED(withRecords({4, 4}, chain), "debug", "a location is nested too deep");
  chain.resize(500);
  chain.back() = hex("06 04 04");
  QVERIFY(read(withRecords({4, 5}, chain)).ok());
}

void TestBytecodeDebug::counts() {
  REFUSED(withRecords({4}, {}), "func", "the function has more ops than the 0 that have locations");
  REFUSED(withRecords({4, 4, 4}, {}), "func", "the function has 1 ops but locations for 2");
  REFUSED(withRecords({}, {}), "func", "a function has no location of its own");
  REFUSED(withRecords({4, 9}, {}), "debug", "location 9 does not exist");
  REFUSED(withRecords({4, ~std::uint64_t{0}}, {}), "debug", "does not exist");
  REFUSED(withRecords({4, 3}, {}), "debug", "the location of an op is no place");
  BytecodeFile file = withRecords({4, 4}, {});
  file.location = 2;
  REFUSED(file, "func", "the locations of a function is 2");
  file.location = 1;
  file.debug = debugPayload({1}, {4, 4}, {kFile, kUnit, kSubprogram, kLine});
  REFUSED(file, "debug", "the locations of functions do not cover");
  file.debug = debugPayload({0, 5}, {4, 4}, {kFile, kUnit, kSubprogram, kLine});
  REFUSED(file, "debug", "the locations of functions do not cover");
  file.debug = debugPayload({0, 2, 1}, {4, 4}, {kFile, kUnit, kSubprogram, kLine});
  REFUSED(file, "debug", "do not ascend");
  file.debug = hex("FFFFFFFF0F");
  REFUSED(file, "debug", "the number of functions with locations is 4294967295");
  file.debug = hex("00 CB CB CB FFFFFFFF0F");
  REFUSED(file, "debug", "the number of locations of ops is 4294967295");
  file.debug = hex("00 CB CB CB 00 CB CB CB");
  REFUSED(file, "debug", "no room for the number of locations");
}

void TestBytecodeDebug::functionLocation() {
  REFUSED(withRecords({5, 4}, {hex("06 04 04")}), "func", "the location of a function is a call site");
  REFUSED(withRecords({6, 4}, {hex("05 01 07 00 03 02 07"), hex("04 05 01 0A 03")}), "func", "belongs to \"inner\"");
  BytecodeFile two = withRecords({4, 4}, {});
  const Bytes first = two.function();
  two.strings.push_back("l");
  two.functions = {first, varint(4) + first.substr(1)};
  REFUSED(two, "func", "the location of function l belongs to \"k\"");
}

void TestBytecodeDebug::subprogramFlags() {
  const auto flagged = [](const char *flags, int minor) { return withRecords({4, 4}, {hex("05 01 07 00 03 02 08") + hex(flags)}, minor); };
  QVERIFY((*read(flagged("01", 5)))->location(LocationId(4)).declaration);
  QVERIFY(!(*read(flagged("00", 5)))->location(LocationId(4)).declaration);
  REFUSED(flagged("02", 5), "debug", "the flags of a subprogram is 2");
  REFUSED(flagged("", 5), "debug", "no room for the flags of a subprogram");
  REFUSED(flagged("00", 4), "debug", "left over after a location");
}

QTEST_APPLESS_MAIN(TestBytecodeDebug)
#include "tst_bytecode_debug.moc"
