// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "mutate/editing.h"

/// Other spellings around the ops: names, locations, tokens, hints, tables (docs/decisions/0004).
namespace tileport::mutate {

using namespace tileir;

namespace {

/// An entry and its subprograms: the official reader wants their linkage name to be that of the entry.
bool entryRenamed(Editing &e) {
  if (e.tree.functions.empty()) return false;
  Function &head = e.tree.functions[e.random.below(e.tree.functions.size())].head;
  const std::string before = head.name;
  const std::string after = before.ends_with("_entry") ? before.substr(0, before.size() - 6) : before + "_entry";
  if (after.empty()) return false;
  for (const TreeFunction &other : e.tree.functions)
    if (other.head.name == after) return false;
  head.name = after;
  for (Location &location : e.tree.tables.locations)
    if (location.kind == LocationKind::Subprogram && location.other == before) location.other = after;
  return e.done("entry @" + before + " is @" + after);
}

bool linesMoved(Editing &e) {
  bool any = false;
  for (Location &location : e.tree.tables.locations)
    if (location.kind == LocationKind::Line && location.line != 0) location.line += 7, any = true;
  return any && e.done("every location is 7 lines further down");
}

bool locationsDropped(Editing &e) {
  bool any = false;
  e.tree.walk([&](TreeOp &op) {
    any |= op.location.valid();
    op.location = {};
  });
  for (TreeFunction &function : e.tree.functions) function.head.location = {};
  return any && e.done("no locations");
}

bool tokenEach(Editing &e) {
  TreeOp *op = e.pick([](TreeOp &o) {
    const TreeValue *token = Editing::operand(o, "token");
    return token && token->op && token->op->kind == OpKind::MakeToken;
  });
  if (!op) return false;
  TreeValue *own = e.before(*op).one(OpKind::MakeToken, {}, e.tree.token());
  *Editing::operands(*op, "token") = {own};
  e.touch(*own->op);
  e.touch(*op);
  return e.done(e.name(*op) + ": a token of its own");
}

bool tokenJoined(Editing &e) {
  TreeOp *op = e.pick([](TreeOp &o) { return Editing::operand(o, "token") != nullptr; });
  if (!op) return false;
  TreeValue *token = Editing::operand(*op, "token");
  OpWriter w = e.before(*op);
  TreeValue *fresh = w.one(OpKind::MakeToken, {}, e.tree.token());
  TreeValue *joined = w.one(OpKind::JoinTokens, {{token, fresh}}, e.tree.token());
  *Editing::operands(*op, "token") = {joined};
  e.touch(*joined->op);
  e.touch(*op);
  return e.done(e.name(*op) + ": its token is joined with a fresh one");
}

/// Two loads that stand next to one another and do not depend on one another.
bool loadsReordered(Editing &e) {
  const auto isLoad = [&](const TreeOp &o) {
    return (o.kind == OpKind::LoadViewTko || o.kind == OpKind::LoadPtrTko) && e.bits(o, "memory_ordering_semantics") == 0;
  };
  const auto next = [](TreeOp &o) -> TreeOp * {
    const std::size_t at = Tree::position(o) + 1;
    return at < o.block->ops.size() ? o.block->ops[at].get() : nullptr;
  };
  TreeOp *op = e.pick([&](TreeOp &o) {
    TreeOp *other = next(o);
    if (!isLoad(o) || !other || !isLoad(*other)) return false;
    for (const auto &list : other->operands)
      for (const TreeValue *value : list)
        if (value->op == &o) return false;
    return true;
  });
  if (!op) return false;
  TreeOp *other = next(*op);
  auto taken = Tree::take(*op);
  TreeOp &moved = Tree::insert(*other->block, Tree::position(*other) + 1, std::move(taken));
  e.touch(moved);
  e.touch(*other);
  return e.done(e.name(moved) + " behind " + e.name(*other));
}

bool rekeyed(Editing &e, AttributeId &id) {
  if (!id.valid()) return false;
  Attribute hints = e.tree.attribute(id);
  if (hints.keys != std::vector<std::string>{"default"}) return false;
  hints.keys = {"sm_100"};
  id = e.tree.attribute(std::move(hints));
  return true;
}

/// What stands under `default` stands under the architecture: the hints in force for it are the same.
bool hintsRekeyed(Editing &e) {
  bool any = false;
  for (TreeFunction &function : e.tree.functions) any |= rekeyed(e, function.head.hints);
  e.tree.walk([&](TreeOp &op) {
    if (!Editing::declares(op, "optimization_hints")) return;
    AttributeId id = e.tree.get(op, "optimization_hints");
    if (!rekeyed(e, id)) return;
    e.tree.set(op, "optimization_hints", id);
    any = true;
  });
  return any && e.done("hints under sm_100 instead of default");
}

bool emptyHints(Editing &e) {
  if (e.version() < Version{13, 3}) return false;
  for (TreeFunction &function : e.tree.functions) {
    if (function.head.hints.valid()) continue;
    Attribute dictionary, hints;
    dictionary.kind = AttributeKind::Dictionary;
    hints.kind = AttributeKind::Hints;
    hints.keys = {"default"};
    hints.items = {e.tree.attribute(std::move(dictionary))};
    function.head.hints = e.tree.attribute(std::move(hints));
    return e.done("entry @" + function.head.name + ": hints that say nothing");
  }
  return false;
}

bool entriesReordered(Editing &e) {
  if (e.tree.functions.size() < 2) return false;
  std::swap(e.tree.functions.front(), e.tree.functions.back());
  return e.done("first and last entry exchanged");
}

/// The same types and attributes under other ids, behind some that nobody uses.
bool tablesChanged(Editing &e) {
  e.tree.tile({2, 2, 2}, ScalarKind::F64);
  bool any = false;
  e.tree.walk([&](TreeOp &op) {
    for (NamedAttribute &use : op.attributes) {
      e.tree.tables.attributes.push_back(Attribute(e.tree.attribute(use.value)));
      use.value = AttributeId(e.tree.tables.attributes.size() - 1);
      any = true;
    }
  });
  return any && e.done("every attribute has a record of its own");
}

bool producerChanged(Editing &e) {
  if (e.version() < Version{13, 3}) return false;
  e.tree.tables.producer = "another front end";
  return e.done("another producer");
}

/// A loop carries a token that nothing inside needs.
bool tokenCarried(Editing &e) {
  TreeOp *op = e.pick({OpKind::For});
  if (!op || op->regions[0].blocks[0]->ops.back()->kind != OpKind::Continue) return false;
  TreeBlock &body = *op->regions[0].blocks[0];
  TreeValue *token = e.before(*op).one(OpKind::MakeToken, {}, e.tree.token());
  Editing::operands(*op, "initValues")->push_back(token);
  body.arguments.push_back(std::make_unique<TreeValue>(TreeValue{token->type, nullptr, &body}));
  for (TreeOp *next : terminatorsOf(*op, OpKind::Continue)) next->operands[0].push_back(body.arguments.back().get());
  op->results.push_back(std::make_unique<TreeValue>(TreeValue{token->type, op, nullptr}));
  e.touch(*op);
  e.touch(*token->op);
  return e.done(e.name(*op) + ": carries a token round in vain");
}

constexpr Meaning kSame = Meaning::Same;

constexpr Edit kEdits[] = {
    {"entry-renamed", kSame, entryRenamed},
    {"lines-moved", kSame, linesMoved},
    {"locations-dropped", kSame, locationsDropped},
    {"token-each", kSame, tokenEach},
    {"token-joined", kSame, tokenJoined},
    {"token-carried", kSame, tokenCarried},
    {"loads-reordered", kSame, loadsReordered},
    {"hints-rekeyed", kSame, hintsRekeyed},
    {"empty-hints", kSame, emptyHints},
    {"entries-reordered", kSame, entriesReordered},
    {"tables-changed", kSame, tablesChanged},
    {"producer-changed", kSame, producerChanged},
};

}  // namespace

std::span<const Edit> sameEntryEdits() { return kEdits; }

}  // namespace tileport::mutate
