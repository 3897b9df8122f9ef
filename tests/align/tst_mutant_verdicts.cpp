// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QTest>
#include <algorithm>
#include <cstdio>
#include <map>

#include "align/alignment.h"
#include "oracle/labels/corpus.h"
#include "oracle/labels/requirements.h"
#include "oracle/labels/table.h"
#include "tests/align/reported_near.h"

using namespace tileport;
using namespace tileport::oracle::labels;
using mutate::Meaning;

/// What the oracle labelled (tests/cases/mutants/labels.tsv) held against what the aligner says and required.tsv demands. A sample of
/// the table; all of it with TILEPORT_ALL_MUTANTS=1.
class TestMutantVerdicts : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void everyMutantHasARequirement();
  void wrongIsCritical();
  void theTableIsOfTheseEdits();
  void mutantsAreSeen();
  void equivalentOnes();

 private:
  void alignAll(Meaning meaning);

  std::filesystem::path root_ = TILEPORT_SOURCE_DIR;
  std::vector<Row> rows_;
  Requirements required_;
};

namespace {

/// Rows of each edit and label that a sample holds.
constexpr std::size_t kSample = 6;

/// Of one edit.
struct Tally {
  std::size_t mutants = 0, wrong = 0, same = 0, elsewhere = 0, otherKind = 0;
};

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
  std::printf("%-30s %7s %7s %7s %9s %10s\n", "edit", "mutants", "wrong", "same", "elsewhere", "other kind");
  for (const auto &[edit, tally] : tallies)
    std::printf("%-30s %7zu %7zu %7zu %9zu %10zu\n", edit.c_str(), tally.mutants, tally.wrong, tally.same, tally.elsewhere,
                tally.otherKind);
}

}  // namespace

void TestMutantVerdicts::initTestCase() {
  auto rows = readTable(root_ / "tests/cases/mutants/labels.tsv");
  QVERIFY2(rows.ok(), rows.ok() ? "" : rows.error().toString().c_str());
  auto required = Requirements::read(root_ / "tests/cases/mutants/required.tsv");
  QVERIFY2(required.ok(), required.ok() ? "" : required.error().toString().c_str());
  required_ = std::move(*required);
  rows_ = std::move(*rows);
  QVERIFY(rows_.size() > 2000);
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

void TestMutantVerdicts::alignAll(Meaning meaning) {
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
    if (edit->meaning != meaning || taken[kind]++ % step != 0) continue;
    if (member.name != row.program) {
      auto read = readMember(root_, row.program);
      QVERIFY2(read.ok(), read.ok() ? "" : read.error().toString().c_str());
      member = std::move(*read);
    }
    const auto edited = edit->apply(*member.program, row.seed);
    QVERIFY2(edited.has_value(), named(row, "no longer applies; write the table again").c_str());
    const auto aligned = align::align(member.program, edited->program);
    QVERIFY(aligned.ok());
    const align::Alignment &alignment = **aligned;
    Tally &tally = tallies[row.edit];
    ++tally.mutants;
    tally.wrong += row.label == Label::Wrong;
    tally.same += alignment.same();
    if (meaning == Meaning::Equivalent || alignment.undecided) continue;
    const Requirement &required = *required_.of(row.edit, row.label);
    const bool mayBeProven = required.unless == "certified" && row.label == Label::Survivor;
    const bool near = test::isReportedNear(alignment, *edited), ofKind = isOfKind(alignment, *edited, required.kinds);
    if (alignment.same() && !mayBeProven) complaints.push_back(named(row, "called the same: " + edited->what));
    if (alignment.same() && mayBeProven) std::printf("survives and is called the same: %s\n", named(row, edited->what).c_str());
    if (alignment.same()) continue;
    tally.elsewhere += !near;
    tally.otherKind += !ofKind;
    if (!near) complaints.push_back(named(row, "told elsewhere: " + edited->what + ": " + toldOf(alignment)));
    if (!ofKind) complaints.push_back(named(row, "told as another kind: " + edited->what + ": " + toldOf(alignment)));
  }
  print(tallies);
  for (const std::string &complaint : complaints) std::printf("%s\n", complaint.c_str());
  QVERIFY2(complaints.empty(), (std::to_string(complaints.size()) + " mutants are not told as required").c_str());
}

void TestMutantVerdicts::mutantsAreSeen() { alignAll(Meaning::Different); }

/// Which of them are not yet called the same stands in the table: mutants less same.
void TestMutantVerdicts::equivalentOnes() { alignAll(Meaning::Equivalent); }

QTEST_APPLESS_MAIN(TestMutantVerdicts)
#include "tst_mutant_verdicts.moc"
