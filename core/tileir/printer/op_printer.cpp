// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/printer/op_printer.h"

#include <algorithm>

#include "tileir/printer/value_names.h"

namespace tileport::tileir::printer {

namespace {

constexpr std::size_t kUsualLine = 96;

bool leavesOut(OpKind owner, const Op &last) {
  if (last.operands.count != 0) return false;
  if (owner == OpKind::If) return last.kind == OpKind::Yield;
  return (owner == OpKind::For || owner == OpKind::Loop) && last.kind == OpKind::Continue;
}

}  // namespace

std::vector<bool> findSkippedOps(const Program &program) {
  std::vector<bool> skipped(program.opCount());
  for (const Block &block : program.data().blocks) {
    const OpId owner = program.region(block.region).op;
    if (!owner.valid() || block.ops.count == 0) continue;
    const OpId last = program.data().blockOps[block.ops.first + block.ops.count - 1];
    skipped[last.index()] = leavesOut(program.op(owner).kind, program.op(last));
  }
  return skipped;
}

OpPrinter::OpPrinter(const Program &program, const LocationAliases *aliases, const std::vector<bool> &skipped, Hints hints)
    : program_(program),
      aliases_(aliases),
      skipped_(skipped),
      names_(nameValues(program)),
      types_(program),
      attributes_(program, types_, hints) {
  Listing &listing = out_.listing();
  listing.text.reserve(kUsualLine * (program.opCount() + 1));
  listing.lineStarts.reserve(program.opCount() + 8);
  listing.spanStarts.reserve(program.opCount() + 8);
  listing.spans.reserve(8 * program.opCount());
  listing.opLines.resize(program.opCount());
  listing.functionLines.resize(program.functionCount());
  listing.globalLines.resize(program.data().globals.size());
}

Listing OpPrinter::finish() {
  Listing listing = out_.finish();
  listing.valueNames = std::move(names_);
  return listing;
}

void OpPrinter::printRegion(RegionId region, unsigned depth) {
  const OpId outer = op_;
  out_ << '{';
  out_.endLine();
  const Slice blocks = program_.region(region).blocks;
  for (std::uint32_t i = 0; i < blocks.count; ++i) {
    for (const OpId id : program_.ops(BlockId(blocks.first + i))) {
      if (skipped_[id.index()]) {
        out_.listing().opLines[id.index()] = {out_.line(), out_.line() + 1};  // where it would end: at the brace
      } else {
        printOp(id, depth + 1);
      }
    }
  }
  out_.indent(depth);
  out_ << '}';
  op_ = outer;
  depth_ = depth;
}

void OpPrinter::printOp(OpId id, unsigned depth) {
  const Op &op = program_.op(id);
  const std::uint32_t first = out_.line();
  op_ = id;
  depth_ = depth;
  out_.indent(depth);
  printResults(op);
  const std::uint32_t begin = out_.column();
  out_ << info(op.kind).mnemonic;
  out_.span(SpanKind::Mnemonic, 0, begin, id);
  runLayout(layoutOf(op.kind).instructions);
  printLocation(op.location, id);
  out_.endLine();
  out_.listing().opLines[id.index()] = {first, out_.line()};
}

void OpPrinter::printResults(const Op &op) {
  if (op.results.count == 0) return;
  const bool each = namesEachResult(op.kind);
  const std::uint32_t groups = each ? op.results.count : 1;
  for (std::uint32_t i = 0; i < groups; ++i) {
    if (i != 0) out_ << ", ";
    const std::uint32_t begin = out_.column();
    out_ << groupName(names_[op.results.first + i]);
    out_.span(SpanKind::Result, i, begin, op_);
  }
  if (!each && op.results.count > 1) out_ << ':' << op.results.count;
  out_ << " = ";
}

void OpPrinter::printLocation(LocationId location, OpId op, FunctionId function) {
  if (aliases_ == nullptr) return;
  out_ << ' ';
  const std::uint32_t begin = out_.column();
  out_ << "loc(" << aliases_->alias(location) << ')';
  out_.span(SpanKind::Location, 0, begin, op, function);
}

void OpPrinter::runLayout(std::span<const LayoutInstruction> layout) {
  for (std::size_t i = 0; i < layout.size(); ++i) {
    const LayoutInstruction &instruction = layout[i];
    switch (instruction.step) {
      case LayoutStep::Text: out_ << instruction.text; break;
      case LayoutStep::Mark: mark_ = out_.column(); break;
      case LayoutStep::Operand: printOperands(instruction.index); break;
      case LayoutStep::Attribute:
        printBareAttribute(instruction.index);
        endAttribute(instruction.index, mark_);
        break;
      case LayoutStep::AttributeEnd: endAttribute(instruction.index, mark_); break;
      case LayoutStep::Custom: instruction.directive(*this, instruction.parameters); break;
      case LayoutStep::Dictionary: printDictionary(instruction); break;
      default:
        if (!present(instruction)) i += instruction.count;
    }
  }
}

bool OpPrinter::present(const LayoutInstruction &condition) const {
  switch (condition.step) {
    case LayoutStep::IfOperand: return !operands(condition.index).empty();
    case LayoutStep::IfResult: return !results(condition.index).empty();
    case LayoutStep::IfRegion: return program_.region(program_.region(op_, condition.index)).blocks.count > 0;
    default: break;
  }
  const Attribute *value = attribute(condition.index);
  const auto standard = info(program_.op(op_).kind).attributes[condition.index].defaultValue;
  return value != nullptr && !(standard && value->bits == *standard);
}

void OpPrinter::printDictionary(const LayoutInstruction &instruction) {
  const auto described = info(program_.op(op_).kind).attributes;
  std::string_view before = instruction.index == 1 ? " attributes {" : " {";
  for (const NamedAttribute &use : program_.attributes(op_)) {
    const bool listed = std::any_of(instruction.parameters.begin(), instruction.parameters.end(),
                                    [&](const LayoutParameter &free) { return free.index == use.slot; });
    const auto standard = described[use.slot].defaultValue;
    if (!listed || (standard && program_.attribute(use.value).bits == *standard)) continue;
    out_ << before;
    const std::uint32_t begin = out_.column();
    out_ << described[use.slot].name << " = ";
    attributes_.appendFull(out_.text(), use.value);
    endAttribute(use.slot, begin);
    before = ", ";
  }
  if (before == ", ") out_ << '}';
}

const Attribute *OpPrinter::attribute(std::size_t slot) const {
  for (const NamedAttribute &use : program_.attributes(op_)) {
    if (use.slot == slot) return &program_.attribute(use.value);
  }
  return nullptr;
}

std::size_t OpPrinter::firstOperand(std::size_t declared) const {
  return static_cast<std::size_t>(operands(declared).data() - program_.operands(op_).data());
}

std::span<const Value> OpPrinter::results(std::size_t declared) const {
  const Op &op = program_.op(op_);
  const std::span<const Value> all = std::span(program_.data().values).subspan(op.results.first, op.results.count);
  const auto described = info(op.kind).results;
  if (described[declared].variadic) return all.subspan(declared);
  return declared < all.size() ? all.subspan(declared, 1) : std::span<const Value>();
}

void OpPrinter::printOperands(std::size_t declared) {
  const std::span<const ValueId> values = operands(declared);
  const std::size_t first = values.empty() ? 0 : firstOperand(declared);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i != 0) out_ << ", ";
    const std::uint32_t begin = out_.column();
    out_ << nameOf(values[i]);
    out_.span(SpanKind::Operand, first + i, begin, op_);
  }
}

