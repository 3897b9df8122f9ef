// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bytecode_file.h"

#include <cctype>
#include <fstream>
#include <iterator>

namespace tileport::tileir::testing {

namespace {

constexpr char kPadding = '\xCB';

void appendSection(Bytes &out, int id, const Bytes &payload, std::uint64_t alignment) {
  out += static_cast<char>(id | (alignment > 1 ? 0x80 : 0));
  out += varint(payload.size());
  if (alignment > 1) {
    out += varint(alignment);
    out = pad(std::move(out), alignment);
  }
  out += payload;
}

std::uint64_t usualAlignment(int id) {
  switch (id) {
    case kFunc:
    case kDebug:
    case kConstant: return 8;
    case kString:
    case kType: return 4;
    default: return 1;
  }
}

Bytes joined(const std::vector<Bytes> &items) {
  Bytes all;
  for (const Bytes &item : items) all += item;
  return all;
}

}  // namespace

Bytes hex(std::string_view digits) {
  Bytes bytes;
  int high = -1;
  for (const char c : digits) {
    if (std::isxdigit(static_cast<unsigned char>(c)) == 0) continue;
    const int value = std::isdigit(static_cast<unsigned char>(c)) != 0 ? c - '0' : std::toupper(c) - 'A' + 10;
    if (high < 0) {
      high = value;
    } else {
      bytes += static_cast<char>(high * 16 + value);
      high = -1;
    }
  }
  return bytes;
}

Bytes varint(std::uint64_t number) {
  Bytes bytes;
  for (; number >= 0x80; number >>= 7) bytes += static_cast<char>((number & 0x7f) | 0x80);
  return bytes + static_cast<char>(number);
}

Bytes fixed(std::uint64_t number, unsigned size) {
  Bytes bytes;
  for (unsigned i = 0; i < size; ++i) bytes += static_cast<char>(number >> (8 * i));
  return bytes;
}

Bytes pad(Bytes bytes, std::size_t alignment) {
  while (bytes.size() % alignment != 0) bytes += kPadding;
  return bytes;
}

Bytes table(const std::vector<Bytes> &items, unsigned offsetSize) {
  Bytes bytes = pad(varint(items.size()), offsetSize);
  std::size_t offset = 0;
  for (const Bytes &item : items) {
    bytes += fixed(offset, offsetSize);
    offset += item.size();
  }
  return bytes + joined(items);
}

Bytes debugPayload(const std::vector<std::uint32_t> &firsts, const std::vector<std::uint64_t> &ops, const std::vector<Bytes> &records) {
  Bytes bytes = pad(varint(firsts.size()), 4);
  for (const std::uint32_t first : firsts) bytes += fixed(first, 4);
  bytes = pad(bytes + varint(ops.size()), 8);
  for (const std::uint64_t op : ops) bytes += fixed(op, 8);
  bytes = pad(bytes + varint(records.size()), 4);
  std::size_t offset = 0;
  for (const Bytes &record : records) {
    bytes += fixed(offset, 4);
    offset += record.size();
  }
  return bytes + joined(records);
}

BytecodeFile::BytecodeFile(int minorVersion) : minor(minorVersion) {
  types = {hex("03"), hex("0D 00 00"), hex("10 00 00"),          hex("00"),       hex("0D 03 00"),
           hex("11"), hex("07"),       hex("0D 06 01") + i64(4), hex("0D 06 00"), hex("0D 00 01") + i64(4)};
  if (minorVersion >= 5) hints = hex("0B00");
}

Bytes BytecodeFile::function() const {
  Bytes bytes = varint(0) + varint(signature) + static_cast<char>(flags) + varint(location) + hints;
  if (minor >= 5) bytes += argumentAttributes;
  return bytes + varint(body.size()) + body;
}

Bytes BytecodeFile::build() const {
  Bytes out("\x7FTileIR\0", 8);
  out += static_cast<char>(major);
  out += static_cast<char>(minor);
  out += fixed(tag, 2);
  const auto append = [&](int id, const Bytes &usual) {
    const auto payload = payloads.find(id);
    const auto alignment = alignments.find(id);
    appendSection(out, id, payload != payloads.end() ? payload->second : usual,
                  alignment != alignments.end() ? alignment->second : usualAlignment(id));
  };
  for (const auto &[id, payload] : extra) appendSection(out, id, payload, usualAlignment(id));
  const std::vector<Bytes> all = functions.empty() ? std::vector<Bytes>{function()} : functions;
  append(kFunc, pad(varint(all.size()) + joined(all), 8));
  if (!globals.empty() || payloads.contains(kGlobal)) append(kGlobal, varint(globals.size()) + joined(globals));
  std::vector<Bytes> blobs;
  for (const Bytes &constant : constants) blobs.push_back(varint(constant.size()) + constant);
  append(kConstant, table(blobs, 8));
  if (debug) append(kDebug, *debug);
  append(kType, table(types, 4));
  append(kString, table(strings, 4));
  return out + '\0';
}

Result<ProgramPtr> read(const Bytes &bytes) { return readBytecode(std::as_bytes(std::span(bytes)), "test"); }

std::string whyNotRefused(const Bytes &bytes, std::string_view section, std::string_view message) {
  const Result<ProgramPtr> program = read(bytes);
  if (program) return "it was read";
  const Error &error = program.error();
  const bool placed = error.place.byteOffset && *error.place.byteOffset <= bytes.size() && error.place.section == section;
  const bool explained = error.message.find(message) != std::string::npos && !error.advice.empty();
  return placed && explained ? std::string() : error.toString();
}

std::optional<std::vector<Section>> splitSections(const Bytes &file) {
  constexpr std::size_t kHeader = 12;
  std::size_t place = kHeader;
  const auto takeVarint = [&]() -> std::optional<std::uint64_t> {
    std::uint64_t number = 0;
    for (unsigned shift = 0; shift < 63 && place < file.size(); shift += 7) {
      const auto byte = static_cast<unsigned char>(file[place++]);
      number |= std::uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80) return number;
    }
    return std::nullopt;
  };
  std::vector<Section> sections;
  while (place < file.size() && file[place] != 0) {
    Section section;
    const auto head = static_cast<unsigned char>(file[place++]);
    section.id = head & 0x7f;
    const std::optional<std::uint64_t> size = takeVarint();
    const std::optional<std::uint64_t> alignment = (head & 0x80) != 0 ? takeVarint() : 1;
    if (!size || !alignment || *alignment == 0 || *alignment > file.size()) return std::nullopt;
    section.alignment = *alignment;
    place += (section.alignment - place % section.alignment) % section.alignment;
    if (place > file.size() || *size > file.size() - place) return std::nullopt;
    section.payload = file.substr(place, *size);
    place += *size;
    sections.push_back(std::move(section));
  }
  return place < file.size() ? std::optional(std::move(sections)) : std::nullopt;
}

Bytes joinSections(const Bytes &header, const std::vector<Section> &sections) {
  Bytes file = header;
  for (const Section &section : sections) appendSection(file, section.id, section.payload, section.alignment);
  return file + '\0';
}

Bytes contentOf(const std::string &path) {
  std::ifstream stream(path, std::ios::binary);
  return Bytes(std::istreambuf_iterator<char>(stream), {});
}

}  // namespace tileport::tileir::testing
