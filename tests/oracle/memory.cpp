// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/memory.h"

#include <algorithm>
#include <cstdio>

namespace tileport::oracle {

using tileir::ScalarKind;

namespace {

/// Nothing lies within this distance of an allocation, so that an index that is a little wrong never meets another one.
constexpr std::uint64_t kGap = 4096;

std::string hexadecimal(std::uint64_t value) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

std::uint64_t roundedUp(std::uint64_t value, std::uint64_t to) { return (value + to - 1) / to * to; }

std::size_t sizeOf(ScalarKind kind) { return (storedBits(kind) + 7) / 8; }

}  // namespace

Allocation *Memory::allocate(std::string name, std::uint64_t base, std::vector<std::byte> bytes, std::uint64_t alignment) {
  if (base == 0) base = roundedUp(next_, std::max<std::uint64_t>(alignment, 1));
  const std::uint64_t end = base + std::max<std::uint64_t>(bytes.size(), 1);
  const auto above = allocations_.lower_bound(base);
  if (end < base || (above != allocations_.end() && above->first < end)) return nullptr;
  if (above != allocations_.begin()) {
    const Allocation &below = std::prev(above)->second;
    if (below.base + below.bytes.size() > base) return nullptr;
  }
  next_ = std::max(next_, roundedUp(end + kGap, 256));
  Allocation &made = allocations_[base];
  made.name = std::move(name);
  made.base = base;
  made.bytes = std::move(bytes);
  return &made;
}

void Memory::release(std::uint64_t base) {
  last_ = nullptr;
  allocations_.erase(base);
}

const Allocation *Memory::find(std::uint64_t address) const {
  const auto holds = [address](const Allocation &each) { return address - each.base < each.bytes.size(); };
  if (last_ && holds(*last_)) return last_;
  const auto above = allocations_.upper_bound(address);
  if (above == allocations_.begin()) return nullptr;
  const Allocation &below = std::prev(above)->second;
  if (!holds(below)) return nullptr;
  return last_ = &below;
}

std::string Memory::complaint(std::uint64_t address, ScalarKind kind, bool writes) const {
  const std::size_t size = sizeOf(kind);
  const Allocation *place = find(address);
  if (place && address - place->base + size <= place->bytes.size()) {
    if (address % size != 0)
      return "address " + hexadecimal(address) + " is no multiple of the element's " + std::to_string(size) + " bytes";
    if (writes && place->isConstant) return "address " + hexadecimal(address) + " is in " + place->name + ", which is constant";
    return {};
  }
  std::string text = "address " + hexadecimal(address) + " is outside of every buffer";
  const auto above = allocations_.upper_bound(address);
  if (above != allocations_.begin()) {
    const Allocation &below = std::prev(above)->second;
    text += ", " + std::to_string(address - below.base) + " bytes behind the start of " + below.name + ", which has " +
            std::to_string(below.bytes.size());
  } else if (above != allocations_.end()) {
    text += ", " + std::to_string(above->second.base - address) + " bytes before " + above->second.name;
  }
  return text;
}

Cell Memory::load(std::uint64_t address, ScalarKind kind) const {
  const Allocation &place = *find(address);
  const std::size_t offset = address - place.base;
  Cell cell;
  for (std::size_t i = 0; i < sizeOf(kind); ++i) {
    const std::size_t at = offset + i;
    cell.bits |= std::uint64_t{std::to_integer<std::uint8_t>(place.bytes[at])} << (8 * i);
    if (!place.undefinedBy.empty() && cell.isDefined()) cell.undefinedBy = place.undefinedBy[at];
    if (!place.errors.empty() && place.errors[at] != 0) {
      // Bounds of another type say nothing of the number that these bytes are now.
      cell.error = std::max(cell.error, place.errorKinds[at] == kind ? place.errors[at] : kUnbounded);
    }
  }
  if (kind == ScalarKind::I1) cell.bits = cell.bits != 0 ? 1 : 0;
  return cell;
}

void Memory::store(std::uint64_t address, ScalarKind kind, const Cell &cell) {
  Allocation &place = *find(address);
  const std::size_t offset = address - place.base;
  if (cell.error != 0 && place.errors.empty()) {
    place.errors.resize(place.bytes.size());
    place.errorKinds.resize(place.bytes.size());
  }
  for (std::size_t i = 0; i < sizeOf(kind); ++i) {
    const std::size_t at = offset + i;
    place.bytes[at] = static_cast<std::byte>(cell.bits >> (8 * i));
    if (!place.undefinedBy.empty()) place.undefinedBy[at] = cell.undefinedBy;
    if (place.errors.empty()) continue;
    place.errors[at] = cell.error;
    place.errorKinds[at] = kind;
  }
}

std::optional<Conflict> Memory::use(std::uint64_t address, ScalarKind kind, EventId event, AccessOrder &order, const Cell *written) {
  Allocation &place = *find(address);
  if (place.uses.empty()) place.uses.resize(place.bytes.size());
  const std::size_t offset = address - place.base;
  std::optional<Conflict> conflict;
  for (std::size_t i = 0; i < sizeOf(kind); ++i) {
    Uses &uses = place.uses[offset + i];
    if (written && uses.write == event && static_cast<std::byte>(written->bits >> (8 * i)) != place.bytes[offset + i])
      conflict = Conflict{event, address};
    if (const EventId other = order.use(uses, event)) conflict = Conflict{other, address};
  }
  return conflict;
}

}  // namespace tileport::oracle
