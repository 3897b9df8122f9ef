// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "tileir/program.h"

namespace tileport::align {

/// Numbers for contents, shared by both sides: two types, attributes or symbols have the same key exactly when they say
/// the same, in whichever program they stand.
using Key = std::uint32_t;

class Interner {
 public:
  Key intern(const std::string &content) { return numbers_.try_emplace(content, static_cast<Key>(numbers_.size())).first->second; }

 private:
  std::unordered_map<std::string, Key> numbers_;
};

/// Content of a program's types and attributes in one spelling. What a version writes differently but means the same is
/// equal here: a pointer attribute `none` and none at all, `inbounds` of false alone and none at all.
class ContentKeys {
 public:
  ContentKeys(const tileir::Program &program, Interner &interner);

  Key type(tileir::TypeId id) const { return types_[id.index()]; }
  /// Of a tile type that the program need not have.
  Key tile(tileir::TypeId element, const std::vector<std::int64_t> &shape) const;
  Key attribute(tileir::AttributeId id) const { return attributes_[id.index()]; }
  /// All attributes of the op but its optimization hints. A symbol stands for the content of the global that it names.
  Key attributesOf(tileir::OpId op) const;
  /// Type, value, alignment, constness and visibility of a global; its name does not matter.
  Key global(const std::string &name) const;
  Key globalAt(std::size_t position) const { return globals_[position]; }

 private:
  std::string typeContent(tileir::TypeId id) const { return typeContent(program_.type(id)); }
  std::string typeContent(const tileir::Type &type) const;
  std::string attributeContent(tileir::AttributeId id) const;

  const tileir::Program &program_;
  Interner &interner_;
  std::vector<Key> types_;
  std::vector<Key> attributes_;
  std::vector<Key> globals_;
  std::unordered_map<std::string, Key> globalsByName_;
};

/// The type of a number of one bit, which to MLIR is a flag.
bool isFlag(const tileir::Type &type);

/// The element that all elements of a dense literal equal; empty when they differ.
std::string splatElement(const tileir::Program &program, const tileir::Attribute &dense);

/// Whether the attribute says no more than its absence would.
bool saysNothing(const tileir::Attribute &attribute);

}  // namespace tileport::align
