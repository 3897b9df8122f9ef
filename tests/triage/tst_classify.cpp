// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QTest>
#include <functional>

#include "support/case_program.h"
#include "triage/anchors.h"
#include "triage/classify.h"

using namespace tileport;
using namespace tileport::test;
using triage::Severity;
using triage::Verdict;

Q_DECLARE_METATYPE(tileport::test::CaseKnobs)

/// The 46 inputs on which counting lines decides wrongly (docs/decisions/0004-cases-of-the-aligner.md), judged.
class TestClassify : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void wronglyAccepted_data();
  void wronglyAccepted();
  void equalPairs_data();
  void equalPairs();
  void certificates();
  void undecidedIsBlocked();
  void equivalences();
  void waivers();
  void waiversLapse_data();
  void waiversLapse();
  void anchorsOutliveNumbering();
  void sameTwice();
  void listingsSayWhose();
};

namespace {

CaseKnobs knobs(const std::function<void(CaseKnobs &)> &turn) {
  CaseKnobs k;
  turn(k);
  return k;
}

triage::TriageInput inputOf(const CaseKnobs &reference, const CaseKnobs &port) {
  triage::TriageInput input;
  input.alignment = *align::align(caseProgram(reference), caseProgram(port));
  return input;
}

triage::TriagePtr triaged(const triage::TriageInput &input) { return *triage::classify(input); }

certificate::Checked checked() { return {.assumptions = {}, .exceptions = {}, .steps = 12}; }

std::string spelled(const triage::Triage &triage) {
  std::string text = std::string(toText(triage.verdict)) + "\n";
  for (const std::string &each : triage.reasons) text += each + "\n";
  return text;
}

/// A person accepts every finding.
triage::TriageFilePtr acceptedAll(const triage::Triage &triage) {
  const triage::Anchors anchors(*triage.alignment);
  auto file = std::make_shared<triage::TriageFile>();
  for (const triage::Finding &finding : triage.findings) {
    triage::TriageEntry entry{finding.anchor, "accepted", "measured", "A. Reviewer", "2026-11-30", {anchors.covered(finding)}};
    const auto at = std::lower_bound(file->entries.begin(), file->entries.end(), entry.anchor,
                                     [](const triage::TriageEntry &each, const std::string &anchor) { return each.anchor < anchor; });
    if (at != file->entries.end() && at->anchor == entry.anchor) at->covers.push_back(entry.covers.front());
    else file->entries.insert(at, entry);
  }
  return file;
}

}  // namespace

