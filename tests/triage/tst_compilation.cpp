// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a compiler did with two programs, judged: whose fault it is depends on whether the programs are the same.
#include <QTest>
#include <functional>
#include <set>

#include "programs.h"
#include "tileir/op_info.h"
#include "tileir/text_reader.h"
#include "triage/anchors.h"
#include "triage/classify.h"

using namespace tileport;
using namespace tileport::test;
using evidence::Compilation;
using evidence::Remark;
using triage::CompileDifference;
using triage::Severity;
using triage::Verdict;
using End = Compilation::End;

namespace {

/// Each op stands in a line of its own; locations as front ends write them.
const std::string kLocated = R"IR(
entry @one(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>) {
  %tok = make_token : token loc("k.py":1:0)
  %a, %ta = load_ptr_tko weak %p token=%tok : tile<ptr<f32>> -> tile<f32>, token loc("k.py":LOADA:4)
  %b, %tb = load_ptr_tko weak %q token=%tok : tile<ptr<f32>> -> tile<f32>, token loc("k.py":LOADB:4)
  %s = addf %a, %b : tile<f32> loc("k.py":9:1)
  %t = store_ptr_tko weak %p, %s token=%ta : tile<ptr<f32>>, tile<f32> -> token loc("k.py":STORE:2)
  return loc("k.py":12:0)
}
)IR";

std::string replaced(std::string text, const std::string &from, const std::string &to) {
  const std::size_t at = text.find(from);
  if (at == std::string::npos) qFatal("nothing to edit: %s", from.c_str());
  return text.replace(at, from.size(), to);
}

std::string located(int loadA = 3, int loadB = 4, int store = 11) {
  return replaced(replaced(replaced(kLocated, "LOADA", std::to_string(loadA)), "LOADB", std::to_string(loadB)), "STORE",
                  std::to_string(store));
}

tileir::ProgramPtr program(const std::string &text) {
  auto read = tileir::readText(text, "program");
  if (!read) qFatal("%s", read.error().toString().c_str());
  return *read;
}

Compilation ended(End end) {
  Compilation side;
  side.end = end;
  switch (end) {
    case End::Compiled: side.how = "compiled"; break;
    case End::Refused:
      side.how = "refused: failed to compile Tile IR program (exit code 5)";
      side.exitCode = 5;
      break;
    case End::Crashed:
      side.how = "crashed: signal 11 (Segmentation fault)";
      side.signal = 11;
      side.output = "Stack dump:\n0. pass\n";
      break;
    case End::Unfinished: side.how = "did not end within 60 s"; break;
    case End::NotRun: side.how = "It lacks libnvvm."; break;
  }
  return side;
}

Remark remark(const std::string &name, const std::string &text, std::uint32_t line, std::uint32_t column = 4) {
  Remark each;
  each.function = "one";
  each.name = name;
  each.pass = name.find("Hint") == std::string::npos ? "Memory" : "Hints";
  each.arguments = {{"Remark", text}};
  if (line != 0) each.file = "k.py", each.line = line, each.column = column;
  return each;
}

const std::string kLoad = "RemarkMemoryLoadInstructionSelected", kStore = "RemarkMemoryStoreInstructionSelected";

struct Given {
  std::string reference = located(), port = located();
  Compilation left = ended(End::Compiled), right = ended(End::Compiled);
  bool certified = true;
  std::vector<certificate::Assumption> assumptions = {};
  std::string gpu = "sm_100";
};

triage::TriageInput inputOf(const Given &given) {
  triage::TriageInput input;
  input.alignment = *align::align(program(given.reference), program(given.port));
  if (given.certified && input.alignment->same())
    input.certificate = certificate::Checked{.assumptions = given.assumptions, .exceptions = {}, .steps = 7};
  auto compiled = std::make_shared<evidence::CompiledPair>();
  compiled->gpuName = given.gpu;
  compiled->tool = "tileiras 13.4.92";
  compiled->reference = given.left;
  compiled->port = given.right;
  input.compiled = compiled;
  return input;
}

triage::TriagePtr triaged(const Given &given) { return *triage::classify(inputOf(given)); }

