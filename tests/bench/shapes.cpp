// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bench/shapes.h"

#include <array>
#include <utility>

#include "support/program_builder.h"

namespace tileport::bench {

using namespace tileir;

namespace {

using Values = std::vector<ValueId>;

constexpr std::array kShapes = {
    std::pair{Shape::Straight, std::string_view("straight")},   std::pair{Shape::Loops, std::string_view("loops")},
    std::pair{Shape::Deep, std::string_view("deep")},           std::pair{Shape::Branches, std::string_view("branches")},
    std::pair{Shape::Constants, std::string_view("constants")}, std::pair{Shape::Tokens, std::string_view("tokens")},
    std::pair{Shape::Joins, std::string_view("joins")},         std::pair{Shape::Loads, std::string_view("loads")},
    std::pair{Shape::Copies, std::string_view("copies")},       std::pair{Shape::Assumes, std::string_view("assumes")},
};

class ShapeWriter {
 public:
  ShapeWriter(std::size_t ops, double edits) : wanted_(ops), edits_(edits) {}

  ProgramPtr run(Shape shape) {
    const Values args = b_.beginEntry("sized", {b_.pointers({}, ScalarKind::F32), i32_, i32_, i32_});
    ids_ = counted(3, b_.op({OpKind::GetTileBlockId, {}, {i32_, i32_, i32_}, {}}));
    const ValueId tensor = b_.one({OpKind::MakeTensorView,
                                   {{args[0]}, {args[1], args[2]}, {args[3]}},
                                   {b_.tensorView(ScalarKind::F32, {kDynamic, kDynamic}, {kDynamic, 1})},
                                   {}});
    view_ = b_.one({OpKind::MakePartitionView, {{tensor}}, {b_.partitionView(b_.typeOf(tensor), {16, 16}, PaddingValue::Zero)}, {}});
    token_ = b_.one({OpKind::MakeToken, {}, {b_.token()}, {}});
    zero_ = number(0);
    eight_ = number(8);
    one_ = number(1);
    result_ = b_.op({OpKind::LoadViewTko, {{view_}, {ids_[0], ids_[1]}, {token_}}, {tile_, b_.token()}, {}})[0];
    made_ = 10;
    while (made_ + 2 < wanted_) piece(shape);
    store(result_, {ids_[0], ids_[1]});
    b_.endEntry();
    return b_.build();
  }

 private:
  // -- edits: the dice fall alike with and without them ----------------------------------------------------------------