void TestClassify::wronglyAccepted_data() {
  QTest::addColumn<CaseKnobs>("port");
  const auto row = [](const char *name, const std::function<void(CaseKnobs &)> &turn) { QTest::newRow(name) << knobs(turn); };
  row("1 divf operands exchanged", [](CaseKnobs &k) { k.divOperandsExchanged = true; });
  row("2 load indices exchanged", [](CaseKnobs &k) { k.loadIndicesExchanged = true; });
  row("3 loop bound", [](CaseKnobs &k) { k.loopBound = 16; });
  row("4 loop start", [](CaseKnobs &k) { k.loopStart = 1; });
  row("5 loop step", [](CaseKnobs &k) { k.loopStep = 2; });
  row("6 latency moved to the other load", [](CaseKnobs &k) { std::swap(k.latencyA, k.latencyB); });
  row("7 latency changed", [](CaseKnobs &k) { k.latencyA = 9; });
  row("8 flush_to_zero moved", [](CaseKnobs &k) { std::swap(k.flushFirstMul, k.flushSecondMul); });
  row("9 flush_to_zero added", [](CaseKnobs &k) { k.flushSub = true; });
  row("10 rounding approx added", [](CaseKnobs &k) { k.approxDiv = true; });
  row("11 reduce dimension", [](CaseKnobs &k) { k.reduceDim = 1; });
  row("12 padding changed", [](CaseKnobs &k) { k.padding = tileir::PaddingValue::Zero; });
  row("13 padding dropped", [](CaseKnobs &k) { k.padding = std::nullopt; });
  row("14 cmpf predicate", [](CaseKnobs &k) { k.predicate = tileir::ComparisonPredicate::GreaterThan; });
  row("15 weak to relaxed device", [](CaseKnobs &k) { k.storeRelaxed = true; });
  row("16 token edge dropped", [](CaseKnobs &k) { k.storeTokenDropped = true; });
  row("17 store indices exchanged", [](CaseKnobs &k) { k.storeIndicesExchanged = true; });
  row("18 store of another value", [](CaseKnobs &k) { k.storeOtherValue = true; });
  row("19 accumulators exchanged", [](CaseKnobs &k) { k.mmaExchanged = true; });
  row("20 entry hints dropped", [](CaseKnobs &k) { k.firstHints = false; });
  row("21 second architecture", [](CaseKnobs &k) { k.secondArchOccupancy = 8; });
  row("22 other architecture", [](CaseKnobs &k) { k.arch = "sm_90"; });
  row("23 warps dropped", [](CaseKnobs &k) { k.warps = std::nullopt; });
  row("24 occupancy added", [](CaseKnobs &k) { k.otherOccupancy = 32; });
  row("25 for to loop", [](CaseKnobs &k) { k.boundedLoop = false; });
  row("26 pointer div_by", [](CaseKnobs &k) { k.pointerDivisor = 2; });
  row("27 assume on another pointer", [](CaseKnobs &k) { k.assumeOtherPointer = true; });
  row("28 mmai added", [](CaseKnobs &k) { k.extraMmai = true; });
  row("29 atomic added", [](CaseKnobs &k) { k.extraAtomic = true; });
  row("30 mask and padding dropped", [](CaseKnobs &k) { k.maskAndPadding = false; });
  row("31 dim_map moved", [](CaseKnobs &k) { k.dimMapMoved = true; });
  row("32 exp2 moved to another entry", [](CaseKnobs &k) { k.expMoved = true; });
  row("33 second entry's occupancy", [](CaseKnobs &k) { k.thirdOccupancy = 1; });
  row("34 exp2 removed", [](CaseKnobs &k) { k.expRemoved = true; });
  row("35 allow_tma moved", [](CaseKnobs &k) { k.tmaMoved = true; });
  row("36 other factor", [](CaseKnobs &k) { k.mulOtherFactor = true; });
  row("37 reduce body", [](CaseKnobs &k) { k.reduceMax = true; });
  row("38 strides exchanged", [](CaseKnobs &k) { k.stridesExchanged = true; });
  row("39 tile of a load", [](CaseKnobs &k) { k.loadOtherTile = true; });
  row("40 occupancy dropped", [](CaseKnobs &k) { k.firstHints = false; });
  row("41 two more addf", [](CaseKnobs &k) { k.moreAdds = true; });
}

void TestClassify::wronglyAccepted() {
  QFETCH(CaseKnobs, port);
  // A certificate that somebody wrongly gave changes nothing.
  for (const bool certified : {false, true}) {
    triage::TriageInput input = inputOf({}, port);
    if (certified) input.certificate = checked();
    const auto triage = triaged(input);
    QVERIFY2(triage->verdict == Verdict::FailFixable, spelled(*triage).c_str());
    QVERIFY(triage->owner == triage::Owner::Kernel);
    for (const triage::Finding &finding : triage->findings) {
      QVERIFY2(finding.rule != "no_rule", finding.sentence.c_str());
      QVERIFY(!finding.sentence.empty());
      // Without sources nothing is anybody's fault for sure.
      QVERIFY(finding.cause == triage::Cause::Undecided ? !finding.undecidedBy.empty() : finding.cause == triage::Cause::SemanticEquiv);
    }
  }
}

void TestClassify::equalPairs_data() {
  QTest::addColumn<CaseKnobs>("reference");
  QTest::addColumn<CaseKnobs>("port");
  const CaseKnobs scalar = knobs([](CaseKnobs &k) { k.assumeOnScalar = true; });
  QTest::newRow("42 itself, with div_by on integers") << scalar << scalar;
  // 44 to 46 are names, comments and blanks: a program value has none.
  QTest::newRow("43 unused loop result") << CaseKnobs() << knobs([](CaseKnobs &k) { k.unusedLoopResult = true; });
  QTest::newRow("itself") << CaseKnobs() << CaseKnobs();
  QTest::newRow("all that a faithful port may do") << CaseKnobs() << knobs([](CaseKnobs &k) {
    k.unusedLoopResult = k.deadConstants = k.splatSpelled = k.assumeChainRecut = k.tokenEach = true;
    k.pureOrderChanged = k.constantsRepeated = k.defaultHintKey = k.addOperandsExchanged = k.blockIdAssumed = true;
  });
}

