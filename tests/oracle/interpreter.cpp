// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/interpreter.h"

#include <algorithm>

#include "oracle/dense.h"
#include "oracle/machine.h"
#include "tileir/verifier.h"

namespace tileport::oracle {

using namespace tileir;

namespace {

Error usage(std::string message, std::string advice) {
  Error error;
  error.kind = ErrorKind::Usage;
  error.message = std::move(message);
  error.advice = std::move(advice);
  return error;
}

/// The ops rely on what every valid program keeps.
Result<void> checkRules(const Program &program) {
  const auto violations = verify(program, 1);
  if (violations.empty()) return {};
  Error error;
  error.message = "the program breaks the rule " + violations[0].rule + ": " + violations[0].message;
  error.place.line = violations[0].line.valid() ? violations[0].line.value + 1 : 0;
  error.advice = "Only valid programs have an outcome.";
  return error;
}

Result<FunctionId> entryOf(const Program &program, const std::string &name) {
  for (std::size_t n = 0; n < program.functionCount(); ++n)
    if (program.function(FunctionId(n)).name == name || (name.empty() && program.functionCount() == 1)) return FunctionId(n);
  if (name.empty()) return usage("the program has " + std::to_string(program.functionCount()) + " entries", "Name the one to run.");
  return usage("the program has no entry @" + name, "Name one that it has.");
}

std::uint64_t blockCount(const Launch &launch) { return std::uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2]; }

Result<std::vector<std::uint64_t>> orderOf(const Launch &launch) {
  std::vector<std::uint64_t> order = launch.order;
  const std::uint64_t count = blockCount(launch);
  if (count > launch.options.elementLimit) return usage("the grid has " + std::to_string(count) + " blocks", "Run a smaller one.");
  if (order.empty()) {
    for (std::uint64_t n = 0; n < count; ++n) order.push_back(n);
    return order;
  }
  std::sort(order.begin(), order.end());
  const bool repeated = std::adjacent_find(order.begin(), order.end()) != order.end();
  if (repeated || order.back() >= count || (!launch.partial && order.size() != count))
    return usage("the order does not name each tile block once", "Name 0 to " + std::to_string(count - 1) + ", each once.");
  return launch.order;
}

/// The buffers and globals of a run in its memory.
struct Places {
  std::vector<std::uint64_t> buffers;
  std::vector<std::uint64_t> globals;
};

Result<Places> place(const Program &program, const Launch &launch, Memory &memory) {
  Places places;
  // Buffers with an address first, so that no other takes it.
  places.buffers.resize(launch.buffers.size());
  for (const bool fixed : {true, false}) {
    for (std::size_t n = 0; n < launch.buffers.size(); ++n) {
      const Buffer &buffer = launch.buffers[n];
      if ((buffer.base != 0) != fixed) continue;
      const Allocation *made =
          memory.allocate(buffer.name.empty() ? "buffer " + std::to_string(n) : buffer.name, buffer.base, buffer.bytes);
      if (!made) return usage("buffer " + std::to_string(n) + " overlaps another one", "Leave room between them.");
      places.buffers[n] = made->base;
    }
  }
  for (const Global &global : program.data().globals) {
    const Attribute &value = program.attribute(global.value);
    const Type &type = program.type(global.type);
    const ScalarKind kind = program.type(type.element).scalar;
    const std::size_t count = countOf(type.shape);
    if (value.elided) return usage("the value of @" + global.name + " was left out of the text", "Read the program from bytecode.");
    const std::size_t size = (storedBits(kind) + 7) / 8;
    std::vector<std::byte> bytes(count * size);
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t bits = denseElement(value, kind, i);
      for (std::size_t b = 0; b < size; ++b) bytes[i * size + b] = static_cast<std::byte>(bits >> (8 * b));
    }
    Allocation *made = memory.allocate("@" + global.name, 0, std::move(bytes), std::max<std::uint64_t>(global.alignment, 256));
    made->isConstant = global.isConstant;
    places.globals.push_back(made->base);
  }
  return places;
}

