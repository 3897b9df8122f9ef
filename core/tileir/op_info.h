// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "tileir/op_kind.h"  // generated from ods/: enum class OpKind, enum class EnumKind, one enum per dialect enum

/// What the ODS in core/tileir/ods says of every op, as tables. Generated; no other place describes the dialect.
namespace tileport::tileir {

/// A bytecode version, 13.1 to 13.5.
struct Version {
  std::uint8_t major = 13;
  std::uint8_t minor = 1;
  constexpr auto operator<=>(const Version &) const = default;
};

enum class Arity : std::uint8_t { Required, Optional, Variadic };

struct OperandInfo {
  std::string_view name;
  Arity arity;
  Version since;
};

struct ResultInfo {
  std::string_view name;
  bool variadic;
  Version since;
};

/// How an op attribute is written in bytecode and held in a program.
enum class AttributeForm : std::uint8_t {
  Enum,         ///< varint ordinal of `enumKind`
  Integer,      ///< varint; `integerWidth` bits
  Bool,         ///< one byte
  String,       ///< string index
  Symbol,       ///< string index, printed as @name
  Dense,        ///< constant index; the type is the op's result type
  I32Array,     ///< count, then 4 bytes each
  BoolArray,    ///< count, then one byte each
  TaggedArray,  ///< count, then tagged attributes (identities)
  Hints,        ///< untagged optimization hints
  Tagged,       ///< one tagged attribute (assume's predicate)
  Unit,         ///< only its flag bit
  Type,         ///< type index
};

struct AttributeInfo {
  std::string_view name;
  AttributeForm form;
  EnumKind enumKind;                          ///< for Enum
  std::uint8_t integerWidth;                  ///< for Integer
  bool optional;                              ///< may be absent (unit attributes are)
  std::optional<std::uint64_t> defaultValue;  ///< enum ordinal, integer or bool, filled in where the file has none
  Version since;
};

struct OpInfo {
  std::string_view mnemonic;  ///< as tileirdisasm prints it
  std::uint32_t opcode;
  Version since;
  std::span<const OperandInfo> operands;
  std::span<const AttributeInfo> attributes;  ///< in declaration order; `NamedAttribute::slot` counts in it
  std::span<const ResultInfo> results;
  std::uint8_t regionCount;
  bool segmentSized;      ///< operands are written segment by segment
  bool inBody;            ///< false for module, entry, global: they have numbers but stand in no body
  bool pure;              ///< no effect of its own: may be reordered, duplicated and dropped
  bool recursiveEffects;  ///< has the effects of the ops in its regions
  bool terminator;
  bool commutative;  ///< exchanging the two operands gives the same bits
};

/// The description of an op. Never fails: OpKind has no value without one.
const OpInfo &info(OpKind kind);

/// Absent when no op has this number.
std::optional<OpKind> opKindOfOpcode(std::uint64_t opcode);

/// The number of enumerators, and their spelling in the text form. `ordinal` must be less than the count.
std::uint64_t enumCount(EnumKind kind);
std::string_view enumText(EnumKind kind, std::uint64_t ordinal);
/// What an attribute that holds one is called in full, behind the dialect's name: #cuda_tile.overflow<no_wrap>.
std::string_view enumMnemonic(EnumKind kind);
/// The first version that knows the enumerator.
Version enumSince(EnumKind kind, std::uint64_t ordinal);

}  // namespace tileport::tileir
