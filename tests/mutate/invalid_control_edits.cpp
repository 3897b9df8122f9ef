// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mutate/place.h"

/// Wrong control, facts and entries (tileir.md sections 3, 5.7, 5.9).
namespace tileport::mutate {

using namespace tileir;
using enum ScalarKind;

namespace {

constexpr Meaning kInvalid = Meaning::Invalid;
using Values = std::vector<TreeValue *>;

/// A choice whose arms end in `kind` of `values`.
TreeOp &choice(Place &p, TreeValue *condition, const std::vector<TypeId> &results, OpKind kind, const Values &values,
               bool otherwise = true) {
  TreeOp &op = p.w.op(OpKind::If, {{condition}}, results);
  for (std::size_t arm = 0; arm < (otherwise ? 2 : 1); ++arm) {
    p.w.enter(op, arm, {});
    p.w.op(arm == 0 ? kind : OpKind::Yield, {values}, {});
    p.w.leave();
  }
  return op;
}

bool straying(Editing &e, OpKind kind) {
  return addTo(e, [&](Place &p) -> TreeOp & { return choice(p, p.value({}, I1), {}, kind, {}); });
}

bool chosen(Editing &e, ScalarKind condition, Place::Shape shape, std::size_t results, std::size_t yielded, ScalarKind result,
            bool otherwise) {
  return addTo(e, [&](Place &p) -> TreeOp & {
    TreeValue *c = p.value(shape, condition), *x = p.value({}, I32);
    return choice(p, c, std::vector<TypeId>(results, p.tile({}, result)), OpKind::Yield, Values(yielded, x), otherwise);
  });
}

struct Counting {
  ScalarKind lower = I32, upper = I32;
  Place::Shape shape;
  ScalarKind index = I32, init = F32, argument = F32, result = F32;
  std::size_t arguments = 1, continued = 1;
  OpKind end = OpKind::Continue;
};

bool counting(Editing &e, const Counting &how) {
  return addTo(e, [&](Place &p) -> TreeOp & {
    TreeValue *from = p.value(how.shape, how.lower), *to = p.value(how.shape, how.upper), *init = p.value({4}, how.init);
    TreeOp &op = p.w.op(OpKind::For, {{from}, {to}, {from}, {init}}, {p.tile({4}, how.result)});
    std::vector<TypeId> types{p.tile(how.shape, how.index)};
    types.insert(types.end(), how.arguments, p.tile({4}, how.argument));
    TreeBlock &body = p.w.enter(op, 0, types);
    p.w.op(how.end, {Values(how.continued, how.arguments > 0 ? body.arguments[1].get() : init)}, {});
    p.w.leave();
    return op;
  });
}

bool carriesView(Editing &e) {
  return addTo(e, [](Place &p) -> TreeOp & {
    TreeValue *n = p.index(), *view = p.view(F32);
    TreeOp &op = p.w.op(OpKind::For, {{n}, {n}, {n}, {view}}, {view->type});
    TreeBlock &body = p.w.enter(op, 0, {n->type, view->type});
    p.w.op(OpKind::Continue, {{body.arguments[1].get()}}, {});
    p.w.leave();
    return op;
  });
}

bool looping(Editing &e, std::size_t broken, ScalarKind result, std::size_t continued) {
  return addTo(e, [&](Place &p) -> TreeOp & {
    TreeValue *yes = p.value({}, I1), *init = p.value({4}, F32);
    TreeOp &op = p.w.op(OpKind::Loop, {{init}}, {p.tile({4}, result)});
    TreeBlock &body = p.w.enter(op, 0, {init->type});
    TreeValue *x = body.arguments[0].get();
    TreeOp &leaves = p.w.op(OpKind::If, {{yes}}, {});
    p.w.enter(leaves, 0, {});
    p.w.op(OpKind::Break, {Values(broken, x)}, {});
    p.w.leave();
    p.w.op(OpKind::Continue, {Values(continued, x)}, {});
    p.w.leave();
    return op;
  });
}

bool returnsValue(Editing &e) {
  TreeOp *op = e.pickAny([](TreeOp &o) { return o.kind == OpKind::Return && !o.block->owner; });
  if (!op) return false;
  op->operands[0].push_back(e.before(*op).constant(e.tree.tile({}, I32), 0));
  e.touch(*op);
  return e.done(e.name(*op) + " of a value");
}

bool entryEndsIn(Editing &e, OpKind kind) {
  TreeOp *op = e.pickAny([](TreeOp &o) { return o.kind == OpKind::Return && !o.block->owner; });
  if (!op) return false;
  const std::string was = e.name(*op);
  op->kind = kind;
  e.touch(*op);
  return e.done(was + ": " + std::string(op->info().mnemonic));
}

bool reductionEndsInContinue(Editing &e) {
  TreeOp *op = e.pickAny([](TreeOp &o) { return o.kind == OpKind::Reduce; });
  if (!op) return false;
  TreeOp &last = *op->regions[0].blocks[0]->ops.back();
  last.kind = OpKind::Continue;
  e.touch(last);
  return e.done(e.name(*op) + ": ends in continue");
}

bool argument(Editing &e, Type type) {
  if (e.tree.functions.empty()) return false;
  TreeFunction &function = e.tree.functions[e.random.below(e.tree.functions.size())];
  if (!function.head.argumentAttributes.empty()) return false;
  function.body->arguments.push_back(std::make_unique<TreeValue>(TreeValue{e.tree.type(std::move(type)), nullptr, function.body.get()}));
  return e.done("entry @" + function.head.name + ": argument of a wrong type");
}

bool tileArgument(Editing &e) { return argument(e, e.tree.type(e.tree.tile({4}, F32))); }

// ---- Facts -----------------------------------------------------------------------------------------------------------

bool assumed(Editing &e, ScalarKind element, Place::Shape shape, const std::function<Attribute()> &predicate, ScalarKind result) {
  return addTo(e, [&](Place &p) -> TreeOp & {
    return p.unary(OpKind::Assume, p.value(shape, element), p.tile(shape, result), {{"predicate", p.tree.attribute(predicate())}});
  });
}

Attribute divBy(std::uint64_t divisor, std::optional<std::int64_t> every = {}, std::optional<std::int64_t> along = {}) {
  Attribute made;
  made.kind = AttributeKind::DivBy;
  made.bits = divisor;
  made.first = every;
  made.second = along;
  return made;
}

Attribute bounded(std::optional<std::int64_t> lower, std::optional<std::int64_t> upper) {
  Attribute made;
  made.kind = AttributeKind::Bounded;
  made.first = lower;
  made.second = upper;
  return made;
}

Attribute sameElements(std::vector<std::int64_t> numbers) {
  Attribute made;
  made.kind = AttributeKind::SameElements;
  made.numbers = std::move(numbers);
  return made;
}

bool unknownGlobal(Editing &e) {
  return addTo(e, [](Place &p) -> TreeOp & {
    Attribute name;
    name.kind = AttributeKind::Symbol;
    name.text = "there_is_no_such_global";
    return p.w.op(OpKind::GetGlobal, {}, {p.tree.tile({}, p.tree.pointer(F32))}, {{"name", p.tree.attribute(std::move(name))}});
  });
}

bool assertedNumber(Editing &e) {
  return addTo(e, [](Place &p) -> TreeOp & {
    Attribute text;
    text.kind = AttributeKind::String;
    text.text = "never";
    return p.w.op(OpKind::Assert, {{p.index()}}, {}, {{"message", p.tree.attribute(std::move(text))}});
  });
}

constexpr Edit kEdits[] = {
    {"break-outside-loop", kInvalid, [](Editing &e) { return straying(e, OpKind::Break); }},
    {"continue-outside-loop", kInvalid, [](Editing &e) { return straying(e, OpKind::Continue); }},
    {"if-condition-type", kInvalid, [](Editing &e) { return chosen(e, I32, {}, 0, 0, I32, true); }},
    {"if-condition-shape", kInvalid, [](Editing &e) { return chosen(e, I1, {4}, 0, 0, I32, true); }},
    {"if-yield-count", kInvalid, [](Editing &e) { return chosen(e, I1, {}, 1, 2, I32, true); }},
    {"if-yield-missing", kInvalid, [](Editing &e) { return chosen(e, I1, {}, 1, 0, I32, true); }},
    {"if-yield-type", kInvalid, [](Editing &e) { return chosen(e, I1, {}, 1, 1, F32, true); }},
    {"if-else-missing", kInvalid, [](Editing &e) { return chosen(e, I1, {}, 1, 1, I32, false); }},
    {"for-bound-types-differ", kInvalid, [](Editing &e) { return counting(e, {.upper = I64}); }},
    {"for-bounds-of-floats", kInvalid, [](Editing &e) { return counting(e, {.lower = F32, .upper = F32, .index = F32}); }},
    {"for-bounds-shape", kInvalid, [](Editing &e) { return counting(e, {.shape = {4}}); }},
    {"for-index-type", kInvalid, [](Editing &e) { return counting(e, {.index = I64}); }},
    {"for-init-type", kInvalid, [](Editing &e) { return counting(e, {.init = F16}); }},
    {"for-argument-type", kInvalid, [](Editing &e) { return counting(e, {.argument = F16}); }},
    {"for-result-type", kInvalid, [](Editing &e) { return counting(e, {.result = F16}); }},
    {"for-argument-count", kInvalid, [](Editing &e) { return counting(e, {.arguments = 2}); }},
    {"for-continue-count", kInvalid, [](Editing &e) { return counting(e, {.continued = 2}); }},
    {"for-continue-missing", kInvalid, [](Editing &e) { return counting(e, {.continued = 0}); }},
    {"for-ends-in-yield", kInvalid, [](Editing &e) { return counting(e, {.end = OpKind::Yield}); }},
    {"for-carries-view", kInvalid, carriesView},
    {"loop-break-count", kInvalid, [](Editing &e) { return looping(e, 2, F32, 1); }},
    {"loop-result-type", kInvalid, [](Editing &e) { return looping(e, 1, F16, 1); }},
    {"loop-continue-count", kInvalid, [](Editing &e) { return looping(e, 1, F32, 0); }},
    {"return-of-value", kInvalid, returnsValue},
    {"entry-ends-in-yield", kInvalid, [](Editing &e) { return entryEndsIn(e, OpKind::Yield); }},
    {"reduce-ends-in-continue", kInvalid, reductionEndsInContinue},
    {"entry-argument-shape", kInvalid, tileArgument},
    {"divisor-of-floats", kInvalid, [](Editing &e) { return assumed(e, F32, {}, [] { return divBy(16); }, F32); }},
    {"divisor-every-alone", kInvalid, [](Editing &e) { return assumed(e, I32, {4}, [] { return divBy(4, 4); }, I32); }},
    {"divisor-along-beyond", kInvalid, [](Editing &e) { return assumed(e, I32, {4}, [] { return divBy(4, 4, 1); }, I32); }},
    {"bounds-of-floats", kInvalid, [](Editing &e) { return assumed(e, F32, {}, [] { return bounded(0, 4); }, F32); }},
    {"bounds-empty", kInvalid, [](Editing &e) { return assumed(e, I32, {}, [] { return bounded(4, 0); }, I32); }},
    {"bounds-beyond-type", kInvalid, [](Editing &e) { return assumed(e, I8, {}, [] { return bounded(0, 1000); }, I8); }},
    {"same-elements-count", kInvalid, [](Editing &e) { return assumed(e, I32, {4, 4}, [] { return sameElements({2}); }, I32); }},
    {"assume-result", kInvalid, [](Editing &e) { return assumed(e, I32, {}, [] { return divBy(16); }, I64); }},
    {"unknown-global", kInvalid, unknownGlobal},
    {"assert-of-number", kInvalid, assertedNumber},
};

}  // namespace

std::span<const Edit> invalidControlEdits() { return kEdits; }

}  // namespace tileport::mutate
