// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QTest>
#include <functional>
#include <set>

#include "align/alignment.h"
#include "align/side_by_side.h"
#include "support/case_program.h"
#include "support/program_builder.h"

using namespace tileport;
using namespace tileport::test;
using align::Status;

Q_DECLARE_METATYPE(tileport::test::CaseKnobs)

class TestAlignment : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void programAgainstItself();
  void wronglyAccepted_data();
  void wronglyAccepted();
  void equalPairs_data();
  void equalPairs();
  void everyLiveOpIsAccountedFor_data() { wronglyAccepted_data(); }
  void everyLiveOpIsAccountedFor();
  void rowsHoldEachLineOnce_data() { wronglyAccepted_data(); }
  void rowsHoldEachLineOnce();
  void sameTwice();
  void budgetIsNeverTakenForEqual();
  void hintsInForce_data();
  void hintsInForce();
  void leftOutElementsAreNotEqual();
  void cancelled();
};

namespace {

align::AlignmentPtr aligned(const CaseKnobs &reference, const CaseKnobs &port) {
  auto result = align::align(caseProgram(reference), caseProgram(port));
  return result.ok() ? *result : nullptr;
}

std::string spelled(const align::Alignment &alignment) {
  std::string text;
  for (const align::Divergence &d : alignment.divergences) {
    text += std::string(align::toText(d.status)) + " " + d.name + ":";
    for (const align::Difference &difference : d.differences)
      text += " [" + std::string(align::toText(difference.aspect)) + "] " + difference.what + ": " + difference.reference + " -> " +
              difference.port + ";";
    text += "\n";
  }
  return text;
}

CaseKnobs knobs(const std::function<void(CaseKnobs &)> &turn) {
  CaseKnobs k;
  turn(k);
  return k;
}

}  // namespace

void TestAlignment::programAgainstItself() {
  const auto alignment = aligned({}, {});
  QVERIFY2(alignment->same(), spelled(*alignment).c_str());
  for (const align::OpPair &pair : alignment->pairs) {
    QCOMPARE(pair.reference, pair.port);
    QCOMPARE(pair.confidence, 1.0f);
  }
}

