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

namespace {

/// Procedures find by themselves what they are about.
bool hasLetters(std::string_view rule) {
  static const std::set<std::string_view> procedures = {
      "compare_same",  "div_one",        "extreme_same",  "fold",     "if_select",           "index_space",
      "known_compare", "known_constant", "known_extreme", "permuted", "reshape_elementwise", "reshape_reshape",
      "ring",          "same_view",      "sign_known",    "splat",    "tensor_shape"};
  return procedures.count(rule) == 0;
}

}  // namespace

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

/// What the value is a copy of, by assumes or by shapes that change nothing.
ValueId ValueSteps::underCopies(const Side &side, ValueId value) {
  const Program &program = side.graph.program();
  for (OpId op = program.value(value).op; op.valid(); op = program.value(value).op) {
    const OpKind kind = program.op(op).kind;
    const ValueId under = program.operands(op).empty() ? value : program.operands(op)[0];
    const bool isIdentity =
        (kind == OpKind::Reshape || kind == OpKind::Broadcast) && program.value(value).type == program.value(under).type;
    if (kind != OpKind::Assume && !isIdentity) return value;
    if (isIdentity && !isShown(refOf(side.left, value))) {
      scopes_.back().shown.insert(refOf(side.left, value));
      step(Step::Kind::Identity, refOf(side.left, value), refOf(side.left, under));
    }
    value = under;
  }
  return value;
}

/// The operands of two values that are made alike, each with the one that it is equal to.
std::vector<ValueSteps::Pair> ValueSteps::operandPairs(const Pair &pair) const {
  const Program &lp = left_.graph.program(), &rp = right_.graph.program();
  const auto lo = lp.operands(lp.value(pair.first).op), ro = rp.operands(rp.value(pair.second).op);
  const auto fits = [&](std::size_t i, std::size_t k) { return termOf(left_, lo[i]) == termOf(right_, ro[k]); };
  const bool crossed = lo.size() == 2 && ro.size() == 2 && !(fits(0, 0) && fits(1, 1)) && fits(0, 1) && fits(1, 0);
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < std::min(lo.size(), ro.size()); ++i) pairs.emplace_back(lo[i], ro[crossed ? 1 - i : i]);
  return pairs;
}

/// Whether both are of one matched pair that needs no rule, but perhaps for its operands.
bool ValueSteps::isAlike(const Pair &pair) const {
  const ClassId l = left_.graph.classOf(pair.first), r = right_.graph.classOf(pair.second);
  if (!l.valid() || matching_.portOf(l) != r || left_.graph.resultOf(pair.first) != right_.graph.resultOf(pair.second)) return false;
  const ValueClass &cls = left_.graph[l];
  if (cls.kind != right_.graph[r].kind) return false;
  if (cls.kind == ClassKind::Constant) return cls.content == right_.graph[r].content;
  if (cls.kind == ClassKind::Argument) return true;
  const bool isChoice = normal_.isChoice(true, cls.op) || normal_.isChoice(false, right_.graph[r].op);
  return cls.anchor ? !isChoice && !normal_.turned(l) : reach_.alike(l);
}

void ValueSteps::showEqual(ValueId reference, ValueId port) {
  std::vector<std::pair<Pair, bool>> open{{{reference, port}, false}};
  const auto isShownEqual = [&](const Pair &pair) {
    return std::any_of(scopes_.begin(), scopes_.end(), [&](const Scope &scope) { return scope.shownEqual.count(pair) != 0; });
  };
  while (!open.empty()) {
    const bool ready = open.back().second;
    const Pair pair{underCopies(left_, open.back().first.first), underCopies(right_, open.back().first.second)};
    open.pop_back();
    if (isShownEqual(pair)) continue;
    if (!isAlike(pair)) {
      show(true, pair.first);
      show(false, pair.second);
      need(left_, pair.first, false);
      need(right_, pair.second, false);
      scopes_.back().shownEqual.insert(pair);
      continue;
    }
    const ValueClass &cls = left_.graph[left_.graph.classOf(pair.first)];
    const bool isMade = cls.kind == ClassKind::Op && !cls.anchor;
    const std::vector<Pair> operands = isMade ? operandPairs(pair) : std::vector<Pair>();
    if (!ready && isMade) {
      open.emplace_back(pair, true);
      for (const Pair &operand : operands) open.emplace_back(operand, false);
      continue;
    }
    scopes_.back().shownEqual.insert(pair);
    const Ref a = refOf(true, pair.first), b = refOf(false, pair.second);
    keep(pair);
    if (cls.kind == ClassKind::Constant) step(Step::Kind::Constant, a, b);
    if (!isMade) continue;
    const Program &rp = right_.graph.program();
    const auto written = rp.operands(rp.value(pair.second).op);
    const bool crossed = operands.size() == 2 && operands[0].second != written[0];
    step(crossed ? Step::Kind::Commuted : Step::Kind::Congruent, a, b);
  }
}

