// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "certificate/nodes.h"

#include <algorithm>
#include <cstring>

namespace tileport::certificate {

using tileir::OpKind;
using tileir::Program;
using tileir::ScalarKind;
using tileir::Type;
using tileir::TypeKind;
using tileir::ValueId;

namespace {

struct TermShape {
  OpKind kind;
  std::size_t operands;
  std::vector<std::string_view> attributes;
};

/// The ops that a term may be. Each is defined for integers of any width.
const TermShape *shapeOf(OpKind kind) {
  static const std::vector<TermShape> shapes = {
      {OpKind::AddI, 2, {}},
      {OpKind::SubI, 2, {}},
      {OpKind::MulI, 2, {}},
      {OpKind::ShLI, 2, {}},
      {OpKind::NegI, 1, {}},
      {OpKind::AbsI, 1, {}},
      {OpKind::AndI, 2, {}},
      {OpKind::OrI, 2, {}},
      {OpKind::XOrI, 2, {}},
      {OpKind::DivI, 2, {"rounding", "signedness"}},
      {OpKind::RemI, 2, {"signedness"}},
      {OpKind::MinI, 2, {"signedness"}},
      {OpKind::MaxI, 2, {"signedness"}},
      {OpKind::ShRI, 2, {"signedness"}},
      {OpKind::CmpI, 2, {"comparison_predicate", "signedness"}},
      {OpKind::ExtI, 1, {"signedness"}},
      {OpKind::TruncI, 1, {}},
      {OpKind::Select, 3, {}},
      {OpKind::Constant, 0, {}},
      {OpKind::Reshape, 1, {}},
      {OpKind::Broadcast, 1, {}},
  };
  const auto at = std::find_if(shapes.begin(), shapes.end(), [&](const TermShape &s) { return s.kind == kind; });
  return at == shapes.end() ? nullptr : &*at;
}

std::size_t elementCount(const Type &tile) {
  std::size_t count = 1;
  for (const std::int64_t extent : tile.shape) count *= static_cast<std::size_t>(std::max<std::int64_t>(extent, 1));
  return count;
}

const tileir::AttributeInfo *attributeNamed(OpKind kind, std::string_view name) {
  for (const tileir::AttributeInfo &each : tileir::info(kind).attributes)
    if (each.name == name) return &each;
  return nullptr;
}

/// Just the attributes of its kind, each with an ordinal that there is.
bool hasItsAttributes(const Term &term, const TermShape &shape) {
  if (term.attributes.size() != shape.attributes.size()) return false;
  for (const std::string_view name : shape.attributes) {
    const auto given = std::find_if(term.attributes.begin(), term.attributes.end(), [&](const auto &each) { return each.first == name; });
    const tileir::AttributeInfo *about = attributeNamed(term.kind, name);
    if (given == term.attributes.end() || !about || given->second >= tileir::enumCount(about->enumKind)) return false;
    if (name == "rounding" && given->second != static_cast<std::uint64_t>(tileir::RoundingMode::Zero) &&
        given->second != static_cast<std::uint64_t>(tileir::RoundingMode::NegativeInf) &&
        given->second != static_cast<std::uint64_t>(tileir::RoundingMode::PositiveInf))
      return false;
  }
  return true;
}

}  // namespace

Nodes::Nodes(const Canonical &canonical, const std::vector<Term> &terms)
    : canonical_(canonical),
      all_(terms),
      port_(static_cast<Node>(canonical.program(Side::Reference).valueCount())),
      terms_(port_ + static_cast<Node>(canonical.program(Side::Port).valueCount()) + 1) {
  addValues(Side::Reference);
  addValues(Side::Port);
  typeNumbers_.push_back(Canonical::kUnknown);  // of noOrder
  widths_.push_back(0);
  termNodes_.resize(terms.size());
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const Term &term = terms[i];
    TermNode &made = termNodes_[i];
    const Node typed = term.typeOf.kind == Ref::Kind::Term ? kNoNode : of(term.typeOf);
    const std::uint32_t type = typed == kNoNode ? Canonical::kUnknown : typeNumbers_[typed];
    typeNumbers_.push_back(type);
    widths_.push_back(type == Canonical::kUnknown ? 0 : widths_[typed]);
    const TermShape *shape = shapeOf(term.kind);
    if (!shape || type == Canonical::kUnknown || term.operands.size() != shape->operands || !hasItsAttributes(term, *shape)) continue;
    bool known = true;
    for (const Ref &operand : term.operands) {
      const bool later = operand.kind == Ref::Kind::Term && operand.number >= i;
      made.operands.push_back(later ? kNoNode : of(operand));
      known = known && made.operands.back() != kNoNode;
    }
    made.valid = known && isWellTyped(term, made.operands, type);
  }
}

void Nodes::addValues(Side side) {
  const Program &program = canonical_.program(side);
  for (std::size_t i = 0; i < program.valueCount(); ++i) {
    const tileir::Value &value = program.value(ValueId(i));
    roots_.push_back(of(side, ValueId(i)));
    ops_.push_back(value.op);
    typeNumbers_.push_back(canonical_.type(side, value.type));
    const Type &type = program.type(value.type);
    widths_.push_back(type.kind == TypeKind::Tile ? integerWidth(program, type.element) : 0);
  }
  for (std::size_t i = 0; i < program.opCount(); ++i) {
    const tileir::OpId op(i);
    if (program.op(op).kind == OpKind::Assume) roots_[of(side, program.result(op, 0))] = roots_[of(side, program.operands(op)[0])];
  }
}

