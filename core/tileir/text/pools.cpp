// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/text/pools.h"

#include "tileir/printer/type_text.h"

namespace tileport::tileir::text {

namespace {

/// The bytes of a value that make it equal to another: each part with its length.
class Key {
 public:
  Key &number(std::uint64_t value) {
    bytes_.append(reinterpret_cast<const char *>(&value), sizeof value);
    return *this;
  }
  template <class T>
  Key &numbers(const std::vector<T> &values) {
    number(values.size());
    for (const T value : values) number(static_cast<std::uint64_t>(value));
    return *this;
  }
  template <class T>
  Key &ids(const std::vector<T> &values) {
    number(values.size());
    for (const T value : values) number(value.value);
    return *this;
  }
  Key &text(std::string_view value) {
    number(value.size());
    bytes_ += value;
    return *this;
  }
  /// Absent and present ones differ whatever the value is.
  template <class T>
  Key &optional(const std::optional<T> &value) {
    return number(value ? 1 : 0).number(value ? static_cast<std::uint64_t>(*value) : 0);
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

std::string keyOf(const Type &type) {
  Key key;
  key.number(static_cast<std::uint64_t>(type.kind)).number(static_cast<std::uint64_t>(type.scalar)).number(type.element.value);
  if (type.kind == TypeKind::Scalar || type.kind == TypeKind::Token) return key.take();
  key.numbers(type.shape).numbers(type.strides).numbers(type.dimMap).optional(type.padding).optional(type.pointerAttr);
  return key.number(type.sparseDim).ids(type.inputs).ids(type.results).take();
}

std::string keyOf(const Attribute &attribute) {
  Key key;
  key.number(static_cast<std::uint64_t>(attribute.kind)).number(static_cast<std::uint64_t>(attribute.enumKind));
  key.number(attribute.type.value).number(attribute.bits).optional(attribute.first).optional(attribute.second);
  key.text(attribute.text).numbers(attribute.numbers).ids(attribute.items).number(attribute.keys.size());
  for (const std::string &name : attribute.keys) key.text(name);
  return key.text(attribute.elements).number(attribute.splat ? 1 : 0).number(attribute.elided ? 1 : 0).take();
}

}  // namespace

TypeId TypePool::intern(Type type) {
  const auto [place, isNew] = known_.try_emplace(keyOf(type), TypeId(types_.size()));
  if (isNew) types_.push_back(std::move(type));
  return place->second;
}

TypeId TypePool::scalar(ScalarKind kind) {
  Type type;
  type.kind = TypeKind::Scalar;
  type.scalar = kind;
  return intern(std::move(type));
}

TypeId TypePool::tileOf(TypeId element) {
  Type type;
  type.kind = TypeKind::Tile;
  type.element = element;
  return intern(std::move(type));
}

TypeId TypePool::pointerTo(TypeId pointee, std::optional<PtrAttr> attribute) {
  Type type;
  type.kind = TypeKind::Pointer;
  type.element = pointee;
  type.pointerAttr = attribute;
  return intern(std::move(type));
}

std::optional<ScalarKind> TypePool::numberOf(TypeId tile) const {
  if ((*this)[tile].kind != TypeKind::Tile) return std::nullopt;
  const Type &element = (*this)[(*this)[tile].element];
  return element.kind == TypeKind::Scalar ? std::optional(element.scalar) : std::nullopt;
}

std::string TypePool::text(TypeId id) const { return std::string(printer::TypeText(types_).bare(id)); }

AttributeId AttributePool::intern(Attribute attribute) {
  const auto [place, isNew] = known_.try_emplace(keyOf(attribute), AttributeId(attributes_.size()));
  if (isNew) attributes_.push_back(std::move(attribute));
  return place->second;
}

AttributeId AttributePool::flag(bool value) {
  Attribute attribute;
  attribute.kind = AttributeKind::Bool;
  attribute.bits = value ? 1 : 0;
  return intern(std::move(attribute));
}

AttributeId AttributePool::enumerator(EnumKind kind, std::uint64_t ordinal) {
  Attribute attribute;
  attribute.kind = AttributeKind::Enum;
  attribute.enumKind = kind;
  attribute.bits = ordinal;
  return intern(std::move(attribute));
}

AttributeId AttributePool::integer(TypeId type, std::uint64_t bits) {
  Attribute attribute;
  attribute.kind = AttributeKind::Integer;
  attribute.type = type;
  attribute.bits = bits;
  return intern(std::move(attribute));
}

AttributeId AttributePool::allFalse(std::size_t count) {
  Attribute attribute;
  attribute.kind = AttributeKind::BoolArray;
  attribute.numbers.resize(count);
  return intern(std::move(attribute));
}

}  // namespace tileport::tileir::text
