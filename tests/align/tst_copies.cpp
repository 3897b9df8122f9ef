// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops that have their counterpart elsewhere: moved, computed several times on one side.
#include <QTest>

#include "align/alignment.h"
#include "align/side_by_side.h"
#include "tileir/program_reader.h"
#include "tileir/text_reader.h"

using namespace tileport;

class TestCopies : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void told_data();
  void told();
  void publishedPorts_data();
  void publishedPorts();
};

namespace {

/// An entry that stores what `body` leaves in %x and %y.
tileir::ProgramPtr programOf(const std::string &body) {
  const std::string text = "entry @k(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>, %a: tile<i32>, %b: tile<i32>) {\n" + body +
                           "  %t = make_token : token\n  %u = store_ptr_tko weak %p, %x token=%t : tile<ptr<i32>>, tile<i32> -> token\n" +
                           "  %w = store_ptr_tko weak %q, %y token=%t : tile<ptr<i32>>, tile<i32> -> token\n  return\n}\n";
  const auto program = tileir::readText(text, "text");
  if (!program) return QTest::qFail(program.error().toString().c_str(), __FILE__, __LINE__), nullptr;
  return *program;
}

/// "moved to line 2" and so on, of each row that has it.
QStringList said(const align::SideBySide &layout) {
  QStringList list;
  for (const align::Row &row : layout.rows)
    if (row.elsewhere) list << QString::fromStdString(align::elsewhereText(row));
  return list;
}

const char *const kProduct = " = muli %a, %b : tile<i32>\n";
const char *const kSum = " = addi %a, %b : tile<i32>\n";

}  // namespace

void TestCopies::told_data() {
  QTest::addColumn<QString>("reference");
  QTest::addColumn<QString>("port");
  QTest::addColumn<QStringList>("told");
  const QString product = kProduct, sum = kSum;
  const QString once = "  %m" + product + "  %x = addi %m, %a : tile<i32>\n  %y = addi %m, %b : tile<i32>\n";
  const QString twice = "  %m" + product + "  %x = addi %m, %a : tile<i32>\n  %n" + product + "  %y = addi %n, %b : tile<i32>\n";
  QTest::newRow("alike") << once << once << QStringList();
  QTest::newRow("split") << once << twice << QStringList{"split from line 2"};
  QTest::newRow("merged") << twice << once << QStringList{"merged into line 2"};
  QTest::newRow("as often") << twice << twice << QStringList();
  QTest::newRow("moved") << "  %x" + product + "  %y" + sum << "  %y" + sum + "  %x" + product
                         << QStringList{"moved to line 3", "moved to line 2"};
  // What nobody needs is not split from anything.
  QTest::newRow("idle") << once << once + "  %z" + product << QStringList();
}

void TestCopies::told() {
  QFETCH(QString, reference);
  QFETCH(QString, port);
  const auto left = programOf(reference.toStdString()), right = programOf(port.toStdString());
  if (!left || !right) return;
  const auto alignment = align::align(left, right);
  QVERIFY(alignment);
  QVERIFY((*alignment)->same());
  QTEST(said(align::sideBySide(**alignment)), "told");
}

void TestCopies::publishedPorts_data() {
  QTest::addColumn<QString>("reference");
  QTest::addColumn<QString>("port");
  QTest::newRow("silu_and_mul") << "_silu_and_mul_kernel_row_wise.f16-h3000" << "silu_and_mul_kernel.f16-h3000";
  QTest::newRow("attention_sink") << "_attention_sink_kernel.f16-64x64-bw0" << "attention_sink_kernel.f16-64x64-bw0";
  QTest::newRow("bmm") << "_static_persistent_bmm_kernel.f16-sm100-128x256x64" << "static_persistent_bmm_kernel.f16-sm100-128x256x64";
}

/// Whatever the programs: a copy has no partner, its counterpart has one that is another op of the copy's side and kind, and the
/// other way round everything is told with the sides exchanged.
void TestCopies::publishedPorts() {
  QFETCH(QString, reference);
  QFETCH(QString, port);
  const auto read = [](const QString &name) {
    return tileir::readProgramFile(TILEPORT_SOURCE_DIR "/tests/real_pairs/programs/" + name.toStdString() + ".tileirbc");
  };
  const auto left = read(reference), right = read(port);
  QVERIFY(left && right);
  const auto alignment = align::align(*left, *right), exchanged = align::align(*right, *left);
  QVERIFY(alignment && exchanged);
  for (const align::Copy &copy : (*alignment)->copies) {
    const bool ofReference = copy.side == align::Side::Reference;
    const auto &partner = ofReference ? (*alignment)->portOf : (*alignment)->referenceOf,
               &back = ofReference ? (*alignment)->referenceOf : (*alignment)->portOf;
    QVERIFY(!partner[copy.op.index()].valid());
    const tileir::OpId original = back[copy.counterpart.index()];
    QVERIFY(original.valid() && original != copy.op);
    const tileir::Program &program = ofReference ? **left : **right;
    QCOMPARE(program.op(original).kind, program.op(copy.op).kind);
  }
  QCOMPARE((*alignment)->copies.size(), (*exchanged)->copies.size());
}

QTEST_APPLESS_MAIN(TestCopies)
#include "tst_copies.moc"
