// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "mutate/editing.h"

/// Other attributes of the same ops.
namespace tileport::mutate {

using namespace tileir;

namespace {

bool isOneOf(OpKind kind, std::initializer_list<OpKind> kinds) { return std::find(kinds.begin(), kinds.end(), kind) != kinds.end(); }

bool takesIeeeModes(const TreeOp &op) {
  return isOneOf(op.kind, {OpKind::AddF, OpKind::SubF, OpKind::MulF, OpKind::DivF, OpKind::Fma, OpKind::Sqrt});
}

bool rounding(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) { return takesIeeeModes(o) && *e.bits(o, "rounding_mode") < 4; });
  if (!op) return false;
  const std::uint64_t mode = (*e.bits(*op, "rounding_mode") + 1 + e.random.below(3)) % 4;
  e.setBits(*op, "rounding_mode", mode);
  e.touch(*op);
  return e.done(e.name(*op) + ": rounding " + std::string(enumText(EnumKind::RoundingMode, mode)));
}

bool approximate(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) {
    return isOneOf(o.kind, {OpKind::DivF, OpKind::Sqrt, OpKind::Exp, OpKind::Tanh}) && e.element(o) == ScalarKind::F32 &&
           (o.kind != OpKind::Exp || e.version() >= Version{13, 3}) && (o.kind != OpKind::Tanh || e.version() >= Version{13, 2});
  });
  if (!op) return false;
  const bool approx = *e.bits(*op, "rounding_mode") == 4;
  const bool full = isOneOf(op->kind, {OpKind::Exp, OpKind::Tanh});
  e.setBits(*op, "rounding_mode", !approx ? 4 : full ? 5 : 0);
  e.touch(*op);
  return e.done(e.name(*op) + (approx ? ": no longer approximate" : ": approximate"));
}

bool flush(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) { return Editing::declares(o, "flush_to_zero") && e.element(o) == ScalarKind::F32; });
  return op && e.toggleUnit(*op, "flush_to_zero");
}

bool propagateNan(Editing &e) {
  TreeOp *op = e.pick({OpKind::MaxF, OpKind::MinF});
  return op && e.toggleUnit(*op, "propagate_nan");
}

bool signedness(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) {
    if (!Editing::declares(o, "signedness")) return false;
    if (o.kind == OpKind::DivI && *e.bits(o, "rounding") == 2) return false;
    // Equal is equal whatever the sign; one bit is its own case in conversions.
    return o.kind != OpKind::CmpI || *e.bits(o, "comparison_predicate") > 1;
  });
  if (!op) return false;
  e.setBits(*op, "signedness", *e.bits(*op, "signedness") ^ 1);
  e.touch(*op);
  return e.done(e.name(*op) + ": other signedness");
}

bool matrixSignedness(Editing &e) {
  TreeOp *op = e.pick({OpKind::MmaI});
  if (!op) return false;
  e.setBits(*op, "signedness_rhs", *e.bits(*op, "signedness_rhs") ^ 1);
  e.touch(*op);
  return e.done(e.name(*op) + ": other signedness of rhs");
}

bool overflow(Editing &e) {
  TreeOp *op =
      e.pick([&](TreeOp &o) { return Editing::declares(o, "overflow") && (o.kind != OpKind::NegI || e.version() >= Version{13, 2}); });
  if (!op) return false;
  // negi knows none and no_signed_wrap alone.
  e.setBits(*op, "overflow", *e.bits(*op, "overflow") == 0 ? 1 : 0);
  e.touch(*op);
  return e.done(e.name(*op) + ": other overflow");
}

bool divisionRounding(Editing &e) {
  TreeOp *op = e.pick({OpKind::DivI});
  if (!op) return false;
  const std::uint64_t mode = *e.bits(*op, "rounding") == 1 ? 3 : 1;
  e.setBits(*op, "rounding", mode);
  e.touch(*op);
  return e.done(e.name(*op) + ": rounding " + std::string(enumText(EnumKind::RoundingMode, mode)));
}

bool predicate(Editing &e) {
  TreeOp *op = e.pick({OpKind::CmpF, OpKind::CmpI});
  if (!op) return false;
  const std::uint64_t changed = (*e.bits(*op, "comparison_predicate") + 1 + e.random.below(5)) % 6;
  e.setBits(*op, "comparison_predicate", changed);
  e.touch(*op);
  return e.done(e.name(*op) + ": predicate " + std::string(enumText(EnumKind::ComparisonPredicate, changed)));
}

