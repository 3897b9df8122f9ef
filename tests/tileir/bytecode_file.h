// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileir/bytecode_reader.h"

/// Bytecode files written by hand, byte for byte, for tests of the reader.
namespace tileport::tileir::testing {

using Bytes = std::string;

/// "10 02 00" as bytes. Anything but hex digits is passed over.
Bytes hex(std::string_view digits);
Bytes varint(std::uint64_t number);
/// Little endian.
Bytes fixed(std::uint64_t number, unsigned size);
inline Bytes i64(std::int64_t number) { return fixed(static_cast<std::uint64_t>(number), 8); }
inline Bytes i32(std::int32_t number) { return fixed(static_cast<std::uint32_t>(number), 4); }
Bytes pad(Bytes bytes, std::size_t alignment);
/// A count, padding, offsets of `offsetSize` bytes and the items.
Bytes table(const std::vector<Bytes> &items, unsigned offsetSize);
/// The payload of a debug section: for each function where its locations begin, the locations, the records.
Bytes debugPayload(const std::vector<std::uint32_t> &firsts, const std::vector<std::uint64_t> &ops, const std::vector<Bytes> &records);

enum : int { kEnd, kString, kFunc, kDebug, kConstant, kType, kGlobal, kProducer };

/// A file with one entry `k`. Everything can be replaced, down to the payload of a section.
struct BytecodeFile {
  // Types that most tests need, by index.
  enum : unsigned { kI32, kTileI32, kNoArguments, kI1, kTileI1, kToken, kF32, kTile4F32, kTileF32, kTile4I32, kBaseTypes };
  // Constants: i32 1; i1 true as a splat; four bytes of zero.
  enum : unsigned { kOne, kTrue, kZero };

  int major = 13;
  int minor = 1;
  unsigned tag = 0;
  std::vector<Bytes> strings{"k"};
  std::vector<Bytes> types;
  std::vector<Bytes> constants{hex("01000000"), hex("FF"), hex("00000000")};
  std::vector<Bytes> globals;
  std::vector<Bytes> functions;  ///< when not empty, instead of the entry made of what follows
  std::uint64_t signature = kNoArguments;
  unsigned flags = 2;
  std::uint64_t location = 0;
  Bytes hints;                             ///< tagged
  Bytes argumentAttributes = hex("0600");  ///< tagged, written from 13.5 on
  Bytes body = hex("5C0000");
  std::optional<Bytes> debug;
  std::map<int, Bytes> payloads;             ///< by section id: instead of what would be written
  std::map<int, std::uint64_t> alignments;   ///< by section id
  std::vector<std::pair<int, Bytes>> extra;  ///< more sections, in front of the others

  explicit BytecodeFile(int minorVersion = 1);

  unsigned addType(Bytes record) { return add(types, std::move(record)); }
  unsigned addString(Bytes text) { return add(strings, std::move(text)); }
  unsigned addConstant(Bytes elements) { return add(constants, std::move(elements)); }

  Bytes function() const;
  Bytes build() const;

 private:
  static unsigned add(std::vector<Bytes> &list, Bytes item) {
    list.push_back(std::move(item));
    return static_cast<unsigned>(list.size() - 1);
  }
};

Result<ProgramPtr> read(const Bytes &bytes);
inline Result<ProgramPtr> read(const BytecodeFile &file) { return read(file.build()); }

/// Reads what must be refused with a message that holds `message`, in this section and with a byte offset inside of the
/// file. Empty when it is so, otherwise what happened instead.
std::string whyNotRefused(const Bytes &bytes, std::string_view section, std::string_view message);
inline std::string whyNotRefused(const BytecodeFile &file, std::string_view section, std::string_view message) {
  return whyNotRefused(file.build(), section, message);
}

struct Section {
  int id = 0;
  std::uint64_t alignment = 1;
  Bytes payload;
};

/// The sections of a file whose frame is whole; what they hold may be anything.
std::optional<std::vector<Section>> splitSections(const Bytes &file);
/// A file with a true frame around these payloads.
Bytes joinSections(const Bytes &header, const std::vector<Section> &sections);

/// The bytes of a file of tests/cases or resources.
Bytes contentOf(const std::string &path);

}  // namespace tileport::tileir::testing
