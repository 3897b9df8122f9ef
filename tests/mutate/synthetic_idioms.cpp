// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <functional>

#include "mutate/synthetic_kernel.h"

namespace tileport::mutate {

using namespace tileir;

namespace {

constexpr std::uint64_t kNegativeInfinity = 0xFF800000u;
constexpr std::uint64_t kOne = 0x3F800000u;

}  // namespace

/// Forgets on its end what was defined in a region.
struct SyntheticKernel::Scope {
  explicit Scope(SyntheticKernel &kernel)
      : kernel_(kernel), indices_(kernel.indices_), tiles_(kernel.tiles_), tensors_(kernel.tensors_), result_(kernel.result_) {}
  ~Scope() {
    kernel_.indices_ = std::move(indices_);
    kernel_.tiles_ = std::move(tiles_);
    kernel_.result_ = result_;
    for (std::size_t i = 0; i < tensors_.size(); ++i) kernel_.tensors_[i].token = tensors_[i].token;
    kernel_.w_.leave();
  }
  Scope(const Scope &) = delete;

 private:
  SyntheticKernel &kernel_;
  Values indices_;
  std::map<TypeId, Values> tiles_;
  std::vector<Tensor> tensors_;
  TreeValue *result_;
};

const std::vector<SyntheticKernel::Idiom> &SyntheticKernel::idioms() {
  using K = SyntheticKernel;
  static const std::vector<Idiom> all{{&K::elementwise, 44, 6}, {&K::softmax, 30, 3},   {&K::norm, 36, 3},      {&K::matmul, 40, 4},
                                      {&K::tokenLoop, 82, 3},   {&K::untilLoop, 30, 1}, {&K::choice, 78, 3},    {&K::guardedStore, 12, 1},
                                      {&K::gather, 32, 3},      {&K::atomic, 12, 1},    {&K::prefix, 16, 1},    {&K::indexMath, 16, 3},
                                      {&K::transposed, 26, 2},  {&K::checks, 6, 1},     {&K::attention, 58, 2}, {&K::quantised, 30, 1}};
  return all;
}

void SyntheticKernel::elementwise() {
  Tensor &from = tensor();
  const Shape tile = shape();
  const Values at{index(), index()};
  TreeValue *x = load(from, tile, at);
  nextLine();
  x = steps(x, 10);
  keep(x);
  if (x->type == result_->type) result_ = binary(OpKind::AddF, result_, x);
  if (random_.chance(30)) return;
  nextLine();
  Tensor &to = tensor();
  const Values there{index(), index()};
  store(to, x, there);
}

void SyntheticKernel::softmax() {
  Tensor &from = tensor();
  const Shape tile = shape();
  const Values at{index(), index()};
  TreeValue *x = load(from, tile, at);
  nextLine();
  TreeValue *most = spread(reduced(x, OpKind::MaxF, kNegativeInfinity), tile);
  nextLine();
  TreeValue *shifted = binary(OpKind::SubF, x, most);
  TreeValue *e = unary(random_.chance(50) ? OpKind::Exp : OpKind::Exp2, shifted);
  nextLine();
  TreeValue *sum = spread(reduced(e, OpKind::AddF, 0), tile);
  TreeValue *y = binary(OpKind::DivF, e, sum);
  keep(y);
  Tensor &to = tensor();
  const Values there{index(), index()};
  store(to, y, there);
}

void SyntheticKernel::norm() {
  Tensor &from = tensor();
  const Shape tile = shape();
  const Values at{index(), index()};
  TreeValue *x = load(from, tile, at);
  nextLine();
  TreeValue *sum = reduced(binary(OpKind::MulF, x, x), OpKind::AddF, 0);
  const std::uint64_t epsilon = 0x358637BDu + random_.below(1000);
  TreeValue *count = w_.constant(sum->type, 0x44800000u + (random_.below(16) << 20));
  TreeValue *mean = binary(OpKind::DivF, sum, count);
  TreeValue *scale = unary(OpKind::Rsqrt, binary(OpKind::AddF, mean, w_.constant(sum->type, epsilon)));
  nextLine();
  TreeValue *y = binary(OpKind::MulF, x, spread(scale, tile));
  Tensor &weights = tensor();
  const Values there{index(), index()};
  y = binary(OpKind::MulF, y, load(weights, tile, there));
  keep(y);
  nextLine();
  Tensor &to = tensor();
  store(to, y, at);
}

void SyntheticKernel::matmul() {
  static const std::vector<std::int64_t> sides{16, 32, 64, 128}, depths{16, 32, 64};
  const std::int64_t m = random_.pick(sides), n = random_.pick(sides), k = random_.pick(depths);
  Tensor &a = tensorOf({ScalarKind::F16, ScalarKind::BF16});
  Tensor &b = tensorOf({a.element});
  TreeValue *viewA = partition(a, {m, k}, true), *viewB = partition(b, {k, n}, true);
  const TypeId wide = tree_.tile({m, n}, ScalarKind::F32);
  TreeValue *zero = w_.constant(wide, 0);
  const Values at{index(), index()};
  TreeValue *from = number(0), *to;
  if (random_.chance(50)) to = number(2 + random_.below(62));
  else to = w_.op(OpKind::GetIndexSpaceShape, {{viewA}}, {i32_, i32_}).result(1);
  TreeValue *by = number(1);
  nextLine();
  TreeOp &loop = w_.op(OpKind::For, {{from}, {to}, {by}, {zero}}, {wide});
  {
    const TreeBlock &body = w_.enter(loop, 0, {i32_, wide});
    const Scope scope(*this);
    nextLine();
    TreeValue *x = loadFrom(a, viewA, {at[0], body.arguments[0].get()});
    TreeValue *y = loadFrom(b, viewB, {body.arguments[0].get(), at[1]});
    nextLine();
    TreeValue *sum = w_.one(OpKind::MmaF, {{x}, {y}, {body.arguments[1].get()}}, wide);
    if (random_.chance(30)) sum = steps(sum, 2);
    w_.op(OpKind::Continue, {{sum}}, {});
  }
  nextLine();
  TreeValue *sum = random_.chance(50) ? loop.result() : steps(loop.result(), 3);
  keep(sum);
  if (sum->type == result_->type) result_ = binary(OpKind::AddF, result_, sum);
  Tensor &out = tensor();
  store(out, sum, at);
}

/// A loop that carries a tile and the token of what it stores to; what it does in between may be another idiom.
void SyntheticKernel::tokenLoop() {
  Tensor &from = tensor(), &out = tensor();
  const Shape tile = shape();
  const TypeId wide = tree_.tile(tile, ScalarKind::F32);
  TreeValue *first = number(random_.below(2)), *last = number(4 + random_.below(28)), *by = number(1 + random_.below(2));
  TreeValue *init = w_.constant(wide, random_.chance(50) ? 0 : kOne);
  const Values at{index(), index()};
  nextLine();
  TreeOp &loop = w_.op(OpKind::For, {{first}, {last}, {by}, {init, out.token}}, {wide, tree_.token()});
  {
    const TreeBlock &body = w_.enter(loop, 0, {i32_, wide, tree_.token()});
    const Scope scope(*this);
    TreeValue *turn = body.arguments[0].get();
    indices_.push_back(turn);
    out.token = body.arguments[2].get();
    nextLine();
    TreeValue *x = steps(load(from, tile, {at[0], turn}), 4);
    if (random_.chance(30)) {
      nextLine();
      if (random_.chance(50)) matmul();
      else softmax();
    }
    nextLine();
    store(out, x, {turn, at[1]});
    TreeValue *sum = binary(OpKind::AddF, body.arguments[1].get(), x);
    w_.op(OpKind::Continue, {{sum, out.token}}, {});
  }
  out.token = loop.result(1);
  keep(loop.result());
  if (wide == result_->type) result_ = binary(OpKind::MaxF, result_, loop.result());
}

/// A loop that is left by a break.
void SyntheticKernel::untilLoop() {
  Tensor &from = tensor();
  const Shape tile = shape();
  const TypeId wide = tree_.tile(tile, ScalarKind::F32);
  TreeValue *first = number(0), *last = number(4 + random_.below(60)), *by = number(1);
  TreeValue *init = w_.constant(wide, 0);
  const Values at{index(), index()};
  TreeOp &loop = w_.op(OpKind::Loop, {{first, init}}, {i32_, wide});
  {
    const TreeBlock &body = w_.enter(loop, 0, {i32_, wide});
    const Scope scope(*this);
    TreeValue *turn = body.arguments[0].get(), *sum = body.arguments[1].get();
    TreeOp &leaves = w_.op(OpKind::If, {{compared(turn, last)}}, {});
    w_.enter(leaves, 0, {});
    w_.op(OpKind::Break, {{turn, sum}}, {});
    w_.leave();
    w_.enter(leaves, 1, {});
    w_.op(OpKind::Yield, {}, {});
    w_.leave();
    nextLine();
    TreeValue *x = load(from, tile, {at[0], turn});
    TreeValue *next = binary(OpKind::AddF, sum, steps(x, 3));
    TreeValue *following = w_.one(OpKind::AddI, {{turn}, {by}}, i32_);
    w_.op(OpKind::Continue, {{following, next}}, {});
  }
  keep(loop.result(1));
}

void SyntheticKernel::choice() {
  TreeValue *where = index();
  TreeValue *limit = number(random_.below(32));
  TreeValue *condition = compared(where, limit);
  const TypeId type = result_->type;
  TreeOp &both = w_.op(OpKind::If, {{condition}}, {type});
  for (std::size_t arm = 0; arm < 2; ++arm) {
    w_.enter(both, arm, {});
    const Scope scope(*this);
    nextLine();
    if (arm == 0 && random_.chance(40)) elementwise();
    TreeValue *x = steps(result_, 5);
    w_.op(OpKind::Yield, {{x}}, {});
  }
  result_ = both.result();
  keep(result_);
}

void SyntheticKernel::guardedStore() {
  TreeValue *where = index();
  TreeValue *limit = number(random_.below(32));
  TreeValue *condition = compared(where, limit);
  const Values at{index(), index()};
  TreeOp &guard = w_.op(OpKind::If, {{condition}}, {});
  Tensor &to = tensor();
  w_.enter(guard, 0, {});
  {
    const Scope scope(*this);
    store(to, result_, at);
    w_.op(OpKind::Yield, {}, {});
  }
  if (random_.chance(50)) return;
  w_.enter(guard, 1, {});
  w_.op(OpKind::Yield, {}, {});
  w_.leave();
}

void SyntheticKernel::gather() {
  static const std::vector<std::int64_t> counts{128, 256, 512, 1024};
  const std::int64_t n = random_.pick(counts);
  Tensor &t = tensor();
  TreeValue *lanes = w_.one(OpKind::Iota, {}, tree_.tile({n}, ScalarKind::I32));
  TreeValue *size = number(static_cast<std::uint64_t>(n));
  TreeValue *begin = w_.one(OpKind::MulI, {{random_.pick(indices_)}, {size}}, i32_);
  TreeValue *at = w_.one(OpKind::AddI, {{spreadScalar(begin, n)}, {lanes}}, lanes->type);
  nextLine();
  TreeValue *base = spreadScalar(t.arguments[0], n);
  TreeValue *addresses = w_.one(OpKind::Offset, {{base}, {at}}, base->type);
  TreeValue *mask = compared(at, spreadScalar(t.arguments[2], n));
  const TypeId type = tree_.tile({n}, t.element);
  const bool masked = random_.chance(75);
  Values masks, padding;
  if (masked) masks = {mask}, padding = {w_.constant(type, 0)};
  TreeOp &op = w_.op(OpKind::LoadPtrTko, {{addresses}, masks, padding, {t.token}}, {type, tree_.token()});
  nextLine();
  TreeValue *x = steps(converted(op.result(), ScalarKind::F32), 4);
  keep(x);
  TreeOp &stored = w_.op(OpKind::StorePtrTko, {{addresses}, {converted(x, t.element)}, masks, {op.result(1)}}, {tree_.token()});
  t.token = stored.result();
}

void SyntheticKernel::atomic() {
  const std::int64_t n = 32;
  Tensor &t = tensors_[0];
  TreeValue *lanes = w_.one(OpKind::Iota, {}, tree_.tile({n}, ScalarKind::I32));
  TreeValue *base = spreadScalar(t.arguments[0], n);
  TreeValue *addresses = w_.one(OpKind::Offset, {{base}, {lanes}}, base->type);
  TreeValue *value = w_.constant(tree_.tile({n}, t.element), kOne + (random_.below(64) << 12));
  TreeOp &op = w_.op(OpKind::AtomicRmwTko, {{addresses}, {value}, {}, {t.token}}, {value->type, tree_.token()},
                     {{"memory_ordering_semantics", tree_.enumerator(EnumKind::MemoryOrdering, 1)},
                      {"memory_scope", tree_.enumerator(EnumKind::MemoryScope, 1)},
                      {"mode", tree_.enumerator(EnumKind::AtomicRMWMode, static_cast<std::uint64_t>(AtomicRMWMode::AddF))}});
  t.token = op.result(1);
}

void SyntheticKernel::prefix() {
  Tensor &from = tensor();
  const Shape tile = shape();
  const Values at{index(), index()};
  TreeValue *x = load(from, tile, at);
  Attribute one, all;
  one.kind = AttributeKind::Float;
  one.type = tree_.scalar(ScalarKind::F32);
  all.kind = AttributeKind::Array;
  all.items = {tree_.attribute(std::move(one))};
  const TypeId scalar = tree_.tile({}, ScalarKind::F32);
  TreeOp &op =
      w_.op(OpKind::Scan, {{x}}, {x->type},
            {{"dim", tree_.integer(1)}, {"reverse", tree_.boolean(random_.chance(30))}, {"identities", tree_.attribute(std::move(all))}});
  const TreeBlock &block = w_.enter(op, 0, {scalar, scalar});
  TreeValue *sum = w_.one(OpKind::AddF, {{block.arguments[0].get()}, {block.arguments[1].get()}}, scalar);
  w_.op(OpKind::Yield, {{sum}}, {});
  w_.leave();
  keep(op.result());
  Tensor &to = tensor();
  store(to, op.result(), at);
}

void SyntheticKernel::indexMath() {
  static const std::vector<OpKind> kinds{OpKind::AddI, OpKind::MulI, OpKind::DivI, OpKind::RemI, OpKind::MinI, OpKind::MaxI, OpKind::SubI};
  TreeValue *x = random_.chance(80) ? random_.pick(indices_) : w_.op(OpKind::GetNumTileBlocks, {}, {i32_, i32_, i32_}).result(0);
  const std::size_t count = 2 + random_.below(5);
  for (std::size_t i = 0; i < count; ++i) {
    const OpKind kind = random_.pick(kinds);
    TreeValue *y = random_.chance(60) ? number(1 + random_.below(128)) : random_.pick(indices_);
    OpWriter::Attributes attributes;
    const bool wraps = kind == OpKind::AddI || kind == OpKind::MulI || kind == OpKind::SubI;
    if (!wraps) attributes.emplace_back("signedness", tree_.enumerator(EnumKind::Signedness, 1));
    x = w_.one(kind, {{x}, {y}}, i32_, attributes);
  }
  if (indices_.size() < 24) indices_.push_back(x);
  else indices_[3 + random_.below(indices_.size() - 3)] = x;
}

void SyntheticKernel::transposed() {
  Tensor &from = tensor();
  const Shape tile = shape(), turned{tile[1], tile[0]}, half{tile[0], tile[1] / 2};
  const Values at{index(), index()};
  TreeValue *x = load(from, tile, at);
  Attribute permutation;
  permutation.kind = AttributeKind::I32Array;
  permutation.numbers = {1, 0};
  const AttributeId exchange = tree_.attribute(std::move(permutation));
  nextLine();
  TreeValue *y = w_.one(OpKind::Permute, {{x}}, tree_.tile(turned, ScalarKind::F32), {{"permutation", exchange}});
  y = step(y);
  y = w_.one(OpKind::Permute, {{y}}, x->type, {{"permutation", exchange}});
  nextLine();
  TreeValue *zero = number(0), *one = number(1);
  TreeValue *left = w_.one(OpKind::Extract, {{x}, {zero, zero}}, tree_.tile(half, ScalarKind::F32));
  TreeValue *right = w_.one(OpKind::Extract, {{x}, {zero, one}}, tree_.tile(half, ScalarKind::F32));
  TreeValue *joined = w_.one(OpKind::Cat, {{right}, {left}}, x->type, {{"dim", tree_.integer(1, ScalarKind::I64)}});
  y = binary(OpKind::MulF, y, joined);
  keep(y);
  Tensor &to = tensor();
  store(to, y, at);
}

void SyntheticKernel::checks() {
  TreeValue *where = random_.pick(indices_);
  Attribute text;
  text.kind = AttributeKind::String;
  if (random_.chance(70)) {
    TreeValue *limit = number(256 + random_.below(1000));
    text.text = "index out of bounds";
    w_.op(OpKind::Assert, {{compared(where, limit)}}, {}, {{"message", tree_.attribute(std::move(text))}});
  } else {
    text.text = "block %i\n";
    Tensor &t = tensor();
    t.token = w_.one(OpKind::PrintTko, {{where}, {t.token}}, tree_.token(), {{"str", tree_.attribute(std::move(text))}});
  }
}

/// A product of bytes.
void SyntheticKernel::quantised() {
  static const std::vector<std::int64_t> sides{16, 32, 64};
  const std::int64_t m = random_.pick(sides), n = random_.pick(sides), k = random_.pick(sides);
  Tensor &a = tensor(), &b = tensor(), &out = tensor();
  const Values at{index(), index()};
  const auto byte = [&](TreeValue *x) {
    return w_.one(
        OpKind::FToI, {{x}}, like(x, ScalarKind::I8),
        {{"signedness", tree_.enumerator(EnumKind::Signedness, 1)},
         {"rounding_mode", tree_.enumerator(EnumKind::RoundingMode, static_cast<std::uint64_t>(RoundingMode::NearestIntToZero))}});
  };
  TreeValue *x = byte(load(a, {m, k}, at));
  nextLine();
  TreeValue *y = byte(load(b, {k, n}, at));
  TreeValue *zero = w_.constant(tree_.tile({m, n}, ScalarKind::I32), 0);
  nextLine();
  const AttributeId isSigned = tree_.enumerator(EnumKind::Signedness, 1);
  TreeValue *sum = w_.one(OpKind::MmaI, {{x}, {y}, {zero}}, zero->type, {{"signedness_lhs", isSigned}, {"signedness_rhs", isSigned}});
  TreeValue *real = w_.one(OpKind::IToF, {{sum}}, like(sum, ScalarKind::F32), {{"signedness", isSigned}});
  TreeValue *z = binary(OpKind::MulF, real, peer(real));
  keep(z);
  store(out, z, at);
}

/// The inner loop of flash attention: the largest, the sum and the tile are carried.
void SyntheticKernel::attention() {
  static const std::vector<std::int64_t> sides{32, 64, 128};
  const std::int64_t m = random_.pick(sides), n = random_.pick(sides), d = random_.pick(sides);
  Tensor &q = tensorOf({ScalarKind::F16, ScalarKind::BF16});
  Tensor &k = tensorOf({q.element}), &v = tensorOf({q.element}), &out = tensor();
  const TypeId row = tree_.tile({m}, ScalarKind::F32), scores = tree_.tile({m, n}, ScalarKind::F32);
  const TypeId wide = tree_.tile({m, d}, ScalarKind::F32);
  const Values at{index(), index()};
  TreeValue *query = loadFrom(q, partition(q, {m, d}, true), at);
  TreeValue *viewK = partition(k, {n, d}, true), *viewV = partition(v, {n, d}, true);
  TreeValue *most = w_.constant(row, kNegativeInfinity), *sum = w_.constant(row, 0), *acc = w_.constant(wide, 0);
  TreeValue *first = number(0), *last = number(4 + random_.below(60)), *by = number(1);
  const std::uint64_t factor = 0x3DB504F3u + random_.below(4096);
  nextLine();
  TreeOp &loop = w_.op(OpKind::For, {{first}, {last}, {by}, {most, sum, acc}}, {row, row, wide});
  {
    const TreeBlock &body = w_.enter(loop, 0, {i32_, row, row, wide});
    const Scope scope(*this);
    const auto argument = [&](std::size_t i) { return body.arguments[i].get(); };
    nextLine();
    TreeValue *key = loadFrom(k, viewK, {argument(0), at[1]});
    Attribute permutation;
    permutation.kind = AttributeKind::I32Array;
    permutation.numbers = {1, 0};
    key = w_.one(OpKind::Permute, {{key}}, tree_.tile({d, n}, q.element), {{"permutation", tree_.attribute(std::move(permutation))}});
    TreeValue *none = w_.constant(scores, 0);
    TreeValue *s = w_.one(OpKind::MmaF, {{query}, {key}, {none}}, scores);
    TreeValue *scale = w_.constant(scores, factor);
    s = binary(OpKind::MulF, s, scale);
    nextLine();
    TreeValue *largest = reduced(s, OpKind::MaxF, kNegativeInfinity);
    largest = binary(OpKind::MaxF, argument(1), largest);
    TreeValue *p = unary(OpKind::Exp2, binary(OpKind::SubF, s, spread(largest, {m, n})));
    TreeValue *part = reduced(p, OpKind::AddF, 0);
    TreeValue *alpha = unary(OpKind::Exp2, binary(OpKind::SubF, argument(1), largest));
    TreeValue *total = binary(OpKind::AddF, binary(OpKind::MulF, argument(2), alpha), part);
    TreeValue *scaled = binary(OpKind::MulF, argument(3), spread(alpha, {m, d}));
    nextLine();
    TreeValue *value = loadFrom(v, viewV, {argument(0), at[1]});
    TreeValue *next = w_.one(OpKind::MmaF, {{converted(p, q.element)}, {value}, {scaled}}, wide);
    w_.op(OpKind::Continue, {{largest, total, next}}, {});
  }
  nextLine();
  TreeValue *y = binary(OpKind::DivF, loop.result(2), spread(loop.result(1), {m, d}));
  keep(y);
  store(out, y, at);
}

}  // namespace tileport::mutate
