// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>
#include <vector>

#include "tileir/printer/attribute_text.h"
#include "tileir/printer/location_aliases.h"
#include "tileir/printer/op_layout.h"
#include "tileir/printer/text_sink.h"
#include "tileir/program.h"

namespace tileport::tileir::printer {

/// For each op, whether it is left out of the text: MLIR prints no operandless yield or continue at the end of an if or a loop.
std::vector<bool> findSkippedOps(const Program &program);

/// Writes the ops of one program, region by region. The directives use it too.
class OpPrinter {
 public:
  /// `aliases` may be null: no locations. Names, once taken, are those of nameValues.
  OpPrinter(const Program &program, const LocationAliases *aliases, const std::vector<bool> &skipped, Hints hints);

  /// "{", the ops of the region, "}". The text stands behind what opens it; `depth` is that of the line with the brace.
  void printRegion(RegionId region, unsigned depth);
  /// loc(...) when locations are printed.
  void printLocation(LocationId location, OpId op, FunctionId function = {});
  Listing finish();

  // ---- For directives: they print parts of the current op -------------------------------------------------------------

  const Program &program() const { return program_; }
  TextSink &out() { return out_; }
  TypeText &types() { return types_; }
  AttributeText &attributes() { return attributes_; }
  OpId op() const { return op_; }
  unsigned depth() const { return depth_; }
  std::string_view nameOf(ValueId value) const { return names_[value.index()]; }

  /// Null when the op does not have it.
  const Attribute *attribute(std::size_t slot) const;
  std::span<const ValueId> operands(std::size_t declared) const { return program_.operands(op_, declared); }
  /// Position of the first operand of a declared one among all operands.
  std::size_t firstOperand(std::size_t declared) const;
  /// Results of a declared result: a variadic one is the only one of its op.
  std::span<const Value> results(std::size_t declared) const;

  void printOperands(std::size_t declared);
  void printOperandTypes(std::size_t declared);
  void printResultTypes(std::size_t declared);
  /// The type of one value, marked.
  void printType(TypeId type, SpanKind kind, std::size_t index);
  void printBareAttribute(std::size_t slot);
  /// Names an argument of a block of the op's regions. Bytecode may hold a loop whose block lacks it: then "<missing>".
  void printArgument(BlockId block, std::size_t index, bool withType);
  void endAttribute(std::size_t slot, std::uint32_t begin) { out_.span(SpanKind::Attribute, slot, begin, op_); }

 private:
  void printOp(OpId id, unsigned depth);
  void printResults(const Op &op);
  void runLayout(std::span<const LayoutInstruction> layout);
  bool present(const LayoutInstruction &condition) const;
  void printDictionary(const LayoutInstruction &instruction);

  const Program &program_;
  const LocationAliases *aliases_;
  const std::vector<bool> &skipped_;
  std::vector<std::string> names_;
  TypeText types_;
  AttributeText attributes_;
  TextSink out_;
  OpId op_;
  unsigned depth_ = 0;
  std::uint32_t mark_ = 0;
};

}  // namespace tileport::tileir::printer