void TestAlignment::wronglyAccepted_data() {
  QTest::addColumn<CaseKnobs>("port");
  QTest::addColumn<QString>("op");    // at which op the divergence must stand; several by comma: one must be there
  QTest::addColumn<QString>("what");  // a piece of what differs, values included

  const auto row = [](const char *name, const char *op, const char *what, const std::function<void(CaseKnobs &)> &turn) {
    QTest::newRow(name) << knobs(turn) << QString(op) << QString(what);
  };
  row("1 divf operands exchanged", "divf", "operand lhs", [](CaseKnobs &k) { k.divOperandsExchanged = true; });
  row("2 load indices exchanged", "load_view_tko", "operand index", [](CaseKnobs &k) { k.loadIndicesExchanged = true; });
  row("3 loop bound", "for", "operand upperBound", [](CaseKnobs &k) { k.loopBound = 16; });
  row("4 loop start", "for", "operand lowerBound", [](CaseKnobs &k) { k.loopStart = 1; });
  row("5 loop step", "for", "operand step", [](CaseKnobs &k) { k.loopStep = 2; });
  row("6 latency moved to the other load", "load_view_tko", "sm_100.latency: 3 -> ;",
      [](CaseKnobs &k) { std::swap(k.latencyA, k.latencyB); });
  row("7 latency changed", "load_view_tko", "sm_100.latency: 3 -> 9", [](CaseKnobs &k) { k.latencyA = 9; });
  row("8 flush_to_zero moved", "mulf", "flush_to_zero", [](CaseKnobs &k) { std::swap(k.flushFirstMul, k.flushSecondMul); });
  row("9 flush_to_zero added", "subf", "flush_to_zero", [](CaseKnobs &k) { k.flushSub = true; });
  row("10 rounding approx added", "divf", "rounding_mode", [](CaseKnobs &k) { k.approxDiv = true; });
  row("11 reduce dimension", "reduce", "dim", [](CaseKnobs &k) { k.reduceDim = 1; });
  row("12 padding changed", "make_partition_view", "padding_value: neg_inf -> zero",
      [](CaseKnobs &k) { k.padding = tileir::PaddingValue::Zero; });
  row("13 padding dropped", "make_partition_view", "padding_value: neg_inf -> ;", [](CaseKnobs &k) { k.padding = std::nullopt; });
  row("14 cmpf predicate", "cmpf", "comparison_predicate", [](CaseKnobs &k) { k.predicate = tileir::ComparisonPredicate::GreaterThan; });
  row("15 weak to relaxed device", "store_view_tko", "memory_ordering_semantics", [](CaseKnobs &k) { k.storeRelaxed = true; });
  row("16 token edge dropped", "store_view_tko", "token: after store_view_tko", [](CaseKnobs &k) { k.storeTokenDropped = true; });
  row("17 store indices exchanged", "store_view_tko", "operand index", [](CaseKnobs &k) { k.storeIndicesExchanged = true; });
  row("18 store of another value", "store_view_tko", "operand tile", [](CaseKnobs &k) { k.storeOtherValue = true; });
  row("19 accumulators exchanged", "mmaf,ftof", "", [](CaseKnobs &k) { k.mmaExchanged = true; });
  row("20 entry hints dropped", "entry @first", "sm_100.num_cta_in_cga: 2 -> ;", [](CaseKnobs &k) { k.firstHints = false; });
  row("21 second architecture", "entry @first", "sm_120.occupancy: 2 -> 8", [](CaseKnobs &k) { k.secondArchOccupancy = 8; });
  row("22 other architecture", "entry @first", "sm_90.occupancy:  -> 1", [](CaseKnobs &k) { k.arch = "sm_90"; });
  row("23 warps dropped", "entry @first", "sm_100.num_worker_warps_per_cta: 4 -> ;", [](CaseKnobs &k) { k.warps = std::nullopt; });
  row("24 occupancy added", "entry @third", "sm_100.occupancy:  -> 32", [](CaseKnobs &k) { k.otherOccupancy = 32; });
  row("25 for to loop", "for", "op: for -> loop", [](CaseKnobs &k) { k.boundedLoop = false; });
  row("26 pointer div_by", "make_tensor_view", "div_by of base, %arg0 (base of tensor 0): 16 -> 2",
      [](CaseKnobs &k) { k.pointerDivisor = 2; });
  row("27 assume on another pointer", "make_tensor_view", "div_by of base, %arg0 (base of tensor 0): 16 -> ;",
      [](CaseKnobs &k) { k.assumeOtherPointer = true; });
  row("28 mmai added", "mmai (unused)", "mmai", [](CaseKnobs &k) { k.extraMmai = true; });
  row("29 atomic added", "atomic_rmw_tko", "atomic_rmw_tko", [](CaseKnobs &k) { k.extraAtomic = true; });
  row("30 mask and padding dropped", "load_ptr_tko", "operand mask", [](CaseKnobs &k) { k.maskAndPadding = false; });
  row("31 dim_map moved", "make_partition_view", "dim_map: [1, 0] -> [0, 1]", [](CaseKnobs &k) { k.dimMapMoved = true; });
  row("32 exp2 moved to another entry", "exp2", "exp2", [](CaseKnobs &k) { k.expMoved = true; });
  row("33 second entry's occupancy", "entry @second", "sm_100.occupancy: 4 -> 1", [](CaseKnobs &k) { k.thirdOccupancy = 1; });
  row("34 exp2 removed", "exp2", "exp2", [](CaseKnobs &k) { k.expRemoved = true; });
  row("35 allow_tma moved", "load_view_tko", "sm_100.allow_tma: true -> ;", [](CaseKnobs &k) { k.tmaMoved = true; });
  row("36 other factor", "mulf", "operand rhs", [](CaseKnobs &k) { k.mulOtherFactor = true; });
  row("37 reduce body", "addf", "op: addf -> maxf", [](CaseKnobs &k) { k.reduceMax = true; });
  row("38 strides exchanged", "make_tensor_view", "stride 0: dynamic -> 1", [](CaseKnobs &k) { k.stridesExchanged = true; });
  row("39 tile of a load", "make_partition_view", "tile: 16x16 -> 16x32", [](CaseKnobs &k) { k.loadOtherTile = true; });
  row("40 occupancy dropped", "entry @first", "sm_100.occupancy: 1 -> ;", [](CaseKnobs &k) { k.firstHints = false; });
  row("41 two more addf", "addf", "addf", [](CaseKnobs &k) { k.moreAdds = true; });
}

void TestAlignment::wronglyAccepted() {
  QFETCH(CaseKnobs, port);
  QFETCH(QString, op);
  QFETCH(QString, what);
  // Both ways: what the port lacks and what it has in addition must both be seen.
  for (const bool turned : {false, true}) {
    const auto alignment = turned ? aligned(port, {}) : aligned({}, port);
    QVERIFY(!alignment->same());
    if (turned) continue;
    bool found = false;
    for (const QString &name : op.split(',')) {
      for (const align::Divergence &d : alignment->divergences) {
        align::Alignment one;
        one.divergences = {d};
        found |= QString::fromStdString(d.name).startsWith(name) && QString::fromStdString(spelled(one)).contains(what);
      }
    }
    QVERIFY2(found, spelled(*alignment).c_str());
    // A change in one place must not drown it: few divergences, not a page of consequences.
    QVERIFY2(alignment->divergences.size() <= 8, spelled(*alignment).c_str());
  }
}

