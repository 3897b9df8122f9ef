// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/roles.h"

#include <algorithm>
#include <map>

#include "align/differences.h"

namespace tileport::align {

namespace {

using tileir::OpId;
using tileir::OpKind;
using tileir::Program;
using tileir::TypeKind;
using tileir::ValueId;

/// The entry argument that a value is, seen through assume ops; absent when it is none.
std::optional<std::uint32_t> argumentBehind(const Program &program, tileir::BlockId body, ValueId value) {
  while (program.value(value).op.valid() && program.op(program.value(value).op).kind == OpKind::Assume)
    value = program.operands(program.value(value).op)[0];
  const tileir::Value &v = program.value(value);
  if (v.op.valid() || v.block != body) return std::nullopt;
  return v.index;
}

bool isPointer(const Program &program, ValueId argument) {
  const tileir::Type &type = program.type(program.value(argument).type);
  return type.kind == TypeKind::Tile && program.type(type.element).kind == TypeKind::Pointer;
}

bool isInteger(const Program &program, ValueId argument) {
  const tileir::Type &type = program.type(program.value(argument).type);
  return type.kind == TypeKind::Tile && program.type(type.element).kind == TypeKind::Scalar &&
         program.type(type.element).scalar <= tileir::ScalarKind::I64;
}

/// Roles by calling convention: each pointer opens a tensor; an even run of integers behind it is n extents, n strides.
std::vector<ArgumentRole> rolesByConvention(const Program &program, tileir::BlockId body) {
  const std::uint32_t count = program.block(body).arguments.count;
  std::vector<ArgumentRole> roles(count);
  std::uint32_t tensors = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!isPointer(program, program.argument(body, i))) continue;
    roles[i] = {ArgumentRole::Kind::Base, tensors, 0};
    std::uint32_t end = i + 1;
    while (end < count && isInteger(program, program.argument(body, end))) ++end;
    const std::uint32_t rank = (end - i - 1) / 2;
    for (std::uint32_t k = 0; (end - i - 1) % 2 == 0 && k < 2 * rank; ++k)
      roles[i + 1 + k] = {k < rank ? ArgumentRole::Kind::Extent : ArgumentRole::Kind::Stride, tensors, k % rank};
    ++tensors;
  }
  return roles;
}

/// Overwrites roles by what make_tensor_view does with the arguments. The first view that names an argument decides.
void rolesByViews(const Program &program, tileir::BlockId body, std::vector<ArgumentRole> &roles) {
  std::vector<bool> decided(roles.size(), false);
  const auto ops = program.ops(body);
  const std::size_t first = ops.empty() ? 0 : ops.front().index(), end = ops.empty() ? 0 : program.op(ops.back()).subtreeEnd.index();
  for (std::size_t i = first; i < end; ++i) {
    const OpId op{i};
    if (program.op(op).kind != OpKind::MakeTensorView) continue;
    const auto base = argumentBehind(program, body, program.operands(op, 0)[0]);
    if (!base || roles[*base].kind != ArgumentRole::Kind::Base) continue;
    const tileir::Type &view = program.type(program.value(program.result(op, 0)).type);
    const auto name = [&](std::size_t segment, const std::vector<std::int64_t> &dims, ArgumentRole::Kind kind) {
      std::size_t next = 0;
      for (std::uint32_t d = 0; d < dims.size(); ++d) {
        if (dims[d] != tileir::kDynamic || next >= program.operands(op, segment).size()) continue;
        const auto argument = argumentBehind(program, body, program.operands(op, segment)[next++]);
        if (!argument || decided[*argument] || roles[*argument].kind == ArgumentRole::Kind::Base) continue;
        roles[*argument] = {kind, roles[*base].tensor, d};
        decided[*argument] = true;
      }
    };
    name(1, view.shape, ArgumentRole::Kind::Extent);
    name(2, view.strides, ArgumentRole::Kind::Stride);
  }
}

void numberScalars(std::vector<ArgumentRole> &roles) {
  std::uint32_t scalars = 0;
  for (ArgumentRole &role : roles)
    if (role.kind == ArgumentRole::Kind::Scalar) role.tensor = scalars++;
}

