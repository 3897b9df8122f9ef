// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mutate/place.h"

/// Wrong loads, stores, atomics and tokens (tileir.md section 5.8).
namespace tileport::mutate {

using namespace tileir;
using enum ScalarKind;

namespace {

constexpr Meaning kInvalid = Meaning::Invalid;
using Values = std::vector<TreeValue *>;

// ---- In place: ordering and scope of ops that the program has --------------------------------------------------------

bool isViewAccess(const TreeOp &op) { return op.kind == OpKind::LoadViewTko || op.kind == OpKind::StoreViewTko; }
bool isPlainAccess(const TreeOp &op) { return isViewAccess(op) || op.kind == OpKind::LoadPtrTko || op.kind == OpKind::StorePtrTko; }
bool isStore(const TreeOp &op) { return op.kind == OpKind::StoreViewTko || op.kind == OpKind::StorePtrTko; }

bool ordered(Editing &e, const Editing::Suits &suits, MemoryOrdering ordering, bool scoped) {
  TreeOp *op = e.pickAny(suits);
  if (!op) return false;
  e.setBits(*op, "memory_ordering_semantics", static_cast<std::uint64_t>(ordering));
  e.tree.set(*op, "memory_scope", scoped ? e.tree.enumerator(EnumKind::MemoryScope, 1) : AttributeId());
  e.touch(*op);
  return e.done(e.name(*op) + ": " + std::string(enumText(EnumKind::MemoryOrdering, static_cast<std::uint64_t>(ordering))) +
                (scoped ? " with a scope" : " without a scope"));
}

bool atomicWeak(Editing &e) {
  TreeOp *op = e.pickAny([](TreeOp &o) { return o.kind == OpKind::AtomicRmwTko || o.kind == OpKind::AtomicCasTko; });
  if (!op) return false;
  e.setBits(*op, "memory_ordering_semantics", 0);
  e.touch(*op);
  return e.done(e.name(*op) + ": weak");
}

bool indexDropped(Editing &e) {
  TreeOp *op = e.pickAny(isViewAccess);
  if (!op) return false;
  Editing::operands(*op, "index")->pop_back();
  // One flag an index: the number of indices alone is wrong.
  if (const AttributeId id = e.tree.get(*op, "inbounds"); id.valid() && !e.tree.attribute(id).numbers.empty()) {
    Attribute flags = e.tree.attribute(id);
    flags.numbers.pop_back();
    e.tree.set(*op, "inbounds", e.tree.attribute(std::move(flags)));
  }
  e.touch(*op);
  return e.done(e.name(*op) + ": an index dropped");
}

bool tokenOfAnotherType(Editing &e) {
  TreeOp *op = e.pickAny([](TreeOp &o) { return isPlainAccess(o) && Editing::operand(o, "token"); });
  if (!op) return false;
  *Editing::operands(*op, "token") = {e.before(*op).constant(e.tree.tile({}, I32), 0)};
  e.touch(*op);
  return e.done(e.name(*op) + ": an integer for a token");
}

// ---- Added -----------------------------------------------------------------------------------------------------------

struct Access {
  ScalarKind index = I32, second = I32, tile = F32;
  Place::Shape shape{16, 16};
  bool tokens = true;
};

bool loaded(Editing &e, const Access &how) {
  return addTo(e, [&](Place &p) -> TreeOp & {
    TreeValue *view = p.view(F32), *i = p.value({}, how.index), *k = p.value({}, how.second);
    return p.w.op(OpKind::LoadViewTko, {{view}, {i, k}}, {p.tile(how.shape, how.tile), how.tokens ? p.tree.token() : p.tile({}, I32)});
  });
}

bool stored(Editing &e, const Access &how) {
  return addTo(e, [&](Place &p) -> TreeOp & {
    TreeValue *view = p.view(F32), *i = p.value({}, how.index), *x = p.value(how.shape, how.tile);
    return p.w.op(OpKind::StoreViewTko, {{x}, {view}, {i, i}}, {p.tree.token()});
  });
}

bool loadOfTensor(Editing &e) {
  return addTo(e, [](Place &p) -> TreeOp & {
    TreeValue *whole = p.tensor(F32), *i = p.index();
    return p.w.op(OpKind::LoadViewTko, {{whole}, {i, i}}, {p.tile({16, 16}, F32), p.tree.token()});
  });
}

struct PointerAccess {
  ScalarKind mask = I1, padding = F32, result = F32;
  Place::Shape maskShape{4}, resultShape{4};
  bool masked = true, padded = true;
};

bool loadedByPointer(Editing &e, const PointerAccess &how) {
  return addTo(e, [&](Place &p) -> TreeOp & {
    TreeValue *from = p.pointers({4}, F32);
    Values mask, padding;
    if (how.masked) mask = {p.value(how.maskShape, how.mask)};
    if (how.padded) padding = {p.value({4}, how.padding)};
    return p.w.op(OpKind::LoadPtrTko, {{from}, mask, padding}, {p.tile(how.resultShape, how.result), p.tree.token()});
  });
}

bool loadOfNumbers(Editing &e) {
  return addTo(e,
               [](Place &p) -> TreeOp & { return p.w.op(OpKind::LoadPtrTko, {{p.value({4}, I64)}}, {p.tile({4}, F32), p.tree.token()}); });
}

bool storedByPointer(Editing &e, ScalarKind value, Place::Shape shape) {
  return addTo(e, [&](Place &p) -> TreeOp & {
    TreeValue *to = p.pointers({4}, F32), *x = p.value(shape, value);
    return p.w.op(OpKind::StorePtrTko, {{to}, {x}}, {p.tree.token()});
  });
}

OpWriter::Attributes relaxed(Place &p) {
  return {{"memory_ordering_semantics", p.tree.enumerator(EnumKind::MemoryOrdering, 1)},
          {"memory_scope", p.tree.enumerator(EnumKind::MemoryScope, 1)}};
}

bool updated(Editing &e, ScalarKind pointee, AtomicRMWMode mode, ScalarKind argument, Place::Shape mask = {4}) {
  return addTo(e, [&](Place &p) -> TreeOp & {
    TreeValue *at = p.pointers({4}, pointee), *x = p.value({4}, argument), *m = p.value(mask, I1);
    OpWriter::Attributes attributes = relaxed(p);
    attributes.emplace_back("mode", p.tree.enumerator(EnumKind::AtomicRMWMode, static_cast<std::uint64_t>(mode)));
    return p.w.op(OpKind::AtomicRmwTko, {{at}, {x}, {m}}, {x->type, p.tree.token()}, attributes);
  });
}

bool compared(Editing &e, ScalarKind pointee, ScalarKind expected, ScalarKind value) {
  return addTo(e, [&](Place &p) -> TreeOp & {
    TreeValue *at = p.pointers({4}, pointee), *x = p.value({4}, expected), *y = p.value({4}, value);
    return p.w.op(OpKind::AtomicCasTko, {{at}, {x}, {y}}, {y->type, p.tree.token()}, relaxed(p));
  });
}

bool reducedToView(Editing &e, AtomicRMWMode mode, std::uint64_t ordering) {
  return addTo(e, {13, 3}, [&](Place &p) -> TreeOp & {
    TreeValue *view = p.view(F32), *i = p.index(), *x = p.value({16, 16}, F32);
    OpWriter::Attributes attributes = relaxed(p);
    attributes[0].second = p.tree.enumerator(EnumKind::MemoryOrdering, ordering);
    attributes.emplace_back("mode", p.tree.enumerator(EnumKind::AtomicRMWMode, static_cast<std::uint64_t>(mode)));
    return p.w.op(OpKind::AtomicRedViewTko, {{view}, {i, i}, {x}}, {p.tree.token()}, attributes);
  });
}

bool joinedNumbers(Editing &e) {
  return addTo(e, [](Place &p) -> TreeOp & {
    TreeValue *t = p.token(), *n = p.index();
    return p.w.op(OpKind::JoinTokens, {{t, n}}, {p.tree.token()});
  });
}

bool tokenTile(Editing &e) {
  return addTo(e, [](Place &p) -> TreeOp & { return p.w.op(OpKind::MakeToken, {}, {p.tile({}, I32)}); });
}

bool wideBlockId(Editing &e) {
  return addTo(e, [](Place &p) -> TreeOp & {
    const TypeId wide = p.tile({}, I64);
    return p.w.op(OpKind::GetTileBlockId, {}, {wide, wide, wide});
  });
}

constexpr Edit kEdits[] = {
    {"weak-with-scope", kInvalid, [](Editing &e) { return ordered(e, isPlainAccess, MemoryOrdering::Weak, true); }},
    {"relaxed-without-scope", kInvalid, [](Editing &e) { return ordered(e, isPlainAccess, MemoryOrdering::Relaxed, false); }},
    {"load-release", kInvalid,
     [](Editing &e) { return ordered(e, [](TreeOp &o) { return isPlainAccess(o) && !isStore(o); }, MemoryOrdering::Release, true); }},
    {"store-acquire", kInvalid, [](Editing &e) { return ordered(e, isStore, MemoryOrdering::Acquire, true); }},
    {"access-acq-rel", kInvalid, [](Editing &e) { return ordered(e, isPlainAccess, MemoryOrdering::AcqRel, true); }},
    {"atomic-weak", kInvalid, atomicWeak},
    {"index-dropped", kInvalid, indexDropped},
    {"token-type", kInvalid, tokenOfAnotherType},
    {"load-index-of-floats", kInvalid, [](Editing &e) { return loaded(e, {.index = F32, .second = F32}); }},
    {"load-index-types-differ", kInvalid, [](Editing &e) { return loaded(e, {.second = I64}); }},
    {"load-tile-element", kInvalid, [](Editing &e) { return loaded(e, {.tile = F16}); }},
    {"load-tile-shape", kInvalid, [](Editing &e) { return loaded(e, {.shape = {16, 32}}); }},
    {"load-result-token", kInvalid, [](Editing &e) { return loaded(e, {.tokens = false}); }},
    {"load-of-tensor", kInvalid, loadOfTensor},
    {"store-tile-element", kInvalid, [](Editing &e) { return stored(e, {.tile = F16}); }},
    {"store-tile-shape", kInvalid, [](Editing &e) { return stored(e, {.shape = {16}}); }},
    {"store-index-of-floats", kInvalid, [](Editing &e) { return stored(e, {.index = F16}); }},
    {"mask-type", kInvalid, [](Editing &e) { return loadedByPointer(e, {.mask = I32}); }},
    {"mask-shape", kInvalid, [](Editing &e) { return loadedByPointer(e, {.maskShape = {8}}); }},
    {"padding-type", kInvalid, [](Editing &e) { return loadedByPointer(e, {.padding = F16}); }},
    {"load-result-element", kInvalid, [](Editing &e) { return loadedByPointer(e, {.result = F16, .padded = false}); }},
    {"load-result-shape", kInvalid, [](Editing &e) { return loadedByPointer(e, {.resultShape = {8}, .masked = false, .padded = false}); }},
    {"load-of-numbers", kInvalid, loadOfNumbers},
    {"store-value-element", kInvalid, [](Editing &e) { return storedByPointer(e, I32, {4}); }},
    {"store-value-shape", kInvalid, [](Editing &e) { return storedByPointer(e, F32, {8}); }},
    {"atomic-add-of-floats", kInvalid, [](Editing &e) { return updated(e, F32, AtomicRMWMode::Add, F32); }},
    {"atomic-addf-of-integers", kInvalid, [](Editing &e) { return updated(e, I32, AtomicRMWMode::AddF, I32); }},
    {"atomic-and-of-bytes", kInvalid, [](Editing &e) { return updated(e, I8, AtomicRMWMode::And, I8); }},
    {"atomic-exchange-of-halves", kInvalid, [](Editing &e) { return updated(e, F16, AtomicRMWMode::Xchg, F16); }},
    {"atomic-pointee", kInvalid, [](Editing &e) { return updated(e, I64, AtomicRMWMode::Add, I32); }},
    {"atomic-mask-shape", kInvalid, [](Editing &e) { return updated(e, I32, AtomicRMWMode::Add, I32, {8}); }},
    {"compare-halves", kInvalid, [](Editing &e) { return compared(e, F16, F16, F16); }},
    {"compare-types-differ", kInvalid, [](Editing &e) { return compared(e, I32, I64, I32); }},
    {"view-reduction-exchange", kInvalid, [](Editing &e) { return reducedToView(e, AtomicRMWMode::Xchg, 1); }},
    {"view-reduction-acquire", kInvalid, [](Editing &e) { return reducedToView(e, AtomicRMWMode::AddF, 2); }},
    {"view-reduction-of-floats", kInvalid, [](Editing &e) { return reducedToView(e, AtomicRMWMode::Max, 1); }},
    {"join-of-numbers", kInvalid, joinedNumbers},
    {"token-as-tile", kInvalid, tokenTile},
    {"block-id-width", kInvalid, wideBlockId},
};

}  // namespace

std::span<const Edit> invalidMemoryEdits() { return kEdits; }

}  // namespace tileport::mutate