void TestAlignment::equalPairs_data() {
  QTest::addColumn<CaseKnobs>("reference");
  QTest::addColumn<CaseKnobs>("port");
  const auto row = [](const char *name, const std::function<void(CaseKnobs &)> &turn) {
    QTest::newRow(name) << CaseKnobs() << knobs(turn);
  };
  const CaseKnobs scalar = knobs([](CaseKnobs &k) { k.assumeOnScalar = true; });
  QTest::newRow("42 itself, with div_by on integers") << scalar << scalar;
  row("43 unused loop result", [](CaseKnobs &k) { k.unusedLoopResult = true; });
  // 44 to 46 are names, comments and blanks: a program value has none.
  row("dead constants", [](CaseKnobs &k) { k.deadConstants = true; });
  row("splats spelled out", [](CaseKnobs &k) { k.splatSpelled = true; });
  row("assume chains cut otherwise", [](CaseKnobs &k) { k.assumeChainRecut = true; });
  row("a token each", [](CaseKnobs &k) { k.tokenEach = true; });
  row("pure ops in another order", [](CaseKnobs &k) { k.pureOrderChanged = true; });
  row("constants repeated", [](CaseKnobs &k) { k.constantsRepeated = true; });
  row("hints under default", [](CaseKnobs &k) { k.defaultHintKey = true; });
  row("addf operands exchanged", [](CaseKnobs &k) { k.addOperandsExchanged = true; });
  row("bounds on block ids", [](CaseKnobs &k) { k.blockIdAssumed = true; });
  row("all of it", [](CaseKnobs &k) {
    k.unusedLoopResult = k.deadConstants = k.splatSpelled = k.assumeChainRecut = k.tokenEach = true;
    k.pureOrderChanged = k.constantsRepeated = k.defaultHintKey = k.addOperandsExchanged = k.blockIdAssumed = true;
  });
}

void TestAlignment::equalPairs() {
  QFETCH(CaseKnobs, reference);
  QFETCH(CaseKnobs, port);
  for (const bool turned : {false, true}) {
    const auto alignment = turned ? aligned(port, reference) : aligned(reference, port);
    QVERIFY2(alignment->same(), spelled(*alignment).c_str());
  }
}

void TestAlignment::everyLiveOpIsAccountedFor() {
  QFETCH(CaseKnobs, port);
  const auto alignment = aligned({}, port);
  std::set<std::uint32_t> seen;
  for (const align::OpPair &pair : alignment->pairs) {
    QVERIFY(seen.insert(pair.port.value).second);
    QCOMPARE(alignment->portOf[pair.reference.index()], pair.port);
    QCOMPARE(alignment->referenceOf[pair.port.index()], pair.reference);
    QVERIFY(pair.confidence > 0 && pair.confidence <= 1);
  }
  // Memory ops are never noise: each is paired, or missing or extra by itself or inside something that is.
  const auto check = [&](const tileir::Program &program, const std::vector<tileir::OpId> &partner, bool left) {
    for (std::size_t i = 0; i < program.opCount(); ++i) {
      if (tileir::info(program.op(tileir::OpId(i)).kind).pure || partner[i].valid()) continue;
      const tileir::OpKind kind = program.op(tileir::OpId(i)).kind;
      if (kind == tileir::OpKind::Assume) continue;
      bool said = false;
      for (const align::Divergence &d : alignment->divergences) {
        const auto &subject = left ? d.reference : d.port;
        if (d.status == Status::Differs || !subject || !subject->op.valid()) continue;
        said |= subject->op.value <= i && i < program.op(subject->op).subtreeEnd.value;
      }
      QVERIFY2(said, std::string(tileir::info(kind).mnemonic).c_str());
    }
  };
  check(*alignment->reference, alignment->portOf, true);
  check(*alignment->port, alignment->referenceOf, false);
}

