// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QTest>
#include <algorithm>
#include <filesystem>

#include "align/alignment.h"
#include "certificate/check.h"
#include "mutate/edits.h"
#include "mutate/synthetic.h"
#include "support/sanitized.h"
#include "tests/support/files.h"
#include "tileir/program_reader.h"

using namespace tileport;
using namespace tileport::tileir;
using mutate::Edit;
using mutate::Meaning;

/// What align writes against what certificate::check accepts: of programs that are the same everything, of others nothing without telling
/// what is left out.
class TestCertificates : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void everyProgramIsItself();
  void everyEdit_data();
  void everyEdit();
  void cleanupTestCase();

 private:
  std::vector<std::pair<std::string, ProgramPtr>> programs_;
  int sames_ = 0, proven_ = 0, others_ = 0, othersProven_ = 0, unproven_ = 0;
};

namespace {

constexpr std::uint64_t kSeeds = kSanitized ? 1 : 3;
/// Of what is equal by rules in made-up programs, which nest them as no front end does, this many of a hundred may lack a certificate: such
/// a pair is undecided, which is no wrong answer. Of real programs none may.
constexpr int kUnprovenOfHundred = 1;

struct Answer {
  align::AlignmentPtr alignment;
  std::optional<Result<certificate::Checked>> checked;

  bool unconditional() const { return checked && checked->ok() && (*checked)->unconditional(); }
};

Answer answer(const ProgramPtr &reference, const ProgramPtr &port) {
  align::AlignOptions options;
  options.certify = true;
  auto alignment = align::align(reference, port, options);
  Answer answer{*alignment, {}};
  if (answer.alignment->certificate) answer.checked = certificate::check(*answer.alignment->certificate, *reference, *port);
  return answer;
}

/// Empty when all is as it should be.
QString complaintOf(const Answer &answer) {
  const align::Alignment &alignment = *answer.alignment;
  // Without a divergence, but for what nobody uses: proven, under no conditions but those that were told.
  const bool isSame = std::all_of(alignment.divergences.begin(), alignment.divergences.end(),
                                  [](const align::Divergence &divergence) { return divergence.name.ends_with(" (unused)"); });
  if (isSame && !alignment.undecided) {
    if (!answer.checked) return "no certificate";
    if (!answer.checked->ok()) return QString::fromStdString("refused: " + answer.checked->error().toString());
    if (!(*answer.checked)->exceptions.empty()) return QString::fromStdString("leaves out " + (*answer.checked)->exceptions[0].what);
    if (!alignment.conditional() && !(*answer.checked)->assumptions.empty())
      return QString::fromStdString("assumes " + (*answer.checked)->assumptions[0].condition);
    return {};
  }
  return answer.unconditional() ? "proven without a condition, though the programs differ" : "";
}

}  // namespace

void TestCertificates::initTestCase() {
  const std::filesystem::path root = TILEPORT_SOURCE_DIR;
  std::vector<std::filesystem::path> paths = test::filesIn(root / "resources" / "demo", ".tileirbc");
  for (const auto &path : test::filesIn(root / "tests" / "cases" / "mutants" / "programs", ".mlir")) paths.push_back(path);
  for (const std::filesystem::path &path : paths) {
    const auto program = readProgramFile(path);
    QVERIFY2(program.ok(), program.ok() ? "" : program.error().toString().c_str());
    programs_.emplace_back(path.stem().string(), *program);
  }
  std::sort(programs_.begin(), programs_.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
  for (const std::uint64_t seed : {1, 2, 3})
    for (const std::size_t size : {60, 250, 700})
      programs_.emplace_back("synthetic " + std::to_string(size) + " " + std::to_string(seed), mutate::synthetic(size, seed));
  programs_.emplace_back("synthetic 5000 4", mutate::synthetic(5000, 4));
}

void TestCertificates::everyProgramIsItself() {
  for (const auto &[name, program] : programs_) {
    const Answer found = answer(program, program);
    QVERIFY2(found.unconditional(), (name + ": " + complaintOf(found).toStdString()).c_str());
  }
}

void TestCertificates::everyEdit_data() {
  QTest::addColumn<const Edit *>("edit");
  for (const auto edits : {mutate::validEdits(), mutate::equivalentEdits()})
    for (const Edit &edit : edits) QTest::newRow(std::string(edit.name).c_str()) << &edit;
}

void TestCertificates::everyEdit() {
  QFETCH(const Edit *, edit);
  QStringList wrong;
  for (const auto &[name, program] : programs_)
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
      const auto edited = edit->apply(*program, seed);
      if (!edited) continue;
      const Answer found = answer(program, edited->program);
      const QString complaint = complaintOf(found);
      ++(edit->meaning == Meaning::Different ? others_ : sames_);
      if (found.unconditional()) ++(edit->meaning == Meaning::Different ? othersProven_ : proven_);
      const bool byRules = name.starts_with("synthetic") && !found.alignment->equivalences.empty() && !found.unconditional();
      if (!complaint.isEmpty() && byRules) ++unproven_;
      else if (!complaint.isEmpty())
        wrong << QString::fromStdString(name) + ", seed " + QString::number(seed) + ": " + QString::fromStdString(edited->what) + ": " +
                     complaint;
    }
  QVERIFY2(wrong.isEmpty(), qPrintable("\n  " + wrong.join("\n  ")));
}

void TestCertificates::cleanupTestCase() {
  qInfo() << "same or equivalent" << sames_ << "proven" << proven_ << "equal by rules but unproven" << unproven_ << "others" << others_
          << "proven (equal by rules)" << othersProven_;
  QVERIFY(100 * unproven_ <= kUnprovenOfHundred * sames_);
  QVERIFY(proven_ > sames_ / 2);
}

QTEST_APPLESS_MAIN(TestCertificates)
#include "tst_certificates.moc"
