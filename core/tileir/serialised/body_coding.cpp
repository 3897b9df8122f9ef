// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/serialised/body_coding.h"

#include <algorithm>
#include <array>

#include "tileir/consistency/check.h"

namespace tileport::tileir::serialised {

namespace {

/// Where the lists of an op begin.
using Places = std::array<std::uint32_t, 5>;
enum : std::size_t { kOperands, kSegments, kAttributes, kResults, kRegions };

Places placesOf(const Op &op) { return {op.operands.first, op.segments.first, op.attributes.first, op.results.first, op.regions.first}; }

void setPlaces(Op &op, const Places &places) {
  op.operands.first = places[kOperands];
  op.segments.first = places[kSegments];
  op.attributes.first = places[kAttributes];
  op.results.first = places[kResults];
  op.regions.first = places[kRegions];
}

/// Where the lists of the next op are expected to begin. Works alike on the way out and on the way in: on regions, blocks and
/// the ops before, all of which are known by then. Numbers that wrap around come from a forged input and are found later.
class Expectation {
 public:
  /// `firstOps` has the first op of each block.
  Expectation(const ProgramData &data, const std::vector<OpId> &firstOps) : data_(data), blockOf_(data.ops.size()) {
    for (std::size_t i = 0; i < firstOps.size(); ++i) {
      if (firstOps[i].index() < blockOf_.size()) blockOf_[firstOps[i].index()] = BlockId(i);
    }
  }

  /// To be asked for each op in turn, and told what it was.
  Places expect(OpId op, const OpInfo &about) {
    if (const BlockId entered = blockOf_[op.index()]; entered.valid()) {
      // Readers number the arguments of a block when they enter it, and the region of a function.
      const Block &block = data_.blocks[entered.index()];
      next_[kResults] = std::max(next_[kResults], block.arguments.first + block.arguments.count);
      if (block.region.valid()) next_[kRegions] = std::max(next_[kRegions], block.region.value + 1);
    }
    Places places = next_;
    if (about.regionCount == 0) places[kRegions] = 0;
    return places;
  }

  void advance(const Op &op) {
    next_[kOperands] = op.operands.first + op.operands.count;
    next_[kSegments] = op.segments.first + op.segments.count;
    next_[kAttributes] = op.attributes.first + op.attributes.count;
    next_[kResults] = op.results.first + op.results.count;
    if (op.regions.count != 0) next_[kRegions] = op.regions.first + op.regions.count;
  }

 private:
  const ProgramData &data_;
  std::vector<BlockId> blockOf_;  ///< by OpId: the block whose first op it is
  Places next_{};
};

bool isVariadic(const OpInfo &about) { return !about.results.empty() && about.results.back().variadic; }
std::uint32_t fixedResults(const OpInfo &about) { return static_cast<std::uint32_t>(about.results.size() - (isVariadic(about) ? 1 : 0)); }

std::int64_t difference(std::uint32_t from, std::uint32_t to) { return std::int64_t{to} - std::int64_t{from}; }

// ---- Out -------------------------------------------------------------------------------------------------------------

class BodyWriter {
 public:
  BodyWriter(Writer &writer, const ProgramData &data) : writer_(writer), data_(data) {}

  void write() {
    writer_.number(data_.ops.size());
    writer_.number(data_.regions.size());
    writer_.number(data_.blocks.size());
    writer_.number(data_.values.size());
    writeBlocks();
    Expectation expectation(data_, firstOps_);
    std::uint32_t location = 0;
    for (std::size_t i = 0; i < data_.ops.size(); ++i) {
      const Op &op = data_.ops[i];
      writeOp(OpId(i), expectation.expect(OpId(i), info(op.kind)), location);
      expectation.advance(op);
      location = op.location.value + 1;
    }
    for (const Op &op : data_.ops) {
      for (std::size_t i = 0; i < op.attributes.count; ++i) writer_.id(data_.attributeUses[op.attributes.first + i].value);
    }
    for (const Op &op : data_.ops) {
      for (std::size_t i = 0; i < op.operands.count; ++i) {
        writer_.signedNumber(difference(data_.operands[op.operands.first + i].value, op.results.first));
      }
    }
    for (const Value &value : data_.values) writer_.id(value.type);
  }

