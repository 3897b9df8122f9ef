// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QTest>
#include <random>

#include "align/sequence.h"

using namespace tileport::align;

class TestSequence : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void chainIsLongest();
  void chainPrefersWeight();
  void chainOfNothing();
  void alignsByScore();
  void alignsWithEmptySide();
  void commonIsLongest();
  void commonOfManyEdits_data();
  void commonOfManyEdits();
};

void TestSequence::chainIsLongest() {
  // Against the plain quadratic answer, on random permutations.
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::uint32_t> right(1 + random() % 12);
    for (std::uint32_t i = 0; i < right.size(); ++i) right[i] = i;
    std::shuffle(right.begin(), right.end(), random);
    std::vector<IndexPair> pairs;
    for (std::uint32_t i = 0; i < right.size(); ++i) pairs.emplace_back(i, right[i]);
    std::vector<std::size_t> best(right.size(), 1);
    std::size_t longest = 1;
    for (std::size_t i = 0; i < right.size(); ++i)
      for (std::size_t k = 0; k < i; ++k)
        if (right[k] < right[i]) longest = std::max(longest, best[i] = std::max(best[i], best[k] + 1));
    std::shuffle(pairs.begin(), pairs.end(), random);
    const auto chain = risingChain(pairs);
    QCOMPARE(chain.size(), longest);
    for (std::size_t i = 1; i < chain.size(); ++i) QVERIFY(chain[i - 1].first < chain[i].first && chain[i - 1].second < chain[i].second);
  }
}

void TestSequence::chainPrefersWeight() {
  // One heavy pair against two light ones that it crosses.
  const std::vector<IndexPair> pairs{{0, 2}, {1, 0}, {2, 1}};
  const auto chain = risingChain(pairs, [](IndexPair pair) { return pair.first == 0 ? 5.0 : 1.0; });
  QCOMPARE(chain, (std::vector<IndexPair>{{0, 2}}));
}

void TestSequence::chainOfNothing() { QVERIFY(risingChain({}).empty()); }

void TestSequence::alignsByScore() {
  const std::string left = "abcxd", right = "abyd";
  const auto pairs = alignSequences(5, 4, [&](std::uint32_t l, std::uint32_t r) { return left[l] == right[r] ? 1.0 : 0.0; });
  QCOMPARE(pairs, (std::vector<IndexPair>{{0, 0}, {1, 1}, {4, 3}}));
}

void TestSequence::alignsWithEmptySide() {
  const auto one = [](std::uint32_t, std::uint32_t) { return 1.0; };
  QVERIFY(alignSequences(0, 3, one).empty());
  QVERIFY(alignSequences(3, 0, one).empty());
}

void TestSequence::commonIsLongest() {
  // Against the plain quadratic answer, on random lists of few letters.
  std::mt19937 random(11);
  for (int round = 0; round < 500; ++round) {
    std::vector<std::uint64_t> left(random() % 14), right(random() % 14);
    for (auto *list : {&left, &right})
      for (std::uint64_t &key : *list) key = random() % 3;
    std::vector<std::vector<std::size_t>> best(left.size() + 1, std::vector<std::size_t>(right.size() + 1, 0));
    for (std::size_t l = 1; l <= left.size(); ++l)
      for (std::size_t r = 1; r <= right.size(); ++r)
        best[l][r] = left[l - 1] == right[r - 1] ? best[l - 1][r - 1] + 1 : std::max(best[l - 1][r], best[l][r - 1]);
    const auto pairs = commonSubsequence(left, right);
    QCOMPARE(pairs.size(), best[left.size()][right.size()]);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      QCOMPARE(left[pairs[i].first], right[pairs[i].second]);
      QVERIFY(i == 0 || (pairs[i - 1].first < pairs[i].first && pairs[i - 1].second < pairs[i].second));
    }
  }
}

void TestSequence::commonOfManyEdits_data() {
  QTest::addColumn<int>("letters");
  QTest::addColumn<int>("everyNth");
  QTest::newRow("telling keys, few edits") << 1'000'000 << 100;
  QTest::newRow("telling keys, many edits") << 1'000'000 << 8;
  QTest::newRow("few letters, few edits") << 5 << 100;
  QTest::newRow("few letters, many edits") << 5 << 8;
  QTest::newRow("nothing in common") << 1'000'000 << 1;
}

void TestSequence::commonOfManyEdits() {
  // Far beyond the thousand edits that are looked at together: most of what was kept must still be found.
  QFETCH(int, letters);
  QFETCH(int, everyNth);
  std::mt19937 random(5);
  std::vector<std::uint64_t> left(30'000), right;
  for (std::uint64_t &key : left) key = random() % unsigned(letters);
  std::size_t kept = 0;
  for (std::uint64_t key : left) {
    if (random() % unsigned(everyNth) != 0) {
      right.push_back(key);
      ++kept;
    } else if (const unsigned edit = random() % 3; edit != 0) {
      right.push_back(letters + random());
      if (edit == 2) right.push_back(key), ++kept;
    }
  }
  if (everyNth == 1) std::erase_if(right, [&](std::uint64_t key) { return key < std::uint64_t(letters); }), kept = 0;
  const auto pairs = commonSubsequence(left, right);
  QVERIFY2(pairs.size() >= kept * 9 / 10, qPrintable(QStringLiteral("%1 of %2").arg(pairs.size()).arg(kept)));
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    QCOMPARE(left[pairs[i].first], right[pairs[i].second]);
    QVERIFY(i == 0 || (pairs[i - 1].first < pairs[i].first && pairs[i - 1].second < pairs[i].second));
  }
}

QTEST_APPLESS_MAIN(TestSequence)
#include "tst_sequence.moc"
