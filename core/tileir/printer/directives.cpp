// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/printer/directives.h"

#include <algorithm>

#include "tileir/printer/op_printer.h"

namespace tileport::tileir::printer {

namespace {

using Parameters = std::span<const LayoutParameter>;

/// rounding<mode>, unless it is `usual`.
void printRounding(OpPrinter &printer, std::size_t slot, RoundingMode usual) {
  const Attribute *mode = printer.attribute(slot);
  if (mode == nullptr || mode->bits == static_cast<std::uint64_t>(usual)) return;
  const std::uint32_t begin = printer.out().column();
  printer.out() << "rounding<" << enumText(EnumKind::RoundingMode, mode->bits) << '>';
  printer.endAttribute(slot, begin);
}

/// [%m, 64]: an operand for each extent that the type leaves open.
void printMixedList(OpPrinter &printer, std::size_t declared, const std::vector<std::int64_t> &extents) {
  const std::span<const ValueId> values = printer.operands(declared);
  std::size_t next = 0;
  printer.out() << '[';
  for (std::size_t i = 0; i < extents.size(); ++i) {
    if (i != 0) printer.out() << ", ";
    if (extents[i] != kDynamic) {
      printer.out() << extents[i];
    } else if (next < values.size()) {
      const std::uint32_t begin = printer.out().column();
      printer.out() << printer.nameOf(values[next]);
      printer.out().span(SpanKind::Operand, printer.firstOperand(declared) + next, begin, printer.op());
      ++next;
    }
  }
  printer.out() << ']';
}

/// (%iterArg0 = %x, ...): the arguments of the op's region from `firstArgument` on, and what they begin with.
void printInitialValues(OpPrinter &printer, std::size_t declared, std::size_t firstArgument) {
  const Program &program = printer.program();
  const BlockId block = program.block(program.region(printer.op(), 0), 0);
  const std::span<const ValueId> values = printer.operands(declared);
  printer.out() << "iter_values(";
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i != 0) printer.out() << ", ";
    printer.printArgument(block, firstArgument + i, false);
    printer.out() << " = ";
    const std::uint32_t begin = printer.out().column();
    printer.out() << printer.nameOf(values[i]);
    printer.out().span(SpanKind::Operand, printer.firstOperand(declared) + i, begin, printer.op());
  }
  printer.out() << ')';
}

void printInbounds(OpPrinter &printer, std::size_t slot, std::string_view before) {
  const Attribute *flags = printer.attribute(slot);
  if (flags == nullptr || std::all_of(flags->numbers.begin(), flags->numbers.end(), [](std::int64_t flag) { return flag == 0; })) return;
  printer.out() << before;
  const std::uint32_t begin = printer.out().column();
  printer.out() << "inbounds = ";
  printer.printBareAttribute(slot);
  printer.endAttribute(slot, begin);
}

}  // namespace

void printBareType(OpPrinter &printer, Parameters parameters) {
  if (parameters[0].kind == LayoutParameter::OperandType) {
    printer.printOperandTypes(parameters[0].index);
  } else {
    printer.printResultTypes(parameters[0].index);
  }
}

void printKeyword(OpPrinter &printer, Parameters parameters) {
  const std::size_t slot = parameters[0].index;
  const Attribute *value = printer.attribute(slot);
  if (value == nullptr) return;
  const std::uint32_t begin = printer.out().column();
  printer.out() << enumText(value->enumKind, value->bits);
  printer.endAttribute(slot, begin);
}

void printFloatRounding(OpPrinter &printer, Parameters parameters) {
  printRounding(printer, parameters[0].index, RoundingMode::NearestEven);
}

void printMathRounding(OpPrinter &printer, Parameters parameters) { printRounding(printer, parameters[0].index, RoundingMode::Full); }

void printToIntegerRounding(OpPrinter &printer, Parameters parameters) {
  printRounding(printer, parameters[0].index, RoundingMode::NearestIntToZero);
}

void printOrdering(OpPrinter &printer, Parameters parameters) {
  printKeyword(printer, parameters.subspan(0, 1));
  if (printer.attribute(parameters[1].index) == nullptr) return;
  printer.out() << ' ';
  printKeyword(printer, parameters.subspan(1, 1));
}

void printPredicate(OpPrinter &printer, Parameters parameters) {
  const std::uint32_t begin = printer.out().column();
  printer.printBareAttribute(parameters[0].index);
  printer.endAttribute(parameters[0].index, begin);
}

void printDenseValue(OpPrinter &printer, Parameters parameters) {
  printPredicate(printer, parameters);
  printer.out() << " : ";
  printer.printResultTypes(parameters[1].index);
}

void printInbounds(OpPrinter &printer, Parameters parameters) { printInbounds(printer, parameters[0].index, ""); }

