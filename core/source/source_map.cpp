// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "source/source_map.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>

namespace tileport::source {

namespace {

using Names = std::vector<std::string>;

/// The components of a file name, last first, without "", "." and a root.
Names componentsFromTheEnd(const std::filesystem::path &path) {
  Names names;
  for (const auto &part : path.lexically_normal().relative_path()) {
    if (!part.empty() && part != ".") names.push_back(part.string());
  }
  std::reverse(names.begin(), names.end());
  return names;
}

std::size_t sharedFromTheEnd(const Names &left, const Names &right) {
  const std::size_t most = std::min(left.size(), right.size());
  std::size_t shared = 0;
  while (shared < most && left[shared] == right[shared]) ++shared;
  return shared;
}

/// The file that a point names, as one key.
std::string fullName(const tileir::SourcePoint &point) {
  return (std::filesystem::path(point.directory) / point.file).lexically_normal().string();
}

/// Decides which of a program's file names mean the source file: of those with its last component, the ones that share
/// the most directories with it. A port is rarely built in the folder where it is reviewed, so directories only decide
/// between files of one name (kernel.rs of two crates) and never rule out the only candidate.
class FileMatcher {
 public:
  explicit FileMatcher(const SourceFile &file)
      : wanted_(componentsFromTheEnd(file.path.empty() ? std::filesystem::path(file.displayName) : file.path)) {}

  void see(const tileir::SourcePoint &point) {
    const std::size_t shared = sharedWith(point);
    best_ = std::max(best_, shared);
  }
  bool matches(const tileir::SourcePoint &point) { return best_ > 0 && sharedWith(point) == best_; }

 private:
  std::size_t sharedWith(const tileir::SourcePoint &point) {
    const auto [entry, isNew] = shared_.try_emplace(fullName(point), 0);
    if (isNew) entry->second = sharedFromTheEnd(componentsFromTheEnd(entry->first), wanted_);
    return entry->second;
  }

  Names wanted_;
  std::map<std::string, std::size_t> shared_;
  std::size_t best_ = 0;
};

struct Frame {
  LineIndex line;
  std::uint32_t column = 0;
};

/// By location id: the frames in the file, the innermost first. Many ops share a location.
using Frames = std::unordered_map<std::uint32_t, std::vector<Frame>>;

Frames framesOf(const tileir::Program &program, const SourceFile &file) {
  std::unordered_map<std::uint32_t, std::vector<tileir::SourcePoint>> points;
  FileMatcher matcher(file);
  for (const tileir::Op &op : program.data().ops) {
    if (!op.location.valid()) continue;
    const auto [entry, isNew] = points.try_emplace(op.location.value);
    if (!isNew) continue;
    entry->second = program.sourcePoints(op.location);
    for (const tileir::SourcePoint &point : entry->second) matcher.see(point);
  }
  Frames frames;
  for (const auto &[location, chain] : points) {
    for (const tileir::SourcePoint &point : chain) {
      // A line beyond the end means that the file has changed since the program was made.
      if (point.line == 0 || point.line > file.lineCount() || !matcher.matches(point)) continue;
      frames[location].push_back({LineIndex(point.line - 1), oneBasedColumn(point.column)});
    }
  }
  return frames;
}

}  // namespace

std::vector<OpPlace> placesIn(const tileir::Program &program, const SourceFile &file) {
  const Frames frames = framesOf(program, file);
  std::vector<OpPlace> places;
  for (std::size_t i = 0; i < program.opCount(); ++i) {
    const tileir::OpId op(i);
    const auto found = frames.find(program.op(op).location.value);
    if (found == frames.end()) continue;
    for (const Frame &frame : found->second) places.push_back({op, frame.line.value + 1, frame.column});
  }
  const auto key = [](const OpPlace &place) { return std::tuple(place.line, place.column, place.op); };
  std::sort(places.begin(), places.end(), [&](const OpPlace &a, const OpPlace &b) { return key(a) < key(b); });
  return places;
}

SourceMap::SourceMap(const tileir::Program &program, const SourceFile &file) {
  const Frames frames = framesOf(program, file);
  places_.resize(program.opCount());
  std::vector<std::vector<tileir::OpId>> byLine(file.lineCount());
  for (std::size_t i = 0; i < program.opCount(); ++i) {
    const tileir::OpId op(i);
    const auto found = frames.find(program.op(op).location.value);
    if (found == frames.end()) continue;
    ++mapped_;
    places_[i] = {found->second.front().line, found->second.front().column};
    for (const Frame &frame : found->second) {
      auto &ops = byLine[frame.line.index()];
      if (ops.empty() || ops.back() != op) ops.push_back(op);
    }
  }
  lineStarts_.reserve(byLine.size() + 1);
  lineStarts_.push_back(0);
  for (const auto &ops : byLine) {
    lineOps_.insert(lineOps_.end(), ops.begin(), ops.end());
    lineStarts_.push_back(static_cast<std::uint32_t>(lineOps_.size()));
  }
}

std::optional<LineIndex> SourceMap::lineOf(tileir::OpId op) const {
  if (!op.valid() || op.index() >= places_.size() || !places_[op.index()].line.valid()) return std::nullopt;
  return places_[op.index()].line;
}

std::uint32_t SourceMap::columnOf(tileir::OpId op) const { return lineOf(op) ? places_[op.index()].column : 0; }

std::span<const tileir::OpId> SourceMap::opsOf(LineIndex line) const {
  if (!line.valid() || line.index() + 1 >= lineStarts_.size()) return {};
  const std::uint32_t first = lineStarts_[line.index()];
  return std::span(lineOps_).subspan(first, lineStarts_[line.index() + 1] - first);
}

}  // namespace tileport::source
