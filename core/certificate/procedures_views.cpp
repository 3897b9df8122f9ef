// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rules about shapes and views (docs/rules.md).
#include <algorithm>

#include "certificate/rewriting.h"

namespace tileport::certificate {

using tileir::OpKind;
using tileir::TypeKind;

bool Rewriting::reshapeReshape(const Claim &claim) {
  const auto isReshape = [&](Node node) { return nodes_.kind(node) == OpKind::Reshape; };
  return anyDefinition(claim.a, [&](Node outer) {
    return isReshape(outer) && anyDefinition(nodes_.operand(outer, 0), [&](Node inner) {
             if (!isReshape(inner)) return false;
             const Node source = nodes_.operand(inner, 0);
             // Back to what it was, or the same way at once.
             return classes_.equal(source, claim.b) || anyDefinition(claim.b, [&](Node other) {
                      return isReshape(other) && classes_.equal(nodes_.operand(other, 0), source);
                    });
           });
  });
}

/// The number that a constant is, read with its sign.
std::optional<std::int64_t> Rewriting::numberOf(Node node) const {
  const Node constant = classes_.constantOf(node);
  const unsigned width = nodes_.width(node);
  if (constant == kNoNode || width == 0) return std::nullopt;
  return static_cast<std::int64_t>(*nodes_.constant(constant) << (64 - width)) >> (64 - width);
}

/// What a tensor view's type leaves open is given by its operands, extents before strides, behind the base. Dimensions count extents, then
/// strides.
std::optional<Rewriting::Extent> Rewriting::extentOf(Node view, std::size_t dimension) const {
  const tileir::Type &type = nodes_.typeInfo(view);
  if (type.kind != TypeKind::TensorView || type.shape.size() != type.strides.size() || dimension >= 2 * type.shape.size())
    return std::nullopt;
  std::size_t operand = 1;
  for (std::size_t i = 0; i <= dimension; ++i) {
    const std::int64_t number = i < type.shape.size() ? type.shape[i] : type.strides[i - type.shape.size()];
    if (i == dimension && number != tileir::kDynamic) return Extent{number, kNoNode};
    if (i == dimension && operand < nodes_.operandCount(view))
      return Extent{numberOf(nodes_.operand(view, operand)), nodes_.operand(view, operand)};
    operand += number == tileir::kDynamic;
  }
  return std::nullopt;
}

bool Rewriting::sameTensorView(Node a, Node b) {
  const tileir::Type &x = nodes_.typeInfo(a), &y = nodes_.typeInfo(b);
  if (nodes_.isTerm(a) || nodes_.isTerm(b) || x.kind != TypeKind::TensorView || y.kind != TypeKind::TensorView) return false;
  const auto attributeOf = [](const tileir::Type &type) { return type.pointerAttr.value_or(tileir::PtrAttr::None); };
  if (x.shape.size() != y.shape.size() || attributeOf(x) != attributeOf(y)) return false;
  // The element is the pointee of the base, and the bases are equal.
  if (nodes_.type(nodes_.operand(a, 0)) != nodes_.type(nodes_.operand(b, 0)) || !classes_.equal(nodes_.operand(a, 0), nodes_.operand(b, 0)))
    return false;
  for (std::size_t i = 0; i < 2 * x.shape.size(); ++i) {
    const auto one = extentOf(a, i), other = extentOf(b, i);
    if (!one || !other) return false;
    // A stride that one type says and the other leaves open is another contract, whatever it is.
    const bool isExtent = i < x.shape.size(), bothSaid = one->operand == kNoNode && other->operand == kNoNode;
    const bool equalNumbers = (isExtent || bothSaid) && one->number && other->number && *one->number == *other->number;
    const bool equalOperands = one->operand != kNoNode && other->operand != kNoNode && classes_.equal(one->operand, other->operand);
    if (!equalNumbers && !equalOperands) return false;
  }
  return true;
}

/// A partition is a strided view that steps by its tile.
bool Rewriting::sameTiledView(Node a, Node b) {
  const tileir::Type &x = nodes_.typeInfo(a), &y = nodes_.typeInfo(b);
  const auto isTiled = [](const tileir::Type &type) { return type.kind == TypeKind::PartitionView || type.kind == TypeKind::StridedView; };
  if (nodes_.isTerm(a) || nodes_.isTerm(b) || !isTiled(x) || !isTiled(y)) return false;
  const auto stepsOf = [](const tileir::Type &type) { return type.kind == TypeKind::PartitionView ? type.shape : type.strides; };
  return x.shape == y.shape && x.dimMap == y.dimMap && x.padding == y.padding && stepsOf(x) == stepsOf(y) &&
         classes_.equal(nodes_.operand(a, 0), nodes_.operand(b, 0));
}

bool Rewriting::sameView(const Claim &claim) {
  return anyDefinition(claim.a, [&](Node a) {
    return anyDefinition(claim.b, [&](Node b) {
      const bool tensors = nodes_.kind(a) == OpKind::MakeTensorView && nodes_.kind(b) == OpKind::MakeTensorView;
      return tensors ? sameTensorView(a, b) : sameTiledView(a, b);
    });
  });
}

/// The number of tiles along a dimension is its extent divided by the tile's, rounded up.
bool Rewriting::indexSpace(const Claim &claim) {
  const Node a = nodes_.root(claim.a);
  if (!nodes_.op(a).valid() || nodes_.kind(a) != OpKind::GetIndexSpaceShape || nodes_.width(a) == 0) return false;
  const tileir::Program &program = canonical_.program(nodes_.side(a));
  const std::size_t n = program.value(nodes_.value(a)).index;
  return anyDefinition(nodes_.operand(a, 0), [&](Node view) {
    const tileir::Type &type = nodes_.typeInfo(view);
    if (nodes_.kind(view) != OpKind::MakePartitionView || n >= type.shape.size() || n >= type.dimMap.size() || type.dimMap[n] < 0)
      return false;
    const std::int64_t tile = type.shape[n];
    return tile > 0 && anyDefinition(nodes_.operand(view, 0), [&](Node tensor) {
             if (nodes_.kind(tensor) != OpKind::MakeTensorView) return false;
             const auto extent = extentOf(tensor, static_cast<std::size_t>(type.dimMap[n]));
             if (!extent) return false;
             if (extent->number) return *extent->number >= 0 && numberOf(claim.b) == (*extent->number + tile - 1) / tile;
             if (nodes_.type(extent->operand) != nodes_.type(a) || intervals_.of(extent->operand).strict.low < 0) return false;
             if (tile == 1 && classes_.equal(extent->operand, claim.b)) return true;
             return anyDefinition(claim.b, [&](Node division) {
               return nodes_.kind(division) == OpKind::DivI &&
                      nodes_.ordinal(division, "signedness") == static_cast<std::uint64_t>(tileir::Signedness::Signed) &&
                      nodes_.ordinal(division, "rounding") == static_cast<std::uint64_t>(tileir::RoundingMode::PositiveInf) &&
                      classes_.equal(nodes_.operand(division, 0), extent->operand) && numberOf(nodes_.operand(division, 1)) == tile;
             });
           });
  });
}

bool Rewriting::tensorShape(const Claim &claim) {
  const Node a = nodes_.root(claim.a);
  if (!nodes_.op(a).valid() || nodes_.kind(a) != OpKind::GetTensorShape || nodes_.width(a) == 0) return false;
  const std::size_t n = canonical_.program(nodes_.side(a)).value(nodes_.value(a)).index;
  return anyDefinition(nodes_.operand(a, 0), [&](Node tensor) {
    if (nodes_.kind(tensor) != OpKind::MakeTensorView || n >= nodes_.typeInfo(tensor).shape.size()) return false;
    const auto extent = extentOf(tensor, n);
    if (!extent) return false;
    if (extent->number) return numberOf(claim.b) == extent->number;
    return nodes_.type(extent->operand) == nodes_.type(a) && classes_.equal(extent->operand, claim.b);
  });
}

}  // namespace tileport::certificate
