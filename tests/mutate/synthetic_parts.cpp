// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <bit>

#include "mutate/synthetic_kernel.h"

namespace tileport::mutate {

using namespace tileir;

namespace {

/// Tiles of one type that are remembered: some from long ago, most recent ones.
constexpr std::size_t kRemembered = 48;

std::uint64_t floatBits(float value) { return std::bit_cast<std::uint32_t>(value); }

}  // namespace

TypeId SyntheticKernel::like(const TreeValue *x, ScalarKind element) { return tree_.tile(Shape(tree_.type(x).shape), element); }

void SyntheticKernel::keep(TreeValue *tile) {
  Values &known = tiles_[tile->type];
  if (known.size() < kRemembered) known.push_back(tile);
  else known[kRemembered / 4 + random_.below(kRemembered - kRemembered / 4)] = tile;
}

TreeValue *SyntheticKernel::number(std::uint64_t n) { return w_.constant(i32_, n); }

TreeValue *SyntheticKernel::index() {
  if (random_.chance(20)) return number(random_.below(64));
  return random_.pick(indices_);
}

TreeValue *SyntheticKernel::binary(OpKind kind, TreeValue *x, TreeValue *y) {
  OpWriter::Attributes attributes;
  const bool rounds = kind != OpKind::MaxF && kind != OpKind::MinF;
  if (random_.chance(25)) attributes.emplace_back("flush_to_zero", tree_.unit());
  if (rounds && random_.chance(10)) {
    // The IEEE modes; approx for a division alone.
    const std::uint64_t mode = kind == OpKind::DivF ? 4 : 1 + random_.below(3);
    attributes.emplace_back("rounding_mode", tree_.enumerator(EnumKind::RoundingMode, mode));
  }
  if (!rounds && random_.chance(20)) attributes.emplace_back("propagate_nan", tree_.unit());
  return w_.one(kind, {{x}, {y}}, x->type, attributes);
}

TreeValue *SyntheticKernel::unary(OpKind kind, TreeValue *x) {
  OpWriter::Attributes attributes;
  const bool flushes = kind == OpKind::Exp2 || kind == OpKind::Rsqrt || kind == OpKind::Sqrt;
  if (flushes && random_.chance(30)) attributes.emplace_back("flush_to_zero", tree_.unit());
  if (kind == OpKind::Sqrt && random_.chance(30)) attributes.emplace_back("rounding_mode", tree_.enumerator(EnumKind::RoundingMode, 4));
  return w_.one(kind, {{x}}, x->type, attributes);
}

/// Another tile of the type: of the entry, or a fresh constant.
TreeValue *SyntheticKernel::peer(TreeValue *x) {
  const auto known = tiles_.find(x->type);
  if (known != tiles_.end() && !known->second.empty() && random_.chance(70)) return random_.pick(known->second);
  const float value = static_cast<float>(static_cast<int>(random_.below(4000)) - 2000) / 64;
  return w_.constant(x->type, floatBits(value));
}

/// Exactly one op more.
TreeValue *SyntheticKernel::oneOp(TreeValue *x) {
  static const std::vector<OpKind> kinds{OpKind::Exp2, OpKind::AbsF, OpKind::NegF,  OpKind::Tanh, OpKind::Exp,   OpKind::Sin,
                                         OpKind::Cos,  OpKind::Log2, OpKind::Rsqrt, OpKind::Sqrt, OpKind::Floor, OpKind::Ceil};
  static const std::vector<OpKind> pairs{OpKind::AddF, OpKind::MulF, OpKind::SubF, OpKind::MaxF, OpKind::MinF, OpKind::DivF};
  const auto known = tiles_.find(x->type);
  if (known == tiles_.end() || known->second.empty() || random_.chance(40)) return unary(random_.pick(kinds), x);
  TreeValue *other = random_.pick(known->second);
  return binary(random_.pick(pairs), x, other);
}

/// At most three ops more.
TreeValue *SyntheticKernel::step(TreeValue *x) {
  switch (random_.below(8)) {
    case 0: {
      TreeValue *y = peer(x), *z = x;
      return w_.one(OpKind::Fma, {{x}, {y}, {z}}, x->type);
    }
    case 1: {
      TreeValue *y = peer(x);
      return w_.one(OpKind::Select, {{compared(x, y)}, {x}, {y}}, x->type);
    }
    case 2: return converted(converted(x, random_.chance(50) ? ScalarKind::F16 : ScalarKind::BF16), ScalarKind::F32);
    case 3: {
      TreeValue *y = peer(x);
      return binary(random_.chance(50) ? OpKind::MulF : OpKind::AddF, y, x);
    }
    default: return oneOp(x);
  }
}

TreeValue *SyntheticKernel::steps(TreeValue *x, std::size_t most) {
  const std::size_t count = 1 + random_.below(most);
  for (std::size_t i = 0; i < count; ++i) {
    x = step(x);
    if (random_.chance(20)) keep(x);
  }
  return x;
}

TreeValue *SyntheticKernel::compared(TreeValue *x, TreeValue *y) {
  const std::uint64_t predicate = 2 + random_.below(4);
  const bool floats = *tree_.elementOf(x) == ScalarKind::F32;
  OpWriter::Attributes attributes{{"comparison_predicate", tree_.enumerator(EnumKind::ComparisonPredicate, predicate)}};
  if (floats) attributes.emplace_back("comparison_ordering", tree_.enumerator(EnumKind::ComparisonOrdering, 1));
  else attributes.emplace_back("signedness", tree_.enumerator(EnumKind::Signedness, 1));
  return w_.one(floats ? OpKind::CmpF : OpKind::CmpI, {{x}, {y}}, like(x, ScalarKind::I1), attributes);
}

TreeValue *SyntheticKernel::converted(TreeValue *x, ScalarKind to) {
  if (*tree_.elementOf(x) == to) return x;
  return w_.one(OpKind::FToF, {{x}}, like(x, to));
}

SyntheticKernel::Tensor &SyntheticKernel::tensorOf(std::initializer_list<ScalarKind> kinds) {
  std::vector<Tensor *> fitting;
  for (Tensor &tensor : tensors_)
    if (std::find(kinds.begin(), kinds.end(), tensor.element) != kinds.end()) fitting.push_back(&tensor);
  return fitting.empty() ? tensors_[0] : *random_.pick(fitting);
}

TreeValue *SyntheticKernel::partition(Tensor &tensor, const Shape &tile, bool padded) {
  Type view;
  view.kind = TypeKind::PartitionView;
  view.element = tensor.view->type;
  view.shape = tile;
  view.dimMap = {0, 1};
  if (padded) view.padding = random_.chance(70) ? PaddingValue::Zero : PaddingValue::NegInf;
  return w_.one(OpKind::MakePartitionView, {{tensor.view}}, tree_.type(std::move(view)));
}

TreeValue *SyntheticKernel::loadFrom(Tensor &tensor, TreeValue *view, const Values &index) {
  OpWriter::Attributes attributes;
  const std::uint64_t latency = 1 + random_.below(10);
  if (random_.chance(30)) attributes.emplace_back("optimization_hints", hints({{"latency", tree_.integer(latency)}}));
  else if (random_.chance(10)) attributes.emplace_back("optimization_hints", hints({{"allow_tma", tree_.boolean(false)}}));
  const Shape tile = tree_.type(view).shape;
  TreeOp &op = w_.op(OpKind::LoadViewTko, {{view}, index, {tensor.token}}, {tree_.tile(tile, tensor.element), tree_.token()}, attributes);
  if (random_.chance(10)) tensor.token = w_.one(OpKind::JoinTokens, {{tensor.token, op.result(1)}}, tree_.token());
  return op.result();
}

/// partition, load, perhaps a join and a conversion: four ops at most. An f32 tile.
TreeValue *SyntheticKernel::load(Tensor &tensor, const Shape &tile, const Values &index) {
  TreeValue *view = partition(tensor, tile, random_.chance(60));
  return converted(loadFrom(tensor, view, index), ScalarKind::F32);
}

/// One op where the tensor has the tile's type and the shape of the output, three at most.
void SyntheticKernel::store(Tensor &tensor, TreeValue *tile, const Values &index) {
  tile = converted(tile, tensor.element);
  const bool output = &tensor == tensors_.data() && tree_.type(tile).shape == tree_.type(output_).shape;
  TreeValue *view = output ? output_ : partition(tensor, Shape(tree_.type(tile).shape), false);
  TreeOp &op = w_.op(OpKind::StoreViewTko, {{tile}, {view}, index, {tensor.token}}, {tree_.token()});
  tensor.token = op.result();
}

/// Three ops: the reduction of a rank-2 tile along its columns, with its region.
TreeValue *SyntheticKernel::reduced(TreeValue *x, OpKind combine, std::uint64_t identity) {
  Attribute one, all;
  one.kind = AttributeKind::Float;
  one.type = tree_.scalar(ScalarKind::F32);
  one.bits = identity;
  all.kind = AttributeKind::Array;
  all.items = {tree_.attribute(std::move(one))};
  const TypeId scalar = tree_.tile({}, ScalarKind::F32);
  TreeOp &op = w_.op(OpKind::Reduce, {{x}}, {tree_.tile({tree_.type(x).shape[0]}, ScalarKind::F32)},
                     {{"dim", tree_.integer(1)}, {"identities", tree_.attribute(std::move(all))}});
  TreeBlock &block = w_.enter(op, 0, {scalar, scalar});
  TreeValue *sum = w_.one(combine, {{block.arguments[0].get()}, {block.arguments[1].get()}}, scalar);
  w_.op(OpKind::Yield, {{sum}}, {});
  w_.leave();
  return op.result();
}

/// reshape, broadcast: a column of one value a row over all columns.
TreeValue *SyntheticKernel::spread(TreeValue *row, const Shape &shape) {
  TreeValue *column = w_.one(OpKind::Reshape, {{row}}, tree_.tile({shape[0], 1}, ScalarKind::F32));
  return w_.one(OpKind::Broadcast, {{column}}, tree_.tile(shape, ScalarKind::F32));
}

TreeValue *SyntheticKernel::spreadScalar(TreeValue *scalar, std::int64_t count) {
  const TypeId element = tree_.type(scalar).element;
  TreeValue *single = w_.one(OpKind::Reshape, {{scalar}}, tree_.tile({1}, element));
  return w_.one(OpKind::Broadcast, {{single}}, tree_.tile({count}, element));
}

}  // namespace tileport::mutate
