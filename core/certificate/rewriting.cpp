// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "certificate/rewriting.h"

#include <algorithm>

namespace tileport::certificate {

using tileir::OpKind;

namespace {

constexpr std::size_t kMostMembers = 256;  // of a class, that are looked at for a definition

std::uint64_t maskOf(unsigned width) { return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1; }

std::string sumText(const Pattern &sum) {
  std::string text;
  for (const auto &[factor, letter] : sum.sum) {
    const std::int64_t size = factor < 0 ? -factor : factor;
    text += text.empty() ? (factor < 0 ? "-" : "") : (factor < 0 ? " - " : " + ");
    if (letter == kNumber) text += std::to_string(size);
    else text += (size == 1 ? "" : std::to_string(size) + " * ") + std::string(1, kLetters[letter]);
  }
  return text;
}

}  // namespace

bool commutes(const Nodes &nodes, Node node) {
  const OpKind kind = nodes.kind(node);
  if (nodes.operandCount(node) != 2) return false;
  if (tileir::info(kind).commutative) return true;
  if (kind != OpKind::CmpI && kind != OpKind::CmpF) return false;
  const auto predicate = nodes.ordinal(node, "comparison_predicate");
  return predicate == static_cast<std::uint64_t>(tileir::ComparisonPredicate::Equal) ||
         predicate == static_cast<std::uint64_t>(tileir::ComparisonPredicate::NotEqual);
}

bool Rewriting::anyDefinition(Node node, const std::function<bool(Node)> &visit) const {
  return classes_.any(node, kMostMembers, [&](Node member) {
    // A check that has spent its work is refused, whatever is found: only stop.
    if (!effort_.spend(1)) return true;
    const Node under = nodes_.root(member);
    return nodes_.isResult(under) && visit(under);
  }) && !effort_.spent();
}

bool Rewriting::matches(const Pattern &pattern, Node node, const std::array<Node, kLetters.size()> &letters, Variables &variables) {
  switch (pattern.kind) {
    case Pattern::Kind::Letter: return classes_.equal(node, letters[pattern.letter]);
    case Pattern::Kind::Number: {
      const Node constant = classes_.constantOf(node);
      if (constant == kNoNode) return false;
      return *nodes_.constant(constant) == (static_cast<std::uint64_t>(pattern.number) & maskOf(nodes_.width(constant)));
    }
    case Pattern::Kind::Sum: return matchesSum(pattern, node, letters);
    case Pattern::Kind::Op: break;
  }
  return anyDefinition(node, [&](Node definition) {
    const Variables before = variables;
    if (matchesDefinition(pattern, definition, letters, variables)) return true;
    variables = before;
    return false;
  });
}

bool Rewriting::matchesDefinition(const Pattern &pattern, Node node, const std::array<Node, kLetters.size()> &letters,
                                  Variables &variables) {
  if (!nodes_.isResult(node) || nodes_.kind(node) != pattern.op || nodes_.flagged(node)) return false;
  for (const Pattern::Attribute &attribute : pattern.attributes) {
    const auto ordinal = nodes_.ordinal(node, attribute.name);
    if (!ordinal) return false;
    if (attribute.variable == 0) {
      if (*ordinal != *attribute.ordinal) return false;
      continue;
    }
    std::optional<std::uint64_t> &variable = attribute.variable == 'S' ? variables.sign : variables.predicate;
    if (variable && *variable != *ordinal) return false;
    variable = ordinal;
  }
  const std::size_t count = pattern.operands.size();
  if (nodes_.operandCount(node) != count) return false;
  const Variables before = variables;
  const auto inOrder = [&](bool exchanged) {
    variables = before;
    for (std::size_t i = 0; i < count; ++i)
      if (!matches(pattern.operands[i], nodes_.operand(node, exchanged ? 1 - i : i), letters, variables)) return false;
    return true;
  };
  return inOrder(false) || (count == 2 && commutes(nodes_, node) && inOrder(true));
}

bool Rewriting::matchesSum(const Pattern &pattern, Node node, const std::array<Node, kLetters.size()> &letters) {
  const unsigned width = nodes_.width(node);
  if (width == 0) return false;
  std::vector<Node> stops;
  for (const auto &[factor, letter] : pattern.sum)
    if (letter != kNumber) stops.push_back(classes_.find(letters[letter]));
  for (const bool whole : {false, true})
    for (const bool search : {false, true}) {
      Expander expander(nodes_, classes_, effort_, whole ? std::span<const Node>() : std::span<const Node>(stops), search);
      Polynomial wanted;
      for (const auto &[factor, letter] : pattern.sum) {
        const std::uint64_t times = static_cast<std::uint64_t>(factor);
        const Polynomial each = letter == kNumber ? Expander::number(1, width) : expander.of(letters[letter]);
        wanted = Expander::sum(wanted, each, times, width);
      }
      // The letter's own definition is not looked into where it stops, but that of the sum is, even if it equals a letter.
      if (expander.of(node) == wanted) return true;
    }
  return false;
}

std::string Rewriting::applyText(const Rule &rule, const Claim &claim, List assumptions) {
  if (claim.bindings.size() != rule.letters.size()) return "the rule has another number of letters than the step has bindings";
  if (claim.witnesses.size() > claim.bindings.size()) return "there are more witnesses than bindings";
  std::array<Node, kLetters.size()> letters{}, known{};
  for (std::size_t i = 0; i < rule.letters.size(); ++i) {
    letters[rule.letters[i]] = claim.bindings[i];
    const Node witness = i < claim.witnesses.size() ? claim.witnesses[i] : claim.bindings[i];
    if (!classes_.equal(witness, claim.bindings[i])) return "a witness does not equal its binding";
    known[rule.letters[i]] = witness;
  }
  // What the rule was found in is the definition of `a` or of what equals it; both halves must hold for the same S and P. An operand may
  // have a definition for each of them.
  const auto isFoundFor = [&](const Variables &preset) {
    return anyDefinition(claim.a, [&](Node definition) {
      Variables variables = preset;
      if (!matchesDefinition(rule.from, definition, letters, variables)) return false;
      return matches(rule.to, claim.b, letters, variables);
    });
  };
  bool found = isFoundFor({});
  for (std::uint64_t sign = 0; !found && rule.hasSign && sign < 2; ++sign) found = isFoundFor({sign, {}});
  if (!found) return "the two do not have the forms that the rule is about";
  return conditions(rule, claim, known, assumptions);
}

std::string Rewriting::conditions(const Rule &rule, const Claim &claim, const std::array<Node, kLetters.size()> &known, List assumptions) {
  for (const AtLeast &condition : rule.conditions) {
    const Node node = known[condition.letter];
    if (nodes_.width(node) == 0) return "a condition is about what is no integer";
    const Known interval = intervals_.of(node);
    if (interval.strict.low >= condition.bound) continue;
    if (!rule.lenient || interval.lenient.low < condition.bound)
      return "nothing shows that " + std::string(1, kLetters[condition.letter]) + " is at least " + std::to_string(condition.bound);
    for (const Node op : intervals_.assumed(node)) assumeNoOverflow(std::string(rule.text->name), op, claim, assumptions);
  }
  if (!rule.fits || fits(rule, known, nodes_.width(claim.a))) return {};
  std::string about;
  for (const auto &[factor, letter] : rule.fits->sum)
    if (letter != kNumber)
      about += (about.empty() ? ", where " : ", ") + std::string(1, kLetters[letter]) + " is " + nodes_.describe(known[letter]);
  assume(std::string(rule.text->name), sumText(*rule.fits) + " does not exceed i" + std::to_string(nodes_.width(claim.a)) + about, claim.a,
         claim, assumptions);
  return {};
}

bool Rewriting::fits(const Rule &rule, const std::array<Node, kLetters.size()> &known, unsigned width) {
  Interval sum;
  for (const auto &[factor, letter] : rule.fits->sum) {
    const Interval each = letter == kNumber ? Interval{1, 1} : intervals_.of(known[letter]).strict;
    const Wide low = each.low * factor, high = each.high * factor;
    sum = {sum.low + std::min(low, high), sum.high + std::max(low, high)};
  }
  return sum.within(rangeOfWidth(width));
}

void Rewriting::assume(const std::string &rule, const std::string &condition, Node about, const Claim &claim, List assumptions) const {
  // The op that it is told of: of the node itself, else of what equals it.
  Node told = kNoNode;
  for (const Node each : {about, claim.a, claim.b}) {
    if (told != kNoNode) break;
    classes_.any(each, kMostMembers, [&](Node member) {
      if (nodes_.op(nodes_.root(member)).valid()) told = nodes_.root(member);
      return told != kNoNode;
    });
  }
  Assumption made{rule, condition, Side::Reference, {}};
  if (told != kNoNode) {
    made.side = nodes_.side(told);
    made.op = nodes_.op(told);
  }
  assumptions.push_back(std::move(made));
}

void Rewriting::assumeNoOverflow(const std::string &rule, Node node, const Claim &claim, List assumptions) {
  assume(rule, nodes_.describe(node) + " does not overflow", node, claim, assumptions);
}

std::string Rewriting::refusal(const std::string &rule, const Claim &claim, std::vector<Assumption> &assumptions) {
  // Views of the same elements may say of which in their types, or not.
  if (rule == "same_view") return claim.bindings.empty() && claim.witnesses.empty() && sameView(claim) ? "" : "the rule does not hold here";
  if (nodes_.type(claim.a) != nodes_.type(claim.b)) return "the two have different types";
  if (const Rule *text = parsedRule(rule)) return applyText(*text, claim, assumptions);
  const bool known = rule == "known_compare" || rule == "known_extreme" || rule == "sign_known";
  if (!claim.bindings.empty()) return "the rule has no bindings";
  if (!known && !claim.witnesses.empty()) return "the rule has no witnesses";
  bool holds = false;
  if (rule == "ring") holds = ring(claim);
  else if (rule == "fold") holds = fold(claim);
  else if (rule == "known_compare") holds = knownCompare(claim, assumptions);
  else if (rule == "known_extreme") holds = knownExtreme(claim, assumptions);
  else if (rule == "splat") holds = splat(claim);
  else if (rule == "reshape_elementwise") holds = reshapeElementwise(claim);
  else if (rule == "if_select") holds = ifSelect(claim);
  else if (rule == "compare_same") holds = compareSame(claim);
  else if (rule == "div_one") holds = divOne(claim);
  else if (rule == "extreme_same") holds = extremeSame(claim);
  else if (rule == "sign_known") holds = signKnown(claim);
  else if (rule == "known_constant") holds = knownConstant(claim);
  else if (rule == "reshape_reshape") holds = reshapeReshape(claim);
  else if (rule == "index_space") holds = indexSpace(claim);
  else if (rule == "tensor_shape") holds = tensorShape(claim);
  else if (rule == "permuted") holds = permuted(claim);
  else return "there is no rule of this name";
  return holds ? std::string() : "the rule does not hold here";
}

}  // namespace tileport::certificate