std::vector<triage::Finding> ofCompilation(const triage::Triage &triage) {
  std::vector<triage::Finding> findings;
  for (const triage::Finding &each : triage.findings)
    if (each.compilation) findings.push_back(each);
  return findings;
}

QString spelled(const triage::Triage &triage) {
  QString text = QString::fromUtf8(toText(triage.verdict).data());
  for (const triage::Finding &each : ofCompilation(triage))
    text += " " + QString::fromStdString(each.rule) + ":" + QString::fromUtf8(toText(each.severity).data()) + ":" +
            QString::fromUtf8(toText(each.cause).data()) + ":" + QString::fromUtf8(toText(each.owner).data());
  return text;
}

/// Another float op: CRITICAL.
std::string different() { return replaced(located(), "addf %a, %b", "subf %a, %b"); }
/// An integer constant more that is computed with and read by nothing: INFO.
std::string noted() {
  return replaced(located(), "  %s = addf", "  %c = constant <i32: 3> : tile<i32>\n  %d = muli %c, %c : tile<i32>\n  %s = addf");
}

}  // namespace

class TestCompilation : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void withoutItNothingChanges();
  void verdicts_data();
  void verdicts();
  void everyRuleHasACase();
  void noEndMakesAPassOfAFailure();
  void evidenceHasTheOutputs();
  void remarksByOps();
  void remarksByEntries();
  void whereLocationsAreSharedCountsDecide();
  void opsThatAreKnownNeedNoLocation();
  void tellsWhereOpsShareALocation();
  void hintsUnderAnyKeyAreTheSame();
  void remarksOfWhatDiffersAreEvidence();
  void remarksFollowViews();
  void unreadRemarksAreNoPass();
  void otherArchitecturesAreNotKnown();
  void rulesWithoutAnAspectDoNotFit();
  void waiversCoverAndLapse();
};

void TestCompilation::withoutItNothingChanges() {
  triage::TriageInput input = inputOf({});
  const auto with = *triage::classify(input);
  input.compiled = nullptr;
  const auto without = *triage::classify(input);
  QCOMPARE(with->verdict, Verdict::Pass);
  QCOMPARE(without->verdict, Verdict::Pass);
  QVERIFY(without->compiled == nullptr && with->compiled != nullptr && with->compileDifferences.empty());
}

void TestCompilation::verdicts_data() {
  QTest::addColumn<QString>("port");
  QTest::addColumn<int>("left");
  QTest::addColumn<int>("right");
  QTest::addColumn<QString>("says");
  const auto row = [](const char *name, const std::string &port, End left, End right, const char *says) {
    QTest::newRow(name) << QString::fromStdString(port) << int(left) << int(right) << says;
  };
  const std::string same = located(), info = noted(), other = different();
  row("both compiled", same, End::Compiled, End::Compiled, "PASS");
  row("port crashes", same, End::Compiled, End::Crashed, "FAIL_COMPILER_BUG compile_crash_of_one:CRITICAL:compiler_bug:compiler");
  row("reference crashes", same, End::Crashed, End::Compiled, "FAIL_COMPILER_BUG compile_crash_of_one:CRITICAL:compiler_bug:compiler");
  row("port refused", same, End::Compiled, End::Refused, "FAIL_COMPILER_BUG compile_refusal_of_one:CRITICAL:compiler_bug:compiler");
  row("reference refused", same, End::Refused, End::Compiled, "FAIL_COMPILER_BUG compile_refusal_of_one:CRITICAL:compiler_bug:compiler");
  row("one crashes, one is refused", same, End::Refused, End::Crashed,
      "FAIL_COMPILER_BUG compile_crash_of_one:CRITICAL:compiler_bug:compiler compile_failure_of_both:WARN:undecided:none");
  row("both crash", same, End::Crashed, End::Crashed, "PASS_WITH_NOTES compile_crash_of_both:WARN:compiler_bug:compiler");
  row("both refused", same, End::Refused, End::Refused, "PASS_WITH_NOTES compile_failure_of_both:WARN:undecided:none");
  row("port hangs", same, End::Compiled, End::Unfinished, "PASS_WITH_NOTES compile_unfinished:WARN:undecided:none");
  row("no libnvvm", same, End::NotRun, End::NotRun, "PASS_WITH_NOTES compile_not_run:WARN:undecided:none");
  row("crash, and the other side not known", same, End::NotRun, End::Crashed,
      "PASS_WITH_NOTES compile_failure_of_both:WARN:undecided:none compile_not_run:WARN:undecided:none");
  row("INFO alone, port crashes", info, End::Compiled, End::Crashed,
      "FAIL_COMPILER_BUG compile_crash_of_one:CRITICAL:compiler_bug:compiler");
  row("different, port crashes", other, End::Compiled, End::Crashed, "FAIL_FIXABLE compile_failure_of_port:CRITICAL:undecided:kernel");
  row("different, port refused", other, End::Compiled, End::Refused, "FAIL_FIXABLE compile_failure_of_port:CRITICAL:undecided:kernel");
  row("different, reference refused", other, End::Refused, End::Compiled, "FAIL_FIXABLE compile_failure_of_reference:WARN:undecided:none");
}

