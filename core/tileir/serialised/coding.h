// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>

#include "tileir/program.h"

/// The payload: strings, version, producer, then the arrays of ProgramData in the order of codeTables, then the body
/// (body_coding.h). Each function is for both directions: `Coder` is Writer with const parts, or Reader. A part of which its
/// kind has no use is not written: in a consistent program it is empty.
namespace tileport::tileir::serialised {

template <class Coder, class Numbers>
void codeNumbers(Coder &coder, Numbers &numbers, std::string_view what) {
  coder.list(numbers, what, [&](auto &number) { coder.signedNumber(number, what); });
}

template <class Coder, class Ids>
void codeIds(Coder &coder, Ids &ids, std::string_view what) {
  coder.list(ids, what, [&](auto &id) { coder.id(id, what); });
}

template <class Coder, class Choice>
void codeOptionalChoice(Coder &coder, Choice &choice, EnumKind kind, std::string_view what) {
  coder.optional(choice, what, [&](auto &value) { coder.choice(value, enumCount(kind), what); });
}

template <class Coder, class TypeValue>
void codeType(Coder &coder, TypeValue &type) {
  coder.choice(type.kind, static_cast<std::uint64_t>(TypeKind::Function) + 1, "a type's kind");
  const TypeKind kind = type.kind;
  const bool view = kind == TypeKind::PartitionView || kind == TypeKind::StridedView || kind == TypeKind::GatherScatterView;
  const bool tensor = kind == TypeKind::TensorView;
  if (kind == TypeKind::Scalar) coder.choice(type.scalar, static_cast<std::uint64_t>(ScalarKind::F8E5M3FNU) + 1, "a scalar type");
  if (view || tensor || kind == TypeKind::Tile || kind == TypeKind::Pointer) coder.id(type.element, "an element type");
  if (view || tensor || kind == TypeKind::Tile) codeNumbers(coder, type.shape, "an extent");
  if (tensor || kind == TypeKind::StridedView) codeNumbers(coder, type.strides, "a stride");
  if (kind == TypeKind::PartitionView || kind == TypeKind::StridedView) codeNumbers(coder, type.dimMap, "a dimension");
  if (view) codeOptionalChoice(coder, type.padding, EnumKind::PaddingValue, "a padding value");
  if (tensor || kind == TypeKind::Pointer) codeOptionalChoice(coder, type.pointerAttr, EnumKind::PtrAttr, "a pointer attribute");
  if (kind == TypeKind::GatherScatterView) coder.number(type.sparseDim, "a sparse dimension");
  if (kind != TypeKind::Function) return;
  codeIds(coder, type.inputs, "a parameter's type");
  codeIds(coder, type.results, "a result's type");
}

template <class Coder, class AttributeValue>
void codeAttribute(Coder &coder, AttributeValue &attribute) {
  coder.choice(attribute.kind, static_cast<std::uint64_t>(AttributeKind::BoolArray) + 1, "an attribute's kind");
  const auto bound = [&](auto &number) { coder.signedNumber(number, "a bound"); };
  switch (attribute.kind) {
    case AttributeKind::Integer:
    case AttributeKind::Float:
      coder.id(attribute.type, "the type of a number");
      coder.number(attribute.bits, "a number");
      break;
    case AttributeKind::Bool: coder.number(attribute.bits, "a flag"); break;
    case AttributeKind::Type: coder.id(attribute.type, "a type"); break;
    case AttributeKind::String:
    case AttributeKind::Symbol: coder.text(attribute.text, "a text"); break;
    case AttributeKind::Array: codeIds(coder, attribute.items, "a member of an array"); break;
    case AttributeKind::Dense:
      coder.id(attribute.type, "the type of a constant");
      coder.flag(attribute.splat, "a splat");
      coder.flag(attribute.elided, "elements that are left out");
      coder.bytes(attribute.elements, "the elements of a constant");
      break;
    case AttributeKind::DivBy:
      coder.number(attribute.bits, "a divisor");
      coder.optional(attribute.first, "a bound", bound);
      coder.optional(attribute.second, "a bound", bound);
      break;
    case AttributeKind::Bounded:
      coder.optional(attribute.first, "a bound", bound);
      coder.optional(attribute.second, "a bound", bound);
      break;
    case AttributeKind::Dictionary:
    case AttributeKind::Hints:
      coder.list(attribute.keys, "a key", [&](auto &key) { coder.text(key, "a key"); });
      codeIds(coder, attribute.items, "a value of a dictionary");
      break;
    case AttributeKind::Enum:
      coder.choice(attribute.enumKind, static_cast<std::uint64_t>(EnumKind::SymbolVisibility) + 1, "an enum");
      coder.number(attribute.bits, "an ordinal");
      break;
    case AttributeKind::Unit: break;
    case AttributeKind::SameElements:
    case AttributeKind::I32Array:
    case AttributeKind::BoolArray: codeNumbers(coder, attribute.numbers, "a number of an array"); break;
  }
}

template <class Coder, class LocationValue>
void codeLocation(Coder &coder, LocationValue &location) {
  coder.choice(location.kind, static_cast<std::uint64_t>(LocationKind::CallSite) + 1, "a location's kind");
  const LocationKind kind = location.kind;
  const bool block = kind == LocationKind::LexicalBlock, line = kind == LocationKind::Line, subprogram = kind == LocationKind::Subprogram;
  if (block || line || subprogram) coder.id(location.scope, "a scope");
  if (block || subprogram || kind == LocationKind::CompileUnit) coder.id(location.file, "a file");
  if (line || subprogram || kind == LocationKind::File) coder.text(location.name, "a name");
  if (subprogram || kind == LocationKind::File) coder.text(location.other, "a name");
  if (block || line || subprogram) {
    coder.number(location.line, "a line");
    coder.number(location.column, "a column");
  }
  if (subprogram) coder.flag(location.declaration, "a declaration");
  if (kind != LocationKind::CallSite) return;
  coder.id(location.callee, "a callee");
  coder.id(location.caller, "a caller");
}

template <class Coder, class GlobalValue>
void codeGlobal(Coder &coder, GlobalValue &global) {
  coder.text(global.name, "the name of a global");
  coder.id(global.type, "the type of a global");
  coder.id(global.value, "the value of a global");
  coder.number(global.alignment, "an alignment");
  coder.flag(global.isPrivate, "the visibility of a global");
  coder.flag(global.isConstant, "the constant flag of a global");
}

template <class Coder, class FunctionValue>
void codeFunction(Coder &coder, FunctionValue &function) {
  coder.text(function.name, "the name of a function");
  coder.id(function.signature, "the type of a function");
  coder.id(function.body, "the body of a function");
  coder.id(function.hints, "the hints of a function");
  codeIds(coder, function.argumentAttributes, "the attributes of an argument");
  coder.id(function.location, "the location of a function");
  coder.flag(function.isPrivate, "the visibility of a function");
}

/// Everything but the body.
template <class Coder, class Data>
void codeTables(Coder &coder, Data &data) {
  coder.number(data.version.major, "the version");
  coder.number(data.version.minor, "the version");
  coder.optional(data.producer, "a producer", [&](auto &producer) { coder.text(producer, "a producer"); });
  coder.list(data.types, "the number of types", [&](auto &type) { codeType(coder, type); });
  coder.list(data.attributes, "the number of attributes", [&](auto &attribute) { codeAttribute(coder, attribute); });
  coder.list(data.locations, "the number of locations", [&](auto &location) { codeLocation(coder, location); });
  coder.list(data.globals, "the number of globals", [&](auto &global) { codeGlobal(coder, global); });
  coder.list(data.functions, "the number of functions", [&](auto &function) { codeFunction(coder, function); });
}

}  // namespace tileport::tileir::serialised
