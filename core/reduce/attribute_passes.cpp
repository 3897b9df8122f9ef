// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "reduce/cost.h"
#include "reduce/editor.h"
#include "reduce/passes.h"

namespace tileport::reduce {

using namespace tileir;

namespace {

struct Use {
  TreeOp *op;
  std::uint16_t slot;
};

std::vector<Use> extras(Tree &tree) {
  std::vector<Use> found;
  tree.walk([&](TreeOp &op) {
    for (const NamedAttribute &use : op.attributes)
      if (isExtra(tree, op, use)) found.push_back({&op, use.slot});
  });
  std::reverse(found.begin(), found.end());
  return found;
}

/// Left out where it may be, else what stands there when nothing is asked for.
bool dropExtras(Tree &tree, std::size_t, std::size_t first, std::size_t count, unsigned) {
  const auto sites = extras(tree);
  for (std::size_t n = first; n < first + count; ++n) {
    TreeOp &op = *sites[n].op;
    const AttributeInfo &about = op.info().attributes[sites[n].slot];
    AttributeId instead;
    if (!about.optional) {
      Attribute plain = tree.attribute(tree.get(op, about.name));
      plain.bits = *about.defaultValue;
      instead = tree.attribute(std::move(plain));
    }
    tree.set(op, about.name, instead);
  }
  return true;
}

// ---- Hints -----------------------------------------------------------------------------------------------------------

constexpr std::size_t kAll = SIZE_MAX;

/// A part of hints: one key of one architecture, one architecture, or all; of an entry also the attributes of its arguments.
struct Hint {
  AttributeId *owner = nullptr;
  std::size_t architecture = kAll, key = kAll;
  TreeFunction *arguments = nullptr;
  bool producer = false;
};

void addHints(const Tree &tree, AttributeId &owner, std::vector<Hint> &found) {
  const Attribute &hints = tree.attribute(owner);
  if (hints.kind != AttributeKind::Hints) return;
  for (std::size_t n = 0; n < hints.items.size(); ++n) {
    found.push_back({&owner, n, kAll});
    for (std::size_t key = 0; key < tree.attribute(hints.items[n]).items.size(); ++key) found.push_back({&owner, n, key});
  }
}

std::vector<Hint> hintsOf(Tree &tree) {
  std::vector<Hint> found;
  if (tree.tables.producer) found.push_back({.producer = true});
  for (TreeFunction &function : tree.functions) {
    if (!function.head.argumentAttributes.empty()) found.push_back({.arguments = &function});
    if (!function.head.hints.valid()) continue;
    found.push_back({&function.head.hints, kAll, kAll});
    addHints(tree, function.head.hints, found);
  }
  tree.walk([&](TreeOp &op) {
    for (NamedAttribute &use : op.attributes) addHints(tree, use.value, found);
  });
  std::reverse(found.begin(), found.end());
  return found;
}

void eraseEntry(Attribute &dictionary, std::size_t n) {
  dictionary.items.erase(dictionary.items.begin() + static_cast<std::ptrdiff_t>(n));
  dictionary.keys.erase(dictionary.keys.begin() + static_cast<std::ptrdiff_t>(n));
}

/// Keys come before their architecture and the last before the first, so that positions hold.
bool dropHint(Tree &tree, const Hint &hint) {
  if (hint.producer) {
    tree.tables.producer.reset();
    return true;
  }
  if (hint.arguments) {
    hint.arguments->head.argumentAttributes.clear();
    return true;
  }
  if (hint.architecture == kAll) {
    *hint.owner = {};
    return true;
  }
  Attribute hints = tree.attribute(*hint.owner);
  if (hint.key == kAll) {
    eraseEntry(hints, hint.architecture);
  } else {
    Attribute keys = tree.attribute(hints.items[hint.architecture]);
    eraseEntry(keys, hint.key);
    hints.items[hint.architecture] = tree.attribute(std::move(keys));
  }
  *hint.owner = tree.attribute(std::move(hints));
  return true;
}

bool dropHintsOf(Tree &tree, std::size_t, std::size_t first, std::size_t count, unsigned) {
  const auto sites = hintsOf(tree);
  bool any = false;
  for (std::size_t n = first; n < first + count; ++n) any |= dropHint(tree, sites[n]);
  return any;
}

}  // namespace

Pass dropAttributes() {
  return {"drop attributes", 1, [](Tree &tree, std::size_t) { return extras(tree).size(); }, dropExtras};
}

Pass dropHints() {
  return {"drop hints", 1, [](Tree &tree, std::size_t) { return hintsOf(tree).size(); }, dropHintsOf};
}

}  // namespace tileport::reduce
