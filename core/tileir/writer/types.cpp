// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/writer/types.h"

#include <limits>

#include "tileir/bytecode/types.h"
#include "tileir/printer/type_text.h"

namespace tileport::tileir::writer {

namespace {

/// A function takes views, a view is made of a tensor view, which has numbers.
constexpr unsigned kDeepestType = 8;

/// Of the types that came after 13.1.
std::string nameOf(const Type &type) {
  switch (type.kind) {
    case TypeKind::Scalar: return "type " + std::string(printer::scalarText(type.scalar));
    case TypeKind::StridedView: return "type strided_view";
    case TypeKind::GatherScatterView: return "type gather_scatter_view";
    default: return "a type";
  }
}

}  // namespace

const Type &TypeTable::operator[](TypeId id) const {
  context_.expect(id.valid() && id.index() < context_.data().types.size(), "a type does not exist");
  return context_.data().types[id.index()];
}

std::uint32_t TypeTable::index(TypeId id) {
  const Type &type = (*this)[id];
  if (const auto known = indices_[id.index()]) return *known;
  context_.expect(depth_ < kDeepestType, "a type is nested too deep");
  ++depth_;
  const TypeTag tag = tagOf(type);
  context_.require({kOldest.major, sinceMinor(tag)}, [&] { return nameOf(type); });
  Sink record;
  record.varint(static_cast<std::uint64_t>(tag));
  writePayload(record, type);
  --depth_;
  const std::uint32_t index = records_.index(record.data());
  indices_[id.index()] = index;
  return index;
}

void TypeTable::writePayload(Sink &record, const Type &type) {
  switch (type.kind) {
    case TypeKind::Scalar:
    case TypeKind::Token: return;
    case TypeKind::Pointer: return writePointer(record, type);
    case TypeKind::Tile:
      record.varint(index(type.element));
      writeInt64s(record, type.shape);
      return;
    case TypeKind::TensorView: return writeTensorView(record, type);
    case TypeKind::PartitionView:
    case TypeKind::StridedView:
    case TypeKind::GatherScatterView: return writeView(record, type);
    case TypeKind::Function:
      writeIds(record, type.inputs);
      writeIds(record, type.results);
      return;
  }
}

void TypeTable::writePointer(Sink &record, const Type &type) {
  requirePointerAttr(type);
  writeFlags(record, kPointerFlagsSince, type.pointerAttr.has_value());
  record.varint(index(type.element));
  if (type.pointerAttr) record.varint(static_cast<std::uint64_t>(*type.pointerAttr));
}

void TypeTable::writeTensorView(Sink &record, const Type &type) {
  requirePointerAttr(type);
  writeFlags(record, kPointerFlagsSince, type.pointerAttr.has_value());
  record.varint(index(type.element));
  writeInt64s(record, type.shape);
  writeInt64s(record, type.strides);
  if (type.pointerAttr) record.varint(static_cast<std::uint64_t>(*type.pointerAttr));
}

void TypeTable::writeView(Sink &record, const Type &type) {
  writeFlags(record, kViewFlagsSince, type.padding.has_value());
  writeInt32s(record, type.shape);
  if (type.kind == TypeKind::StridedView) writeInt32s(record, type.strides);
  record.varint(index(type.element));
  if (type.kind == TypeKind::GatherScatterView) {
    record.varint(type.sparseDim);
  } else {
    writeInt32s(record, type.dimMap);
  }
  // Before there were flags, a byte in this place announced the padding value.
  if (!context_.has(kViewFlagsSince)) record.u8(type.padding ? 1 : 0);
  if (type.padding) record.varint(static_cast<std::uint64_t>(*type.padding));
}

void TypeTable::writeFlags(Sink &record, Version since, bool hasOptional) {
  if (context_.has(since)) record.varint(hasOptional ? 1 : 0);
}

void TypeTable::requirePointerAttr(const Type &type) {
  if (!type.pointerAttr) return;
  const auto ordinal = static_cast<std::uint64_t>(*type.pointerAttr);
  context_.require(enumSince(EnumKind::PtrAttr, ordinal),
                   [&] { return "pointer attribute " + std::string(enumText(EnumKind::PtrAttr, ordinal)); });
}

void TypeTable::writeInt64s(Sink &record, const std::vector<std::int64_t> &numbers) {
  record.varint(numbers.size());
  for (const std::int64_t number : numbers) record.i64(number);
}

template <class Number>
void TypeTable::writeInt32s(Sink &record, const std::vector<Number> &numbers) {
  record.varint(numbers.size());
  for (const Number number : numbers) {
    using Limits = std::numeric_limits<std::int32_t>;
    context_.expect(Limits::min() <= number && number <= Limits::max(), "a number of a view does not fit in 32 bits");
    record.i32(static_cast<std::int32_t>(number));
  }
}

void TypeTable::writeIds(Sink &record, const std::vector<TypeId> &ids) {
  record.varint(ids.size());
  for (const TypeId id : ids) record.varint(index(id));
}

}  // namespace tileport::tileir::writer