void TestCompilation::verdicts() {
  QFETCH(QString, port);
  QFETCH(int, left);
  QFETCH(int, right);
  QFETCH(QString, says);
  QCOMPARE(spelled(*triaged({.port = port.toStdString(), .left = ended(End(left)), .right = ended(End(right))})), says);
}

void TestCompilation::everyRuleHasACase() {
  std::set<std::string> fired;
  const End all[] = {End::Compiled, End::Refused, End::Crashed, End::Unfinished, End::NotRun};
  for (const std::string &port : {located(), different()})
    for (const End left : all)
      for (const End right : all)
        for (const auto &each : ofCompilation(*triaged({.port = port, .left = ended(left), .right = ended(right)})))
          fired.insert(each.rule);
  Given given;
  given.right.remarks = {remark(kLoad, "TMA", 3), remark("RemarkHint", "OptimizationHint used latency", 3)};
  for (const auto &each : ofCompilation(*triaged(given))) fired.insert(each.rule);
  given.right.remarksUnknown = "cut";
  for (const auto &each : ofCompilation(*triaged(given))) fired.insert(each.rule);
  for (const triage::Rule &rule : triage::defaultPolicy().rules)
    if (rule.when.aspects == std::vector<std::string>{"compilation"}) QVERIFY2(fired.erase(rule.id) == 1, rule.id.c_str());
  QVERIFY2(fired.empty(), fired.empty() ? "" : fired.begin()->c_str());
}

void TestCompilation::noEndMakesAPassOfAFailure() {
  const End all[] = {End::Compiled, End::Refused, End::Crashed, End::Unfinished, End::NotRun};
  for (const End left : all)
    for (const End right : all)
      for (const bool certified : {true, false}) {
        const auto triage = triaged({.left = ended(left), .right = ended(right), .certified = certified});
        const bool whole = left == End::Compiled && right == End::Compiled;
        QVERIFY(whole || triage->verdict != Verdict::Pass);
        if (!certified) QVERIFY(triage->verdict == Verdict::Blocked || triage->verdict == Verdict::FailFixable);
        // What is not shown to be the same accuses no compiler, but for a crash on both sides.
        for (const auto &each : ofCompilation(*triage))
          if (!certified && left != right) QVERIFY(each.cause != triage::Cause::CompilerBug);
        // A certificate that assumes something shows nothing either.
        const auto assumed = triaged({.left = ended(left), .right = ended(right), .assumptions = {certificate::Assumption{}}});
        for (const auto &each : ofCompilation(*assumed))
          if (left != right) QVERIFY(each.cause != triage::Cause::CompilerBug);
      }
}

void TestCompilation::evidenceHasTheOutputs() {
  const auto findings = ofCompilation(*triaged({.right = ended(End::Crashed)}));
  QCOMPARE(findings.size(), std::size_t(1));
  std::string compiler;
  bool certificate = false;
  for (const triage::Evidence &each : findings.front().evidence) {
    if (each.kind == triage::Evidence::Kind::Compiler) compiler += each.text + "\n";
    certificate |= each.kind == triage::Evidence::Kind::Certificate;
  }
  QVERIFY(certificate);
  for (const char *part : {"the reference, tileiras 13.4.92 for sm_100: compiled",
                           "the port, tileiras 13.4.92 for sm_100: crashed: signal 11", "it printed: Stack dump: | 0. pass"})
    QVERIFY2(compiler.find(part) != std::string::npos, compiler.c_str());
  QVERIFY(findings.front().sentence.find("crashed: signal 11 (Segmentation fault)") != std::string::npos);
}

