// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "certificate/canonical.h"
#include "certificate/certificate.h"

namespace tileport::certificate {

/// The values of both programs and the terms of a certificate under numbers of one kind, and what each is defined by.
using Node = std::uint32_t;
inline constexpr Node kNoNode = UINT32_MAX;

class Nodes {
 public:
  /// Terms are checked here: one that is not well typed, or that refers to itself or to a later one, is no node.
  Nodes(const Canonical &canonical, const std::vector<Term> &terms);

  /// kNoNode for what there is not.
  Node of(const Ref &ref) const;
  Node of(Side side, tileir::ValueId value) const { return (side == Side::Reference ? 0 : port_) + value.value; }
  std::size_t count() const { return terms_ + termNodes_.size(); }
  /// Stands for a token that orders nothing.
  Node noOrder() const { return terms_ - 1; }

  bool isTerm(Node node) const { return node >= terms_; }
  bool isValue(Node node) const { return node < terms_ - 1; }
  Side side(Node node) const { return node < port_ ? Side::Reference : Side::Port; }
  tileir::ValueId value(Node node) const { return tileir::ValueId(node < port_ ? node : node - port_); }
  std::size_t term(Node node) const { return node - terms_; }
  std::size_t termCount() const { return termNodes_.size(); }

  /// The value under a chain of assume ops.
  Node root(Node node) const { return isValue(node) ? roots_[node] : node; }
  std::uint32_t type(Node node) const { return typeNumbers_[node]; }
  const tileir::Type &typeInfo(Node node) const { return canonical_.type(type(node)); }
  /// Of the elements of a tile of integers; 0 for all else.
  unsigned width(Node node) const { return widths_[node]; }

  // ---- The op that gives a node; of a value not seen through assume ops ------------------------------------------------
  bool isResult(Node node) const { return isTerm(node) || (isValue(node) && ops_[node].valid()); }
  /// Invalid for terms and arguments.
  tileir::OpId op(Node node) const { return isValue(node) ? ops_[node] : tileir::OpId(); }
  /// Only for a result.
  tileir::OpKind kind(Node node) const;
  std::size_t operandCount(Node node) const;
  Node operand(Node node, std::size_t n) const;
  /// Of an enum attribute with its default filled in; absent when the op has no such attribute.
  std::optional<std::uint64_t> ordinal(Node node, std::string_view attribute) const;
  /// Its overflow flags say more than none.
  bool flagged(Node node) const { return ordinal(node, "overflow").value_or(0) != 0; }
  /// The number that all elements of a constant of integers equal, zero-extended.
  std::optional<std::uint64_t> constant(Node node) const;
  /// Its element as bytes: of a constant of any type all of whose elements are equal, i1 as one byte.
  std::optional<std::string> splat(Node node) const;

  /// "%12" as in the listing is for people; here the number of the value and its op: "addi in line 7".
  std::string describe(Node node) const;

 private:
  bool isWellTyped(const Term &term, const std::vector<Node> &operands, std::uint32_t type) const;
  void addValues(Side side);

  const Canonical &canonical_;
  const std::vector<Term> &all_;
  Node port_, terms_;
  std::vector<Node> roots_;
  std::vector<std::uint32_t> typeNumbers_;
  std::vector<unsigned> widths_;
  std::vector<tileir::OpId> ops_;
  struct TermNode {
    bool valid = false;
    std::vector<Node> operands;
  };
  std::vector<TermNode> termNodes_;
};

/// "store_ptr_tko in line 12".
std::string nameAndLine(const tileir::Program &program, tileir::OpId op);

}  // namespace tileport::certificate
