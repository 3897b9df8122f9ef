// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A `for` and a `loop` that counts (CountedLoop): equal bounds and steps, and an index that does not overflow.
#include <algorithm>

#include "certificate/replay.h"

namespace tileport::certificate {

using tileir::OpId;
using tileir::OpKind;

namespace {

constexpr const char *kRule = "counted_loop";

}  // namespace

bool Replay::isCountedPair(const Ops &ops) const {
  const auto isPair = [&](std::size_t loop) {
    return structure(loop).counted(ops[loop]) && program(1 - loop).op(ops[1 - loop]).kind == OpKind::For;
  };
  return isPair(0) || isPair(1);
}

std::optional<std::size_t> Replay::countingArgument(std::size_t side, OpId op) const {
  if (program(side).op(op).kind == OpKind::For) return 0;
  const CountedLoop *counted = structure(side).counted(op);
  return counted ? std::optional(counted->index) : std::nullopt;
}

std::optional<std::size_t> Replay::slotOfResult(std::size_t side, OpId op, std::size_t result) const {
  if (program(side).op(op).kind == OpKind::For) return result;
  const CountedLoop *counted = structure(side).counted(op);
  if (!counted || result >= counted->given.size() || counted->given[result] == CountedLoop::kNoSlot) return std::nullopt;
  return counted->given[result];
}

std::string Replay::compareCounted(const Ops &ops, const std::vector<SlotPair> &slots) {
  const std::size_t of = structure(0).counted(ops[0]) ? 0 : 1;  // the side of the loop
  const CountedLoop &counted = *structure(of).counted(ops[of]);
  const auto bounds = program(1 - of).operands(ops[1 - of]), carried = program(of).operands(ops[of]);
  if (program(1 - of).attribute(ops[1 - of], "unsignedCmp").valid() != counted.isUnsigned)
    return "the two read their index with another sign";
  if (counted.index >= carried.size()) return "the loop does not carry its index";
  for (const auto &[one, other] :
       {std::pair{bounds[0], carried[counted.index]}, std::pair{bounds[1], counted.upper}, std::pair{bounds[2], counted.step}})
    if (std::string refusal = of == 1 ? compareOperand(ops, one, other) : compareOperand(ops, other, one); !refusal.empty()) return refusal;
  for (const SlotPair &slot : slots) {
    const std::size_t a = slot.reference, b = slot.port, onLoop = of == 0 ? a : b, onFor = of == 0 ? b : a;
    if (onFor + 3 >= bounds.size() || onLoop >= carried.size() || onLoop == counted.index) return "a slot names what is not carried";
    const auto &left = of == 0 ? carried[onLoop] : bounds[onFor + 3], &right = of == 0 ? bounds[onFor + 3] : carried[onLoop];
    if (std::string refusal = compareOperand(ops, left, right); !refusal.empty()) return refusal;
  }
  return countsWithoutOverflow(of, ops[of]);
}

/// The last index that is tested is less than the bound plus the step. A step that is not positive is none of a `for`.
std::string Replay::countsWithoutOverflow(std::size_t side, OpId loop) {
  const CountedLoop &counted = *structure(side).counted(loop);
  const Node upper = node(side, counted.upper), step = node(side, counted.step);
  const unsigned width = nodes_.width(upper);
  const Interval bound = world_.intervals.of(upper).strict, by = world_.intervals.of(step).strict;
  if (by.low < 1) return "nothing shows that the step is at least 1";
  const Wide highest = counted.isUnsigned ? 2 * rangeOfWidth(width).high + 1 : rangeOfWidth(width).high;
  const bool isRead = !counted.isUnsigned || bound.low >= 0;  // the interval is of numbers with a sign
  if (by.high == 1 || (isRead && bound.high + by.high - 1 <= highest)) return {};
  Assumption assumption{kRule,
                        nodes_.describe(upper) + " + " + nodes_.describe(step) + " - 1 does not exceed i" + std::to_string(width) +
                            (counted.isUnsigned ? " without a sign" : ""),
                        static_cast<Side>(side), loop};
  if (assumed_.emplace(assumption.rule, assumption.condition, assumption.side, assumption.op).second)
    checked_.assumptions.push_back(std::move(assumption));
  return {};
}

/// Each result of the loop that is paired is what it carries where the `for` carries what gives that result.
std::string Replay::leaveCounted(const Ops &ops, const std::vector<SlotPair> &carried, const std::vector<SlotPair> &results) const {
  if (results.size() > program(0).op(ops[0]).results.count + program(1).op(ops[1]).results.count)
    return "there are more slots than results";
  for (const SlotPair &result : results) {
    const auto left = slotOfResult(0, ops[0], result.reference), right = slotOfResult(1, ops[1], result.port);
    const bool found = left && right && std::any_of(carried.begin(), carried.end(), [&](const SlotPair &slot) {
                         return slot.reference == *left && slot.port == *right;
                       });
    if (!found) return "a result is not what the two loops carry alike";
  }
  return {};
}

}  // namespace tileport::certificate
