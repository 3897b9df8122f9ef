// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <vector>

#include "certificate/nodes.h"
#include "certificate/structure.h"

namespace tileport::certificate {

/// Two blocks that are counterparts and that the replay is inside of, by side.
struct OpenBlock {
  std::array<tileir::BlockId, 2> blocks;
  std::array<tileir::OpId, 2> around;  ///< the ops that have them; invalid for the body of an entry
  std::uint32_t segment = 0;
  bool open = false;  ///< false: between two regions of `around`, or behind the last
};

/// Which values may be spoken of where the replay stands: those that every run that reaches that place has made, or makes for sure
/// without a stop between (Structure).
class Scopes {
 public:
  Scopes(const Nodes &nodes, const std::array<const Structure *, 2> &sides);

  /// Of a value or term; how many ops with regions are around what it is made of.
  unsigned depth(Node node) const { return depths_[node]; }
  const std::vector<std::uint32_t> &depths() const { return depths_; }

  void push(const OpenBlock &block);
  void pop();
  void open(const std::array<tileir::BlockId, 2> &blocks);
  void close();
  void nextSegment() { ++stack_.back().segment; }
  const OpenBlock &top() const { return stack_.back(); }
  std::size_t size() const { return stack_.size(); }

  bool visible(Node node) const;

 private:
  /// The value of each side that the term needs and that is seen least far.
  struct TermScope {
    bool valid = true;
    std::array<Node, 2> inner{kNoNode, kNoNode};
  };
  void addTerm(std::size_t term);
  bool narrow(TermScope &scope, Node value) const;
  bool seenFrom(Node outer, Node inner) const;
  bool isValueVisible(Node node) const;
  const Structure &side(Node node) const { return *sides_[static_cast<std::size_t>(nodes_.side(node))]; }

  const Nodes &nodes_;
  std::array<const Structure *, 2> sides_;
  std::vector<std::uint32_t> depths_;
  std::vector<TermScope> terms_;
  std::vector<OpenBlock> stack_;
  std::array<std::vector<std::uint32_t>, 2> levels_;  ///< by block: its place in the stack + 1; 0 where it is not open
};

}  // namespace tileport::certificate