/// What was shown to be equal as it is written is there for rules as well.
void ValueSteps::keep(const Pair &pair) {
  const Ref a = refOf(true, pair.first);
  scopes_.back().shown.insert(refOf(false, pair.second));
  if (isShown(a)) return;
  scopes_.back().shown.insert(a);
  const TermId term = termOf(left_, pair.first);
  if (!term.valid()) return;
  const ClassId id = left_.graph.classOf(pair.first);
  if (left_.graph[id].kind == ClassKind::Argument || left_.graph[id].anchor) stand(term, {a, {}});
  else await(left_, pair.first, term);
}

TermId ValueSteps::termOf(const Side &side, ValueId value) const {
  return normal_.termOf(side.left, side.graph.classOf(value), side.graph.resultOf(value));
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
  if (side.graph[id].kind == ClassKind::Op && side.graph[id].anchor && !normal_.isChoice(side.left, op)) {
    if (rulesOf(side, value).empty()) return stand(term, {ref, {}});  // equal by its pair
    return showTurned(value, term);
  }
  await(side, value, term);
}

/// What a turned load of the port gives is known as a permute of what its counterpart gives.
void ValueSteps::showTurned(ValueId port, TermId term) {
  const ClassId reference = matching_.referenceOf(right_.graph.classOf(port));
  show(true, left_.graph.program().result(left_.graph[reference].op, 0));
  const Ref ref = refOf(false, port);
  if (standing(term)) scopes_.back().waiting[term].push_back({ref, std::nullopt});
  else stand(term, {ref, "permuted"});
}

/// The first value of a term stands for it; what it takes to show the others equal waits until somebody needs it.
void ValueSteps::await(const Side &side, ValueId value, TermId term) {
  const Ref ref = refOf(side.left, value);
  const std::vector<const AppliedRule *> rules = rulesOf(side, value);
  const std::optional<Ref> like = writtenLike(side, value);
  const bool conditional = std::any_of(rules.begin(), rules.end(), [](const AppliedRule *rule) { return !rule->overflows.empty(); });
  if (standing(term) && conditional && !like) scopes_.back().conditional[term].push_back({ref, like});
  else if (standing(term)) scopes_.back().waiting[term].push_back({ref, like});
  else stand(term, {ref, rules.empty() ? std::string_view() : rules.back()->name, !rules.empty()});
}

/// Shows that a value of a term is what stands for it.
void ValueSteps::unite(const Waiting &waiting, TermId term) {
  const Showing showing(showing_);
  const Side &side = this->side(waiting.ref.kind == Ref::Kind::Reference);
  const ValueId value{waiting.ref.number};
  if (waiting.like) {
    // Its operands are of the same terms, if not the same values.
    need(this->side(waiting.like->kind == Ref::Kind::Reference), ValueId(waiting.like->number), false);
    needOperands(waiting.ref);
    needOperands(*waiting.like);
    return showSame(waiting.ref, *waiting.like);
  }
  const Standing *there = standing(term);
  if (there && there->ref == waiting.ref) return;
  const std::vector<const AppliedRule *> rules = rulesOf(side, value);
  if (!there && rules.empty()) return stand(term, {waiting.ref, {}});
  if (there && side.graph[side.graph.classOf(value)].kind == ClassKind::Constant) {
    step(Step::Kind::Constant, waiting.ref, there->ref);
    return;
  }
  if (rules.empty()) showAlike(side, value, term);
  else showByRules(side, value, term, rules);
}