void TestCompilation::remarksByOps() {
  // The port's lines are others, and stand the other way round.
  Given given{.port = located(20, 10, 30)};
  given.left.remarks = {remark(kLoad, "TMA", 3), remark(kLoad, "global", 4), remark(kStore, "TMA", 11, 2)};
  given.right.remarks = {remark(kLoad, "TMA", 20), remark(kLoad, "global", 10), remark(kStore, "TMA", 30, 2)};
  QCOMPARE(spelled(*triaged(given)), QStringLiteral("PASS"));
  // The same remarks as often, on the other load each.
  std::swap(given.right.remarks[0].line, given.right.remarks[1].line);
  const auto triage = triaged(given);
  QCOMPARE(spelled(*triage),
           QStringLiteral("PASS_WITH_NOTES remarks_differ:WARN:compiler_bug:compiler remarks_differ:WARN:compiler_bug:compiler"));
  const CompileDifference &first = triage->compileDifferences.front();
  QCOMPARE(first.name, std::string("load_ptr_tko"));
  QCOMPARE(first.referenceText, std::string("TMA"));
  QCOMPARE(first.portText, std::string("global"));
  QVERIFY(first.reference.valid() && triage->alignment->portOf[first.reference.index()] == first.port);
  QCOMPARE(ofCompilation(*triage).front().impact.performance, triage::Reach::Possible);
  // One side says more.
  given.right.remarks = given.left.remarks;
  for (std::size_t i = 0; i < 3; ++i) given.right.remarks[i].line = i == 0 ? 20 : i == 1 ? 10 : 30;
  given.right.remarks.push_back(remark("RemarkMemoryTmaLoadFailed", "not aligned", 10));
  const auto more = triaged(given);
  QCOMPARE(more->compileDifferences.size(), std::size_t(1));
  QVERIFY(more->compileDifferences.front().referenceText.empty());
  QCOMPARE(more->compileDifferences.front().portText, std::string("not aligned"));
}

void TestCompilation::remarksByEntries() {
  Given given;
  given.left.remarks = {remark(kLoad, "TMA", 3), remark(kLoad, "TMA", 4)};
  // The port has no locations: it is counted.
  Remark twice = remark(kLoad, "TMA", 0);
  twice.times = 2;
  twice.function = "renamed";  // with one entry it can be no other
  given.right.remarks = {twice};
  QCOMPARE(spelled(*triaged(given)), QStringLiteral("PASS"));
  given.right.remarks.front().times = 3;
  const auto triage = triaged(given);
  QCOMPARE(spelled(*triage), QStringLiteral("PASS_WITH_NOTES remarks_differ:WARN:compiler_bug:compiler"));
  QCOMPARE(triage->compileDifferences.front().name, std::string("entry @one"));
  QCOMPARE(triage->compileDifferences.front().portText, std::string("3 times, not 2, TMA"));
}

void TestCompilation::whereLocationsAreSharedCountsDecide() {
  Given given{.reference = located(3, 3), .port = located()};
  Remark both = remark(kLoad, "TMA", 3);
  both.times = 2;
  given.left.remarks = {both};
  given.right.remarks = {remark(kLoad, "TMA", 3), remark(kLoad, "TMA", 4)};
  QCOMPARE(spelled(*triaged(given)), QStringLiteral("PASS"));
  given.right.remarks.pop_back();
  QCOMPARE(spelled(*triaged(given)), QStringLiteral("PASS_WITH_NOTES remarks_differ:WARN:compiler_bug:compiler"));
}

