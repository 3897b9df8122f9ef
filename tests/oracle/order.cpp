// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/order.h"

#include <algorithm>
#include <unordered_set>

namespace tileport::oracle {

using namespace tileir;

namespace {

/// Reads that are kept apart for one byte. More of them have to be of as many places without an order; the newest stay.
constexpr std::size_t kMostReads = 16;

std::uint64_t pairOf(std::uint32_t a, std::uint32_t b) { return std::uint64_t{a} << 32 | b; }

}  // namespace

AccessOrder::AccessOrder() : events_(1), sets_(1) { setIds_.emplace(std::vector<EventId>{}, 0); }

EventId AccessOrder::add(const Access &access, std::vector<EventId> after) {
  std::erase(after, EventId{0});
  events_.push_back({access, std::move(after)});
  if (access.ordering == MemoryOrdering::Acquire || access.ordering == MemoryOrdering::Release ||
      access.ordering == MemoryOrdering::AcqRel) {
    if (synchronising_.size() <= access.block) synchronising_.resize(access.block + 1);
    synchronising_[access.block] = true;
  }
  return static_cast<EventId>(events_.size() - 1);
}

EventId AccessOrder::use(Uses &uses, EventId event) {
  EventId other = 0;
  if (uses.write != 0 && races(uses.write, event)) other = uses.write;
  if (!events_[event].access.writes) {
    uses.reads = withRead(uses.reads, event);
    return other;
  }
  for (const EventId read : sets_[uses.reads])
    if (other == 0 && races(read, event)) other = read;
  uses = {event, 0};
  return other;
}

bool AccessOrder::races(EventId early, EventId late) {
  if (early == late) return false;
  const auto [verdict, isNew] = verdicts_.try_emplace(pairOf(early, late), false);
  if (!isNew) return verdict->second;
  const Access &a = events_[early].access;
  const Access &b = events_[late].access;
  const bool sameBlock = a.block == b.block;
  const bool bothAtomic = a.ordering != MemoryOrdering::Weak && b.ordering != MemoryOrdering::Weak;
  const bool scopesHoldBoth = sameBlock || (a.scope != MemoryScope::TlBlk && b.scope != MemoryScope::TlBlk);
  bool result = !(bothAtomic && scopesHoldBoth);
  if (result) result = sameBlock ? !isBehind(late, early) : !(synchronises(a.block) && synchronises(b.block));
  return verdicts_[pairOf(early, late)] = result;
}

bool AccessOrder::isBehind(EventId late, EventId early) {
  // What an event comes behind has a smaller number, so that nothing below `early` leads to it.
  std::vector<EventId> open{late};
  std::unordered_set<EventId> seen;
  while (!open.empty()) {
    const EventId event = open.back();
    open.pop_back();
    for (const EventId before : events_[event].after) {
      if (before == early) return true;
      if (before > early && seen.insert(before).second) open.push_back(before);
    }
  }
  return false;
}

bool AccessOrder::synchronises(std::uint64_t block) const { return block < synchronising_.size() && synchronising_[block]; }

std::uint32_t AccessOrder::withRead(std::uint32_t set, EventId event) {
  const auto [known, isNew] = grown_.try_emplace(pairOf(set, event), 0);
  if (!isNew) return known->second;
  std::vector<EventId> reads = sets_[set];
  if (!reads.empty() && reads.back() == event) return grown_[pairOf(set, event)] = set;
  // A write that comes behind this read also comes behind what this read comes behind.
  std::erase_if(reads, [&](EventId read) { return events_[read].access.block == events_[event].access.block && isBehind(event, read); });
  reads.push_back(event);
  if (reads.size() > kMostReads) reads.erase(reads.begin());
  const auto [id, isNewSet] = setIds_.try_emplace(reads, static_cast<std::uint32_t>(sets_.size()));
  if (isNewSet) sets_.push_back(reads);
  return grown_[pairOf(set, event)] = id->second;
}

}  // namespace tileport::oracle
