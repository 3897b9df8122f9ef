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

/// Calls `visit(op, argument)` for each make_tensor_view whose base is an argument of the entry.
template <class Visit>
void forEachView(const Program &program, tileir::BlockId body, Visit visit) {
  const auto ops = program.ops(body);
  const std::size_t first = ops.empty() ? 0 : ops.front().index(), end = ops.empty() ? 0 : program.op(ops.back()).subtreeEnd.index();
  for (std::size_t i = first; i < end; ++i) {
    if (program.op(OpId(i)).kind != OpKind::MakeTensorView) continue;
    if (const auto base = argumentBehind(program, body, program.operands(OpId(i), 0)[0])) visit(OpId(i), *base);
  }
}

const tileir::Type &viewType(const Program &program, OpId op) { return program.type(program.value(program.result(op, 0)).type); }

/// Roles by calling convention: each pointer opens a tensor. Where a view says of how many dimensions, the integers behind it begin with
/// as many extents and strides; elsewhere an even run of integers is n extents, n strides.
std::vector<ArgumentRole> rolesByConvention(const Program &program, tileir::BlockId body) {
  const std::uint32_t count = program.block(body).arguments.count;
  std::map<std::uint32_t, std::uint32_t> ranks;
  forEachView(program, body, [&](OpId op, std::uint32_t base) {
    ranks.try_emplace(base, static_cast<std::uint32_t>(viewType(program, op).shape.size()));
  });
  std::vector<ArgumentRole> roles(count);
  std::uint32_t tensors = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!isPointer(program, program.argument(body, i))) continue;
    roles[i] = {ArgumentRole::Kind::Base, tensors, 0};
    std::uint32_t end = i + 1;
    while (end < count && isInteger(program, program.argument(body, end))) ++end;
    const std::uint32_t integers = end - i - 1;
    const auto known = ranks.find(i);
    const std::uint32_t rank = known != ranks.end() && 2 * known->second <= integers ? known->second : integers % 2 == 0 ? integers / 2 : 0;
    for (std::uint32_t k = 0; k < 2 * rank; ++k)
      roles[i + 1 + k] = {k < rank ? ArgumentRole::Kind::Extent : ArgumentRole::Kind::Stride, tensors, k % rank};
    ++tensors;
  }
  return roles;
}

