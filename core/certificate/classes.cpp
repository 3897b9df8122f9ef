// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "certificate/classes.h"

#include <utility>

namespace tileport::certificate {

Classes::Classes(const Nodes &nodes, std::vector<std::uint32_t> depths) : nodes_(nodes), depths_(std::move(depths)) {
  const std::size_t count = nodes.count();
  parents_.resize(count);
  next_.resize(count);
  sizes_.assign(count, 1);
  about_.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Node node = static_cast<Node>(i);
    parents_[i] = next_[i] = node;
    about_[i].outermost = node;
    if (nodes.isResult(node) && nodes.kind(node) == tileir::OpKind::Constant && nodes.constant(node)) about_[i].constant = node;
  }
}

/// No path is shortened: it could not be taken back. Uniting by size keeps them logarithmic.
Node Classes::find(Node node) const {
  node = nodes_.root(node);
  while (parents_[node] != node) node = parents_[node];
  return node;
}

void Classes::unite(Node a, Node b) {
  Node root = find(a), child = find(b);
  if (root == child) return;
  if (sizes_[root] < sizes_[child]) std::swap(root, child);
  About &into = about_[root];
  const About &from = about_[child];
  log_.push_back({root, child, into});
  parents_[child] = root;
  sizes_[root] += sizes_[child];
  std::swap(next_[root], next_[child]);
  if (into.constant == kNoNode) into.constant = from.constant;
  if (depths_[from.outermost] < depths_[into.outermost]) into.outermost = from.outermost;
  for (std::size_t side = 0; side < 2; ++side) {
    const List &added = from.said[side];
    List &list = into.said[side];
    if (added.head == kNone) continue;
    if (list.tail == kNone) list.head = added.head;
    else said_[list.tail].next = added.head;
    list.tail = added.tail;
  }
}

bool Classes::any(Node node, std::size_t most, const std::function<bool(Node)> &visit) const {
  node = nodes_.root(node);
  Node at = node;
  do {
    if (most-- == 0) return false;
    if (visit(at)) return true;
    at = next_[at];
  } while (at != node);
  return false;
}

void Classes::say(Side side, Node about, tileir::OpId op) {
  const Node root = find(about);
  log_.push_back({root, kNoNode, about_[root], side});
  List &list = about_[root].said[static_cast<std::size_t>(side)];
  said_.push_back({op, list.head});
  list.head = static_cast<std::uint32_t>(said_.size() - 1);
  if (list.tail == kNone) list.tail = list.head;
}

bool Classes::anySaid(Side side, Node about, const std::function<bool(tileir::OpId)> &visit) const {
  const List &list = about_[find(about)].said[static_cast<std::size_t>(side)];
  for (std::uint32_t at = list.head; at != kNone; at = said_[at].next)
    if (visit(said_[at].op)) return true;
  return false;
}

void Classes::backTo(std::size_t mark) {
  for (; log_.size() > mark; log_.pop_back()) {
    const Entry &entry = log_.back();
    if (entry.child == kNoNode) {
      said_.pop_back();
    } else {
      std::swap(next_[entry.root], next_[entry.child]);
      parents_[entry.child] = entry.child;
      sizes_[entry.root] -= sizes_[entry.child];
      for (const List &list : entry.before.said)
        if (list.tail != kNone) said_[list.tail].next = kNone;
    }
    about_[entry.root] = entry.before;
  }
}

}  // namespace tileport::certificate
