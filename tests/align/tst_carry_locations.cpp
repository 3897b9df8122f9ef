// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/carry_locations.h"

#include <QTest>

#include "align/alignment.h"
#include "tests/support/files.h"
#include "tileir/consistency.h"
#include "tileir/printer.h"
#include "tileir/program_reader.h"

using namespace tileport;
namespace fs = std::filesystem;

namespace {

tileir::ProgramPtr readOrDie(const fs::path &path) {
  auto program = tileir::readProgramFile(path);
  if (!program) qFatal("%s", program.error().toString().c_str());
  return *program;
}

tileir::ProgramPtr withoutLocations(const tileir::Program &program) {
  tileir::ProgramData data = program.data();
  data.locations.clear();
  for (tileir::Op &op : data.ops) op.location = {};
  for (tileir::Function &function : data.functions) function.location = {};
  return tileir::Program::make(std::move(data));
}

std::size_t located(const tileir::Program &program) {
  return std::count_if(program.data().ops.begin(), program.data().ops.end(), [](const tileir::Op &op) { return op.location.valid(); });
}

}  // namespace

class TestCarryLocations : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void ofItself();
  void ofAnother();
  void keepsWhatIsThere();
};

/// From its own located export, each op that is paired gets back what it had.
void TestCarryLocations::ofItself() {
  int programs = 0;
  for (const fs::path &file : test::filesIn(fs::path(TILEPORT_SOURCE_DIR) / "resources/demo", ".tileirbc")) {
    const auto donor = readOrDie(file);
    if (located(*donor) == 0) continue;
    ++programs;
    const auto bare = withoutLocations(*donor);
    const auto carried = align::carryLocations(bare, donor);
    QVERIFY(carried.ok());
    QVERIFY(carried->ops > 0);
    QCOMPARE(located(*carried->program), carried->ops);
    QVERIFY(tileir::checkConsistency(carried->program->data()).ok());
    QCOMPARE(carried->program->listing().text, bare->listing().text);
    for (std::size_t i = 0; i < donor->opCount(); ++i) {
      const tileir::OpId id(i);
      if (!carried->program->op(id).location.valid()) continue;
      const auto now = carried->program->sourcePoints(carried->program->op(id).location), was = donor->sourcePoints(donor->op(id).location);
      QCOMPARE(now.size(), was.size());
      for (std::size_t p = 0; p < now.size(); ++p) {
        QCOMPARE(now[p].file, was[p].file);
        QCOMPARE(now[p].line, was[p].line);
        QCOMPARE(now[p].column, was[p].column);
      }
    }
  }
  QVERIFY(programs >= 8);
}

/// From another program: only what is paired with an op of its kind.
void TestCarryLocations::ofAnother() {
  const fs::path demo = fs::path(TILEPORT_SOURCE_DIR) / "resources/demo";
  const auto donor = readOrDie(demo / "softmax/generated/generated_f16-1x1024.tileirbc");
  const auto bare = withoutLocations(*readOrDie(demo / "log_softmax/generated/generated_f16-1x4096.tileirbc"));
  const auto carried = align::carryLocations(bare, donor);
  QVERIFY(carried.ok());
  const auto aligned = align::align(bare, donor);
  for (std::size_t i = 0; i < bare->opCount(); ++i) {
    if (!carried->program->op(tileir::OpId(i)).location.valid()) continue;
    const tileir::OpId partner = (*aligned)->portOf[i];
    QVERIFY(partner.valid());
    QVERIFY(bare->op(tileir::OpId(i)).kind == donor->op(partner).kind);
  }
}

void TestCarryLocations::keepsWhatIsThere() {
  const fs::path demo = fs::path(TILEPORT_SOURCE_DIR) / "resources/demo";
  const auto program = readOrDie(demo / "softmax/generated/generated_f16-1x1024.tileirbc");
  const auto carried = align::carryLocations(program, readOrDie(demo / "softmax/generated/generated_f32-1x1024.tileirbc"));
  QVERIFY(carried.ok());
  for (std::size_t i = 0; i < program->opCount(); ++i) {
    const tileir::OpId id(i);
    if (program->op(id).location.valid()) QCOMPARE(carried->program->op(id).location, program->op(id).location);
  }
  CancelSource cancel;
  cancel.cancel();
  QVERIFY(!align::carryLocations(withoutLocations(*program), program, cancel.token()).ok());
}

QTEST_APPLESS_MAIN(TestCarryLocations)
#include "tst_carry_locations.moc"
