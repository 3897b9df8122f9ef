// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "mutate/editing.h"

/// Hints and flags that stand at another op, or under another architecture.
namespace tileport::mutate {

using namespace tileir;

namespace {

/// The attribute of the one op is the other's and the other way round.
void exchangeAttribute(Editing &e, TreeOp &a, TreeOp &b, std::string_view name) {
  const AttributeId first = e.tree.get(a, name), second = e.tree.get(b, name);
  e.tree.set(a, name, second);
  e.tree.set(b, name, first);
  e.touch(a);
  e.touch(b);
}

/// Hints without a key say nothing, like none.
bool saysNothing(Editing &e, const TreeOp &op, std::string_view name) {
  const AttributeId id = e.tree.get(op, name);
  if (!id.valid()) return true;
  const Attribute &attribute = e.tree.attribute(id);
  return attribute.kind == AttributeKind::Hints && std::all_of(attribute.items.begin(), attribute.items.end(),
                                                               [&](AttributeId item) { return e.tree.attribute(item).items.empty(); });
}

/// Another op of the same kind whose attribute is not the same.
TreeOp *otherWith(Editing &e, const TreeOp &op, std::string_view name) {
  std::vector<TreeOp *> found;
  for (TreeOp *other : e.tree.ops())
    if (other != &op && other->kind == op.kind && e.live(*other) && e.tree.get(*other, name) != e.tree.get(op, name) &&
        e.element(*other) == e.element(op))
      found.push_back(other);
  return found.empty() ? nullptr : e.random.pick(found);
}

bool moved(Editing &e, std::string_view name) {
  TreeOp *op = e.pick([&](TreeOp &o) {
    return Editing::declares(o, name) && !saysNothing(e, o, name) && (!o.results.empty() && e.live(o)) && otherWith(e, o, name);
  });
  if (!op) return false;
  TreeOp *other = otherWith(e, *op, name);
  exchangeAttribute(e, *op, *other, name);
  return e.done(e.name(*op) + ": " + std::string(name) + " exchanged with " + e.name(*other));
}

bool hintMoved(Editing &e) { return moved(e, "optimization_hints"); }
bool flushMoved(Editing &e) { return moved(e, "flush_to_zero"); }

TreeFunction *pickEntry(Editing &e, const std::function<bool(const Attribute &)> &suits) {
  std::vector<TreeFunction *> found;
  for (TreeFunction &function : e.tree.functions)
    if (function.head.hints.valid() && suits(e.tree.attribute(function.head.hints))) found.push_back(&function);
  return found.empty() ? nullptr : e.random.pick(found);
}

bool saysSomething(Editing &e, AttributeId dictionary) { return !e.tree.attribute(dictionary).items.empty(); }

/// What was said of one architecture is said of sm_90. Not of `default`: hints for one target are often written so.
bool otherArchitecture(Editing &e) {
  TreeFunction *function = pickEntry(e, [&](const Attribute &hints) {
    return hints.keys.size() == 1 && hints.keys[0] != "sm_90" && hints.keys[0] != "default" && saysSomething(e, hints.items[0]);
  });
  if (!function) return false;
  Attribute hints = e.tree.attribute(function->head.hints);
  const std::string was = hints.keys[0];
  hints.keys[0] = "sm_90";
  function->head.hints = e.tree.attribute(std::move(hints));
  return e.done("entry @" + function->head.name + ": hints under sm_90 instead of " + was);
}

/// The last architecture gets another occupancy: one that is not the first to be read.
bool lastArchitecture(Editing &e) {
  TreeFunction *function = pickEntry(e, [](const Attribute &hints) { return !hints.keys.empty(); });
  if (!function) return false;
  Attribute hints = e.tree.attribute(function->head.hints);
  if (hints.keys.size() == 1) {
    hints.keys.push_back(hints.keys[0] == "sm_120" ? "sm_103" : "sm_120");
    hints.items.push_back(hints.items[0]);
  }
  Attribute dictionary = e.tree.attribute(hints.items.back());
  const auto at = std::find(dictionary.keys.begin(), dictionary.keys.end(), "occupancy");
  const auto place = static_cast<std::size_t>(at - dictionary.keys.begin());
  const std::uint64_t now = at == dictionary.keys.end() ? 0 : e.tree.attribute(dictionary.items[place]).bits;
  const AttributeId other = e.tree.integer(now == 8 ? 2 : 8);
  if (at == dictionary.keys.end()) dictionary.keys.push_back("occupancy"), dictionary.items.push_back(other);
  else dictionary.items[place] = other;
  hints.items.back() = e.tree.attribute(std::move(dictionary));
  const std::string architecture = hints.keys.back();
  function->head.hints = e.tree.attribute(std::move(hints));
  return e.done("entry @" + function->head.name + ": other occupancy for " + architecture);
}

constexpr Meaning kDifferent = Meaning::Different;

constexpr Edit kEdits[] = {
    {"hints-moved", kDifferent, hintMoved},
    {"flush-moved", kDifferent, flushMoved},
    {"entry-hint-architecture", kDifferent, otherArchitecture},
    {"entry-hint-last-architecture", kDifferent, lastArchitecture},
};

}  // namespace

std::span<const Edit> hintEdits() { return kEdits; }

}  // namespace tileport::mutate
