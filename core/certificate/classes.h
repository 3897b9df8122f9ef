// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "certificate/nodes.h"

namespace tileport::certificate {

/// What is proven equal, as classes of nodes, and what was said of them where the replay stands. All of it can be taken back to an
/// earlier mark, since what is proven inside of a region does not hold outside of it.
class Classes {
 public:
  Classes(const Nodes &nodes, std::vector<std::uint32_t> depths);

  Node find(Node node) const;
  bool equal(Node a, Node b) const { return find(a) == find(b); }
  void unite(Node a, Node b);
  /// Calls `visit` for the members of a class, the node itself first, until it answers true; at most `most` of them.
  bool any(Node node, std::size_t most, const std::function<bool(Node)> &visit) const;
  /// A member that is a constant with one element; kNoNode.
  Node constantOf(Node node) const { return about_[find(node)].constant; }
  /// The member that is seen from farthest out.
  Node outermost(Node node) const { return about_[find(node)].outermost; }

  /// An op (an assume, a division) that says something of a class, on one side.
  void say(Side side, Node about, tileir::OpId op);
  bool anySaid(Side side, Node about, const std::function<bool(tileir::OpId)> &visit) const;

  std::size_t mark() const { return log_.size(); }
  void backTo(std::size_t mark);

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  struct SaidNode {
    tileir::OpId op;
    std::uint32_t next = kNone;
  };
  struct List {
    std::uint32_t head = kNone, tail = kNone;
  };
  struct About {
    Node constant = kNoNode, outermost = kNoNode;
    std::array<List, 2> said;
  };
  struct Entry {
    Node root = kNoNode, child = kNoNode;  ///< child: what was put under root; kNoNode: something was said
    About before;
    Side side{};
  };

  const Nodes &nodes_;
  std::vector<Node> parents_, next_;
  std::vector<std::uint32_t> sizes_, depths_;
  std::vector<About> about_;
  std::vector<SaidNode> said_;
  std::vector<Entry> log_;
};

}  // namespace tileport::certificate
