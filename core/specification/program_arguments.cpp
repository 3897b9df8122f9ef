// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specification/program_arguments.h"

#include <algorithm>

#include "tileir/op_info.h"

namespace tileport::specification {

namespace {

using tileir::OpId;
using tileir::OpKind;
using tileir::Program;
using tileir::ValueId;

bool isPointer(const Program &program, ValueId value) {
  const tileir::Type &type = program.type(program.value(value).type);
  return type.kind == tileir::TypeKind::Tile && program.type(type.element).kind == tileir::TypeKind::Pointer;
}

void addTensor(const evidence::TensorSpecialisation &tensor, std::vector<ArgumentUse> &uses) {
  using Part = ArgumentUse::Part;
  uses.push_back({.parameter = tensor.name, .part = Part::Base});
  if (tensor.isPointer) return;  // its extents and strides are scalars of their own
  const std::uint32_t rank = tensor.rank.value_or(0);
  for (const Part part : {Part::Extent, Part::Stride})
    for (std::uint32_t axis = 0; axis < rank; ++axis) uses.push_back({.parameter = tensor.name, .part = part, .axis = axis});
}

/// What the arguments should be; nothing where a parameter is of a kind that is not known to be passed so.
std::vector<ArgumentUse> expected(const evidence::Specialisation &specialisation, std::vector<std::string> order) {
  std::vector<ArgumentUse> uses;
  if (order.empty()) {
    for (const auto &tensor : specialisation.tensors) order.push_back(tensor.name);
    for (const auto &scalar : specialisation.scalars) order.push_back(scalar.name);
  }
  std::size_t found = 0;
  for (const std::string &name : order) {
    if (const auto *tensor = evidence::findTensor(specialisation, name)) {
      if (tensor->isList) return {};
      addTensor(*tensor, uses);
      ++found;
    } else if (evidence::findScalar(specialisation, name) != nullptr) {
      uses.push_back({.parameter = name, .part = ArgumentUse::Part::Scalar});
      ++found;
    }
  }
  return found == specialisation.tensors.size() + specialisation.scalars.size() ? uses : std::vector<ArgumentUse>{};
}

Assumption assumptionOf(const Program &program, OpId op) {
  Assumption assumption{.op = op};
  const tileir::AttributeId id = program.attribute(op, "predicate");
  if (!id.valid()) return assumption;
  const tileir::Attribute &predicate = program.attribute(id);
  if (predicate.kind == tileir::AttributeKind::DivBy) assumption.divisor = static_cast<std::int64_t>(predicate.bits);
  if (predicate.kind == tileir::AttributeKind::Bounded) assumption.least = predicate.first;
  return assumption;
}

/// Follows each argument through the assumes that stand on it to what uses it.
void addUses(const Program &program, tileir::BlockId body, std::vector<ArgumentUse> &uses) {
  std::vector<std::optional<std::size_t>> argumentOf(program.valueCount());
  for (std::size_t i = 0; i < uses.size(); ++i) argumentOf[program.argument(body, i).index()] = i;
  for (std::size_t i = 0; i < program.opCount(); ++i) {
    const OpId op(i);
    const auto operands = program.operands(op);
    for (std::size_t k = 0; k < operands.size(); ++k) {
      const auto argument = argumentOf[operands[k].index()];
      if (!argument) continue;
      ArgumentUse &use = uses[*argument];
      if (program.op(op).kind == OpKind::Assume) {
        use.assumptions.push_back(assumptionOf(program, op));
        argumentOf[program.result(op, 0).index()] = argument;
        continue;
      }
      use.used = true;
      if (use.part != ArgumentUse::Part::Base) continue;
      const bool viewed = program.op(op).kind == OpKind::MakeTensorView && k == 0;
      if (!use.viewed && !use.addressed) use.firstUse = op;
      (viewed ? use.viewed : use.addressed) = true;
    }
  }
}

}  // namespace

Mask maskOf(const Program &program, OpId op) {
  const auto operands = tileir::info(program.op(op).kind).operands;
  for (std::size_t k = 0; k < operands.size(); ++k)
    if (operands[k].name == "mask") return program.operands(op, k).empty() ? Mask::Absent : Mask::Given;
  return Mask::None;
}

std::vector<ArgumentUse> argumentUses(const Program &program, const evidence::Specialisation &specialisation,
                                      const std::vector<std::string> &order) {
  if (program.functionCount() == 0) return {};
  const tileir::BlockId body = program.bodyOf(tileir::FunctionId(0));
  std::vector<ArgumentUse> uses = expected(specialisation, order);
  if (uses.size() != program.block(body).arguments.count) return {};
  for (std::size_t i = 0; i < uses.size(); ++i)
    if (isPointer(program, program.argument(body, i)) != (uses[i].part == ArgumentUse::Part::Base)) return {};
  addUses(program, body, uses);
  return uses;
}

}  // namespace tileport::specification
