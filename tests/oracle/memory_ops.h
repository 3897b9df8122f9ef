// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>
#include <optional>

#include "oracle/machine.h"

namespace tileport::oracle {

/// The accesses of one memory op: each element's is checked, recorded for the order, and carried out.
class Accesses {
 public:
  Accesses(Machine &machine, tileir::OpId op, tileir::ScalarKind element, bool writes);

  /// An element. `upperHalf` of its byte for 4-bit elements. Absent, false: the run is over.
  std::optional<Cell> load(std::uint64_t address, bool upperHalf = false);
  bool store(std::uint64_t address, const Cell &cell, bool upperHalf = false);
  /// A load and a store in one, of an atomic op: gives what was there before.
  std::optional<Cell> exchange(std::uint64_t address, const std::function<Cell(const Cell &)> &change);

  /// The token that comes behind these accesses.
  Value token() const { return Token{event_}; }

 private:
  bool check(std::uint64_t address, const Cell *written);

  Machine &machine_;
  tileir::OpId op_;
  tileir::ScalarKind element_;
  bool writes_;
  EventId event_;
};

/// Where an element of a view's tile lies; `inside` is false where the tensor has none.
struct Spot {
  bool inside = false;
  std::uint64_t address = 0;
  bool upperHalf = false;
};

/// The spots of the tile that a view op accesses, in the order of its elements. Absent: the run is over.
std::optional<std::vector<Spot>> spotsOf(Machine &machine, tileir::OpId op);

/// Whether the mask takes part of element i; absent: the run is over. Without a mask all take part.
std::optional<bool> takesPart(Machine &machine, tileir::OpId op, tileir::ValueId mask, std::size_t i);

/// The address in element i of a tile of pointers; absent: the run is over.
std::optional<std::uint64_t> addressAt(Machine &machine, tileir::OpId op, tileir::ValueId pointers, std::size_t i);

}  // namespace tileport::oracle
