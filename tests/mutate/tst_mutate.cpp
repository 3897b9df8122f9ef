// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QTest>
#include <filesystem>

#include "mutate/edits.h"
#include "mutate/synthetic.h"
#include "mutate/tree.h"
#include "tests/support/files.h"
#include "tileir/bytecode_reader.h"
#include "tileir/consistency.h"
#include "tileir/printer.h"
#include "tileir/program_reader.h"
#include "tileir/verifier.h"

using namespace tileport;
using namespace tileport::tileir;
using namespace tileport::mutate;

class TestMutate : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void treeIsLossless_data();
  void treeIsLossless();
  void syntheticHasItsSize_data();
  void syntheticHasItsSize();
  void syntheticIsVaried();
  void editPercentEdits_data();
  void editPercentEdits();
  void everyEditApplies_data();
  void everyEditApplies();
};

namespace {

void addRealPrograms() {
  QTest::addColumn<QString>("file");
  const std::filesystem::path root = TILEPORT_SOURCE_DIR;
  for (const char *folder : {"resources/demo", "tests/cases"})
    for (const std::filesystem::path &path : test::filesIn(root / folder, ".tileirbc"))
      QTest::newRow(std::filesystem::relative(path, root).c_str()) << QString::fromStdString(path.string());
}

std::string printed(const Program &program) { return print(program, {.locations = true}).text; }

template <class T, class Same>
bool equal(const std::vector<T> &a, const std::vector<T> &b, Same same) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

/// Every array of both, but those that a program shares with its tree as they stand.
QString structuralDifference(const ProgramData &a, const ProgramData &b) {
  const auto sameOp = [](const Op &x, const Op &y) {
    return x.kind == y.kind && x.block == y.block && x.subtreeEnd == y.subtreeEnd && x.location == y.location && x.operands == y.operands &&
           x.segments == y.segments && x.attributes == y.attributes && x.results == y.results && x.regions.count == y.regions.count &&
           (x.regions.count == 0 || x.regions == y.regions);
  };
  if (!equal(a.ops, b.ops, sameOp)) return "ops";
  if (!equal(a.regions, b.regions, [](const Region &x, const Region &y) {
        return x.op == y.op && x.blocks.count == y.blocks.count && (x.blocks.count == 0 || x.blocks == y.blocks);
      }))
    return "regions";
  if (!equal(a.blocks, b.blocks, [](const Block &x, const Block &y) {
        return x.region == y.region && x.function == y.function && x.arguments == y.arguments && x.ops == y.ops;
      }))
    return "blocks";
  if (!equal(a.values, b.values,
             [](const Value &x, const Value &y) { return x.type == y.type && x.op == y.op && x.block == y.block && x.index == y.index; }))
    return "values";
  if (!equal(a.attributeUses, b.attributeUses,
             [](const NamedAttribute &x, const NamedAttribute &y) { return x.slot == y.slot && x.value == y.value; }))
    return "attribute uses";
  if (!equal(a.functions, b.functions, [](const Function &x, const Function &y) {
        return x.name == y.name && x.signature == y.signature && x.body == y.body && x.hints == y.hints &&
               x.argumentAttributes == y.argumentAttributes && x.location == y.location && x.isPrivate == y.isPrivate;
      }))
    return "functions";
  if (a.operands != b.operands) return "operands";
  if (a.segments != b.segments) return "segments";
  if (a.blockOps != b.blockOps) return "ops of blocks";
  if (a.types != b.types || a.attributes.size() != b.attributes.size() || a.locations.size() != b.locations.size()) return "tables";
  if (a.globals.size() != b.globals.size() || a.producer != b.producer || a.version != b.version) return "module";
  return {};
}

/// Empty when the program keeps its promises.
QString brokenPromise(const Program &program) {
  const Result<void> checked = checkConsistency(program.data());
  return checked.ok() ? QString() : QString::fromStdString(checked.error().toString());
}

/// What edits are tried on: the real programs and synthetic ones of several shapes.
const std::vector<ProgramPtr> &programs() {
  static const std::vector<ProgramPtr> all = [] {
    std::vector<ProgramPtr> made;
    for (const std::uint64_t seed : {1, 2, 3, 5})
      for (const std::size_t size : {60, 250, 700}) made.push_back(synthetic(size, seed));
    for (const char *folder : {"resources/demo", "tests/cases/allops"})
      for (const std::filesystem::path &path : test::filesIn(std::filesystem::path(TILEPORT_SOURCE_DIR) / folder, ".tileirbc"))
        if (const auto program = readBytecodeFile(path); program.ok() && verify(**program, 1).empty()) made.push_back(*program);
    for (const std::filesystem::path &path : test::filesIn(std::filesystem::path(TILEPORT_SOURCE_DIR) / "tests/cases/mutants", ".mlir"))
      if (const auto program = readProgramFile(path); program.ok() && verify(**program, 1).empty()) made.push_back(*program);
    return made;
  }();
  return all;
}

std::span<const Edit> listOf(int list) { return list == 0 ? validEdits() : list == 1 ? equivalentEdits() : invalidEdits(); }

/// Applications of one edit after which the test goes on to the next.
constexpr std::size_t kEnough = 24;

/// The edits that take locations away or move them.
bool keepsLocations(std::string_view name) { return name != "locations-dropped" && name != "lines-moved" && name != "entry-renamed"; }

/// Every op that was there before stands where it came from, and the added ones come from somewhere, too.
bool locationsHold(const Program &base, const Program &edited) {
  const auto located = [](const Program &program) {
    std::size_t count = 0;
    for (const Op &op : program.data().ops) count += op.location.valid();
    return count;
  };
  return located(base) != base.opCount() || located(edited) == edited.opCount();
}

}  // namespace

