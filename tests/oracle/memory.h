// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "oracle/element.h"
#include "oracle/order.h"

namespace tileport::oracle {

/// What lies at an address and how large it is; nothing around it may be touched.
struct Allocation {
  std::string name;
  std::uint64_t base = 0;
  std::vector<std::byte> bytes;
  bool isConstant = false;
  // Byte by byte, empty until the first byte that has something to say.
  std::vector<std::uint32_t> undefinedBy;
  std::vector<double> errors;
  std::vector<tileir::ScalarKind> errorKinds;  ///< of what type the element was that `errors` is of
  std::vector<Uses> uses;
};

/// Two elements of one store, or two accesses without an order, at one address.
struct Conflict {
  EventId other = 0;  ///< the event itself: the same op wrote it twice, differently
  std::uint64_t address = 0;
};

/// The memory of a run: allocations, and nothing between them.
class Memory {
 public:
  /// `base` 0: where there is room, at a multiple of 256 bytes with a gap around it. Absent when it overlaps another one.
  Allocation *allocate(std::string name, std::uint64_t base, std::vector<std::byte> bytes, std::uint64_t alignment = 256);
  void release(std::uint64_t base);

  /// What is wrong with an access to an element at this address; empty when it may be.
  std::string complaint(std::uint64_t address, tileir::ScalarKind kind, bool writes) const;

  /// Elements of 8 bits and more. The access must be one that has no complaint.
  Cell load(std::uint64_t address, tileir::ScalarKind kind) const;
  void store(std::uint64_t address, tileir::ScalarKind kind, const Cell &cell);
  /// Notes the use of these bytes by `event`.
  std::optional<Conflict> use(std::uint64_t address, tileir::ScalarKind kind, EventId event, AccessOrder &order, const Cell *written);

  /// The sum of the magnitudes that atomic additions brought to an address, and their number.
  struct Additions {
    double magnitude = 0;
    double count = 0;
  };
  Additions &additions(std::uint64_t address) { return additions_[address]; }

  const Allocation *find(std::uint64_t address) const;

 private:
  Allocation *find(std::uint64_t address) { return const_cast<Allocation *>(static_cast<const Memory *>(this)->find(address)); }

  std::map<std::uint64_t, Allocation> allocations_;
  mutable const Allocation *last_ = nullptr;
  std::map<std::uint64_t, Additions> additions_;
  std::uint64_t next_ = 0x10000;
};

}  // namespace tileport::oracle