void printSpacedInbounds(OpPrinter &printer, Parameters parameters) { printInbounds(printer, parameters[0].index, " "); }

void printIndexTypes(OpPrinter &printer, Parameters parameters) {
  const std::size_t declared = parameters[0].index;
  const std::span<const ValueId> values = printer.operands(declared);
  if (values.empty()) return;
  const TypeId first = printer.program().value(values[0]).type;
  const bool alike = std::all_of(values.begin(), values.end(), [&](ValueId value) { return printer.program().value(value).type == first; });
  if (alike) {
    printer.printType(first, SpanKind::OperandType, declared);
  } else {
    printer.printOperandTypes(declared);
  }
}

void printShapeQuery(OpPrinter &printer, Parameters parameters) {
  printer.printOperandTypes(parameters[0].index);
  printer.out() << " -> ";
  const std::span<const Value> results = printer.results(parameters[1].index);
  if (!results.empty()) printer.printType(results[0].type, SpanKind::ResultType, 0);
}

void printTensorView(OpPrinter &printer, Parameters parameters) {
  enum { Base, BaseType, Shape, ShapeType, Strides, StridesType, Result };
  const Program &program = printer.program();
  const TypeId viewType = printer.results(parameters[Result].index)[0].type;
  const Type &view = program.type(viewType);
  const std::size_t shape = parameters[Shape].index;
  const std::size_t strides = parameters[Strides].index;
  printer.printOperands(parameters[Base].index);
  printer.out() << ", shape = ";
  printMixedList(printer, shape, view.shape);
  printer.out() << ", strides = ";
  printMixedList(printer, strides, view.strides);
  printer.out() << " : ";
  // What the view's type does not tell: the pointer when it has an attribute, and the type of the extents.
  const std::size_t typed = !printer.operands(shape).empty() ? shape : strides;
  const bool extents = !printer.operands(typed).empty();
  if (view.pointerAttr) {
    printer.printOperandTypes(parameters[BaseType].index);
    if (extents) printer.out() << ", ";
  }
  if (extents) printer.printType(program.value(printer.operands(typed)[0]).type, SpanKind::OperandType, typed);
  if (view.pointerAttr || extents) printer.out() << " -> ";
  printer.printType(viewType, SpanKind::ResultType, 0);
}

void printForLoop(OpPrinter &printer, Parameters parameters) {
  enum { Lower, Upper, Step, BoundType, Initial, InitialType, Result, Body };
  const Program &program = printer.program();
  const unsigned depth = printer.depth();
  const RegionId body = program.region(printer.op(), parameters[Body].index);
  printer.printArgument(program.block(body, 0), 0, false);
  printer.out() << " in (";
  printer.printOperands(parameters[Lower].index);
  printer.out() << " to ";
  printer.printOperands(parameters[Upper].index);
  printer.out() << ", step ";
  printer.printOperands(parameters[Step].index);
  printer.out() << ") : ";
  printer.printOperandTypes(parameters[BoundType].index);
  printer.out() << ' ';
  if (!printer.operands(parameters[Initial].index).empty()) {
    printInitialValues(printer, parameters[Initial].index, 1);
    printer.out() << " -> (";
    printer.printResultTypes(parameters[Result].index);
    printer.out() << ") ";
  }
  printer.printRegion(body, depth);
}

void printLoop(OpPrinter &printer, Parameters parameters) {
  enum { Initial, InitialType, Result, Body };
  const bool initial = !printer.operands(parameters[Initial].index).empty();
  const bool results = !printer.results(parameters[Result].index).empty();
  if (initial) {
    printInitialValues(printer, parameters[Initial].index, 0);
    printer.out() << ' ';
  }
  if (initial || results) printer.out() << ": ";
  printer.printOperandTypes(parameters[InitialType].index);
  if (initial && results) printer.out() << " -> ";
  printer.printResultTypes(parameters[Result].index);
  if (initial || results) printer.out() << ' ';
  printer.printRegion(printer.program().region(printer.op(), parameters[Body].index), printer.depth());
}

void printBranchRegion(OpPrinter &printer, Parameters parameters) {
  printer.printRegion(printer.program().region(printer.op(), parameters[0].index), printer.depth());
}

void printArgumentRegion(OpPrinter &printer, Parameters parameters) {
  const Program &program = printer.program();
  const unsigned depth = printer.depth();
  const RegionId region = program.region(printer.op(), parameters[0].index);
  const BlockId block = program.block(region, 0);
  printer.out().endLine();
  printer.out().indent(depth);
  printer.out() << '(';
  for (std::size_t i = 0; i < program.block(block).arguments.count; ++i) {
    if (i != 0) printer.out() << ", ";
    printer.printArgument(block, i, true);
  }
  printer.out() << ") ";
  printer.printRegion(region, depth);
}

}  // namespace tileport::tileir::printer
