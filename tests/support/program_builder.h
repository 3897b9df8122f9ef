// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <initializer_list>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tileir/program.h"

namespace tileport::test {

/// Writes programs by hand, op after op, as a reader would have made them. Attributes that an op requires and that are
/// not given take the first enumerator, 0 or their default.
class ProgramBuilder {
 public:
  using Hints = std::vector<std::pair<std::string, std::vector<std::pair<std::string, std::int64_t>>>>;  ///< -1 = true, -2 = false

  struct OpSpec {
    tileir::OpKind kind;
    std::vector<std::vector<tileir::ValueId>> operands;  ///< one list a declared operand
    std::vector<tileir::TypeId> results;
    std::vector<std::pair<std::string, tileir::AttributeId>> attributes;
  };

  ProgramBuilder();

  tileir::TypeId scalar(tileir::ScalarKind kind);
  tileir::TypeId token();
  tileir::TypeId tile(std::vector<std::int64_t> shape, tileir::ScalarKind element);
  tileir::TypeId pointers(std::vector<std::int64_t> shape, tileir::ScalarKind pointee);
  tileir::TypeId tensorView(tileir::ScalarKind element, std::vector<std::int64_t> shape, std::vector<std::int64_t> strides);
  tileir::TypeId partitionView(tileir::TypeId tensorView, std::vector<std::int64_t> tile, std::optional<tileir::PaddingValue> padding = {},
                               std::vector<std::int32_t> dimMap = {0, 1});

  tileir::AttributeId enumerator(tileir::EnumKind kind, std::uint64_t ordinal);
  tileir::AttributeId integer(std::uint64_t value, tileir::ScalarKind type = tileir::ScalarKind::I32);
  tileir::AttributeId floating(std::uint64_t bits, tileir::ScalarKind type = tileir::ScalarKind::F32);
  tileir::AttributeId unit();
  tileir::AttributeId array(std::vector<tileir::AttributeId> items);
  tileir::AttributeId divBy(std::uint64_t divisor);
  tileir::AttributeId bounded(std::optional<std::int64_t> lower, std::optional<std::int64_t> upper);
  tileir::AttributeId hints(const Hints &table);
  tileir::AttributeId addAttribute(tileir::Attribute attribute) { return add(std::move(attribute)); }

  /// The entry's arguments. Its body is open until endEntry.
  std::vector<tileir::ValueId> beginEntry(const std::string &name, const std::vector<tileir::TypeId> &arguments, const Hints &table = {});
  void endEntry();

  std::vector<tileir::ValueId> op(const OpSpec &spec);
  tileir::ValueId one(const OpSpec &spec) { return op(spec).front(); }

  /// An op with regions: begin, then each region in turn, then end, which yields the results.
  void begin(const OpSpec &spec);
  std::vector<tileir::ValueId> beginRegion(const std::vector<tileir::TypeId> &arguments);
  void endRegion();
  std::vector<tileir::ValueId> end();

  /// A constant whose elements all equal `bits`, of the tile's element width.
  tileir::ValueId constant(tileir::TypeId tile, std::uint64_t bits);
  tileir::ValueId assume(tileir::ValueId value, tileir::AttributeId predicate);
  tileir::TypeId typeOf(tileir::ValueId value) const { return data_.values[value.index()].type; }

  tileir::ProgramPtr build();

 private:
  struct OpenOp {
    tileir::OpId op;
    std::uint32_t nextRegion = 0;
    std::vector<tileir::TypeId> results;
  };

  tileir::TypeId intern(tileir::Type type);
  tileir::AttributeId add(tileir::Attribute attribute);
  tileir::OpId append(const OpSpec &spec);
  void setAttributes(tileir::Op &op, const OpSpec &spec);
  void setResults(tileir::OpId op, const std::vector<tileir::TypeId> &types);
  std::vector<tileir::ValueId> addArguments(tileir::BlockId block, const std::vector<tileir::TypeId> &types);
  tileir::BlockId addBlock(tileir::OpId owner);

  tileir::ProgramData data_;
  std::vector<std::vector<tileir::OpId>> blockOps_;
  std::vector<tileir::BlockId> openBlocks_;
  std::vector<OpenOp> openOps_;
  tileir::FunctionId function_;
};

}  // namespace tileport::test
