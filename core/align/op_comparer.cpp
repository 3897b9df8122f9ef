// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/op_comparer.h"

#include <algorithm>
#include <deque>
#include <map>

namespace tileport::align {

using tileir::OpId;
using tileir::OpKind;
using tileir::SpanKind;
using tileir::ValueId;

namespace {

/// The uses of a class by declared operand.
std::vector<std::vector<const Use *>> bySegment(const Graph &graph, ClassId id) {
  const ValueClass &cls = graph[id];
  const tileir::Program &program = graph.program();
  const tileir::Op &op = program.op(cls.op);
  std::vector<std::uint32_t> ends;
  std::uint32_t end = 0;
  for (std::uint32_t i = 0; i < op.segments.count; ++i) ends.push_back(end += program.data().segments[op.segments.first + i]);
  std::vector<std::vector<const Use *>> segments(std::max<std::size_t>(ends.size(), 1));
  for (const Use &use : cls.operands) {
    const auto at = std::upper_bound(ends.begin(), ends.end(), use.operand) - ends.begin();
    segments[std::min<std::size_t>(at, segments.size() - 1)].push_back(&use);
  }
  return segments;
}

/// Null when there is none of that name.
const tileir::Global *globalOf(const tileir::Program &program, const std::string &name) {
  const auto &globals = program.data().globals;
  const auto found = std::find_if(globals.begin(), globals.end(), [&](const tileir::Global &global) { return global.name == name; });
  return found != globals.end() ? &*found : nullptr;
}

/// A difference of types in one spelling, to see which is only passed on.
std::string spell(const PartDifference &part) { return part.what + ": " + part.reference + " -> " + part.port; }

}  // namespace

void OpComparer::add(Aspect aspect, std::string what, std::string reference, std::string port, std::vector<TextMark> referenceMarks,
                     std::vector<TextMark> portMarks) {
  list_.push_back({aspect, std::move(what), std::move(reference), std::move(port), std::move(referenceMarks), std::move(portMarks)});
}

OpComparer::Outcome OpComparer::compare(ClassId l, ClassId r) {
  list_.clear();
  const OpId lo = left_[l].op, ro = right_[r].op;
  if (const DimensionOrder *order = reach_ ? reach_->turned(l) : nullptr) return compareTurned(l, r, *order);
  if (left_.program().op(lo).kind != right_.program().op(ro).kind && left_.liveness().counts(lo) && right_.liveness().counts(ro))
    compareCounted(lo, ro);
  else compareKinds(lo, ro);
  if (left_.program().op(lo).kind == right_.program().op(ro).kind) compareAttributes(lo, ro);
  compareResultTypes(l, r);
  compareOperands(l, r);
  const auto parts = static_cast<float>(2 + left_.program().attributes(lo).size() + left_[l].operands.size());
  Outcome outcome;
  outcome.confidence = std::max(0.1f, 1 - static_cast<float>(list_.size()) / parts);
  outcome.differences = std::move(list_);
  return outcome;
}

/// A load or store that is the same with its dimensions in another order: of what need not be, hints and facts are left.
OpComparer::Outcome OpComparer::compareTurned(ClassId l, ClassId r, const DimensionOrder &order) {
  const std::span<const Use> lu = left_[l].operands, ru = right_[r].operands;
  const OpId lo = left_[l].op, ro = right_[r].op;
  const auto attributes = tileir::info(left_.program().op(lo).kind).attributes;
  for (std::size_t slot = 0; slot < attributes.size(); ++slot)
    if (attributes[slot].name != "inbounds") compareAttribute(lo, ro, slot);
  const std::size_t first = lu.size() - order.size();
  for (std::size_t i = 0; i < order.size(); ++i) compareUse(l, r, lu[first + i], ru[first + order[i]], "index " + std::to_string(i));
  Outcome outcome;
  outcome.differences = std::move(list_);
  return outcome;
}

std::vector<Difference> OpComparer::compareFactsOf(ClassId l, ClassId r, const Use &lu, const Use &ru, const std::string &name) {
  list_.clear();
  compareFacts(l, r, lu, ru, name);
  return std::move(list_);
}

/// Bounds and step, then what the two carry.
void OpComparer::compareCountedOperands(ClassId l, ClassId r) {
  const std::span<const Use> lu = left_[l].operands, ru = right_[r].operands;
  const auto described = tileir::info(OpKind::For).operands;
  if (lu.size() != ru.size())
    return add(Aspect::Region, "carried values", std::to_string(lu.size()), std::to_string(ru.size()),
               leftText_.marks(left_[l].op, SpanKind::Mnemonic), rightText_.marks(right_[r].op, SpanKind::Mnemonic));
  const std::size_t bounds = described.size() - 1;
  for (std::size_t i = 0; i < lu.size(); ++i)
    compareUse(l, r, lu[i], ru[i],
               i < bounds ? std::string(described[i].name) : std::string(described[bounds].name) + " " + std::to_string(i - bounds));
}

/// A `for` and a `loop` that is seen as one: another op as long as no rule is asked.
void OpComparer::compareCounted(OpId l, OpId r) {
  if (!reach_) return compareKinds(l, r);
  const auto isUnsigned = [](const Graph &graph, OpId op) {
    const CountedLoop *counted = graph.counted().of(op);
    return counted ? counted->isUnsigned : graph.program().attribute(op, "unsignedCmp").valid();
  };
  const bool a = isUnsigned(left_, l), b = isUnsigned(right_, r);
  const auto text = [](bool unsignedOne) { return std::string(unsignedOne ? "unsigned" : "signed"); };
  if (a != b)
    add(Aspect::Attribute, "unsignedCmp", text(a), text(b), leftText_.marks(l, SpanKind::Mnemonic),
        rightText_.marks(r, SpanKind::Mnemonic));
}

void OpComparer::compareKinds(OpId l, OpId r) {
  const tileir::OpInfo &a = tileir::info(left_.program().op(l).kind), &b = tileir::info(right_.program().op(r).kind);
  // What only one of two loops is seen as is another op.
  if (a.mnemonic != b.mnemonic || left_.liveness().counts(l) != right_.liveness().counts(r))
    add(Aspect::Operation, "op", std::string(a.mnemonic), std::string(b.mnemonic), leftText_.marks(l, SpanKind::Mnemonic),
        rightText_.marks(r, SpanKind::Mnemonic));
  const std::uint32_t lr = left_.program().op(l).regions.count, rr = right_.program().op(r).regions.count;
  if (lr != rr) add(Aspect::Region, "regions", std::to_string(lr), std::to_string(rr), {}, {});
}

void OpComparer::compareAttributes(OpId l, OpId r) {
  const tileir::OpInfo &info = tileir::info(left_.program().op(l).kind);
  for (std::size_t slot = 0; slot < info.attributes.size(); ++slot) compareAttribute(l, r, slot);
}

void OpComparer::compareAttribute(OpId l, OpId r, std::size_t slot) {
  const tileir::AttributeInfo &info = tileir::info(left_.program().op(l).kind).attributes[slot];
  const tileir::AttributeId a = left_.program().attribute(l, info.name), b = right_.program().attribute(r, info.name);
  const auto index = static_cast<std::uint32_t>(slot);
  if (info.form == tileir::AttributeForm::Hints) {
    for (const PartDifference &part : compareHints(left_.program(), a, right_.program(), b, hintScope_))
      add(Aspect::Hint, part.what, part.reference, part.port, leftText_.marks(l, SpanKind::Attribute, index, part.referenceNeedle),
          rightText_.marks(r, SpanKind::Attribute, index, part.portNeedle));
    return;
  }
  const bool la = a.valid() && !saysNothing(left_.program().attribute(a)), ra = b.valid() && !saysNothing(right_.program().attribute(b));
  if (!la && !ra) return;
  if (info.form == tileir::AttributeForm::Symbol && la && ra) {
    const std::string &name = left_.program().attribute(a).text, &other = right_.program().attribute(b).text;
    if (left_.keys().global(name) == right_.keys().global(other)) return;
    const tileir::Global *reads = globalOf(left_.program(), name), *readsThere = globalOf(right_.program(), other);
    if (reads && readsThere && mayBeSame(*reads, *readsThere)) return;
  } else if (la && ra && left_.keys().attribute(a) == right_.keys().attribute(b)) {
    return;
  }
  add(Aspect::Attribute, std::string(info.name), la ? leftText_.attribute(a) : "", ra ? rightText_.attribute(b) : "",
      leftText_.marks(l, SpanKind::Attribute, index), rightText_.marks(r, SpanKind::Attribute, index));
}

std::vector<std::string> OpComparer::operandDifferences(ClassId l, ClassId r) const {
  std::vector<std::string> list;
  const auto typeOf = [](const Graph &graph, const Use &use) { return graph.program().value(graph.written(use)).type; };
  const std::size_t count = std::min(left_[l].operands.size(), right_[r].operands.size());
  for (std::size_t i = 0; i < count; ++i)
    for (const PartDifference &part :
         compareTypes(left_.program(), typeOf(left_, left_[l].operands[i]), right_.program(), typeOf(right_, right_[r].operands[i])))
      list.push_back(spell(part));
  return list;
}

void OpComparer::compareResultTypes(ClassId l, ClassId r) {
  const tileir::Program &lp = left_.program(), &rp = right_.program();
  const OpId lo = left_[l].op, ro = right_[r].op;
  // What a loop carries is compared where it comes in and where it is passed on.
  if (isLoop(lp.op(lo).kind) || isLoop(rp.op(ro).kind) || lp.op(lo).kind == OpKind::If) return;
  const std::uint32_t count = std::min(lp.op(lo).results.count, rp.op(ro).results.count);
  if (lp.op(lo).results.count != rp.op(ro).results.count)
    add(Aspect::Type, "results", std::to_string(lp.op(lo).results.count), std::to_string(rp.op(ro).results.count), {}, {});
  std::vector<std::string> passedOn;
  bool looked = false;
  for (std::uint32_t i = 0; i < count; ++i) {
    for (const PartDifference &part : compareTypes(lp, lp.value(lp.result(lo, i)).type, rp, rp.value(rp.result(ro, i)).type)) {
      // A type that only follows that of an operand was reported where that operand is made.
      if (!looked) passedOn = operandDifferences(l, r);
      looked = true;
      if (std::find(passedOn.begin(), passedOn.end(), spell(part)) != passedOn.end()) continue;
      add(Aspect::Type, part.what, part.reference, part.port, leftText_.marks(lo, SpanKind::ResultType, i, part.referenceNeedle),
          rightText_.marks(ro, SpanKind::ResultType, i, part.portNeedle));
    }
  }
}

bool OpComparer::sameValue(const Use &l, const Use &r) const {
  const bool turned = reach_ && reach_->turned(l.value);
  if (((matching_.matched(l.value, r.value) && !turned) || mayBeSame(l.value, r.value)) && l.result == r.result) return true;
  return reach_ && reach_->equal(l, r);
}

/// Elements that a text left out are those of the other side or not: that nobody knows is Alignment::undecided, and no
/// difference.
bool OpComparer::mayBeSame(ClassId l, ClassId r) const {
  if (left_[l].kind != ClassKind::Constant || right_[r].kind != ClassKind::Constant) return false;
  const auto typeOf = [](const Graph &graph, ClassId id) {
    const tileir::Program &program = graph.program();
    return graph.keys().type(program.value(program.result(graph[id].op, 0)).type);
  };
  return (left_[l].elided || right_[r].elided) && typeOf(left_, l) == typeOf(right_, r);
}

bool OpComparer::mayBeSame(const tileir::Global &l, const tileir::Global &r) const {
  if (!left_.program().attribute(l.value).elided && !right_.program().attribute(r.value).elided) return false;
  return left_.keys().type(l.type) == right_.keys().type(r.type) && l.alignment == r.alignment && l.isConstant == r.isConstant &&
         l.isPrivate == r.isPrivate;
}

void OpComparer::compareOperands(ClassId l, ClassId r) {
  const tileir::OpInfo &li = tileir::info(left_.program().op(left_[l].op).kind);
  const tileir::OpInfo &ri = tileir::info(right_.program().op(right_[r].op).kind);
  const std::span<const Use> lu = left_[l].operands, ru = right_[r].operands;
  const auto fit = [&](int a, int b) { return sameValue(lu[0], ru[a]) && sameValue(lu[1], ru[b]); };
  const auto factsFit = [&](int a, int b) { return lu[0].facts == ru[a].facts && lu[1].facts == ru[b].facts; };
  if (left_[l].commutes && right_[r].commutes && li.mnemonic == ri.mnemonic && lu.size() == 2 && ru.size() == 2 && fit(1, 0) &&
      (!fit(0, 1) || (factsFit(1, 0) && !factsFit(0, 1)))) {
    compareFacts(l, r, lu[0], ru[1], std::string(li.operands[0].name));
    compareFacts(l, r, lu[1], ru[0], std::string(li.operands[1].name));
    return;
  }
  if (left_.counted().of(left_[l].op) || right_.counted().of(right_[r].op)) return compareCountedOperands(l, r);
  const auto ls = bySegment(left_, l), rs = bySegment(right_, r);
  // Operands of ops that are declared differently have no counterparts; that the op is another one is said already.
  if (li.mnemonic != ri.mnemonic && ls.size() != rs.size()) return;
  for (std::size_t i = 0; i < std::min(ls.size(), rs.size()); ++i)
    compareSegment(l, r, ls[i], rs[i], i < li.operands.size() ? li.operands[i].name : "operand");
}

void OpComparer::compareSegment(ClassId l, ClassId r, const std::vector<const Use *> &lu, const std::vector<const Use *> &ru,
                                std::string_view name) {
  const OpId lo = left_[l].op, ro = right_[r].op;
  if (lu.size() != ru.size()) {
    if (isLoop(left_.program().op(lo).kind) || tileir::info(left_.program().op(lo).kind).terminator)
      return add(Aspect::Region, "carried values", std::to_string(lu.size()), std::to_string(ru.size()),
                 leftText_.marks(lo, SpanKind::Mnemonic), rightText_.marks(ro, SpanKind::Mnemonic));
    std::string a, b;
    std::vector<TextMark> am, bm;
    for (const Use *use : lu) {
      a += (a.empty() ? "" : ", ") + leftText_.value(left_.written(*use));
      for (const TextMark &mark : leftText_.marks(use->at, SpanKind::Operand, use->operand)) am.push_back(mark);
    }
    for (const Use *use : ru) {
      b += (b.empty() ? "" : ", ") + rightText_.value(right_.written(*use));
      for (const TextMark &mark : rightText_.marks(use->at, SpanKind::Operand, use->operand)) bm.push_back(mark);
    }
    return add(Aspect::Operand, "operand " + std::string(name), a, b, std::move(am), std::move(bm));
  }
  for (std::size_t i = 0; i < lu.size(); ++i)
    compareUse(l, r, *lu[i], *ru[i], lu.size() == 1 ? std::string(name) : std::string(name) + " " + std::to_string(i));
}

void OpComparer::compareUse(ClassId l, ClassId r, const Use &lu, const Use &ru, const std::string &name) {
  const OpId lo = left_[l].op, ro = right_[r].op;
  // What is equal by rules may be written so that the fact is said of another value of the same.
  if (reach_ && !matching_.matched(lu.value, ru.value) && reach_->equal(lu, ru))
    return compareFacts(l, r, reach_->widened(true, lu, lo), reach_->widened(false, ru, ro), name);
  if (sameValue(lu, ru)) return compareFacts(l, r, lu, ru, name);
  if (explainedByMissing(lu, ru)) return;
  const ValueId lv = left_.written(lu), rv = right_.written(ru);
  std::string a = leftText_.value(lv), b = rightText_.value(rv);
  if (a == b) {
    a += " : " + leftText_.type(left_.program().value(lv).type);
    b += " : " + rightText_.type(right_.program().value(rv).type);
  }
  add(Aspect::Operand, "operand " + name, std::move(a), std::move(b), leftText_.marks(lu.at, SpanKind::Operand, lu.operand),
      rightText_.marks(ru.at, SpanKind::Operand, ru.operand));
}

/// An op that only one side has is reported as missing or extra; that its users now name what stands behind it is no
/// difference of its own.
bool OpComparer::explainedByMissing(const Use &l, const Use &r) const {
  const auto behind = [](const Graph &graph, ClassId from, auto partnerOf, auto wanted) {
    std::deque<ClassId> next{from};
    for (int steps = 0; !next.empty() && steps < 16; ++steps) {
      const ClassId id = next.front();
      next.pop_front();
      if (graph[id].kind != ClassKind::Op || graph[id].anchor || partnerOf(id).valid()) continue;
      for (const Use &use : graph[id].operands) {
        if (wanted(use)) return true;
        next.push_back(use.value);
      }
    }
    return false;
  };
  return behind(
             left_, l.value, [&](ClassId id) { return matching_.portOf(id); }, [&](const Use &use) { return sameValue(use, r); }) ||
         behind(right_, r.value, [&](ClassId id) { return matching_.referenceOf(id); }, [&](const Use &use) { return sameValue(l, use); });
}

std::vector<TextMark> OpComparer::assumeMarks(const Graph &graph, const Describer &text, OpId op, const Use &use,
                                              const std::string &fact) const {
  const tileir::Program &program = graph.program();
  const std::string predicate = fact.find("bound") != std::string::npos ? "bounded" : fact.substr(0, fact.find(' '));
  std::vector<TextMark> marks;
  for (ValueId value = graph.written(use); program.value(value).op.valid();) {
    const OpId assume = program.value(value).op;
    if (program.op(assume).kind != OpKind::Assume) break;
    for (const TextMark &mark : text.marks(assume, SpanKind::Attribute, 0)) {
      const std::string_view line = program.listing().line(mark.line);
      if (line.substr(mark.columns.begin, mark.columns.end - mark.columns.begin).find(predicate) != std::string_view::npos)
        marks.push_back(mark);
    }
    value = program.operands(assume)[0];
  }
  return marks;
}

bool OpComparer::told(ClassId value, std::uint32_t result, const std::string &fact) const {
  const auto at = reportedFacts_.lower_bound({value.value, result, fact, {}, {}});
  return at != reportedFacts_.end() &&
         std::tuple(std::get<0>(*at), std::get<1>(*at), std::get<2>(*at)) == std::tuple(value.value, result, fact);
}

/// Whether a bound that one side assumes, or assumes more of, holds by what the other side's operand is.
bool OpComparer::holdsAnyway(ClassId l, ClassId r, const Use &lu, const Use &ru, const std::string &fact) const {
  if (!reach_) return false;
  const std::vector<Claim> left = claims(facts_[lu.facts]), right = claims(facts_[ru.facts]);
  const auto strengthOf = [&](const std::vector<Claim> &list) -> const Claim * {
    const auto found = std::find_if(list.begin(), list.end(), [&](const Claim &claim) { return claim.name == fact; });
    return found != list.end() ? &*found : nullptr;
  };
  const Claim *a = strengthOf(left), *b = strengthOf(right);
  const bool leftSaysMore = a && (!b || a->strength > b->strength);
  if (leftSaysMore) return reach_->holdsAnyway(false, ru, right_[r].op, *a);
  return b && reach_->holdsAnyway(true, lu, left_[l].op, *b);
}

void OpComparer::compareFacts(ClassId l, ClassId r, const Use &lu, const Use &ru, const std::string &name) {
  // What is assumed of elements that nobody knows may be what the other side's bear out.
  if (lu.facts == ru.facts || left_[lu.value].elided || right_[ru.value].elided) return;
  std::map<std::string, std::pair<std::string, std::string>> byName;
  for (const auto &[fact, value] : align::describe(facts_[lu.facts])) byName[fact].first = value;
  for (const auto &[fact, value] : align::describe(facts_[ru.facts])) byName[fact].second = value;
  const OpId lo = left_[l].op, ro = right_[r].op;
  for (const auto &[fact, values] : byName) {
    if (values.first == values.second || holdsAnyway(l, r, lu, ru, fact)) continue;
    if (!reportedFacts_.emplace(lu.value.value, lu.result, fact, values.first, values.second).second) continue;
    std::vector<TextMark> lm = assumeMarks(left_, leftText_, lo, lu, fact), rm = assumeMarks(right_, rightText_, ro, ru, fact);
    for (const TextMark &mark : leftText_.marks(lu.at, SpanKind::Operand, lu.operand)) lm.push_back(mark);
    for (const TextMark &mark : rightText_.marks(ru.at, SpanKind::Operand, ru.operand)) rm.push_back(mark);
    const ValueId value = left_.written(lu);
    add(Aspect::Fact, fact + " of " + name + ", " + leftText_.value(value), values.first, values.second, std::move(lm), std::move(rm));
  }
}

}  // namespace tileport::align