bool comparisonOrdering(Editing &e) {
  TreeOp *op = e.pick({OpKind::CmpF});
  if (!op) return false;
  e.setBits(*op, "comparison_ordering", *e.bits(*op, "comparison_ordering") ^ 1);
  e.touch(*op);
  return e.done(e.name(*op) + ": other comparison_ordering");
}

bool reduceDim(Editing &e) {
  // Another dimension of the same extent leaves all types as they are.
  const auto other = [&](TreeOp &o) -> std::optional<std::uint64_t> {
    const std::vector<std::int64_t> &shape = e.tree.type(o.operand(0)).shape;
    const std::uint64_t dim = *e.bits(o, "dim");
    for (std::uint64_t i = 0; i < shape.size(); ++i)
      if (i != dim && shape[i] == shape[dim] && shape[i] > 1) return i;
    return std::nullopt;
  };
  TreeOp *op = e.pick([&](TreeOp &o) {
    if (o.kind == OpKind::Scan) return e.tree.type(o.operand(0)).shape.size() > 1;
    return o.kind == OpKind::Reduce && other(o).has_value();
  });
  if (!op) return false;
  const std::size_t rank = e.tree.type(op->operand(0)).shape.size();
  const std::uint64_t dim = op->kind == OpKind::Reduce ? *other(*op) : (*e.bits(*op, "dim") + 1) % rank;
  e.setBits(*op, "dim", dim);
  e.touch(*op);
  return e.done(e.name(*op) + ": dim " + std::to_string(dim));
}

bool catDim(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) {
    return o.kind == OpKind::Cat && !e.sameValue(o.operand(0), o.operand(1)) && o.operand(0)->type == o.operand(1)->type;
  });
  if (!op) return false;
  std::swap(op->operands[0], op->operands[1]);
  e.touch(*op);
  return e.done(e.name(*op) + ": halves exchanged");
}

bool scanReverse(Editing &e) {
  TreeOp *op = e.pick({OpKind::Scan});
  if (!op) return false;
  e.setBits(*op, "reverse", *e.bits(*op, "reverse") ^ 1);
  e.touch(*op);
  return e.done(e.name(*op) + ": other direction");
}

bool permutation(Editing &e) {
  // Two dimensions of equal extent may change places.
  const auto pair = [&](TreeOp &o) -> std::optional<std::pair<std::size_t, std::size_t>> {
    const std::vector<std::int64_t> &shape = e.tree.type(o.result()).shape;
    for (std::size_t i = 0; i < shape.size(); ++i)
      for (std::size_t k = i + 1; k < shape.size(); ++k)
        if (shape[i] == shape[k] && shape[i] > 1) return std::pair(i, k);
    return std::nullopt;
  };
  TreeOp *op = e.pick([&](TreeOp &o) { return o.kind == OpKind::Permute && pair(o).has_value(); });
  if (!op) return false;
  Attribute changed = e.tree.attribute(e.tree.get(*op, "permutation"));
  const auto [i, k] = *pair(*op);
  std::swap(changed.numbers[i], changed.numbers[k]);
  e.tree.set(*op, "permutation", e.tree.attribute(std::move(changed)));
  e.touch(*op);
  return e.done(e.name(*op) + ": other permutation");
}

bool identity(Editing &e) {
  TreeOp *op = e.pick({OpKind::Reduce, OpKind::Scan});
  if (!op) return false;
  Attribute all = e.tree.attribute(e.tree.get(*op, "identities"));
  Attribute one = e.tree.attribute(all.items[0]);
  one.bits ^= 1;
  all.items[0] = e.tree.attribute(std::move(one));
  e.tree.set(*op, "identities", e.tree.attribute(std::move(all)));
  e.touch(*op);
  return e.done(e.name(*op) + ": other identity");
}

bool constantValue(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) { return o.kind == OpKind::Constant && e.live(o.result()) && e.element(o) != ScalarKind::F4E2M1FN; });
  if (!op) return false;
  Attribute changed = e.tree.attribute(e.tree.get(*op, "value"));
  if (changed.elements.empty()) return false;
  // Booleans: all bits, so that a splat stays one. Others: the lowest bit of the first element.
  changed.elements[0] = static_cast<char>(changed.elements[0] ^ (e.element(*op) == ScalarKind::I1 ? (changed.splat ? 0xFF : 1) : 1));
  e.tree.set(*op, "value", e.tree.attribute(std::move(changed)));
  e.touch(*op);
  return e.done(e.name(*op) + ": other value");
}

