// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/normal_form.h"

#include <algorithm>
#include <set>

namespace tileport::align {

using tileir::BlockId;
using tileir::OpId;
using tileir::OpKind;
using tileir::Program;
using tileir::ValueId;

namespace {

/// What a leaf stands for.
enum LeafKind : std::uint32_t { kArgumentPair, kOpPair, kReferenceOnly, kPortOnly, kContent, kResult };

OpId ownerOf(const Program &program, OpId op) { return program.region(program.block(program.op(op).block).region).op; }

}  // namespace

bool looksInside(std::string_view rule) {
  static const std::set<std::string_view> none = {"and_ones",      "and_same",       "compare_same",  "div_one", "extreme_same", "fold",
                                                  "known_compare", "known_constant", "known_extreme", "or_same", "or_zero",      "ring",
                                                  "select_false",  "select_same",    "select_true",   "xor_zero"};
  return none.count(rule) == 0;
}

NormalForm::NormalForm(const Graph &reference, const Graph &port, const Matching &matching, Interner &interner, Trust trust)
    : matching_(matching),
      interner_(interner),
      trust_(trust),
      left_{reference, true, Ranges(reference.program()), {}, {}, {}, {}, {}},
      right_{port, false, Ranges(port.program()), {}, {}, {}, {}, {}} {
  for (Side *side : {&left_, &right_}) {
    side->first.resize(side->graph.classCount());
    side->rules.resize(side->graph.classCount());
    findChoices(*side);
    walk(*side);
  }
}

bool NormalForm::assumes() const {
  const auto isConditional = [](const AppliedRule &rule) { return !rule.overflows.empty(); };
  for (const Side *side : {&left_, &right_})
    for (const std::vector<AppliedRule> &rules : side->rules)
      if (std::any_of(rules.begin(), rules.end(), isConditional)) return true;
  return false;
}

bool NormalForm::same(ClassId reference, std::uint32_t referenceResult, ClassId port, std::uint32_t portResult) const {
  const TermId l = get(left_, reference, referenceResult);
  return l.valid() && l == get(right_, port, portResult);
}

bool NormalForm::same(ClassId l, ClassId r) const {
  const auto resultsOf = [](const Graph &graph, ClassId id) {
    return graph[id].kind == ClassKind::Op ? graph.program().op(graph[id].op).results.count : 1;
  };
  const std::uint32_t count = resultsOf(left_.graph, l);
  if (count == 0 || count != resultsOf(right_.graph, r)) return false;
  for (std::uint32_t i = 0; i < count; ++i)
    if (!same(l, i, r, i)) return false;
  return true;
}

TermId NormalForm::termOf(bool left, ClassId value, std::uint32_t result) const { return get(side(left), value, result); }

const std::vector<AppliedRule> &NormalForm::rulesOf(bool left, ClassId value) const { return side(left).rules[value.index()]; }

OpId NormalForm::choiceAround(bool left, OpId op) const {
  const Program &program = side(left).graph.program();
  for (OpId owner = ownerOf(program, op); owner.valid(); owner = ownerOf(program, owner))
    if (side(left).choices[owner.index()]) return owner;
  return {};
}

// -- choices ----------------------------------------------------------------------------------------------------------

void NormalForm::findChoices(Side &side) const {
  const Program &program = side.graph.program();
  side.choices.resize(program.opCount());
  for (std::size_t i = 0; i < program.opCount(); ++i) side.choices[i] = isChoice(side, OpId(i));
}

/// Both arms hold numbers alone, worked out by ops that cannot fail: whichever runs, all of them could.
bool NormalForm::isChoice(const Side &side, OpId op) const {
  const Program &program = side.graph.program();
  const tileir::Op &o = program.op(op);
  if (o.kind != OpKind::If || o.regions.count != 2 || o.results.count == 0 || !side.graph.classOf(op).valid()) return false;
  const auto isNumber = [&](ValueId value) {
    const tileir::Type &type = program.type(program.value(value).type);
    return type.kind == tileir::TypeKind::Tile && type.shape.empty();
  };
  std::size_t yields = 0;
  for (OpId inside{op.index() + 1}; inside < o.subtreeEnd; inside = OpId(inside.index() + 1)) {
    const tileir::Op &in = program.op(inside);
    if (in.kind == OpKind::Yield) {
      yields += in.operands.count == o.results.count;
      continue;
    }
    const ClassId id = side.graph.classOf(inside);
    if (!tileir::info(in.kind).pure || in.regions.count != 0 || (id.valid() && side.graph[id].mayFail)) return false;
    for (std::uint32_t i = 0; i < in.results.count; ++i)
      if (!isNumber(program.result(inside, i))) return false;
  }
  for (std::uint32_t i = 0; i < o.results.count; ++i)
    if (!isNumber(program.result(op, i))) return false;
  return yields == 2;
}

// -- the walk ---------------------------------------------------------------------------------------------------------

void NormalForm::walk(Side &side) {
  const Program &program = side.graph.program();
  for (std::size_t i = 0; i < side.graph.classCount(); ++i) {
    const ClassId id{i};
    const ValueClass &cls = side.graph[id];
    if (cls.kind == ClassKind::Constant) set(side, id, 0, constantOf(side, id));
    if (cls.kind != ClassKind::Argument) continue;
    const bool matched = side.left ? matching_.portOf(id).valid() : matching_.referenceOf(id).valid();
    const std::uint32_t number = side.left || !matched ? id.value : matching_.referenceOf(id).value;
    set(side, id, 0, terms_.leaf(matched ? kArgumentPair : side.left ? kReferenceOnly : kPortOnly, number, 0, typeOf(side, cls.argument)));
    note(side, cls.argument);
  }
  std::vector<OpId> open;  // choices whose arms the walk is in
  const auto close = [&](std::size_t at) {
    while (!open.empty() && program.op(open.back()).subtreeEnd.index() <= at) {
      closeChoice(side, open.back());
      open.pop_back();
    }
  };
  for (std::size_t i = 0; i < program.opCount(); ++i) {
    close(i);
    visit(side, OpId(i));
    if (side.choices[i]) open.push_back(OpId(i));
  }
  close(program.opCount());
}

void NormalForm::visit(Side &side, OpId op) {
  const Program &program = side.graph.program();
  const tileir::Op &o = program.op(op);
  const ClassId id = side.graph.classOf(op);
  if (id.valid() && side.graph[id].kind == ClassKind::Op && side.graph[id].op == op && !side.choices[op.index()]) {
    const ValueClass &cls = side.graph[id];
    if (cls.anchor && !side.left) findTurned(id);
    const bool isTurned = !side.left && matching_.referenceOf(id).valid() && turned(matching_.referenceOf(id));
    TermId made;
    for (std::uint32_t i = 0; i < o.results.count; ++i) {
      const ValueId result = program.result(op, i);
      if (isToken(program, result)) continue;
      const std::uint32_t n = side.graph.resultOf(result);
      if (isTurned) {
        setTurned(id, result);
        continue;
      }
      if (cls.anchor || o.kind == OpKind::GetGlobal) {
        set(side, id, n, leafOf(side, id, n, typeOf(side, result)));
        continue;
      }
      if (o.kind == OpKind::GetIndexSpaceShape || o.kind == OpKind::GetTensorShape) {
        const Site site{
            side, op, id, typeOf(side, result), {get(side, cls.operands[0].value, cls.operands[0].result)}, {program.operands(op)[0]}, n};
        if (site.terms[0].valid()) set(side, id, n, extent(site, i));
        continue;
      }
      if (!made.valid()) {
        Site site{side, op, id, typeOf(side, result), {}, {}, 0};
        for (const Use &use : cls.operands) {
          site.terms.push_back(get(side, use.value, use.result));
          site.values.push_back(program.operands(op)[use.operand]);
          if (!site.terms.back().valid()) return;
        }
        made = ofSite(site);
      }
      set(side, id, n, i == 0 ? made : terms_.leaf(kResult, made.value, n, typeOf(side, result)));
    }
  }
  for (std::uint32_t i = 0; i < o.results.count; ++i) note(side, program.result(op, i));
}

/// A value that nobody needs is none whose assumes count.
void NormalForm::note(Side &side, ValueId value) const {
  const Program &program = side.graph.program();
  const OpId op = program.value(value).op;
  if (isToken(program, value) || (op.valid() && !side.graph.liveness().live(op))) return;
  const ClassId id = side.graph.classOf(value);
  if (!id.valid()) return;
  if (const TermId term = get(side, id, side.graph.resultOf(value)); term.valid()) side.values[term.value].push_back(value);
}

void NormalForm::closeChoice(Side &side, OpId op) {
  const Program &program = side.graph.program();
  const ClassId id = side.graph.classOf(op);
  const auto exits = side.graph.liveness().exits(op);
  if (exits.size() != 2 || side.graph[id].operands.empty()) return;
  const Use &condition = side.graph[id].operands[0];
  for (std::uint32_t i = 0; i < program.op(op).results.count; ++i) {
    const ValueId result = program.result(op, i);
    if (!side.graph.liveness().live(result)) continue;
    const auto arm = [&](OpId exit) {
      const ValueId value = program.operands(exit)[i];
      return get(side, side.graph.classOf(value), side.graph.resultOf(value));
    };
    const TermId chosen = get(side, condition.value, condition.result), then = arm(exits[0]), otherwise = arm(exits[1]);
    if (!chosen.valid() || !then.valid() || !otherwise.valid()) continue;
    const std::uint32_t n = side.graph.resultOf(result);
    const Site site{side, op, id, typeOf(side, result), {}, {}, n};
    by(site, {"if_select", terms_.integer({OpKind::Select}, site.type, {chosen, then, otherwise})});
    set(side, id, n, select(site, chosen, then, otherwise));
    note(side, result);
  }
}

// -- what is not looked into ------------------------------------------------------------------------------------------

void NormalForm::set(Side &side, ClassId id, std::uint32_t result, TermId term) {
  if (result == 0) side.first[id.index()] = term;
  else side.others[{id, result}] = term;
}

TermId NormalForm::get(const Side &side, ClassId id, std::uint32_t result) const {
  if (!id.valid()) return {};
  if (result == 0) return side.first[id.index()];
  const auto at = side.others.find({id, result});
  return at != side.others.end() ? at->second : TermId();
}

TermType NormalForm::typeOf(const Side &side, ValueId value) const {
  const tileir::TypeId type = side.graph.program().value(value).type;
  return {side.graph.keys().type(type), integerWidth(side.graph.program(), type)};
}

TermId NormalForm::leafOf(const Side &side, ClassId id, std::uint32_t result, TermType type) {
  const ClassId partner = side.left ? matching_.portOf(id) : matching_.referenceOf(id);
  if (!partner.valid()) return terms_.leaf(side.left ? kReferenceOnly : kPortOnly, id.value, result, type);
  return terms_.leaf(kOpPair, side.left ? id.value : partner.value, result, type);
}

TermId NormalForm::constantOf(const Side &side, ClassId id) {
  const ValueClass &cls = side.graph[id];
  const TermType type = typeOf(side, side.graph.program().result(cls.op, 0));
  if (cls.elided) return leafOf(side, id, 0, type);
  if (type.width == 0 || cls.splat.empty() || cls.splat.size() > 8) return terms_.leaf(kContent, cls.content, 0, type);
  std::uint64_t bits = 0;
  for (std::size_t i = cls.splat.size(); i-- > 0;) bits = bits << 8 | static_cast<unsigned char>(cls.splat[i]);
  return terms_.constant(type, bits);
}

}  // namespace tileport::align
