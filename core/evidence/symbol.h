// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/constant.h"
#include "support/result.h"

/// The names that front ends give to entries, read back. cuTile Python mangles the whole specialisation into the name:
///
///     symbol     = kernel "_K" convention { "_" parameter }          the last "_K" divides
///     convention = "t1" | "t2" | "t3"                                 cutile_python_v1, v2, v3
///     parameter  = "A" array | "L" {group} ["i"] "A" array | "S" type | "T" count {parameter} | constant
///                | "P" type | "M" | "R" | "D" string string count {parameter}     these four from v3 on
///     array      = rank type { "_" mask ["s" int] ["i" int] ["t" int] ["v" int] ["l" int] }
///                  [ "_" ["p" int] {group} ["i"] ["u" | "w"] ]
///     mask       = hex, bit k is axis k                               group = "g" hex
///     constant   = "B" ("0" | "1") | "I" int | "F" 16 hex digits | "Cn_" | "Cs_" string | "Cd_" type | "Ce_" string string string
///     int        = ["_"] digits                                       "_" is the minus sign
///     string     = { letter but K, digit | "__" | "_k" | "_" 2 hex | "_u" 4 hex | "_w" 8 hex } "_z"
///
/// Source: cuda-tile 1.7.0, cuda/tile/compilation/_name_mangling.py and _signature.py. Only t1 and t2 are public there; the
/// parameters of v3 stand in its mangler, and that its code is t3 follows from the other two.
namespace tileport::evidence {

/// What the compiler may assume of one axis of an array. Extents and strides count elements, not bytes.
struct AxisFacts {
  std::optional<std::int64_t> extent;       ///< `s`: the extent is this. Absent: it is an argument
  std::int64_t extentDivisor = 1;           ///< `i`: the extent is a multiple of it. 1: nothing is assumed, or `extent` says it
  std::optional<std::int64_t> stride;       ///< `t`: the stride is this. Absent: it is an argument
  std::int64_t strideDivisor = 1;           ///< `v`: the stride is a multiple of it. 1: nothing is assumed, or `stride` says it
  std::optional<std::int64_t> leastStride;  ///< `l`: the stride is at least this. Absent: unknown, or `stride` says it

  bool operator==(const AxisFacts &) const = default;
};

/// What the compiler may assume of an array.
struct ArrayFacts {
  std::string elementType;                 ///< canonical (element_type.h)
  std::vector<AxisFacts> axes;             ///< one for each axis, outermost first
  std::int64_t baseDivisor = 1;            ///< `p`: in bytes. 1: nothing is assumed
  std::vector<std::uint32_t> aliasGroups;  ///< `g`: may alias the parameters with a group in common; empty: none
  bool mayAliasInternally = false;         ///< `i`: two indices may name one element
  std::string indexType = "i32";           ///< of extents and strides: i32; `u`: u32; `w`: i64

  bool operator==(const ArrayFacts &) const = default;
};

struct Parameter {
  enum class Kind : std::uint8_t { Array, List, Tuple, Scalar, Constant, Pointer, TensorMap, Stream, Dataclass };
  Kind kind = Kind::Scalar;
  ArrayFacts array;                       ///< Array; List: what holds for each of its elements
  std::vector<std::uint32_t> listGroups;  ///< List: what its storage may alias
  bool elementsMayAlias = false;          ///< List: two elements may overlap
  std::string elementType;                ///< Scalar: its type; Pointer: what it points to. Canonical
  Constant constant;                      ///< Constant
  std::vector<Parameter> items;           ///< Tuple: its items; Dataclass: its fields in order
  std::string module;                     ///< Dataclass: the module and the name of its class
  std::string className;

  bool operator==(const Parameter &) const = default;
};

/// A specialised kernel of cuTile Python. Names of parameters are not in a symbol.
struct KernelSymbol {
  std::string kernel;            ///< the Python function; never empty
  std::uint32_t convention = 1;  ///< version of the calling convention: 1 to 3
  std::vector<Parameter> parameters;

  bool operator==(const KernelSymbol &) const = default;
};

/// Reads a mangled symbol. Only what the mangler writes is taken: leading zeros, facts given twice, masks out of order, an alias
/// group that occurs once are refused, so that mangle(demangle(s)) is s. Errors are Malformed, Unsupported (a convention or a
/// parameter that its convention does not have, an integer of more than 64 bits) or Limit (64 KiB, 64 axes, tuples 16 deep), with
/// `place.byteOffset` in the symbol.
Result<KernelSymbol> demangle(std::string_view symbol);

/// The other way. What it gives for a value that demangle() did not make is only a symbol if the value is one.
std::string mangle(const KernelSymbol &symbol);

/// True when the name has the divider and a calling convention: a mangled symbol, though maybe a broken one.
bool looksMangled(std::string_view symbol);

/// The kernel that an entry of cuTile Rust is made of: "softmax" of "softmax_entry". Nothing for any other name.
/// Source: the macro cutile::entry of cutile 0.2.0 and 0.5.0.
std::optional<std::string> kernelOfRustEntry(std::string_view entry);

}  // namespace tileport::evidence
