// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "certificate/polynomial.h"

#include <algorithm>

namespace tileport::certificate {

using tileir::OpKind;

namespace {

constexpr std::size_t kMostProducts = 64, kHighestDegree = 4, kMostMembers = 64, kMostNodes = 2000;
constexpr unsigned kDeepest = 200;

std::uint64_t maskOf(unsigned width) { return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1; }

void add(Polynomial &to, const std::vector<Node> &product, std::uint64_t factor, unsigned width) {
  std::uint64_t &sum = to[product];
  sum = (sum + factor) & maskOf(width);
  if (sum == 0) to.erase(product);
}

bool isArithmetic(OpKind kind) {
  return kind == OpKind::AddI || kind == OpKind::SubI || kind == OpKind::MulI || kind == OpKind::NegI || kind == OpKind::ShLI;
}

std::optional<Polynomial> product(const Polynomial &a, const Polynomial &b, unsigned width) {
  if (a.size() * b.size() > kMostProducts * 4) return std::nullopt;
  Polynomial result;
  for (const auto &[left, m] : a)
    for (const auto &[right, n] : b) {
      std::vector<Node> both = left;
      both.insert(both.end(), right.begin(), right.end());
      if (both.size() > kHighestDegree) return std::nullopt;
      std::sort(both.begin(), both.end());
      add(result, both, m * n, width);
    }
  return result;
}

}  // namespace

Polynomial Expander::leaf(Node node) const { return {{{classes_.find(node)}, 1}}; }

Polynomial Expander::number(std::uint64_t bits, unsigned width) {
  Polynomial result;
  add(result, {}, bits, width);
  return result;
}

Polynomial Expander::sum(const Polynomial &a, const Polynomial &b, std::uint64_t factor, unsigned width) {
  Polynomial result = a;
  for (const auto &[product, n] : b) add(result, product, n * factor, width);
  return result;
}

Node Expander::definition(Node node) const {
  const auto gives = [&](Node each) {
    const Node under = nodes_.root(each);
    return nodes_.isResult(under) && isArithmetic(nodes_.kind(under)) && !nodes_.flagged(under);
  };
  if (gives(node)) return nodes_.root(node);
  Node found = kNoNode;
  if (search_)
    classes_.any(node, kMostMembers, [&](Node member) {
      effort_.spend(1);
      if (gives(member)) found = member;
      return found != kNoNode;
    });
  return found;
}

Polynomial Expander::expand(Node node, unsigned depth) {
  const Node root = classes_.find(node);
  if (const Node constant = classes_.constantOf(node); constant != kNoNode)
    return number(*nodes_.constant(constant), nodes_.width(constant));
  if (std::find(stops_.begin(), stops_.end(), root) != stops_.end()) return leaf(root);
  if (const auto at = found_.find(root); at != found_.end()) return at->second ? *at->second : leaf(root);
  if (depth > kDeepest || found_.size() > kMostNodes || !effort_.spend(8)) return leaf(root);
  const Node defined = definition(node);
  found_.emplace(root, std::nullopt);
  std::optional<Polynomial> result;
  if (defined != kNoNode) result = arithmetic(defined, depth + 1);
  if (!result || result->size() > kMostProducts) result = leaf(root);
  found_[root] = result;
  return *result;
}

std::optional<Polynomial> Expander::arithmetic(Node node, unsigned depth) {
  const unsigned width = nodes_.width(node);
  if (width == 0) return std::nullopt;
  const OpKind kind = nodes_.kind(node);
  const Polynomial x = expand(nodes_.operand(node, 0), depth);
  effort_.spend(x.size());
  if (kind == OpKind::NegI) return sum({}, x, ~std::uint64_t{0}, width);
  if (kind == OpKind::ShLI) {
    const Node by = classes_.constantOf(nodes_.operand(node, 1));
    if (by == kNoNode || *nodes_.constant(by) >= width) return std::nullopt;
    return sum({}, x, std::uint64_t{1} << *nodes_.constant(by), width);
  }
  const Polynomial y = expand(nodes_.operand(node, 1), depth);
  effort_.spend(x.size() * y.size());
  if (kind == OpKind::AddI) return sum(x, y, 1, width);
  if (kind == OpKind::SubI) return sum(x, y, ~std::uint64_t{0}, width);
  return product(x, y, width);
}

}  // namespace tileport::certificate
