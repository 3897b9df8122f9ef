// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/reader/container.h"

#include <algorithm>
#include <bit>

#include "tileir/bytecode_reader.h"

namespace tileport::tileir {

using bytecode::kMagic;

bool looksLikeBytecode(std::span<const std::byte> bytes) {
  return bytes.size() >= kMagic.size() && std::equal(kMagic.begin(), kMagic.end(), reinterpret_cast<const char *>(bytes.data()));
}

}  // namespace tileport::tileir

namespace tileport::tileir::reader {

namespace {

constexpr std::uint16_t kPreviewTag = 1;

}  // namespace

Container::Container(Context &context) : context_(context) {
  Cursor header(context, {0, context.file().size()}, "header");
  readHeader(header);
  Cursor cursor(context, {header.offset(), context.file().size()}, "frame");
  while (true) {
    const std::uint8_t head = cursor.u8("a section header: the end marker is missing");
    const std::uint8_t id = head & 0x7f;
    if (id >= kSectionCount) cursor.failAt(cursor.offset() - 1, "there is no section " + std::to_string(id));
    if (head == 0) break;
    readSection(cursor, SectionId{id}, (head & kAligned) != 0);
  }
  cursor.expectEnd("the end marker");
  for (const SectionId id : {SectionId::String, SectionId::Func}) {
    if (!has(id)) cursor.fail("the file has no " + std::string(sectionName(id)) + " section");
  }
}

void Container::readHeader(Cursor &cursor) {
  if (!looksLikeBytecode(context_.file())) {
    context_.fail(ErrorKind::Malformed, "this is not Tile IR bytecode: it does not begin with its magic number", 0, "header",
                  "Choose a .tileirbc file, as the exporters write it.");
  }
  cursor.bytes(kMagic.size(), "the magic number");
  Version version;
  version.major = cursor.u8("the major version");
  version.minor = cursor.u8("the minor version");
  if (version < kOldest || kNewest < version) {
    cursor.failAt(kMagic.size(), "bytecode version " + toString(version) + " is not supported; 13.1 to 13.5 are", ErrorKind::Unsupported);
  }
  context_.setVersion(version);
  // The 13.4 tools pass over the tag; the 13.5 tools take only the preview bit, and that from 13.5 on.
  const std::size_t place = cursor.offset();
  const std::uint16_t tag = cursor.u16("the version tag");
  if (tag == kPreviewTag && version == kNewest) {
    cursor.failAt(place, "the file holds preview content, which is not supported", ErrorKind::Unsupported);
  }
  if (tag != 0) cursor.failAt(place, "version tag " + hex(tag) + " is unknown");
}

void Container::readSection(Cursor &cursor, SectionId id, bool aligned) {
  const std::size_t head = cursor.offset() - 1;
  const std::string name(sectionName(id));
  if (id == SectionId::End) cursor.failAt(head, "the end marker has an alignment");
  const std::uint64_t size = cursor.varint("a section's length");
  std::uint64_t alignment = 1;
  if (aligned) {
    const std::size_t place = cursor.offset();
    alignment = cursor.varint("a section's alignment");
    if (!std::has_single_bit(alignment)) cursor.failAt(place, "section " + name + " is aligned to " + std::to_string(alignment));
    // Padding counts from the start of the file here, so that the payload can be mapped.
    while (cursor.offset() % alignment != 0) {
      const std::uint8_t byte = cursor.u8("padding in front of section " + name);
      if (byte != kPaddingByte) cursor.failAt(cursor.offset() - 1, "a padding byte is " + hex(byte) + " instead of " + hex(kPaddingByte));
    }
  }
  if (alignment < leastAlignment(id)) {
    cursor.failAt(head, "section " + name + " is aligned to " + std::to_string(alignment) + " where at least " +
                            std::to_string(leastAlignment(id)) + " is required");
  }
  if (id == SectionId::Producer && !context_.has(kProducerSince)) {
    cursor.failAt(head, "section producer needs bytecode 13.3, the file is " + toString(context_.version()));
  }
  if (has(id)) cursor.failAt(head, "section " + name + " occurs twice");
  const Cursor payload = cursor.take(size, "section " + name);
  if (size == 0) cursor.failAt(head, "section " + name + " is empty");
  payloads_[index(id)] = ByteRange{payload.offset(), payload.offset() + payload.remaining()};
}

Cursor Container::open(SectionId id) const { return Cursor(context_, payloads_[index(id)].value_or(ByteRange{}), sectionName(id)); }

std::vector<ByteRange> readTable(Cursor &cursor, unsigned offsetSize, std::string_view what) {
  std::vector<ByteRange> items;
  if (cursor.atEnd()) return items;  // an absent section: none that is there is empty
  const std::string name(what);
  const std::size_t count = cursor.count(offsetSize, "the number of " + name + "s");
  // Writers differ in whether an empty table is padded.
  if (count != 0 || !cursor.atEnd()) cursor.padTo(offsetSize);
  if (count == 0) {
    cursor.expectEnd("an empty table of " + name + "s");
    return items;
  }
  Cursor offsets = cursor.take(std::uint64_t{count} * offsetSize, "the offsets of the " + name + "s");
  const std::size_t base = cursor.offset();
  const std::size_t size = cursor.remaining();
  items.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    cursor.context().poll();
    const std::size_t place = offsets.offset();
    const std::uint64_t offset = offsetSize == 4 ? offsets.u32("an offset") : offsets.u64("an offset");
    const std::uint64_t least = i == 0 ? 0 : items.back().begin - base;
    if (offset < least || offset > size || (i == 0 && offset != 0)) {
      cursor.failAt(place, "the offset of " + name + " " + std::to_string(i) + " is " + std::to_string(offset) + ", outside of " +
                               std::to_string(least) + " to " + std::to_string(i == 0 ? 0 : size));
    }
    if (i != 0) items.back().end = base + static_cast<std::size_t>(offset);
    items.push_back({base + static_cast<std::size_t>(offset), base + size});
  }
  cursor.take(size, name);
  return items;
}

StringTable readStrings(Cursor cursor) {
  StringTable strings;
  const std::vector<ByteRange> items = readTable(cursor, 4, "string");
  strings.reserve(items.size());
  for (const ByteRange &item : items) strings.push_back(Cursor(cursor.context(), item, cursor.section()).bytes(item.size(), "a string"));
  return strings;
}

std::vector<std::string_view> readConstants(Cursor cursor) {
  std::vector<std::string_view> constants;
  const std::vector<ByteRange> items = readTable(cursor, 8, "constant");
  constants.reserve(items.size());
  for (const ByteRange &item : items) {
    Cursor blob(cursor.context(), item, cursor.section());
    Cursor elements = blob.take(blob.varint("the length of a constant"), "a constant");
    blob.expectEnd("a constant");
    constants.push_back(elements.bytes(elements.remaining(), "a constant"));
  }
  return constants;
}

}  // namespace tileport::tileir::reader
