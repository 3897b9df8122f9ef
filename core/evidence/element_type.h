// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string_view>

/// Element types under one name each. The same type is "float16" in a recorded launch (cuTile Python's name), "f16" in a
/// mangled symbol and "f16" in a variant of cuTile Rust; an 8-bit float has three different names.
namespace tileport::evidence {

/// The one name of the type that any of the front ends calls so: f16, bf16, f32, f64, tf32, f8e4m3fn, f8e5m2, f8e8m0fnu,
/// f4e2m1fnx2, i8 to i64, u8 to u64, bool. Empty for a name that no front end has.
/// Sources: cuda-tile 1.7.0, the data types and the table of the mangler; the type codes of TileGym's cuTile Rust kernels.
std::string_view canonicalElementType(std::string_view name);

/// Bits of one element in memory; 0 for a name that is not canonical. A bool takes a byte; f4e2m1fnx2 is a byte with two values.
std::uint32_t elementBits(std::string_view canonical);

/// How cuTile Python's mangler writes the type; empty when it has no code for it.
std::string_view mangledElementType(std::string_view canonical);

/// The canonical name for a code of the mangler; empty when there is no such code.
std::string_view elementTypeOfCode(std::string_view code);

}  // namespace tileport::evidence
