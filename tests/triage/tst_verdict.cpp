// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QTest>

#include "triage/verdict.h"

using namespace tileport;
using namespace tileport::triage;

Q_DECLARE_METATYPE(tileport::triage::Grounds)

class TestVerdict : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void truthTable_data();
  void truthTable();
  void reasonsComeInOrder();
  void everyCombinationIsSound();
};

namespace {

Finding finding(Severity severity, Cause cause = Cause::UserCode, Owner owner = Owner::Kernel) {
  Finding each;
  each.severity = severity;
  each.cause = cause;
  each.owner = owner;
  each.rule = "a_rule";
  each.sentence = "Something differs.";
  each.anchor = "anchor";
  return each;
}

Finding waived(Finding each, bool lapsed = false) {
  each.waiver = Waiver{"accepted", "measured", "A. Reviewer", "2026-11-30", lapsed, lapsed ? "the port's side changed" : ""};
  return each;
}

Grounds grounds(std::vector<Finding> findings) {
  Grounds all;
  all.findings = std::move(findings);
  all.certified = true;
  return all;
}

}  // namespace

void TestVerdict::truthTable_data() {
  QTest::addColumn<Grounds>("given");
  QTest::addColumn<QString>("verdict");
  QTest::addColumn<QString>("owner");
  const auto row = [](const char *name, const Grounds &given, const char *verdict, const char *owner = "none") {
    QTest::newRow(name) << given << QString(verdict) << QString(owner);
  };
  const Finding info = finding(Severity::Info, Cause::SemanticEquiv, Owner::None), warn = finding(Severity::Warn);
  const Finding critical = finding(Severity::Critical), hosts = finding(Severity::Critical, Cause::UserCode, Owner::Host);
  const Finding bug = finding(Severity::Critical, Cause::CompilerBug, Owner::Compiler);
  const Finding limit = finding(Severity::Critical, Cause::DslLimitation, Owner::Compiler);
  const Finding unclear = finding(Severity::Critical, Cause::Undecided);

  row("nothing found", grounds({}), "PASS");
  row("only info", grounds({info, info}), "PASS");
  row("a warning", grounds({info, warn}), "PASS_WITH_NOTES");
  row("critical", grounds({critical}), "FAIL_FIXABLE", "kernel");
  row("critical of the host", grounds({hosts}), "FAIL_FIXABLE", "host");
  row("the kernel before the host", grounds({hosts, critical}), "FAIL_FIXABLE", "kernel");
  row("the compiler's bug", grounds({bug}), "FAIL_COMPILER_BUG");
  row("a limit of the front end", grounds({limit, warn}), "FAIL_COMPILER_BUG");
  row("both of the compiler", grounds({bug, limit}), "FAIL_COMPILER_BUG");
  row("the compiler's and the kernel's", grounds({bug, critical}), "FAIL_FIXABLE", "kernel");
  row("the compiler's and the host's", grounds({bug, hosts}), "FAIL_FIXABLE", "host");
  row("an undecided cause is no bug", grounds({bug, unclear}), "FAIL_FIXABLE", "kernel");
  row("waived critical", grounds({waived(critical)}), "PASS_WITH_NOTES");
  row("waived info", grounds({waived(info)}), "PASS_WITH_NOTES");
  row("lapsed waiver of a critical", grounds({waived(critical, true)}), "FAIL_FIXABLE", "kernel");
  row("lapsed waiver of an info counts for nothing", grounds({waived(info, true)}), "PASS");
  row("waived kernel leaves the host", grounds({waived(critical), hosts}), "FAIL_FIXABLE", "host");
  row("waived kernel leaves the compiler", grounds({waived(critical), bug}), "FAIL_COMPILER_BUG");

  Grounds assumes = grounds({}), leavesOut = grounds({});
  assumes.assumptions = {"%3 + 255 does not exceed i32"};
  leavesOut.exceptions = {"argument 3"};
  row("the certificate assumes", assumes, "PASS_WITH_NOTES");
  row("the certificate leaves out", leavesOut, "PASS_WITH_NOTES");

  for (const bool withWarning : {false, true}) {
    Grounds uncertified = grounds(withWarning ? std::vector{warn} : std::vector{info});
    uncertified.certified = false;
    row(withWarning ? "no certificate, no notes" : "no certificate, no pass", uncertified, "BLOCKED");
    Grounds otherLaunch = grounds(withWarning ? std::vector{warn} : std::vector{info});
    otherLaunch.launchedDifferently = "the two sides are specialised differently";
    row(withWarning ? "another launch with notes" : "another launch", otherLaunch, "BLOCKED");
  }
  Grounds waivedUncertified = grounds({waived(critical)});
  waivedUncertified.certified = false;
  row("a waiver is no certificate", waivedUncertified, "BLOCKED");
  Grounds failedUncertified = grounds({critical});
  failedUncertified.certified = false;
  row("a failure needs no certificate", failedUncertified, "FAIL_FIXABLE", "kernel");
  Grounds oneArchitecture = grounds({});
  oneArchitecture.hintArchitectures = {"sm_90"};
  row("hints of one architecture", oneArchitecture, "PASS_WITH_NOTES");
  Grounds undecided = grounds({critical});
  undecided.undecided = "a budget was hit";
  row("undecided before all else", undecided, "BLOCKED");
}

