// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "tileir/program.h"

/// Which accesses to memory are ordered, and which touch the same bytes without being so.
///
/// Within a tile block only tokens order accesses. Accesses of different blocks are never ordered, unless both blocks have
/// accessed memory with acquire or release, which may be how they wait for each other: then nothing is said. Two accesses that
/// are both atomic (an atomic op, or an ordering other than weak) do not race when their scope holds both blocks.
namespace tileport::oracle {

using EventId = std::uint32_t;  ///< 0 is none

struct Access {
  tileir::OpId op;
  std::uint64_t block = 0;  ///< number of the tile block
  bool writes = false;
  tileir::MemoryOrdering ordering = tileir::MemoryOrdering::Weak;
  tileir::MemoryScope scope = tileir::MemoryScope::TlBlk;
};

/// Who used a byte since it was last written.
struct Uses {
  EventId write = 0;
  std::uint32_t reads = 0;  ///< a set that AccessOrder keeps
};

class AccessOrder {
 public:
  AccessOrder();

  /// An access, or something else that a token can come from, behind `after`.
  EventId add(const Access &access, std::vector<EventId> after);
  const Access &access(EventId event) const { return events_[event].access; }

  /// Notes that `event` touches a byte and gives an earlier access that it races with; 0 = none.
  EventId use(Uses &uses, EventId event);

 private:
  struct Event {
    Access access;
    std::vector<EventId> after;
  };

  bool races(EventId early, EventId late);
  bool isBehind(EventId late, EventId early);
  bool synchronises(std::uint64_t block) const;
  std::uint32_t withRead(std::uint32_t set, EventId event);

  std::vector<Event> events_;
  std::vector<bool> synchronising_;
  std::unordered_map<std::uint64_t, bool> verdicts_;
  std::vector<std::vector<EventId>> sets_;
  std::map<std::vector<EventId>, std::uint32_t> setIds_;
  std::unordered_map<std::uint64_t, std::uint32_t> grown_;
};

}  // namespace tileport::oracle