 private:
  void writeBlocks() {
    std::uint32_t end = 0;
    for (const Region &region : data_.regions) {
      writer_.signedNumber(difference(end, region.blocks.first));
      writer_.number(region.blocks.count);
      end = region.blocks.first + region.blocks.count;
    }
    std::uint32_t arguments = 0, ops = 0, first = 0;
    for (const Block &block : data_.blocks) {
      const OpId op = data_.blockOps[block.ops.first];
      writer_.signedNumber(difference(arguments, block.arguments.first));
      writer_.number(block.arguments.count);
      writer_.signedNumber(difference(ops, block.ops.first));
      writer_.number(block.ops.count);
      writer_.signedNumber(difference(first, op.value));
      arguments = block.arguments.first + block.arguments.count;
      ops = block.ops.first;
      first = op.value;
      firstOps_.push_back(op);
    }
  }

  void writeOp(OpId id, const Places &expected, std::uint32_t lastLocation) {
    const Op &op = data_.ops[id.index()];
    const OpInfo &about = info(op.kind);
    const Places places = placesOf(op);
    const bool elsewhere = places != expected;
    writer_.number(2 * static_cast<std::uint64_t>(op.kind) + elsewhere);
    if (elsewhere) {
      for (const std::uint32_t place : places) writer_.number(place);
    }
    writer_.signedNumber(difference(lastLocation, op.location.value + 1));
    for (std::size_t i = 0; i < about.operands.size(); ++i) {
      if (about.operands[i].arity != Arity::Required) writer_.number(data_.segments[op.segments.first + i]);
    }
    if (!about.attributes.empty()) {
      std::uint64_t slots = 0;
      for (std::size_t i = 0; i < op.attributes.count; ++i) slots |= std::uint64_t{1} << data_.attributeUses[op.attributes.first + i].slot;
      writer_.number(slots);
    }
    if (isVariadic(about)) writer_.number(op.results.count - fixedResults(about));
    if (about.regionCount != 0) writer_.number(op.subtreeEnd.value - id.value - 1);
  }

  Writer &writer_;
  const ProgramData &data_;
  std::vector<OpId> firstOps_;
};

// ---- In --------------------------------------------------------------------------------------------------------------

/// Reads what is written, then works out the rest. Only keeps inside of the arrays; whether they fit one another is for
/// checkConsistency to say.
class BodyReader {
 public:
  BodyReader(Reader &reader, ProgramData &data) : reader_(reader), cursor_(reader.cursor()), data_(data) {}

  void read() {
    resize(data_.ops, "the number of ops");
    resize(data_.regions, "the number of regions");
    resize(data_.blocks, "the number of blocks");
    resize(data_.values, "the number of values");
    readBlocks();
    readOps();
    readLists();
    setOwners();
  }

 private:
  template <class T>
  void resize(std::vector<T> &array, std::string_view what) {
    const std::size_t count = cursor_.count(1, what);
    cursor_.charge(count * sizeof(T));
    array.resize(count);
  }

  /// A number of 32 bits as a distance from another one.
  std::uint32_t readFrom(std::uint32_t from, std::string_view what) {
    const std::size_t start = cursor_.offset();
    const std::int64_t distance = cursor_.svarint(what);
    constexpr std::int64_t kMost = std::int64_t{1} << 32;
    if (distance <= -kMost || distance >= kMost) cursor_.failAt(start, std::string(what) + " is out of range");
    const std::int64_t number = from + distance;
    if (number < 0 || number >= kMost) cursor_.failAt(start, std::string(what) + " is out of range");
    return static_cast<std::uint32_t>(number);
  }
  std::uint32_t readCount(std::string_view what) {
    std::uint32_t count = 0;
    reader_.number(count, what);
    return count;
  }
  /// Whether elements of an array are there: every list is looked at before it is followed.
  template <class T>
  void require(Slice slice, const std::vector<T> &array, const char *what) const {
    if (slice.first > array.size() || slice.count > array.size() - slice.first)
      cursor_.fail(std::string(what) + " lie outside of their array");
  }

