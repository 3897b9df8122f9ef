// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "oracle/element.h"
#include "tileir/program.h"

namespace tileport::oracle {

/// An element of a Dense attribute whose elements are known, as a tile holds it: i1 lies packed, tf32 in three bytes.
inline std::uint64_t denseElement(const tileir::Attribute &dense, tileir::ScalarKind kind, std::size_t at) {
  const auto byte = [&](std::size_t n) {
    return n < dense.elements.size() ? std::uint64_t{static_cast<std::uint8_t>(dense.elements[n])} : 0;
  };
  if (dense.splat) at = 0;
  if (kind == tileir::ScalarKind::I1) return byte(at / 8) >> (at % 8) & 1;
  const bool isTf32 = kind == tileir::ScalarKind::TF32;
  const std::size_t size = isTf32 ? 3 : (bitWidth(kind) + 7) / 8;
  std::uint64_t bits = 0;
  for (std::size_t n = 0; n < size; ++n) bits |= byte(at * size + n) << (8 * n);
  return isTf32 ? bits << formatOf(kind).unusedBits & lowBits(32) : bits & lowBits(bitWidth(kind));
}

}  // namespace tileport::oracle
