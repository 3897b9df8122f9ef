// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "sample_review.h"
#include "support/program_builder.h"
#include "views/review/fact_text.h"
#include "views/review/review_text.h"

using namespace tileport;
using namespace tileport::views;

class TestReviewText : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void outcomes();
  void counts();
  void differences();
  void places();
  void status();
  void facts();
};

void TestReviewText::outcomes() {
  QCOMPARE(outcomeText(*views::test::sampleReview()), QStringLiteral("3 divergences: 1 differs, 1 missing, 1 extra"));
  QCOMPARE(outcomeText(*views::test::sameReview()), QStringLiteral("Same tile program"));
  QCOMPARE(outcomeText(*views::test::specialisedReview()), QStringLiteral("UNDECIDED: same tile program, specialised differently"));
  QCOMPARE(int(outcomeOf(*views::test::specialisedReview())), int(Outcome::Undecided));
  QVERIFY(outcomeText(*views::test::undecidedReview()).startsWith(QLatin1String("UNDECIDED")));
  QCOMPARE(int(outcomeOf(*views::test::undecidedReview())), int(Outcome::Undecided));
}

void TestReviewText::counts() {
  QCOMPARE(countsText({2, 1, 0}), QStringLiteral("~2 −1"));
  QCOMPARE(countsText({0, 0, 4}), QStringLiteral("+4"));
  QCOMPARE(countsText({}), QStringLiteral("✓ 0"));
}

void TestReviewText::differences() {
  const auto review = views::test::sampleReview();
  const auto &divergence = review->alignment->divergences[0];
  QCOMPARE(differenceText(divergence.differences[0]), QStringLiteral("rounding_mode: nearest_even → zero"));
  QCOMPARE(differenceText(divergence.differences[1]), QStringLiteral("sm_100.latency: 3 → absent"));
  QCOMPARE(differencesText(divergence), QStringLiteral("rounding_mode: nearest_even → zero  (+1 more)"));
  QVERIFY(divergenceText(*review, 0).contains(QLatin1String("reference softmax.py:5")));
}

void TestReviewText::places() {
  const auto review = views::test::sampleReview();
  QCOMPARE(placeText(review->port, review->alignment->divergences[2].port), QStringLiteral("kernel.rs:7"));
  QCOMPARE(placeText(review->reference, review->alignment->divergences[2].reference), QString());
}

void TestReviewText::status() {
  const auto review = views::test::sampleReview();
  QCOMPARE(alignmentText(*review), QStringLiteral("7 ops paired of 8 and 9 · aligned to the end"));
  QVERIFY(alignmentText(*views::test::undecidedReview()).contains(QLatin1String("UNDECIDED: the budget")));
  QVERIFY(sideText(*review, align::Side::Port).contains(QLatin1String("cuTile Rust 0.5.0")));
  QCOMPARE(paneSubtitle(*review, Pane::ReferenceSource), QStringLiteral("softmax.py · cuTile Python 1.7.0"));
}

/// entry(%arg0): block ids; %arg0 assumed to be divisible by 8, then not to be negative; an add of the latter and a block id, twice.
void TestReviewText::facts() {
  using namespace tileir;
  tileport::test::ProgramBuilder b;
  const TypeId integer = b.scalar(ScalarKind::I32);
  const ValueId argument = b.beginEntry("facts", {integer})[0];
  const ValueId block = b.op({OpKind::GetTileBlockId, {}, {integer, integer, integer}, {}})[0];
  const ValueId divided = b.assume(argument, b.divBy(8)), bounded = b.assume(divided, b.bounded(0, std::nullopt));
  const auto overflow = b.enumerator(EnumKind::IntegerOverflow, 0);
  const ValueId sum = b.one({OpKind::AddI, {{bounded}, {block}}, {integer}, {{"overflow", overflow}}});
  b.op({OpKind::AddI, {{sum}, {sum}}, {integer}, {{"overflow", overflow}}});
  b.endEntry();
  const ProgramPtr program = b.build();
  const auto of = [&](std::size_t op) { return factsText(*program, OpId(op)); };
  const auto name = [&](ValueId value) { return QString::fromStdString(program->listing().valueNames[value.index()]); };
  QCOMPARE(of(0), QString());
  QCOMPARE(of(1), QStringLiteral("Known of its values:\n%1 (as %2): div_by 8, assumed in line 3").arg(name(argument), name(divided)));
  QCOMPARE(of(3), QStringLiteral("Known of its values:\n"
                                 "%1 (as %2): lower bound 0, assumed in line 4; div_by 8, assumed in line 3\n"
                                 "%3: lower bound 0, by what it is")
                      .arg(name(argument), name(bounded), name(block)));
  QCOMPARE(of(4), QString());
}

QTEST_GUILESS_MAIN(TestReviewText)
#include "tst_review_text.moc"
