// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QtTest/QtTest>

#include <set>

#include "oracle/op_cases.h"
#include "oracle/small_programs.h"

using namespace tileport;
using namespace tileport::oracle;
using tileir::OpKind;
using tileir::ScalarKind;

namespace {

std::vector<OpCase> opCases() {
  std::vector<OpCase> all;
  for (const auto cases : {floatCases(), integerCases(), tileCases()}) all.insert(all.end(), cases.begin(), cases.end());
  return all;
}

Launch launchFor(const OpCase &each) {
  Launch launch;
  launch.buffers = {zeros("out", each.kind, each.count)};
  launch.arguments = {BufferArgument{0}};
  return launch;
}

}  // namespace

/// Each op by answers worked out by hand.
class OracleOpsTest : public QObject {
  Q_OBJECT

 private slots:
  void givesTheRightAnswer_data() {
    QTest::addColumn<int>("index");
    int index = 0;
    for (const OpCase &each : opCases()) QTest::addRow("%03d %s", index, each.name) << index++;
  }

  void givesTheRightAnswer() {
    QFETCH(int, index);
    const OpCase each = opCases()[static_cast<std::size_t>(index)];
    const std::string text = storing(each.body, each.element, each.count);
    const auto outcome = runText(text, launchFor(each));
    if (!outcome) QFAIL(qPrintable(QString::fromStdString(outcome.error().toString() + "\n" + text)));
    if (outcome->fault) QFAIL(outcome->fault->message.c_str());
    QCOMPARE(QString::fromStdString(textOf(outcome->buffers[0])), QString::fromUtf8(each.expected));
  }

  void faultsWhereThereIsNoAnswer_data() {
    QTest::addColumn<int>("index");
    int index = 0;
    for (const FaultCase &each : faultCases()) QTest::addRow("%03d %s", index, each.name) << index++;
  }

  void faultsWhereThereIsNoAnswer() {
    QFETCH(int, index);
    const FaultCase &each = faultCases()[static_cast<std::size_t>(index)];
    const std::string text = storing(each.body, "i32", 4);
    const auto outcome = runText(text, launchFor({each.name, each.body, "i32", ScalarKind::I32, 4, ""}));
    if (!outcome) QFAIL(qPrintable(QString::fromStdString(outcome.error().toString() + "\n" + text)));
    QVERIFY2(outcome->fault, "the run ended well");
    QCOMPARE(static_cast<int>(outcome->fault->kind), static_cast<int>(each.fault));
    QVERIFY2(QString::fromStdString(outcome->fault->message).contains(QLatin1String(each.words)), outcome->fault->message.c_str());
    QVERIFY(outcome->fault->op.valid());
  }

  /// No op without an answer above, in a committed program, or a reason why not.
  void everyOpIsInterpretedOrRefusedByName() {
    const std::set<OpKind> refused{OpKind::Entry,
                                   OpKind::Global,
                                   OpKind::Module,
                                   OpKind::MultimemLoadReduceViewTko,
                                   OpKind::MultimemReduceViewTko,
                                   OpKind::MultimemStoreViewTko};
    std::set<OpKind> shown;
    for (const OpCase &each : opCases()) {
      const auto program = tileir::readText(storing(each.body, each.element, each.count), each.name);
      if (!program) QFAIL(qPrintable(QString::fromStdString(program.error().toString())));
      for (const tileir::Op &op : (*program)->data().ops) shown.insert(op.kind);
    }
    QStringList without;
    for (std::size_t n = 0; n < tileir::kOpKindCount; ++n) {
      const auto kind = static_cast<OpKind>(n);
      QCOMPARE(!refusal(kind).empty(), refused.contains(kind));
      QVERIFY(refusal(kind) != "is not interpreted");
      if (!refused.contains(kind) && !shown.contains(kind)) without << QString::fromUtf8(tileir::info(kind).mnemonic.data());
    }
    QVERIFY2(without.isEmpty(), qPrintable(without.join(QStringLiteral(", "))));
  }
};

QTEST_GUILESS_MAIN(OracleOpsTest)
#include "tst_oracle_ops.moc"
