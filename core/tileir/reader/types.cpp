// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/reader/types.h"

#include <algorithm>
#include <bit>

#include "tileir/reader/container.h"
#include "tileir/reader/enums.h"

namespace tileport::tileir::reader {

namespace {

constexpr std::uint64_t kMostTileElements = std::uint64_t{1} << 24;

/// Reads the payloads of records. References are only checked to be in range; what they refer to is checked by
/// TypeTable::check once all records are there.
class RecordReader {
 public:
  RecordReader(Cursor &cursor, std::size_t typeCount) : cursor_(cursor), typeCount_(typeCount) {}

  Type read() {
    const std::size_t start = cursor_.offset();
    const std::uint64_t number = cursor_.varint("a type's tag");
    const std::optional<TypeTag> tag = typeTagOf(number);
    if (!tag) cursor_.failAt(start, "there is no type with tag " + std::to_string(number));
    if (const Version since{13, sinceMinor(*tag)}; !cursor_.context().has(since)) {
      cursor_.failAt(start, "type tag " + std::to_string(number) + " needs bytecode " + toString(since) + ", the file is " +
                                toString(cursor_.context().version()));
    }
    Type type = typeOfTag(*tag);
    readPayload(type);
    cursor_.expectEnd("a type");
    return type;
  }

 private:
  void readPayload(Type &type) {
    switch (type.kind) {
      case TypeKind::Scalar:
      case TypeKind::Token: return;
      case TypeKind::Pointer: return readPointer(type);
      case TypeKind::Tile: return readTile(type);
      case TypeKind::TensorView: return readTensorView(type);
      case TypeKind::PartitionView: return readPartitionView(type);
      case TypeKind::StridedView: return readStridedView(type);
      case TypeKind::GatherScatterView: return readGatherScatterView(type);
      case TypeKind::Function:
        type.inputs = readIds("a parameter's type");
        type.results = readIds("a result's type");
        return;
    }
  }

  void readPointer(Type &type) {
    const bool hasAttr = readFlags(kPointerFlagsSince);
    type.element = readId("the pointee's type");
    if (hasAttr) type.pointerAttr = static_cast<PtrAttr>(readOrdinal(cursor_, EnumKind::PtrAttr, "a pointer attribute"));
  }

  // The element comes first, opposite to the order of the ODS.
  void readTile(Type &type) {
    type.element = readId("the element type of a tile");
    type.shape = readInt64s("the rank of a tile");
  }

  void readTensorView(Type &type) {
    const bool hasAttr = readFlags(kPointerFlagsSince);
    type.element = readId("the element type of a tensor view");
    type.shape = readInt64s("the rank of a tensor view");
    type.strides = readInt64s("the number of strides");
    if (hasAttr) type.pointerAttr = static_cast<PtrAttr>(readOrdinal(cursor_, EnumKind::PtrAttr, "a pointer attribute"));
  }

  void readPartitionView(Type &type) {
    bool hasPadding = readFlags(kViewFlagsSince);
    type.shape = widen(readInt32s("the rank of a view's tile"));
    type.element = readId("the tensor view of a view");
    type.dimMap = readInt32s("the length of a dimension map");
    if (!cursor_.context().has(kViewFlagsSince)) hasPadding = cursor_.boolean("the presence of a padding value");
    if (hasPadding) readPadding(type);
  }

  void readStridedView(Type &type) {
    const bool hasPadding = readFlags(kViewFlagsSince);
    type.shape = widen(readInt32s("the rank of a view's tile"));
    type.strides = widen(readInt32s("the number of traversal strides"));
    type.element = readId("the tensor view of a view");
    type.dimMap = readInt32s("the length of a dimension map");
    if (hasPadding) readPadding(type);
  }

  void readGatherScatterView(Type &type) {
    const bool hasPadding = readFlags(kViewFlagsSince);
    type.shape = widen(readInt32s("the rank of a view's tile"));
    type.element = readId("the tensor view of a view");
    type.sparseDim = static_cast<std::uint32_t>(cursor_.below(std::max<std::size_t>(type.shape.size(), 1), "the sparse dimension"));
    if (hasPadding) readPadding(type);
  }

  void readPadding(Type &type) {
    type.padding = static_cast<PaddingValue>(readOrdinal(cursor_, EnumKind::PaddingValue, "a padding value"));
  }

