// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rule permuted, and loads and stores whose views have their dimensions in another order: accepted where the elements are the same, by an
// arithmetic of indices of its own, and nowhere else. All orders of three dimensions of one extent, so that no type decides.
#include <QTest>
#include <algorithm>
#include <array>
#include <numeric>

#include "certificate/check.h"
#include "certificate/writer.h"
#include "tileir/text_reader.h"

using namespace tileport;
using namespace tileport::certificate;
using namespace tileport::certificate::test;
using tileir::OpKind;
using tileir::ProgramPtr;

class TestTurned : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void chains();
  void loads();
  void stores();
  void refuses_data();
  void refuses();
};

namespace {

using Order = std::array<std::size_t, 3>;
using Point = std::array<std::int64_t, 3>;

std::vector<Order> allOrders() {
  std::vector<Order> all;
  Order order{0, 1, 2};
  do all.push_back(order);
  while (std::next_permutation(order.begin(), order.end()));
  return all;
}

std::string text(const Order &order) {
  return std::to_string(order[0]) + ", " + std::to_string(order[1]) + ", " + std::to_string(order[2]);
}

/// Where the element at `at` of a permuted tile was before: dimension i of the result is dimension order[i] of the source.
Point source(const Point &at, const Order &order) {
  Point from{};
  for (std::size_t i = 0; i < 3; ++i) from[order[i]] = at[i];
  return from;
}

ProgramPtr read(const std::string &body) {
  const std::string head =
      "entry @k(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>, %a: tile<i32>, %b: tile<i32>, %c: tile<i32>) {\n"
      "  %s = make_tensor_view %p, shape = [32, 32, 32], strides = [1024, 32, 1] : tensor_view<32x32x32xi32, strides=[1024,32,1]>\n"
      "  %d = make_tensor_view %q, shape = [32, 32, 32], strides = [1024, 32, 1] : tensor_view<32x32x32xi32, strides=[1024,32,1]>\n";
  auto program = tileir::readText(head + body + "  return\n}\n", "text");
  if (!program) return QTest::qFail(program.error().toString().c_str(), __FILE__, __LINE__), nullptr;
  return *program;
}

const std::string kTensor = "tensor_view<32x32x32xi32, strides=[1024,32,1]>";

struct View {
  Order map{0, 1, 2};
  std::string tile = "4x4x4", padding = {};
  std::string type() const {
    const bool identity = std::is_sorted(map.begin(), map.end());
    return "partition_view<tile=(" + tile + ")" + (padding.empty() ? "" : ", padding_value = " + padding) + ", " + kTensor +
           (identity ? "" : ", dim_map=[" + text(map) + "]") + ">";
  }
};

std::string indices(const Order &index) {
  static constexpr std::array<const char *, 3> kNames{"%a", "%b", "%c"};
  return std::string("[") + kNames[index[0]] + ", " + kNames[index[1]] + ", " + kNames[index[2]] + "]";
}

constexpr Order kPlain{0, 1, 2};

std::string load(const View &view, const Order &index, const std::string &flags = {}) {
  return "  %v = make_partition_view %s : " + view.type() + "\n  %x, %t = load_view_tko weak %v" + indices(index) + flags + " : " +
         view.type() + ", tile<i32> -> tile<" + view.tile + "xi32>, token\n";
}

std::string permute(const std::string &result, const std::string &value, const Order &order) {
  return "  " + result + " = permute " + value + " [" + text(order) + "] : tile<4x4x4xi32> -> tile<4x4x4xi32>\n";
}

std::string store(const std::string &value, const View &view = {}, const Order &index = kPlain) {
  return "  %w = make_partition_view %d : " + view.type() + "\n  %u = store_view_tko weak " + value + ", %w" + indices(index) +
         " : tile<4x4x4xi32>, " + view.type() + ", tile<i32> -> token\n";
}

void pairUp(EntryPair &entry, const ProgramPtr &l, const ProgramPtr &r, OpKind kind, std::vector<SlotPair> slots = {}) {
  Step step;
  step.reference = opOf(*l, kind);
  step.port = opOf(*r, kind);
  step.slots = std::move(slots);
  entry.steps.push_back(step);
}

std::vector<SlotPair> slotsOf(const Order &order) {
  std::vector<SlotPair> slots;
  for (std::uint32_t i = 0; i < 3; ++i) slots.push_back({i, static_cast<std::uint32_t>(order[i])});
  return slots;
}

/// The entry with its arguments, and the views that both sides have as they stand.
EntryPair begin(const ProgramPtr &l, const ProgramPtr &r) {
  EntryPair entry;
  entry.reference = entry.port = tileir::FunctionId(0);
  for (std::uint32_t n = 0; n < 5; ++n) entry.arguments.push_back({n, n});
  for (std::size_t n = 0; n < 2; ++n)
    entry.steps.push_back(equalBy(Step::Kind::Congruent, resultOf(*l, Side::Reference, OpKind::MakeTensorView, n),
                                  resultOf(*r, Side::Port, OpKind::MakeTensorView, n)));
  return entry;
}

Ref viewOf(const ProgramPtr &program, Side side, std::size_t n) { return resultOf(*program, side, OpKind::MakePartitionView, n); }

bool holds(EntryPair entry, const ProgramPtr &l, const ProgramPtr &r) {
  Certificate certificate;
  certificate.entries.push_back(std::move(entry));
  const auto checked = check(certificate, *l, *r);
  return checked.ok() && checked->unconditional();
}

/// A load that is turned by `order`, then what is loaded stored as `value` is proven to be what the reference stores.
bool holdsForLoad(const ProgramPtr &l, const ProgramPtr &r, const Order &order, bool permuted) {
  EntryPair entry = begin(l, r);
  pairUp(entry, l, r, OpKind::LoadViewTko, slotsOf(order));
  const Ref loaded = resultOf(*l, Side::Reference, OpKind::LoadViewTko);
  const Ref given = permuted ? resultOf(*r, Side::Port, OpKind::Permute) : resultOf(*r, Side::Port, OpKind::LoadViewTko);
  entry.steps.push_back(rewrite("permuted", given, loaded));
  entry.steps.push_back(equalBy(Step::Kind::Congruent, viewOf(l, Side::Reference, 1), viewOf(r, Side::Port, 1)));
  pairUp(entry, l, r, OpKind::StoreViewTko);
  pairUp(entry, l, r, OpKind::Return);
  return holds(std::move(entry), l, r);
}

/// The coordinates of the element at `at` of the tile number `index` of a view.
Point coordinates(const Point &at, const Point &index, const Order &map) {
  Point where{};
  for (std::size_t d = 0; d < 3; ++d) where[map[d]] = 4 * index[d] + at[d];
  return where;
}

/// The numbers of a, b, c differ, and no sum of theirs with an offset within a tile is another's.
Point numbersOf(const Order &index) {
  static constexpr Point kNumbers{1, 3, 6};
  return {kNumbers[index[0]], kNumbers[index[1]], kNumbers[index[2]]};
}

template <class Visit>
bool allOf(Visit visit) {
  for (std::int64_t i = 0; i < 4; ++i)
    for (std::int64_t j = 0; j < 4; ++j)
      for (std::int64_t k = 0; k < 4; ++k)
        if (!visit(Point{i, j, k})) return false;
  return true;
}

}  // namespace

