// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rule permuted: tiles of the same elements with their dimensions in another order (docs/rules.md).
#include <algorithm>
#include <numeric>

#include "certificate/rewriting.h"

namespace tileport::certificate {

using tileir::OpKind;

namespace {

constexpr std::size_t kMostBases = 64;  // that a tile is looked at as a permute of

/// Of a dimension of `outer` by way of `inner`.
DimensionOrder composed(const DimensionOrder &outer, const DimensionOrder &inner) {
  DimensionOrder order;
  for (const std::size_t n : outer) order.push_back(inner[n]);
  return order;
}

DimensionOrder inverse(const DimensionOrder &order) {
  DimensionOrder back(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) back[order[i]] = i;
  return back;
}

}  // namespace

bool isDimensionOrder(const DimensionOrder &order, std::size_t rank) {
  std::vector<bool> seen(rank);
  for (const std::size_t n : order) {
    if (n >= rank || seen[n]) return false;
    seen[n] = true;
  }
  return order.size() == rank;
}

std::optional<DimensionOrder> Rewriting::orderOfPermute(Node node) const {
  if (!nodes_.isResult(node) || nodes_.isTerm(node) || nodes_.kind(node) != OpKind::Permute) return std::nullopt;
  const tileir::Program &program = canonical_.program(nodes_.side(node));
  const tileir::AttributeId attribute = program.attribute(nodes_.op(node), "permutation");
  if (!attribute.valid()) return std::nullopt;
  DimensionOrder order;
  for (const std::int64_t n : program.attribute(attribute).numbers) order.push_back(static_cast<std::size_t>(n));
  if (!isDimensionOrder(order, nodes_.typeInfo(node).shape.size())) return std::nullopt;
  return order;
}

/// All that the tile is known to be a permute of, itself first: by the ops that make it, by loads that are turned.
std::vector<Rewriting::Permuted> Rewriting::basesOf(Node node) const {
  DimensionOrder same(nodes_.typeInfo(node).shape.size());
  std::iota(same.begin(), same.end(), 0);
  std::vector<Permuted> bases{{classes_.find(node), same}};
  const auto add = [&](Node base, const DimensionOrder &step, const DimensionOrder &before) {
    Permuted made{classes_.find(base), composed(before, step)};
    if (bases.size() < kMostBases && std::find(bases.begin(), bases.end(), made) == bases.end()) bases.push_back(std::move(made));
  };
  for (std::size_t i = 0; i < bases.size(); ++i) {
    const Permuted at = bases[i];
    anyDefinition(at.base, [&](Node definition) {
      if (const auto order = orderOfPermute(definition)) add(nodes_.operand(definition, 0), *order, at.order);
      return false;
    });
    for (const TurnedLoad &load : turned_) {
      if (!effort_.spend(1)) return bases;
      if (classes_.equal(load.reference, at.base)) add(load.port, load.order, at.order);
      if (classes_.equal(load.port, at.base)) add(load.reference, inverse(load.order), at.order);
    }
  }
  return bases;
}

bool Rewriting::isPermuted(Node a, Node b, const DimensionOrder &order) const {
  if (nodes_.typeInfo(a).kind != tileir::TypeKind::Tile || nodes_.typeInfo(b).kind != tileir::TypeKind::Tile) return false;
  if (!isDimensionOrder(order, nodes_.typeInfo(a).shape.size()) || order.size() != nodes_.typeInfo(b).shape.size()) return false;
  const std::vector<Permuted> left = basesOf(a), right = basesOf(b);
  return std::any_of(right.begin(), right.end(), [&](const Permuted &base) {
    return std::find(left.begin(), left.end(), Permuted{base.base, composed(order, base.order)}) != left.end();
  });
}

bool Rewriting::permuted(const Claim &claim) const {
  DimensionOrder same(nodes_.typeInfo(claim.a).shape.size());
  std::iota(same.begin(), same.end(), 0);
  return isPermuted(claim.a, claim.b, same);
}

}  // namespace tileport::certificate