/// Positions of the arguments that belong to each tensor's group: the base and what follows it before the next base.
std::vector<std::vector<std::uint32_t>> groups(const std::vector<ArgumentRole> &roles) {
  std::vector<std::vector<std::uint32_t>> list(1);
  for (std::uint32_t i = 0; i < roles.size(); ++i) {
    if (roles[i].kind == ArgumentRole::Kind::Base) list.emplace_back();
    list.back().push_back(i);
  }
  return list;
}

bool sameSignature(const Program &reference, tileir::FunctionId referenceEntry, const Program &port, tileir::FunctionId portEntry) {
  const tileir::BlockId l = reference.bodyOf(referenceEntry), r = port.bodyOf(portEntry);
  if (reference.block(l).arguments.count != port.block(r).arguments.count) return false;
  for (std::uint32_t i = 0; i < reference.block(l).arguments.count; ++i)
    if (!compareTypes(reference, reference.value(reference.argument(l, i)).type, port, port.value(port.argument(r, i)).type).empty())
      return false;
  return true;
}

}  // namespace

std::string ArgumentRole::toString() const {
  switch (kind) {
    case Kind::Base: return "base of tensor " + std::to_string(tensor);
    case Kind::Extent: return "extent " + std::to_string(dimension) + " of tensor " + std::to_string(tensor);
    case Kind::Stride: return "stride " + std::to_string(dimension) + " of tensor " + std::to_string(tensor);
    case Kind::Scalar: break;
  }
  return "scalar " + std::to_string(tensor);
}

std::vector<ArgumentRole> argumentRoles(const Program &program, tileir::FunctionId function) {
  const tileir::BlockId body = program.bodyOf(function);
  std::vector<ArgumentRole> roles = rolesByConvention(program, body);
  rolesByViews(program, body, roles);
  numberScalars(roles);
  return roles;
}

std::vector<ArgumentPair> pairArguments(const Program &reference, tileir::FunctionId referenceEntry, const Program &port,
                                        tileir::FunctionId portEntry) {
  const std::vector<ArgumentRole> left = argumentRoles(reference, referenceEntry);
  const std::vector<ArgumentRole> right = argumentRoles(port, portEntry);
  std::vector<std::optional<std::uint32_t>> partner(left.size());
  std::vector<bool> taken(right.size(), false);
  const auto pairUp = [&](std::uint32_t l, std::uint32_t r) {
    partner[l] = r;
    taken[r] = true;
  };
  // Callers cannot tell two entries of one signature apart: there an argument is its position, whatever it is used for.
  if (sameSignature(reference, referenceEntry, port, portEntry)) {
    std::vector<ArgumentPair> pairs;
    for (std::uint32_t l = 0; l < left.size(); ++l) pairs.push_back({l, l, left[l]});
    return pairs;
  }
  // Scalars are told apart by nothing but their order, so they wait for the second round.
  std::map<ArgumentRole, std::uint32_t> byRole;
  for (std::uint32_t r = 0; r < right.size(); ++r)
    if (right[r].kind != ArgumentRole::Kind::Scalar) byRole.try_emplace(right[r], r);
  for (std::uint32_t l = 0; l < left.size(); ++l)
    if (const auto it = byRole.find(left[l]); it != byRole.end() && !taken[it->second]) pairUp(l, it->second);

  const auto leftGroups = groups(left), rightGroups = groups(right);
  for (std::size_t g = 0; g < std::min(leftGroups.size(), rightGroups.size()); ++g) {
    std::size_t next = 0;
    for (std::uint32_t l : leftGroups[g]) {
      if (partner[l]) continue;
      while (next < rightGroups[g].size() && taken[rightGroups[g][next]]) ++next;
      if (next < rightGroups[g].size()) pairUp(l, rightGroups[g][next]);
    }
  }

  std::vector<ArgumentPair> pairs;
  for (std::uint32_t l = 0; l < left.size(); ++l) pairs.push_back({l, partner[l], left[l]});
  for (std::uint32_t r = 0; r < right.size(); ++r)
    if (!taken[r]) pairs.push_back({std::nullopt, r, right[r]});
  return pairs;
}

}  // namespace tileport::align