  /// The flag word, where the version has one: whether bit 0 is set. The 13.5 tools refuse the other bits.
  bool readFlags(Version since) { return cursor_.context().has(since) && cursor_.below(2, "the flags of a type") == 1; }

  TypeId readId(std::string_view what) { return TypeId(cursor_.below(typeCount_, what)); }

  std::vector<TypeId> readIds(std::string_view what) {
    std::vector<TypeId> ids(cursor_.count(1, "the number of a function's parameters or results"));
    for (TypeId &id : ids) id = readId(what);
    return ids;
  }

  std::vector<std::int64_t> readInt64s(std::string_view what) {
    std::vector<std::int64_t> numbers(cursor_.count(8, what));
    for (std::int64_t &number : numbers) number = cursor_.i64("an extent or stride");
    return numbers;
  }

  std::vector<std::int32_t> readInt32s(std::string_view what) {
    std::vector<std::int32_t> numbers(cursor_.count(4, what));
    for (std::int32_t &number : numbers) number = cursor_.i32("a dimension");
    return numbers;
  }

  static std::vector<std::int64_t> widen(const std::vector<std::int32_t> &numbers) { return {numbers.begin(), numbers.end()}; }

  Cursor &cursor_;
  std::size_t typeCount_;
};

bool isPowerOfTwo(std::int64_t number) { return number > 0 && std::has_single_bit(static_cast<std::uint64_t>(number)); }

}  // namespace

TypeTable::TypeTable(Cursor cursor) {
  const std::vector<ByteRange> records = readTable(cursor, 4, "type");
  cursor.charge(records.size() * sizeof(Type));
  types_.reserve(records.size());
  fileTypes_ = records.size();
  for (const ByteRange &record : records) {
    cursor.context().poll();
    Cursor bytes(cursor.context(), record, cursor.section());
    types_.push_back(RecordReader(bytes, records.size()).read());
  }
  for (std::size_t i = 0; i < records.size(); ++i) {
    cursor.context().poll();
    check(cursor, records[i].begin, types_[i]);
  }
  measure();
}

void TypeTable::check(Cursor &cursor, std::size_t offset, const Type &type) const {
  switch (type.kind) {
    case TypeKind::Scalar:
    case TypeKind::Token: return;
    case TypeKind::Pointer: return checkPointer(cursor, offset, type);
    case TypeKind::Tile: return checkTile(cursor, offset, type);
    case TypeKind::TensorView: return checkTensorView(cursor, offset, type);
    case TypeKind::PartitionView:
    case TypeKind::StridedView:
    case TypeKind::GatherScatterView: return checkView(cursor, offset, type);
    case TypeKind::Function: return checkFunction(cursor, offset, type);
  }
}

void TypeTable::checkPointer(Cursor &cursor, std::size_t offset, const Type &type) const {
  const Type &pointee = (*this)[type.element];
  if (pointee.kind != TypeKind::Scalar) cursor.failAt(offset, "a pointer points to a type that is no number");
  if (pointee.scalar == ScalarKind::I4) cursor.failAt(offset, "a pointer points to i4, which has no address");
}

void TypeTable::checkTile(Cursor &cursor, std::size_t offset, const Type &type) const {
  const Type &element = (*this)[type.element];
  if (element.kind != TypeKind::Scalar && element.kind != TypeKind::Pointer) {
    cursor.failAt(offset, "the element of a tile is neither a number nor a pointer");
  }
  checkExtents(cursor, offset, type);
  if (element.kind == TypeKind::Scalar && element.scalar == ScalarKind::F4E2M1FN && elementCount(type) % 2 != 0) {
    cursor.failAt(offset, "a tile of f4E2M1FN does not fill whole bytes");
  }
}

/// Of a tile, or of the tile of a view.
void TypeTable::checkExtents(Cursor &cursor, std::size_t offset, const Type &type) {
  std::uint64_t elements = 1;
  for (const std::int64_t extent : type.shape) {
    if (!isPowerOfTwo(extent)) cursor.failAt(offset, "an extent of a tile is " + std::to_string(extent) + ", which is no power of two");
    elements *= std::min(static_cast<std::uint64_t>(extent), kMostTileElements + 1);
    if (elements > kMostTileElements) cursor.failAt(offset, "a tile has more than " + std::to_string(kMostTileElements) + " elements");
  }
}

void TypeTable::checkTensorView(Cursor &cursor, std::size_t offset, const Type &type) const {
  if ((*this)[type.element].kind != TypeKind::Scalar) cursor.failAt(offset, "the element of a tensor view is no number");
  if (type.shape.size() != type.strides.size()) cursor.failAt(offset, "a tensor view has another number of strides than of extents");
  const auto bad = [](std::int64_t number) { return number <= 0 && number != kDynamic; };
  if (std::any_of(type.shape.begin(), type.shape.end(), bad) || std::any_of(type.strides.begin(), type.strides.end(), bad)) {
    cursor.failAt(offset, "an extent or stride of a tensor view is not positive");
  }
}

void TypeTable::checkView(Cursor &cursor, std::size_t offset, const Type &type) const {
  const Type &tensor = (*this)[type.element];
  if (tensor.kind != TypeKind::TensorView) cursor.failAt(offset, "a view is not made of a tensor view");
  const std::size_t rank = type.shape.size();
  if (rank == 0 || rank != tensor.shape.size()) cursor.failAt(offset, "the rank of a view differs from that of its tensor view, or is 0");
  checkExtents(cursor, offset, type);
  if (type.kind != TypeKind::GatherScatterView && (type.dimMap.size() != rank || !bytecode::isPermutation(type.dimMap))) {
    cursor.failAt(offset, "the dimension map of a view is no permutation");
  }
  if (type.kind == TypeKind::StridedView) {
    const bool positive = std::all_of(type.strides.begin(), type.strides.end(), [](std::int64_t stride) { return stride > 0; });
    if (type.strides.size() != rank || !positive) cursor.failAt(offset, "a traversal stride is missing or not positive");
  }
  if (type.padding && *type.padding != PaddingValue{} && isInteger((*this)[tensor.element].scalar)) {
    cursor.failAt(offset, "a view of integers has a padding value other than zero");
  }
}

void TypeTable::checkFunction(Cursor &cursor, std::size_t offset, const Type &type) const {
  const auto bad = [this](TypeId id) { return (*this)[id].kind == TypeKind::Function; };
  if (std::any_of(type.inputs.begin(), type.inputs.end(), bad) || std::any_of(type.results.begin(), type.results.end(), bad)) {
    cursor.failAt(offset, "a function takes or returns a function");
  }
}

TypeId TypeTable::scalar(ScalarKind kind) {
  TypeId &known = scalars_[static_cast<std::size_t>(kind)];
  if (known.valid()) return known;
  Type type;
  type.kind = TypeKind::Scalar;
  type.scalar = kind;
  return known = findOrAdd(std::move(type));
}

TypeId TypeTable::token() {
  if (!token_.valid()) token_ = findOrAdd(Type{});
  return token_;
}

TypeId TypeTable::findOrAdd(Type type) {
  const auto place = std::find(types_.begin(), types_.end(), type);
  if (place != types_.end()) return TypeId(static_cast<std::size_t>(place - types_.begin()));
  types_.push_back(std::move(type));
  printedSizes_.push_back(16);
  return TypeId(types_.size() - 1);
}

void TypeTable::measure() {
  constexpr std::uint64_t kKeywords = 64;
  constexpr std::uint64_t kNumber = 22;  // of 64 bits, with its sign and separator
  printedSizes_.resize(types_.size());
  // Kinds from the innermost to the outermost: a type only refers to kinds in front of its own.
  const auto rankOf = [](const Type &type) {
    if (type.kind == TypeKind::Scalar || type.kind == TypeKind::Token) return 0;
    if (type.kind == TypeKind::Pointer || type.kind == TypeKind::TensorView) return 1;
    return type.kind == TypeKind::Function ? 3 : 2;
  };
  for (int rank = 0; rank <= 3; ++rank) {
    for (std::size_t i = 0; i < types_.size(); ++i) {
      const Type &type = types_[i];
      if (rankOf(type) != rank) continue;
      std::uint64_t size = kKeywords + kNumber * (type.shape.size() + type.strides.size() + type.dimMap.size());
      if (type.element.valid()) size += printedSizes_[type.element.index()];
      for (const TypeId id : type.inputs) size += printedSizes_[id.index()];
      for (const TypeId id : type.results) size += printedSizes_[id.index()];
      printedSizes_[i] = size;
    }
  }
}

}  // namespace tileport::tileir::reader
