// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One finding in several variants is one thing: nothing is lost or counted twice, the gravest stands for all, and what a waiver of it
// covers is what each review by itself would have it cover.
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <map>
#include <set>

#include "triage/triage_file.h"
#include "workspace/operator_findings.h"

using namespace tileport;
using namespace tileport::workspace;
namespace fs = std::filesystem;
using triage::Severity;
using triage::Verdict;

namespace {

VariantFindingsPtr variantOf(std::vector<KeptFinding> findings, std::optional<Verdict> verdict = Verdict::FailFixable,
                             const fs::path &file = "triage.json") {
  auto variant = std::make_shared<VariantFindings>();
  for (KeptFinding &each : findings) variant->findings.push_back({std::make_shared<const KeptFinding>(std::move(each)), 0u, {}, 0});
  variant->verdict = verdict;
  variant->triageFile = file;
  return variant;
}

KeptFinding finding(const std::string &anchor, Severity severity = Severity::Warn, const std::string &key = "r") {
  return {.anchor = anchor, .title = anchor, .severity = severity, .covers = {key, "p"}};
}

VariantFindingsPtr refusedVariant() {
  return variantFindings(Error{ErrorKind::CannotRead, "there is no such file", {.file = "f8"}, "Import again."});
}

/// By anchor: in how many variants, and how often in all of them.
std::map<std::string, std::pair<std::size_t, std::size_t>> spreadOf(const std::vector<ReviewPtr> &reviews) {
  std::map<std::string, std::pair<std::size_t, std::size_t>> spread;
  for (const ReviewPtr &review : reviews) {
    std::set<std::string> anchors;
    for (const triage::Finding &each : review->triage->findings) {
      ++spread[each.anchor].second;
      if (anchors.insert(each.anchor).second) ++spread[each.anchor].first;
    }
  }
  return spread;
}

}  // namespace

class TestOperatorFindings : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void everyFindingOfTheDemoOnce();
  void whatIsTheSameIsKeptOnce();
  void coversWhatEachReviewWould();
  void severalAlikeInOneVariant();
  void filesApart();
  void gravestStandsForAll();
  void waivers();
  void verdictOfAll();

 private:
  std::vector<ReviewPtr> reviewsOf(const Operator &op) const {
    std::vector<ReviewPtr> reviews;
    for (const Variant &variant : op.variants) reviews.push_back(*review(op, variant));
    return reviews;
  }
  OperatorFindingsPtr findingsOf(const std::vector<ReviewPtr> &reviews) const {
    std::vector<VariantFindingsPtr> variants;
    for (const ReviewPtr &each : reviews) variants.push_back(variantFindings(each, variants.empty() ? nullptr : variants.front().get()));
    return operatorFindings(std::move(variants));
  }
  std::unique_ptr<QTemporaryDir> folder_;
  WorkspacePtr demo_;
};

/// A copy, in which a triage may be kept.
void TestOperatorFindings::init() {
  folder_ = std::make_unique<QTemporaryDir>();
  const fs::path copy = folder_->path().toStdString() + "/demo";
  fs::copy(TILEPORT_SOURCE_DIR "/resources/demo", copy, fs::copy_options::recursive);
  const auto opened = openWorkspace(copy);
  QVERIFY2(opened.ok(), opened.ok() ? "" : opened.error().toString().c_str());
  demo_ = *opened;
}

void TestOperatorFindings::everyFindingOfTheDemoOnce() {
  std::size_t shared = 0;
  for (const Operator &op : demo_->operators) {
    const std::vector<ReviewPtr> reviews = reviewsOf(op);
    const OperatorFindingsPtr all = findingsOf(reviews);
    const auto expected = spreadOf(reviews);
    QCOMPARE(all->findings.size(), expected.size());
    for (std::uint32_t i = 0; i < all->findings.size(); ++i) {
      const OperatorFinding &of = all->findings[i];
      const auto &[variants, places] = expected.at(of.finding->anchor);
      QCOMPARE(std::size_t(of.variants), variants);
      QCOMPARE(of.places.size(), places);
      if (of.variants > 1) ++shared;
      for (const OperatorFinding::Place &place : of.places) {
        QCOMPARE(all->findingOf[place.variant][place.position], i);
        // Where it leads is what it says.
        const VariantFindings::One &one = all->at(place);
        const triage::Finding &there = reviews[place.variant]->triage->findings[place.position];
        QCOMPARE(one.finding->sentence, there.sentence);
        QCOMPARE(one.divergence.has_value(), there.divergence.has_value());
        if (one.divergence) QCOMPARE(std::size_t(*one.divergence), *there.divergence);
        if (one.divergence) QVERIFY(one.finding->title.starts_with(reviews[place.variant]->alignment->divergences[*one.divergence].name));
      }
      if (i > 0) QVERIFY(all->findings[i - 1].finding->severity >= of.finding->severity);
    }
    QCOMPARE(all->count(Verdict::FailFixable) + all->count(Verdict::FailCompilerBug) + all->count(Verdict::Blocked) +
                 all->count(Verdict::PassWithNotes) + all->count(Verdict::Pass),
             op.variants.size());
  }
  QVERIFY2(shared > 0, "no finding of the demo is in two variants: this shows nothing");
}

void TestOperatorFindings::whatIsTheSameIsKeptOnce() {
  for (const Operator &op : demo_->operators) {
    const std::vector<ReviewPtr> reviews = reviewsOf(op);
    const VariantFindingsPtr first = variantFindings(reviews.front()), again = variantFindings(reviews.front(), first.get());
    QCOMPARE(again->findings.size(), first->findings.size());
    for (std::size_t i = 0; i < first->findings.size(); ++i) QCOMPARE(again->findings[i].finding.get(), first->findings[i].finding.get());
  }
}

