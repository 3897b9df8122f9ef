// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/printer/type_text.h"

#include "tileir/printer/text_sink.h"

namespace tileport::tileir::printer {

namespace {

struct Scalar {
  std::string_view text;
  unsigned width;
};

constexpr Scalar kScalars[] = {
    {"i1", 1},   {"i4", 4},    {"i8", 8},   {"i16", 16},     {"i32", 32},   {"i64", 64},      {"f16", 16},     {"bf16", 16},
    {"f32", 32}, {"tf32", 19}, {"f64", 64}, {"f8E4M3FN", 8}, {"f8E5M2", 8}, {"f8E8M0FNU", 8}, {"f4E2M1FN", 4}, {"fnv8E5M3FNU", 8},
};

void appendDimension(std::string &text, std::int64_t extent) {
  if (extent == kDynamic) {
    text += '?';
  } else {
    appendNumber(text, extent);
  }
}

void appendList(std::string &text, const auto &numbers, std::string_view separator) {
  std::string_view before;
  for (const auto number : numbers) {
    text += before;
    appendDimension(text, number);
    before = separator;
  }
}

bool isIdentity(const std::vector<std::int32_t> &map) {
  for (std::size_t i = 0; i < map.size(); ++i) {
    if (map[i] != static_cast<std::int32_t>(i)) return false;
  }
  return true;
}

}  // namespace

std::string_view scalarText(ScalarKind scalar) { return kScalars[static_cast<std::size_t>(scalar)].text; }

unsigned scalarWidth(ScalarKind scalar) { return kScalars[static_cast<std::size_t>(scalar)].width; }

std::string_view TypeText::bare(TypeId type) {
  if (const auto known = texts_.find(type.value); known != texts_.end()) return known->second;
  std::string text;  // apart, because the types inside are written meanwhile
  append(text, types_[type.index()]);
  return texts_.emplace(type.value, std::move(text)).first->second;
}

std::string TypeText::prefixed(TypeId type) {
  const Type &value = types_[type.index()];
  const bool builtin = value.kind == TypeKind::Function || (value.kind == TypeKind::Scalar && value.scalar != ScalarKind::F8E5M3FNU);
  return (builtin ? "" : "!cuda_tile.") + std::string(bare(type));
}

void TypeText::append(std::string &text, const Type &type) {
  switch (type.kind) {
    case TypeKind::Scalar: text += scalarText(type.scalar); break;
    case TypeKind::Token: text += "token"; break;
    case TypeKind::Pointer:
      text.append("ptr<").append(bare(type.element));
      if (type.pointerAttr) text.append(", <").append(enumText(EnumKind::PtrAttr, static_cast<std::uint64_t>(*type.pointerAttr))) += '>';
      text += '>';
      break;
    case TypeKind::Tile:
      text += "tile<";
      for (const std::int64_t extent : type.shape) {
        appendNumber(text, extent);
        text += 'x';
      }
      text.append(bare(type.element)) += '>';
      break;
    case TypeKind::TensorView: appendTensorView(text, type); break;
    case TypeKind::PartitionView: appendView(text, type, "partition_view"); break;
    case TypeKind::StridedView: appendView(text, type, "strided_view"); break;
    case TypeKind::GatherScatterView: appendView(text, type, "gather_scatter_view"); break;
    case TypeKind::Function: appendFunction(text, type); break;
  }
}

void TypeText::appendTensorView(std::string &text, const Type &type) {
  text += "tensor_view<";
  for (const std::int64_t extent : type.shape) {
    appendDimension(text, extent);
    text += 'x';
  }
  text += bare(type.element);
  if (!type.strides.empty()) {
    text += ", strides=[";
    appendList(text, type.strides, ",");
    text += ']';
  }
  if (type.pointerAttr) {
    text.append(", #cuda_tile.ptr_attr<").append(enumText(EnumKind::PtrAttr, static_cast<std::uint64_t>(*type.pointerAttr))) += '>';
  }
  text += '>';
}

void TypeText::appendView(std::string &text, const Type &type, std::string_view name) {
  text.append(name) += "<tile=(";
  appendList(text, type.shape, "x");
  text += ')';
  if (type.kind == TypeKind::StridedView) {
    text += ", traversal_strides=[";
    appendList(text, type.strides, ",");
    text += ']';
  }
  if (type.padding) text.append(", padding_value = ").append(enumText(EnumKind::PaddingValue, static_cast<std::uint64_t>(*type.padding)));
  text.append(", ").append(bare(type.element));
  if (type.kind == TypeKind::GatherScatterView) {
    text += ", sparse_dim=";
    appendNumber(text, type.sparseDim);
  } else if (!isIdentity(type.dimMap)) {
    text += ", dim_map=[";
    appendList(text, type.dimMap, ", ");
    text += ']';
  }
  text += '>';
}

void TypeText::appendFunction(std::string &text, const Type &type) {
  const auto list = [&](const std::vector<TypeId> &types) {
    std::string_view before = "(";
    if (types.empty()) text += before;
    for (const TypeId one : types) {
      text.append(before).append(prefixed(one));
      before = ", ";
    }
    text += ')';
  };
  list(type.inputs);
  text += " -> ";
  list(type.results);
}

}  // namespace tileport::tileir::printer