void TestClassify::equalPairs() {
  QFETCH(CaseKnobs, reference);
  QFETCH(CaseKnobs, port);
  triage::TriageInput input = inputOf(reference, port);
  QVERIFY2(triaged(input)->verdict == Verdict::Blocked, "there is no certificate");
  input.certificate = checked();
  const auto triage = triaged(input);
  // Hints under default on one side alone were compared for the other's architectures, and the verdict says so.
  QVERIFY2(triage->verdict == (triage->alignment->hintArchitectures.empty() ? Verdict::Pass : Verdict::PassWithNotes),
           spelled(*triage).c_str());
  QCOMPARE(triage->alignment->hintArchitectures.empty(), port.defaultHintKey == reference.defaultHintKey);
  QCOMPARE(triage->count(Severity::Warn) + triage->count(Severity::Critical), std::size_t(0));
}

void TestClassify::certificates() {
  triage::TriageInput input = inputOf({}, {});
  QVERIFY(QString::fromStdString(triaged(input)->reasons.front()).startsWith("UNDECIDED: no certificate: "));
  input.certificate = Result<certificate::Checked>(Error{ErrorKind::Malformed, "step 3 does not hold", {}, ""});
  QVERIFY(triaged(input)->verdict == Verdict::Blocked);
  QVERIFY(QString::fromStdString(triaged(input)->reasons.front()).contains("step 3 does not hold"));
  certificate::Checked outcome = checked();
  outcome.assumptions.push_back(
      {.rule = "ceil_div", .condition = "%3 + 255 does not exceed i32", .side = certificate::Side::Reference, .op = {}});
  input.certificate = outcome;
  QVERIFY(triaged(input)->verdict == Verdict::PassWithNotes);
  QCOMPARE(triaged(input)->assumptions.size(), std::size_t(1));
  QCOMPARE(triaged(input)->certifiedSteps, std::optional<std::size_t>(12));
}

void TestClassify::undecidedIsBlocked() {
  triage::TriageInput input;
  input.alignment = *align::align(caseProgram(), caseProgram(), {.budget = 1});
  input.certificate = checked();
  QVERIFY(triaged(input)->verdict == Verdict::Blocked);
  QVERIFY(triaged(input)->reasons.front().starts_with("UNDECIDED: "));
}

void TestClassify::equivalences() {
  auto alignment = std::make_shared<align::Alignment>(**align::align(caseProgram(), caseProgram()));
  alignment->equivalences.push_back({.rule = "ceil_div", .reference = {tileir::OpId(3u)}, .port = {tileir::OpId(3u)}, .conditions = {}});
  triage::TriageInput input;
  input.alignment = alignment;
  input.certificate = checked();
  auto triage = triaged(input);
  QCOMPARE(triage->findings.size(), std::size_t(1));
  QVERIFY(triage->findings[0].status == triage::Status::SemanticEquiv);
  QVERIFY(triage->findings[0].severity == Severity::Info);
  QVERIFY(triage->verdict == Verdict::Pass);
  auto conditional = std::make_shared<align::Alignment>(*alignment);
  conditional->equivalences[0].conditions.push_back(
      {.text = "%3 + 255 does not exceed i32", .side = align::Side::Port, .op = tileir::OpId(3u)});
  input.alignment = conditional;
  triage = triaged(input);
  QVERIFY(triage->findings[0].severity == Severity::Warn);
  QVERIFY(triage->findings[0].sentence.find("%3 + 255 does not exceed i32") != std::string::npos);
  QVERIFY(triage->verdict == Verdict::PassWithNotes);
}

void TestClassify::waivers() {
  const CaseKnobs port = knobs([](CaseKnobs &k) {
    k.latencyA = 9;
    k.thirdOccupancy = 1;
  });
  triage::TriageInput input = inputOf({}, port);
  input.certificate = checked();
  const auto before = triaged(input);
  QVERIFY(before->verdict == Verdict::FailFixable);
  input.waivers = acceptedAll(*before);
  const auto after = triaged(input);
  QVERIFY2(after->verdict == Verdict::PassWithNotes, spelled(*after).c_str());
  QVERIFY(spelled(*after).find("WAIVED by A. Reviewer") != std::string::npos);
  // What was computed stays.
  for (std::size_t i = 0; i < before->findings.size(); ++i) {
    QVERIFY(after->findings[i].waived());
    QVERIFY(after->findings[i].severity == before->findings[i].severity && after->findings[i].cause == before->findings[i].cause);
  }
  // One of them alone leaves the other.
  auto one = std::make_shared<triage::TriageFile>(*input.waivers);
  one->entries.erase(one->entries.begin());
  input.waivers = one;
  QVERIFY(triaged(input)->verdict == Verdict::FailFixable);
}