std::vector<const AppliedRule *> ValueSteps::rulesOf(const Side &side, ValueId value) const {
  std::vector<const AppliedRule *> rules;
  for (const AppliedRule &rule : normal_.rulesOf(side.left, side.graph.classOf(value)))
    if (rule.result == side.graph.resultOf(value)) rules.push_back(&rule);
  return rules;
}

/// Shows that what stands for the term is of it, now that somebody needs it, and that all that wait are, but those that take something for
/// granted: whoever needs one of those asks for it. So with what stands for the term, where nobody looks `inside` and nothing waits. While
/// a value is being shown, that is `before`, only what stands before it: what stands behind may be made of it. One by one, since what is
/// shown on the way may ask for another one of the term (need).
void ValueSteps::settle(TermId term, ValueId before, bool inside) {
  if (!term.valid() || !settling_.insert(term).second) return;
  // That a value is that constant must be shown.
  inside = inside || normal_.terms()[term].kind == Term::Kind::Constant;
  std::optional<Ref> open;
  for (Scope &scope : scopes_) {
    const auto found = scope.standing.find(term);
    if (open || found == scope.standing.end() || !found->second.open) continue;
    if (!inside && isConditional(found->second.ref) && !waits(term)) continue;
    open = found->second.ref;
    scope.standing.erase(found);
  }
  if (open) {
    const Side &side = this->side(open->kind == Ref::Kind::Reference);
    showByRules(side, ValueId(open->number), term, rulesOf(side, ValueId(open->number)));
  }
  while (uniteNext(term, before)) {
  }
  settling_.erase(term);
}

bool ValueSteps::isConditional(const Ref &ref) const {
  const std::vector<const AppliedRule *> rules = rulesOf(side(ref.kind == Ref::Kind::Reference), ValueId(ref.number));
  return std::any_of(rules.begin(), rules.end(), [](const AppliedRule *rule) { return !rule->overflows.empty(); });
}

bool ValueSteps::looksInside(const std::vector<const AppliedRule *> &rules) const {
  return std::any_of(rules.begin(), rules.end(), [](const AppliedRule *rule) { return align::looksInside(rule->name); });
}

/// Some value that must be shown to be of the term as it stands.
bool ValueSteps::waits(TermId term) const {
  const auto asItStands = [&](const Waiting &each) {
    const std::vector<const AppliedRule *> rules = rulesOf(side(each.ref.kind == Ref::Kind::Reference), ValueId(each.ref.number));
    return !each.like && (rules.empty() || looksInside(rules));
  };
  return std::any_of(scopes_.begin(), scopes_.end(), [&](const Scope &scope) {
    const auto found = scope.waiting.find(term);
    return found != scope.waiting.end() && std::any_of(found->second.begin(), found->second.end(), asItStands);
  });
}

/// The first that waits. False for none.
bool ValueSteps::uniteNext(TermId term, ValueId before) {
  for (Scope &scope : scopes_) {
    const auto found = scope.waiting.find(term);
    if (found == scope.waiting.end() || found->second.empty()) continue;
    const Waiting next = found->second.front();
    if (showing_ != 0 && next.ref.number > before.value) continue;
    found->second.pop_front();
    unite(next, term);
    return true;
  }
  return false;
}

/// One that is needed now. False where it does not wait.
bool ValueSteps::uniteNow(TermId term, const Ref &ref) {
  // What stands before it in a long list may be what it is made of: then in order, since each would need the one before.
  constexpr std::ptrdiff_t kFew = 256;
  for (Scope &scope : scopes_) {
    const auto found = scope.waiting.find(term);
    if (found == scope.waiting.end()) continue;
    std::deque<Waiting> &list = found->second;
    const auto at = std::find_if(list.begin(), list.end(), [&](const Waiting &each) { return each.ref == ref; });
    if (at == list.end()) continue;
    if (at - list.begin() > kFew) return uniteNext(term, ValueId());
    const Waiting waiting = *at;
    list.erase(at);
    unite(waiting, term);
    return true;
  }
  return false;
}

