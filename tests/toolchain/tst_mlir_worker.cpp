// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MLIR's canonical form, from the process that makes it; and that process when it is missing, crashes or talks nonsense.
#include <QtTest>

#include <algorithm>
#include <filesystem>
#include <map>

#include "tileir/bytecode_reader.h"
#include "tileir/printer.h"
#include "toolchain/mlir_worker.h"

using namespace tileport;
using namespace tileport::toolchain;

namespace {

namespace fs = std::filesystem;

std::string inEntry(const std::string &ops) { return "entry @k(%arg0: tile<i32>, %arg1: tile<4xf32>) {\n" + ops + "  return\n}\n"; }

QString canonical(const std::string &text) {
  const auto answer = canonicaliseWithMlir(text, "text");
  return answer ? QString::fromStdString(*answer) : QString::fromStdString("! " + answer.error().toString());
}

/// How often each mnemonic begins an op's line.
std::map<QString, int> countOps(const QString &text) {
  static const QRegularExpression op(QStringLiteral("^\\s*(?:%[^=]*= )?([a-z_]+)"));
  std::map<QString, int> counts;
  for (const QString &line : text.split('\n')) {
    if (const auto match = op.match(line); match.hasMatch()) ++counts[match.captured(1)];
  }
  return counts;
}

std::vector<fs::path> demoPrograms() {
  std::vector<fs::path> files;
  for (const auto &entry : fs::recursive_directory_iterator(fs::path(TILEPORT_SOURCE_DIR) / "resources/demo")) {
    if (entry.path().extension() == ".tileirbc") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

class TestMlirWorker : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { ::setenv("TILEPORT_MLIR_WORKER", TILEPORT_MLIR, 1); }
  void cleanup() {
    for (const char *name : {"TILEPORT_MLIR_WORKER", "MISBEHAVE_DO", "MISBEHAVE_ARGUMENT"}) ::unsetenv(name);
  }

  void canonicalForms_data();
  void canonicalForms();
  void demo_data();
  void demo();
  void keepsLocations();
  void errorsHaveTheirPlace();
  void refusesWhatIsTooDeep();
  void isCancelled();
  void findsTheWorker();
  void workerThatFails_data();
  void workerThatFails();
};

void TestMlirWorker::canonicalForms_data() {
  QTest::addColumn<QString>("ops");
  QTest::addColumn<QString>("wanted");
  const auto row = [](const char *name, const char *ops, const char *wanted) { QTest::newRow(name) << ops << wanted; };
  row("dead pure op", "  %0 = addi %arg0, %arg0 : tile<i32>\n", "");
  row("dead chain", "  %0 = addi %arg0, %arg0 : tile<i32>\n  %1 = muli %0, %0 : tile<i32>\n", "");
  row("dead fact", "  %0 = assume div_by<8>, %arg0 : tile<i32>\n", "");
  row("equal constants",
      "  %a = constant <i32: 1> : tile<i32>\n  %b = constant <i32: 1> : tile<i32>\n  %c = addi %a, %b : tile<i32>\n"
      "  print_tko \"%i\\n\", %c : tile<i32> -> token\n",
      "  %cst_1_i32 = constant <i32: 1> : tile<i32>\n  %0 = addi %cst_1_i32, %cst_1_i32 : tile<i32>\n"
      "  %1 = print_tko \"%i\\0A\", %0 : tile<i32> -> token\n");
  row("constants of the same number and other types stay",
      "  %a = constant <i32: 1> : tile<i32>\n  %b = constant <i8: 1> : tile<i8>\n"
      "  %0 = print_tko \"%i %i\\n\", %a, %b : tile<i32>, tile<i8> -> token\n",
      "  %cst_1_i8 = constant <i8: 1> : tile<i8>\n  %cst_1_i32 = constant <i32: 1> : tile<i32>\n"
      "  %0 = print_tko \"%i %i\\0A\", %cst_1_i32, %cst_1_i8 : tile<i32>, tile<i8> -> token\n");
  row("equal ops, operands exchanged",
      "  %c = constant <i32: 3> : tile<i32>\n  %0 = addi %arg0, %c : tile<i32>\n  %1 = addi %c, %arg0 : tile<i32>\n"
      "  %2 = print_tko \"%i %i\\n\", %0, %1 : tile<i32>, tile<i32> -> token\n",
      "  %cst_3_i32 = constant <i32: 3> : tile<i32>\n  %0 = addi %arg0, %cst_3_i32 : tile<i32>\n"
      "  %1 = print_tko \"%i %i\\0A\", %0, %0 : tile<i32>, tile<i32> -> token\n");
  row("ops that differ by an attribute stay",
      "  %0 = addi %arg0, %arg0 overflow<no_signed_wrap> : tile<i32>\n  %1 = addi %arg0, %arg0 : tile<i32>\n"
      "  %2 = print_tko \"%i %i\\n\", %0, %1 : tile<i32>, tile<i32> -> token\n",
      "  %0 = addi %arg0, %arg0 overflow<no_signed_wrap> : tile<i32>\n  %1 = addi %arg0, %arg0 : tile<i32>\n"
      "  %2 = print_tko \"%i %i\\0A\", %0, %1 : tile<i32>, tile<i32> -> token\n");
  row("dead reduction",
      "  %0 = reduce %arg1 dim=0 identities=[0.000000e+00 : f32] : tile<4xf32> -> tile<f32>\n"
      "  (%a: tile<f32>, %b: tile<f32>) {\n    %s = addf %a, %b : tile<f32>\n    yield %s : tile<f32>\n  }\n",
      "");
  row("an assertion stays", "  %t = constant <i1: true> : tile<i1>\n  assert %t, \"no\" : tile<i1>\n",
      "  %true = constant <i1: true> : tile<i1>\n  assert %true, \"no\" : tile<i1>\n");
  row("a dead loop stays", "  for %i in (%arg0 to %arg0, step %arg0) : tile<i32> {\n  }\n",
      "  for %loopIdx in (%arg0 to %arg0, step %arg0) : tile<i32> {\n  }\n");
}

void TestMlirWorker::canonicalForms() {
  QFETCH(QString, ops);
  QFETCH(QString, wanted);
  const QString text = canonical(inEntry(ops.toStdString()));
  // The order among constants is MLIR's to change.
  const auto sorted = [](const QString &lines) {
    QStringList list = lines.split('\n');
    list.sort();
    return list;
  };
  QCOMPARE(sorted(text), sorted(QString::fromStdString(inEntry(wanted.toStdString()))));
  QCOMPARE(canonical(text.toStdString()), text);
}

void TestMlirWorker::demo_data() {
  QTest::addColumn<QString>("path");
  for (const fs::path &path : demoPrograms()) QTest::newRow(path.filename().c_str()) << QString::fromStdString(path.string());
}

// What has an effect is all there, equal constants are not, and a second time changes nothing.
void TestMlirWorker::demo() {
  QFETCH(QString, path);
  const auto program = tileir::readBytecodeFile(path.toStdString());
  if (!program) QFAIL(program.error().toString().c_str());
  const QString before = QString::fromStdString((*program)->listing().text);
  const QString after = canonical(before.toStdString());
  QVERIFY2(!after.startsWith('!'), qPrintable(after));
  auto had = countOps(before);
  auto has = countOps(after);
  for (const char *name : {"load_view_tko", "store_view_tko", "load_ptr_tko", "store_ptr_tko", "for", "entry", "return", "print_tko"})
    QCOMPARE(has[name], had[name]);
  QVERIFY(has["assume"] <= had["assume"]);
  QSet<QString> constants;
  static const QRegularExpression constant(QStringLiteral("= (constant .*)"));
  for (auto each = constant.globalMatch(after); each.hasNext();) {
    const QString value = each.next().captured(1);
    QVERIFY2(!constants.contains(value), qPrintable(value));
    constants.insert(value);
  }
  QCOMPARE(canonical(after.toStdString()), after);
}

void TestMlirWorker::keepsLocations() {
  const auto program = tileir::readBytecodeFile(demoPrograms().front());
  if (!program) QFAIL(program.error().toString().c_str());
  const QString after = canonical(tileir::print(**program, {.locations = true}).text);
  QVERIFY2(after.contains(QStringLiteral("di_loc")), qPrintable(after.left(500)));
}

void TestMlirWorker::errorsHaveTheirPlace() {
  const auto answer = canonicaliseWithMlir(inEntry("  %0 = negf %arg0 : tile<i32>\n"), "a.mlir");
  QVERIFY(!answer);
  QCOMPARE(answer.error().kind, ErrorKind::Malformed);
  QCOMPARE(answer.error().place.file, std::string("a.mlir"));
  QCOMPARE(answer.error().place.line, 2U);
  QVERIFY(answer.error().place.column > 0);
  QVERIFY(QString::fromStdString(answer.error().message).contains("must be tile of"));
}

void TestMlirWorker::refusesWhatIsTooDeep() {
  std::string text = "entry @k() {\n";
  for (int i = 0; i < 100000; ++i) text += "loop {\n";
  const auto answer = canonicaliseWithMlir(text, "deep");
  QVERIFY(!answer);
  QCOMPARE(answer.error().kind, ErrorKind::Limit);
  QVERIFY(answer.error().place.line > 0);
}

void TestMlirWorker::isCancelled() {
  CancelSource source;
  source.cancel();
  const auto answer = canonicaliseWithMlir(inEntry(""), "text", source.token());
  QVERIFY(!answer);
  QCOMPARE(answer.error().kind, ErrorKind::Cancelled);
}

void TestMlirWorker::findsTheWorker() {
  QCOMPARE(*findMlirWorker(), fs::path(TILEPORT_MLIR));
  ::setenv("TILEPORT_MLIR_WORKER", "/nowhere/worker", 1);
  const auto named = canonicaliseWithMlir(inEntry(""), "text");
  QVERIFY(!named);
  QCOMPARE(named.error().place.file, std::string("/nowhere/worker"));
  QVERIFY(!named.error().advice.empty());
  // This test stands in bin/tests, where there is none.
  ::unsetenv("TILEPORT_MLIR_WORKER");
  const auto missing = canonicaliseWithMlir(inEntry(""), "text");
  QVERIFY(!missing);
  const QString line = QString::fromStdString(missing.error().toString());
  QVERIFY2(line.contains("tileport-mlir") && line.contains("TILEPORT_MLIR_WORKER"), qPrintable(line));
}

void TestMlirWorker::workerThatFails_data() {
  QTest::addColumn<QString>("what");
  QTest::addColumn<QString>("argument");
  QTest::addColumn<QString>("message");
  QTest::newRow("crashes") << "crash" << "" << "was ended by signal 6 (Aborted)";
  QTest::newRow("exits") << "exit" << "77" << "exited with 77";
  QTest::newRow("says nothing") << "exit" << "1" << "does not say why";
  QTest::newRow("says anything") << "say" << "whatever" << "text: whatever";
  QTest::newRow("says numbers") << "say" << "99999999999:1: x" << "99999999999:1: x";
  QTest::newRow("says a line") << "say" << "7: x\nsecond" << "text:7: x";
}

void TestMlirWorker::workerThatFails() {
  QFETCH(QString, what);
  QFETCH(QString, argument);
  QFETCH(QString, message);
  ::setenv("TILEPORT_MLIR_WORKER", MISBEHAVE, 1);
  ::setenv("MISBEHAVE_DO", qPrintable(what), 1);
  ::setenv("MISBEHAVE_ARGUMENT", qPrintable(argument), 1);
  const auto answer = canonicaliseWithMlir(inEntry(""), "text");
  QVERIFY(!answer);
  const QString line = QString::fromStdString(answer.error().toString());
  QVERIFY2(line.contains(message), qPrintable(line));
  QVERIFY(!line.contains('\n'));
}

QTEST_GUILESS_MAIN(TestMlirWorker)
#include "tst_mlir_worker.moc"