/// Overwrites roles by what make_tensor_view does with the arguments. The first view that names an argument decides.
void rolesByViews(const Program &program, tileir::BlockId body, std::vector<ArgumentRole> &roles) {
  std::vector<bool> decided(roles.size(), false);
  forEachView(program, body, [&](OpId op, std::uint32_t base) {
    if (roles[base].kind != ArgumentRole::Kind::Base) return;
    const tileir::Type &view = viewType(program, op);
    const auto name = [&](std::size_t segment, const std::vector<std::int64_t> &dims, ArgumentRole::Kind kind) {
      std::size_t next = 0;
      for (std::uint32_t d = 0; d < dims.size(); ++d) {
        if (dims[d] != tileir::kDynamic || next >= program.operands(op, segment).size()) continue;
        const auto argument = argumentBehind(program, body, program.operands(op, segment)[next++]);
        if (!argument || decided[*argument] || roles[*argument].kind == ArgumentRole::Kind::Base) continue;
        // Whatever had that role by convention alone stands where this one would: the two are exchanged.
        const ArgumentRole role{kind, roles[base].tensor, d};
        for (std::size_t other = 0; other < roles.size(); ++other)
          if (!decided[other] && roles[other] == role) roles[other] = roles[*argument];
        roles[*argument] = role;
        decided[*argument] = true;
      }
    };
    name(1, view.shape, ArgumentRole::Kind::Extent);
    name(2, view.strides, ArgumentRole::Kind::Stride);
  });
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

/// What becomes of the memory behind a pointer argument, as far as it is followed.
struct Access {
  bool reads = false, writes = false;
  auto operator<=>(const Access &) const = default;
};

Access accessOf(OpKind kind) {
  switch (kind) {
    case OpKind::LoadPtrTko:
    case OpKind::LoadViewTko: return {true, false};
    case OpKind::StorePtrTko:
    case OpKind::StoreViewTko: return {false, true};
    case OpKind::AtomicRmwTko:
    case OpKind::AtomicCasTko: return {true, true};
    default: return {};
  }
}

/// By tensor.
std::vector<Access> accesses(const Program &program, tileir::BlockId body, const std::vector<ArgumentRole> &roles) {
  std::vector<Access> list;
  std::map<ValueId, std::uint32_t> tensorOf;
  for (std::uint32_t i = 0; i < roles.size(); ++i) {
    if (roles[i].kind != ArgumentRole::Kind::Base) continue;
    tensorOf[program.argument(body, i)] = static_cast<std::uint32_t>(list.size());
    list.emplace_back();
  }
  const auto ops = program.ops(body);
  const std::size_t first = ops.empty() ? 0 : ops.front().index(), end = ops.empty() ? 0 : program.op(ops.back()).subtreeEnd.index();
  for (std::size_t i = first; i < end; ++i) {
    const OpId op{i};
    for (const ValueId operand : program.operands(op)) {
      const auto from = tensorOf.find(operand);
      if (from == tensorOf.end()) continue;
      const Access access = accessOf(program.op(op).kind);
      list[from->second].reads |= access.reads;
      list[from->second].writes |= access.writes;
      const bool passes = program.op(op).kind == OpKind::Assume || tileir::info(program.op(op).kind).pure;
      if (passes && program.op(op).results.count == 1) tensorOf.try_emplace(program.result(op, 0), from->second);
      break;
    }
  }
  return list;
}

/// Which tensor of the reference each one of the port is: in their order, unless what is read and what is written says otherwise of as
/// many.
std::vector<std::uint32_t> pairTensors(const std::vector<Access> &reference, const std::vector<Access> &port) {
  std::vector<std::uint32_t> partner(port.size());
  for (std::uint32_t r = 0; r < port.size(); ++r) partner[r] = r;
  if (reference.size() != port.size() || !std::is_permutation(reference.begin(), reference.end(), port.begin())) return partner;
  std::vector<bool> taken(reference.size(), false);
  for (std::uint32_t r = 0; r < port.size(); ++r)
    for (std::uint32_t l = 0; l < reference.size(); ++l) {
      if (taken[l] || reference[l] != port[r]) continue;
      taken[l] = true;
      partner[r] = l;
      break;
    }
  return partner;
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
  const std::vector<std::uint32_t> tensors =
      pairTensors(accesses(reference, reference.bodyOf(referenceEntry), left), accesses(port, port.bodyOf(portEntry), right));
  const auto inReference = [&](ArgumentRole role) {
    if (role.kind != ArgumentRole::Kind::Scalar) role.tensor = tensors[role.tensor];
    return role;
  };
  // Scalars are told apart by nothing but their order, so they wait for the second round.
  std::map<ArgumentRole, std::uint32_t> byRole;
  for (std::uint32_t r = 0; r < right.size(); ++r)
    if (right[r].kind != ArgumentRole::Kind::Scalar) byRole.try_emplace(inReference(right[r]), r);
  for (std::uint32_t l = 0; l < left.size(); ++l)
    if (const auto it = byRole.find(left[l]); it != byRole.end() && !taken[it->second]) pairUp(l, it->second);

  // Of entries that take their tensors in another order, a place says nothing of what is a number there: it may be anything.
  const bool inOrder = std::is_sorted(tensors.begin(), tensors.end());
  const auto leftGroups = groups(left), rightGroups = groups(right);
  for (std::size_t g = 0; g < rightGroups.size(); ++g) {
    const std::size_t same = g == 0 ? 0 : tensors[g - 1] + 1;
    std::size_t next = 0;
    if (same >= leftGroups.size()) continue;
    for (std::uint32_t l : leftGroups[same]) {
      if (partner[l]) continue;
      while (next < rightGroups[g].size() && taken[rightGroups[g][next]]) ++next;
      if (next < rightGroups[g].size() && (inOrder || left[l].kind == right[rightGroups[g][next]].kind)) pairUp(l, rightGroups[g][next]);
    }
  }

  std::vector<ArgumentPair> pairs;
  for (std::uint32_t l = 0; l < left.size(); ++l) pairs.push_back({l, partner[l], left[l]});
  for (std::uint32_t r = 0; r < right.size(); ++r)
    if (!taken[r]) pairs.push_back({std::nullopt, r, right[r]});
  return pairs;
}

}  // namespace tileport::align
