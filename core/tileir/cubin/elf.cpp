// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/cubin/elf.h"

namespace tileport::tileir::cubin {

namespace {

constexpr std::string_view kMagic =
    "\x7F"
    "ELF";
constexpr std::uint8_t kClass64 = 2, kLittleEndian = 1;
constexpr std::size_t kHeaderSize = 64, kSectionSize = 64, kSymbolSize = 24;
constexpr std::uint32_t kNull = 0, kSymbolTable = 2, kStringTable = 3, kNoBits = 8;

}  // namespace

Elf::Elf(reader::Context &context) : context_(context) {
  readHeader();
  for (std::size_t i = 0; i < sections_.size(); ++i) byName_.try_emplace(sections_[i].name, i);
  readSymbols();
}

void Elf::readHeader() {
  reader::Cursor cursor(context_, {0, context_.file().size()}, "ELF header");
  if (cursor.remaining() < kHeaderSize || cursor.bytes(kMagic.size(), "the magic number") != kMagic)
    cursor.failAt(0, "this is no ELF file");
  const std::uint8_t wordSize = cursor.u8("the class"), order = cursor.u8("the byte order");
  if (wordSize != kClass64 || order != kLittleEndian) {
    cursor.failAt(4, "the ELF file is not of 64 bits and little endian", ErrorKind::Unsupported);
  }
  cursor.u8("the version");
  abi_ = cursor.u8("the ABI");
  cursor.bytes(8, "the header");
  cursor.u16("the type");
  machine_ = cursor.u16("the machine");
  cursor.bytes(4 + 8 + 8, "the header");
  const std::uint64_t sections = cursor.u64("the place of the sections");
  flags_ = cursor.u32("the flags");
  cursor.bytes(6, "the header");
  const std::size_t size = cursor.u16("the size of a section header");
  const std::size_t count = cursor.u16("the number of sections");
  const std::size_t names = cursor.u16("the section of names");
  if (count == 0) return;
  if (size != kSectionSize) cursor.failAt(58, "a section header has " + std::to_string(size) + " bytes instead of 64");
  readSections(sections, count, names);
}

void Elf::readSections(std::uint64_t offset, std::size_t count, std::size_t names) {
  const std::size_t fileSize = context_.file().size();
  reader::Cursor whole(context_, {0, fileSize}, "section headers");
  if (offset > fileSize || count > (fileSize - offset) / kSectionSize) whole.failAt(40, "the section headers lie outside of the file");
  reader::Cursor cursor(context_, {static_cast<std::size_t>(offset), fileSize}, "section headers");
  std::vector<std::uint32_t> nameOffsets;
  for (std::size_t i = 0; i < count; ++i) {
    context_.poll();
    const std::size_t start = cursor.offset();
    Section section;
    nameOffsets.push_back(cursor.u32("a section"));
    section.type = cursor.u32("a section");
    cursor.bytes(8 + 8, "a section");
    const std::uint64_t begin = cursor.u64("a section");
    section.size = cursor.u64("a section");
    section.link = cursor.u32("a section");
    section.info = cursor.u32("a section");
    cursor.bytes(8 + 8, "a section");
    if (section.type != kNull && section.type != kNoBits) {
      if (begin > fileSize || section.size > fileSize - begin)
        cursor.failAt(start, "section " + std::to_string(i) + " lies outside of the file");
      section.bytes = {static_cast<std::size_t>(begin), static_cast<std::size_t>(begin + section.size)};
    }
    sections_.push_back(section);
  }
  if (names >= count || sections_[names].type != kStringTable) whole.failAt(62, "the names of the sections are not there");
  for (std::size_t i = 0; i < count; ++i) sections_[i].name = text(sections_[names], nameOffsets[i], whole);
}

void Elf::readSymbols() {
  for (const Section &table : sections_) {
    if (table.type != kSymbolTable) continue;
    reader::Cursor cursor = open(table);
    if (table.link >= sections_.size() || sections_[table.link].type != kStringTable) cursor.fail("the names of the symbols are not there");
    const std::size_t count = cursor.remaining() / kSymbolSize;
    cursor.charge(count * sizeof(Symbol));
    for (std::size_t i = 0; i < count; ++i) {
      context_.poll();
      Symbol symbol;
      symbol.name = text(sections_[table.link], cursor.u32("a symbol"), cursor);
      symbol.type = cursor.u8("a symbol") & 0xf;
      symbol.other = cursor.u8("a symbol");
      symbol.section = cursor.u16("a symbol");
      symbol.value = cursor.u64("a symbol");
      symbol.size = cursor.u64("a symbol");
      symbols_.push_back(symbol);
    }
    return;  // a file has one
  }
}

const Section *Elf::find(std::string_view name) const {
  const auto found = byName_.find(name);
  return found != byName_.end() ? &sections_[found->second] : nullptr;
}

std::string_view Elf::bytes(const Section &section) const {
  reader::Cursor cursor = open(section);
  cursor.charge(section.bytes.size());
  return cursor.bytes(section.bytes.size(), "a section");
}

std::unordered_map<std::uint64_t, Relocation> Elf::relocations(std::string_view name) const {
  std::unordered_map<std::uint64_t, Relocation> found;
  if (const Section *table = find(".rel" + std::string(name))) addRelocations(*table, false, found);
  if (const Section *table = find(".rela" + std::string(name))) addRelocations(*table, true, found);
  return found;
}

void Elf::addRelocations(const Section &table, bool withAddend, std::unordered_map<std::uint64_t, Relocation> &found) const {
  reader::Cursor cursor = open(table);
  while (cursor.remaining() >= (withAddend ? 24 : 16)) {
    context_.poll();
    cursor.charge(64);
    const std::uint64_t place = cursor.u64("a relocation");
    Relocation relocation;
    relocation.symbol = static_cast<std::uint32_t>(cursor.u64("a relocation") >> 32);
    if (withAddend) relocation.addend = cursor.i64("a relocation");
    if (relocation.symbol >= symbols_.size()) cursor.fail("a relocation is to a symbol that there is not");
    found.insert_or_assign(place, relocation);
  }
}

std::string_view Elf::text(const Section &strings, std::uint64_t offset, const reader::Cursor &place) const {
  if (offset >= strings.bytes.size()) {
    if (offset == 0) return {};
    place.fail("a name lies outside of its section");
  }
  const std::string_view all(reinterpret_cast<const char *>(context_.file().data()) + strings.bytes.begin, strings.bytes.size());
  const std::size_t end = all.find('\0', offset);
  if (end == std::string_view::npos) place.fail("a name does not end");
  const std::string_view found = all.substr(offset, end - offset);
  // Names may share their bytes: without this a few headers could make one look at a long one over and over.
  place.charge(found.size());
  return found;
}

}  // namespace tileport::tileir::cubin
