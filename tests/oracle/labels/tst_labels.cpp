// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QTest>
#include <cmath>
#include <limits>
#include <set>

#include "oracle/labels/requirements.h"
#include "oracle/labels/table.h"
#include "oracle/small_programs.h"

using namespace tileport;
using namespace tileport::oracle;
using namespace tileport::oracle::labels;
using tileir::ScalarKind;

class TestLabels : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void distancesAreOfRoundingOrWrong_data();
  void distancesAreOfRoundingOrWrong();
  void trialsAreDefinedAndVaried();
  void mutantsGetTheirLabel_data();
  void mutantsGetTheirLabel();
  void equivalentRewritesAreEqual();
  void tablesAreReadAsWritten();
  void brokenTablesAreRefused();
};

namespace {

const std::filesystem::path kRoot = TILEPORT_SOURCE_DIR;

Outcome outcomeOf(ScalarKind kind, double value) {
  Outcome outcome;
  outcome.buffers.push_back(bufferOf("x", kind, {value}));
  return outcome;
}

Member memberNamed(const std::string &name) {
  auto member = readMember(kRoot, name);
  if (!member) throw std::runtime_error(member.error().toString());
  return std::move(*member);
}

std::filesystem::path written(const QTemporaryDir &folder, const std::string &text) {
  const std::filesystem::path path = std::filesystem::path(folder.path().toStdString()) / "table.tsv";
  QFile file(QString::fromStdString(path.string()));
  if (!file.open(QIODevice::WriteOnly) || file.write(text.c_str()) < 0) throw std::runtime_error("cannot write");
  return path;
}

}  // namespace

void TestLabels::distancesAreOfRoundingOrWrong_data() {
  QTest::addColumn<int>("kind");
  QTest::addColumn<double>("a");
  QTest::addColumn<double>("b");
  QTest::addColumn<int>("rounding");
  QTest::addColumn<int>("wrong");
  const auto row = [](const char *name, ScalarKind kind, double a, double b, int rounding, int wrong) {
    QTest::newRow(name) << static_cast<int>(kind) << a << b << rounding << wrong;
  };
  const double infinity = std::numeric_limits<double>::infinity();
  row("equal", ScalarKind::F32, 1.5, 1.5, 0, 0);
  row("NaN on both sides", ScalarKind::F32, NAN, NAN, 0, 0);
  row("one unit", ScalarKind::F32, 1, 1 + 0x1p-23, 1, 0);
  row("two units of f16", ScalarKind::F16, 1, 1 + 0x1p-9, 1, 0);
  row("four units of f16", ScalarKind::F16, 1, 1 + 0x1p-8, 0, 1);
  row("a thousandth", ScalarKind::F32, 1, 1.001, 0, 1);
  row("across one", ScalarKind::F32, 1 - 0x1p-24, 1 + 0x1p-23, 1, 0);
  row("flushed", ScalarKind::F32, 0x1p-130, 0, 1, 0);
  row("zeros", ScalarKind::F32, 0.0, -0.0, 1, 0);
  row("largest number and infinity", ScalarKind::F16, 65504, infinity, 1, 0);
  row("both infinities", ScalarKind::F32, infinity, -infinity, 0, 1);
  row("NaN and a number", ScalarKind::F32, NAN, 1, 0, 1);
  row("other sign", ScalarKind::F32, 1, -1, 0, 1);
  row("integers", ScalarKind::I32, 1, 2, 0, 1);
}

void TestLabels::distancesAreOfRoundingOrWrong() {
  QFETCH(int, kind);
  QFETCH(double, a);
  QFETCH(double, b);
  QFETCH(int, rounding);
  QFETCH(int, wrong);
  const auto element = static_cast<ScalarKind>(kind);
  const Distance apart = distance(outcomeOf(element, a), outcomeOf(element, b));
  QCOMPARE(apart.elements, std::uint64_t{1});
  QCOMPARE(static_cast<int>(apart.rounding), rounding);
  QCOMPARE(static_cast<int>(apart.wrong), wrong);
  QCOMPARE(apart.first.empty(), rounding + wrong == 0);
}

void TestLabels::trialsAreDefinedAndVaried() {
  const Member member = memberNamed("masked-gather");
  const Trials trials = trialsOf(member, 24), again = trialsOf(member, 24);
  QVERIFY(trials.sound.size() >= 12 && !trials.broken.empty());
  std::set<std::string> names;
  for (std::size_t i = 0; i < trials.sound.size(); ++i) {
    const Trial &trial = trials.sound[i];
    names.insert(trial.name);
    QVERIFY(trial.base.ok() && trial.base.hazards.empty());
    QCOMPARE(trial.name, again.sound[i].name);
    QCOMPARE(trial.base.buffers[0].bytes, again.sound[i].base.buffers[0].bytes);
  }
  QCOMPARE(names.size(), trials.sound.size());
  for (const Trial &trial : trials.broken) QVERIFY(trial.base.fault.has_value());
  for (const char *name : {"case", "edge values", "tiny numbers", "50 -> 49", "50 -> 0", "blocks in reverse", "one block more"})
    QVERIFY2(names.contains(name), name);
}