void TestOperatorFindings::coversWhatEachReviewWould() {
  std::size_t compared = 0;
  for (const Operator &op : demo_->operators) {
    const std::vector<ReviewPtr> reviews = reviewsOf(op);
    const OperatorFindingsPtr all = findingsOf(reviews);
    for (const OperatorFinding &of : all->findings) {
      const triage::TriageEntry entry{of.finding->anchor, "accepted", "measured", "A. Reviewer", "2026-11-30", {}};
      for (const ReviewPtr &each : reviews) (void)acceptFindings(*each, entry);
      const fs::path file = *triageFileOf(reviews.front()->port);
      const auto written = triage::readTriageFile(file);
      QVERIFY(written.ok());
      const triage::TriageEntry *kept = written->find(of.finding->anchor);
      QVERIFY(kept != nullptr);
      QVERIFY(coversIn(*all, of, file) == kept->covers);
      ++compared;
    }
  }
  QVERIFY(compared > 0);
}

void TestOperatorFindings::severalAlikeInOneVariant() {
  const auto all = operatorFindings({variantOf({finding("a"), finding("b"), finding("a")}), variantOf({finding("a")})});
  QCOMPARE(all->findings.size(), std::size_t(2));
  const OperatorFinding &a = all->findings.front();
  QCOMPARE(a.finding->anchor, std::string("a"));
  QCOMPARE(a.variants, 2U);
  QCOMPARE(a.places.size(), std::size_t(3));
  // As often as a variant has it, not as all have.
  QVERIFY(coversIn(*all, a, "triage.json") == (std::vector<triage::CoveredPair>{{"r", "p", 2}}));
}

void TestOperatorFindings::filesApart() {
  const auto all = operatorFindings(
      {variantOf({finding("a")}), variantOf({finding("a", Severity::Warn, "s")}, Verdict::FailFixable, "other/triage.json")});
  QVERIFY(coversIn(*all, all->findings.front(), "triage.json") == (std::vector<triage::CoveredPair>{{"r", "p", 1}}));
  QVERIFY(coversIn(*all, all->findings.front(), "other/triage.json") == (std::vector<triage::CoveredPair>{{"s", "p", 1}}));
  QVERIFY(coversIn(*all, all->findings.front(), "nowhere/triage.json").empty());
}

void TestOperatorFindings::gravestStandsForAll() {
  const auto all = operatorFindings({variantOf({finding("seen everywhere"), finding("mixed", Severity::Info)}), nullptr,
                                     variantOf({finding("mixed", Severity::Critical), finding("seen everywhere")})});
  QCOMPARE(all->findings.front().finding->anchor, std::string("mixed"));
  QVERIFY(all->findings.front().finding->severity == Severity::Critical);
  QCOMPARE(all->findingOf[0], (std::vector<std::uint32_t>{1, 0}));
  QVERIFY(all->findingOf[1].empty());
  QCOMPARE(all->findingOf[2], (std::vector<std::uint32_t>{0, 1}));
  // What has no anchor is told apart by what it reads.
  KeptFinding one = finding(""), other = finding("");
  one.title = "one";
  other.title = "other";
  QCOMPARE(operatorFindings({variantOf({one, other}), variantOf({one})})->findings.size(), std::size_t(2));
  // Of equal severity, what makes other results comes before what more variants have.
  KeptFinding changing = finding("changes results");
  changing.impact.result = triage::Reach::Certain;
  const auto ordered = operatorFindings({variantOf({finding("a"), changing}), variantOf({finding("a")})});
  QCOMPARE(ordered->findings.front().finding->anchor, std::string("changes results"));
}

void TestOperatorFindings::waivers() {
  KeptFinding waived = finding("a"), lapsed = finding("a");
  waived.waiver = triage::Waiver{"accepted", "measured", "A. Reviewer", "2026-11-30", false, ""};
  lapsed.waiver = triage::Waiver{"accepted", "measured", "A. Reviewer", "2026-11-30", true, "the port's side has changed"};
  const auto all = operatorFindings({variantOf({waived}), variantOf({lapsed}), variantOf({finding("a")}), variantOf({finding("b")})});
  QCOMPARE(all->findings.front().waived, 1U);
  QVERIFY(all->findings.front().hasWaiver);
  QVERIFY(!all->findings.back().hasWaiver);
}

void TestOperatorFindings::verdictOfAll() {
  const auto of = [](std::vector<VariantFindingsPtr> variants) { return operatorFindings(std::move(variants))->verdict(); };
  const auto passes = variantOf({}, Verdict::Pass), notes = variantOf({}, Verdict::PassWithNotes), fails = variantOf({});
  QCOMPARE(of({passes, passes}), std::optional(Verdict::Pass));
  QCOMPARE(of({passes, notes}), std::optional(Verdict::PassWithNotes));
  QCOMPARE(of({fails, nullptr}), std::optional(Verdict::FailFixable));
  QCOMPARE(of({variantOf({}, Verdict::FailCompilerBug), fails}), std::optional(Verdict::FailFixable));
  // What is not known may be worse, and what could not be read passes nothing.
  QVERIFY(!of({passes, nullptr}));
  QVERIFY(!of({}));
  QVERIFY(!of({passes, variantOf({}, std::nullopt)}));
  QCOMPARE(of({passes, refusedVariant()}), std::optional(Verdict::Blocked));
  QCOMPARE(operatorFindings({passes, refusedVariant(), nullptr})->refused(), std::size_t(1));
  QVERIFY(refusedVariant()->refused.find("f8") != std::string::npos);
}

QTEST_APPLESS_MAIN(TestOperatorFindings)
#include "tst_operator_findings.moc"