bool atomicMode(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) {
    return isOneOf(o.kind, {OpKind::AtomicRmwTko, OpKind::AtomicRedViewTko}) && *e.bits(o, "mode") != 9 && *e.bits(o, "mode") != 4;
  });
  if (!op) return false;
  const auto mode = *e.bits(*op, "mode") == static_cast<std::uint64_t>(AtomicRMWMode::Add) ? AtomicRMWMode::Max : AtomicRMWMode::Add;
  e.setBits(*op, "mode", static_cast<std::uint64_t>(mode));
  e.touch(*op);
  return e.done(e.name(*op) + ": other mode");
}

bool exchangeMode(Editing &e) {
  TreeOp *op =
      e.pick([&](TreeOp &o) { return o.kind == OpKind::AtomicRmwTko && *e.bits(o, "mode") == 4 && e.element(o) == ScalarKind::F32; });
  if (!op) return false;
  e.setBits(*op, "mode", static_cast<std::uint64_t>(AtomicRMWMode::Xchg));
  e.touch(*op);
  return e.done(e.name(*op) + ": exchanges instead of adding");
}

bool ordering(Editing &e) {
  TreeOp *op = e.pick(
      [&](TreeOp &o) { return isOneOf(o.kind, {OpKind::LoadViewTko, OpKind::StoreViewTko, OpKind::LoadPtrTko, OpKind::StorePtrTko}); });
  if (!op) return false;
  const bool weak = *e.bits(*op, "memory_ordering_semantics") == 0;
  e.setBits(*op, "memory_ordering_semantics", weak ? 1 : 0);
  e.tree.set(*op, "memory_scope", weak ? e.tree.enumerator(EnumKind::MemoryScope, 1) : AttributeId());
  e.touch(*op);
  return e.done(e.name(*op) + (weak ? ": relaxed on the device" : ": weak"));
}

bool atomicOrdering(Editing &e) {
  TreeOp *op = e.pick({OpKind::AtomicRmwTko, OpKind::AtomicCasTko});
  if (!op) return false;
  e.setBits(*op, "memory_ordering_semantics", *e.bits(*op, "memory_ordering_semantics") % 4 + 1);
  e.touch(*op);
  return e.done(e.name(*op) + ": other ordering");
}

bool scope(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) { return Editing::declares(o, "memory_scope") && e.tree.get(o, "memory_scope").valid(); });
  if (!op) return false;
  e.setBits(*op, "memory_scope", *e.bits(*op, "memory_scope") == 1 ? 0 : 1);
  e.touch(*op);
  return e.done(e.name(*op) + ": other scope");
}

bool unsignedLoop(Editing &e) {
  TreeOp *op = e.version() >= Version{13, 2} ? e.pick({OpKind::For}) : nullptr;
  return op && e.toggleUnit(*op, "unsignedCmp");
}

bool fastAccumulation(Editing &e) {
  TreeOp *op = e.version() >= Version{13, 3} ? e.pick({OpKind::MmaF}) : nullptr;
  return op && e.toggleUnit(*op, "fast_acc");
}

bool saturating(Editing &e) {
  TreeOp *op = e.version() >= Version{13, 4} ? e.pick({OpKind::FToI}) : nullptr;
  return op && e.toggleUnit(*op, "saturating");
}

bool inbounds(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) {
    const auto described = o.info().attributes;
    const bool known = std::any_of(described.begin(), described.end(),
                                   [&](const AttributeInfo &about) { return about.name == "inbounds" && about.since <= e.version(); });
    const AttributeId id = known ? e.tree.get(o, "inbounds") : AttributeId();
    return id.valid() && !e.tree.attribute(id).numbers.empty();
  });
  if (!op) return false;
  Attribute changed = e.tree.attribute(e.tree.get(*op, "inbounds"));
  changed.numbers[0] ^= 1;
  e.tree.set(*op, "inbounds", e.tree.attribute(std::move(changed)));
  e.touch(*op);
  return e.done(e.name(*op) + ": other inbounds");
}

// ---- Hints of loads and stores ---------------------------------------------------------------------------------------

