// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>

#include "oracle/machine.h"
#include "oracle/tolerance.h"

/// reduce and scan, from the first element to the last, the identity first. Which order a GPU takes is open, so that what rounds
/// gets a bound: of sums n units of the sum of the magnitudes, of other bodies what one rounding a step may move.
namespace tileport::oracle {

using namespace tileir;

namespace {

enum class Body : std::uint8_t {
  Exact,   ///< the same bits in every order
  Sum,     ///< one addition and nothing else
  Sums,    ///< additions among other ops
  Rounds,  ///< other ops that round
};

Body bodyOf(const Program &program, BlockId block) {
  Body body = Body::Exact;
  const auto ops = program.ops(block);
  if (ops.empty()) return body;
  if (ops.size() == 2 && program.op(ops.front()).kind == OpKind::AddF) return Body::Sum;
  // Nested ops too: they are numbered up to the last op of the block.
  for (std::uint32_t n = ops.front().value; n < program.op(ops.back()).subtreeEnd.value; ++n) {
    switch (program.op(OpId(n)).kind) {
      case OpKind::AddF:
      case OpKind::SubF:
      case OpKind::Fma: return Body::Sums;
      case OpKind::MulF:
      case OpKind::DivF:
      case OpKind::FToF:
      case OpKind::Sqrt:
      case OpKind::Rsqrt:
      case OpKind::Exp:
      case OpKind::Exp2:
      case OpKind::Log:
      case OpKind::Log2: body = Body::Rounds; break;
      default: break;
    }
  }
  return body;
}

Cell identityOf(const Program &program, AttributeId id, const ElementType &type) {
  const Attribute &attribute = program.attribute(id);
  if (!type.isFloat() || !attribute.type.valid()) return {.bits = attribute.bits & lowBits(bitWidth(type.scalar))};
  const ScalarKind given = program.type(attribute.type).scalar;
  if (given == type.scalar || !isFloat(given)) return {.bits = attribute.bits};
  // f16 and bf16 stand for one another.
  return {.bits = encode(formatOf(type.scalar), decode(formatOf(given), attribute.bits), Rounding::NearestEven)};
}

/// A reduction under way: one pass along the dimension for each position of the others.
struct Folding {
  Folding(Machine &usedMachine, OpId foldedOp)
      : machine(usedMachine),
        op(foldedOp),
        block(machine.program.block(machine.program.region(op, 0), 0)),
        body(bodyOf(machine.program, block)) {
    const auto operands = machine.program.operands(op);
    inputs.assign(operands.begin(), operands.end());
    const auto &items = machine.program.attribute(machine.program.attribute(op, "identities")).items;
    for (std::size_t n = 0; n < inputs.size(); ++n) {
      types.push_back(machine.element(inputs[n]));
      identities.push_back(identityOf(machine.program, items[n], types[n]));
    }
    const std::size_t dim = machine.bits(op, "dim");
    const auto shape = machine.shape(inputs[0]);
    extent = static_cast<std::size_t>(shape[dim]);
    stride = static_cast<std::size_t>(stridesOf(shape)[dim]);
    passes = machine.count(inputs[0]) / extent;
  }

  Machine &machine;
  OpId op;
  BlockId block;
  Body body;
  std::vector<ValueId> inputs;
  std::vector<ElementType> types;
  std::vector<Cell> identities;
  std::size_t extent = 1, stride = 1, passes = 1;

  std::vector<Cell> carried;
  std::vector<double> magnitudes, errors;
  std::size_t steps = 0;

  /// Where the pass begins in the operands.
  std::size_t start(std::size_t pass) const { return pass / stride * stride * extent + pass % stride; }

  void begin() {
    carried = identities;
    magnitudes.assign(inputs.size(), 0);
    errors.assign(inputs.size(), 0);
    steps = 0;
  }

  /// Combines the elements at `at` with what is carried.
  bool step(std::size_t at) {
    std::vector<Cell> elements = elementsAt(at);
    for (std::size_t n = 0; n < inputs.size(); ++n) {
      errors[n] += elements[n].error;
      // Of a sum the bound is known as a whole.
      if (body == Body::Sum) elements[n].error = 0;
      if (types[n].isFloat()) magnitudes[n] += std::fabs(toDouble(decode(formatOf(types[n].scalar), elements[n].bits)));
    }
    const bool roundsOnTheWay = body == Body::Sums || body == Body::Rounds;
    if (roundsOnTheWay) ++machine.anyOrder;
    const bool ok = combine(elements, carried, carried);
    if (roundsOnTheWay) --machine.anyOrder;
    ++steps;
    return ok;
  }