bool Nodes::isWellTyped(const Term &term, const std::vector<Node> &operands, std::uint32_t type) const {
  const Type &result = canonical_.type(type);
  if (result.kind != TypeKind::Tile) return false;
  const auto elementWidth = [&](std::uint32_t number) {
    const Type &element = canonical_.type(canonical_.element(number));
    if (element.kind != TypeKind::Scalar) return 0u;
    switch (element.scalar) {
      case ScalarKind::I1: return 1u;
      case ScalarKind::I4: return 4u;
      case ScalarKind::I8: return 8u;
      case ScalarKind::I16: return 16u;
      case ScalarKind::I32: return 32u;
      case ScalarKind::I64: return 64u;
      default: return 0u;
    }
  };
  const unsigned width = elementWidth(type);
  const auto typeOf = [&](std::size_t n) { return typeNumbers_[operands[n]]; };
  for (const Node operand : operands)
    if (typeNumbers_[operand] == Canonical::kUnknown || canonical_.type(typeNumbers_[operand]).kind != TypeKind::Tile) return false;
  const auto sameShape = [&](std::size_t n) { return canonical_.type(typeOf(n)).shape == result.shape; };
  switch (term.kind) {
    case OpKind::Constant: return width != 0 && (width == 64 || term.bits >> width == 0);
    case OpKind::Select: return elementWidth(typeOf(0)) == 1 && sameShape(0) && typeOf(1) == type && typeOf(2) == type;
    case OpKind::CmpI: return width == 1 && typeOf(0) == typeOf(1) && elementWidth(typeOf(0)) != 0 && sameShape(0);
    case OpKind::ExtI: return width > elementWidth(typeOf(0)) && elementWidth(typeOf(0)) != 0 && sameShape(0);
    case OpKind::TruncI: return width != 0 && width < elementWidth(typeOf(0)) && sameShape(0);
    case OpKind::Reshape:
      return canonical_.element(type) == canonical_.element(typeOf(0)) && elementCount(result) == elementCount(canonical_.type(typeOf(0)));
    case OpKind::Broadcast: {
      const Type &from = canonical_.type(typeOf(0));
      if (canonical_.element(type) != canonical_.element(typeOf(0)) || from.shape.size() != result.shape.size()) return false;
      for (std::size_t i = 0; i < from.shape.size(); ++i)
        if (from.shape[i] != result.shape[i] && from.shape[i] != 1) return false;
      return true;
    }
    default:
      for (std::size_t i = 0; i < operands.size(); ++i)
        if (typeOf(i) != type) return false;
      return width != 0;
  }
}

Node Nodes::of(const Ref &ref) const {
  switch (ref.kind) {
    case Ref::Kind::Reference: return ref.number < port_ ? ref.number : kNoNode;
    case Ref::Kind::Port: return ref.number < terms_ - 1 - port_ ? port_ + ref.number : kNoNode;
    case Ref::Kind::Term: return ref.number < termNodes_.size() && termNodes_[ref.number].valid ? terms_ + ref.number : kNoNode;
  }
  return kNoNode;
}

OpKind Nodes::kind(Node node) const { return isTerm(node) ? all_[term(node)].kind : canonical_.program(side(node)).op(ops_[node]).kind; }

std::size_t Nodes::operandCount(Node node) const {
  return isTerm(node) ? termNodes_[term(node)].operands.size() : canonical_.program(side(node)).op(ops_[node]).operands.count;
}

Node Nodes::operand(Node node, std::size_t n) const {
  return isTerm(node) ? termNodes_[term(node)].operands[n] : of(side(node), canonical_.program(side(node)).operands(ops_[node])[n]);
}

std::optional<std::uint64_t> Nodes::ordinal(Node node, std::string_view name) const {
  if (isTerm(node)) {
    for (const auto &[given, ordinal] : all_[term(node)].attributes)
      if (given == name) return ordinal;
    return std::nullopt;
  }
  const Program &program = canonical_.program(side(node));
  const tileir::AttributeId id = program.attribute(ops_[node], name);
  if (id.valid()) return program.attribute(id).bits;
  const tileir::AttributeInfo *about = attributeNamed(program.op(ops_[node]).kind, name);
  return about ? about->defaultValue : std::nullopt;
}

std::optional<std::string> Nodes::splat(Node node) const {
  if (!isResult(node) || kind(node) != OpKind::Constant) return std::nullopt;
  if (!isTerm(node)) return splatElement(canonical_.program(side(node)), canonical_.program(side(node)).attribute(ops_[node], "value"));
  const std::uint64_t bits = all_[term(node)].bits;
  std::string bytes(std::max<std::size_t>(widths_[node] / 8, 1), '\0');
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(bits >> (8 * i));
  return bytes;
}

std::optional<std::uint64_t> Nodes::constant(Node node) const {
  const unsigned bitCount = width(node);
  const auto bytes = bitCount == 0 || bitCount == 4 ? std::nullopt : splat(node);
  if (!bytes || bytes->size() != std::max<std::size_t>(bitCount / 8, 1)) return std::nullopt;
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < bytes->size(); ++i) bits |= std::uint64_t{static_cast<unsigned char>((*bytes)[i])} << (8 * i);
  return bits;
}

std::string Nodes::describe(Node node) const {
  if (isTerm(node)) return "term " + std::to_string(term(node));
  if (!isValue(node)) return "no order";
  const Program &program = canonical_.program(side(node));
  const char *const of = side(node) == Side::Reference ? "reference" : "port";
  if (!ops_[node].valid()) return "argument " + std::to_string(program.value(value(node)).index) + " of a block of the " + of;
  return nameAndLine(program, ops_[node]) + " of the " + of;
}

std::string nameAndLine(const Program &program, tileir::OpId op) {
  return std::string(tileir::info(program.op(op).kind).mnemonic) + " in line " +
         std::to_string(program.listing().opLines[op.index()].first + 1);
}

}  // namespace tileport::certificate
