// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tileir/bytecode/layout.h"
#include "tileir/program.h"
#include "tileir/reader/attributes.h"
#include "tileir/reader/types.h"

/// Function bodies: tileir.md sections 1.2 and 4. Wholly driven by the tables of op_info.h.
namespace tileport::tileir::reader {

class BodyReader {
 public:
  BodyReader(Context &context, ProgramData &data, TypeTable &types, AttributeTable &attributes)
      : context_(context), data_(data), types_(types), attributes_(attributes) {}

  /// Reads `body` to its end into the one block of a new region. `locations`, where there are any, has one for each op.
  RegionId read(Cursor body, FunctionId function, const Type &signature, std::optional<std::span<const LocationId>> locations);

 private:
  void readBlock(Cursor &cursor, BlockId block, std::optional<std::size_t> opCount);
  /// Reads one op and what is nested in it; whether it is a terminator.
  bool readOp(Cursor &cursor, BlockId block);
  OpKind readKind(Cursor &cursor);
  const OpLayout &layout(OpKind kind);

  void readResults(Cursor &cursor, OpId op, const OpLayout &layout);
  std::uint64_t readFlags(Cursor &cursor, const OpLayout &layout);
  void readAttributes(Cursor &cursor, OpId op, const OpLayout &layout, std::uint64_t flags);
  void readOperands(Cursor &cursor, OpId op, const OpLayout &layout, std::uint64_t flags);
  void readSegments(Cursor &cursor, const OpInfo &info, const OpLayout &layout, std::uint64_t flags);
  void readCounted(Cursor &cursor, const OpInfo &info, const OpLayout &layout);
  void readOperand(Cursor &cursor);
  /// Arrays with a flag for each index: checks their length, or adds what an older version does not write.
  void completeFlags(Cursor &cursor, OpId op);
  void readRegions(Cursor &cursor, OpId op);
  void readRegion(Cursor &cursor, RegionId region, bool mayBeEmpty);

  BlockId addBlock(RegionId region);
  ValueId addValue(Cursor &cursor, TypeId type, OpId op, BlockId block, std::uint32_t index);
  LocationId takeLocation(Cursor &cursor);
  /// Accounts for what the op becomes in the program and in print.
  void chargeFor(const Cursor &cursor, const Op &op);
  void nameResults(OpId op);

  Context &context_;
  ProgramData &data_;
  TypeTable &types_;
  AttributeTable &attributes_;

  std::vector<std::optional<OpLayout>> layouts_;  ///< by OpKind
  std::vector<ValueId> scope_;                    ///< the values that an operand's index counts in
  std::vector<OpId> pending_;                     ///< ops of the blocks that are open, the innermost last
  std::vector<std::uint32_t> nameSizes_;          ///< by ValueId: characters of the name that print will give it
  std::optional<std::span<const LocationId>> locations_;
  std::size_t nextLocation_ = 0;
  FunctionId function_;
  unsigned depth_ = 0;
};

}  // namespace tileport::tileir::reader
