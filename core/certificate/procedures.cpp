// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rules of rewriting that are procedures (docs/rules.md).
#include <algorithm>

#include "certificate/rewriting.h"

namespace tileport::certificate {

using tileir::OpKind;

namespace {

constexpr std::size_t kLongestChain = 64;  // of reshape and broadcast ops

bool isElementwise(OpKind kind) {
  switch (kind) {
    case OpKind::FToF:
    case OpKind::IToF:
    case OpKind::FToI:
    case OpKind::ExtI:
    case OpKind::TruncI:
    case OpKind::NegF:
    case OpKind::AbsF:
    case OpKind::Exp:
    case OpKind::Exp2:
    case OpKind::Log:
    case OpKind::Log2:
    case OpKind::Sin:
    case OpKind::Cos:
    case OpKind::Tan:
    case OpKind::Sinh:
    case OpKind::Cosh:
    case OpKind::Tanh:
    case OpKind::Sqrt:
    case OpKind::Rsqrt:
    case OpKind::Ceil:
    case OpKind::Floor:
    case OpKind::NegI:
    case OpKind::AbsI:
    case OpKind::Bitcast: return true;
    default: return false;
  }
}

bool isFolded(OpKind kind) {
  switch (kind) {
    case OpKind::AddI:
    case OpKind::SubI:
    case OpKind::MulI:
    case OpKind::DivI:
    case OpKind::RemI:
    case OpKind::MinI:
    case OpKind::MaxI:
    case OpKind::AndI:
    case OpKind::OrI:
    case OpKind::XOrI:
    case OpKind::CmpI:
    case OpKind::ExtI:
    case OpKind::TruncI:
    case OpKind::NegI:
    case OpKind::AbsI:
    case OpKind::ShLI:
    case OpKind::ShRI: return true;
    default: return false;
  }
}

bool isShaping(OpKind kind) { return kind == OpKind::Reshape || kind == OpKind::Broadcast; }

bool isOneElement(const tileir::Type &type) {
  return type.kind == tileir::TypeKind::Tile && std::all_of(type.shape.begin(), type.shape.end(), [](std::int64_t n) { return n == 1; });
}

/// What a value is reshaped and broadcast from, itself first.
std::vector<Node> chainOf(const Nodes &nodes, Node node) {
  std::vector<Node> chain{nodes.root(node)};
  while (chain.size() < kLongestChain && nodes.isResult(chain.back()) && isShaping(nodes.kind(chain.back())))
    chain.push_back(nodes.root(nodes.operand(chain.back(), 0)));
  return chain;
}

}  // namespace

bool Rewriting::sameOp(Node a, Node b) {
  a = nodes_.root(a);
  b = nodes_.root(b);
  if (!nodes_.isResult(a) || !nodes_.isResult(b) || nodes_.kind(a) != nodes_.kind(b)) return false;
  if (nodes_.operandCount(a) != nodes_.operandCount(b) || nodes_.type(a) != nodes_.type(b)) return false;
  const auto attributes = tileir::info(nodes_.kind(a)).attributes;
  for (std::size_t slot = 0; slot < attributes.size(); ++slot) {
    const tileir::AttributeInfo &about = attributes[slot];
    if (about.form == tileir::AttributeForm::Hints) continue;
    if (nodes_.isTerm(a) || nodes_.isTerm(b)) {
      if (about.form != tileir::AttributeForm::Enum) return false;
      // Terms have no overflow flags.
      const auto fallback = about.name == "overflow" ? std::optional<std::uint64_t>(0) : std::nullopt;
      const auto x = nodes_.ordinal(a, about.name), y = nodes_.ordinal(b, about.name);
      if ((x ? x : fallback) != (y ? y : fallback)) return false;
      continue;
    }
    if (about.form == tileir::AttributeForm::Symbol) {
      const auto name = [&](Node node) {
        const tileir::Program &program = canonical_.program(nodes_.side(node));
        return program.attribute(program.attribute(nodes_.op(node), about.name)).text;
      };
      if (!globals_.same(nodes_.side(a), name(a), nodes_.side(b), name(b))) return false;
      continue;
    }
    const std::uint32_t x = canonical_.attribute(nodes_.side(a), nodes_.op(a), slot);
    const std::uint32_t y = canonical_.attribute(nodes_.side(b), nodes_.op(b), slot);
    if (x != y || x == Canonical::kUnknown) return false;
  }
  return true;
}

bool Rewriting::sameConstant(Node a, Node b) {
  if (nodes_.type(a) != nodes_.type(b)) return false;
  a = nodes_.root(a);
  b = nodes_.root(b);
  const auto element = [&](Node node) { return nodes_.splat(chainOf(nodes_, node).back()); };
  const auto x = element(a), y = element(b);
  if (x && y) return *x == *y;
  return !nodes_.isTerm(a) && !nodes_.isTerm(b) && nodes_.isResult(a) && nodes_.kind(a) == OpKind::Constant && sameOp(a, b);
}

bool Rewriting::ring(const Claim &claim) {
  if (nodes_.width(claim.a) == 0) return false;
  for (const bool search : {false, true}) {
    Expander expander(nodes_, classes_, effort_, {}, search);
    const Polynomial a = expander.of(claim.a);
    if (a == expander.of(claim.b)) return true;
  }
  return false;
}

bool Rewriting::fold(const Claim &claim) {
  const Node constant = classes_.constantOf(claim.b);
  if (constant == kNoNode) return false;
  const std::uint64_t wanted = *nodes_.constant(constant);
  return anyDefinition(claim.a, [&](Node op) {
    const OpKind kind = nodes_.kind(op);
    if ((!isFolded(kind) && kind != OpKind::Select) || nodes_.flagged(op)) return false;
    std::vector<std::uint64_t> operands;
    for (std::size_t i = 0; i < nodes_.operandCount(op); ++i) {
      const Node operand = classes_.constantOf(nodes_.operand(op, i));
      if (operand == kNoNode) return false;
      operands.push_back(*nodes_.constant(operand));
    }
    if (kind == OpKind::Select) return operands[operands[0] != 0 ? 1 : 2] == wanted;
    const auto ordinal = [&](std::string_view name) { return nodes_.ordinal(op, name).value_or(0); };
    const auto result = evaluate(kind, ordinal, operands, nodes_.width(nodes_.operand(op, 0)), nodes_.width(op));
    return result && *result == wanted;
  });
}

std::optional<std::array<Node, 2>> Rewriting::standIns(Node op, const Claim &claim) const {
  std::array<Node, 2> known{nodes_.operand(op, 0), nodes_.operand(op, 1)};
  if (claim.witnesses.empty()) return known;
  if (claim.witnesses.size() != 2) return std::nullopt;
  for (std::size_t i = 0; i < 2; ++i)
    if (!classes_.equal(known[i], claim.witnesses[i])) return std::nullopt;
  return std::array<Node, 2>{claim.witnesses[0], claim.witnesses[1]};
}

/// Numbers that are not negative are the same whether they are read with a sign.
bool Rewriting::knownCompare(const Claim &claim, List assumptions) {
  const Node constant = classes_.constantOf(claim.b);
  if (constant == kNoNode || nodes_.width(claim.b) != 1) return false;
  const bool wanted = *nodes_.constant(constant) != 0;
  return anyDefinition(claim.a, [&](Node op) {
    if (nodes_.kind(op) != OpKind::CmpI) return false;
    const auto known = standIns(op, claim);
    if (!known || nodes_.width((*known)[0]) == 0) return false;
    const auto predicate = static_cast<tileir::ComparisonPredicate>(nodes_.ordinal(op, "comparison_predicate").value_or(0));
    const bool withSign = nodes_.ordinal(op, "signedness") == static_cast<std::uint64_t>(tileir::Signedness::Signed);
    const Known x = intervals_.of((*known)[0]), y = intervals_.of((*known)[1]);
    const auto holds = [&](const Interval &a, const Interval &b) {
      return (withSign || (a.low >= 0 && b.low >= 0)) && decide(predicate, a, b) == wanted;
    };
    if (holds(x.strict, y.strict)) return true;
    if (!holds(x.lenient, y.lenient)) return false;
    for (const Node each : *known)
      for (const Node what : intervals_.assumed(each)) assumeNoOverflow("known_compare", what, claim, assumptions);
    return true;
  });
}

bool Rewriting::knownExtreme(const Claim &claim, List assumptions) {
  return anyDefinition(claim.a, [&](Node op) {
    const bool least = nodes_.kind(op) == OpKind::MinI;
    if (!least && nodes_.kind(op) != OpKind::MaxI) return false;
    const auto known = standIns(op, claim);
    if (!known || nodes_.width(op) == 0) return false;
    const bool withSign = nodes_.ordinal(op, "signedness") == static_cast<std::uint64_t>(tileir::Signedness::Signed);
    const Known x = intervals_.of((*known)[0]), y = intervals_.of((*known)[1]);
    const auto holds = [&](const Interval &a, const Interval &b) {
      if (!withSign && (a.low < 0 || b.low < 0)) return false;
      const auto position = decideExtreme(least, a, b);
      return position && classes_.equal(nodes_.operand(op, *position), claim.b);
    };
    if (holds(x.strict, y.strict)) return true;
    if (!holds(x.lenient, y.lenient)) return false;
    for (const Node each : *known)
      for (const Node what : intervals_.assumed(each)) assumeNoOverflow("known_extreme", what, claim, assumptions);
    return true;
  });
}

bool Rewriting::splat(const Claim &claim) const {
  std::vector<Node> roots;
  // A constant of equal elements is spread from one of them.
  const std::optional<std::uint64_t> everywhere = nodes_.constant(nodes_.root(claim.b));
  if (everywhere)
    for (const Node node : chainOf(nodes_, claim.a)) {
      const Node element = isOneElement(nodes_.typeInfo(node)) ? classes_.constantOf(node) : kNoNode;
      if (element != kNoNode && nodes_.constant(element) == everywhere) return true;
    }
  const std::vector<Node> left = chainOf(nodes_, claim.a), right = chainOf(nodes_, claim.b);
  for (const Node node : left)
    if (isOneElement(nodes_.typeInfo(node))) roots.push_back(classes_.find(node));
  return std::any_of(right.begin(), right.end(), [&](Node node) {
    return isOneElement(nodes_.typeInfo(node)) && std::find(roots.begin(), roots.end(), classes_.find(node)) != roots.end();
  });
}

/// Either of the two may be the reshaped one.
bool Rewriting::reshapeElementwise(const Claim &claim) {
  return isReshapeOfElementwise(claim.a, claim.b) || isReshapeOfElementwise(claim.b, claim.a);
}

bool Rewriting::isReshapeOfElementwise(Node a, Node b) {
  const auto isReshape = [&](Node node) { return nodes_.kind(node) == OpKind::Reshape; };
  return anyDefinition(a, [&](Node reshape) {
    return isReshape(reshape) && anyDefinition(nodes_.operand(reshape, 0), [&](Node inner) {
             return isElementwise(nodes_.kind(inner)) && anyDefinition(b, [&](Node outer) {
                      if (nodes_.kind(outer) != nodes_.kind(inner) || nodes_.flagged(outer)) return false;
                      // The types of the two differ in shape alone: that of `a` is that of `b`.
                      for (const tileir::AttributeInfo &about : tileir::info(nodes_.kind(inner)).attributes)
                        if (about.form == tileir::AttributeForm::Enum &&
                            nodes_.ordinal(inner, about.name).value_or(0) != nodes_.ordinal(outer, about.name).value_or(0))
                          return false;
                      if (!sameFlags(inner, outer)) return false;
                      return anyDefinition(nodes_.operand(outer, 0), [&](Node first) {
                        return isReshape(first) && classes_.equal(nodes_.operand(first, 0), nodes_.operand(inner, 0));
                      });
                    });
           });
  });
}

/// Attributes that are no enums: flush_to_zero, saturating. Terms have none.
bool Rewriting::sameFlags(Node a, Node b) {
  const auto attributes = tileir::info(nodes_.kind(a)).attributes;
  for (std::size_t slot = 0; slot < attributes.size(); ++slot) {
    if (attributes[slot].form == tileir::AttributeForm::Enum) continue;
    const auto number = [&](Node node) {
      return nodes_.isTerm(node) ? Canonical::kAbsent : canonical_.attribute(nodes_.side(node), nodes_.op(node), slot);
    };
    if (number(a) != number(b) || number(a) == Canonical::kUnknown) return false;
  }
  return true;
}

bool Rewriting::ifSelect(const Claim &claim) {
  const Node a = nodes_.root(claim.a);
  const tileir::OpId op = nodes_.op(a);
  if (!op.valid()) return false;
  const Side side = nodes_.side(a);
  const Structure &structure = *sides_[static_cast<std::size_t>(side)];
  const tileir::Program &program = structure.program();
  if (!structure.absorbable(op)) return false;
  const std::uint32_t n = program.value(nodes_.value(a)).index;
  const auto yielded = [&](std::size_t arm) {
    const auto ops = program.ops(program.block(program.region(op, arm), 0));
    return nodes_.of(side, program.operands(ops.back())[n]);
  };
  const Node condition = nodes_.of(side, program.operands(op)[0]);
  return anyDefinition(claim.b, [&](Node select) {
    return nodes_.kind(select) == OpKind::Select && classes_.equal(nodes_.operand(select, 0), condition) &&
           classes_.equal(nodes_.operand(select, 1), yielded(0)) && classes_.equal(nodes_.operand(select, 2), yielded(1));
  });
}

}  // namespace tileport::certificate
