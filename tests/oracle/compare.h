// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "oracle/interpreter.h"

/// Whether two outcomes may be of one program.
namespace tileport::oracle {

/// From best to worst.
enum class Agreement : std::uint8_t {
  Equal,            ///< the same bits, or NaN on both sides
  WithinTolerance,  ///< no further apart than the bounds of both together
  Unbounded,        ///< one has no bound, so that nothing can be told; never said of equal bits
  Differs,
};
std::string_view toText(Agreement agreement);

struct BufferComparison {
  std::string name;
  Agreement worst = Agreement::Equal;
  std::uint64_t counts[4] = {};             ///< elements by Agreement
  std::optional<std::uint64_t> firstWorst;  ///< an element of the worst kind, unless that is Equal
  std::string what;                         ///< of it, both sides
};

/// The buffers one by one; both must have the same elements and sizes. NaN against a number differs whatever the bounds. An
/// infinity counts as the number behind the largest one, so that a sum at the edge of the range may be either. Zeros of different
/// sign differ unless one of them has a bound.
BufferComparison compare(const Buffer &a, const Buffer &b);
std::vector<BufferComparison> compare(const Outcome &a, const Outcome &b);

/// The worst of all buffers; Differs when one run stopped and the other did not.
Agreement agreement(const Outcome &a, const Outcome &b);

}  // namespace tileport::oracle
