// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A line for each op: nothing else of a program changes, and bytecode keeps it.
#include <QTest>
#include <span>

#include "program_files.h"
#include "support/program_equality.h"
#include "tileir/bytecode_reader.h"
#include "tileir/bytecode_writer.h"
#include "tileir/consistency.h"
#include "tileir/op_lines.h"

using namespace tileport;
using namespace tileport::tileir;

class TestOpLines : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyProgramOfGit();
};

void TestOpLines::everyProgramOfGit() {
  std::size_t written = 0;
  for (const auto &[file, program] : testing::realPrograms()) {
    const ProgramData data = withOpLines(*program, "ops");
    const auto consistent = checkConsistency(data);
    QVERIFY2(consistent.ok(), file.c_str());
    const ProgramPtr located = Program::make(data);
    QCOMPARE(test::differenceOf(*program, *located, {.locations = false}), std::string());
    const auto bytes = writeBytecode(*located, program->version());
    if (!bytes) continue;  // private entries of old files, for one
    ++written;
    const auto again = readBytecode(std::as_bytes(std::span(*bytes)), file);
    QVERIFY2(again.ok(), again ? "" : again.error().toString().c_str());
    for (std::size_t i = 0; i < program->opCount(); ++i) {
      const auto points = (*again)->sourcePoints((*again)->op(OpId(i)).location);
      QCOMPARE(points.size(), std::size_t(1));
      QCOMPARE(points.front().file, std::string("ops"));
      QCOMPARE(std::size_t(points.front().line), i + 1);
    }
    for (std::size_t i = 0; i < program->functionCount(); ++i)
      for (const SourcePoint &point : (*again)->sourcePoints((*again)->function(FunctionId(i)).location))
        QVERIFY(point.line > program->opCount());
  }
  QVERIFY(written > 20);
}

QTEST_GUILESS_MAIN(TestOpLines)
#include "tst_op_lines.moc"