/// Shows that the value is what stands for its term.
void ValueSteps::need(const Side &side, ValueId value, bool inside) {
  value = underCopies(side, value);
  const TermId term = termOf(side, value);
  if (!term.valid()) return;
  settle(term, value, inside);
  const Ref ref = refOf(side.left, value);
  while (uniteNow(term, ref)) {
  }
  for (std::size_t i = 0; i < scopes_.size(); ++i) {
    std::vector<Waiting> &list = scopes_[i].conditional[term];
    const auto found = std::find_if(list.begin(), list.end(), [&](const Waiting &each) { return each.ref == ref; });
    if (found == list.end()) continue;
    const Waiting waiting = *found;
    list.erase(found);
    return unite(waiting, term);
  }
}

void ValueSteps::needOperands(const Ref &ref) {
  const Side &side = this->side(ref.kind == Ref::Kind::Reference);
  const Program &program = side.graph.program();
  const OpId op = program.value(ValueId(ref.number)).op;
  if (!op.valid()) return;
  for (const ValueId operand : program.operands(op)) need(side, operand, false);
}

/// What a rule looks at: the operands, and of what only shapes, converts or views, what that is of.
void ValueSteps::needBelow(const Side &side, ValueId value, bool inside) {
  constexpr int kDeep = 16;
  const Program &program = side.graph.program();
  for (int depth = 0; depth < kDeep; ++depth) {
    for (const ValueId operand : madeOf(side, value)) need(side, operand, inside);
    const OpId op = program.value(value).op;
    if (!op.valid() || program.operands(op).empty()) return;
    const OpKind kind = program.op(op).kind;
    const bool isOfOne = program.operands(op).size() == 1 || kind == OpKind::MakeTensorView;
    if (!isOfOne) return;
    value = underCopies(side, program.operands(op)[0]);
  }
}

/// What is written alike needs no rule. Absent for the first of its spelling.
std::optional<Ref> ValueSteps::writtenLike(const Side &side, ValueId value) {
  const Program &program = side.graph.program();
  const OpId op = program.value(value).op;
  const ClassId id = side.graph.classOf(value);
  if (side.graph[id].kind != ClassKind::Op || normal_.isChoice(side.left, op)) return std::nullopt;
  const Ref ref = refOf(side.left, value);
  Spelling spelling{side.graph[id].content, side.graph.resultOf(value)};
  for (const TermId operand : operandTerms(ref)) spelling.push_back(operand.value);
  if (side.graph[id].commutes) std::sort(spelling.begin() + 2, spelling.end());
  // Two globals of equal content are two places.
  for (const tileir::NamedAttribute &use : program.attributes(op))
    if (program.attribute(use.value).kind == tileir::AttributeKind::Symbol) return std::nullopt;
  for (const Scope &scope : scopes_)
    if (const auto found = scope.written.find(spelling); found != scope.written.end()) return found->second;
  scopes_.back().written.emplace(std::move(spelling), ref);
  return std::nullopt;
}

std::vector<TermId> ValueSteps::operandTerms(const Ref &ref) const {
  const bool left = ref.kind == Ref::Kind::Reference;
  const Graph &graph = side(left).graph;
  std::vector<TermId> terms;
  for (const ValueId operand : graph.program().operands(graph.program().value(ValueId(ref.number)).op))
    terms.push_back(normal_.termOf(left, graph.classOf(operand), graph.resultOf(operand)));
  return terms;
}

/// Exchanged where the operands are those of the other op, the other way round.
void ValueSteps::showSame(const Ref &value, const Ref &other) {
  const std::vector<TermId> own = operandTerms(value), others = operandTerms(other);
  const bool crossed = own.size() == 2 && others.size() == 2 && own[0] == others[1] && own[1] == others[0] && own[0] != own[1];
  step(crossed ? Step::Kind::Commuted : Step::Kind::Congruent, value, other);
}

