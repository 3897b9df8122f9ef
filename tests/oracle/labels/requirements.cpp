// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/labels/requirements.h"

#include <sstream>

#include "support/file.h"

namespace tileport::oracle::labels {

namespace {

std::vector<std::string> split(const std::string &text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

}  // namespace

Result<Requirements> Requirements::read(const std::filesystem::path &path) {
  const auto text = readFile(path, std::size_t{1} << 22);
  if (!text) return text.error();
  Requirements table;
  std::size_t number = 0;
  for (const std::string &line : split(*text, '\n')) {
    ++number;
    if (line.empty() || line[0] == '#') continue;
    const std::vector<std::string> cells = split(line, '\t');
    if (cells.size() != 9) {
      Error error;
      error.message = path.filename().string() + ":" + std::to_string(number) + ": " + std::to_string(cells.size()) + " cells";
      error.advice = "Write edit, label, severity, verdict, owner, kind, op, unless and reason, with tabs between them.";
      return error;
    }
    Requirement row{cells[0], cells[1], cells[2], cells[3], cells[4], {}, cells[6], cells[7], cells[8]};
    if (cells[5] != "-") row.kinds = split(cells[5], '|');
    table.rows_.push_back(std::move(row));
  }
  return table;
}

const Requirement *Requirements::of(std::string_view edit, Label label) const {
  const Requirement *any = nullptr;
  for (const Requirement &row : rows_) {
    if (row.edit != edit) continue;
    if (row.label == toText(label)) return &row;
    if (row.label == "*") any = &row;
  }
  return any;
}

}  // namespace tileport::oracle::labels
