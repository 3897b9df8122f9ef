// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "sample_review.h"
#include "support/case_program.h"
#include "views/review/counterparts.h"

using namespace tileport;
using namespace tileport::views;
namespace reference = tileport::views::test::reference;
namespace port = tileport::views::test::port;
using views::test::lineOfOp;

namespace {

using Lines = std::vector<LineIndex>;

Lines line(std::size_t number) { return {LineIndex(number)}; }

}  // namespace

class TestCounterparts : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { review_ = views::test::sampleReview(); }
  void fromEveryPane_data();
  void fromEveryPane();
  void noise();
  void lineWithoutOp();
  void entryHead();
  void divergences();
  void innermostOp();
  void tonesOfSources();
  void marksAreSorted();

 private:
  workspace::ReviewPtr review_;
};

void TestCounterparts::fromEveryPane_data() {
  QTest::addColumn<int>("pane");
  for (const Pane pane : kAllPanes) QTest::newRow(qPrintable(QString::number(int(pane)))) << int(pane);
}

void TestCounterparts::fromEveryPane() {
  QFETCH(int, pane);
  // mulf: op 5 of the reference, op 6 of the port; softmax.py:8 and kernel.rs:8.
  const std::array<LineIndex, kPanes> mul = {LineIndex(7u), lineOfOp(review_->reference, reference::Mul),
                                             lineOfOp(review_->port, port::Mul), LineIndex(7u)};
  const Counterparts found = counterpartsOf(*review_, Pane(pane), mul[std::size_t(pane)]);
  for (const Pane each : kAllPanes) QCOMPARE(found.of(each), Lines{mul[std::size_t(each)]});
  QVERIFY(!found.divergence);
}

void TestCounterparts::noise() {
  const Counterparts found = counterpartsOf(*review_, Pane::PortIr, lineOfOp(review_->port, port::Dead));
  QVERIFY(found.of(Pane::ReferenceIr).empty());
  QVERIFY(found.of(Pane::ReferenceSource).empty());
  QCOMPARE(found.of(Pane::PortSource), line(2));
}

void TestCounterparts::lineWithoutOp() { QVERIFY(counterpartsOf(*review_, Pane::ReferenceSource, LineIndex(0u)).empty()); }

void TestCounterparts::entryHead() {
  const Counterparts found = counterpartsOf(*review_, Pane::ReferenceIr, LineIndex(0u));
  QCOMPARE(found.of(Pane::ReferenceIr), line(0));
  QCOMPARE(found.of(Pane::PortIr), line(0));
}

void TestCounterparts::divergences() {
  const Counterparts differs = counterpartsOf(*review_, 0);
  QCOMPARE(differs.divergence, std::optional<std::uint32_t>(0));
  QCOMPARE(differs.of(Pane::ReferenceIr), Lines{lineOfOp(review_->reference, reference::Add)});
  QCOMPARE(differs.of(Pane::PortIr), Lines{lineOfOp(review_->port, port::Add)});
  QCOMPARE(differs.of(Pane::ReferenceSource), line(4));
  QCOMPARE(differs.of(Pane::PortSource), line(4));
  const Counterparts missing = counterpartsOf(*review_, 1);
  QCOMPARE(missing.of(Pane::ReferenceSource), line(6));
  QVERIFY(missing.of(Pane::PortIr).empty());
  // The other way round: a line tells its divergence, in the listing and in the source.
  QCOMPARE(counterpartsOf(*review_, Pane::ReferenceIr, lineOfOp(review_->reference, reference::Add)).divergence,
           std::optional<std::uint32_t>(0));
  QCOMPARE(counterpartsOf(*review_, Pane::PortSource, LineIndex(6u)).divergence, std::optional<std::uint32_t>(2));
}

void TestCounterparts::innermostOp() {
  const tileir::ProgramPtr program = tileport::test::caseProgram();
  for (std::size_t i = 0; i < program->opCount(); ++i) {
    const tileir::OpId op(i);
    const LineRange head = headLines(*program, op);
    QVERIFY(!head.empty());
    QCOMPARE(opOfLine(*program, LineIndex(head.first)), op);
    // The brace that closes an op's regions belongs to it.
    QCOMPARE(opOfLine(*program, LineIndex(program->listing().opLines[i].end - 1)), op);
  }
  QVERIFY(!opOfLine(*program, LineIndex(0u)).valid());
}

void TestCounterparts::tonesOfSources() {
  const auto rows = sourceRows(*review_, align::Side::Reference);
  QCOMPARE(rows.size(), review_->reference.source->lineCount());
  QCOMPARE(int(rows[4].tone), int(Tone::Differs));
  QCOMPARE(int(rows[6].tone), int(Tone::Missing));
  QCOMPARE(int(rows[5].tone), int(Tone::None));
  QCOMPARE(int(sourceRows(*review_, align::Side::Port)[6].tone), int(Tone::Extra));
  QVERIFY(sourceRows(*views::test::sameReview(), align::Side::Port).empty());
}

void TestCounterparts::marksAreSorted() {
  for (const align::Side side : {align::Side::Reference, align::Side::Port}) {
    const auto marks = irMarks(*review_->alignment, side);
    QCOMPARE(marks.size(), std::size_t(2));
    QVERIFY(std::is_sorted(marks.begin(), marks.end()));
  }
}

QTEST_GUILESS_MAIN(TestCounterparts)
#include "tst_counterparts.moc"