/// Two permutes against one.
void TestTurned::chains() {
  int accepted = 0;
  for (const Order &p : allOrders())
    for (const Order &q : allOrders())
      for (const Order &both : allOrders()) {
        const ProgramPtr l = read(load({}, kPlain) + permute("%y", "%x", p) + permute("%z", "%y", q) + store("%z"));
        const ProgramPtr r = read(load({}, kPlain) + permute("%z", "%x", both) + store("%z"));
        EntryPair entry = begin(l, r);
        for (std::size_t n = 0; n < 2; ++n)
          entry.steps.push_back(equalBy(Step::Kind::Congruent, viewOf(l, Side::Reference, n), viewOf(r, Side::Port, n)));
        pairUp(entry, l, r, OpKind::LoadViewTko);
        entry.steps.push_back(
            rewrite("permuted", resultOf(*l, Side::Reference, OpKind::Permute, 1), resultOf(*r, Side::Port, OpKind::Permute)));
        pairUp(entry, l, r, OpKind::StoreViewTko);
        pairUp(entry, l, r, OpKind::Return);
        const bool same = allOf([&](const Point &at) { return source(source(at, q), p) == source(at, both); });
        QCOMPARE(holds(entry, l, r), same);
        accepted += same;
      }
  QCOMPARE(accepted, 36);
}