void TestLabels::mutantsGetTheirLabel_data() {
  QTest::addColumn<QString>("program");
  QTest::addColumn<QString>("edit");
  QTest::addColumn<QString>("label");
  const auto row = [](const char *program, const char *edit, const char *label) {
    QTest::addRow("%s, %s", program, edit) << program << edit << label;
  };
  row("masked-gather", "operands-exchanged", "wrong");
  row("masked-gather", "predicate", "wrong");
  row("masked-gather", "propagate-nan", "wrong");
  row("masked-gather", "mask-dropped", "wrong");
  row("masked-gather", "token-dropped", "order");
  row("masked-gather", "latency", "hint");
  row("masked-gather", "divisor-dropped", "contract");
  row("masked-gather", "argument-added", "contract");
  row("masked-gather", "constant-as-argument", "contract");
  row("masked-gather", "store-repeated", "survivor");
  row("masked-gather", "memory-ordering", "survivor");
  row("row-product", "rounding", "precision");
  row("row-product", "fma-split", "precision");
  row("row-product", "padding", "wrong");
  row("row-product", "entry-hint-last-architecture", "hint");
  row("bounded-numbers", "division-rounding", "wrong");
  row("bounded-numbers", "bound-contradicted", "contract");
}

void TestLabels::mutantsGetTheirLabel() {
  QFETCH(QString, program);
  QFETCH(QString, edit);
  QFETCH(QString, label);
  const Member member = memberNamed(program.toStdString());
  const mutate::Edit *named = editNamed(edit.toStdString());
  QVERIFY(named);
  const auto edited = named->apply(*member.program, 0);
  QVERIFY(edited);
  const Verdict verdict = judge(*named, *member.program, *edited->program, trialsOf(member, 24));
  QCOMPARE(QString::fromStdString(std::string(toText(verdict.label)) + ": " + edited->what + ": " + verdict.evidence).section(':', 0, 0),
           label);
  QVERIFY(!verdict.evidence.empty());
}

/// Under adversarial numbers: every one of the programs whose facts have both bounds, and more seeds than the table has.
void TestLabels::equivalentRewritesAreEqual() {
  std::set<std::string> applied;
  for (const char *name : {"bounded-numbers", "masked-gather", "row-product", "tilegym-gelu-f32-0", "port-swiglu-f32", "probe-view-shapes",
                           "synthetic-60-2"}) {
    const Member member = memberNamed(name);
    const Trials trials = trialsOf(member, 24);
    for (const mutate::Edit &edit : mutate::equivalentEdits())
      for (std::uint64_t seed = 0; seed < 5; ++seed) {
        const auto edited = edit.apply(*member.program, seed);
        if (!edited) break;
        applied.insert(std::string(edit.name));
        const Verdict verdict = judge(edit, *member.program, *edited->program, trials);
        QVERIFY2(verdict.label == Label::Equal, (std::string(name) + ", " + edited->what + ": " + verdict.evidence).c_str());
      }
  }
  for (const mutate::Edit &edit : mutate::equivalentEdits()) QVERIFY2(applied.contains(std::string(edit.name)), edit.name.data());
}

void TestLabels::tablesAreReadAsWritten() {
  const std::vector<Row> rows{{"a", "rounding", 0, Label::Precision, "case: 1 of 4"}, {"b", "padding", 3, Label::Wrong, "tab\there"}};
  const QTemporaryDir folder;
  const auto read = readTable(written(folder, tableText(rows)));
  QVERIFY(read);
  QCOMPARE(read->size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    QCOMPARE((*read)[i].program, rows[i].program);
    QCOMPARE((*read)[i].edit, rows[i].edit);
    QCOMPARE((*read)[i].seed, rows[i].seed);
    QCOMPARE((*read)[i].label, rows[i].label);
  }
  QCOMPARE((*read)[1].evidence, std::string("tab here"));
}

void TestLabels::brokenTablesAreRefused() {
  const QTemporaryDir folder;
  for (const char *text : {"a\trounding\tone\twrong\tx\n", "a\trounding\t1\tworse\tx\n", "a\trounding\n"})
    QVERIFY(!readTable(written(folder, text)));
  QVERIFY(!readTable(kRoot / "nothing.tsv"));
  QVERIFY(!Requirements::read(written(folder, "rounding\t*\tCRITICAL\n")));
}

QTEST_GUILESS_MAIN(TestLabels)
#include "tst_labels.moc"
