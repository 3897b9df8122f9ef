// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/cubin/line_table.h"

#include <limits>

namespace tileport::tileir::cubin {

namespace {

enum StandardOpcode : std::uint8_t {
  kExtended,
  kCopy,
  kAdvanceAddress,
  kAdvanceLine,
  kSetFile,
  kSetColumn,
  kNegateStatement,
  kSetBasicBlock,
  kConstantAddAddress,
  kFixedAdvanceAddress,
  kSetPrologueEnd,
  kSetEpilogueBegin,
  kSetIsa,
};
enum ExtendedOpcode : std::uint8_t { kEndSequence = 1, kSetAddress = 2, kDefineFile = 3, kInlinedCall = 0x90 };

std::int64_t signedVarint(reader::Cursor &cursor, std::string_view what) {
  std::uint64_t number = 0;
  unsigned shift = 0;
  std::uint8_t byte;
  do {
    byte = cursor.u8(what);
    if (shift > 63) cursor.fail(std::string(what) + " does not fit in 64 bits");
    number |= std::uint64_t{byte & 0x7fu} << shift;
    shift += 7;
  } while (byte >= 0x80);
  if ((byte & 0x40) != 0 && shift < 64) number |= ~std::uint64_t{0} << shift;
  return static_cast<std::int64_t>(number);
}

std::string_view zeroEnded(reader::Cursor &cursor, std::string_view what) {
  const std::size_t start = cursor.offset();
  while (cursor.u8(what) != 0) {
  }
  std::string_view text = cursor.since(start);
  text.remove_suffix(1);
  cursor.charge(text.size());
  return text;
}

/// One unit of a section: a header and its program.
class Unit {
 public:
  Unit(const Elf &elf, std::string_view section, const std::unordered_map<std::uint64_t, Relocation> &relocations,
       const KernelPlaces &kernels, LineTable &table)
      : elf_(elf), sectionBegin_(elf.find(section)->bytes.begin), relocations_(relocations), kernels_(kernels), table_(table) {}

  void read(reader::Cursor unit) {
    const std::size_t start = unit.offset();
    const std::uint16_t version = unit.u16("the DWARF version");
    if (version < 2 || version > 4) {
      unit.failAt(start, "the line table is of DWARF " + std::to_string(version) + ", not 2 to 4", ErrorKind::Unsupported);
    }
    const std::uint64_t headerSize = unit.u32("the length of the header");
    reader::Cursor header = unit.take(headerSize, "the header of a line table");
    readHeader(header, version);
    firstRow_ = table_.rows.size();
    reset();
    while (!unit.atEnd()) {
      unit.context().poll();
      step(unit);
    }
  }

 private:
  struct File {
    std::string_view name;
    std::uint64_t folder;
  };

  void readHeader(reader::Cursor &header, std::uint16_t version) {
    minimumLength_ = header.u8("the length of an instruction");
    if (version >= 4 && header.u8("the operations of an instruction") != 1)
      header.fail("instructions of several operations", ErrorKind::Unsupported);
    header.u8("the default of statements");
    lineBase_ = static_cast<std::int8_t>(header.u8("the line base"));
    lineRange_ = header.u8("the line range");
    opcodeBase_ = header.u8("the opcode base");
    if (lineRange_ == 0 || opcodeBase_ == 0) header.fail("the line range or the opcode base is 0");
    for (unsigned opcode = 1; opcode < opcodeBase_; ++opcode) operandCounts_.push_back(header.u8("the operands of an opcode"));
    while (true) {
      const std::string_view folder = zeroEnded(header, "a folder");
      if (folder.empty()) break;
      header.charge(sizeof folder);
      folders_.push_back(folder);
    }
    while (true) {
      const std::string_view name = zeroEnded(header, "a file");
      if (name.empty()) break;
      addFile(header, name);
    }
    // ptxas leaves four bytes behind the files when there are inlined calls.
  }

  void addFile(reader::Cursor &cursor, std::string_view name) {
    const std::uint64_t folder = cursor.varint("the folder of a file");
    cursor.varint("the time of a file");
    cursor.varint("the size of a file");
    if (folder > folders_.size()) cursor.fail("a file lies in a folder that there is not");
    std::string path;
    if (folder != 0 && !name.starts_with('/') && folders_[folder - 1] != ".") path.append(folders_[folder - 1]) += '/';
    path += name;
    cursor.charge(sizeof path + path.size());
    fileNumbers_.push_back(static_cast<std::uint32_t>(table_.files.size()));
    table_.files.push_back(std::move(path));
  }

  void reset() {
    state_ = LineRow();
    state_.line = 1;
    file_ = 1;
    address_ = 0;
    base_ = 0;
  }

