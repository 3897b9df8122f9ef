// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QTest>
#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "align/alignment.h"
#include "mutate/edits.h"
#include "mutate/synthetic.h"
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
/// Lines of the listing between what was edited and what is reported. Facts and views are reported where they are used.
constexpr std::uint32_t kNear = 12;

std::set<std::uint32_t> linesOf(const Program &program, const std::vector<OpId> &ops) {
  std::set<std::uint32_t> lines;
  for (const OpId op : ops) lines.insert(program.listing().opLines[op.index()].first);
  return lines;
}

/// The lines of the ops, of those that use their results and of those that define their operands, through assumes.
std::set<std::uint32_t> neighbourhood(const Program &program, const std::vector<OpId> &ops) {
  std::vector<OpId> around = ops;
  const auto inside = [&](OpId op) { return std::find(around.begin(), around.end(), op) != around.end(); };
  for (int round = 0; round < 3; ++round) {
    for (std::size_t i = 0; i < program.opCount(); ++i) {
      const OpId op(i);
      if (inside(op)) continue;
      const auto operands = program.operands(op);
      const bool uses = std::any_of(operands.begin(), operands.end(),
                                    [&](ValueId v) { return program.value(v).op.valid() && inside(program.value(v).op); });
      const bool stepsOver = round == 0 || program.op(op).kind == OpKind::Assume || program.op(op).kind == OpKind::MakePartitionView ||
                             program.op(op).kind == OpKind::MakeTensorView || program.op(op).kind == OpKind::LoadViewTko;
      if (uses && stepsOver) around.push_back(op);
    }
  }
  return linesOf(program, around);
}

bool isNear(const std::set<std::uint32_t> &lines, std::uint32_t line) {
  const auto at = lines.lower_bound(line < kNear ? 0 : line - kNear);
  return at != lines.end() && *at <= line + kNear;
}

bool isReportedNear(const align::Alignment &alignment, const Edited &edited) {
  if (edited.baseOps.empty() && edited.editedOps.empty()) return true;
  const auto left = neighbourhood(*alignment.reference, edited.baseOps), right = neighbourhood(*alignment.port, edited.editedOps);
  return std::any_of(alignment.divergences.begin(), alignment.divergences.end(), [&](const align::Divergence &d) {
    return (d.reference && isNear(left, d.reference->lines.first)) || (d.port && isNear(right, d.port->lines.first));
  });
}

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
        else if (!alignment.undecided && !isReportedNear(alignment, *edited)) complaint = "seen elsewhere";
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
