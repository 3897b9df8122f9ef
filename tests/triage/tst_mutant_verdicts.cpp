// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QTest>
#include <algorithm>
#include <cstdio>
#include <map>
#include <sstream>
#include <tuple>

#include "align/alignment.h"
#include "certificate/check.h"
#include "oracle/labels/corpus.h"
#include "oracle/labels/requirements.h"
#include "oracle/labels/table.h"
#include "tests/align/reported_near.h"
#include "tests/support/files.h"
#include "triage/classify.h"

using namespace tileport;
using namespace tileport::oracle::labels;
using mutate::Meaning;

/// What the oracle labelled (tests/cases/mutants/labels.tsv) held against what aligner and triage say and required.tsv demands. A
/// sample of the table; all of it with TILEPORT_ALL_MUTANTS=1.
class TestMutantVerdicts : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void everyMutantHasARequirement();
  void wrongIsCritical();
  void theTableIsOfTheseEdits();
  void whatRemainsIsLabelled();
  void mutantsAreSeen();
  void equivalentOnes();

 private:
  void judgeAll(Meaning meaning);

  std::filesystem::path root_ = TILEPORT_SOURCE_DIR;
  /// Edit, program and seed.
  using Key = std::tuple<std::string, std::string, std::uint64_t>;
  static Key keyOf(const Row &row) { return {row.edit, row.program, row.seed}; }
  struct Remaining {
    std::string verdict, reason;
  };
  bool readRemaining();

  std::vector<Row> rows_;
  Requirements required_;
  std::map<Key, Remaining> remaining_;  ///< tests/cases/mutants/remaining.tsv
};

namespace {

/// Rows of each edit and label that a sample holds.
constexpr std::size_t kSample = 6;

/// Of one edit.
struct Tally {
  std::size_t mutants = 0, wrong = 0, proven = 0, elsewhere = 0, otherKind = 0;
  std::map<triage::Verdict, std::size_t> verdicts;
};

/// The most severe finding; absent where there is none.
std::optional<triage::Severity> severityOf(const triage::Triage &triage) {
  std::optional<triage::Severity> most;
  for (const triage::Finding &finding : triage.findings) most = std::max(most.value_or(finding.severity), finding.severity);
  return most;
}

int rankOfSeverity(std::string_view severity) { return severity == "CRITICAL" ? 2 : severity == "WARN" ? 1 : severity == "INFO" ? 0 : -1; }

/// From best to worst.
int rankOfVerdict(std::string_view verdict) {
  return verdict == "PASS" ? 0 : verdict == "PASS_WITH_NOTES" ? 1 : verdict == "BLOCKED" ? 2 : 3;
}

triage::TriagePtr triaged(const tileir::ProgramPtr &reference, const tileir::ProgramPtr &port) {
  align::AlignOptions options;
  options.certify = true;
  triage::TriageInput input;
  input.alignment = *align::align(reference, port, options);
  if (input.alignment->certificate) input.certificate = certificate::check(*input.alignment->certificate, *reference, *port);
  return *triage::classify(input);
}

/// What is wrong with what is said of a mutant that is another program; empty for nothing.
std::string complaintOf(const triage::Triage &triage, const Requirement &required) {
  const std::optional<triage::Severity> severity = severityOf(triage);
  const std::string said = (severity ? std::string(toText(*severity)) : "no finding") + ", " + std::string(toText(triage.verdict));
  if (rankOfSeverity(severity ? toText(*severity) : "") < rankOfSeverity(required.severity))
    return "is " + said + " instead of " + required.severity;
  if (rankOfVerdict(toText(triage.verdict)) < rankOfVerdict(required.verdict)) return "is " + said + " instead of " + required.verdict;
  if (required.verdict == "FAIL_FIXABLE" && triage.verdict != triage::Verdict::FailFixable)
    return "is " + said + " instead of FAIL_FIXABLE";
  if (triage.verdict == triage::Verdict::FailFixable && required.owner != "-" && toText(triage.owner) != required.owner)
    return "is owned by " + std::string(toText(triage.owner)) + " instead of " + required.owner;
  return {};
}

bool holds(const std::vector<tileir::OpId> &ops, const std::optional<align::Subject> &subject) {
  return subject && std::find(ops.begin(), ops.end(), subject->op) != ops.end();
}

/// One of the kinds is told, or the edited op itself as missing or extra: it may have become, or have been, the twin of another op.
bool isOfKind(const align::Alignment &alignment, const mutate::Edited &edited, const std::vector<std::string> &kinds) {
  for (const align::Divergence &divergence : alignment.divergences) {
    if (divergence.status == align::Status::Missing && holds(edited.baseOps, divergence.reference)) return true;
    if (divergence.status == align::Status::Extra && holds(edited.editedOps, divergence.port)) return true;
    for (const align::Difference &difference : divergence.differences)
      if (std::find(kinds.begin(), kinds.end(), toText(difference.aspect)) != kinds.end()) return true;
  }
  return kinds.empty();
}

/// "missing operation maxf, operand lhs of addf".
std::string toldOf(const align::Alignment &alignment) {
  std::string text;
  for (const align::Divergence &divergence : alignment.divergences)
    for (const align::Difference &difference : divergence.differences)
      text += (text.empty() ? "" : "; ") + std::string(toText(divergence.status)) + " " + divergence.name + ": " +
              std::string(toText(difference.aspect)) + " " + difference.what;
  return text.size() > 160 ? text.substr(0, 160) + " ..." : text;
}

std::string named(const Row &row, const std::string &what) {
  return row.program + ", " + row.edit + ", seed " + std::to_string(row.seed) + ", " + std::string(toText(row.label)) + ": " + what;
}

void print(const std::map<std::string, Tally> &tallies) {
  using triage::Verdict;
  std::printf("%-30s %7s %7s %7s %7s %7s %7s %9s %10s\n", "edit", "mutants", "wrong", "PASS", "NOTES", "BLOCKED", "FAIL", "elsewhere",
              "other kind");
  Tally sum;
  const auto line = [](const std::string &name, const Tally &tally) {
    const auto count = [&](Verdict verdict) { return tally.verdicts.count(verdict) != 0 ? tally.verdicts.at(verdict) : std::size_t{0}; };
    std::printf("%-30s %7zu %7zu %7zu %7zu %7zu %7zu %9zu %10zu\n", name.c_str(), tally.mutants, tally.wrong, count(Verdict::Pass),
                count(Verdict::PassWithNotes), count(Verdict::Blocked), count(Verdict::FailFixable) + count(Verdict::FailCompilerBug),
                tally.elsewhere, tally.otherKind);
  };
  for (const auto &[edit, tally] : tallies) {
    line(edit, tally);
    sum.mutants += tally.mutants;
    sum.wrong += tally.wrong;
    sum.elsewhere += tally.elsewhere;
    sum.otherKind += tally.otherKind;
    for (const auto &[verdict, count] : tally.verdicts) sum.verdicts[verdict] += count;
  }
  line("all", sum);
}

}  // namespace

