// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tileir.md 2: what a type may be made of. Readers of bytecode refuse such types; texts and edited programs may hold them.
#include <algorithm>

#include "tileir/printer.h"
#include "tileir/verify/checker.h"

namespace tileport::tileir::verification {

namespace {

constexpr std::int64_t kMostElements = std::int64_t{1} << 24;

bool isPacked(const Type &element) { return element.kind == TypeKind::Scalar && element.scalar == ScalarKind::F4E2M1FN; }

/// Positive powers of two, and not too many elements.
bool isTileShape(const std::vector<std::int64_t> &shape) {
  std::int64_t elements = 1;
  for (const std::int64_t extent : shape) {
    if (extent <= 0 || !isPowerOfTwo(static_cast<std::uint64_t>(extent)) || extent > kMostElements / elements) return false;
    elements *= extent;
  }
  return true;
}

bool isPositive(std::int64_t number) { return number > 0; }

std::string_view problemOfPointer(const Program &program, const Type &type) {
  const Type &pointee = program.type(type.element);
  return pointee.kind != TypeKind::Scalar || pointee.scalar == ScalarKind::I4 ? "a pointer is to numbers of a byte or more, or f4E2M1FN"
                                                                              : "";
}

std::string_view problemOfTile(const Program &program, const Type &type, bool newest) {
  const Type &element = program.type(type.element);
  if (element.kind != TypeKind::Scalar && element.kind != TypeKind::Pointer) return "a tile holds numbers or pointers";
  if (!isTileShape(type.shape)) return "extents of a tile are powers of two, and their product at most 16777216";
  const bool single = std::all_of(type.shape.begin(), type.shape.end(), [](std::int64_t extent) { return extent == 1; });
  if (single && isPacked(element)) return "elements of f4E2M1FN come in pairs";
  const bool packedPointers = element.kind == TypeKind::Pointer && program.type(element.element).kind == TypeKind::Scalar &&
                              program.type(element.element).scalar == ScalarKind::F4E2M1FN;
  return newest && packedPointers && !type.shape.empty() ? "pointers to f4E2M1FN come alone" : "";
}

std::string_view problemOfTensor(const Program &program, const Type &type) {
  const Type &element = program.type(type.element);
  if (element.kind != TypeKind::Scalar || element.scalar == ScalarKind::I4)
    return "a tensor view is of numbers of a byte or more, or f4E2M1FN";
  if (type.shape.size() != type.strides.size()) return "a tensor view has as many strides as extents";
  const auto fits = [](std::int64_t number) { return number == kDynamic || isPositive(number); };
  const bool positive =
      std::all_of(type.shape.begin(), type.shape.end(), fits) && std::all_of(type.strides.begin(), type.strides.end(), fits);
  return positive ? "" : "extents and strides of a tensor view are positive";
}

std::string_view problemOfView(const Program &program, const Type &type) {
  const Type &tensor = program.type(type.element);
  if (tensor.kind != TypeKind::TensorView) return "a view is of a tensor view";
  const std::size_t rank = type.shape.size();
  if (rank == 0 || rank != tensor.shape.size()) return "a view has the rank of its tensor view, at least 1";
  if (!isTileShape(type.shape)) return "extents of a tile are powers of two, and their product at most 16777216";
  if (type.kind != TypeKind::GatherScatterView && (type.dimMap.size() != rank || !bytecode::isPermutation(type.dimMap)))
    return "dim_map names each dimension once";
  if (type.kind == TypeKind::StridedView &&
      (type.strides.size() != rank || !std::all_of(type.strides.begin(), type.strides.end(), isPositive)))
    return "traversal strides are positive, one a dimension";
  if (type.kind == TypeKind::GatherScatterView && type.sparseDim >= rank) return "sparse_dim is a dimension of the view";
  const Type &element = program.type(tensor.element);
  const bool integers = element.kind == TypeKind::Scalar && isInteger(element.scalar);
  return integers && type.padding && *type.padding != PaddingValue::Zero ? "padding other than zero is for floats" : "";
}

std::string_view problemOfFunction(const Program &program, const Type &type) {
  const auto isFunction = [&](TypeId part) { return program.type(part).kind == TypeKind::Function; };
  const bool nested =
      std::any_of(type.inputs.begin(), type.inputs.end(), isFunction) || std::any_of(type.results.begin(), type.results.end(), isFunction);
  return nested ? "a function takes and returns no functions" : "";
}

}  // namespace

const TypeProblem *Checker::problemOf(TypeId type) const {
  const auto found = typeProblems_.find(canonical_[type.index()]);
  return found == typeProblems_.end() ? nullptr : &found->second;
}

/// In the order of the table; a type whose part is wrong is wrong for that part, whichever comes first.
void Checker::findTypeProblems() {
  const auto &types = program_.data().types;
  for (std::uint32_t id = 0; id < types.size(); ++id) {
    if (canonical_[id] == id) findTypeProblem(TypeId(id), types[id]);
  }
  // Views reach through two more types, tiles through two: what is wrong there is found by looking three deep.
  for (int depth = 0; depth < 3; ++depth) {
    for (std::uint32_t id = 0; id < types.size(); ++id) {
      if (canonical_[id] != id || problemOf(TypeId(id)) != nullptr || !types[id].element.valid()) continue;
      if (const TypeProblem *inner = problemOf(types[id].element)) typeProblems_.emplace(id, TypeProblem(*inner));
    }
  }
}

void Checker::findTypeProblem(TypeId id, const Type &type) {
  std::string_view what;
  std::string_view rule = "type-view";
  switch (type.kind) {
    case TypeKind::Pointer: what = problemOfPointer(program_, type), rule = "type-pointer"; break;
    case TypeKind::Tile: what = problemOfTile(program_, type, newest()), rule = "type-tile"; break;
    case TypeKind::TensorView: what = problemOfTensor(program_, type), rule = "type-tensor-view"; break;
    case TypeKind::PartitionView:
    case TypeKind::StridedView:
    case TypeKind::GatherScatterView: what = problemOfView(program_, type); break;
    case TypeKind::Function: what = problemOfFunction(program_, type), rule = "type-function"; break;
    default: break;
  }
  if (!what.empty()) typeProblems_.emplace(id.value, TypeProblem{rule, std::string(what) + ": " + toText(program_, id)});
}

}  // namespace tileport::tileir::verification
