// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QTest>
#include <algorithm>
#include <filesystem>

#include "align/alignment.h"
#include "mutate/edits.h"
#include "mutate/synthetic.h"
#include "tests/align/reported_near.h"
#include "tests/support/files.h"
#include "tileir/bytecode_reader.h"

using namespace tileport;
using namespace tileport::tileir;
using mutate::Edit;
using mutate::Edited;
using mutate::Meaning;

/// Every edit of tests/mutate on real and on made-up programs: another meaning is seen, and near what was edited; another
/// spelling is not.
class TestMutants : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void everyEdit_data();
  void everyEdit();

 private:
  std::vector<std::pair<std::string, ProgramPtr>> programs_;
};

namespace {

constexpr std::uint64_t kSeeds = 4;

}  // namespace

void TestMutants::initTestCase() {
  const std::filesystem::path root = TILEPORT_SOURCE_DIR;
  for (const std::filesystem::path &path : test::filesIn(root / "resources" / "demo", ".tileirbc")) {
    const auto program = readBytecodeFile(path);
    QVERIFY2(program.ok(), program.ok() ? "" : program.error().toString().c_str());
    programs_.emplace_back(path.stem().string(), *program);
  }
  std::sort(programs_.begin(), programs_.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
  for (const std::uint64_t seed : {1, 2, 3})
    for (const std::size_t size : {60, 250, 700})
      programs_.emplace_back("synthetic " + std::to_string(size) + " " + std::to_string(seed), mutate::synthetic(size, seed));
  programs_.emplace_back("synthetic 3000 3", mutate::synthetic(3000, 3));
}

void TestMutants::everyEdit_data() {
  QTest::addColumn<int>("index");
  const auto edits = mutate::validEdits();
  for (std::size_t i = 0; i < edits.size(); ++i) QTest::newRow(std::string(edits[i].name).c_str()) << static_cast<int>(i);
}

void TestMutants::everyEdit() {
  QFETCH(int, index);
  const Edit &edit = mutate::validEdits()[static_cast<std::size_t>(index)];
  QStringList wrong;
  for (const auto &[name, program] : programs_)
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
      const std::optional<Edited> edited = edit.apply(*program, seed);
      if (!edited) continue;
      const auto result = align::align(program, edited->program);
      QVERIFY(result.ok());
      const align::Alignment &alignment = **result;
      QString complaint;
      if (edit.meaning == Meaning::Different) {
        // What a rule shows to be equal is told as that; tests/cases/mutants holds it against the oracle.
        if (alignment.divergences.empty() && !alignment.undecided) complaint = alignment.equivalences.empty() ? "not seen" : "";
        else if (!alignment.undecided && !test::isReportedNear(alignment, *edited)) complaint = "seen elsewhere";
      } else if (!alignment.same()) {
        complaint =
            alignment.undecided
                ? "undecided"
                : "seen: " + QString::fromStdString(alignment.divergences[0].name + ", " + alignment.divergences[0].differences[0].what);
      }
      if (!complaint.isEmpty())
        wrong << QString::fromStdString(name) + ", seed " + QString::number(seed) + ": " + QString::fromStdString(edited->what) + ": " +
                     complaint;
    }
  QVERIFY2(wrong.isEmpty(), qPrintable("\n  " + wrong.join("\n  ")));
}

QTEST_APPLESS_MAIN(TestMutants)
#include "tst_mutants.moc"