/// A value that no rule changes is the term as it stands; what is of that term by a rule equals it by that rule.
void ValueSteps::showAlike(const Side &side, ValueId value, TermId term) {
  const Ref ref = refOf(side.left, value);
  const Standing *other = standing(term);
  const Term made = normal_.terms()[term];
  if (!other) return stand(term, {ref, {}});
  const OpKind kind = side.graph.program().op(side.graph.program().value(value).op).kind;
  const bool isView = kind == OpKind::MakeTensorView || kind == OpKind::MakePartitionView || kind == OpKind::MakeStridedView;
  if (isView) {
    needBelow(side, value);
    const Ref view = standing(term)->ref;
    needBelow(this->side(view.kind == Ref::Kind::Reference), ValueId(view.number));
    step(Step::Kind::Rewrite, ref, view).rule = "same_view";
    return;
  }
  if (made.kind == Term::Kind::Polynomial) {
    needBelow(side, value);
    step(Step::Kind::Rewrite, ref, standing(term)->ref).rule = "ring";
    return;
  }
  if (!other->rule.empty()) {
    needBelow(side, value);
    step(Step::Kind::Rewrite, standing(term)->ref, ref).rule = standing(term)->rule;
    return;
  }
  needOperands(ref);
  const Ref like = standing(term)->ref;
  if (like.kind == Ref::Kind::Term) {
    step(operandTerms(ref) == made.operands ? Step::Kind::Congruent : Step::Kind::Commuted, ref, like);
    return;
  }
  needOperands(like);
  showSame(ref, like);
}

void ValueSteps::showByRules(const Side &side, ValueId value, TermId term, const std::vector<const AppliedRule *> &rules) {
  const Showing showing(showing_);
  const OpId op = side.graph.program().value(value).op;
  const Ref ref = refOf(side.left, value);
  const bool inside = looksInside(rules);
  needBelow(side, value, inside);
  for (const AppliedRule *rule : rules) {
    const Standing *other = standing(rule->made);
    const Term::Kind kind = normal_.terms()[rule->made].kind;
    // The first of a sum, or of what is spread, reshaped or viewed, stands for all.
    if (!other && (kind == Term::Kind::Polynomial || kind == Term::Kind::Opaque)) {
      stand(rule->made, {ref, rule->name});
      continue;
    }
    settle(rule->made, value, inside);
    const Ref made = refOf(side, rule->made, ref, inside);
    std::vector<Ref> bindings;
    if (hasLetters(rule->name))
      for (const TermId binding : rule->bindings) bindings.push_back(refOf(side, binding, ref, inside));
    std::vector<Ref> known = witnesses(side, op, *rule);
    for (const Ref &witness : known) {
      show(side.left, ValueId(witness.number));
      need(side, ValueId(witness.number), inside);
    }
    Step &rewrite = step(Step::Kind::Rewrite, ref, made);
    rewrite.rule = rule->name;
    rewrite.witnesses = std::move(known);
    rewrite.bindings = std::move(bindings);
  }
  if (!standing(term)) stand(term, {ref, rules.back()->name});
}

/// Values of the own side of which the most is known, for the rules that ask.
std::vector<Ref> ValueSteps::witnesses(const Side &side, OpId op, const AppliedRule &rule) const {
  std::vector<Ref> list;
  const auto operands = side.graph.program().operands(op);
  const auto best = [&](TermId term, ValueId value) { list.push_back(refOf(side.left, normal_.witness(side.left, term, op, value))); };
  const auto termOf = [&](ValueId value) { return normal_.termOf(side.left, side.graph.classOf(value), side.graph.resultOf(value)); };
  if (rule.name == "known_compare" || rule.name == "known_extreme" || rule.name == "sign_known")
    for (const ValueId operand : operands) best(termOf(operand), operand);
  if (rule.name != "ceil_div_floor" && rule.name != "ceil_div_trunc" && rule.name != "floor_is_trunc" && rule.name != "compare_sign")
    return list;
  for (const TermId binding : rule.bindings) {
    std::vector<ValueId> own = normal_.seenValues(side.left, binding, op);
    for (const ValueId operand : operands)
      if (termOf(operand) == binding) own.insert(own.begin(), operand);
    if (own.empty()) return {};
    best(binding, own[0]);
  }
  return list;
}

/// What stands for the term here; a term of the certificate where nothing does.
Ref ValueSteps::refOf(const Side &side, TermId term, Ref typeOf, bool inside) {
  settle(term, ValueId(typeOf.number), inside);
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
    for (const TermId operand : term.operands) made.operands.push_back(refOf(side, operand, typeOf, true));
  }
  const Ref ref{Ref::Kind::Term, static_cast<std::uint32_t>(certificate_.terms.size())};
  certificate_.terms.push_back(std::move(made));
  stand(id, {ref, {}});
  return ref;
}

}  // namespace tileport::align