void TestMutate::treeIsLossless_data() { addRealPrograms(); }

void TestMutate::treeIsLossless() {
  QFETCH(QString, file);
  const auto program = readBytecodeFile(file.toStdString());
  QVERIFY2(program.ok(), program.ok() ? "" : program.error().toString().c_str());
  const ProgramPtr again = Tree(**program).build();
  QCOMPARE(structuralDifference((*program)->data(), again->data()), QString());
  QCOMPARE(printed(*again), printed(**program));
}

void TestMutate::syntheticHasItsSize_data() {
  QTest::addColumn<int>("size");
  for (const int size : {10, 11, 12, 17, 40, 59, 60, 61, 75, 100, 128, 200, 333, 500, 1000, 2999, 3000, 10000, 50000})
    QTest::addRow("%d", size) << size;
}

void TestMutate::syntheticHasItsSize() {
  QFETCH(int, size);
  const int seeds = size > 3000 ? 2 : 12;
  for (int seed = 0; seed < seeds; ++seed) {
    const ProgramPtr program = synthetic(static_cast<std::size_t>(size), static_cast<std::uint64_t>(seed));
    QCOMPARE(program->opCount(), static_cast<std::size_t>(size));
    QCOMPARE(brokenPromise(*program), QString());
    QVERIFY(verify(*program).empty());
    QCOMPARE(synthetic(static_cast<std::size_t>(size), static_cast<std::uint64_t>(seed))->listing().text, program->listing().text);
    QCOMPARE(structuralDifference(Tree(*program).build()->data(), program->data()), QString());
  }
}