void TestMutantVerdicts::initTestCase() {
  auto rows = readTable(root_ / "tests/cases/mutants/labels.tsv");
  QVERIFY2(rows.ok(), rows.ok() ? "" : rows.error().toString().c_str());
  auto required = Requirements::read(root_ / "tests/cases/mutants/required.tsv");
  QVERIFY2(required.ok(), required.ok() ? "" : required.error().toString().c_str());
  required_ = std::move(*required);
  rows_ = std::move(*rows);
  QVERIFY(readRemaining());
  QVERIFY(rows_.size() > 2000);
}

bool TestMutantVerdicts::readRemaining() {
  std::istringstream lines(test::contentOf((root_ / "tests/cases/mutants/remaining.tsv").string()));
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> cells(1);
    for (const char c : line)
      if (c == '\t') cells.emplace_back();
      else cells.back() += c;
    if (cells.size() != 5 || cells[4].empty()) return false;
    if (!remaining_.try_emplace({cells[0], cells[1], std::stoull(cells[2])}, Remaining{cells[3], cells[4]}).second) return false;
  }
  return true;
}

void TestMutantVerdicts::whatRemainsIsLabelled() {
  for (const auto &[key, remaining] : remaining_) {
    const bool found =
        std::any_of(rows_.begin(), rows_.end(), [&](const Row &row) { return keyOf(row) == key && row.label == Label::Equal; });
    QVERIFY2(found, std::get<0>(key).c_str());
    QVERIFY2(remaining.verdict != "PASS", std::get<0>(key).c_str());
  }
}

void TestMutantVerdicts::everyMutantHasARequirement() {
  for (const Row &row : rows_) QVERIFY2(required_.of(row.edit, row.label), named(row, "required.tsv has no row").c_str());
  for (const Requirement &row : required_.all()) {
    QVERIFY2(editNamed(row.edit), row.edit.c_str());
    QVERIFY2(row.label == "*" || labelNamed(row.label), row.label.c_str());
    QVERIFY2(!row.reason.empty(), row.edit.c_str());
  }
}

void TestMutantVerdicts::wrongIsCritical() {
  std::size_t different = 0, equivalent = 0;
  for (const mutate::Edit *edit : labelledEdits()) {
    if (edit->meaning == Meaning::Equivalent) {
      ++equivalent;
      continue;
    }
    ++different;
    const Requirement *row = required_.of(edit->name, Label::Wrong);
    QVERIFY2(row, edit->name.data());
    // A hint never makes a result wrong.
    if (familyOf(edit->name) == Family::Hint || edit->name == "token-added" || edit->name == "argument-added") continue;
    if (std::none_of(rows_.begin(), rows_.end(), [&](const Row &r) { return r.edit == edit->name && r.label == Label::Wrong; })) continue;
    QVERIFY2(row->severity == "CRITICAL" && row->verdict == "FAIL_FIXABLE", edit->name.data());
  }
  QVERIFY(different >= 60 && equivalent >= 25);
}

