// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/reader/debug.h"

#include "tileir/consistency/location_sizes.h"

namespace tileport::tileir::reader {

namespace {

class RecordReader {
 public:
  RecordReader(Cursor &cursor, std::size_t recordCount, const StringTable &strings)
      : cursor_(cursor), recordCount_(recordCount), strings_(strings) {}

  Location read() {
    const std::size_t start = cursor_.offset();
    const std::uint64_t tag = cursor_.varint("a location's tag");
    if (tag > static_cast<std::uint64_t>(LocationKind::CallSite))
      cursor_.failAt(start, "there is no location with tag " + std::to_string(tag));
    Location location;
    location.kind = static_cast<LocationKind>(tag);  // numbered as the tags are
    readFields(location);
    cursor_.expectEnd("a location");
    return location;
  }

 private:
  void readFields(Location &location) {
    switch (location.kind) {
      case LocationKind::Unknown: return;
      case LocationKind::CompileUnit: location.file = readId("the file of a compile unit"); return;
      case LocationKind::File:
        location.name = readString("the name of a file");
        location.other = readString("the directory of a file");
        return;
      case LocationKind::LexicalBlock:
        location.scope = readId("the scope of a lexical block");
        location.file = readId("the file of a lexical block");
        readLineAndColumn(location);
        return;
      case LocationKind::Line:
        location.scope = readId("the scope of a location");
        location.name = readString("the file name of a location");
        readLineAndColumn(location);
        return;
      case LocationKind::Subprogram: readSubprogram(location); return;
      case LocationKind::CallSite:
        location.callee = readId("the callee of a call site");
        location.caller = readId("the caller of a call site");
        return;
    }
  }

  void readSubprogram(Location &location) {
    location.file = readId("the file of a subprogram");
    location.line = readNumber("the line of a subprogram");
    location.name = readString("the name of a subprogram");
    location.other = readString("the linkage name of a subprogram");
    location.scope = readId("the compile unit of a subprogram");
    location.column = readNumber("the scope line of a subprogram");
    if (cursor_.context().has(kSubprogramFlagsSince)) location.declaration = cursor_.below(2, "the flags of a subprogram") == 1;
  }

  void readLineAndColumn(Location &location) {
    location.line = readNumber("a line");
    location.column = readNumber("a column");
  }

  // MLIR holds lines and columns in 32 bits.
  std::uint64_t readNumber(std::string_view what) { return cursor_.below(std::uint64_t{1} << 32, what); }

  /// 0 is unknown, k is record k - 1.
  LocationId readId(std::string_view what) {
    const std::uint64_t reference = cursor_.below(recordCount_ + 1, what);
    return reference == 0 ? LocationId() : LocationId(static_cast<std::size_t>(reference - 1));
  }

  std::string readString(std::string_view what) {
    const std::string_view text = strings_[cursor_.below(strings_.size(), what)];
    cursor_.charge(text.size());
    return std::string(text);
  }

  Cursor &cursor_;
  std::size_t recordCount_;
  const StringTable &strings_;
};

bool isScope(LocationKind kind) { return kind == LocationKind::LexicalBlock || kind == LocationKind::Subprogram; }
bool isPlace(LocationKind kind) { return kind == LocationKind::Line || kind == LocationKind::CallSite || kind == LocationKind::Unknown; }

/// Checks what records refer to.
class RecordChecker {
 public:
  RecordChecker(const Cursor &cursor, const std::vector<Location> &locations, const std::vector<ByteRange> &records)
      : cursor_(cursor), locations_(locations), records_(records) {}

  void checkKinds(std::size_t index) const {
    const Location &location = locations_[index];
    switch (location.kind) {
      case LocationKind::Unknown:
      case LocationKind::File: return;
      case LocationKind::CompileUnit: requireFile(index); return;
      case LocationKind::LexicalBlock:
        requireFile(index);
        requireScope(index);
        return;
      case LocationKind::Line: requireScope(index); return;
      case LocationKind::Subprogram:
        requireFile(index);
        if (kindOf(location.scope) != LocationKind::CompileUnit) fail(index, "the compile unit of a subprogram is none");
        return;
      case LocationKind::CallSite:
        if (!isPlace(kindOf(location.callee)) || !isPlace(kindOf(location.caller))) fail(index, "a call site joins what are no places");
        return;
    }
  }