void TestMutate::syntheticIsVaried() {
  const ProgramPtr program = synthetic(5000, 1);
  std::map<OpKind, int> kinds;
  std::map<std::string, int> lines;
  const Listing &listing = program->listing();
  for (std::size_t i = 0; i < program->opCount(); ++i) {
    ++kinds[program->op(OpId(i)).kind];
    ++lines[std::string(listing.line(LineIndex(listing.opLines[i].first)))];
  }
  QVERIFY(kinds.size() > 40);
  for (const OpKind kind : {OpKind::For, OpKind::If, OpKind::Loop, OpKind::MmaF, OpKind::Reduce, OpKind::Scan, OpKind::LoadPtrTko,
                            OpKind::StorePtrTko, OpKind::LoadViewTko, OpKind::StoreViewTko, OpKind::Assume, OpKind::AtomicRmwTko})
    QVERIFY2(kinds[kind] > 0, info(kind).mnemonic.data());
  QVERIFY(synthetic(5000, 2)->listing().text != listing.text);
  QVERIFY(lines.size() > program->opCount() * 3 / 5);
}

void TestMutate::editPercentEdits_data() {
  QTest::addColumn<int>("size");
  QTest::addColumn<double>("percent");
  for (const int size : {10, 100, 1000, 20000})
    for (const double percent : {0.0, 1.0, 5.0, 50.0, 100.0}) QTest::addRow("%d ops, %g %%", size, percent) << size << percent;
}

void TestMutate::editPercentEdits() {
  QFETCH(int, size);
  QFETCH(double, percent);
  const ProgramPtr program = synthetic(static_cast<std::size_t>(size), 7);
  const ProgramPtr edited = editPercent(program, percent, 3);
  QCOMPARE(brokenPromise(*edited), QString());
  QVERIFY(verify(*edited).empty());
  QCOMPARE(edited->listing().text == program->listing().text, percent == 0);
  QCOMPARE(editPercent(program, percent, 3)->listing().text, edited->listing().text);
  QVERIFY(percent == 0 || editPercent(program, percent, 4)->listing().text != edited->listing().text || size == 10);
  QCOMPARE(structuralDifference(Tree(*edited).build()->data(), edited->data()), QString());
}

void TestMutate::everyEditApplies_data() {
  QTest::addColumn<int>("list");
  QTest::addColumn<int>("index");
  for (int list = 0; list < 3; ++list)
    for (std::size_t i = 0; i < listOf(list).size(); ++i)
      QTest::newRow(std::string(listOf(list)[i].name).c_str()) << list << static_cast<int>(i);
}

/// Applies somewhere, changes something, keeps the promises of a program, and does the same again.
void TestMutate::everyEditApplies() {
  QFETCH(int, list);
  QFETCH(int, index);
  const Edit &edit = listOf(list)[static_cast<std::size_t>(index)];
  const bool valid = list < 2;
  QCOMPARE(edit.meaning == Meaning::Invalid, !valid);
  QCOMPARE(edit.meaning == Meaning::Equivalent, list == 1);
  std::size_t applied = 0;
  for (const ProgramPtr &program : programs())
    for (std::uint64_t seed = 0; seed < 2 && applied < kEnough; ++seed) {
      const std::optional<Edited> edited = edit.apply(*program, seed);
      if (!edited) continue;
      ++applied;
      QCOMPARE(brokenPromise(*edited->program), QString());
      QVERIFY(!edited->what.empty());
      const auto violations = verify(*edited->program, 1);
      QVERIFY2(violations.empty() == valid,
               (edited->what + ": " + (violations.empty() ? "taken for valid" : violations[0].message)).c_str());
      for (const OpId op : edited->baseOps) QVERIFY(op.index() < program->opCount());
      for (const OpId op : edited->editedOps) QVERIFY(op.index() < edited->program->opCount());
      if (edit.meaning != Meaning::Same) QVERIFY(edited->program->listing().text != program->listing().text);
      QVERIFY(!keepsLocations(edit.name) || locationsHold(*program, *edited->program));
      if (seed != 0) continue;
      const std::optional<Edited> again = edit.apply(*program, seed);
      QVERIFY(again.has_value());
      QCOMPARE(structuralDifference(again->program->data(), edited->program->data()), QString());
      QCOMPARE(again->what, edited->what);
    }
  QVERIFY2(applied > 0, "no program offers a place");
}

QTEST_APPLESS_MAIN(TestMutate)
#include "tst_mutate.moc"
