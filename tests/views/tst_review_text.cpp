// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "sample_review.h"
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

QTEST_GUILESS_MAIN(TestReviewText)
#include "tst_review_text.moc"
