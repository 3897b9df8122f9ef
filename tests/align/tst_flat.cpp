// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QTest>
#include <map>
#include <random>
#include <set>

#include "align/flat.h"

using namespace tileport::align;

/// The flat tables against those of the standard library, over random uses.
class TestFlat : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void listsKeepTheirItems();
  void indexAsksWhoIsIt();
  void listIndexIsAMap();
  void numberSetIsASet();
  void numberSetGrowsWhileWalked();
};

void TestFlat::listsKeepTheirItems() {
  std::mt19937 random(1);
  for (const std::size_t lists : {1, 2, 7, 100}) {
    std::vector<std::vector<int>> wanted(lists);
    std::vector<std::pair<std::size_t, int>> items(random() % 200);
    for (int i = 0; auto &[list, item] : items) {
      list = random() % lists;
      item = i++;
      wanted[list].push_back(item);
    }
    const FlatLists<int> found(lists, [&](auto emit) {
      for (const auto &[list, item] : items) emit(list, item);
    });
    for (std::size_t i = 0; i < lists; ++i) QCOMPARE(std::vector<int>(found[i].begin(), found[i].end()), wanted[i]);
  }
  const FlatLists<int> none(0, [](auto) {});
  Q_UNUSED(none);
}

void TestFlat::indexAsksWhoIsIt() {
  // All of one hash: only the question tells them apart.
  HashIndex index;
  QCOMPARE(index.find(5, [](std::uint32_t) { return true; }), HashIndex::kNone);
  for (std::uint32_t n = 0; n < 1000; ++n) {
    QCOMPARE(index.find(5, [n](std::uint32_t number) { return number == n; }), HashIndex::kNone);
    index.insert(5, n);
  }
  for (std::uint32_t n = 0; n < 1000; ++n) QCOMPARE(index.find(5, [n](std::uint32_t number) { return number == n; }), n);
  QCOMPARE(index.find(std::uint64_t{1} << 40, [](std::uint32_t) { return true; }), HashIndex::kNone);
}

void TestFlat::listIndexIsAMap() {
  std::mt19937 random(2);
  ListIndex index;
  std::map<std::vector<std::uint32_t>, std::uint32_t> wanted;
  for (std::uint32_t round = 0; round < 20'000; ++round) {
    // Short lists of few numbers, so that many are beginnings of one another.
    std::vector<std::uint32_t> list(random() % 6);
    for (std::uint32_t &n : list) n = random() % 4 == 0 ? UINT32_MAX - random() % 2 : random() % 3;
    const auto known = wanted.find(list);
    QCOMPARE(index.find(list), known == wanted.end() ? HashIndex::kNone : known->second);
    if (known != wanted.end()) continue;
    index.insert(list, round);
    wanted.emplace(list, round);
  }
  QVERIFY(wanted.size() > 1000);
}

void TestFlat::numberSetIsASet() {
  std::mt19937 random(3);
  for (const std::size_t most : {1, 63, 64, 65, 1000}) {
    NumberSet found(most);
    std::set<std::size_t> wanted;
    for (int round = 0; round < 2000; ++round) {
      const std::size_t n = random() % most;
      if (random() % 2 == 0) {
        found.insert(n);
        wanted.insert(n);
      } else {
        found.erase(n);
        wanted.erase(n);
      }
      QCOMPARE(found.size(), wanted.size());
      const std::size_t from = random() % (most + 1);
      const auto next = wanted.lower_bound(from);
      QCOMPARE(found.next(from), next == wanted.end() ? NumberSet::kEnd : *next);
    }
  }
  QCOMPARE(NumberSet(0).next(0), NumberSet::kEnd);
}

void TestFlat::numberSetGrowsWhileWalked() {
  NumberSet set(200);
  set.insert(10);
  std::vector<std::size_t> walked;
  for (std::size_t n = set.next(0); n != NumberSet::kEnd; n = set.next(n + 1)) {
    walked.push_back(n);
    if (n < 150) set.insert(n + 60);  // ahead: still to come
    if (n > 0) set.insert(n - 1);     // behind: not this time
    set.erase(n);
  }
  QCOMPARE(walked, (std::vector<std::size_t>{10, 70, 130, 190}));
  QCOMPARE(set.size(), std::size_t{4});
}

QTEST_APPLESS_MAIN(TestFlat)
#include "tst_flat.moc"
