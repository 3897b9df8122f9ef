// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "tileir/consistency.h"

namespace tileport::tileir::consistency {

/// A location that no one may follow.
struct EndlessLocation {
  std::size_t index = 0;        ///< of the record whose parts were looked at
  std::size_t part = 0;         ///< of the part that contains the record; equal to `index` when it is only too large
  bool containsItself = false;  ///< otherwise it stands for more than kLargestLocation records
};

/// The first location that contains itself or stands for too many records. Call sites that share their parts could otherwise
/// stand for exponentially many. Without recursion, in linear time; ids must be valid or invalid. `poll` is called for every
/// location and may throw.
std::optional<EndlessLocation> findEndlessLocation(const std::vector<Location> &locations, const std::function<void()> &poll = {});

}  // namespace tileport::tileir::consistency