  std::uint64_t dice() {
    std::uint64_t x = ++thrown_ * 0x9E3779B97F4A7C15ull;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
  }
  /// 0 = leave it; 1 to 4 = which edit.
  int edit() {
    const std::uint64_t x = dice();
    return static_cast<double>(x % 100'000) < edits_ * 100'000 ? 1 + static_cast<int>(x / 100'000 % 4) : 0;
  }

  template <class T>
  T counted(std::size_t, T value) {
    ++made_;
    return value;
  }
  ValueId one(const test::ProgramBuilder::OpSpec &spec) {
    ++made_;
    return b_.one(spec);
  }
  ValueId number(std::uint64_t n) {
    ++made_;
    return b_.constant(i32_, n);
  }
  ValueId unary(OpKind kind, ValueId x) { return one({kind, {{x}}, {b_.typeOf(x)}, {}}); }
  ValueId binary(OpKind kind, ValueId x, ValueId y) {
    switch (edit()) {
      case 1: return one({kind == OpKind::AddF ? OpKind::SubF : OpKind::AddF, {{x}, {y}}, {b_.typeOf(x)}, {}});
      case 2: return one({kind, {{x}, {y}}, {b_.typeOf(x)}, {{"flush_to_zero", b_.unit()}}});
      case 3: return x;
      case 4: x = unary(OpKind::NegF, x);
    }
    return one({kind, {{x}, {y}}, {b_.typeOf(x)}, {}});
  }
  ValueId integer(OpKind kind, ValueId x, ValueId y) {
    if (edit() == 1) kind = OpKind::SubI;
    return one({kind, {{x}, {y}}, {b_.typeOf(x)}, {}});
  }
  Values load(Values index, Values after) {
    ++made_;
    if (edit() == 1) std::swap(index[0], index[1]);
    return b_.op({OpKind::LoadViewTko, {{view_}, std::move(index), std::move(after)}, {tile_, b_.token()}, {}});
  }
  void store(ValueId value, Values index) {
    ++made_;
    Values after{token_};
    switch (edit()) {
      case 1: after.clear(); break;
      case 2: value = unary(OpKind::NegF, value); break;
      case 3: return;
      case 4: std::swap(index[0], index[1]);
    }
    token_ = b_.one({OpKind::StoreViewTko, {{value}, {view_}, std::move(index), std::move(after)}, {b_.token()}, {}});
  }

  // -- shapes ----------------------------------------------------------------------------------------------------------

  void piece(Shape shape) {
    switch (shape) {
      case Shape::Straight: return straight();
      case Shape::Loops: result_ = loops(4, 3); break;
      case Shape::Deep: result_ = loops(40, 1); break;
      case Shape::Branches: result_ = branches(4); break;
      case Shape::Constants: return constants();
      case Shape::Tokens: return store(result_, {number(dice() % 64), ids_[1]});
      case Shape::Joins: return joins();
      case Shape::Loads: return loads();
      case Shape::Copies: return copies();
      case Shape::Assumes: return assumes();
    }
    store(result_, {ids_[0], ids_[1]});
  }

  void straight() {
    constexpr std::array kinds{OpKind::AddF, OpKind::MulF, OpKind::SubF, OpKind::AddF};
    const std::uint64_t n = dice();
    if (n % 5 == 4) {
      result_ = unary(n % 2 ? OpKind::NegF : OpKind::Exp2, result_);
    } else {
      const ValueId next = binary(kinds[n % 4], result_, before_.valid() ? before_ : result_);
      before_ = std::exchange(result_, next);
    }
  }

  ValueId loops(int depth, int ops) {
    const ValueId carried = result_;
    ++made_;
    b_.begin({OpKind::For, {{zero_}, {eight_}, {one_}, {carried}}, {tile_}, {}});
    const Values in = b_.beginRegion({i32_, tile_});
    result_ = in[1];
    for (int i = 0; i < ops; ++i) result_ = binary(i % 2 ? OpKind::MulF : OpKind::AddF, result_, load({ids_[0], in[0]}, {token_})[0]);
    if (depth > 1) result_ = loops(depth - 1, ops);
    ++made_;
    b_.op({OpKind::Continue, {{result_}}, {}, {}});
    b_.endRegion();
    return b_.end().front();
  }

  ValueId branches(int depth) {
    const ValueId x = result_;
    const ValueId chosen = one({OpKind::CmpI,
                                {{ids_[0]}, {number(dice() % 64)}},
                                {b_.tile({}, ScalarKind::I1)},
                                {{"comparison_predicate", b_.enumerator(EnumKind::ComparisonPredicate, 2)}}});
    made_ += 3;
    b_.begin({OpKind::If, {{chosen}}, {tile_}, {}});
    for (int side = 0; side < 2; ++side) {
      b_.beginRegion({});
      result_ = binary(side ? OpKind::MulF : OpKind::AddF, x, x);
      if (depth > 1) result_ = branches(depth - 1);
      b_.op({OpKind::Yield, {{result_}}, {}, {}});
      b_.endRegion();
    }
    return b_.end().front();
  }

  void constants() {
    ids_[0] = integer(OpKind::AddI, ids_[0], number(7));
    ids_[1] = integer(OpKind::MulI, ids_[1], number(3));
    if (dice() % 32 == 0) store(result_, {ids_[0], ids_[1]});
  }

  void joins() {
    Values tokens;
    for (int i = 0; i < 8; ++i) {
      const Values loaded = load({number(dice() % 1024), ids_[1]}, {token_});
      result_ = binary(OpKind::AddF, result_, loaded[0]);
      if (edit() != 1) tokens.push_back(loaded[1]);
    }
    tokens.push_back(token_);
    token_ = one({OpKind::JoinTokens, {std::move(tokens)}, {b_.token()}, {}});
    store(result_, {ids_[0], ids_[1]});
  }

  void loads() {
    const ValueId at = number(dice() % 100'000);
    result_ = binary(OpKind::AddF, result_, load({at, ids_[1]}, {token_})[0]);
  }

  void copies() {
    ValueId x = binary(OpKind::MulF, result_, result_);
    for (int i = 0; i < 4; ++i) x = binary(OpKind::AddF, x, result_);
    store(unary(OpKind::Exp2, x), {number(dice() % 64), ids_[0]});
  }

  void assumes() {
    ValueId at = integer(OpKind::AddI, ids_[0], number(dice() % 4096));
    for (int i = 0; i < 6; ++i) {
      made_ += 1;
      at = b_.assume(at, i % 2 ? b_.bounded(0, {}) : b_.divBy((edit() == 1 ? 4u : 2u) << i));
    }
    result_ = binary(OpKind::AddF, result_, load({at, ids_[1]}, {token_})[0]);
  }

  test::ProgramBuilder b_;
  std::size_t wanted_, made_ = 0;
  double edits_;
  std::uint64_t thrown_ = 0;
  const TypeId i32_ = b_.tile({}, ScalarKind::I32), tile_ = b_.tile({16, 16}, ScalarKind::F32);
  Values ids_;
  ValueId view_, token_, zero_, eight_, one_, result_, before_;
};

}  // namespace

std::vector<Shape> allShapes() {
  std::vector<Shape> list;
  for (const auto &[shape, name] : kShapes) list.push_back(shape);
  return list;
}

std::string_view nameOf(Shape shape) {
  for (const auto &[known, name] : kShapes)
    if (known == shape) return name;
  return {};
}

ProgramPtr shaped(Shape shape, std::size_t ops, double edits) { return ShapeWriter(ops, edits).run(shape); }

}  // namespace tileport::bench
