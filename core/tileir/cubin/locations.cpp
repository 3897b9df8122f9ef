// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/cubin/locations.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace tileport::tileir {

namespace {

/// Deeper chains of inlined functions are cut: they come from nowhere but a damaged file.
constexpr std::size_t kMostCallers = 64;
constexpr std::uint32_t kSeveral = std::numeric_limits<std::uint32_t>::max();

/// The rows of a table that say of which line code is, by kernel and address.
class RowFinder {
 public:
  explicit RowFinder(const LineTable &table) : table_(table) {
    for (std::uint32_t i = 0; i < table.rows.size(); ++i)
      if (table.rows[i].kernel) order_.push_back(i);
    std::stable_sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) { return keyOf(a) < keyOf(b); });
  }

  /// The row that covers the address: the last one there or before it, unless a sequence has ended since.
  std::optional<std::uint32_t> find(std::uint32_t kernel, std::uint64_t address) const {
    const auto behind = std::upper_bound(order_.begin(), order_.end(), std::pair(kernel, address),
                                         [&](const auto &key, std::uint32_t row) { return key < keyOf(row); });
    if (behind == order_.begin()) return std::nullopt;
    const std::uint32_t row = *(behind - 1);
    if (table_.rows[row].kernel != kernel || table_.rows[row].end) return std::nullopt;
    return row;
  }

 private:
  std::pair<std::uint32_t, std::uint64_t> keyOf(std::uint32_t row) const { return {*table_.rows[row].kernel, table_.rows[row].address}; }

  const LineTable &table_;
  std::vector<std::uint32_t> order_;
};

/// By line of the PTX, zero-based: whether it stands in braces within a kernel's, as inline assembly does. Its own line ends count as lines
/// of the source, so that code from there is of a line too late [V].
std::vector<bool> findInlineAssembly(std::string_view ptx) {
  std::vector<bool> inside;
  int depth = 0;
  while (!ptx.empty()) {
    const std::string_view line = ptx.substr(0, ptx.find('\n'));
    ptx.remove_prefix(std::min(line.size() + 1, ptx.size()));
    const auto opened = std::count(line.begin(), line.end(), '{'), closed = std::count(line.begin(), line.end(), '}');
    inside.push_back(depth >= 2);
    depth += static_cast<int>(opened) - static_cast<int>(closed);
  }
  return inside;
}

class Locator {
 public:
  Locator(const Cubin &cubin, const EmbeddedText &text, ProgramPtr program)
      : cubin_(cubin), text_(text), program_(std::move(program)), data_(program_->data()) {}

  ProgramPtr run() {
    // Without PTX nothing tells which lines of the source are right.
    if (!cubin_.ptx || !printsAsText()) return program_;
    placeLines();
    bool any = false;
    for (std::size_t op = 0; op < data_.ops.size(); ++op) {
      const auto place = placeOfLine_.find(program_->listing().opLines[op].first + 1);
      if (data_.ops[op].location.valid() || place == placeOfLine_.end() || place->second == kSeveral) continue;
      data_.ops[op].location = locationOf(place->second);
      any = true;
    }
    return any ? Program::make(std::move(data_)) : program_;
  }

 private:
  /// The embedded text lacks the last line end.
  bool printsAsText() const {
    std::string_view printed = program_->listing().text, text = text_.text;
    while (printed.ends_with('\n')) printed.remove_suffix(1);
    while (text.ends_with('\n')) text.remove_suffix(1);
    return printed == text;
  }

