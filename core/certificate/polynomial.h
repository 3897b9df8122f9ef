// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "certificate/classes.h"

namespace tileport::certificate {

/// What is left of the work that a check may do, in small pieces.
class Effort {
 public:
  explicit Effort(std::uint64_t left) : left_(left) {}
  bool spend(std::uint64_t pieces) {
    left_ -= pieces < left_ ? pieces : left_;
    return left_ != 0;
  }
  bool spent() const { return left_ == 0; }

 private:
  std::uint64_t left_;
};

/// Integer arithmetic as a polynomial modulo 2^width over classes of equal values: products, each with its factor.
using Polynomial = std::map<std::vector<Node>, std::uint64_t>;

class Expander {
 public:
  /// `stops` are classes that stay as they are. With `search`, of a value that no arithmetic gives, those that equal it are looked at.
  Expander(const Nodes &nodes, const Classes &classes, Effort &effort, std::span<const Node> stops, bool search)
      : nodes_(nodes), classes_(classes), effort_(effort), stops_(stops), search_(search) {}

  Polynomial of(Node node) { return expand(node, 0); }
  Polynomial leaf(Node node) const;
  static Polynomial number(std::uint64_t bits, unsigned width);
  static Polynomial sum(const Polynomial &a, const Polynomial &b, std::uint64_t factor, unsigned width);

 private:
  Polynomial expand(Node node, unsigned depth);
  std::optional<Polynomial> arithmetic(Node node, unsigned depth);
  Node definition(Node node) const;

  const Nodes &nodes_;
  const Classes &classes_;
  Effort &effort_;
  std::span<const Node> stops_;
  bool search_;
  std::unordered_map<Node, std::optional<Polynomial>> found_;  ///< absent: being worked out
};

}  // namespace tileport::certificate