  /// Whether the identities leave the elements at `at` as they are; a zero may change its sign, NaN its bits. False: the run is over.
  bool checkIdentity(std::size_t at) {
    const std::vector<Cell> elements = elementsAt(at);
    std::vector<Cell> results(inputs.size());
    if (!combine(elements, identities, results)) return false;
    for (std::size_t n = 0; n < inputs.size(); ++n) {
      const Cell &before = elements[n];
      const Cell &after = results[n];
      if (!before.isDefined() || !after.isDefined() || before.bits == after.bits || before.error != 0) continue;
      if (types[n].isFloat()) {
        const Format &format = formatOf(types[n].scalar);
        const Number number = decode(format, before.bits);
        if (number.isNan() || (number.isZero() && decode(format, after.bits).isZero())) continue;
      }
      machine.warn(HazardKind::WrongIdentity, op,
                   "the identity of operand " + std::to_string(n) + " turns " + toText(types[n], before.bits) + " into " +
                       toText(types[n], after.bits));
    }
    return true;
  }

  /// The carried elements with the bound that another order needs.
  Cell result(std::size_t n) const {
    Cell cell = carried[n];
    if (body == Body::Exact || !types[n].isFloat()) return cell;
    // With one element nothing is reordered; the identity may be left out.
    if (steps < 2) return Cell{.bits = cell.bits, .error = errors[n], .undefinedBy = cell.undefinedBy};
    if (body == Body::Rounds || !std::isfinite(magnitudes[n])) return cell;
    if (body == Body::Sum) cell.error = errors[n];
    const Format &format = formatOf(types[n].scalar);
    cell.error += static_cast<double>(steps) * std::ldexp(magnitudes[n], -static_cast<int>(format.fractionBits));
    if (magnitudes[n] > std::ldexp(1.0, std::min(format.largestExponent(), 1022))) cell.error = kUnbounded;
    return cell;
  }

 private:
  std::vector<Cell> elementsAt(std::size_t at) const {
    std::vector<Cell> elements;
    for (const ValueId input : inputs) elements.push_back(machine.tile(input).cell(at));
    return elements;
  }

  /// The body, once. `results` may be `right`.
  bool combine(const std::vector<Cell> &left, const std::vector<Cell> &right, std::vector<Cell> &results) {
    std::vector<Value> arguments;
    for (std::size_t n = 0; n < inputs.size(); ++n) {
      for (const Cell &cell : {left[n], right[n]}) {
        auto scalar = std::make_shared<Tile>(1);
        scalar->set(0, cell);
        arguments.emplace_back(TilePtr(std::move(scalar)));
      }
    }
    if (!machine.runBlock(block, arguments)) return false;
    for (std::size_t n = 0; n < inputs.size(); ++n) results[n] = std::get<TilePtr>(machine.flow.values[n])->cell(0);
    machine.flow = {};
    return true;
  }
};

/// Elements of a pass that the identity is tried on.
constexpr std::size_t kMostTried = 32;

bool isTried(std::size_t i, std::size_t extent) { return i % std::max<std::size_t>(extent / kMostTried, 1) == 0; }

bool reduce(Machine &machine, OpId op) {
  Folding folding(machine, op);
  if (!machine.spend(op, folding.passes * folding.extent)) return false;
  std::vector<std::shared_ptr<Tile>> results;
  for (std::size_t n = 0; n < folding.inputs.size(); ++n) results.push_back(std::make_shared<Tile>(folding.passes));
  for (std::size_t pass = 0; pass < folding.passes; ++pass) {
    folding.begin();
    for (std::size_t i = 0; i < folding.extent; ++i) {
      const std::size_t at = folding.start(pass) + i * folding.stride;
      if ((isTried(i, folding.extent) && !folding.checkIdentity(at)) || !folding.step(at)) return false;
    }
    for (std::size_t n = 0; n < results.size(); ++n) results[n]->set(pass, folding.result(n));
  }
  for (std::size_t n = 0; n < results.size(); ++n) machine.setResult(op, n, TilePtr(results[n]));
  return true;
}

bool scan(Machine &machine, OpId op) {
  Folding folding(machine, op);
  if (!machine.spend(op, folding.passes * folding.extent)) return false;
  const bool reverse = machine.bits(op, "reverse") != 0;
  std::vector<std::shared_ptr<Tile>> results;
  for (const ValueId input : folding.inputs) results.push_back(std::make_shared<Tile>(machine.count(input)));
  for (std::size_t pass = 0; pass < folding.passes; ++pass) {
    folding.begin();
    for (std::size_t i = 0; i < folding.extent; ++i) {
      const std::size_t at = folding.start(pass) + (reverse ? folding.extent - 1 - i : i) * folding.stride;
      if ((isTried(i, folding.extent) && !folding.checkIdentity(at)) || !folding.step(at)) return false;
      for (std::size_t n = 0; n < results.size(); ++n) results[n]->set(at, folding.result(n));
    }
  }
  for (std::size_t n = 0; n < results.size(); ++n) machine.setResult(op, n, TilePtr(results[n]));
  return true;
}

}  // namespace

void addReductionOps(HandlerTable &table) {
  handle(table, OpKind::Reduce, reduce);
  handle(table, OpKind::Scan, scan);
}

}  // namespace tileport::oracle
