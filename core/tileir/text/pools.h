// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "tileir/program.h"

/// The types and attributes of a program under construction: equal ones are held once.
namespace tileport::tileir::text {

class TypePool {
 public:
  explicit TypePool(std::vector<Type> &types) : types_(types) {}

  TypeId intern(Type type);
  TypeId scalar(ScalarKind kind);
  TypeId token() { return intern({}); }
  /// tile<i32>, tile<ptr<f32>>
  TypeId tileOf(TypeId element);
  TypeId pointerTo(TypeId pointee, std::optional<PtrAttr> attribute);

  /// Good until the next type is interned.
  const Type &operator[](TypeId id) const { return types_[id.index()]; }
  /// The scalar of a tile of numbers; absent for all other types.
  std::optional<ScalarKind> numberOf(TypeId tile) const;
  /// As it stands in the text, for errors.
  std::string text(TypeId id) const;

 private:
  std::vector<Type> &types_;
  std::unordered_map<std::string, TypeId> known_;
};

class AttributePool {
 public:
  explicit AttributePool(std::vector<Attribute> &attributes) : attributes_(attributes) {}

  AttributeId intern(Attribute attribute);
  AttributeId unit() { return intern({}); }
  AttributeId flag(bool value);
  AttributeId enumerator(EnumKind kind, std::uint64_t ordinal);
  AttributeId integer(TypeId type, std::uint64_t bits);
  AttributeId allFalse(std::size_t count);

  /// Good until the next attribute is interned.
  const Attribute &operator[](AttributeId id) const { return attributes_[id.index()]; }

 private:
  std::vector<Attribute> &attributes_;
  std::unordered_map<std::string, AttributeId> known_;
};

}  // namespace tileport::tileir::text
