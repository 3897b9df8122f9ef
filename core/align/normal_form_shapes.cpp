// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "align/normal_form.h"

/// The rules of docs/rules.md for shapes and views.
namespace tileport::align {

using tileir::OpId;
using tileir::OpKind;
using tileir::Program;
using tileir::RoundingMode;
using tileir::Signedness;
using tileir::ValueId;

namespace {

/// Of leaves that stand for a number of a view that is not made here, and for a number itself.
constexpr std::uint32_t kExtentLeaf = 100, kNumberLeaf = 101;

/// Each element of the result comes of the same element of the one operand.
bool isUnaryElementwise(OpKind kind) {
  switch (kind) {
    case OpKind::AbsF:
    case OpKind::Ceil:
    case OpKind::Cos:
    case OpKind::Cosh:
    case OpKind::Exp:
    case OpKind::Exp2:
    case OpKind::ExtI:
    case OpKind::FToF:
    case OpKind::FToI:
    case OpKind::Floor:
    case OpKind::IToF:
    case OpKind::Log:
    case OpKind::Log2:
    case OpKind::NegF:
    case OpKind::Rsqrt:
    case OpKind::Sin:
    case OpKind::Sinh:
    case OpKind::Sqrt:
    case OpKind::Tan:
    case OpKind::Tanh:
    case OpKind::TruncI: return true;
    default: return false;
  }
}

IntegerOp extensionOf(const Program &program, OpId op) {
  const tileir::AttributeId sign = program.attribute(op, "signedness");
  return {OpKind::ExtI, sign.valid() ? std::optional(static_cast<Signedness>(program.attribute(sign).bits)) : std::nullopt};
}

std::int64_t elementCount(const std::vector<std::int64_t> &shape) {
  std::int64_t count = 1;
  for (const std::int64_t extent : shape)
    if (extent <= 0 || __builtin_mul_overflow(count, extent, &count)) return 0;
  return count;
}

}  // namespace

TermId NormalForm::shape(const Site &site) {
  const Program &program = site.side.graph.program();
  if (site.terms.size() != 1) return opaque(site);
  if (program.op(site.op).kind == OpKind::Broadcast && elementCount(program.type(program.value(site.values[0]).type).shape) != 1 &&
      !isSpread(site.terms[0]))
    return opaque(site);
  return reshaped(site, site.terms[0], site.values[0], site.type, 0);
}

/// `source`, the term of `value`, brought to the type by the op, which keeps the order of the elements or repeats the only one.
TermId NormalForm::reshaped(const Site &site, TermId source, ValueId value, TermType type, int depth) {
  const Program &program = site.side.graph.program();
  if (isSpread(source) || elementCount(program.type(program.value(value).type).shape) == 1) {
    const TermId root = isSpread(source) ? terms_[source].operands[0] : source;
    const bool wasSpread = root != source;
    if (terms_[root].type == type) return wasSpread ? by(site, {"splat", root}) : root;
    if (const auto bits = terms_.constantBits(root)) return by(site, {"splat", terms_.constant(type, *bits)});
    const TermId made = terms_.opaque(spreadContent(), type, {root});
    return wasSpread ? by(site, {"splat", made}) : made;
  }
  const ValueId root = site.side.graph.rootOf(value);
  const OpId from = program.value(root).op;
  constexpr int kDeep = 8;
  const Term made = terms_[source];
  const bool isExtension =
      from.valid() && made.kind == Term::Kind::Integer && made.integer.kind == OpKind::ExtI && program.op(from).kind == OpKind::ExtI;
  const bool isOther = from.valid() && isUnaryElementwise(program.op(from).kind) && made.kind == Term::Kind::Opaque &&
                       made.content == contentOf(site.side, from);
  if (depth < kDeep && (isExtension || isOther)) {
    const ValueId inner = program.operands(from)[0];
    const tileir::Type &innerType = program.type(program.value(inner).type);
    const auto &shape = program.type(program.value(program.result(site.op, 0)).type).shape;
    const unsigned width = integerWidth(program, program.value(inner).type);
    const TermId under = reshaped(site, made.operands[0], inner, {site.side.graph.keys().tile(innerType.element, shape), width}, depth + 1);
    const TermId whole = isExtension ? terms_.integer(made.integer, type, {under}) : terms_.opaque(made.content, type, {under});
    return depth == 0 ? by(site, {"reshape_elementwise", whole}) : whole;
  }
  const Key content = interner_.intern("reshape");
  if (terms_[source].kind == Term::Kind::Opaque && terms_[source].content == content) {
    const TermId under = terms_[source].operands[0];
    return by(site, {"reshape_reshape", terms_[under].type == type ? under : terms_.opaque(content, type, {under})});
  }
  return terms_.opaque(content, type, {source});
}

/// An op by element of what is one element in another shape is that shape of the op of the element. Absent for all else.
std::optional<TermId> NormalForm::ofSpread(const Site &site) {
  const Program &program = site.side.graph.program();
  const OpKind kind = program.op(site.op).kind;
  if (site.terms.size() != 1 || !isUnaryElementwise(kind) || !isSpread(site.terms[0])) return std::nullopt;
  const ValueId turned = site.side.graph.rootOf(site.values[0]);
  const OpId reshape = program.value(turned).op;
  if (!reshape.valid() || program.op(reshape).kind != OpKind::Reshape) return std::nullopt;
  const ValueId single = program.operands(reshape)[0];
  const TermId root = terms_[site.terms[0]].operands[0];
  const ClassId id = site.side.graph.classOf(single);
  if (!id.valid() || get(site.side, id, site.side.graph.resultOf(single)) != root) return std::nullopt;
  const tileir::Type &given = program.type(program.value(program.result(site.op, 0)).type);
  const TermType type{site.side.graph.keys().tile(given.element, program.type(program.value(single).type).shape), site.type.width};
  const bool isExtension = kind == OpKind::ExtI && site.type.width != 0;
  const TermId under = isExtension ? terms_.integer(extensionOf(program, site.op), type, {root})
                                   : terms_.opaque(contentOf(site.side, site.op), type, {root});
  return by(site, {"reshape_elementwise", terms_.opaque(spreadContent(), site.type, {under})});
}

Key NormalForm::spreadContent() const { return interner_.intern("single element"); }

bool NormalForm::isSpread(TermId term) const { return terms_[term].kind == Term::Kind::Opaque && terms_[term].content == spreadContent(); }

/// How many tiles a partition has along a dimension, or elements a tensor: as far as the view is made here.
TermId NormalForm::extent(const Site &site, std::uint32_t n) {
  const Program &program = site.side.graph.program();
  const auto definition = [&](ValueId value) { return program.value(site.side.graph.rootOf(value)).op; };
  const TermId whole = terms_.opaque(contentOf(site.side, site.op), site.type, site.terms);
  const TermId unknown = terms_.leaf(kExtentLeaf, whole.value, n, site.type);
  OpId view = definition(site.values[0]);
  std::int64_t tile = 1;
  std::uint32_t dimension = n;
  if (program.op(site.op).kind == OpKind::GetIndexSpaceShape) {
    if (!view.valid() || program.op(view).kind != OpKind::MakePartitionView) return unknown;
    const tileir::Type &type = program.type(program.value(program.result(view, 0)).type);
    if (n >= type.shape.size() || n >= type.dimMap.size() || type.dimMap[n] < 0) return unknown;
    tile = type.shape[n];
    dimension = static_cast<std::uint32_t>(type.dimMap[n]);
    view = definition(program.operands(view)[0]);
  }
  if (!view.valid() || program.op(view).kind != OpKind::MakeTensorView || site.type.width == 0) return unknown;
  const tileir::Type &tensor = program.type(program.value(program.result(view, 0)).type);
  if (dimension >= tensor.shape.size()) return unknown;
  TermId elements;
  if (tensor.shape[dimension] != tileir::kDynamic) {
    elements = terms_.constant(site.type, static_cast<std::uint64_t>(tensor.shape[dimension]));
  } else {
    const auto before = std::count(tensor.shape.begin(), tensor.shape.begin() + dimension, tileir::kDynamic);
    const ValueId operand = program.operands(view, 1)[static_cast<std::size_t>(before)];
    elements = get(site.side, site.side.graph.classOf(operand), site.side.graph.resultOf(operand));
    if (!elements.valid() || terms_[elements].type != site.type || site.side.ranges.strict(operand).lower < 0) return unknown;
  }
  if (program.op(site.op).kind == OpKind::GetTensorShape) return by(site, {"tensor_shape", elements});
  const TermId divisor = terms_.constant(site.type, static_cast<std::uint64_t>(tile));
  if (tile == 1) return by(site, {"index_space", elements, {elements, divisor}});
  if (const auto number = terms_.constantInteger(elements))
    return by(site,
              {"index_space", terms_.constant(site.type, static_cast<std::uint64_t>((*number + tile - 1) / tile)), {elements, divisor}});
  const TermId made = terms_.integer({OpKind::DivI, Signedness::Signed, RoundingMode::PositiveInf}, site.type, {elements, divisor});
  return by(site, {"index_space", made, {elements, divisor}});
}

// -- views ------------------------------------------------------------------------------------------------------------

/// An extent or a stride that the type gives is one with an operand that is that number.
TermId NormalForm::tensorView(const Site &site) {
  const Program &program = site.side.graph.program();
  const tileir::Type &type = program.type(program.value(program.result(site.op, 0)).type);
  if (program.op(site.op).segments.count != 3 || type.kind != tileir::TypeKind::TensorView) return opaque(site);
  std::vector<TermId> operands{site.terms[0]};
  std::size_t next = 1;
  bool isWritten = false;
  const auto number = [&](std::int64_t n) {
    const auto bits = static_cast<std::uint64_t>(n);
    return terms_.leaf(kNumberLeaf, static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32), {});
  };
  for (const std::vector<std::int64_t> *list : {&type.shape, &type.strides})
    for (const std::int64_t n : *list) {
      if (n != tileir::kDynamic) {
        operands.push_back(number(n));
        continue;
      }
      if (next >= site.terms.size()) return opaque(site);
      const TermId operand = site.terms[next++];
      // A stride that is not said to be 1 is another contract, whatever it is.
      const auto constant = list == &type.shape ? terms_.constantInteger(operand) : std::nullopt;
      isWritten |= constant.has_value();
      operands.push_back(constant ? number(*constant) : operand);
    }
  const std::string content = "V" + std::to_string(site.side.graph.keys().type(type.element)) + ':' + std::to_string(type.shape.size()) +
                              ':' + std::to_string(type.pointerAttr ? static_cast<int>(*type.pointerAttr) : -1);
  const TermId made = terms_.opaque(interner_.intern(content), {}, std::move(operands));
  return isWritten ? by(site, {"same_view", made}) : made;
}

/// A strided view that steps by its tile is a partition.
TermId NormalForm::tiledView(const Site &site) {
  const Program &program = site.side.graph.program();
  const tileir::Type &type = program.type(program.value(program.result(site.op, 0)).type);
  const bool isStrided = type.kind == tileir::TypeKind::StridedView;
  if (site.terms.size() != 1 || (!isStrided && type.kind != tileir::TypeKind::PartitionView)) return opaque(site);
  if (!program.attributes(site.op).empty()) return opaque(site);
  std::string content = "P";
  for (const std::int64_t n : type.shape) content += std::to_string(n) + ',';
  content += type.padding ? std::to_string(static_cast<int>(*type.padding)) : "-";
  for (const std::int32_t n : type.dimMap) content += ',' + std::to_string(n);
  if (isStrided && type.strides != type.shape)
    for (const std::int64_t n : type.strides) content += '/' + std::to_string(n);
  const TermId made = terms_.opaque(interner_.intern(content), {}, site.terms);
  return isStrided && type.strides == type.shape ? by(site, {"same_view", made}) : made;
}

}  // namespace tileport::align