/// A load through a map of dimensions, with indices in some order, permuted, against a plain one. No slots but the right ones prove it.
void TestTurned::loads() {
  int accepted = 0;
  const ProgramPtr l = read(load({}, kPlain) + store("%x"));
  for (const Order &map : allOrders())
    for (const Order &index : allOrders())
      for (const Order &back : allOrders()) {
        const ProgramPtr r = read(load({map}, index) + permute("%y", "%x", back) + store("%y"));
        const bool same = allOf([&](const Point &at) {
          return coordinates(at, numbersOf(kPlain), kPlain) == coordinates(source(at, back), numbersOf(index), map);
        });
        bool any = false;
        for (const Order &slots : allOrders()) any = holdsForLoad(l, r, slots, true) || any;
        QCOMPARE(any, same);
        accepted += same;
      }
  QCOMPARE(accepted, 6);
}

/// What is stored through a map of dimensions is permuted before.
void TestTurned::stores() {
  int accepted = 0;
  const ProgramPtr l = read(load({}, kPlain) + store("%x"));
  for (const Order &map : allOrders())
    for (const Order &index : allOrders())
      for (const Order &before : allOrders()) {
        const ProgramPtr r = read(load({}, kPlain) + permute("%y", "%x", before) + store("%y", {map}, index));
        // The element at `at` of what the port stores was at source(at) of what is loaded, and so was stored by the reference.
        const bool same = allOf([&](const Point &at) {
          return coordinates(at, numbersOf(index), map) == coordinates(source(at, before), numbersOf(kPlain), kPlain);
        });
        bool any = false;
        for (const Order &slots : allOrders()) {
          EntryPair entry = begin(l, r);
          entry.steps.push_back(equalBy(Step::Kind::Congruent, viewOf(l, Side::Reference, 0), viewOf(r, Side::Port, 0)));
          pairUp(entry, l, r, OpKind::LoadViewTko);
          pairUp(entry, l, r, OpKind::StoreViewTko, slotsOf(slots));
          pairUp(entry, l, r, OpKind::Return);
          any = holds(entry, l, r) || any;
        }
        QCOMPARE(any, same);
        accepted += same;
      }
  QCOMPARE(accepted, 6);
}

void TestTurned::refuses_data() {
  QTest::addColumn<QString>("reference");
  QTest::addColumn<QString>("port");
  QTest::addColumn<bool>("accepted");
  constexpr Order kMap{1, 0, 2};
  const auto row = [](const char *name, const std::string &reference, const std::string &port, bool accepted = false) {
    QTest::newRow(name) << QString::fromStdString(reference) << QString::fromStdString(port) << accepted;
  };
  const std::string kStored = store("%y"), kBack = permute("%y", "%x", kMap), kReference = load({}, kPlain) + store("%x");
  row("the same", kReference, load({kMap}, kMap) + kBack + kStored, true);
  row("without the permute", kReference, load({kMap}, kMap) + kBack + store("%x"));
  row("other padding", load({kPlain, "4x4x4", "zero"}, kPlain) + store("%x"), load({kMap}, kMap) + kBack + kStored);
  row("same padding", load({kPlain, "4x4x4", "zero"}, kPlain) + store("%x"), load({kMap, "4x4x4", "zero"}, kMap) + kBack + kStored, true);
  row("inbounds", load({}, kPlain, " inbounds = [true, false, false]") + store("%x"), load({kMap}, kMap) + kBack + kStored);
  row("inbounds turned", load({}, kPlain, " inbounds = [true, false, false]") + store("%x"),
      load({kMap}, kMap, " inbounds = [false, true, false]") + kBack + kStored, true);
  row("inbounds not turned", load({}, kPlain, " inbounds = [true, false, false]") + store("%x"),
      load({kMap}, kMap, " inbounds = [true, false, false]") + kBack + kStored);
  std::string other = load({kMap}, kMap) + kBack + kStored;
  other[other.find("%s :") + 1] = 'd';
  row("another tensor", kReference, other);
}

void TestTurned::refuses() {
  QFETCH(QString, reference);
  QFETCH(QString, port);
  QFETCH(bool, accepted);
  const ProgramPtr l = read(reference.toStdString()), r = read(port.toStdString());
  bool any = false;
  for (const Order &slots : allOrders())
    for (const bool permuted : {false, true}) any = holdsForLoad(l, r, slots, permuted) || any;
  QCOMPARE(any, accepted);
}

QTEST_APPLESS_MAIN(TestTurned)
#include "tst_turned.moc"
