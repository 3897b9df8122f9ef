// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <span>
#include <vector>

#include "tileir/writer/attributes.h"

/// The debug section: tileir.md section 1.3.
namespace tileport::tileir::writer {

class DebugTable {
 public:
  DebugTable(Context &context, AttributeWriter &attributes)
      : context_(context), attributes_(attributes), references_(context.data().locations.size(), kUnseen) {}

  /// The number that a function stores: 0 when neither it nor an op of it has a location. `ops` are those of its ops in
  /// pre-order.
  std::uint64_t addFunction(LocationId own, std::span<const LocationId> ops);
  /// The payload; empty when no function has locations.
  Sink write() const;

 private:
  static constexpr std::uint64_t kUnseen = UINT64_MAX;
  static constexpr std::uint64_t kOpen = UINT64_MAX - 1;

  /// What stands for a location in the section: 0 is unknown, k is record k - 1. Adds its record and those that it refers to.
  std::uint64_t reference(LocationId id);
  std::uint64_t known(LocationId id) const { return id.valid() ? references_[id.index()] : 0; }
  std::uint64_t addRecord(const Location &location);
  void writeFields(Sink &record, const Location &location);

  Context &context_;
  AttributeWriter &attributes_;
  std::vector<std::uint64_t> references_;  ///< by LocationId
  Table records_;
  std::vector<std::uint32_t> firsts_;  ///< by function, into ops_
  std::vector<std::uint64_t> ops_;
};

}  // namespace tileport::tileir::writer
