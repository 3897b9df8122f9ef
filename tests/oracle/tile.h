// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "oracle/element.h"

namespace tileport::oracle {

/// The elements of a tile, the last dimension fastest. Its shape and element type are those of the value that holds it.
class Tile {
 public:
  explicit Tile(std::size_t count) : bits_(count) {}

  std::size_t size() const { return bits_.size(); }
  std::uint64_t bits(std::size_t at) const { return bits_[at]; }
  Cell cell(std::size_t at) const { return {bits_[at], errors_.empty() ? 0 : errors_[at], undefined_.empty() ? 0 : undefined_[at]}; }
  void set(std::size_t at, const Cell &cell) {
    bits_[at] = cell.bits;
    if (cell.error != 0 || !errors_.empty()) put(errors_, at, cell.error);
    if (cell.undefinedBy != 0 || !undefined_.empty()) put(undefined_, at, cell.undefinedBy);
  }

 private:
  /// Most tiles are exact and defined throughout: these lists come with the first element that is not.
  template <class T>
  void put(std::vector<T> &list, std::size_t at, T value) {
    if (list.empty()) list.resize(bits_.size());
    list[at] = value;
  }

  std::vector<std::uint64_t> bits_;
  std::vector<double> errors_;
  std::vector<std::uint32_t> undefined_;
};

using TilePtr = std::shared_ptr<const Tile>;

/// The strides, in elements, of a shape laid out with its last dimension fastest.
inline std::vector<std::int64_t> stridesOf(std::span<const std::int64_t> shape) {
  std::vector<std::int64_t> strides(shape.size(), 1);
  for (std::size_t d = shape.size(); d-- > 1;) strides[d - 1] = strides[d] * shape[d];
  return strides;
}

inline std::size_t countOf(std::span<const std::int64_t> shape) {
  std::size_t count = 1;
  for (const std::int64_t extent : shape) count *= static_cast<std::size_t>(extent);
  return count;
}

/// All positions of a shape, the last dimension fastest.
class Positions {
 public:
  explicit Positions(std::span<const std::int64_t> shape) : shape_(shape.begin(), shape.end()), at_(shape.size(), 0) {}
  std::span<const std::int64_t> at() const { return at_; }
  std::int64_t operator[](std::size_t d) const { return at_[d]; }
  void next() {
    for (std::size_t d = at_.size(); d-- > 0;) {
      if (++at_[d] < shape_[d]) return;
      at_[d] = 0;
    }
  }
  /// The position in a tensor with these strides.
  std::int64_t dot(std::span<const std::int64_t> strides) const {
    std::int64_t sum = 0;
    for (std::size_t d = 0; d < at_.size(); ++d) sum += at_[d] * strides[d];
    return sum;
  }

 private:
  std::vector<std::int64_t> shape_;
  std::vector<std::int64_t> at_;
};

/// A tensor in memory.
struct TensorView {
  std::uint64_t base = 0;
  std::vector<std::int64_t> shape;
  std::vector<std::int64_t> strides;
  tileir::ScalarKind element = tileir::ScalarKind::I8;
};

/// Tiles of a tensor, as the type (partition, strided, gather_scatter) cuts them.
struct View {
  std::shared_ptr<const TensorView> tensor;
  tileir::TypeId type;
};

/// A point in the order of accesses: see order.h.
struct Token {
  std::uint32_t event = 0;
};

using Value = std::variant<std::monostate, TilePtr, Token, std::shared_ptr<const TensorView>, std::shared_ptr<const View>>;

}  // namespace tileport::oracle