  /// Follows all references from every record, without recursion, and refuses cycles and records that stand for too much.
  void checkSizes() const {
    const auto endless = consistency::findEndlessLocation(locations_, [this] { cursor_.context().poll(); });
    if (!endless) return;
    if (endless->containsItself) fail(endless->index, "a location contains itself");
    fail(endless->index, "a location is nested too deep", ErrorKind::Limit);
  }

 private:
  LocationKind kindOf(LocationId id) const { return id.valid() ? locations_[id.index()].kind : LocationKind::Unknown; }

  void requireFile(std::size_t index) const {
    if (kindOf(locations_[index].file) != LocationKind::File) fail(index, "the file of a location is none");
  }
  void requireScope(std::size_t index) const {
    if (!isScope(kindOf(locations_[index].scope))) fail(index, "the scope of a location is neither a subprogram nor a block");
  }

  [[noreturn]] void fail(std::size_t index, std::string message, ErrorKind kind = ErrorKind::Malformed) const {
    cursor_.failAt(records_[index].begin, std::move(message), kind);
  }

  const Cursor &cursor_;
  const std::vector<Location> &locations_;
  const std::vector<ByteRange> &records_;
};

}  // namespace

DebugInfo::DebugInfo(Cursor cursor, const StringTable &strings) {
  if (cursor.atEnd()) return;
  readFunctions(cursor);
  readRecords(cursor, strings);
  checkFunctions(cursor);
}

void DebugInfo::readFunctions(Cursor &cursor) {
  const std::size_t functions = cursor.count(4, "the number of functions with locations");
  cursor.padTo(4);
  firsts_.reserve(functions);
  for (std::size_t i = 0; i < functions; ++i) {
    const std::uint32_t first = cursor.u32("the first location of a function");
    if (first < (i == 0 ? 0 : firsts_.back())) cursor.failAt(cursor.offset() - 4, "the first locations of functions do not ascend");
    firsts_.push_back(first);
  }
  const std::size_t place = cursor.offset();
  const std::size_t count = cursor.count(8, "the number of locations of ops");
  if (!firsts_.empty() && (firsts_.front() != 0 || firsts_.back() > count)) {
    cursor.failAt(place, "the locations of functions do not cover the " + std::to_string(count) + " locations of ops");
  }
  cursor.padTo(8);
  opsOffset_ = cursor.offset();
  ops_.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    cursor.context().poll();
    const std::uint64_t reference = cursor.u64("the location of an op");
    // Checked in checkFunctions: the number of records is not known yet.
    ops_.push_back(reference == 0 ? LocationId() : LocationId(static_cast<std::size_t>(reference - 1)));
    if (reference >= LocationId::kInvalid) cursor.failAt(cursor.offset() - 8, "location " + std::to_string(reference) + " does not exist");
  }
}

void DebugInfo::readRecords(Cursor &cursor, const StringTable &strings) {
  if (cursor.atEnd()) cursor.fail("no room for the number of locations");
  // A table inside the section, padded from the start of the section.
  const std::vector<ByteRange> records = readTable(cursor, 4, "location");
  cursor.charge(records.size() * sizeof(Location));
  locations_.reserve(records.size());
  for (const ByteRange &record : records) {
    cursor.context().poll();
    Cursor bytes(cursor.context(), record, cursor.section());
    locations_.push_back(RecordReader(bytes, records.size(), strings).read());
  }
  RecordChecker checker(cursor, locations_, records);
  for (std::size_t i = 0; i < locations_.size(); ++i) checker.checkKinds(i);
  checker.checkSizes();
}

void DebugInfo::checkFunctions(Cursor &cursor) const {
  for (std::size_t i = 0; i < ops_.size(); ++i) {
    const LocationId id = ops_[i];
    if (!id.valid()) continue;
    const std::size_t offset = opsOffset_ + 8 * i;
    if (id.index() >= locations_.size()) cursor.failAt(offset, "location " + std::to_string(id.index() + 1) + " does not exist");
    if (!isPlace(locations_[id.index()].kind)) cursor.failAt(offset, "the location of an op is no place in a source");
  }
}

std::span<const LocationId> DebugInfo::ofFunction(std::size_t index) const {
  const std::size_t first = firsts_[index];
  const std::size_t end = index + 1 < firsts_.size() ? firsts_[index + 1] : ops_.size();
  return std::span(ops_).subspan(first, end - first);
}

}  // namespace tileport::tileir::reader
