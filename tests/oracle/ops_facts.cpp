// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "oracle/machine.h"

/// What a program claims (assume, assert), where it is in the grid, and what it prints.
namespace tileport::oracle {

using namespace tileir;

namespace {

constexpr std::size_t kMostPrinted = 64;
constexpr std::size_t kMostPrints = 1000;

/// A claim on a tile's elements, checked one by one; empty when it holds. What is undefined breaks no claim.
class Claim {
 public:
  Claim(const Machine &machine, ValueId id, const Attribute &predicate)
      : tile_(machine.tile(id)),
        shape_(machine.shape(id)),
        strides_(stridesOf(shape_)),
        type_(machine.element(id)),
        predicate_(predicate) {}

  std::string complaint() const {
    Positions at(shape_);
    for (std::size_t i = 0; i < tile_.size(); ++i, at.next()) {
      const Cell cell = tile_.cell(i);
      if (!cell.isDefined() || cell.error != 0) continue;
      std::string text;
      switch (predicate_.kind) {
        case AttributeKind::Bounded: text = bounded(cell); break;
        case AttributeKind::DivBy: text = divisible(i, at); break;
        case AttributeKind::SameElements: text = same(i, at); break;
        default: break;
      }
      if (!text.empty()) return "element " + std::to_string(i) + " is " + toText(type_, cell.bits) + ", " + text;
    }
    return {};
  }

 private:
  std::string bounded(const Cell &cell) const {
    const std::int64_t number = signExtended(cell.bits, bitWidth(type_.scalar));
    if (predicate_.first && number < *predicate_.first) return "less than " + std::to_string(*predicate_.first);
    if (predicate_.second && number > *predicate_.second) return "greater than " + std::to_string(*predicate_.second);
    return {};
  }

  std::string divisible(std::size_t i, const Positions &at) const {
    const std::int64_t every = predicate_.first.value_or(1);
    const auto along = static_cast<std::size_t>(predicate_.second.value_or(0));
    const std::int64_t rest = shape_.empty() ? 0 : at[along] % every;
    if (rest == 0) return tile_.bits(i) % predicate_.bits == 0 ? "" : "not divisible by " + std::to_string(predicate_.bits);
    // Within a group each element follows the one before it.
    const Cell first = tile_.cell(i - static_cast<std::size_t>(rest * strides_[along]));
    const std::uint64_t unit = type_.isPointer ? storedBits(type_.pointee) / 8 : 1;
    const std::uint64_t expected = first.bits + static_cast<std::uint64_t>(rest) * unit;
    const std::uint64_t mask = type_.isPointer ? ~std::uint64_t{0} : lowBits(bitWidth(type_.scalar));
    if (!first.isDefined() || tile_.bits(i) == (expected & mask)) return {};
    return "and does not continue its group of " + std::to_string(every);
  }

  std::string same(std::size_t i, const Positions &at) const {
    std::int64_t first = 0;
    for (std::size_t d = 0; d < shape_.size(); ++d) first += at[d] / predicate_.numbers[d] * predicate_.numbers[d] * strides_[d];
    const Cell other = tile_.cell(static_cast<std::size_t>(first));
    if (!other.isDefined() || other.bits == tile_.bits(i)) return {};
    return "and the first one of its chunk is " + toText(type_, other.bits);
  }

