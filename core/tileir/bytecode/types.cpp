// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/bytecode/types.h"

#include <array>
#include <cassert>
#include <optional>

namespace tileport::tileir::bytecode {

namespace {

constexpr std::size_t kScalars = static_cast<std::size_t>(ScalarKind::F8E5M3FNU) + 1;
constexpr std::size_t kKinds = static_cast<std::size_t>(TypeKind::Function) + 1;

/// The inverse of typeOfTag.
struct Tags {
  std::array<TypeTag, kScalars> scalars{};
  std::array<TypeTag, kKinds> kinds{};

  Tags() {
    constexpr std::uint64_t kTagsEnd = 256;
    for (std::uint64_t number = 0; number < kTagsEnd; ++number) {
      const std::optional<TypeTag> tag = typeTagOf(number);
      if (!tag) continue;
      const Type type = typeOfTag(*tag);
      if (type.kind == TypeKind::Scalar) {
        scalars[static_cast<std::size_t>(type.scalar)] = *tag;
      } else {
        kinds[static_cast<std::size_t>(type.kind)] = *tag;
      }
    }
  }
};

}  // namespace

Type typeOfTag(TypeTag tag) {
  const auto scalar = [](ScalarKind kind) {
    Type type;
    type.kind = TypeKind::Scalar;
    type.scalar = kind;
    return type;
  };
  const auto composite = [](TypeKind kind) {
    Type type;
    type.kind = kind;
    return type;
  };
  switch (tag) {
    case TypeTag::I1: return scalar(ScalarKind::I1);
    case TypeTag::I4: return scalar(ScalarKind::I4);
    case TypeTag::I8: return scalar(ScalarKind::I8);
    case TypeTag::I16: return scalar(ScalarKind::I16);
    case TypeTag::I32: return scalar(ScalarKind::I32);
    case TypeTag::I64: return scalar(ScalarKind::I64);
    case TypeTag::F16: return scalar(ScalarKind::F16);
    case TypeTag::BF16: return scalar(ScalarKind::BF16);
    case TypeTag::F32: return scalar(ScalarKind::F32);
    case TypeTag::TF32: return scalar(ScalarKind::TF32);
    case TypeTag::F64: return scalar(ScalarKind::F64);
    case TypeTag::F8E4M3FN: return scalar(ScalarKind::F8E4M3FN);
    case TypeTag::F8E5M2: return scalar(ScalarKind::F8E5M2);
    case TypeTag::F8E8M0FNU: return scalar(ScalarKind::F8E8M0FNU);
    case TypeTag::F4E2M1FN: return scalar(ScalarKind::F4E2M1FN);
    case TypeTag::F8E5M3FNU: return scalar(ScalarKind::F8E5M3FNU);
    case TypeTag::Ptr: return composite(TypeKind::Pointer);
    case TypeTag::Tile: return composite(TypeKind::Tile);
    case TypeTag::TensorView: return composite(TypeKind::TensorView);
    case TypeTag::PartitionView: return composite(TypeKind::PartitionView);
    case TypeTag::StridedView: return composite(TypeKind::StridedView);
    case TypeTag::GatherScatterView: return composite(TypeKind::GatherScatterView);
    case TypeTag::Function: return composite(TypeKind::Function);
    case TypeTag::Token: break;
  }
  return composite(TypeKind::Token);
}

TypeTag tagOf(const Type &type) {
  static const Tags tags;
  return type.kind == TypeKind::Scalar ? tags.scalars[static_cast<std::size_t>(type.scalar)]
                                       : tags.kinds[static_cast<std::size_t>(type.kind)];
}

bool isPermutation(const std::vector<std::int32_t> &dimMap) {
  std::vector<bool> seen(dimMap.size());
  for (const std::int32_t dim : dimMap) {
    if (dim < 0 || static_cast<std::size_t>(dim) >= seen.size() || seen[static_cast<std::size_t>(dim)]) return false;
    seen[static_cast<std::size_t>(dim)] = true;
  }
  return true;
}

bool isInteger(ScalarKind kind) { return kind <= ScalarKind::I64; }

unsigned bitWidth(ScalarKind kind) {
  switch (kind) {
    case ScalarKind::I1: return 1;
    case ScalarKind::I4:
    case ScalarKind::F4E2M1FN: return 4;
    case ScalarKind::I16:
    case ScalarKind::F16:
    case ScalarKind::BF16: return 16;
    case ScalarKind::TF32: return 19;
    case ScalarKind::I32:
    case ScalarKind::F32: return 32;
    case ScalarKind::I64:
    case ScalarKind::F64: return 64;
    default: return 8;
  }
}

std::uint64_t elementCount(const Type &tile) {
  std::uint64_t count = 1;
  for (const std::int64_t extent : tile.shape) count *= static_cast<std::uint64_t>(extent);
  return count;
}

}  // namespace tileport::tileir::bytecode
