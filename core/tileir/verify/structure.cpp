// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the ODS asks: the parts of an op, and the types of its operands and results.
#include "tileir/consistency/check.h"
#include "tileir/verify/checker.h"

namespace tileport::tileir::verification {

namespace {

bool isForm(const Program &program, AttributeId id, const AttributeInfo &about) {
  if (!consistency::hasForm(program.data(), id, about)) return false;
  const AttributeKind kind = program.attribute(id).kind;
  return about.form != AttributeForm::Tagged || kind == AttributeKind::DivBy || kind == AttributeKind::SameElements ||
         kind == AttributeKind::Bounded;
}

bool checkOperandCounts(const OpView &op, const OpInfo &about) {
  const Slice segments = op.op().segments;
  if (segments.count != about.operands.size()) return op.fail("op-parts", "has another number of operand groups than it declares");
  std::uint64_t total = 0;
  for (std::size_t position = 0; position < about.operands.size(); ++position) {
    const std::uint32_t count = op.program().data().segments[segments.first + position];
    const Arity arity = about.operands[position].arity;
    const bool fits = arity == Arity::Variadic || (arity == Arity::Optional ? count <= 1 : count == 1);
    if (!fits) return op.fail("op-parts", std::to_string(count) + " operands for " + std::string(about.operands[position].name));
    total += count;
  }
  return total == op.op().operands.count || op.fail("op-parts", "has more or fewer operands than its groups count");
}

bool checkResultCount(const OpView &op, const OpInfo &about) {
  const std::size_t declared = about.results.size();
  const bool variadic = declared != 0 && about.results.back().variadic;
  const bool optional = constraintsOf(op.kind()).optionalResult;
  const std::size_t least = variadic || optional ? declared - 1 : declared;
  const std::size_t count = op.resultCount();
  if (count >= least && (variadic || count <= declared)) return true;
  return op.fail("op-parts", "has " + std::to_string(count) + " results, " + std::to_string(declared) + " are declared");
}

bool checkAttributes(const OpView &op, const OpInfo &about) {
  std::vector<bool> present(about.attributes.size());
  for (const NamedAttribute &use : op.program().attributes(op.id())) {
    if (use.slot >= about.attributes.size()) return op.fail("op-parts", "has an attribute that it does not declare");
    const AttributeInfo &declared = about.attributes[use.slot];
    if (!isForm(op.program(), use.value, declared))
      return op.fail("op-parts", std::string(declared.name) + " is an attribute of another kind than declared");
    if (op.checker().holdsDense(use.value)) return op.fail("attribute-dense", std::string(declared.name) + " holds dense elements");
    present[use.slot] = true;
  }
  for (std::size_t slot = 0; slot < present.size(); ++slot) {
    const AttributeInfo &declared = about.attributes[slot];
    const bool mayMiss = declared.optional || declared.defaultValue || declared.form == AttributeForm::BoolArray;
    if (!present[slot] && !mayMiss) return op.fail("op-parts", "lacks " + std::string(declared.name));
  }
  return true;
}

bool isElement(const Program &program, ElementClass wanted, const Type &element) {
  const bool scalar = element.kind == TypeKind::Scalar;
  const ScalarKind kind = element.scalar;
  const bool packed = scalar && isInteger(kind);
  switch (wanted) {
    case ElementClass::None: return false;
    case ElementClass::Any: return scalar || element.kind == TypeKind::Pointer;
    case ElementClass::Number: return scalar;
    case ElementClass::BaseFloat:
      return scalar && (kind == ScalarKind::F16 || kind == ScalarKind::BF16 || kind == ScalarKind::F32 || kind == ScalarKind::F64);
    case ElementClass::Float: return scalar && isFloat(kind);
    case ElementClass::Int: return packed && kind != ScalarKind::I4;
    case ElementClass::PackedInt: return packed;
    case ElementClass::Bool: return scalar && kind == ScalarKind::I1;
    case ElementClass::I32: return scalar && kind == ScalarKind::I32;
    case ElementClass::I64: return scalar && kind == ScalarKind::I64;
    case ElementClass::Ptr: return element.kind == TypeKind::Pointer;
    case ElementClass::IntOrPtr: return element.kind == TypeKind::Pointer || isElement(program, ElementClass::Int, element);
  }
  return false;
}

bool satisfies(const Program &program, const ValueConstraint &wanted, TypeId id) {
  const Type &type = program.type(id);
  if ((wanted.otherKinds & kindBit(type.kind)) != 0) return true;
  if (type.kind != TypeKind::Tile || (wanted.scalar && !type.shape.empty())) return false;
  return isElement(program, wanted.tile, program.type(type.element));
}

bool checkOperandTypes(const OpView &op, const OpConstraints &wanted, const OpInfo &about) {
  for (std::size_t position = 0; position < wanted.operands.size(); ++position) {
    for (const ValueId value : op.operands(position)) {
      if (satisfies(op.program(), wanted.operands[position], op.typeOf(value))) continue;
      return op.fail("operand-type", std::string(about.operands[position].name) + " must be " +
                                         std::string(wanted.operands[position].summary) + ", is " + op.text(op.typeOf(value)));
    }
  }
  return true;
}

bool checkResultTypes(const OpView &op, const OpConstraints &wanted, const OpInfo &about) {
  for (std::size_t n = 0; n < op.resultCount(); ++n) {
    const std::size_t position = std::min(n, wanted.results.size() - 1);
    if (satisfies(op.program(), wanted.results[position], op.result(n))) continue;
    return op.fail("result-type", std::string(about.results[position].name) + " must be " + std::string(wanted.results[position].summary) +
                                      ", is " + op.text(op.result(n)));
  }
  return true;
}

/// The type of a variable that has exactly one value.
TypeId typeOfVariable(const OpView &op, Variable variable) {
  return variable.result ? op.result(variable.position) : op.operand(variable.position);
}

bool checkSameTypes(const OpView &op, const OpConstraints &wanted, const OpInfo &about) {
  const auto name = [&](Variable variable) {
    return std::string(variable.result ? about.results[variable.position].name : about.operands[variable.position].name);
  };
  for (const auto group : wanted.same) {
    const TypeId first = typeOfVariable(op, group.front());
    for (const Variable other : group.subspan(1)) {
      const TypeId type = typeOfVariable(op, other);
      if (op.same(first, type)) continue;
      return op.fail("same-type",
                     name(group.front()) + " and " + name(other) + " must have one type, are " + op.text(first) + " and " + op.text(type));
    }
  }
  return true;
}

bool checkRegions(const OpView &op, const OpConstraints &wanted) {
  const Program &program = op.program();
  for (std::size_t n = 0; n < wanted.regions.size(); ++n) {
    const Region &region = program.region(program.region(op.id(), n));
    if (region.blocks.count < wanted.regions[n].least || region.blocks.count > wanted.regions[n].most)
      return op.fail("region-blocks", "region " + std::to_string(n) + " has " + std::to_string(region.blocks.count) + " blocks");
    for (std::uint32_t i = 0; i < region.blocks.count; ++i) {
      const Block &block = program.block(BlockId(region.blocks.first + i));
      if (wanted.noRegionArguments && block.arguments.count != 0)
        return op.fail("region-arguments", "region " + std::to_string(n) + " must not have arguments");
    }
  }
  return true;
}

}  // namespace

bool checkParts(const OpView &op) {
  const OpInfo &about = info(op.kind());
  if (!about.inBody) return op.fail("op-parts", "stands in a body");
  if (!checkOperandCounts(op, about) || !checkResultCount(op, about) || !checkAttributes(op, about)) return false;
  return op.op().regions.count == about.regionCount || op.fail("op-parts", "has " + std::to_string(op.op().regions.count) + " regions, " +
                                                                               std::to_string(about.regionCount) + " are declared");
}

bool checkConstraints(const OpView &op) {
  const OpInfo &about = info(op.kind());
  const OpConstraints &wanted = constraintsOf(op.kind());
  return checkOperandTypes(op, wanted, about) && checkResultTypes(op, wanted, about) && checkSameTypes(op, wanted, about) &&
         checkRegions(op, wanted);
}

}  // namespace tileport::tileir::verification
