// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tileir/text/type_reader.h"

namespace tileport::tileir::text {

/// The bits of a number as a value of `scalar`; fails where it is out of range, or of the wrong kind.
std::uint64_t bitsOf(Scanner &in, const Number &number, ScalarKind scalar);

/// Reads one value of `scalar`: a number, true or false, and inf or nan as cutile-rs prints them.
std::uint64_t readValue(Scanner &in, ScalarKind scalar);

/// The bits of the nearest float, ties to even; absent when it is out of the format's range.
std::optional<std::uint64_t> encodeFloat(double value, ScalarKind scalar);

/// Reads `<i32: [1, 2]>` `:` type as a Dense attribute. Elements that the text leaves out (`__elided__`,
/// `dense_resource<__elided__>`) are known to be unknown.
Attribute readDense(Scanner &in, TypeReader &types, const TypePool &pool);

}  // namespace tileport::tileir::text
