// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/certify_values.h"

#include <algorithm>

namespace tileport::align {

using certificate::Ref;
using certificate::Step;
using tileir::OpId;
using tileir::OpKind;
using tileir::Program;
using tileir::ValueId;

Ref ValueSteps::refOf(bool left, ValueId value) const {
  return certificate::refOf(left ? certificate::Side::Reference : certificate::Side::Port, value);
}

bool ValueSteps::isShown(const Ref &ref) const {
  return std::any_of(scopes_.begin(), scopes_.end(), [&](const Scope &scope) { return scope.shown.count(ref) != 0; });
}

const ValueSteps::Standing *ValueSteps::standing(TermId term) const {
  for (const Scope &scope : scopes_)
    if (const auto found = scope.standing.find(term); found != scope.standing.end()) return &found->second;
  return nullptr;
}

Step &ValueSteps::step(Step::Kind kind, Ref a, Ref b) {
  Step made;
  made.kind = kind;
  made.a = a;
  made.b = b;
  steps_->push_back(std::move(made));
  return steps_->back();
}

/// What a value must be shown after: the operands of its op, or what the arms of a choice yield.
std::vector<ValueId> ValueSteps::madeOf(const Side &side, ValueId value) const {
  const Program &program = side.graph.program();
  const OpId op = program.value(value).op;
  std::vector<ValueId> list;
  if (!op.valid()) return list;
  const ClassId id = side.graph.classOf(op);
  const bool isChoice = normal_.isChoice(side.left, op);
  if (id.valid() && side.graph[id].anchor && !isChoice) return list;  // given by an op that is paired
  const auto add = [&](ValueId operand) {
    if (!isToken(program, operand)) list.push_back(operand);
  };
  for (const ValueId operand : program.operands(op)) add(operand);
  if (isChoice)
    for (const OpId exit : side.graph.liveness().exits(op)) add(program.operands(exit)[program.value(value).index]);
  return list;
}

/// Operands first, by a list: chains may be as long as the program.
void ValueSteps::show(bool left, ValueId value) {
  const Side &side = this->side(left);
  std::vector<std::pair<ValueId, bool>> open{{value, false}};
  while (!open.empty()) {
    const auto [next, ready] = open.back();
    open.pop_back();
    const Ref ref = refOf(left, next);
    if (isShown(ref)) continue;
    if (!ready) {
      open.emplace_back(next, true);
      for (const ValueId operand : madeOf(side, next)) open.emplace_back(operand, false);
      continue;
    }
    scopes_.back().shown.insert(ref);
    const ClassId id = side.graph.classOf(next);
    const TermId term = id.valid() ? normal_.termOf(left, id, side.graph.resultOf(next)) : TermId();
    if (term.valid()) showOp(side, next, term);
  }
}

void ValueSteps::showOp(const Side &side, ValueId value, TermId term) {
  const Program &program = side.graph.program();
  const OpId op = program.value(value).op;
  const Ref ref = refOf(side.left, value);
  if (!op.valid()) return stand(term, {ref, {}});
  const OpKind kind = program.op(op).kind;
  if (kind == OpKind::Assume) return;  // is what it is given
  const ClassId id = side.graph.classOf(value);
  const auto operands = program.operands(op);
  if ((kind == OpKind::Reshape || kind == OpKind::Broadcast) && program.value(value).type == program.value(operands[0]).type) {
    step(Step::Kind::Identity, ref, refOf(side.left, operands[0]));
    return;
  }
  if (side.graph[id].kind == ClassKind::Constant) {
    const Standing *other = standing(term);
    if (!other) return stand(term, {ref, op});
    step(Step::Kind::Constant, ref, other->ref);
    return;
  }
  std::vector<const AppliedRule *> rules;
  for (const AppliedRule &rule : normal_.rulesOf(side.left, id))
    if (rule.result == side.graph.resultOf(value)) rules.push_back(&rule);
  if (rules.empty()) showAlike(side, value, term);
  else showByRules(side, value, term, rules);
}

/// A value that no rule changes equals the first of its term, if that is the same op; sums are equal as sums.
void ValueSteps::showAlike(const Side &side, ValueId value, TermId term) {
  const Program &program = side.graph.program();
  const OpId op = program.value(value).op;
  const Ref ref = refOf(side.left, value);
  const Standing *other = standing(term);
  if (!other) return stand(term, {ref, op});
  const Term &made = normal_.terms()[term];
  if (made.kind == Term::Kind::Leaf) {
    // What paired ops give is equal already; of ops of many results, one step is enough for all but does no harm.
    const ClassId id = side.graph.classOf(value);
    if (!side.graph[id].anchor) step(Step::Kind::Congruent, ref, other->ref);
    return;
  }
  if (made.kind == Term::Kind::Polynomial) {
    step(Step::Kind::Rewrite, ref, other->ref).rule = "ring";
    return;
  }
  // Exchanged where the operands are those of the other op, the other way round.
  const auto termsOf = [&](const Ref &of) {
    std::vector<TermId> terms;
    if (of.kind == Ref::Kind::Term) return made.operands;
    const bool left = of.kind == Ref::Kind::Reference;
    const Graph &graph = this->side(left).graph;
    for (const ValueId operand : graph.program().operands(graph.program().value(ValueId(of.number)).op))
      terms.push_back(normal_.termOf(left, graph.classOf(operand), graph.resultOf(operand)));
    return terms;
  };
  const std::vector<TermId> own = termsOf(ref), others = termsOf(other->ref);
  const bool crossed = own.size() == 2 && others.size() == 2 && own[0] == others[1] && own[1] == others[0] && own[0] != own[1];
  step(crossed ? Step::Kind::Commuted : Step::Kind::Congruent, ref, other->ref);
}

void ValueSteps::showByRules(const Side &side, ValueId value, TermId term, const std::vector<const AppliedRule *> &rules) {
  const OpId op = side.graph.program().value(value).op;
  const Ref ref = refOf(side.left, value);
  for (const AppliedRule *rule : rules) {
    const Standing *other = standing(rule->made);
    const Term::Kind kind = normal_.terms()[rule->made].kind;
    // The first of a sum, or of what is spread or reshaped, stands for itself.
    if (!other && (kind == Term::Kind::Polynomial || kind == Term::Kind::Opaque)) {
      stand(rule->made, {ref, op});
      continue;
    }
    const Ref made = refOf(side, rule->made, ref);
    const bool isReshape = rule->name == "reshape_elementwise";
    std::vector<Ref> bindings, witnesses;
    for (const TermId binding : rule->bindings) {
      bindings.push_back(refOf(side, binding, ref));
      witnesses.push_back(bindings.back());
      if (bindings.back().kind == Ref::Kind::Term) continue;
      const Ref &bound = bindings.back();
      const bool own = bound.kind == (side.left ? Ref::Kind::Reference : Ref::Kind::Port);
      const ValueId start = own ? ValueId(bound.number) : ValueId();
      if (start.valid()) witnesses.back() = refOf(side.left, normal_.witness(side.left, binding, op, start));
    }
    if (rule->name == "known_compare" || rule->name == "known_extreme")
      for (const ValueId operand : side.graph.program().operands(op)) {
        const TermId known = normal_.termOf(side.left, side.graph.classOf(operand), side.graph.resultOf(operand));
        witnesses.push_back(refOf(side.left, normal_.witness(side.left, known, op, operand)));
      }
    Step &rewrite = step(Step::Kind::Rewrite, ref, made);
    rewrite.rule = rule->name;
    rewrite.bindings = std::move(bindings);
    rewrite.witnesses = std::move(witnesses);
    (void)isReshape;
  }
  if (!standing(term)) stand(term, {ref, op});
}

/// What stands for the term here; a term of the certificate where nothing does.
Ref ValueSteps::refOf(const Side &side, TermId term, Ref typeOf) {
  if (const Standing *there = standing(term)) return there->ref;
  return makeTerm(side, term, typeOf);
}

Ref ValueSteps::makeTerm(const Side &side, TermId id, Ref typeOf) {
  const Term term = normal_.terms()[id];
  certificate::Term made;
  made.typeOf = typeOf;
  if (term.kind == Term::Kind::Constant) {
    made.kind = OpKind::Constant;
    made.bits = term.bits;
  } else {
    made.kind = term.integer.kind;
    if (term.integer.signedness) made.attributes.emplace_back("signedness", static_cast<std::uint64_t>(*term.integer.signedness));
    if (term.integer.rounding) made.attributes.emplace_back("rounding", static_cast<std::uint64_t>(*term.integer.rounding));
    if (term.integer.predicate) made.attributes.emplace_back("comparison_predicate", static_cast<std::uint64_t>(*term.integer.predicate));
    for (const TermId operand : term.operands) made.operands.push_back(refOf(side, operand, typeOf));
  }
  const Ref ref{Ref::Kind::Term, static_cast<std::uint32_t>(certificate_.terms.size())};
  certificate_.terms.push_back(std::move(made));
  stand(id, {ref, {}});
  return ref;
}

}  // namespace tileport::align