  /// For each line of the text the one row of the source's table that its code comes from.
  void placeLines() {
    const RowFinder sources(cubin_.sourceLines), lines(cubin_.tileIrLines), ptxLines(cubin_.ptxLines);
    const std::vector<bool> inAssembly = findInlineAssembly(*cubin_.ptx);
    const std::vector<std::optional<LineRange>> kernelLines = linesOfKernels();
    // Where either table goes on to another row: between two of these addresses both stay as they are.
    std::set<std::pair<std::uint32_t, std::uint64_t>> starts;
    for (const LineTable *table : {&cubin_.sourceLines, &cubin_.tileIrLines})
      for (const LineRow &row : table->rows)
        if (row.kernel) starts.emplace(*row.kernel, row.address);
    for (const auto &[kernel, address] : starts) {
      const auto line = lines.find(kernel, address), source = sources.find(kernel, address);
      if (!line || !source || !isSource(cubin_.sourceLines.rows[*source])) continue;
      const LineRow &row = cubin_.tileIrLines.rows[*line];
      if (row.line == 0 || !row.file || cubin_.tileIrLines.files[*row.file] != text_.file) continue;
      // Of a module of two entries tileiras has given lines of the other one [V].
      if (!kernelLines[kernel] || !kernelLines[kernel]->contains(row.line - 1)) continue;
      const auto ptx = ptxLines.find(kernel, address);
      const std::uint32_t ptxLine = ptx ? cubin_.ptxLines.rows[*ptx].line : 0;
      if (ptxLine == 0 || ptxLine > inAssembly.size() || inAssembly[ptxLine - 1]) continue;
      const auto [known, isNew] = placeOfLine_.try_emplace(row.line, *source);
      if (!isNew && known->second != kSeveral && !isSamePlace(known->second, *source)) known->second = kSeveral;
    }
  }

  /// Of the entry of that name, by position in Cubin::kernels.
  std::vector<std::optional<LineRange>> linesOfKernels() const {
    std::vector<std::optional<LineRange>> lines;
    for (const CubinKernel &kernel : cubin_.kernels) {
      const auto found =
          std::find_if(data_.functions.begin(), data_.functions.end(), [&](const Function &each) { return each.name == kernel.name; });
      lines.emplace_back();
      if (found != data_.functions.end())
        lines.back() = program_->listing().functionLines[static_cast<std::size_t>(found - data_.functions.begin())];
    }
    return lines;
  }

  bool isSource(const LineRow &row) const {
    if (!row.file || row.line == 0) return false;
    const std::string &file = cubin_.sourceLines.files[*row.file];
    return std::none_of(cubin_.tileIr.begin(), cubin_.tileIr.end(), [&](const EmbeddedText &each) { return each.file == file; });
  }

  bool isSamePlace(std::uint32_t one, std::uint32_t other) const {
    for (std::size_t depth = 0; depth < kMostCallers && one != other; ++depth) {
      const LineRow &a = cubin_.sourceLines.rows[one], &b = cubin_.sourceLines.rows[other];
      if (a.file != b.file || a.line != b.line || a.column != b.column || a.inlinedAt.has_value() != b.inlinedAt.has_value()) return false;
      if (!a.inlinedAt) return true;
      one = *a.inlinedAt;
      other = *b.inlinedAt;
    }
    return one == other;
  }

  /// A line, at a call site for each place that it was inlined at.
  LocationId locationOf(std::uint32_t row) {
    const auto known = locations_.find(row);
    if (known != locations_.end()) return known->second;
    std::vector<std::uint32_t> chain{row};
    while (chain.size() < kMostCallers && cubin_.sourceLines.rows[chain.back()].inlinedAt)
      chain.push_back(*cubin_.sourceLines.rows[chain.back()].inlinedAt);
    LocationId location;
    for (auto each = chain.rbegin(); each != chain.rend(); ++each) {
      const LineRow &place = cubin_.sourceLines.rows[*each];
      const LocationId line = add({.kind = LocationKind::Line, .line = place.line, .column = place.column}, place.file);
      location = location.valid() ? add({.kind = LocationKind::CallSite, .callee = line, .caller = location}, std::nullopt) : line;
    }
    locations_.emplace(row, location);
    return location;
  }

  LocationId add(Location location, std::optional<std::uint32_t> file) {
    if (file) location.name = cubin_.sourceLines.files[*file];
    data_.locations.push_back(std::move(location));
    return LocationId(data_.locations.size() - 1);
  }

  const Cubin &cubin_;
  const EmbeddedText &text_;
  ProgramPtr program_;
  ProgramData data_;
  std::map<std::uint32_t, std::uint32_t> placeOfLine_;  ///< by line of the text: a row of the source's table, or kSeveral
  std::map<std::uint32_t, LocationId> locations_;       ///< by row
};

}  // namespace

ProgramPtr withLocationsOf(const Cubin &cubin, const EmbeddedText &text, ProgramPtr program) {
  return Locator(cubin, text, std::move(program)).run();
}

}  // namespace tileport::tileir