  void step(reader::Cursor &unit) {
    const std::uint8_t opcode = unit.u8("an opcode");
    if (opcode >= opcodeBase_) {
      const unsigned adjusted = opcode - opcodeBase_;
      advance(adjusted / lineRange_);
      addToLine(unit, lineBase_ + static_cast<int>(adjusted % lineRange_));
      emit(unit);
      return;
    }
    switch (opcode) {
      case kExtended: extended(unit); break;
      case kCopy: emit(unit); break;
      case kAdvanceAddress: advance(unit.varint("an address")); break;
      case kAdvanceLine: addToLine(unit, signedVarint(unit, "a line")); break;
      case kSetFile: file_ = unit.varint("a file"); break;
      case kSetColumn: state_.column = static_cast<std::uint32_t>(unit.below(std::uint64_t{1} << 32, "a column")); break;
      case kNegateStatement:
      case kSetBasicBlock: break;
      case kConstantAddAddress: advance((255u - opcodeBase_) / lineRange_); break;
      case kFixedAdvanceAddress: address_ += unit.u16("an address"); break;
      default:
        for (unsigned i = 0; i < operandCounts_[opcode - 1]; ++i) unit.varint("the operand of an opcode");
    }
  }

  void extended(reader::Cursor &unit) {
    reader::Cursor body = unit.take(unit.varint("the length of an opcode"), "an extended opcode");
    if (body.atEnd()) return;
    switch (body.u8("an extended opcode")) {
      case kEndSequence:
        state_.end = true;
        emit(body);
        reset();
        break;
      case kSetAddress: setAddress(body); break;
      case kDefineFile: addFile(body, zeroEnded(body, "a file")); break;
      case kInlinedCall: setInlined(body); break;
      default: break;  // unknown ones say how long they are
    }
  }

  void setAddress(reader::Cursor &body) {
    const std::uint64_t place = body.offset() - sectionBegin_;
    address_ = body.u64("an address");
    state_.kernel.reset();
    base_ = 0;
    const auto found = relocations_.find(place);
    if (found == relocations_.end()) {
      // Without one the section can only be about the one kernel that there is.
      if (kernels_.starts.size() == 1) state_.kernel = 0;
      return;
    }
    const Relocation &relocation = found->second;
    const Symbol &symbol = elf_.symbols()[relocation.symbol];
    if (relocation.addend) address_ = static_cast<std::uint64_t>(*relocation.addend);
    address_ += symbol.value;
    const std::optional<std::uint32_t> kernel = kernels_.ofSymbol[relocation.symbol];
    state_.kernel = kernel;
    if (kernel) base_ = kernels_.starts[*kernel];
  }

  /// The row of the call, counted from one in this unit, and the name of the function, which is not kept.
  void setInlined(reader::Cursor &body) {
    const std::uint64_t row = body.varint("the row of a call");
    const std::size_t rows = table_.rows.size() - firstRow_;
    if (row > rows) body.fail("a line was inlined at row " + std::to_string(row) + " of " + std::to_string(rows));
    state_.inlinedAt.reset();
    if (row != 0) state_.inlinedAt = static_cast<std::uint32_t>(firstRow_ + row - 1);
  }

  void advance(std::uint64_t operations) { address_ += operations * minimumLength_; }

  void addToLine(reader::Cursor &unit, std::int64_t lines) {
    constexpr std::int64_t kMost = std::numeric_limits<std::uint32_t>::max();
    if (lines < -kMost || lines > kMost || state_.line + lines < 0 || state_.line + lines > kMost) unit.fail("a line is out of range");
    state_.line = static_cast<std::uint32_t>(state_.line + lines);
  }

  void emit(reader::Cursor &unit) {
    unit.charge(sizeof(LineRow));
    LineRow row = state_;
    row.address = address_ - base_;
    row.file.reset();
    if (file_ != 0 && file_ <= fileNumbers_.size()) row.file = fileNumbers_[file_ - 1];
    table_.rows.push_back(row);
  }

  const Elf &elf_;
  std::size_t sectionBegin_;
  const std::unordered_map<std::uint64_t, Relocation> &relocations_;
  const KernelPlaces &kernels_;
  LineTable &table_;

  std::uint8_t minimumLength_ = 1;
  std::int8_t lineBase_ = 0;
  std::uint8_t lineRange_ = 1;
  std::uint8_t opcodeBase_ = 1;
  std::vector<std::uint8_t> operandCounts_;
  std::vector<std::string_view> folders_;
  std::vector<std::uint32_t> fileNumbers_;  ///< positions in table_.files
  std::size_t firstRow_ = 0;

  LineRow state_;
  std::uint64_t file_ = 1;
  std::uint64_t address_ = 0;
  std::uint64_t base_ = 0;
};

}  // namespace

LineTable readLineTable(const Elf &elf, std::string_view name, const KernelPlaces &kernels) {
  LineTable table;
  const Section *section = elf.find(name);
  if (section == nullptr) return table;
  const auto relocations = elf.relocations(name);
  reader::Cursor cursor = elf.open(*section);
  while (!cursor.atEnd()) {
    const std::uint32_t length = cursor.u32("the length of a line table");
    if (length >= 0xfffffff0) cursor.fail("the line table is of 64 bits", ErrorKind::Unsupported);
    Unit(elf, name, relocations, kernels, table).read(cursor.take(length, "a line table"));
  }
  return table;
}

}  // namespace tileport::tileir::cubin
