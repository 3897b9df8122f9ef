// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/consistency/location_sizes.h"

#include <limits>

namespace tileport::tileir::consistency {

namespace {

constexpr std::uint64_t kUnseen = 0;
constexpr std::uint64_t kOpen = std::numeric_limits<std::uint64_t>::max();

std::optional<EndlessLocation> measureFrom(std::size_t root, const std::vector<Location> &locations, std::vector<std::uint64_t> &sizes) {
  std::vector<std::size_t> path{root};
  while (!path.empty()) {
    const std::size_t index = path.back();
    const Location &location = locations[index];
    sizes[index] = kOpen;
    std::uint64_t size = 1;
    bool waits = false;
    // Only these can form chains: the other references are to kinds that refer to fewer kinds.
    for (const LocationId part : {location.scope, location.callee, location.caller}) {
      if (!part.valid()) continue;
      const std::uint64_t partSize = sizes[part.index()];
      if (partSize == kOpen) return EndlessLocation{index, part.index(), true};
      if (partSize == kUnseen) {
        path.push_back(part.index());
        waits = true;
        break;
      }
      size += partSize;
    }
    if (waits) continue;
    if (size > kLargestLocation) return EndlessLocation{index, index, false};
    sizes[index] = size;
    path.pop_back();
  }
  return std::nullopt;
}

}  // namespace

std::optional<EndlessLocation> findEndlessLocation(const std::vector<Location> &locations, const std::function<void()> &poll) {
  std::vector<std::uint64_t> sizes(locations.size(), kUnseen);
  for (std::size_t i = 0; i < locations.size(); ++i) {
    if (poll) poll();
    if (sizes[i] != kUnseen) continue;
    if (auto endless = measureFrom(i, locations, sizes)) return endless;
  }
  return std::nullopt;
}

}  // namespace tileport::tileir::consistency