void TestAlignment::rowsHoldEachLineOnce() {
  QFETCH(CaseKnobs, port);
  const auto alignment = aligned({}, port);
  const align::SideBySide layout = align::sideBySide(*alignment);
  std::uint32_t l = 0, r = 0;
  for (const align::Row &row : layout.rows) {
    QVERIFY(row.reference || row.port);
    if (row.reference) QCOMPARE(row.reference->value, l++);
    if (row.port) QCOMPARE(row.port->value, r++);
    if (row.kind == align::RowKind::Missing) QVERIFY(!row.port);
    if (row.kind == align::RowKind::Extra) QVERIFY(!row.reference);
    if (row.divergence) QVERIFY(*row.divergence < alignment->divergences.size());
  }
  QCOMPARE(l, alignment->reference->listing().lineCount());
  QCOMPARE(r, alignment->port->listing().lineCount());
  // Whatever differs can be seen in a row.
  std::set<std::uint32_t> shown;
  for (const align::Row &row : layout.rows)
    if (row.divergence) shown.insert(*row.divergence);
  for (const align::Link &link : layout.links)
    if (link.divergence) shown.insert(*link.divergence);
  QCOMPARE(shown.size(), alignment->divergences.size());
}

void TestAlignment::sameTwice() {
  const CaseKnobs port = knobs([](CaseKnobs &k) { k.mmaExchanged = k.moreAdds = true; });
  QCOMPARE(spelled(*aligned({}, port)), spelled(*aligned({}, port)));
}

void TestAlignment::budgetIsNeverTakenForEqual() {
  align::AlignOptions options;
  options.budget = 1;
  const auto result = align::align(caseProgram(), caseProgram(), options);
  QVERIFY(result.ok());
  QVERIFY((*result)->undecided);
  QVERIFY(!(*result)->same());
  QVERIFY(!(*result)->undecidedWhy.empty());
}

void TestAlignment::hintsInForce_data() {
  using Hints = test::ProgramBuilder::Hints;
  QTest::addColumn<Hints>("reference");
  QTest::addColumn<Hints>("port");
  QTest::addColumn<QStringList>("comparedFor");
  const std::pair<std::string, std::int64_t> ctas{"num_cta_in_cga", 2}, occupancy{"occupancy", 4};
  QTest::newRow("default and architecture add up")
      << Hints{{"default", {ctas}}, {"sm_100", {occupancy}}} << Hints{{"default", {ctas}}, {"sm_100", {ctas, occupancy}}} << QStringList();
  QTest::newRow("an empty dictionary takes the default")
      << Hints{{"default", {ctas}}} << Hints{{"default", {ctas}}, {"sm_100", {}}} << QStringList();
  QTest::newRow("an export for one target") << Hints{{"default", {ctas}}} << Hints{{"sm_90", {ctas}}} << QStringList{"sm_90"};
  QTest::newRow("an export for two") << Hints{{"sm_100", {ctas}}, {"sm_90", {ctas}}} << Hints{{"default", {ctas}}}
                                     << QStringList{"sm_100", "sm_90"};
}

void TestAlignment::hintsInForce() {
  using Hints = test::ProgramBuilder::Hints;
  const auto entry = [](const Hints &hints) {
    test::ProgramBuilder b;
    b.beginEntry("kernel", {}, hints);
    b.endEntry();
    return b.build();
  };
  QFETCH(Hints, reference);
  QFETCH(Hints, port);
  QFETCH(QStringList, comparedFor);
  const auto result = align::align(entry(reference), entry(port));
  QVERIFY(result.ok());
  QVERIFY((*result)->same());
  QStringList names;
  for (const std::string &name : (*result)->hintArchitectures) names << QString::fromStdString(name);
  QCOMPARE(names, comparedFor);
}

void TestAlignment::leftOutElementsAreNotEqual() {
  const tileir::ProgramPtr whole = caseProgram();
  tileir::ProgramData data = whole->data();
  bool found = false;
  for (tileir::Attribute &attribute : data.attributes) {
    if (attribute.kind != tileir::AttributeKind::Dense || found) continue;
    found = attribute.elided = true;
    attribute.elements.clear();
    attribute.splat = false;
  }
  QVERIFY(found);
  const tileir::ProgramPtr elided = tileir::Program::make(std::move(data));
  for (const auto &[reference, port] : {std::pair(elided, elided), std::pair(elided, whole), std::pair(whole, elided)}) {
    const auto result = align::align(reference, port);
    QVERIFY(result.ok());
    QVERIFY((*result)->undecided);
    QVERIFY(!(*result)->same());
    QVERIFY(QByteArray::fromStdString((*result)->undecidedWhy).contains("left out"));
  }
}

void TestAlignment::cancelled() {
  CancelSource source;
  source.cancel();
  const auto result = align::align(caseProgram(), caseProgram(), {}, source.token());
  QVERIFY(!result.ok());
  QCOMPARE(result.error().kind, ErrorKind::Cancelled);
}

QTEST_APPLESS_MAIN(TestAlignment)
#include "tst_alignment.moc"
