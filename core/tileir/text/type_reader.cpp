// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/text/type_reader.h"

#include <algorithm>
#include <bit>

#include "tileir/bytecode/types.h"
#include "tileir/printer/type_text.h"

namespace tileport::tileir::text {

namespace {

constexpr std::uint64_t kMostTileElements = std::uint64_t{1} << 24;
constexpr std::size_t kScalarCount = static_cast<std::size_t>(ScalarKind::F8E5M3FNU) + 1;
constexpr std::string_view kDialect = "cuda_tile.";

constexpr std::pair<std::string_view, ScalarKind> kLowerCase[] = {
    {"f8e4m3fn", ScalarKind::F8E4M3FN}, {"f8e5m2", ScalarKind::F8E5M2},       {"f8e8m0fnu", ScalarKind::F8E8M0FNU},
    {"f4e2m1fn", ScalarKind::F4E2M1FN}, {"f8e5m3fnu", ScalarKind::F8E5M3FNU},
};

/// A permutation, as what it must be when it is left out.
std::vector<std::int32_t> identity(std::size_t rank) {
  std::vector<std::int32_t> map(rank);
  for (std::size_t i = 0; i < rank; ++i) map[i] = static_cast<std::int32_t>(i);
  return map;
}

}  // namespace

std::optional<ScalarKind> scalarNamed(std::string_view word) {
  for (std::size_t i = 0; i < kScalarCount; ++i) {
    if (printer::scalarText(static_cast<ScalarKind>(i)) == word) return static_cast<ScalarKind>(i);
  }
  for (const auto &[text, kind] : kLowerCase) {
    if (text == word) return kind;
  }
  return std::nullopt;
}

std::uint64_t readEnumerator(Scanner &in, EnumKind kind) {
  const std::string_view word = in.peekWord();
  for (std::uint64_t ordinal = 0; ordinal < enumCount(kind); ++ordinal) {
    if (enumText(kind, ordinal) == word && in.takeWord(word)) return ordinal;
  }
  std::string what;
  for (std::uint64_t ordinal = 0; ordinal < enumCount(kind); ++ordinal) {
    if (ordinal != 0) what += ordinal + 1 == enumCount(kind) ? " or " : ", ";
    what += enumText(kind, ordinal);
  }
  in.expected(what);
}

/// The word of a type, without the prefix; empty when none comes next. "!" must be followed by the dialect's name.
std::string_view TypeReader::takeMnemonic() {
  if (in_.peek() != '!') {
    const std::string_view word = in_.peekWord();
    if (!word.empty()) in_.takeWord(word);
    return word;
  }
  const std::size_t start = in_.here();
  std::string_view name = in_.takeName('!').value_or(std::string_view());
  if (!name.starts_with(kDialect)) {
    in_.goBack(start);
    in_.expected("a type of cuda_tile");
  }
  name.remove_prefix(kDialect.size());
  return name;
}

bool TypeReader::ahead() {
  if (in_.peek() == '!') return true;
  const std::string_view word = in_.peekWord();
  constexpr std::string_view kOwn[] = {"tile", "token", "ptr", "tensor_view", "partition_view", "strided_view", "gather_scatter_view"};
  return scalarNamed(word).has_value() || std::find(std::begin(kOwn), std::end(kOwn), word) != std::end(kOwn);
}

TypeId TypeReader::read() {
  const std::size_t start = in_.here();
  const std::string_view word = takeMnemonic();
  if (word == "tile") return readTile();
  if (word == "token") return pool_.token();
  if (word == "tensor_view") return readTensorView();
  if (word == "partition_view") return readView(TypeKind::PartitionView);
  if (word == "strided_view") return readView(TypeKind::StridedView);
  if (word == "gather_scatter_view") return readView(TypeKind::GatherScatterView);
  if (word == "ptr") return readPointer();
  if (const auto scalar = scalarNamed(word)) return pool_.scalar(*scalar);
  in_.goBack(start);
  in_.expected("a type");
}

ScalarKind TypeReader::readScalar() {
  const std::size_t start = in_.here();
  if (const auto scalar = scalarNamed(takeMnemonic())) return *scalar;
  in_.goBack(start);
  in_.expected("a type of numbers");
}

/// Elements nest no deeper than a pointer to a number.
TypeId TypeReader::readElement(bool mayBePointer) {
  const std::size_t start = in_.here();
  const std::string_view word = takeMnemonic();
  if (mayBePointer && word == "ptr") return readPointer();
  if (const auto scalar = scalarNamed(word)) return pool_.scalar(*scalar);
  in_.goBack(start);
  in_.expected(mayBePointer ? "a type of numbers or a pointer" : "a type of numbers");
}

TypeId TypeReader::readPointer() {
  in_.expect('<');
  const std::size_t start = in_.here();
  const TypeId pointee = readElement(false);
  if (pool_[pointee].scalar == ScalarKind::I4) in_.fail(start, "a pointer points to i4, which has no address");
  std::optional<PtrAttr> attribute;
  if (in_.take(',')) attribute = readPointerAttribute();
  in_.expect('>');
  return pool_.pointerTo(pointee, attribute);
}

/// <multicast>, or with the attribute's full name before it.
PtrAttr TypeReader::readPointerAttribute() {
  if (in_.peek() == '#') in_.expectAll("#cuda_tile.ptr_attr");
  in_.expect('<');
  const std::uint64_t ordinal = readEnumerator(in_, EnumKind::PtrAttr);
  in_.expect('>');
  return static_cast<PtrAttr>(ordinal);
}

std::int64_t TypeReader::readExtent() {
  const std::size_t start = in_.here();
  Number number;
  number.digits = in_.takeDigits();
  if (number.digits.empty()) in_.expected("an extent");
  const auto value = number.magnitude();
  if (!value || *value > INT64_MAX) in_.fail(start, "the extent has more than 64 bits");
  return static_cast<std::int64_t>(*value);
}

/// 4x8x before an element type; nothing is ahead but digits, ? and x.
std::vector<std::int64_t> TypeReader::readDimensions(bool mayBeDynamic) {
  std::vector<std::int64_t> shape;
  while (isDigit(in_.peek()) || (mayBeDynamic && in_.peek() == '?')) {
    if (in_.take('?')) {
      shape.push_back(kDynamic);
    } else {
      shape.push_back(readExtent());
    }
    in_.here();
    if (!in_.takeNext('x')) in_.expected("'x'");
  }
  return shape;
}

TypeId TypeReader::readTile() {
  in_.expect('<');
  Type type;
  type.kind = TypeKind::Tile;
  const std::size_t start = in_.here();
  type.shape = readDimensions(false);
  checkTile(start, type.shape);
  type.element = readElement(true);
  const Type &element = pool_[type.element];
  if (element.kind == TypeKind::Scalar && element.scalar == ScalarKind::F4E2M1FN && bytecode::elementCount(type) % 2 != 0) {
    in_.fail(start, "a tile of f4E2M1FN does not fill whole bytes");
  }
  in_.expect('>');
  return pool_.intern(std::move(type));
}

/// Of a tile, or of the tile of a view.
void TypeReader::checkTile(std::size_t offset, const std::vector<std::int64_t> &shape) {
  std::uint64_t elements = 1;
  for (const std::int64_t extent : shape) {
    if (extent <= 0 || !std::has_single_bit(static_cast<std::uint64_t>(extent)))
      in_.fail(offset, "tile extent " + std::to_string(extent) + " is not a power of two");
    elements *= std::min(static_cast<std::uint64_t>(extent), kMostTileElements + 1);
    if (elements > kMostTileElements) in_.fail(offset, "tile has more than " + std::to_string(kMostTileElements) + " elements");
  }
}

TypeId TypeReader::readTensorView() {
  in_.expect('<');
  Type type;
  type.kind = TypeKind::TensorView;
  const std::size_t start = in_.here();
  type.shape = readDimensions(true);
  type.element = readElement(false);
  while (in_.take(',')) {
    if (in_.peek() == '#' && !type.pointerAttr) {
      type.pointerAttr = readPointerAttribute();
      continue;
    }
    if (!type.strides.empty() || !in_.takeWord("strides")) in_.expected(type.strides.empty() ? "'strides' or '#'" : "'#'");
    in_.expectAll("=[");
    if (in_.take(']')) continue;
    do {
      type.strides.push_back(in_.take('?') ? kDynamic : in_.integer("a stride"));
    } while (in_.take(','));
    in_.expect(']');
  }
  if (type.shape.size() != type.strides.size()) {
    in_.fail(start, "tensor of rank " + std::to_string(type.shape.size()) + " with " + std::to_string(type.strides.size()) + " strides");
  }
  for (const auto &numbers : {type.shape, type.strides}) {
    for (const std::int64_t number : numbers) {
      if (number <= 0 && number != kDynamic) in_.fail(start, "extent or stride " + std::to_string(number) + " is not positive");
    }
  }
  in_.expect('>');
  return pool_.intern(std::move(type));
}

// The parts stand in this order; cutile-rs prints the padding before the traversal strides.
TypeId TypeReader::readView(TypeKind kind) {
  in_.expect('<');
  Type type;
  type.kind = kind;
  const std::size_t start = in_.here();
  readTileShape(type);
  readPadding(type);
  if (kind == TypeKind::StridedView) {
    in_.expectAll("traversal_strides=[");
    do {
      type.strides.push_back(in_.integer("a stride"));
    } while (in_.take(','));
    in_.expectAll("],");
    if (!type.padding) readPadding(type);
  }
  const std::size_t viewed = in_.here();
  if (takeMnemonic() != "tensor_view") {
    in_.goBack(viewed);
    in_.expected("a tensor_view");
  }
  type.element = readTensorView();
  if (kind == TypeKind::GatherScatterView) {
    in_.expectAll(", sparse_dim =");
    const std::size_t place = in_.here();
    const std::uint64_t dim = in_.natural("a dimension", UINT32_MAX);
    if (dim >= type.shape.size())
      in_.fail(place, "sparse_dim " + std::to_string(dim) + " of a view of rank " + std::to_string(type.shape.size()));
    type.sparseDim = static_cast<std::uint32_t>(dim);
  } else {
    readDimMap(type);
  }
  checkView(start, type);
  in_.expect('>');
  return pool_.intern(std::move(type));
}

void TypeReader::readTileShape(Type &view) {
  in_.expectAll("tile=(");
  const std::size_t start = in_.here();
  do {
    in_.here();
    view.shape.push_back(readExtent());
    in_.here();
  } while (in_.takeNext('x'));
  checkTile(start, view.shape);
  in_.expectAll("),");
}

void TypeReader::readPadding(Type &view) {
  if (!in_.takeWord("padding_value")) return;
  in_.expect('=');
  view.padding = static_cast<PaddingValue>(readEnumerator(in_, EnumKind::PaddingValue));
  in_.expect(',');
}

void TypeReader::readDimMap(Type &view) {
  view.dimMap = identity(view.shape.size());
  if (!in_.take(',')) return;
  in_.expectAll("dim_map=[");
  const std::size_t start = in_.here();
  std::vector<std::int32_t> map;
  do {
    map.push_back(static_cast<std::int32_t>(in_.natural("a dimension", INT32_MAX)));
  } while (in_.take(','));
  in_.expect(']');
  std::vector<std::int32_t> sorted = map;
  std::sort(sorted.begin(), sorted.end());
  if (sorted != view.dimMap) in_.fail(start, "dim_map is no permutation of the dimensions");
  view.dimMap = std::move(map);
}

void TypeReader::checkView(std::size_t offset, const Type &view) {
  const Type &tensor = pool_[view.element];
  if (view.shape.size() != tensor.shape.size()) {
    in_.fail(offset,
             "tile of rank " + std::to_string(view.shape.size()) + " does not fit a tensor of rank " + std::to_string(tensor.shape.size()));
  }
  if (view.kind == TypeKind::StridedView) {
    const bool positive = std::all_of(view.strides.begin(), view.strides.end(), [](std::int64_t stride) { return stride > 0; });
    if (view.strides.size() != view.shape.size() || !positive) in_.fail(offset, "traversal_strides needs one positive number a dimension");
  }
  if (view.padding && *view.padding != PaddingValue::Zero && bytecode::isInteger(pool_[tensor.element].scalar)) {
    in_.fail(offset, "padding other than zero needs float elements");
  }
}

}  // namespace tileport::tileir::text
