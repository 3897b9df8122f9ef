// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/writer/debug.h"

#include <algorithm>

namespace tileport::tileir::writer {

std::uint64_t DebugTable::addFunction(LocationId own, std::span<const LocationId> ops) {
  const std::size_t first = ops_.size();
  ops_.push_back(reference(own));
  for (const LocationId id : ops) ops_.push_back(reference(id));
  if (std::all_of(ops_.begin() + static_cast<std::ptrdiff_t>(first), ops_.end(), [](std::uint64_t each) { return each == 0; })) {
    ops_.resize(first);
    return 0;
  }
  firsts_.push_back(static_cast<std::uint32_t>(first));
  return firsts_.size();
}

// Without recursion: chains of inlined calls and of blocks may be long.
std::uint64_t DebugTable::reference(LocationId root) {
  if (!root.valid()) return 0;
  context_.expect(root.index() < references_.size(), "a location does not exist");
  if (known(root) < kOpen) return known(root);
  std::vector<LocationId> path{root};
  while (!path.empty()) {
    const LocationId id = path.back();
    std::uint64_t &own = references_[id.index()];
    if (own < kOpen) {
      path.pop_back();
      continue;
    }
    const Location &location = context_.data().locations[id.index()];
    const std::size_t depth = path.size();
    for (const LocationId part : {location.caller, location.callee, location.scope, location.file}) {
      context_.expect(!part.valid() || part.index() < references_.size(), "a location does not exist");
      if (known(part) < kOpen) continue;
      context_.expect(known(part) != kOpen, "a location contains itself");
      path.push_back(part);
    }
    if (path.size() == depth) {
      own = addRecord(location);
      path.pop_back();
    } else {
      own = kOpen;
    }
  }
  return known(root);
}

std::uint64_t DebugTable::addRecord(const Location &location) {
  if (location.kind == LocationKind::Unknown) return 0;
  if (location.kind == LocationKind::Line && !location.scope.valid()) return 0;  // only texts have lines without a scope
  Sink record;
  record.varint(static_cast<std::uint64_t>(location.kind));  // numbered as the tags are
  writeFields(record, location);
  return std::uint64_t{records_.index(record.data())} + 1;
}

void DebugTable::writeFields(Sink &record, const Location &location) {
  const auto lineAndColumn = [&] {
    record.varint(location.line);
    record.varint(location.column);
  };
  switch (location.kind) {
    case LocationKind::Unknown: return;
    case LocationKind::CompileUnit: record.varint(known(location.file)); return;
    case LocationKind::File:
      record.varint(attributes_.stringIndex(location.name));
      record.varint(attributes_.stringIndex(location.other));
      return;
    case LocationKind::LexicalBlock:
      record.varint(known(location.scope));
      record.varint(known(location.file));
      return lineAndColumn();
    case LocationKind::Line:
      record.varint(known(location.scope));
      record.varint(attributes_.stringIndex(location.name));
      return lineAndColumn();
    case LocationKind::Subprogram:
      context_.require(location.declaration ? kSubprogramFlagsSince : kOldest,
                       [&] { return "subprogram " + location.name + ", a declaration,"; });
      record.varint(known(location.file));
      record.varint(location.line);
      record.varint(attributes_.stringIndex(location.name));
      record.varint(attributes_.stringIndex(location.other));
      record.varint(known(location.scope));
      record.varint(location.column);
      if (context_.has(kSubprogramFlagsSince)) record.varint(location.declaration ? 1 : 0);
      return;
    case LocationKind::CallSite:
      record.varint(known(location.callee));
      record.varint(known(location.caller));
      return;
  }
}

Sink DebugTable::write() const {
  Sink section;
  if (firsts_.empty()) return section;
  section.varint(firsts_.size());
  section.padTo(4);
  for (const std::uint32_t first : firsts_) section.u32(first);
  section.varint(ops_.size());
  section.padTo(8);
  for (const std::uint64_t op : ops_) section.u64(op);
  records_.write(section, 4);
  return section;
}

}  // namespace tileport::tileir::writer
