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
  launch.options.elementLimit = 100000;
  return launch;
}

}  // namespace

/// Each op by answers worked out by hand.
class OracleOpsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void givesTheRightAnswer_data() {
    QTest::addColumn<int>("index");
    int index = 0;
    for (const OpCase &each : opCases()) {
      QTest::addRow("%03d %s", index, each.name) << index;
      ++index;
    }
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
    for (const FaultCase &each : faultCases()) {
      QTest::addRow("%03d %s", index, each.name) << index;
      ++index;
    }
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

  void onlyWhatIsOpenHasABound_data() {
    QTest::addColumn<QString>("line");
    QTest::addColumn<double>("least");
    QTest::addColumn<double>("most");
    const double ulp = 0x1p-23;
    QTest::newRow("addf") << "%r = addf %x, %y : tile<4xf32>" << 0.0 << 0.0;
    QTest::newRow("divf") << "%r = divf %x, %y : tile<4xf32>" << 0.0 << 0.0;
    QTest::newRow("sqrt") << "%r = sqrt %x : tile<4xf32>" << 0.0 << 0.0;
    QTest::newRow("divf full") << "%r = divf %x, %y rounding<full> : tile<4xf32>" << ulp / 2 << 2 * ulp;
    QTest::newRow("sqrt approx") << "%r = sqrt %x rounding<approx> : tile<4xf32>" << ulp << 4 * ulp;
    QTest::newRow("exp") << "%r = exp %x : tile<4xf32>" << 2 * ulp << 8 * ulp;
    QTest::newRow("carried on") << "%e = exp %x : tile<4xf32>\n  %r = addf %e, %y : tile<4xf32>" << 2 * ulp << 16 * ulp;
    // Rounded again by another op it may move by one more unit of that.
    QTest::newRow("taken away") << "%e = exp %x : tile<4xf32>\n  %r = subf %e, %e : tile<4xf32>" << 4 * ulp << 16 * ulp;
  }

  void onlyWhatIsOpenHasABound() {
    QFETCH(QString, line);
    QFETCH(double, least);
    QFETCH(double, most);
    const std::string body =
        "  %x = constant <f32: 0.25> : tile<4xf32>\n  %y = constant <f32: 0.75> : tile<4xf32>\n  " + line.toStdString() + "\n";
    const auto outcome = runText(storing(body, "f32", 4), launchFor({"", "", "f32", ScalarKind::F32, 4, ""}));
    QVERIFY(outcome && outcome->ok());
    const auto &errors = outcome->buffers[0].errors;
    const double bound = errors.empty() ? 0 : errors[0];
    QVERIFY2(bound >= least && bound <= most, std::to_string(bound).c_str());
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