void OpPrinter::printOperandTypes(std::size_t declared) {
  bool first = true;
  for (const ValueId value : operands(declared)) {
    if (!first) out_ << ", ";
    const std::uint32_t begin = out_.column();
    out_ << types_.bare(program_.value(value).type);
    if (first) out_.span(SpanKind::OperandType, declared, begin, op_);
    first = false;
  }
}

void OpPrinter::printResultTypes(std::size_t declared) {
  std::size_t index = declared;
  for (const Value &result : results(declared)) {
    if (index != declared) out_ << ", ";
    printType(result.type, SpanKind::ResultType, index++);
  }
}

void OpPrinter::printType(TypeId type, SpanKind kind, std::size_t index) {
  const std::uint32_t begin = out_.column();
  out_ << types_.bare(type);
  out_.span(kind, index, begin, op_);
}

void OpPrinter::printBareAttribute(std::size_t slot) {
  const AttributeInfo &described = info(program_.op(op_).kind).attributes[slot];
  for (const NamedAttribute &use : program_.attributes(op_)) {
    if (use.slot != slot) continue;
    if (described.form == AttributeForm::Integer) {
      AttributeText::appendInteger(out_.text(), program_.attribute(use.value).bits, described.integerWidth);
    } else if (described.form == AttributeForm::Enum) {
      out_ << '<' << enumText(described.enumKind, program_.attribute(use.value).bits) << '>';
    } else {
      attributes_.appendBare(out_.text(), use.value);
    }
  }
}

void OpPrinter::printArgument(BlockId block, std::size_t index, bool withType) {
  if (index >= program_.block(block).arguments.count) {
    out_ << "<missing>";
    return;
  }
  const ValueId argument = program_.argument(block, index);
  const std::uint32_t begin = out_.column();
  out_ << nameOf(argument);
  if (withType) out_ << ": " << types_.bare(program_.value(argument).type);
  out_.span(SpanKind::Argument, index, begin, op_);
}

}  // namespace tileport::tileir::printer
