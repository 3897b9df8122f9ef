// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tileir/reader/cursor.h"

/// ELF of 64 bits, little endian: the parts that cubins have.
namespace tileport::tileir::cubin {

struct Section {
  std::string_view name;
  std::uint32_t type = 0;
  std::uint32_t link = 0;
  std::uint32_t info = 0;
  std::uint64_t size = 0;   ///< also of a section without bytes (static shared memory)
  reader::ByteRange bytes;  ///< in the file; empty when it has none
};

struct Symbol {
  std::string_view name;
  std::uint8_t type = 0;   ///< 2 = function, 3 = section
  std::uint8_t other = 0;  ///< bit 4: entry
  std::uint16_t section = 0;
  std::uint64_t value = 0;
  std::uint64_t size = 0;
};

/// A place in a section to which the address of a symbol is added.
struct Relocation {
  std::uint32_t symbol = 0;
  std::optional<std::int64_t> addend;  ///< absent: what stands at the place
};

class Elf {
 public:
  explicit Elf(reader::Context &context);

  std::uint8_t abi() const { return abi_; }
  std::uint16_t machine() const { return machine_; }
  std::uint32_t flags() const { return flags_; }
  const std::vector<Section> &sections() const { return sections_; }
  const std::vector<Symbol> &symbols() const { return symbols_; }

  /// The first section with this name; null when there is none.
  const Section *find(std::string_view name) const;
  reader::Cursor open(const Section &section) const { return {context_, section.bytes, section.name}; }
  /// The bytes of a section, charged for: many sections may claim the same bytes.
  std::string_view bytes(const Section &section) const;
  /// The relocations of the section `name`, by place.
  std::unordered_map<std::uint64_t, Relocation> relocations(std::string_view name) const;

 private:
  void readHeader();
  void readSections(std::uint64_t offset, std::size_t count, std::size_t names);
  void readSymbols();
  void addRelocations(const Section &table, bool withAddend, std::unordered_map<std::uint64_t, Relocation> &found) const;
  /// The text that begins at `offset` of a string section and ends at a zero byte.
  std::string_view text(const Section &strings, std::uint64_t offset, const reader::Cursor &place) const;

  reader::Context &context_;
  std::uint8_t abi_ = 0;
  std::uint16_t machine_ = 0;
  std::uint32_t flags_ = 0;
  std::vector<Section> sections_;
  std::vector<Symbol> symbols_;
  std::unordered_map<std::string_view, std::size_t> byName_;
};

}  // namespace tileport::tileir::cubin