  void readBlocks() {
    std::uint32_t end = 0;
    for (std::size_t i = 0; i < data_.regions.size(); ++i) {
      Slice &blocks = data_.regions[i].blocks;
      blocks.first = readFrom(end, "the blocks of a region");
      blocks.count = readCount("the number of blocks");
      end = blocks.first + blocks.count;
      require(blocks, data_.blocks, "the blocks of a region");
      if (blocks.count > 1) cursor_.fail("a region has more than one block");
      if (blocks.count == 1) data_.blocks[blocks.first].region = RegionId(i);
    }
    std::uint32_t arguments = 0, ops = 0, first = 0;
    for (Block &block : data_.blocks) {
      block.arguments.first = readFrom(arguments, "the arguments of a block");
      block.arguments.count = readCount("the number of arguments");
      block.ops.first = readFrom(ops, "the ops of a block");
      block.ops.count = readCount("the number of ops");
      first = readFrom(first, "the first op of a block");
      require(block.arguments, data_.values, "the arguments of a block");
      require(block.ops, data_.ops, "the ops of a block");  // in blockOps, which has as many
      arguments = block.arguments.first + block.arguments.count;
      ops = block.ops.first;
      firstOps_.push_back(OpId(first));
    }
  }

  void readOps() {
    Expectation expectation(data_, firstOps_);
    std::uint32_t location = 0;
    for (std::size_t i = 0; i < data_.ops.size(); ++i) {
      cursor_.context().poll();
      Op &op = data_.ops[i];
      const std::uint64_t head = cursor_.below(2 * consistency::opKindCount(), "the kind of an op");
      op.kind = static_cast<OpKind>(head / 2);
      const OpInfo &about = info(op.kind);
      Places places = expectation.expect(OpId(i), about);
      if (head % 2 != 0) {
        for (std::uint32_t &place : places) place = readCount("the place of a list");
      }
      setPlaces(op, places);
      location = readFrom(location, "the location of an op");
      op.location.value = location - 1;
      readCounts(op, about);
      std::uint32_t nested = 0;
      if (about.regionCount != 0) nested = readCount("the number of nested ops");
      op.subtreeEnd = OpId(i + 1 + nested);
      expectation.advance(op);
    }
  }

  void readCounts(Op &op, const OpInfo &about) {
    const std::size_t start = cursor_.offset();
    std::uint64_t operands = 0;
    for (const OperandInfo &operand : about.operands) {
      const std::uint32_t count = operand.arity == Arity::Required ? 1 : readCount("the number of operands");
      operands += count;
      segments_.push_back(count);
    }
    std::uint64_t slots = 0;
    if (!about.attributes.empty()) slots = cursor_.below(std::uint64_t{1} << about.attributes.size(), "the slots of attributes");
    for (std::uint16_t slot = 0; slots != 0; ++slot, slots >>= 1) {
      if ((slots & 1) == 0) continue;
      slots_.push_back(slot);
      ++op.attributes.count;
    }
    std::uint64_t results = fixedResults(about);
    if (isVariadic(about)) results += readCount("the number of results");
    operands_ += operands;
    // Each takes a byte at least further on.
    if (operands_ > cursor_.remaining() || results > data_.values.size())
      cursor_.failAt(start, "an op has more operands or results than there are");
    op.operands.count = static_cast<std::uint32_t>(operands);
    op.segments.count = static_cast<std::uint32_t>(about.operands.size());
    op.results.count = static_cast<std::uint32_t>(results);
    op.regions.count = about.regionCount;
  }