  const Tile &tile_;
  std::span<const std::int64_t> shape_;
  std::vector<std::int64_t> strides_;
  ElementType type_;
  const Attribute &predicate_;
};

bool assume(Machine &machine, OpId op) {
  const ValueId value = machine.operand(op, "value");
  const Attribute &predicate = machine.program.attribute(machine.program.attribute(op, "predicate"));
  std::string complaint;
  if (const auto *view = std::get_if<std::shared_ptr<const TensorView>>(&machine.value(value))) {
    if (predicate.kind == AttributeKind::DivBy && (*view)->base % predicate.bits != 0)
      complaint = "the tensor begins at " + toText(ElementType{.isPointer = true}, (*view)->base) + ", not divisible by " +
                  std::to_string(predicate.bits);
  } else if (std::holds_alternative<TilePtr>(machine.value(value))) {
    if (!machine.spend(op, machine.count(value))) return false;
    complaint = Claim(machine, value, predicate).complaint();
  }
  if (!complaint.empty()) return machine.fail(FaultKind::FalseAssumption, op, std::move(complaint));
  machine.setResult(op, 0, machine.value(value));
  return true;
}

bool assertTrue(Machine &machine, OpId op) {
  const ValueId condition = machine.operand(op, "condition");
  if (!machine.spend(op, machine.count(condition))) return false;
  for (std::size_t i = 0; i < machine.tile(condition).size(); ++i) {
    const auto bits = machine.decisive(op, machine.tile(condition).cell(i), "what is asserted");
    if (!bits) return false;
    if (*bits == 0)
      return machine.fail(
          FaultKind::FailedAssertion, op,
          machine.program.attribute(machine.program.attribute(op, "message")).text + " (element " + std::to_string(i) + ")");
  }
  return true;
}

bool setThree(Machine &machine, OpId op, const std::array<std::uint32_t, 3> &numbers) {
  for (std::size_t n = 0; n < numbers.size(); ++n) {
    auto tile = std::make_shared<Tile>(1);
    tile->set(0, {.bits = numbers[n]});
    machine.setResult(op, n, TilePtr(std::move(tile)));
  }
  return true;
}

bool blockId(Machine &machine, OpId op) { return setThree(machine, op, machine.block); }
bool blockCount(Machine &machine, OpId op) { return setThree(machine, op, machine.launch.grid); }

bool getGlobal(Machine &machine, OpId op) {
  const std::string &name = machine.program.attribute(machine.program.attribute(op, "name")).text;
  const auto &globals = machine.program.data().globals;
  for (std::size_t n = 0; n < globals.size(); ++n) {
    if (globals[n].name != name) continue;
    auto tile = std::make_shared<Tile>(1);
    tile->set(0, {.bits = machine.globalBases[n]});
    machine.setResult(op, 0, TilePtr(std::move(tile)));
    return true;
  }
  return machine.fail(FaultKind::Unsupported, op, "the program has no global @" + name);
}

std::string printed(const Machine &machine, ValueId id) {
  std::string text;
  const Tile &tile = machine.tile(id);
  for (std::size_t i = 0; i < std::min(tile.size(), kMostPrinted); ++i) {
    if (i > 0) text += ", ";
    text += tile.cell(i).isDefined() ? toText(machine.element(id), tile.bits(i)) : "undefined";
  }
  return tile.size() > kMostPrinted ? text + ", ..." : text;
}

/// The text with each format replaced by the elements of its value, whatever the format says of their looks.
std::string formatted(const Machine &machine, OpId op) {
  const std::string &format = machine.program.attribute(machine.program.attribute(op, "str")).text;
  const auto args = machine.operands(op, "args");
  std::string text;
  std::size_t next = 0;
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') {
      text += format[i];
    } else if (i + 1 < format.size() && format[i + 1] == '%') {
      text += '%';
      ++i;
    } else {
      i = std::min(format.find_first_of("diouxXeEfFgGaAcsp", i + 1), format.size());
      if (next < args.size()) text += printed(machine, args[next++]);
    }
  }
  return text;
}

bool print(Machine &machine, OpId op) {
  if (machine.outcome.prints.size() < kMostPrints) machine.outcome.prints.push_back(formatted(machine, op));
  const EventId event = machine.order.add({op, machine.blockNumber}, {machine.eventOf(machine.operand(op, "token"))});
  if (machine.program.op(op).results.count > 0) machine.setResult(op, 0, Token{event});
  return true;
}

/// Ops that do nothing here but to come behind their tokens.
bool passToken(Machine &machine, OpId op) {
  std::vector<EventId> after;
  for (const ValueId token : machine.program.operands(op)) after.push_back(machine.eventOf(token));
  machine.setResult(op, 0, Token{machine.order.add({op, machine.blockNumber}, std::move(after))});
  return true;
}

}  // namespace

void addFactOps(HandlerTable &table) {
  handle(table, OpKind::Assume, assume);
  handle(table, OpKind::Assert, assertTrue);
  handle(table, OpKind::GetTileBlockId, blockId);
  handle(table, OpKind::GetNumTileBlocks, blockCount);
  handle(table, OpKind::GetGlobal, getGlobal);
  handle(table, OpKind::PrintTko, print);
  handle(table, OpKind::MakeToken, passToken);
  handle(table, OpKind::JoinTokens, passToken);
  // The launch of another kernel, and memory that is reached by other ways, are not here.
  handle(table, OpKind::GdcLaunchDependentsTko, passToken);
  handle(table, OpKind::GdcWaitTko, passToken);
  handle(table, OpKind::MemoryFenceAliasTko, passToken);
}

}  // namespace tileport::oracle
