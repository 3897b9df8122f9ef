// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Steps about values and terms.
#include <algorithm>

#include "certificate/replay.h"

namespace tileport::certificate {

using tileir::OpId;
using tileir::OpKind;

std::string Replay::valueStep(const Step &step) {
  const Node a = nodes_.of(step.a), b = step.kind == Step::Kind::NoOrder ? a : nodes_.of(step.b);
  if (a == kNoNode || b == kNoNode) return "a value or term that there is not";
  if (step.kind == Step::Kind::Unchanged) return unchanged(a, b);
  if (!scopes_.visible(a) || !scopes_.visible(b)) return "a value is not seen here";
  world_.effort.spend(1);
  switch (step.kind) {
    case Step::Kind::Congruent: return congruent(a, b, false);
    case Step::Kind::Commuted: return congruent(a, b, true);
    case Step::Kind::Constant:
      if (!rewriting_.sameConstant(a, b)) return "the two are not the same constant";
      return unite(a, b) ? std::string() : "the two have different types";
    case Step::Kind::Identity: return identity(a, b);
    case Step::Kind::Rewrite: return rewrite(step, a, b);
    case Step::Kind::NoOrder: return noOrder(a);
    case Step::Kind::JoinOfOne: return joinOfOne(a, b);
    case Step::Kind::JoinOfSame: return joinOfSame(a, b);
    default: return "a step of no kind";
  }
}

std::string Replay::congruent(Node a, Node b, bool exchanged) {
  a = nodes_.root(a);
  b = nodes_.root(b);
  if (!nodes_.isResult(a) || !nodes_.isResult(b)) return "one of the two is no result of an op";
  const OpKind kind = nodes_.kind(a);
  if (!tileir::info(kind).pure || tileir::info(kind).regionCount != 0) return "the op does more than to give its results";
  if (!rewriting_.sameOp(a, b)) return "the two are not the same op with the same attributes and types";
  if (exchanged && !commutes(nodes_, a)) return "operands of the op cannot be exchanged";
  const std::size_t count = nodes_.operandCount(a);
  world_.effort.spend(count);
  for (std::size_t i = 0; i < count; ++i)
    if (!classes_.equal(nodes_.operand(a, i), nodes_.operand(b, exchanged ? count - 1 - i : i))) return "an operand is not proven equal";
  if (nodes_.isTerm(a) || nodes_.isTerm(b)) return unite(a, b) ? std::string() : "the two have different types";
  const std::size_t left = static_cast<std::size_t>(nodes_.side(a)), right = static_cast<std::size_t>(nodes_.side(b));
  const OpId x = nodes_.op(a), y = nodes_.op(b);
  for (std::size_t position = 0; position < tileir::info(kind).operands.size(); ++position)
    if (program(left).operands(x, position).size() != program(right).operands(y, position).size())
      return "the two have different numbers of operands of one name";
  const std::uint32_t results = program(left).op(x).results.count;
  if (program(left).value(nodes_.value(a)).index != program(right).value(nodes_.value(b)).index ||
      results != program(right).op(y).results.count)
    return "the two are not the same result";
  for (std::uint32_t n = 0; n < results; ++n)
    if (nodes_.type(node(left, program(left).result(x, n))) != nodes_.type(node(right, program(right).result(y, n))))
      return "a result has another type";
  for (std::size_t i = 0; i < count; ++i) compareFacts(nodes_.operand(a, i), x, nodes_.operand(b, exchanged ? count - 1 - i : i), y);
  for (std::uint32_t n = 0; n < results; ++n)
    classes_.unite(node(left, program(left).result(x, n)), node(right, program(right).result(y, n)));
  return {};
}

std::string Replay::identity(Node a, Node b) {
  a = nodes_.root(a);
  if (!nodes_.isResult(a) || (nodes_.kind(a) != OpKind::Reshape && nodes_.kind(a) != OpKind::Broadcast))
    return "the value is no result of a reshape or broadcast";
  if (nodes_.type(a) != nodes_.type(nodes_.operand(a, 0))) return "the op changes the type";
  if (!classes_.equal(nodes_.operand(a, 0), b)) return "the operand is not proven equal";
  return unite(a, b) ? std::string() : "the two have different types";
}

std::string Replay::rewrite(const Step &step, Node a, Node b) {
  constexpr std::size_t kMost = 8;
  if (step.bindings.size() > kMost || step.witnesses.size() > kMost) return "there are more bindings or witnesses than a rule has";
  Claim claim{a, b, {}, {}};
  for (const Ref &binding : step.bindings) claim.bindings.push_back(nodes_.of(binding));
  for (const Ref &witness : step.witnesses) {
    const Node node = nodes_.of(witness);
    // What one side assumes shows nothing of the other.
    if (node != kNoNode && nodes_.isValue(a) && (!nodes_.isValue(node) || nodes_.side(node) != nodes_.side(a)) && !nodes_.isTerm(node))
      return "a witness is of the other side";
    claim.witnesses.push_back(node);
  }
  for (const std::vector<Node> *list : {&claim.bindings, &claim.witnesses})
    for (const Node node : *list)
      if (!scopes_.visible(node)) return "a binding or witness is not there, or not seen here";
  std::vector<Assumption> assumptions;
  if (std::string refusal = rewriting_.refusal(step.rule, claim, assumptions); !refusal.empty())
    return "rule " + step.rule + ": " + refusal;
  // Views that are the same may say so in types that differ; what is loaded by them is compared by its own.
  if (step.rule == "same_view") classes_.unite(a, b);
  else if (!unite(a, b)) return "the two have different types";
  for (Assumption &assumption : assumptions)
    if (assumed_.emplace(assumption.rule, assumption.condition, assumption.side, assumption.op).second)
      checked_.assumptions.push_back(std::move(assumption));
  return {};
}

std::string Replay::noOrder(Node a) {
  a = nodes_.root(a);
  if (!nodes_.isResult(a) || nodes_.isTerm(a)) return "the token is no result of an op";
  const OpKind kind = nodes_.kind(a);
  if (kind != OpKind::MakeToken && kind != OpKind::JoinTokens) return "the op may order something";
  world_.effort.spend(nodes_.operandCount(a));
  for (std::size_t i = 0; i < nodes_.operandCount(a); ++i)
    if (!classes_.equal(nodes_.operand(a, i), nodes_.noOrder())) return "the join waits for a token that may order something";
  classes_.unite(a, nodes_.noOrder());
  return {};
}

/// The classes of the tokens that the ops that give a token wait for: what waits for it has waited for those.
std::vector<Node> Replay::waitedFor(Node token) {
  constexpr std::size_t kMost = 64;  // of the members of a class
  std::vector<Node> list;
  classes_.any(token, kMost, [&](Node member) {
    const Node under = nodes_.root(member);
    if (!world_.effort.spend(1)) return true;
    if (!nodes_.isResult(under) || nodes_.isTerm(under) || tileir::info(nodes_.kind(under)).regionCount != 0) return false;
    world_.effort.spend(nodes_.operandCount(under));
    for (std::size_t i = 0; i < nodes_.operandCount(under); ++i)
      if (const Node operand = nodes_.operand(under, i); isToken(operand)) list.push_back(classes_.find(operand));
    return false;
  });
  return list;
}

std::string Replay::joinOfOne(Node a, Node b) {
  a = nodes_.root(a);
  if (!nodes_.isResult(a) || nodes_.isTerm(a) || nodes_.kind(a) != OpKind::JoinTokens) return "the token is no result of a join";
  if (!isToken(nodes_.root(b))) return "the other value is no token";
  std::vector<Node> waited = waitedFor(b);
  std::sort(waited.begin(), waited.end());
  bool among = false;
  for (std::size_t i = 0; i < nodes_.operandCount(a); ++i) {
    const Node operand = nodes_.operand(a, i);
    if (classes_.equal(operand, b)) among = true;
    else if (!classes_.equal(operand, nodes_.noOrder()) && !std::binary_search(waited.begin(), waited.end(), classes_.find(operand)))
      return "the join waits for more";
  }
  if (!among) return "the join does not wait for the other token";
  return unite(a, b) ? std::string() : "the two have different types";
}

/// The classes of what a join waits for, without those that another of them has waited for.
std::set<Node> Replay::orderOf(Node join) {
  std::set<Node> all, absorbed;
  std::map<Node, std::vector<Node>> waits;
  std::set<Node> waited;
  for (std::size_t i = 0; i < nodes_.operandCount(join); ++i)
    if (!classes_.equal(nodes_.operand(join, i), nodes_.noOrder())) all.insert(classes_.find(nodes_.operand(join, i)));
  for (const Node each : all)
    for (const Node earlier : waitedFor(each))  // bounded by the effort
      if (earlier != each && all.count(earlier) != 0) {
        waits[each].push_back(earlier);
        waited.insert(earlier);
      }
  // Only what one that stays has waited for, itself or by way of others, goes.
  std::vector<Node> open;
  for (const Node each : all)
    if (waited.count(each) == 0) open.push_back(each);
  while (!open.empty()) {
    const Node each = open.back();
    open.pop_back();
    for (const Node earlier : waits[each])
      if (absorbed.insert(earlier).second) open.push_back(earlier);
  }
  for (const Node each : absorbed) all.erase(each);
  return all;
}

std::string Replay::joinOfSame(Node a, Node b) {
  a = nodes_.root(a);
  b = nodes_.root(b);
  for (const Node each : {a, b})
    if (!nodes_.isResult(each) || nodes_.isTerm(each) || nodes_.kind(each) != OpKind::JoinTokens)
      return "one of the two is no result of a join";
  world_.effort.spend(nodes_.operandCount(a) + nodes_.operandCount(b));
  if (orderOf(a) != orderOf(b)) return "the two joins do not wait for the same";
  return unite(a, b) ? std::string() : "the two have different types";
}

}  // namespace tileport::certificate