/// Each edit has a mutant, and each equivalent rewrite is labelled equal wherever it applies.
void TestMutantVerdicts::theTableIsOfTheseEdits() {
  for (const Row &row : rows_) {
    const mutate::Edit *edit = editNamed(row.edit);
    QVERIFY2(edit, row.edit.c_str());
    QVERIFY2((edit->meaning == Meaning::Equivalent) == (row.label == Label::Equal), named(row, row.evidence).c_str());
  }
  for (const mutate::Edit *edit : labelledEdits())
    QVERIFY2(std::any_of(rows_.begin(), rows_.end(), [&](const Row &row) { return row.edit == edit->name; }), edit->name.data());
}

void TestMutantVerdicts::judgeAll(Meaning meaning) {
  const bool all = qEnvironmentVariableIsSet("TILEPORT_ALL_MUTANTS");
  std::map<std::string, Tally> tallies;
  std::map<std::pair<std::string, Label>, std::size_t> totals, taken;
  for (const Row &row : rows_) ++totals[{row.edit, row.label}];
  std::vector<std::string> complaints;
  Member member;
  for (const Row &row : rows_) {
    const mutate::Edit *edit = editNamed(row.edit);
    const std::pair<std::string, Label> kind{row.edit, row.label};
    // Spread over all programs.
    const std::size_t step = all ? 1 : (totals[kind] + kSample - 1) / kSample;
    const bool sampled = edit->meaning == meaning && taken[kind]++ % step == 0;
    if (edit->meaning != meaning || (!sampled && remaining_.count(keyOf(row)) == 0)) continue;
    if (member.name != row.program) {
      auto read = readMember(root_, row.program);
      QVERIFY2(read.ok(), read.ok() ? "" : read.error().toString().c_str());
      member = std::move(*read);
    }
    const auto edited = edit->apply(*member.program, row.seed);
    QVERIFY2(edited.has_value(), named(row, "no longer applies; write the table again").c_str());
    const triage::TriagePtr triage = triaged(member.program, edited->program);
    const align::Alignment &alignment = *triage->alignment;
    Tally &tally = tallies[row.edit];
    ++tally.mutants;
    ++tally.verdicts[triage->verdict];
    tally.wrong += row.label == Label::Wrong;
    // Equal by rules, if what they take for granted holds; or by a certificate without a condition.
    const bool equal = !alignment.undecided && std::all_of(alignment.divergences.begin(), alignment.divergences.end(),
                                                           [](const align::Divergence &each) { return each.name.ends_with(" (unused)"); });
    tally.proven += triage->verdict == triage::Verdict::Pass;
    const Requirement &required = *required_.of(row.edit, row.label);
    if (meaning == Meaning::Equivalent) {
      const auto severity = severityOf(*triage);
      if (triage->verdict != triage::Verdict::Pass)
        std::printf("equal and %s, %s: %s: %s\n", std::string(toText(triage->verdict)).c_str(),
                    severity ? std::string(toText(*severity)).c_str() : "no finding",
                    named(row, edited->what + ": " + toldOf(alignment)).c_str(),
                    triage->reasons.empty() ? "" : triage->reasons.front().c_str());
      const auto remaining = remaining_.find(keyOf(row));
      const std::string said(toText(triage->verdict)), listed = remaining != remaining_.end() ? remaining->second.verdict : "PASS";
      if (said != listed) complaints.push_back(named(row, "is " + said + ", remaining.tsv says " + listed + ": " + edited->what));
      continue;
    }
    if (alignment.undecided) continue;
    const bool mayBeProven = required.unless == "certified" && row.label == Label::Survivor;
    if (equal && mayBeProven)
      std::printf("survives, equal by rules, %s: %s\n", std::string(toText(triage->verdict)).c_str(), named(row, edited->what).c_str());
    if (equal && mayBeProven) continue;
    if (equal) {
      complaints.push_back(named(row, "called the same: " + edited->what));
      continue;
    }
    const bool near = test::isReportedNear(alignment, *edited), ofKind = isOfKind(alignment, *edited, required.kinds);
    tally.elsewhere += !near;
    tally.otherKind += !ofKind;
    if (!near) complaints.push_back(named(row, "told elsewhere: " + edited->what + ": " + toldOf(alignment)));
    if (!ofKind) complaints.push_back(named(row, "told as another kind: " + edited->what + ": " + toldOf(alignment)));
    if (const std::string wrong = complaintOf(*triage, required); !wrong.empty())
      complaints.push_back(named(row, wrong + ": " + edited->what + ": " + toldOf(alignment)));
  }
  print(tallies);
  for (const std::string &complaint : complaints) std::printf("%s\n", complaint.c_str());
  QVERIFY2(complaints.empty(), (std::to_string(complaints.size()) + " mutants are not told as required").c_str());
}

void TestMutantVerdicts::mutantsAreSeen() { judgeAll(Meaning::Different); }

/// Those that do not pass are listed, with the reason.
void TestMutantVerdicts::equivalentOnes() { judgeAll(Meaning::Equivalent); }

QTEST_APPLESS_MAIN(TestMutantVerdicts)
#include "tst_mutant_verdicts.moc"
