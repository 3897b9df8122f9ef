// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "certificate/canonical.h"

#include <algorithm>

namespace tileport::certificate {

using tileir::Attribute;
using tileir::AttributeId;
using tileir::AttributeKind;
using tileir::Program;
using tileir::ScalarKind;
using tileir::Type;
using tileir::TypeId;
using tileir::TypeKind;

namespace {

constexpr unsigned kDeepest = 80;  // programs are checked to stay below it

template <class Number>
void put(std::string &key, Number number) {
  key += std::to_string(static_cast<long long>(number));
  key += ',';
}

template <class List>
void putAll(std::string &key, const List &list) {
  put(key, list.size());
  for (const auto &each : list) put(key, each);
}

void putText(std::string &key, const std::string &text) {
  put(key, text.size());
  key += text;
}

std::size_t byteWidth(ScalarKind kind) {
  switch (kind) {
    case ScalarKind::I8:
    case ScalarKind::F8E4M3FN:
    case ScalarKind::F8E5M2:
    case ScalarKind::F8E8M0FNU:
    case ScalarKind::F8E5M3FNU: return 1;
    case ScalarKind::I16:
    case ScalarKind::F16:
    case ScalarKind::BF16: return 2;
    case ScalarKind::I32:
    case ScalarKind::F32: return 4;
    case ScalarKind::I64:
    case ScalarKind::F64: return 8;
    default: return 0;  // of less than a byte, or of a width that is not taken for granted
  }
}

std::size_t elementCount(const Type &tile) {
  std::size_t count = 1;
  for (const std::int64_t extent : tile.shape) count *= static_cast<std::size_t>(std::max<std::int64_t>(extent, 1));
  return count;
}

std::optional<std::string> splatBits(const Attribute &dense, std::size_t count) {
  const auto bit = [&](std::size_t i) { return (static_cast<unsigned char>(dense.elements[i / 8]) >> (i % 8)) & 1; };
  if (dense.elements.empty() || (!dense.splat && dense.elements.size() * 8 < count)) return std::nullopt;
  const int first = bit(0);
  if (!dense.splat)
    for (std::size_t i = 1; i < count; ++i)
      if (bit(i) != first) return std::nullopt;
  return std::string(1, static_cast<char>(first));
}

}  // namespace

unsigned integerWidth(const Program &program, TypeId scalar) {
  if (!scalar.valid() || program.type(scalar).kind != TypeKind::Scalar) return 0;
  switch (program.type(scalar).scalar) {
    case ScalarKind::I1: return 1;
    case ScalarKind::I4: return 4;
    case ScalarKind::I8: return 8;
    case ScalarKind::I16: return 16;
    case ScalarKind::I32: return 32;
    case ScalarKind::I64: return 64;
    default: return 0;
  }
}

std::optional<std::string> splatElement(const Program &program, AttributeId id) {
  if (!id.valid()) return std::nullopt;
  const Attribute &dense = program.attribute(id);
  if (dense.kind != AttributeKind::Dense || dense.elided || dense.elements.empty() || !dense.type.valid()) return std::nullopt;
  const Type &tile = program.type(dense.type);
  if (tile.kind != TypeKind::Tile || program.type(tile.element).kind != TypeKind::Scalar) return std::nullopt;
  const ScalarKind scalar = program.type(tile.element).scalar;
  const std::size_t count = elementCount(tile);
  if (scalar == ScalarKind::I1) return splatBits(dense, count);
  if (dense.splat) return dense.elements;
  const std::size_t width = byteWidth(scalar);
  if (width == 0 || dense.elements.size() != width * count) return std::nullopt;
  const std::string first = dense.elements.substr(0, width);
  for (std::size_t i = 1; i < count; ++i)
    if (dense.elements.compare(i * width, width, first) != 0) return std::nullopt;
  return first;
}

Canonical::Canonical(const Program &reference, const Program &port) : programs_{&reference, &port} {
  for (const Side side : {Side::Reference, Side::Port}) {
    addTypes(side);
    attributes_[static_cast<std::size_t>(side)].assign(program(side).data().attributes.size(), kAbsent);
  }
}

void Canonical::addTypes(Side side) {
  const std::size_t count = program(side).data().types.size();
  types_[static_cast<std::size_t>(side)].assign(count, kUnknown);
  for (std::size_t i = 0; i < count; ++i) addType(side, TypeId(i), 0);
}

std::uint32_t Canonical::addType(Side side, TypeId id, unsigned depth) {
  std::uint32_t &number = types_[static_cast<std::size_t>(side)][id.index()];
  if (number != kUnknown || depth > kDeepest) return number;
  const Type &type = program(side).type(id);
  std::string key;
  put(key, type.kind);
  put(key, type.kind == TypeKind::Scalar ? static_cast<int>(type.scalar) : 0);
  put(key, type.element.valid() ? addType(side, type.element, depth + 1) : kAbsent);
  putAll(key, type.shape);
  putAll(key, type.strides);
  putAll(key, type.dimMap);
  put(key, type.padding ? static_cast<int>(*type.padding) : -1);
  put(key, type.pointerAttr.value_or(tileir::PtrAttr::None));
  put(key, type.sparseDim);
  for (const std::vector<TypeId> *list : {&type.inputs, &type.results}) {
    put(key, list->size());
    for (const TypeId each : *list) put(key, addType(side, each, depth + 1));
  }
  const auto [entry, added] = typeNumbers_.try_emplace(key, static_cast<std::uint32_t>(origins_.size()));
  if (added) origins_.push_back({side, id});
  return number = entry->second;
}

const Type &Canonical::type(std::uint32_t number) const {
  const Origin &origin = origins_[number];
  return program(origin.side).type(origin.id);
}

std::uint32_t Canonical::element(std::uint32_t number) const {
  const TypeId element = type(number).element;
  return element.valid() ? type(origins_[number].side, element) : kUnknown;
}

std::uint32_t Canonical::number(const std::string &key) {
  return attributeNumbers_.try_emplace(key, static_cast<std::uint32_t>(attributeNumbers_.size())).first->second;
}

/// Empty for what is not known, which whatever holds it is not either.
std::string Canonical::key(Side side, AttributeId id, unsigned depth) {
  if (depth > kDeepest) return {};
  const Attribute &attribute = program(side).attribute(id);
  const std::uint32_t typeNumber = attribute.type.valid() ? type(side, attribute.type) : kAbsent;
  std::string key;
  put(key, attribute.kind);
  switch (attribute.kind) {
    case AttributeKind::Bool: return "flag" + std::string(attribute.bits != 0 ? "1" : "0");
    case AttributeKind::Integer:
      if (integerWidth(program(side), attribute.type) == 1) return "flag" + std::string((attribute.bits & 1) != 0 ? "1" : "0");
      break;
    case AttributeKind::Dense:
      if (attribute.elided) return {};
      put(key, typeNumber);
      if (const auto splat = splatElement(program(side), id)) return key + "splat" + *splat;
      return key + "list" + attribute.elements;
    default: break;
  }
  put(key, typeNumber);
  put(key, attribute.kind == AttributeKind::Enum ? static_cast<int>(attribute.enumKind) : -1);
  key += std::to_string(attribute.bits) + ',';
  for (const auto &bound : {attribute.first, attribute.second}) key += bound ? std::to_string(*bound) + ',' : std::string("?,");
  putText(key, attribute.text);
  putAll(key, attribute.numbers);
  put(key, attribute.items.size());
  for (const AttributeId item : attribute.items) {
    const std::string inner = this->key(side, item, depth + 1);
    if (inner.empty()) return {};
    putText(key, inner);
  }
  put(key, attribute.keys.size());
  for (const std::string &each : attribute.keys) putText(key, each);
  return key;
}

std::uint32_t Canonical::attribute(Side side, AttributeId id) {
  std::uint32_t &known = attributes_[static_cast<std::size_t>(side)][id.index()];
  if (known != kAbsent) return known;
  const std::string text = key(side, id, 0);
  return known = text.empty() ? kUnknown : number(text);
}

std::uint32_t Canonical::attribute(Side side, tileir::OpId op, std::size_t slot) {
  const Program &from = program(side);
  const tileir::AttributeInfo &about = tileir::info(from.op(op).kind).attributes[slot];
  for (const tileir::NamedAttribute &use : from.attributes(op)) {
    if (use.slot != slot) continue;
    const Attribute &attribute = from.attribute(use.value);
    // Newer versions write a list of false where older ones write nothing.
    const bool saysNothing = attribute.kind == AttributeKind::BoolArray &&
                             std::all_of(attribute.numbers.begin(), attribute.numbers.end(), [](std::int64_t n) { return n == 0; });
    if (saysNothing) return kAbsent;
    if (attribute.kind == AttributeKind::Enum || attribute.kind == AttributeKind::Bool || attribute.kind == AttributeKind::Integer)
      return number("number" + std::to_string(attribute.bits));
    return this->attribute(side, use.value);
  }
  return about.defaultValue ? number("number" + std::to_string(*about.defaultValue)) : kAbsent;
}

}  // namespace tileport::certificate
