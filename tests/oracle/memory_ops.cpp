// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/memory_ops.h"

#include <algorithm>

namespace tileport::oracle {

using namespace tileir;

namespace {

constexpr std::uint64_t kHalfByte = 4;

bool declares(const Machine &machine, OpId op, std::string_view name) {
  const auto attributes = info(machine.program.op(op).kind).attributes;
  return std::any_of(attributes.begin(), attributes.end(), [&](const AttributeInfo &each) { return each.name == name; });
}

Access accessOf(const Machine &machine, OpId op, bool writes) {
  Access access{op, machine.blockNumber, writes};
  access.ordering = machine.enumerator<MemoryOrdering>(op, "memory_ordering_semantics");
  if (machine.has(op, "memory_scope")) access.scope = machine.enumerator<MemoryScope>(op, "memory_scope");
  return access;
}

std::string lineOf(const Machine &machine, OpId op) {
  return std::string(info(machine.program.op(op).kind).mnemonic) + " in line " +
         std::to_string(machine.program.listing().opLines[op.index()].first + 1);
}

}  // namespace

Accesses::Accesses(Machine &machine, OpId op, ScalarKind element, bool writes)
    : machine_(machine),
      op_(op),
      element_(element),
      writes_(writes),
      event_(machine.order.add(accessOf(machine, op, writes), {machine.eventOf(machine.operand(op, "token"))})) {}

bool Accesses::check(std::uint64_t address, const Cell *written) {
  std::string complaint = machine_.memory.complaint(address, element_, writes_);
  if (!complaint.empty()) {
    const bool misaligned = complaint.find("no multiple") != std::string::npos;
    return machine_.fail(misaligned ? FaultKind::Misaligned : FaultKind::OutOfBounds, op_, std::move(complaint));
  }
  if (!machine_.launch.options.findRaces) return true;
  const auto conflict = machine_.memory.use(address, element_, event_, machine_.order, written);
  if (!conflict) return true;
  const Access &other = machine_.order.access(conflict->other);
  const std::string where = " at " + toText(ElementType{.isPointer = true}, address);
  if (conflict->other == event_) {
    machine_.warn(HazardKind::Race, op_, "writes different elements to the same bytes" + where, op_);
  } else {
    const bool sameBlock = other.block == machine_.blockNumber;
    machine_.warn(HazardKind::Race, op_,
                  "touches the bytes" + where + " with nothing that orders it behind the " + std::string(other.writes ? "write" : "read") +
                      " by " + lineOf(machine_, other.op) + (sameBlock ? "" : " of tile block " + std::to_string(other.block)),
                  other.op);
  }
  return true;
}

std::optional<Cell> Accesses::load(std::uint64_t address, bool upperHalf) {
  if (!check(address, nullptr)) return std::nullopt;
  Cell cell = machine_.memory.load(address, element_);
  if (bitWidth(element_) == kHalfByte) cell.bits = cell.bits >> (upperHalf ? kHalfByte : 0) & lowBits(kHalfByte);
  return cell;
}

bool Accesses::store(std::uint64_t address, const Cell &cell, bool upperHalf) {
  if (!cell.isDefined())
    return machine_.fail(FaultKind::UndefinedValue, op_, "an element that reaches memory is undefined" + machine_.undefinedSince(cell));
  Cell whole = cell;
  if (bitWidth(element_) == kHalfByte && machine_.memory.complaint(address, element_, true).empty()) {
    const std::uint64_t shift = upperHalf ? kHalfByte : 0;
    whole = machine_.memory.load(address, element_);
    whole.bits = (whole.bits & ~(lowBits(kHalfByte) << shift)) | cell.bits << shift;
    whole.error = std::max(whole.error, cell.error);
  }
  // Halves of a byte are different elements.
  if (!check(address, bitWidth(element_) == kHalfByte ? nullptr : &whole)) return false;
  machine_.memory.store(address, element_, whole);
  return true;
}

std::optional<Cell> Accesses::exchange(std::uint64_t address, const std::function<Cell(const Cell &)> &change) {
  if (!check(address, nullptr)) return std::nullopt;
  const Cell before = machine_.memory.load(address, element_);
  const Cell after = change(before);
  if (!after.isDefined()) {
    machine_.fail(FaultKind::UndefinedValue, op_, "an element that reaches memory is undefined" + machine_.undefinedSince(after));
    return std::nullopt;
  }
  machine_.memory.store(address, element_, after);
  return before;
}

std::optional<bool> takesPart(Machine &machine, OpId op, ValueId mask, std::size_t i) {
  if (!mask.valid()) return true;
  const auto bits = machine.decisive(op, machine.tile(mask).cell(i), "the mask");
  if (!bits) return std::nullopt;
  return *bits != 0;
}

std::optional<std::uint64_t> addressAt(Machine &machine, OpId op, ValueId pointers, std::size_t i) {
  return machine.decisive(op, machine.tile(pointers).cell(i), "an address");
}

namespace {

/// What each dimension of a view's tile does: where along which dimension of the tensor its positions lie.
struct Axis {
  std::size_t tensorDim = 0;
  std::int64_t start = 0;
  std::vector<std::int64_t> rows;  ///< gather_scatter, sparse dimension: each position's own
  bool promisedInside = false;
};

bool readRows(Machine &machine, OpId op, ValueId index, Axis &axis) {
  const unsigned width = bitWidth(machine.element(index).scalar);
  for (std::size_t i = 0; i < machine.tile(index).size(); ++i) {
    const auto row = machine.decisive(op, machine.tile(index).cell(i), "an index");
    if (!row) return false;
    axis.rows.push_back(signExtended(*row, width));
  }
  return true;
}

std::optional<std::vector<Axis>> axesOf(Machine &machine, OpId op, const Type &type) {
  const auto indices = machine.operands(op, "index");
  const bool gathers = type.kind == TypeKind::GatherScatterView;
  std::vector<Axis> axes(indices.size());
  const AttributeId inbounds = declares(machine, op, "inbounds") ? machine.program.attribute(op, "inbounds") : AttributeId();
  for (std::size_t d = 0; d < indices.size(); ++d) {
    Axis &axis = axes[d];
    axis.tensorDim = gathers ? d : static_cast<std::size_t>(type.dimMap[d]);
    if (inbounds.valid() && d < machine.program.attribute(inbounds).numbers.size())
      axis.promisedInside = machine.program.attribute(inbounds).numbers[d] != 0;
    if (gathers && d == type.sparseDim) {
      if (!readRows(machine, op, indices[d], axis)) return std::nullopt;
      continue;
    }
    const auto index = machine.decisiveSigned(op, indices[d], "an index");
    if (!index) return std::nullopt;
    // The dense dimensions of a gather_scatter view are indexed by element.
    const std::int64_t unit = gathers ? 1 : type.kind == TypeKind::StridedView ? type.strides[d] : type.shape[d];
    if (__builtin_mul_overflow(*index, unit, &axis.start)) axis.start = *index < 0 ? INT64_MIN / 2 : INT64_MAX / 2;
  }
  return axes;
}

/// The position along an axis, kept far from where sums overflow.
std::int64_t coordinate(const Axis &axis, std::int64_t local) {
  constexpr std::int64_t kFar = INT64_MAX / 4;
  const std::int64_t start = axis.rows.empty() ? axis.start : axis.rows[static_cast<std::size_t>(local)];
  return std::clamp(start, -kFar, kFar) + (axis.rows.empty() ? local : 0);
}

}  // namespace

std::optional<std::vector<Spot>> spotsOf(Machine &machine, OpId op) {
  const View &view = *std::get<std::shared_ptr<const View>>(machine.value(machine.operand(op, "view")));
  const TensorView &tensor = *view.tensor;
  const Type &type = machine.program.type(view.type);
  const auto axes = axesOf(machine, op, type);
  if (!axes) return std::nullopt;
  const std::size_t count = countOf(type.shape);
  if (!machine.spend(op, count)) return std::nullopt;
  std::vector<Spot> spots(count);
  Positions at(type.shape);
  for (Spot &spot : spots) {
    spot.inside = true;
    std::uint64_t element = 0;
    for (std::size_t d = 0; d < axes->size(); ++d) {
      const Axis &axis = (*axes)[d];
      const std::int64_t where = coordinate(axis, at[d]);
      const bool inside = where >= 0 && where < tensor.shape[axis.tensorDim];
      if (!inside && axis.promisedInside) {
        machine.fail(FaultKind::UndefinedBehaviour, op,
                     "the access leaves dimension " + std::to_string(axis.tensorDim) + " of the tensor, which the op says it does not");
        return std::nullopt;
      }
      spot.inside = spot.inside && inside;
      element += static_cast<std::uint64_t>(where) * static_cast<std::uint64_t>(tensor.strides[axis.tensorDim]);
    }
    const unsigned bits = storedBits(tensor.element);
    spot.address = tensor.base + (bits < 8 ? static_cast<std::uint64_t>(static_cast<std::int64_t>(element) >> 1) : element * (bits / 8));
    spot.upperHalf = bits < 8 && element % 2 != 0;
    at.next();
  }
  return spots;
}

}  // namespace tileport::oracle
