// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <bit>
#include <limits>

#include "tileir/bytecode/types.h"
#include "tileir/consistency/check.h"

namespace tileport::tileir::consistency {

namespace {

using bytecode::bitWidth;
using bytecode::isInteger;

/// In the order of enum EnumKind, which is that of the alphabet.
constexpr EnumKind kLastEnum = EnumKind::SymbolVisibility;

bool fits(std::uint64_t value, unsigned width) { return width >= 64 || (value >> width) == 0; }

class AttributeChecker {
 public:
  AttributeChecker(const ProgramData &data, std::size_t index) : data_(data), attribute_(data.attributes[index]), index_(index) {}

  void check() const {
    require(attribute_.kind <= AttributeKind::BoolArray, "has no kind");
    checkUnused();
    switch (attribute_.kind) {
      case AttributeKind::Integer:
      case AttributeKind::Float: checkNumber(); break;
      case AttributeKind::Bool: require(attribute_.bits <= 1, "is a flag that is neither 0 nor 1"); break;
      case AttributeKind::Type: require(inside(attribute_.type, data_.types), "is a type that there is not"); break;
      case AttributeKind::Dense: checkDense(); break;
      case AttributeKind::DivBy: require(std::has_single_bit(attribute_.bits), "has a divisor that is no power of two"); break;
      case AttributeKind::Dictionary:
      case AttributeKind::Hints: checkDictionary(); break;
      case AttributeKind::Enum:
        require(attribute_.enumKind <= kLastEnum && attribute_.bits < enumCount(attribute_.enumKind), "has an ordinal that there is not");
        break;
      case AttributeKind::I32Array:
        require(std::all_of(attribute_.numbers.begin(), attribute_.numbers.end(),
                            [](std::int64_t number) { return number == static_cast<std::int32_t>(number); }),
                "has a number of more than 32 bits");
        break;
      case AttributeKind::BoolArray:
        require(std::all_of(attribute_.numbers.begin(), attribute_.numbers.end(), [](std::int64_t flag) { return flag == 0 || flag == 1; }),
                "has a flag that is neither 0 nor 1");
        break;
      default: break;
    }
  }

 private:
  void require(bool holds, const char *what) const {
    if (!holds) fail("attribute " + std::to_string(index_) + " " + what);
  }

  /// Attributes are compared member by member, as types are.
  void checkUnused() const {
    const AttributeKind kind = attribute_.kind;
    const bool typed =
        kind == AttributeKind::Integer || kind == AttributeKind::Float || kind == AttributeKind::Dense || kind == AttributeKind::Type;
    require(typed || !attribute_.type.valid(), "has a type that its kind has not");
    const bool dictionary = kind == AttributeKind::Dictionary || kind == AttributeKind::Hints;
    require(dictionary || attribute_.keys.empty(), "has keys that its kind has not");
    require(dictionary || kind == AttributeKind::Array || attribute_.items.empty(), "has members that its kind has not");
    const bool numbers = kind == AttributeKind::I32Array || kind == AttributeKind::BoolArray || kind == AttributeKind::SameElements;
    require(numbers || attribute_.numbers.empty(), "has numbers that its kind has not");
    require(kind == AttributeKind::Dense || (attribute_.elements.empty() && !attribute_.splat && !attribute_.elided),
            "has elements that its kind has not");
    require(kind == AttributeKind::String || kind == AttributeKind::Symbol || attribute_.text.empty(), "has a text that its kind has not");
    const bool bits = kind == AttributeKind::Integer || kind == AttributeKind::Float || kind == AttributeKind::Bool ||
                      kind == AttributeKind::Enum || kind == AttributeKind::DivBy;
    require(bits || attribute_.bits == 0, "has bits that its kind has not");
    require(kind == AttributeKind::Enum || attribute_.enumKind == EnumKind{}, "has an enum that its kind has not");
    const bool bounds = kind == AttributeKind::DivBy || kind == AttributeKind::Bounded;
    require(bounds || (!attribute_.first && !attribute_.second), "has bounds that its kind has not");
  }

  void checkNumber() const {
    require(inside(attribute_.type, data_.types), "has no type");
    const Type &type = data_.types[attribute_.type.index()];
    require(type.kind == TypeKind::Scalar && isInteger(type.scalar) == (attribute_.kind == AttributeKind::Integer),
            "has a type that is not that of such a number");
    require(fits(attribute_.bits, bitWidth(type.scalar)), "has more bits than its type");
  }

  void checkDense() const {
    require(inside(attribute_.type, data_.types), "has no type");
    const Type &tile = data_.types[attribute_.type.index()];
    require(tile.kind == TypeKind::Tile && data_.types[tile.element.index()].kind == TypeKind::Scalar, "is a constant of no numbers");
    if (attribute_.elided) {
      require(attribute_.elements.empty() && !attribute_.splat, "has elements although they are left out");
      return;
    }
    std::uint64_t count = 1;
    if (!attribute_.splat) {
      for (const std::int64_t extent : tile.shape) count *= static_cast<std::uint64_t>(extent);
    }
    const unsigned width = bitWidth(data_.types[tile.element.index()].scalar);
    const std::uint64_t size = width == 1 ? (count + 7) / 8 : count * ((width + 7) / 8);
    require(attribute_.elements.size() == size, "has neither one element of its type nor all");
  }

