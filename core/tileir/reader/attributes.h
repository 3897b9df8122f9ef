// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <compare>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "tileir/program.h"
#include "tileir/reader/container.h"
#include "tileir/reader/types.h"

/// Attributes in bodies, hints and globals: tileir.md section 3.
namespace tileport::tileir::reader {

/// The attributes of a program. Equal bytes give the same id, so that a million flags and hints take the room of a few.
class AttributeTable {
 public:
  AttributeTable(const StringTable &strings, const std::vector<std::string_view> &constants, TypeTable &types)
      : strings_(strings), constants_(constants), types_(types) {}

  /// The value of an op's attribute, written as `info` says. `resultType` is the type of a Dense one.
  AttributeId read(Cursor &cursor, const AttributeInfo &info, TypeId resultType);
  /// The value that stands for an attribute which the file's version does not have.
  AttributeId defaultOf(const AttributeInfo &info);
  /// A BoolArray of `count` flags that are not set.
  AttributeId allFalse(Cursor &cursor, std::size_t count);
  /// An attribute in front of which its tag stands.
  AttributeId readTagged(Cursor &cursor);
  /// The constant whose index follows, as elements of `type`.
  AttributeId readDense(Cursor &cursor, TypeId type);

  const Attribute &operator[](AttributeId id) const { return attributes_[id.index()]; }
  /// A global has this name: ops may refer to it. False when another one has it already.
  bool declareGlobal(std::string_view name) { return globals_.insert(name).second; }
  bool isGlobal(std::string_view name) const { return globals_.contains(name); }
  /// A string of the string section.
  std::string_view readString(Cursor &cursor, std::string_view what) const;
  /// An upper estimate of the characters that the attribute takes in print.
  std::uint64_t printedSize(AttributeId id) const { return printedSizes_[id.index()]; }

  std::vector<Attribute> release() { return std::move(attributes_); }

 private:
  /// What makes two attributes of one number the same.
  struct Key {
    AttributeKind kind;
    std::uint32_t detail;  ///< enum, or type
    std::uint64_t number;  ///< value, or index into a section
    auto operator<=>(const Key &) const = default;
  };

  AttributeId simple(AttributeKind kind, std::uint32_t detail, std::uint64_t number);
  AttributeId text(Cursor &cursor, AttributeKind kind);
  AttributeId integer(unsigned width, std::uint64_t value);
  AttributeId add(Attribute attribute, std::uint64_t printedSize);
  /// Adds what was decoded from `bytes`, unless the same bytes were met before in the same form.
  AttributeId intern(AttributeForm form, std::string_view bytes, Attribute attribute);
  std::uint64_t measure(const Attribute &attribute) const;

  AttributeId readNumbers(Cursor &cursor, AttributeForm form);
  AttributeId readList(Cursor &cursor);
  AttributeId readUntaggedHints(Cursor &cursor);
  AttributeId readInteger(Cursor &cursor, unsigned width);

  Attribute decodeTagged(Cursor &cursor, AttributeTag tag);
  Attribute decodeInteger(Cursor &cursor);
  Attribute decodeFloat(Cursor &cursor);
  Attribute decodeArray(Cursor &cursor);
  Attribute decodeDictionary(Cursor &cursor, AttributeKind kind);
  Attribute decodeDivBy(Cursor &cursor);
  Attribute decodeBounded(Cursor &cursor);
  Attribute decodeSameElements(Cursor &cursor);
  AttributeId readNested(Cursor &cursor);

  const StringTable &strings_;
  const std::vector<std::string_view> &constants_;
  TypeTable &types_;
  std::vector<Attribute> attributes_;
  std::vector<std::uint64_t> printedSizes_;
  std::map<Key, AttributeId> simple_;
  std::map<std::pair<AttributeForm, std::string_view>, AttributeId> composite_;
  std::set<std::string_view> globals_;
  unsigned depth_ = 0;
};

}  // namespace tileport::tileir::reader
