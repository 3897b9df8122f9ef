// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/printer.h"

#include "tileir/printer/escape.h"
#include "tileir/printer/op_printer.h"

namespace tileport::tileir {

namespace {

using printer::OpPrinter;

/// Globals and entries: what stands outside of a body. Two blanks stand where a keyword could.
class ModulePrinter {
 public:
  ModulePrinter(const Program &program, OpPrinter &ops) : program_(program), ops_(ops), out_(ops.out()) {}

  void printGlobal(std::size_t position) {
    const Global &global = program_.data().globals[position];
    const std::uint32_t line = out_.line();
    out_ << "global " << (global.isPrivate ? "private " : "") << (global.isConstant ? " constant" : "") << ' ';
    printSymbol(global.name, {});
    if (global.alignment != 0) out_ << " alignment = " << global.alignment;
    out_ << ' ';
    ops_.attributes().appendDense(out_.text(), program_.attribute(global.value));
    out_ << " : " << ops_.types().bare(global.type);
    ops_.printLocation({}, {});
    out_.endLine();
    out_.listing().globalLines[position] = {line, out_.line()};
  }

  void printEntry(FunctionId id) {
    const Function &function = program_.function(id);
    const std::uint32_t line = out_.line();
    out_ << "entry ";
    printSymbol(function.name, id);
    printArguments(id, function);
    if (function.hints.valid() && !program_.attribute(function.hints).keys.empty()) {
      out_ << ' ';
      const std::uint32_t begin = out_.column();
      out_ << "optimization_hints=";
      ops_.attributes().appendBare(out_.text(), function.hints);
      out_.span(SpanKind::Hints, 0, begin, {}, id);
    }
    out_ << ' ';
    ops_.printRegion(function.body, 0);
    if (function.isPrivate) out_ << " {sym_visibility = \"private\"}";
    ops_.printLocation(function.location, {}, id);
    out_.endLine();
    out_.listing().functionLines[id.index()] = {line, out_.line()};
  }

 private:
  void printSymbol(std::string_view name, FunctionId function) {
    const std::uint32_t begin = out_.column();
    printer::appendSymbol(out_.text(), name);
    out_.span(SpanKind::Symbol, 0, begin, {}, function);
  }

  void printArguments(FunctionId id, const Function &function) {
    const BlockId block = program_.bodyOf(id);
    out_ << '(';
    for (std::size_t i = 0; i < program_.block(block).arguments.count; ++i) {
      if (i != 0) out_ << ", ";
      const ValueId argument = program_.argument(block, i);
      const std::uint32_t begin = out_.column();
      out_ << ops_.nameOf(argument) << ": " << ops_.types().bare(program_.value(argument).type);
      out_.span(SpanKind::Argument, i, begin, {}, id);
      if (i < function.argumentAttributes.size()) printArgumentAttributes(function.argumentAttributes[i]);
    }
    out_ << ')';
  }

  void printArgumentAttributes(AttributeId id) {
    if (!id.valid() || program_.attribute(id).keys.empty()) return;
    out_ << ' ';
    ops_.attributes().appendDictionary(out_.text(), program_.attribute(id));
  }

  const Program &program_;
  OpPrinter &ops_;
  printer::TextSink &out_;
};

void printModule(const Program &program, OpPrinter &ops) {
  ModulePrinter module(program, ops);
  for (std::size_t i = 0; i < program.data().globals.size(); ++i) module.printGlobal(i);
  for (std::size_t i = 0; i < program.functionCount(); ++i) module.printEntry(FunctionId(i));
}

void appendLines(printer::TextSink &out, std::string_view lines) {
  while (!lines.empty()) {
    const std::size_t end = lines.find('\n');
    out << lines.substr(0, end);
    out.endLine();
    lines.remove_prefix(end + 1);
  }
}

}  // namespace

Listing print(const Program &program, const PrintOptions &options) {
  const std::vector<bool> skipped = printer::findSkippedOps(program);
  std::optional<printer::LocationAliases> aliases;
  if (options.locations) aliases.emplace(program, skipped);
  OpPrinter ops(program, aliases ? &*aliases : nullptr, skipped,
                options.readableHints ? printer::Hints::Readable : printer::Hints::Official);
  printModule(program, ops);
  if (aliases) appendLines(ops.out(), aliases->definitions());
  return ops.finish();
}

std::string toText(const Program &program, TypeId type) { return std::string(printer::TypeText(program).bare(type)); }

std::string toText(const Program &program, AttributeId attribute) {
  printer::TypeText types(program);
  std::string text;
  printer::AttributeText(program, types).appendBare(text, attribute);
  return text;
}

}  // namespace tileport::tileir
