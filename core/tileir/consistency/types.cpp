// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "tileir/bytecode/types.h"
#include "tileir/consistency/check.h"

namespace tileport::tileir::consistency {

namespace {

constexpr std::uint64_t kMostTileElements = std::uint64_t{1} << 24;

bool isView(TypeKind kind) {
  return kind == TypeKind::PartitionView || kind == TypeKind::StridedView || kind == TypeKind::GatherScatterView;
}

class TypeChecker {
 public:
  TypeChecker(const ProgramData &data, std::size_t index) : data_(data), type_(data.types[index]), index_(index) {}

  void check() const {
    require(type_.kind <= TypeKind::Function && type_.scalar <= ScalarKind::F8E5M3FNU, "has no kind");
    checkUnused();
    switch (type_.kind) {
      case TypeKind::Scalar:
      case TypeKind::Token: break;
      case TypeKind::Pointer: require(elementKind() == TypeKind::Scalar, "is a pointer to something that is no number"); break;
      case TypeKind::Tile:
        require(elementKind() == TypeKind::Scalar || elementKind() == TypeKind::Pointer, "is a tile of neither numbers nor pointers");
        checkTile();
        break;
      case TypeKind::TensorView: checkTensorView(); break;
      case TypeKind::PartitionView:
      case TypeKind::StridedView:
      case TypeKind::GatherScatterView: checkView(); break;
      case TypeKind::Function:
        for (const TypeId id : type_.inputs) checkParameter(id);
        for (const TypeId id : type_.results) checkParameter(id);
        break;
    }
  }

 private:
  void require(bool holds, const char *what) const {
    if (!holds) fail("type " + std::to_string(index_) + " " + what);
  }

  TypeKind elementKind() const {
    require(inside(type_.element, data_.types), "has no element type");
    return data_.types[type_.element.index()].kind;
  }

  /// Types are compared member by member: one that means nothing must not make a difference.
  void checkUnused() const {
    const TypeKind kind = type_.kind;
    const bool view = isView(kind);
    const bool plain = kind == TypeKind::Scalar || kind == TypeKind::Token || kind == TypeKind::Function;
    require(!plain || !type_.element.valid(), "has an element that its kind has not");
    require(kind == TypeKind::Tile || kind == TypeKind::TensorView || view || type_.shape.empty(), "has extents that its kind has not");
    require(kind == TypeKind::TensorView || kind == TypeKind::StridedView || type_.strides.empty(), "has strides that its kind has not");
    require(kind == TypeKind::PartitionView || kind == TypeKind::StridedView || type_.dimMap.empty(), "has a map that its kind has not");
    require(kind == TypeKind::Function || (type_.inputs.empty() && type_.results.empty()), "has parameters that its kind has not");
    require(view || !type_.padding, "has a padding that its kind has not");
    require(kind == TypeKind::Pointer || kind == TypeKind::TensorView || !type_.pointerAttr, "has an attribute that its kind has not");
    require(kind == TypeKind::Scalar || type_.scalar == ScalarKind{}, "has a scalar kind that its kind has not");
    require(kind == TypeKind::GatherScatterView || type_.sparseDim == 0, "has a sparse dimension that its kind has not");
    require(!type_.padding || static_cast<std::uint64_t>(*type_.padding) < enumCount(EnumKind::PaddingValue), "has no such padding");
    require(!type_.pointerAttr || static_cast<std::uint64_t>(*type_.pointerAttr) < enumCount(EnumKind::PtrAttr), "has no such attribute");
  }

  void checkTile() const {
    std::uint64_t elements = 1;
    for (const std::int64_t extent : type_.shape) {
      require(extent > 0, "has an extent that is not positive");
      elements *= std::min(static_cast<std::uint64_t>(extent), kMostTileElements + 1);
      require(elements <= kMostTileElements, "has too many elements");
    }
  }

  void checkTensorView() const {
    require(elementKind() == TypeKind::Scalar, "is a view of something that is no number");
    require(type_.shape.size() == type_.strides.size(), "has another number of strides than of extents");
    const auto bad = [](std::int64_t number) { return number <= 0 && number != kDynamic; };
    require(std::none_of(type_.shape.begin(), type_.shape.end(), bad), "has an extent that is not positive");
    require(std::none_of(type_.strides.begin(), type_.strides.end(), bad), "has a stride that is not positive");
  }

  void checkView() const {
    require(elementKind() == TypeKind::TensorView, "is not made of a tensor view");
    const std::size_t rank = type_.shape.size();
    require(rank != 0 && rank == data_.types[type_.element.index()].shape.size(), "has not the rank of its tensor view");
    checkTile();
    if (type_.kind == TypeKind::GatherScatterView) {
      require(type_.sparseDim < rank, "has a sparse dimension that is none");
    } else {
      require(type_.dimMap.size() == rank && bytecode::isPermutation(type_.dimMap), "has a map that is no permutation");
    }
    if (type_.kind != TypeKind::StridedView) return;
    const bool positive = std::all_of(type_.strides.begin(), type_.strides.end(), [](std::int64_t stride) { return stride > 0; });
    require(type_.strides.size() == rank && positive, "has a traversal stride that is missing or not positive");
  }

  void checkParameter(TypeId id) const {
    require(inside(id, data_.types) && data_.types[id.index()].kind != TypeKind::Function, "takes or returns what is no type of a value");
  }

  const ProgramData &data_;
  const Type &type_;
  std::size_t index_;
};

}  // namespace

void checkTypes(const ProgramData &data) {
  for (std::size_t i = 0; i < data.types.size(); ++i) TypeChecker(data, i).check();
}

}  // namespace tileport::tileir::consistency
