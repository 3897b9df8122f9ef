// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "evidence/element_type.h"

namespace tileport::evidence {

namespace {

struct ElementType {
  std::string_view canonical;
  std::string_view code;    ///< in a mangled symbol
  std::string_view python;  ///< in a recorded launch of cuTile Python
  std::uint32_t bits;
};

constexpr ElementType kTypes[] = {
    {"bool", "b8", "bool_", 8},
    {"i8", "i8", "int8", 8},
    {"i16", "i16", "int16", 16},
    {"i32", "i32", "int32", 32},
    {"i64", "i64", "int64", 64},
    {"u8", "u8", "uint8", 8},
    {"u16", "u16", "uint16", 16},
    {"u32", "u32", "uint32", 32},
    {"u64", "u64", "uint64", 64},
    {"f16", "f16", "float16", 16},
    {"bf16", "bf16", "bfloat16", 16},
    {"f32", "f32", "float32", 32},
    {"tf32", "tf32", "tfloat32", 32},
    {"f64", "f64", "float64", 64},
    {"f8e4m3fn", "f8m3fn", "float8_e4m3fn", 8},
    {"f8e5m2", "f8m2", "float8_e5m2", 8},
    {"f8e8m0fnu", "f8m0fnu", "float8_e8m0fnu", 8},
    {"f4e2m1fnx2", "", "float4_e2m1fn_x2", 8},
};

}  // namespace

std::string_view canonicalElementType(std::string_view name) {
  if (name.empty()) return {};
  for (const ElementType &type : kTypes)
    if (name == type.canonical || name == type.python || name == type.code) return type.canonical;
  return {};
}

std::uint32_t elementBits(std::string_view canonical) {
  for (const ElementType &type : kTypes)
    if (canonical == type.canonical) return type.bits;
  return 0;
}

std::string_view mangledElementType(std::string_view canonical) {
  for (const ElementType &type : kTypes)
    if (canonical == type.canonical) return type.code;
  return {};
}

std::string_view elementTypeOfCode(std::string_view code) {
  if (code.empty()) return {};
  for (const ElementType &type : kTypes)
    if (code == type.code) return type.canonical;
  return {};
}

}  // namespace tileport::evidence