void TestClassify::waiversLapse_data() {
  QTest::addColumn<CaseKnobs>("reference");
  QTest::addColumn<CaseKnobs>("port");
  QTest::addColumn<bool>("lapses");
  const CaseKnobs nine = knobs([](CaseKnobs &k) { k.latencyA = 9; });
  QTest::newRow("nothing changes") << CaseKnobs() << nine << false;
  QTest::newRow("the port's value changes") << CaseKnobs() << knobs([](CaseKnobs &k) { k.latencyA = 8; }) << true;
  QTest::newRow("the reference's value changes") << knobs([](CaseKnobs &k) { k.latencyA = 2; }) << nine << true;
  QTest::newRow("the port's load reads elsewhere") << CaseKnobs() << knobs([](CaseKnobs &k) {
    k.latencyA = 9;
    k.loadIndicesExchanged = true;
  }) << true;
  QTest::newRow("numbering and names change") << CaseKnobs() << knobs([](CaseKnobs &k) {
    k.latencyA = 9;
    k.deadConstants = k.constantsRepeated = true;
  }) << false;
  QTest::newRow("an op behind it changes") << CaseKnobs() << knobs([](CaseKnobs &k) {
    k.latencyA = 9;
    k.flushSub = true;
  }) << false;
}

void TestClassify::waiversLapse() {
  QFETCH(CaseKnobs, reference);
  QFETCH(CaseKnobs, port);
  QFETCH(bool, lapses);
  triage::TriageInput given = inputOf({}, knobs([](CaseKnobs &k) { k.latencyA = 9; }));
  triage::TriageInput input = inputOf(reference, port);
  input.waivers = acceptedAll(*triaged(given));
  bool found = false;
  const auto triage = triaged(input);
  for (const triage::Finding &finding : triage->findings) {
    if (!finding.waiver) continue;
    found = true;
    QCOMPARE(finding.waiver->lapsed, lapses);
    QCOMPARE(finding.waiver->lapsedWhy.empty(), !lapses);
  }
  QVERIFY(found);
}

void TestClassify::anchorsOutliveNumbering() {
  const auto anchorsOf = [](const CaseKnobs &port) {
    std::vector<std::string> list;
    const auto triage = triaged(inputOf({}, port));
    for (const triage::Finding &finding : triage->findings) list.push_back(finding.anchor);
    return list;
  };
  const auto plain = anchorsOf(knobs([](CaseKnobs &k) { k.latencyA = 9; }));
  QCOMPARE(anchorsOf(knobs([](CaseKnobs &k) {
             k.latencyA = 9;
             k.deadConstants = k.constantsRepeated = true;
           })),
           plain);
  // Another value is the same thing that diverges; another thing is not.
  QCOMPARE(anchorsOf(knobs([](CaseKnobs &k) { k.latencyA = 7; })), plain);
  QVERIFY(anchorsOf(knobs([](CaseKnobs &k) { k.thirdOccupancy = 1; })) != plain);
}

void TestClassify::listingsSayWhose() {
  std::size_t lines = 0;
  for (const CaseKnobs &port : {knobs([](CaseKnobs &k) { k.stridesExchanged = true; }), knobs([](CaseKnobs &k) { k.loopBound = 16; }),
                                knobs([](CaseKnobs &k) { k.mmaExchanged = true; })}) {
    const triage::TriageInput input = inputOf({}, port);
    const auto triage = triage::classify(input);
    QVERIFY(triage.ok());
    for (const triage::Finding &finding : (*triage)->findings) {
      if (!finding.divergence) continue;
      const align::Divergence &of = input.alignment->divergences[*finding.divergence];
      std::size_t sides = 0;
      for (const triage::Evidence &each : finding.evidence) {
        QCOMPARE(each.side.has_value(), each.kind == triage::Evidence::Kind::Listing);
        if (!each.side) continue;
        ++sides;
        const auto &subject = *each.side == align::Side::Reference ? of.reference : of.port;
        QVERIFY(subject.has_value());
        QCOMPARE(each.line, subject->lines.first + 1);
        QVERIFY(each.text.find(std::string(triage::toText(*each.side))) != std::string::npos);
      }
      lines += sides;
      QCOMPARE(sides, std::size_t(of.reference && !of.reference->lines.empty()) + std::size_t(of.port && !of.port->lines.empty()));
    }
  }
  QVERIFY2(lines > 2, "no finding points into a listing: this shows nothing");
}

void TestClassify::sameTwice() {
  const triage::TriageInput input = inputOf({}, knobs([](CaseKnobs &k) { k.mmaExchanged = k.moreAdds = true; }));
  QCOMPARE(spelled(*triaged(input)), spelled(*triaged(input)));
}

QTEST_APPLESS_MAIN(TestClassify)
#include "tst_classify.moc"