/// Sets the key for every architecture that the op's hints name, or takes it away with an invalid value; hints under
/// `default` where there were none.
void setHint(Editing &e, TreeOp &op, const std::string &key, AttributeId value) {
  const AttributeId id = e.tree.get(op, "optimization_hints");
  Attribute hints;
  hints.kind = AttributeKind::Hints;
  if (id.valid()) hints = e.tree.attribute(id);
  if (hints.keys.empty()) {
    Attribute none;
    none.kind = AttributeKind::Dictionary;
    hints.keys.push_back(e.version() >= Version{13, 3} ? "default" : "sm_100");
    hints.items.push_back(e.tree.attribute(std::move(none)));
  }
  for (AttributeId &item : hints.items) {
    Attribute dictionary = e.tree.attribute(item);
    const auto at = std::find(dictionary.keys.begin(), dictionary.keys.end(), key);
    const auto place = dictionary.items.begin() + (at - dictionary.keys.begin());
    if (at != dictionary.keys.end()) dictionary.items.erase(place), dictionary.keys.erase(at);
    if (value.valid()) dictionary.keys.push_back(key), dictionary.items.push_back(value);
    item = e.tree.attribute(std::move(dictionary));
  }
  e.tree.set(op, "optimization_hints", e.tree.attribute(std::move(hints)));
  e.touch(op);
}

std::optional<std::uint64_t> hint(Editing &e, const TreeOp &op, const std::string &key) {
  const AttributeId id = e.tree.get(op, "optimization_hints");
  if (!id.valid()) return std::nullopt;
  for (const AttributeId item : e.tree.attribute(id).items) {
    const Attribute &dictionary = e.tree.attribute(item);
    for (std::size_t i = 0; i < dictionary.keys.size(); ++i)
      if (dictionary.keys[i] == key) return e.tree.attribute(dictionary.items[i]).bits;
  }
  return std::nullopt;
}

bool latency(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) { return Editing::declares(o, "optimization_hints"); });
  if (!op) return false;
  const std::uint64_t now = hint(e, *op, "latency").value_or(0);
  const std::uint64_t next = now % 10 + 1;
  setHint(e, *op, "latency", e.tree.integer(next));
  return e.done(e.name(*op) + ": latency " + std::to_string(next));
}

bool latencyDropped(Editing &e) {
  TreeOp *op = e.pick([&](TreeOp &o) { return Editing::declares(o, "optimization_hints") && hint(e, o, "latency"); });
  if (!op) return false;
  setHint(e, *op, "latency", {});
  return e.done(e.name(*op) + ": latency dropped");
}

bool allowTma(Editing &e) {
  TreeOp *op = e.pick({OpKind::LoadViewTko, OpKind::StoreViewTko});
  if (!op) return false;
  const bool forbids = hint(e, *op, "allow_tma") == 0;
  setHint(e, *op, "allow_tma", forbids ? AttributeId() : e.tree.boolean(false));
  return e.done(e.name(*op) + (forbids ? ": allow_tma dropped" : ": allow_tma = false"));
}

constexpr Meaning kDifferent = Meaning::Different;

constexpr Edit kEdits[] = {
    {"rounding", kDifferent, rounding},
    {"approximate", kDifferent, approximate},
    {"flush-to-zero", kDifferent, flush},
    {"propagate-nan", kDifferent, propagateNan},
    {"signedness", kDifferent, signedness},
    {"matrix-signedness", kDifferent, matrixSignedness},
    {"overflow", kDifferent, overflow},
    {"division-rounding", kDifferent, divisionRounding},
    {"predicate", kDifferent, predicate},
    {"comparison-ordering", kDifferent, comparisonOrdering},
    {"reduce-dim", kDifferent, reduceDim},
    {"cat-halves", kDifferent, catDim},
    {"scan-reverse", kDifferent, scanReverse},
    {"permutation", kDifferent, permutation},
    {"identity", kDifferent, identity},
    {"constant-value", kDifferent, constantValue},
    {"atomic-mode", kDifferent, atomicMode},
    {"atomic-exchange", kDifferent, exchangeMode},
    {"memory-ordering", kDifferent, ordering},
    {"atomic-ordering", kDifferent, atomicOrdering},
    {"memory-scope", kDifferent, scope},
    {"unsigned-loop", kDifferent, unsignedLoop},
    {"fast-accumulation", kDifferent, fastAccumulation},
    {"saturating", kDifferent, saturating},
    {"inbounds", kDifferent, inbounds},
    {"latency", kDifferent, latency},
    {"latency-dropped", kDifferent, latencyDropped},
    {"allow-tma", kDifferent, allowTma},
};

}  // namespace

std::span<const Edit> attributeEdits() { return kEdits; }

}  // namespace tileport::mutate
