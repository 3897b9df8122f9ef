// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tileir/bytecode/layout.h"
#include "tileir/writer/attributes.h"

/// Function bodies: tileir.md sections 1.2 and 4. Wholly driven by the tables of op_info.h, as reader/body.h is.
namespace tileport::tileir::writer {

class BodyWriter {
 public:
  BodyWriter(Context &context, TypeTable &types, AttributeWriter &attributes)
      : context_(context),
        data_(context.data()),
        types_(types),
        attributes_(attributes),
        layouts_(kOpKinds),
        numbers_(data_.values.size(), kOutOfSight) {}

  Sink write(const Function &function);
  /// Of the ops of the body that was written last, in pre-order.
  std::span<const LocationId> locations() const { return locations_; }

 private:
  static constexpr std::size_t kOpKinds = 256;
  static constexpr std::uint32_t kOutOfSight = UINT32_MAX;

  void writeBlock(Sink &sink, BlockId id);
  void writeOp(Sink &sink, OpId id);
  const OpLayout &layout(OpKind kind);

  void writeResults(Sink &sink, const Op &op, const OpLayout &layout);
  void requireResults(const Op &op, const OpInfo &about);
  std::uint64_t flagsOf(const Op &op, const OpLayout &layout);
  void writeAttributes(Sink &sink, const Op &op, const OpLayout &layout);
  void writeAttribute(Sink &sink, const Op &op, const AttributeInfo &about, AttributeId value);
  void writeMissing(Sink &sink, const Op &op, const AttributeInfo &about);
  /// Whether a reader takes this value for granted where the file's version does not have the attribute.
  bool isImplied(const AttributeInfo &about, AttributeId value) const;
  std::uint64_t indexCount(const Op &op) const;
  void writeOperands(Sink &sink, const Op &op, const OpLayout &layout);
  void writeOperand(Sink &sink, ValueId value);
  void writeRegions(Sink &sink, const Op &op);
  void writeRegion(Sink &sink, RegionId id, bool mayBeEmpty);

  std::uint32_t operandCount(const Op &op, std::size_t position) const { return data_.segments[op.segments.first + position]; }
  std::span<const NamedAttribute> uses(const Op &op) const {
    return std::span(data_.attributeUses).subspan(op.attributes.first, op.attributes.count);
  }
  /// Gives the values [first, first + count) the next numbers.
  void number(std::uint32_t first, std::uint32_t count);
  void forgetFrom(std::size_t scopeSize);
  bool isUsed(ValueId value);

  Context &context_;
  const ProgramData &data_;
  TypeTable &types_;
  AttributeWriter &attributes_;

  std::vector<std::optional<OpLayout>> layouts_;  ///< by OpKind
  std::vector<std::uint32_t> numbers_;            ///< by ValueId: what an operand is written as
  std::vector<ValueId> scope_;                    ///< the values that have a number, by number
  std::vector<bool> used_;                        ///< by ValueId; empty until somebody asks
  std::vector<LocationId> locations_;
  unsigned depth_ = 0;
};

}  // namespace tileport::tileir::writer