  void checkDictionary() const {
    require(attribute_.keys.size() == attribute_.items.size(), "has not one key for each value");
    std::vector<std::string_view> sorted(attribute_.keys.begin(), attribute_.keys.end());
    std::sort(sorted.begin(), sorted.end());
    require(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end(), "has a key twice");
    require(sorted.empty() || !sorted.front().empty(), "has an empty key");
    if (attribute_.kind != AttributeKind::Hints) return;
    for (const AttributeId item : attribute_.items) {
      require(inside(item, data_.attributes) && data_.attributes[item.index()].kind == AttributeKind::Dictionary,
              "has hints that are no dictionary");
    }
  }

  const ProgramData &data_;
  const Attribute &attribute_;
  std::size_t index_;
};

/// How deep each attribute is nested, worked out without recursion: what is nested too deep, or in itself, is met here.
class HeightChecker {
 public:
  explicit HeightChecker(const ProgramData &data) : data_(data), heights_(data.attributes.size(), kUnseen) {}

  void check() {
    for (std::size_t i = 0; i < heights_.size(); ++i) {
      if (heights_[i] == kUnseen) measureFrom(i);
    }
  }

 private:
  static constexpr unsigned kUnseen = std::numeric_limits<unsigned>::max();
  static constexpr unsigned kOpen = kUnseen - 1;

  struct Step {
    std::size_t attribute;
    std::size_t nextItem;
    unsigned height;
  };

  void measureFrom(std::size_t root) {
    open(root);
    while (!path_.empty()) {
      Step &step = path_.back();
      const std::vector<AttributeId> &items = data_.attributes[step.attribute].items;
      if (step.nextItem == items.size()) {
        if (step.height > kDeepestAttribute) fail("attribute " + std::to_string(root) + " is nested too deep", ErrorKind::Limit);
        heights_[step.attribute] = step.height;
        const unsigned outer = step.height + 1;
        path_.pop_back();
        if (!path_.empty()) path_.back().height = std::max(path_.back().height, outer);
        continue;
      }
      const AttributeId item = items[step.nextItem++];
      if (!inside(item, data_.attributes)) fail("attribute " + std::to_string(step.attribute) + " has a member that there is not");
      const unsigned height = heights_[item.index()];
      if (height == kOpen) fail("attribute " + std::to_string(item.index()) + " contains itself");
      if (height == kUnseen) {
        open(item.index());
      } else {
        step.height = std::max(step.height, height + 1);
      }
    }
  }

  void open(std::size_t attribute) {
    heights_[attribute] = kOpen;
    path_.push_back({attribute, 0, 0});
  }

  const ProgramData &data_;
  std::vector<unsigned> heights_;
  std::vector<Step> path_;
};

bool isIntegerOfWidth(const ProgramData &data, const Attribute &attribute, unsigned width) {
  return attribute.kind == AttributeKind::Integer && bitWidth(data.types[attribute.type.index()].scalar) == width;
}

}  // namespace

void checkAttributes(const ProgramData &data) {
  for (std::size_t i = 0; i < data.attributes.size(); ++i) AttributeChecker(data, i).check();
  HeightChecker(data).check();
}

bool hasForm(const ProgramData &data, AttributeId id, const AttributeInfo &info) {
  const Attribute &attribute = data.attributes[id.index()];
  switch (info.form) {
    case AttributeForm::Enum: return attribute.kind == AttributeKind::Enum && attribute.enumKind == info.enumKind;
    case AttributeForm::Integer: return isIntegerOfWidth(data, attribute, info.integerWidth);
    case AttributeForm::Bool: return attribute.kind == AttributeKind::Bool;
    case AttributeForm::String: return attribute.kind == AttributeKind::String;
    case AttributeForm::Symbol: return attribute.kind == AttributeKind::Symbol;
    case AttributeForm::Dense: return attribute.kind == AttributeKind::Dense;
    case AttributeForm::I32Array: return attribute.kind == AttributeKind::I32Array;
    case AttributeForm::BoolArray: return attribute.kind == AttributeKind::BoolArray;
    case AttributeForm::TaggedArray: return attribute.kind == AttributeKind::Array;
    case AttributeForm::Hints: return attribute.kind == AttributeKind::Hints;
    case AttributeForm::Tagged: return true;
    case AttributeForm::Unit: return attribute.kind == AttributeKind::Unit;
    case AttributeForm::Type: return attribute.kind == AttributeKind::Type;
  }
  return false;
}

}  // namespace tileport::tileir::consistency