  void readLists() {
    cursor_.charge(operands_ * sizeof(ValueId) + 2 * segments_.size() * sizeof(std::uint32_t) + 2 * slots_.size() * sizeof(NamedAttribute));
    data_.operands.resize(operands_);
    data_.segments.resize(segments_.size());
    data_.attributeUses.resize(slots_.size());
    std::size_t segment = 0, slot = 0;
    for (const Op &op : data_.ops) {
      cursor_.context().poll();
      require(op.segments, data_.segments, "the segments of an op");
      require(op.attributes, data_.attributeUses, "the attributes of an op");
      for (std::size_t i = 0; i < op.segments.count; ++i) data_.segments[op.segments.first + i] = segments_[segment++];
      for (std::size_t i = 0; i < op.attributes.count; ++i) {
        NamedAttribute &use = data_.attributeUses[op.attributes.first + i];
        use.slot = slots_[slot++];
        reader_.id(use.value, "an attribute of an op");
      }
    }
    for (const Op &op : data_.ops) {
      cursor_.context().poll();
      require(op.operands, data_.operands, "the operands of an op");
      for (std::size_t i = 0; i < op.operands.count; ++i) {
        const std::size_t start = cursor_.offset();
        const std::int64_t number = std::int64_t{op.results.first} - readDistance();
        if (number < 0 || static_cast<std::uint64_t>(number) >= data_.values.size()) cursor_.failAt(start, "an operand is no value");
        data_.operands[op.operands.first + i] = ValueId(static_cast<std::size_t>(number));
      }
    }
    for (Value &value : data_.values) reader_.id(value.type, "the type of a value");
  }

  std::int64_t readDistance() {
    const std::int64_t distance = cursor_.svarint("an operand");
    constexpr std::int64_t kMost = std::int64_t{1} << 32;
    return std::clamp(distance, -kMost, kMost);
  }

  /// Who owns what, from the lists of the owners.
  void setOwners() {
    data_.blockOps.resize(data_.ops.size());
    std::uint64_t placed = 0;
    for (std::size_t i = 0; i < data_.blocks.size(); ++i) {
      const Block &block = data_.blocks[i];
      placed += block.ops.count;
      if (placed > data_.ops.size()) cursor_.fail("blocks have more ops than there are");
      OpId op = firstOps_[i];
      for (std::size_t k = 0; k < block.ops.count; ++k) {
        if (op.index() >= data_.ops.size()) cursor_.fail("a block has ops that there are not");
        data_.blockOps[block.ops.first + k] = op;
        data_.ops[op.index()].block = BlockId(i);
        op = data_.ops[op.index()].subtreeEnd;
      }
      own(block.arguments, OpId(), BlockId(i));
    }
    for (std::size_t i = 0; i < data_.functions.size(); ++i) setFunction(data_.functions[i].body, FunctionId(i));
    // Ops come before those that are nested in them, so that a block knows its function before its ops ask.
    for (std::size_t i = 0; i < data_.ops.size(); ++i) {
      cursor_.context().poll();
      const Op &op = data_.ops[i];
      require(op.regions, data_.regions, "the regions of an op");
      const FunctionId function = op.block.valid() ? data_.blocks[op.block.index()].function : FunctionId();
      for (std::size_t k = 0; k < op.regions.count; ++k) {
        const RegionId region(op.regions.first + k);
        data_.regions[region.index()].op = OpId(i);
        setFunction(region, function);
      }
      own(op.results, OpId(i), op.block);
    }
  }

  void setFunction(RegionId region, FunctionId function) {
    if (region.index() >= data_.regions.size()) cursor_.fail("a function has no body");
    const Slice blocks = data_.regions[region.index()].blocks;
    for (std::size_t i = 0; i < blocks.count; ++i) data_.blocks[blocks.first + i].function = function;
  }

  void own(Slice slice, OpId op, BlockId block) {
    require(slice, data_.values, "the values of an op or block");
    // Lists that overlap could otherwise take more steps than there are bytes.
    owned_ += slice.count;
    if (owned_ > data_.values.size()) cursor_.fail("ops and blocks have more values than there are");
    for (std::uint32_t i = 0; i < slice.count; ++i) {
      Value &value = data_.values[slice.first + i];
      value.op = op;
      value.block = block;
      value.index = i;
    }
  }

  Reader &reader_;
  reader::Cursor &cursor_;
  ProgramData &data_;
  std::vector<OpId> firstOps_;           ///< by BlockId
  std::vector<std::uint32_t> segments_;  ///< in the order of the ops
  std::vector<std::uint16_t> slots_;     ///< in the order of the ops
  std::uint64_t operands_ = 0;
  std::uint64_t owned_ = 0;
};

}  // namespace

void writeBody(Writer &writer, const ProgramData &data) { BodyWriter(writer, data).write(); }

void readBody(Reader &reader, ProgramData &data) { BodyReader(reader, data).read(); }

}  // namespace tileport::tileir::serialised
