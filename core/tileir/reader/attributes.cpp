// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/reader/attributes.h"

#include <algorithm>
#include <bit>

#include "tileir/bytecode/dense.h"
#include "tileir/consistency.h"
#include "tileir/reader/enums.h"

namespace tileport::tileir::reader {

namespace {

ScalarKind integerOfWidth(unsigned width) {
  switch (width) {
    case 1: return ScalarKind::I1;
    case 8: return ScalarKind::I8;
    case 16: return ScalarKind::I16;
    case 32: return ScalarKind::I32;
    default: return ScalarKind::I64;
  }
}

bool fits(std::uint64_t value, unsigned width) { return width >= 64 || (value >> width) == 0; }

AttributeTag readTag(Cursor &cursor) {
  const std::size_t start = cursor.offset();
  const std::uint64_t number = cursor.varint("an attribute's tag");
  const std::optional<AttributeTag> tag = attributeTagOf(number);
  if (!tag) cursor.failAt(start, "there is no attribute with tag " + std::to_string(number));
  if (const Version since{13, sinceMinor(*tag)}; !cursor.context().has(since)) {
    cursor.failAt(start, "attribute tag " + std::to_string(number) + " needs bytecode " + toString(since) + ", the file is " +
                             toString(cursor.context().version()));
  }
  return *tag;
}

/// Reads the two optional numbers of div_by and bounded, which a byte of flags announces.
void readPair(Cursor &cursor, Attribute &attribute) {
  const std::size_t start = cursor.offset();
  const std::uint8_t flags = cursor.u8("the flags of a predicate");
  if (flags > 3) cursor.failAt(start, "the flags of a predicate are " + hex(flags));
  if ((flags & 1) != 0) attribute.first = cursor.svarint("a number of a predicate");
  if ((flags & 2) != 0) attribute.second = cursor.svarint("a number of a predicate");
}

}  // namespace

AttributeId AttributeTable::read(Cursor &cursor, const AttributeInfo &info, TypeId resultType) {
  switch (info.form) {
    case AttributeForm::Enum:
      return simple(AttributeKind::Enum, static_cast<std::uint32_t>(info.enumKind), readOrdinal(cursor, info.enumKind, info.name));
    case AttributeForm::Integer: return readInteger(cursor, info.integerWidth);
    case AttributeForm::Bool: return simple(AttributeKind::Bool, 0, cursor.boolean(info.name));
    case AttributeForm::String: return text(cursor, AttributeKind::String);
    case AttributeForm::Symbol: return text(cursor, AttributeKind::Symbol);
    case AttributeForm::Dense: return readDense(cursor, resultType);
    case AttributeForm::I32Array:
    case AttributeForm::BoolArray: return readNumbers(cursor, info.form);
    case AttributeForm::TaggedArray: return readList(cursor);
    case AttributeForm::Hints: return readUntaggedHints(cursor);
    case AttributeForm::Tagged: return readTagged(cursor);
    case AttributeForm::Unit: return simple(AttributeKind::Unit, 0, 0);
    case AttributeForm::Type: {
      const TypeId type = types_.read(cursor, info.name);
      return simple(AttributeKind::Type, type.value, 0);
    }
  }
  cursor.fail("an attribute of an unknown form");
}

AttributeId AttributeTable::defaultOf(const AttributeInfo &info) {
  const std::uint64_t value = info.defaultValue.value_or(0);
  switch (info.form) {
    case AttributeForm::Enum: return simple(AttributeKind::Enum, static_cast<std::uint32_t>(info.enumKind), value);
    case AttributeForm::Integer: return integer(info.integerWidth, value);
    default: return simple(AttributeKind::Bool, 0, value);
  }
}

std::string_view AttributeTable::readString(Cursor &cursor, std::string_view what) const {
  return strings_[cursor.below(strings_.size(), what)];
}

AttributeId AttributeTable::readInteger(Cursor &cursor, unsigned width) {
  const std::size_t start = cursor.offset();
  const std::uint64_t value = cursor.varint("an integer attribute");
  if (!fits(value, width)) cursor.failAt(start, std::to_string(value) + " does not fit in " + std::to_string(width) + " bits");
  return integer(width, value);
}

AttributeId AttributeTable::integer(unsigned width, std::uint64_t value) {
  return simple(AttributeKind::Integer, types_.scalar(integerOfWidth(width)).value, value);
}

AttributeId AttributeTable::text(Cursor &cursor, AttributeKind kind) {
  const std::size_t start = cursor.offset();
  const std::uint64_t index = cursor.below(strings_.size(), "a string's index");
  if (kind == AttributeKind::Symbol && !isGlobal(strings_[index])) {
    cursor.failAt(start, "there is no global \"" + std::string(strings_[index]) + "\"");
  }
  const auto [place, isNew] = simple_.try_emplace(Key{kind, 0, index});
  if (!isNew) return place->second;
  cursor.charge(sizeof(Attribute) + strings_[index].size());
  Attribute attribute;
  attribute.kind = kind;
  attribute.text = strings_[index];
  return place->second = add(std::move(attribute), 2 + 3 * strings_[index].size());
}

AttributeId AttributeTable::readDense(Cursor &cursor, TypeId type) {
  const std::size_t start = cursor.offset();
  const std::uint64_t index = cursor.below(constants_.size(), "a constant's index");
  const auto [place, isNew] = simple_.try_emplace(Key{AttributeKind::Dense, type.value, index});
  if (!isNew) return place->second;
  const Type *element = types_[type].kind == TypeKind::Tile ? &types_[types_[type].element] : nullptr;
  if (element == nullptr || element->kind != TypeKind::Scalar) cursor.failAt(start, "a constant's type is no tile of numbers");
  cursor.charge(sizeof(Attribute) + constants_[index].size());
  std::optional<Attribute> dense = makeDense(constants_[index], elementCount(types_[type]), element->scalar);
  if (!dense) {
    cursor.failAt(start, "constant " + std::to_string(index) + " has " + std::to_string(constants_[index].size()) +
                             " bytes, which is neither one element of its type nor all");
  }
  dense->type = type;
  const std::uint64_t shown = dense->splat ? 1 : elementCount(types_[type]);
  return place->second = add(*std::move(dense), 16 + 28 * shown);
}

AttributeId AttributeTable::simple(AttributeKind kind, std::uint32_t detail, std::uint64_t number) {
  const auto [place, isNew] = simple_.try_emplace(Key{kind, detail, number});
  if (!isNew) return place->second;
  Attribute attribute;
  attribute.kind = kind;
  attribute.bits = number;
  if (kind == AttributeKind::Enum) attribute.enumKind = static_cast<EnumKind>(detail);
  const bool typed = kind == AttributeKind::Integer || kind == AttributeKind::Type;
  if (typed) attribute.type = TypeId(detail);
  const std::uint64_t size = 48 + (typed ? types_.printedSize(attribute.type) : 0);
  return place->second = add(std::move(attribute), size);
}

AttributeId AttributeTable::add(Attribute attribute, std::uint64_t printedSize) {
  attributes_.push_back(std::move(attribute));
  printedSizes_.push_back(printedSize);
  return AttributeId(attributes_.size() - 1);
}

AttributeId AttributeTable::intern(AttributeForm form, std::string_view bytes, Attribute attribute) {
  const auto [place, isNew] = composite_.try_emplace({form, bytes});
  if (isNew) {
    const std::uint64_t size = measure(attribute);
    place->second = add(std::move(attribute), size);
  }
  return place->second;
}

std::uint64_t AttributeTable::measure(const Attribute &attribute) const {
  std::uint64_t size = 64 + 24 * attribute.numbers.size() + 3 * attribute.text.size();
  if (attribute.type.valid()) size += types_.printedSize(attribute.type);
  for (const AttributeId item : attribute.items) size += 4 + printedSize(item);
  for (const std::string &key : attribute.keys) size += 8 + 3 * key.size();
  return size;
}

AttributeId AttributeTable::readNumbers(Cursor &cursor, AttributeForm form) {
  const std::size_t start = cursor.offset();
  const bool wide = form == AttributeForm::I32Array;
  Attribute attribute;
  attribute.kind = wide ? AttributeKind::I32Array : AttributeKind::BoolArray;
  const std::size_t count = cursor.count(wide ? 4 : 1, "the length of an array");
  cursor.charge(sizeof(Attribute) + 8 * count);
  attribute.numbers.resize(count);
  for (std::int64_t &number : attribute.numbers) {
    if (wide) {
      number = cursor.i32("an array's number");
    } else {
      number = cursor.boolean("an array's flag");
    }
  }
  return intern(form, cursor.since(start), std::move(attribute));
}

AttributeId AttributeTable::allFalse(Cursor &cursor, std::size_t count) {
  const auto [place, isNew] = simple_.try_emplace(Key{AttributeKind::BoolArray, 0, count});
  if (!isNew) return place->second;
  cursor.charge(sizeof(Attribute) + 8 * count);
  Attribute attribute;
  attribute.kind = AttributeKind::BoolArray;
  attribute.numbers.resize(count);
  const std::uint64_t size = measure(attribute);
  return place->second = add(std::move(attribute), size);
}

AttributeId AttributeTable::readList(Cursor &cursor) {
  const std::size_t start = cursor.offset();
  Attribute attribute = decodeArray(cursor);
  return intern(AttributeForm::TaggedArray, cursor.since(start), std::move(attribute));
}

AttributeId AttributeTable::readUntaggedHints(Cursor &cursor) {
  const std::size_t start = cursor.offset();
  Attribute attribute = decodeDictionary(cursor, AttributeKind::Hints);
  return intern(AttributeForm::Hints, cursor.since(start), std::move(attribute));
}

AttributeId AttributeTable::readTagged(Cursor &cursor) {
  const std::size_t start = cursor.offset();
  const AttributeTag tag = readTag(cursor);
  // These have keys of their own and are shared with the untagged ones.
  switch (tag) {
    case AttributeTag::Bool: return simple(AttributeKind::Bool, 0, cursor.boolean("a flag"));
    case AttributeTag::Type: return simple(AttributeKind::Type, types_.read(cursor, "a type").value, 0);
    case AttributeTag::String: return text(cursor, AttributeKind::String);
    case AttributeTag::Dense: return readDense(cursor, types_.read(cursor, "the type of a constant"));
    case AttributeTag::MultimemReductionKind: {
      constexpr EnumKind kKind = EnumKind::MultimemReductionKind;
      return simple(AttributeKind::Enum, static_cast<std::uint32_t>(kKind), readOrdinal(cursor, kKind, "a multimem reduction"));
    }
    default: break;
  }
  cursor.charge(sizeof(Attribute));
  Attribute attribute = decodeTagged(cursor, tag);
  return intern(AttributeForm::Tagged, cursor.since(start), std::move(attribute));
}

Attribute AttributeTable::decodeTagged(Cursor &cursor, AttributeTag tag) {
  switch (tag) {
    case AttributeTag::Integer: return decodeInteger(cursor);
    case AttributeTag::Float: return decodeFloat(cursor);
    case AttributeTag::Array: return decodeArray(cursor);
    case AttributeTag::DivBy: return decodeDivBy(cursor);
    case AttributeTag::SameElements: return decodeSameElements(cursor);
    case AttributeTag::Dictionary: return decodeDictionary(cursor, AttributeKind::Dictionary);
    case AttributeTag::Hints: return decodeDictionary(cursor, AttributeKind::Hints);
    case AttributeTag::Bounded: return decodeBounded(cursor);
    default: cursor.fail("an attribute of an unknown form");
  }
}

Attribute AttributeTable::decodeInteger(Cursor &cursor) {
  const std::size_t start = cursor.offset();
  Attribute attribute;
  attribute.kind = AttributeKind::Integer;
  attribute.type = types_.read(cursor, "the type of an integer");
  const Type &type = types_[attribute.type];
  if (type.kind != TypeKind::Scalar || !isInteger(type.scalar)) cursor.failAt(start, "the type of an integer is no integer type");
  attribute.bits = cursor.varint("an integer");
  if (!fits(attribute.bits, bitWidth(type.scalar))) {
    cursor.failAt(start, std::to_string(attribute.bits) + " does not fit in " + std::to_string(bitWidth(type.scalar)) + " bits");
  }
  return attribute;
}

Attribute AttributeTable::decodeFloat(Cursor &cursor) {
  const std::size_t start = cursor.offset();
  Attribute attribute;
  attribute.kind = AttributeKind::Float;
  attribute.type = types_.read(cursor, "the type of a float");
  const Type &type = types_[attribute.type];
  if (type.kind != TypeKind::Scalar || isInteger(type.scalar)) cursor.failAt(start, "the type of a float is no float type");
  attribute.bits = cursor.apInt(bitWidth(type.scalar), "the bits of a float");
  return attribute;
}

AttributeId AttributeTable::readNested(Cursor &cursor) {
  if (depth_ == kDeepestAttribute)
    cursor.fail("attributes are nested more than " + std::to_string(kDeepestAttribute) + " deep", ErrorKind::Limit);
  ++depth_;
  const AttributeId id = readTagged(cursor);
  --depth_;
  return id;
}

Attribute AttributeTable::decodeArray(Cursor &cursor) {
  Attribute attribute;
  attribute.kind = AttributeKind::Array;
  const std::size_t count = cursor.count(2, "the length of an array");
  for (std::size_t i = 0; i < count; ++i) attribute.items.push_back(readNested(cursor));
  return attribute;
}

Attribute AttributeTable::decodeDictionary(Cursor &cursor, AttributeKind kind) {
  Attribute attribute;
  attribute.kind = kind;
  const std::size_t start = cursor.offset();
  const std::size_t count = cursor.count(3, "the length of a dictionary");
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t place = cursor.offset();
    const std::string_view key = readString(cursor, "a dictionary's key");
    if (key.empty()) cursor.failAt(place, "a dictionary has an empty key");
    cursor.charge(sizeof(std::string) + key.size());
    attribute.keys.emplace_back(key);
    attribute.items.push_back(readNested(cursor));
    if (kind == AttributeKind::Hints && (*this)[attribute.items.back()].kind != AttributeKind::Dictionary) {
      cursor.failAt(place, "the hints of \"" + std::string(key) + "\" are no dictionary");
    }
  }
  std::vector<std::string_view> sorted(attribute.keys.begin(), attribute.keys.end());
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) cursor.failAt(start, "a dictionary has the key \"" + std::string(*twice) + "\" twice");
  return attribute;
}

Attribute AttributeTable::decodeDivBy(Cursor &cursor) {
  Attribute attribute;
  attribute.kind = AttributeKind::DivBy;
  const std::size_t start = cursor.offset();
  attribute.bits = cursor.varint("a divisor");
  if (!std::has_single_bit(attribute.bits))
    cursor.failAt(start, "the divisor " + std::to_string(attribute.bits) + " is not a power of two");
  readPair(cursor, attribute);
  return attribute;
}

Attribute AttributeTable::decodeBounded(Cursor &cursor) {
  Attribute attribute;
  attribute.kind = AttributeKind::Bounded;
  readPair(cursor, attribute);
  return attribute;
}

Attribute AttributeTable::decodeSameElements(Cursor &cursor) {
  Attribute attribute;
  attribute.kind = AttributeKind::SameElements;
  attribute.numbers.resize(cursor.count(8, "the length of same_elements"));
  for (std::int64_t &number : attribute.numbers) number = cursor.i64("a number of same_elements");
  return attribute;
}

}  // namespace tileport::tileir::reader