void TestVerdict::truthTable() {
  QFETCH(Grounds, given);
  const Judgement judgement = judge(given);
  QTEST(QString::fromUtf8(toText(judgement.verdict).data()), "verdict");
  QTEST(QString::fromUtf8(toText(judgement.owner).data()), "owner");
  QCOMPARE(judgement.reasons.empty(), judgement.verdict == Verdict::Pass);
  if (judgement.verdict == Verdict::Blocked) QVERIFY(judgement.reasons.front().starts_with("UNDECIDED: "));
}

void TestVerdict::reasonsComeInOrder() {
  Grounds given =
      grounds({finding(Severity::Warn), finding(Severity::Critical), finding(Severity::Critical), waived(finding(Severity::Critical))});
  given.undecided = "a budget was hit";
  const Judgement judgement = judge(given);
  QCOMPARE(judgement.reasons.size(), std::size_t(4));
  QCOMPARE(judgement.reasons[0], std::string("UNDECIDED: a budget was hit"));
  QCOMPARE(judgement.reasons[1], std::string("CRITICAL a_rule: 2 findings, the first: Something differs."));
  QVERIFY(judgement.reasons[2].starts_with("WARN a_rule: 1 finding, "));
  QCOMPARE(judgement.reasons[3], std::string("WAIVED by A. Reviewer: a_rule (anchor)"));
}

/// The promises that hold whatever comes together, over all pairs of findings.
void TestVerdict::everyCombinationIsSound() {
  std::vector<Finding> all;
  for (const Severity severity : {Severity::Info, Severity::Warn, Severity::Critical})
    for (const Cause cause : {Cause::UserCode, Cause::DslLimitation, Cause::CompilerBug, Cause::SemanticEquiv, Cause::Undecided})
      for (const Owner owner : {Owner::None, Owner::Kernel, Owner::Host, Owner::Compiler}) {
        const Finding each = finding(severity, cause, owner);
        all.insert(all.end(), {each, waived(each), waived(each, true)});
      }
  for (const Finding &a : all) {
    for (const Finding &b : all) {
      for (const bool certified : {false, true}) {
        Grounds given = grounds({a, b});
        given.certified = certified;
        given.hintArchitectures = {"sm_90"};
        QVERIFY(judge(given).verdict != Verdict::Pass);
        given.hintArchitectures.clear();
        const Verdict verdict = judge(given).verdict;
        const bool open = (a.severity == Severity::Critical && !a.waived()) || (b.severity == Severity::Critical && !b.waived());
        const bool passes = verdict == Verdict::Pass || verdict == Verdict::PassWithNotes;
        QVERIFY(!(open && passes));
        QVERIFY(certified || !passes);
        QVERIFY(!(verdict == Verdict::Pass && (a.waived() || b.waived() || a.severity == Severity::Warn || b.severity == Severity::Warn)));
        QCOMPARE(open, verdict == Verdict::FailFixable || verdict == Verdict::FailCompilerBug);
      }
    }
  }
}

QTEST_APPLESS_MAIN(TestVerdict)
#include "tst_verdict.moc"