void TestCompilation::opsThatAreKnownNeedNoLocation() {
  Given given;
  given.left.remarks = {remark(kLoad, "TMA", 3), remark(kLoad, "global", 4)};
  given.right.remarks = {remark(kLoad, "TMA", 0), remark(kLoad, "global", 0)};
  given.right.remarks[0].op = 1;
  given.right.remarks[1].op = 2;
  QCOMPARE(spelled(*triaged(given)), QStringLiteral("PASS"));
  std::swap(given.right.remarks[0].op, given.right.remarks[1].op);
  const auto triage = triaged(given);
  QCOMPARE(triage->compileDifferences.size(), std::size_t(2));
  QCOMPARE(triage->compileDifferences.front().port, tileir::OpId(std::size_t{1}));
  given.right.remarks[0].op = 1000;  // of no program: counted
  QCOMPARE(triaged(given)->compileDifferences.size(), std::size_t(0));
}

void TestCompilation::tellsWhereOpsShareALocation() {
  QVERIFY(triage::tellsOpsApart(*program(located())));
  QVERIFY(triage::tellsOpsApart(*program(replaced(located(), " loc(\"k.py\":9:1)", ""))));  // tileiras remarks on no addf
  QVERIFY(!triage::tellsOpsApart(*program(located(3, 3))));
  QVERIFY(!triage::tellsOpsApart(*program(replaced(located(), " loc(\"k.py\":3:4)", ""))));
}

void TestCompilation::hintsUnderAnyKeyAreTheSame() {
  Given given;
  given.left.remarks = {remark("RemarkHintDefault", "OptimizationHint used default latency", 3)};
  given.right.remarks = {remark("RemarkHint", "OptimizationHint used latency", 3)};
  QCOMPARE(spelled(*triaged(given)), QStringLiteral("PASS"));
  // On one side without a location.
  given.right.remarks.front() = remark("RemarkHint", "OptimizationHint used latency", 0);
  QCOMPARE(spelled(*triaged(given)), QStringLiteral("PASS"));
  given.right.remarks.front() = remark("RemarkHint", "OptimizationHint used latency", 3);
  // On another op: told, and decides nothing.
  given.right.remarks.front().line = 4;
  QCOMPARE(spelled(*triaged(given)),
           QStringLiteral("PASS hint_remarks_differ:INFO:undecided:none hint_remarks_differ:INFO:undecided:none"));
}

void TestCompilation::remarksOfWhatDiffersAreEvidence() {
  Given given{.port = replaced(located(), "store_ptr_tko weak", "store_ptr_tko relaxed device")};
  given.left.remarks = {remark(kStore, "TMA", 11, 2), remark(kLoad, "TMA", 3)};
  given.right.remarks = {remark(kStore, "global", 11, 2), remark(kLoad, "global", 3)};
  const auto triage = triaged(given);
  QVERIFY(ofCompilation(*triage).empty());
  QCOMPARE(triage->compileDifferences.size(), std::size_t(2));
  std::size_t told = 0;
  for (const triage::Finding &finding : triage->findings)
    for (const triage::Evidence &each : finding.evidence)
      if (each.kind == triage::Evidence::Kind::Compiler) {
        ++told;
        QVERIFY2(each.text.find("store_ptr_tko: in the reference TMA; in the port global") != std::string::npos, each.text.c_str());
      }
  QVERIFY(told > 0);
  // What no finding is about is not said to be told.
  for (const CompileDifference &each : triage->compileDifferences) QCOMPARE(each.isTold, each.name == "store_ptr_tko");
}

void TestCompilation::remarksFollowViews() {
  const auto load = [](const tileir::Program &program) {
    for (std::size_t i = 0; i < program.opCount(); ++i)
      if (tileir::info(program.op(tileir::OpId(i)).kind).mnemonic == "load_view_tko") return std::uint32_t(i);
    return std::uint32_t(0);
  };
  Given given{.reference = kViews, .port = replaced(kViews, "assume div_by<4>, %s", "assume div_by<2>, %s")};
  Remark tma = remark(kLoad, "TMA", 0), global = remark(kLoad, "global", 0);
  tma.op = load(*program(given.reference));
  global.op = load(*program(given.port));
  given.left.remarks = {tma};
  given.right.remarks = {global};
  const auto triage = triaged(given);
  bool found = false;
  for (const triage::Finding &finding : triage->findings)
    for (const triage::Evidence &each : finding.evidence) found |= each.kind == triage::Evidence::Kind::Compiler;
  QVERIFY(found);
  QVERIFY(triage->compileDifferences.front().isTold);
}