Result<std::vector<Value>> argumentsOf(const Program &program, FunctionId entry, const Launch &launch, const Places &places) {
  const Block &body = program.block(program.bodyOf(entry));
  if (launch.arguments.size() != body.arguments.count)
    return usage("the entry takes " + std::to_string(body.arguments.count) + " arguments and the launch has " +
                     std::to_string(launch.arguments.size()),
                 "Give one for each.");
  std::vector<Value> values;
  for (std::size_t n = 0; n < launch.arguments.size(); ++n) {
    const Type &type = program.type(program.value(program.argument(program.bodyOf(entry), n)).type);
    const Type &element = program.type(type.element);
    const auto *buffer = std::get_if<BufferArgument>(&launch.arguments[n]);
    if ((element.kind == TypeKind::Pointer) != (buffer != nullptr))
      return usage("argument " + std::to_string(n) + (buffer ? " is a number" : " is an address"), "Give one.");
    if (buffer && buffer->buffer >= places.buffers.size())
      return usage("argument " + std::to_string(n) + " is of a buffer that is not there", "Name one of the launch.");
    auto tile = std::make_shared<Tile>(1);
    tile->set(0, {.bits = buffer ? places.buffers[buffer->buffer] + buffer->byteOffset
                                 : std::get<ScalarArgument>(launch.arguments[n]).bits & lowBits(bitWidth(element.scalar))});
    values.emplace_back(TilePtr(std::move(tile)));
  }
  return values;
}

Buffer bufferOf(const Memory &memory, std::uint64_t base, std::string name, ScalarKind element) {
  Buffer buffer{std::move(name), element};
  buffer.base = base;
  const Allocation *place = memory.find(base);
  if (!place) return buffer;  // of no bytes
  buffer.bytes = place->bytes;
  if (place->errors.empty()) return buffer;
  const std::size_t size = (storedBits(element) + 7) / 8;
  buffer.errors.resize(place->bytes.size() / size);
  for (std::size_t i = 0; i < buffer.errors.size(); ++i) buffer.errors[i] = memory.load(base + i * size, element).error;
  return buffer;
}

}  // namespace

std::string_view toText(FaultKind kind) {
  switch (kind) {
    case FaultKind::OutOfBounds: return "out of bounds";
    case FaultKind::Misaligned: return "misaligned";
    case FaultKind::UndefinedValue: return "undefined value";
    case FaultKind::UndefinedBehaviour: return "undefined behaviour";
    case FaultKind::FalseAssumption: return "assumption does not hold";
    case FaultKind::FailedAssertion: return "assertion failed";
    case FaultKind::Budget: return "budget spent";
    case FaultKind::Cancelled: return "cancelled";
    case FaultKind::Unsupported: return "unsupported";
  }
  return "";
}

std::string_view toText(HazardKind kind) {
  switch (kind) {
    case HazardKind::Race: return "race";
    case HazardKind::UncertainDecision: return "uncertain decision";
    case HazardKind::WrongIdentity: return "wrong identity";
  }
  return "";
}

std::string Fault::toString(const Program &program) const {
  std::string text(toText(kind));
  if (op.valid()) {
    text += " in " + std::string(info(program.op(op).kind).mnemonic) + ", op " + std::to_string(op.value) + ", line " +
            std::to_string(program.listing().opLines[op.index()].first + 1);
  }
  return text + ", block (" + std::to_string(block[0]) + ", " + std::to_string(block[1]) + ", " + std::to_string(block[2]) +
         "): " + message;
}

Result<Outcome> run(const Program &program, const Launch &launch) {
  if (const auto rules = checkRules(program); !rules) return rules.error();
  const auto entry = entryOf(program, launch.entry);
  if (!entry) return entry.error();
  const auto order = orderOf(launch);
  if (!order) return order.error();
  Memory memory;
  const auto places = place(program, launch, memory);
  if (!places) return places.error();
  const auto arguments = argumentsOf(program, *entry, launch, *places);
  if (!arguments) return arguments.error();
  Outcome outcome;
  Machine machine(program, launch, memory, outcome);
  machine.globalBases = places->globals;
  for (const std::uint64_t number : *order) {
    machine.blockNumber = number;
    machine.block = {static_cast<std::uint32_t>(number % launch.grid[0]),
                     static_cast<std::uint32_t>(number / launch.grid[0] % launch.grid[1]),
                     static_cast<std::uint32_t>(number / launch.grid[0] / launch.grid[1])};
    if (!machine.runEntry(*entry, *arguments)) break;
    machine.releaseLocals();
  }
  for (std::size_t n = 0; n < launch.buffers.size(); ++n)
    outcome.buffers.push_back(bufferOf(memory, places->buffers[n], launch.buffers[n].name, launch.buffers[n].element));
  for (std::size_t n = 0; n < places->globals.size(); ++n) {
    const Global &global = program.data().globals[n];
    outcome.globals.push_back(bufferOf(memory, places->globals[n], global.name, program.type(program.type(global.type).element).scalar));
  }
  return outcome;
}

}  // namespace tileport::oracle
