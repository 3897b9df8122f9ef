// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "mutate/editing.h"

/// Other entries: hints, arguments, globals.
namespace tileport::mutate {

using namespace tileir;

namespace {

TreeFunction *pickEntry(Editing &e, const std::function<bool(TreeFunction &)> &suits) {
  std::vector<TreeFunction *> found;
  for (TreeFunction &function : e.tree.functions)
    if (suits(function)) found.push_back(&function);
  return found.empty() ? nullptr : e.random.pick(found);
}

bool hasHint(Editing &e, const TreeFunction &function) {
  if (!function.head.hints.valid()) return false;
  const Attribute &hints = e.tree.attribute(function.head.hints);
  return std::any_of(hints.items.begin(), hints.items.end(), [&](AttributeId id) { return !e.tree.attribute(id).items.empty(); });
}

/// Changes the first dictionary that has a key.
void changeHints(Editing &e, TreeFunction &function, const std::function<void(Attribute &)> &change) {
  Attribute hints = e.tree.attribute(function.head.hints);
  for (AttributeId &item : hints.items) {
    Attribute dictionary = e.tree.attribute(item);
    if (dictionary.items.empty()) continue;
    change(dictionary);
    item = e.tree.attribute(std::move(dictionary));
    break;
  }
  function.head.hints = e.tree.attribute(std::move(hints));
}

bool hintDropped(Editing &e) {
  TreeFunction *function = pickEntry(e, [&](TreeFunction &f) { return hasHint(e, f); });
  if (!function) return false;
  std::string key;
  changeHints(e, *function, [&](Attribute &dictionary) {
    key = dictionary.keys.back();
    dictionary.keys.pop_back();
    dictionary.items.pop_back();
  });
  return e.done("entry @" + function->head.name + ": " + key + " dropped");
}

bool hintChanged(Editing &e) {
  TreeFunction *function = pickEntry(e, [&](TreeFunction &f) { return hasHint(e, f); });
  if (!function) return false;
  std::string key;
  changeHints(e, *function, [&](Attribute &dictionary) {
    key = dictionary.keys.front();
    Attribute value = e.tree.attribute(dictionary.items.front());
    // Every hint of an entry takes powers of two up to 16 or more.
    value.bits = value.bits == 4 ? 8 : 4;
    dictionary.items.front() = e.tree.attribute(std::move(value));
  });
  return e.done("entry @" + function->head.name + ": other " + key);
}

bool hintAdded(Editing &e) {
  TreeFunction *function = pickEntry(e, [&](TreeFunction &f) { return !hasHint(e, f); });
  if (!function) return false;
  Attribute dictionary, hints;
  dictionary.kind = AttributeKind::Dictionary;
  dictionary.keys = {"occupancy"};
  dictionary.items = {e.tree.integer(3)};
  hints.kind = AttributeKind::Hints;
  hints.keys = {"sm_100"};
  hints.items = {e.tree.attribute(std::move(dictionary))};
  function->head.hints = e.tree.attribute(std::move(hints));
  return e.done("entry @" + function->head.name + ": occupancy added");
}

bool argumentsExchanged(Editing &e) {
  const auto place = [](const TreeFunction &f) {
    const auto &arguments = f.body->arguments;
    for (std::size_t i = 0; i + 1 < arguments.size(); ++i)
      if (arguments[i]->type != arguments[i + 1]->type) return i;
    return arguments.size();
  };
  TreeFunction *function =
      pickEntry(e, [&](TreeFunction &f) { return place(f) < f.body->arguments.size() && f.head.argumentAttributes.empty(); });
  if (!function) return false;
  const std::size_t i = place(*function);
  std::swap(function->body->arguments[i], function->body->arguments[i + 1]);
  return e.done("entry @" + function->head.name + ": arguments " + std::to_string(i) + " and " + std::to_string(i + 1) + " exchanged");
}

bool argumentAdded(Editing &e) {
  TreeFunction *function = pickEntry(e, [](TreeFunction &f) { return f.head.argumentAttributes.empty(); });
  if (!function) return false;
  auto &arguments = function->body->arguments;
  arguments.push_back(std::make_unique<TreeValue>(TreeValue{e.tree.tile({}, ScalarKind::I32), nullptr, function->body.get()}));
  return e.done("entry @" + function->head.name + ": argument added");
}

/// Two arguments of one type change roles: everything that used one uses the other.
bool rolesExchanged(Editing &e) {
  const auto pairOf = [&](const TreeFunction &f) -> std::pair<TreeValue *, TreeValue *> {
    const auto &arguments = f.body->arguments;
    for (std::size_t i = 0; i < arguments.size(); ++i)
      for (std::size_t k = i + 1; k < arguments.size(); ++k)
        if (arguments[i]->type == arguments[k]->type && e.live(arguments[i].get()) && e.live(arguments[k].get()))
          return {arguments[i].get(), arguments[k].get()};
    return {};
  };
  TreeFunction *function = pickEntry(e, [&](TreeFunction &f) { return pairOf(f).first != nullptr; });
  if (!function) return false;
  const auto [x, y] = pairOf(*function);
  Tree::walk(*function->body, [&, x = x, y = y](TreeOp &op) {
    for (auto &list : op.operands)
      for (TreeValue *&value : list) {
        if (value != x && value != y) continue;
        value = value == x ? y : x;
        e.touch(op);
      }
  });
  return e.done("entry @" + function->head.name + ": two arguments change roles");
}

bool entryDeleted(Editing &e) {
  if (e.tree.functions.size() < 2) return false;
  const std::size_t i = e.random.below(e.tree.functions.size());
  const std::string name = e.tree.functions[i].head.name;
  e.tree.functions.erase(e.tree.functions.begin() + static_cast<std::ptrdiff_t>(i));
  return e.done("entry @" + name + " deleted");
}

bool globalChanged(Editing &e) {
  if (e.tree.tables.globals.empty()) return false;
  Global &global = e.tree.tables.globals[e.random.below(e.tree.tables.globals.size())];
  Attribute value = e.tree.attribute(global.value);
  if (value.elements.empty()) return false;
  value.elements[0] = static_cast<char>(value.elements[0] ^ 1);
  global.value = e.tree.attribute(std::move(value));
  return e.done("global @" + global.name + ": other value");
}

constexpr Meaning kDifferent = Meaning::Different;

constexpr Edit kEdits[] = {
    {"entry-hint-dropped", kDifferent, hintDropped}, {"entry-hint-changed", kDifferent, hintChanged},
    {"entry-hint-added", kDifferent, hintAdded},     {"arguments-exchanged", kDifferent, argumentsExchanged},
    {"argument-added", kDifferent, argumentAdded},   {"roles-exchanged", kDifferent, rolesExchanged},
    {"entry-deleted", kDifferent, entryDeleted},     {"global-changed", kDifferent, globalChanged},
};

}  // namespace

std::span<const Edit> entryEdits() { return kEdits; }

}  // namespace tileport::mutate