void TestCompilation::unreadRemarksAreNoPass() {
  Given given;
  given.right.remarksUnknown = "it ends within a remark";
  QCOMPARE(spelled(*triaged(given)), QStringLiteral("PASS_WITH_NOTES remarks_unread:WARN:undecided:none"));
  given.port = different();
  QCOMPARE(spelled(*triaged(given)), QStringLiteral("FAIL_FIXABLE"));
}

void TestCompilation::otherArchitecturesAreNotKnown() {
  const auto hinted = [](const char *hints) {
    return replaced(located(), "%q: tile<ptr<f32>>) {", std::string("%q: tile<ptr<f32>>) optimization_hints=<") + hints + "> {");
  };
  Given given{.reference = hinted("default = {occupancy = 2}"), .port = hinted("sm_100 = {occupancy = 2}")};
  given.right = ended(End::Crashed);
  QCOMPARE(spelled(*triaged(given)), QStringLiteral("FAIL_COMPILER_BUG compile_crash_of_one:CRITICAL:compiler_bug:compiler"));
  given.gpu = "sm_90";
  QCOMPARE(spelled(*triaged(given)), QStringLiteral("FAIL_FIXABLE compile_failure_of_port:CRITICAL:undecided:kernel"));
  given.right = ended(End::Compiled);
  given.right.remarks = {remark(kLoad, "TMA", 3)};
  QCOMPARE(spelled(*triaged(given)), QStringLiteral("PASS_WITH_NOTES"));
}

void TestCompilation::rulesWithoutAnAspectDoNotFit() {
  const auto policy = triage::readPolicy(R"({"schema": "tileport-policy/1", "name": "team", "version": "1", "families": {}, "rules": [
    {"id": "all", "when": {}, "then": {"severity": "INFO", "cause": "undecided", "owner": "none", "impact": {}, "sentence": "x"}}]})",
                                         "policy.json");
  QVERIFY2(policy.ok(), policy ? "" : policy.error().toString().c_str());
  const auto triage = *triage::classify(inputOf({.right = ended(End::Crashed)}), *policy);
  QCOMPARE(ofCompilation(*triage).front().rule, std::string("no_rule"));
  QCOMPARE(triage->verdict, Verdict::FailFixable);
}

void TestCompilation::waiversCoverAndLapse() {
  triage::TriageInput input = inputOf({.right = ended(End::Crashed)});
  const auto before = *triage::classify(input);
  const triage::Finding finding = ofCompilation(*before).front();
  const triage::Anchors anchors(*input.alignment, before->compileDifferences);
  auto file = std::make_shared<triage::TriageFile>();
  file->entries.push_back({finding.anchor, "compiler_bug", "reported", "A. Reviewer", "2026-11-30", {anchors.covered(finding)}});
  input.waivers = file;
  QCOMPARE((*triage::classify(input))->verdict, Verdict::PassWithNotes);
  // The same crash of another program, and another failure of the same one.
  triage::TriageInput other = inputOf(
      {.reference = replaced(located(), "addf", "mulf"), .port = replaced(located(), "addf", "mulf"), .right = ended(End::Crashed)});
  other.waivers = file;
  const auto lapsed = *triage::classify(other);
  QCOMPARE(lapsed->verdict, Verdict::FailCompilerBug);
  QVERIFY(ofCompilation(*lapsed).front().waiver && ofCompilation(*lapsed).front().waiver->lapsed);
  triage::TriageInput abort = inputOf({.right = ended(End::Crashed)});
  auto compiled = std::make_shared<evidence::CompiledPair>(*abort.compiled);
  compiled->port.how = "crashed: signal 6 (Aborted)";
  abort.compiled = compiled;
  abort.waivers = file;
  QCOMPARE((*triage::classify(abort))->verdict, Verdict::FailCompilerBug);
}

QTEST_GUILESS_MAIN(TestCompilation)
#include "tst_compilation.moc"
