// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "workspace/review.h"

using namespace tileport;
namespace fs = std::filesystem;

class TestReview : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void everyVariantOfTheDemo();
  void bareFiles();
  void programThatIsMissing();
  void sourceThatIsMissing();
  void sourceOfAnotherProgram();
  void cancelled();
  void placesOfSubjects();

 private:
  workspace::WorkspacePtr demo_;
  const workspace::Variant &variant() const { return demo_->operators[0].variants[0]; }
};

void TestReview::initTestCase() {
  const auto opened = workspace::openWorkspace(TILEPORT_SOURCE_DIR "/resources/demo");
  QVERIFY2(opened.ok(), opened.ok() ? "" : opened.error().toString().c_str());
  demo_ = *opened;
  QVERIFY(!demo_->operators.empty());
}

void TestReview::everyVariantOfTheDemo() {
  for (const workspace::Operator &op : demo_->operators) {
    for (const workspace::Variant &each : op.variants) {
      const auto result = workspace::review(op, each);
      QVERIFY2(result.ok(), result.ok() ? "" : result.error().toString().c_str());
      const workspace::Review &review = **result;
      QCOMPARE(review.title, op.name + " / " + each.name);
      for (const workspace::ReviewSide *side : {&review.reference, &review.port}) {
        QVERIFY2(side->source && side->sourceNote.empty(), side->sourceNote.c_str());
        QVERIFY2(side->map.mappedOps() > 0, "the source shows nothing of the program");
      }
      QCOMPARE(review.port.source->displayName, each.port.sourceName);
      QCOMPARE(review.counts().total(), review.alignment->divergences.size());
      QVERIFY(!review.sideBySide.rows.empty());
    }
  }
}

void TestReview::bareFiles() {
  const auto result = workspace::reviewFiles(variant().reference.program, variant().reference.program);
  QVERIFY(result.ok());
  QVERIFY((*result)->alignment->same());
  QVERIFY(!(*result)->reference.source);
  QVERIFY(!(*result)->reference.sourceNote.empty());
}

void TestReview::programThatIsMissing() {
  workspace::Variant gone = variant();
  gone.port.program = "/nowhere/port.tileirbc";
  const auto result = workspace::review(demo_->operators[0], gone);
  QVERIFY(!result.ok());
  QCOMPARE(int(result.error().kind), int(ErrorKind::CannotRead));
  QCOMPARE(result.error().place.file, std::string("/nowhere/port.tileirbc"));
}

void TestReview::sourceThatIsMissing() {
  workspace::Variant gone = variant();
  gone.port.source = "/nowhere/kernel.rs";
  const auto result = workspace::review(demo_->operators[0], gone);
  QVERIFY2(result.ok(), "a program can be reviewed without its source");
  QVERIFY(!(*result)->port.source);
  QVERIFY((*result)->port.sourceNote.find("/nowhere/kernel.rs") != std::string::npos);
  QVERIFY((*result)->reference.source);
}

void TestReview::sourceOfAnotherProgram() {
  const QTemporaryDir folder;
  const fs::path other = fs::path(folder.path().toStdString()) / "other.rs";
  std::ofstream(other) << "fn main() {}\n";
  workspace::Variant changed = variant();
  changed.port.source = other;
  const auto result = workspace::review(demo_->operators[0], changed);
  QVERIFY(result.ok());
  QVERIFY((*result)->port.source);
  QVERIFY2(!(*result)->port.sourceNote.empty(), "a source that has nothing to do with the program is said to be so");
}

void TestReview::cancelled() {
  CancelSource source;
  source.cancel();
  const auto result = workspace::review(demo_->operators[0], variant(), source.token());
  QVERIFY(!result.ok());
  QCOMPARE(int(result.error().kind), int(ErrorKind::Cancelled));
}

void TestReview::placesOfSubjects() {
  const auto result = workspace::review(demo_->operators[0], variant());
  QVERIFY(result.ok());
  const workspace::ReviewSide &side = (*result)->reference;
  std::size_t found = 0;
  for (std::size_t i = 0; i < side.program->opCount(); ++i) {
    const tileir::OpId op(i);
    const auto place = workspace::sourcePlace(side, {.op = op});
    const auto line = side.map.lineOf(op);
    QVERIFY(!line || place);
    if (!line) continue;
    ++found;
    QCOMPARE(place->file, side.source->displayName);
    QCOMPARE(place->line, line->value + 1);
  }
  QVERIFY(found > 0);
  QVERIFY(!workspace::sourcePlace(side, {}));
  const auto entry = workspace::sourcePlace(side, {.function = tileir::FunctionId(0)});
  QVERIFY(entry);
  QCOMPARE(entry->file, side.source->displayName);
}

QTEST_GUILESS_MAIN(TestReview)
#include "tst_review.moc"
