// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/memory_ops.h"

/// Tensor views, what cuts them into tiles, and accesses through these.
namespace tileport::oracle {

using namespace tileir;

namespace {

/// The static extents or strides with the operands in the open places; absent: the run is over.
std::optional<std::vector<std::int64_t>> filled(Machine &machine, OpId op, const std::vector<std::int64_t> &known,
                                                std::string_view operand) {
  std::vector<std::int64_t> result = known;
  std::size_t next = 0;
  const auto given = machine.operands(op, operand);
  for (std::int64_t &number : result) {
    if (number != kDynamic) continue;
    const auto value = machine.decisiveSigned(op, given[next++], operand);
    if (!value) return std::nullopt;
    number = *value;
  }
  return result;
}

bool makeTensorView(Machine &machine, OpId op) {
  const Type &type = machine.program.type(machine.program.value(machine.program.result(op, 0)).type);
  const auto base = addressAt(machine, op, machine.operand(op, "base"), 0);
  if (!base) return false;
  auto shape = filled(machine, op, type.shape, "dynamicShape");
  if (!shape) return false;
  auto strides = filled(machine, op, type.strides, "dynamicStrides");
  if (!strides) return false;
  for (const std::int64_t extent : *shape)
    if (extent < 0) return machine.fail(FaultKind::UndefinedBehaviour, op, "an extent is " + std::to_string(extent));
  auto view = std::make_shared<TensorView>();
  *view = {*base, std::move(*shape), std::move(*strides), machine.program.type(type.element).scalar};
  machine.setResult(op, 0, std::shared_ptr<const TensorView>(std::move(view)));
  return true;
}

bool makeView(Machine &machine, OpId op) {
  const auto &tensor = std::get<std::shared_ptr<const TensorView>>(machine.value(machine.operand(op, "tensor_view")));
  auto view = std::make_shared<View>();
  *view = {tensor, machine.program.value(machine.program.result(op, 0)).type};
  machine.setResult(op, 0, std::shared_ptr<const View>(std::move(view)));
  return true;
}

/// One scalar a result. What does not fit its type is undefined.
bool setSizes(Machine &machine, OpId op, std::span<const std::int64_t> sizes) {
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    const unsigned width = bitWidth(machine.element(machine.program.result(op, d)).scalar);
    const auto bits = static_cast<std::uint64_t>(sizes[d]) & lowBits(width);
    auto tile = std::make_shared<Tile>(1);
    tile->set(0, signExtended(bits, width) == sizes[d] ? Cell{.bits = bits} : Cell{.undefinedBy = machine.mark(op)});
    machine.setResult(op, d, TilePtr(std::move(tile)));
  }
  return true;
}

bool tensorShape(Machine &machine, OpId op) {
  return setSizes(machine, op, std::get<std::shared_ptr<const TensorView>>(machine.value(machine.operand(op, "src")))->shape);
}

/// How many tiles begin within the tensor. The indices of a gather_scatter view are those of elements.
bool indexSpaceShape(Machine &machine, OpId op) {
  const View &view = *std::get<std::shared_ptr<const View>>(machine.value(machine.operand(op, "src")));
  const Type &type = machine.program.type(view.type);
  std::vector<std::int64_t> sizes;
  for (std::size_t d = 0; d < type.shape.size(); ++d) {
    if (type.kind == TypeKind::GatherScatterView) {
      sizes.push_back(view.tensor->shape[d]);
      continue;
    }
    const std::int64_t unit = type.kind == TypeKind::StridedView ? type.strides[d] : type.shape[d];
    const std::int64_t extent = view.tensor->shape[static_cast<std::size_t>(type.dimMap[d])];
    sizes.push_back(extent / unit + (extent % unit != 0 ? 1 : 0));
  }
  return setSizes(machine, op, sizes);
}

/// What an element outside of the tensor reads as.
Cell paddingOf(const Machine &machine, OpId op, const Type &type, ScalarKind element) {
  if (!type.padding) return {.undefinedBy = machine.mark(op)};
  if (!isFloat(element)) return {};
  Number number;
  switch (*type.padding) {
    case PaddingValue::Zero: break;
    case PaddingValue::NegZero: number = Number::zero(true); break;
    case PaddingValue::Nan: number = Number::notANumber(); break;
    case PaddingValue::PosInf: number = Number::infinity(); break;
    case PaddingValue::NegInf: number = Number::infinity(true); break;
  }
  return {.bits = encode(formatOf(element), number, Rounding::NearestEven)};
}

const View &viewOf(const Machine &machine, OpId op) {
  return *std::get<std::shared_ptr<const View>>(machine.value(machine.operand(op, "view")));
}

bool loadView(Machine &machine, OpId op) {
  const auto spots = spotsOf(machine, op);
  if (!spots) return false;
  const View &view = viewOf(machine, op);
  const ScalarKind element = view.tensor->element;
  const Cell padding = paddingOf(machine, op, machine.program.type(view.type), element);
  Accesses accesses(machine, op, element, false);
  auto tile = std::make_shared<Tile>(spots->size());
  for (std::size_t i = 0; i < spots->size(); ++i) {
    const Spot &spot = (*spots)[i];
    if (!spot.inside) {
      tile->set(i, padding);
      continue;
    }
    const auto cell = accesses.load(spot.address, spot.upperHalf);
    if (!cell) return false;
    tile->set(i, *cell);
  }
  machine.setResult(op, 0, TilePtr(std::move(tile)));
  machine.setResult(op, 1, accesses.token());
  return true;
}

/// What lies outside of the tensor is not written.
bool storeView(Machine &machine, OpId op) {
  const auto spots = spotsOf(machine, op);
  if (!spots) return false;
  const Tile &tile = machine.tile(machine.operand(op, "tile"));
  Accesses accesses(machine, op, viewOf(machine, op).tensor->element, true);
  for (std::size_t i = 0; i < spots->size(); ++i) {
    const Spot &spot = (*spots)[i];
    if (spot.inside && !accesses.store(spot.address, tile.cell(i), spot.upperHalf)) return false;
  }
  machine.setResult(op, 0, accesses.token());
  return true;
}

}  // namespace

void addViewOps(HandlerTable &table) {
  handle(table, OpKind::MakeTensorView, makeTensorView);
  handle(table, OpKind::MakePartitionView, makeView);
  handle(table, OpKind::MakeStridedView, makeView);
  handle(table, OpKind::MakeGatherScatterView, makeView);
  handle(table, OpKind::GetTensorShape, tensorShape);
  handle(table, OpKind::GetIndexSpaceShape, indexSpaceShape);
  handle(table, OpKind::LoadViewTko, loadView);
  handle(table, OpKind::StoreViewTko, storeView);
}

}  // namespace tileport::oracle
