// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/labels/table.h"

#include <algorithm>
#include <charconv>
#include <sstream>

#include "support/file.h"

namespace tileport::oracle::labels {

namespace {

constexpr std::size_t kLargest = std::size_t{1} << 26, kEvidence = 150;
constexpr std::string_view kHead =
    "# What mutants are, by running them beside their base: label_mutants writes this (README.md).\n"
    "# program, edit, seed, label, evidence: the trial, what differs there\n";

Error malformed(const std::filesystem::path &path, std::size_t line, std::string message) {
  Error error;
  error.message = path.filename().string() + ":" + std::to_string(line) + ": " + std::move(message);
  error.advice = "Write the table again with label_mutants.";
  return error;
}

}  // namespace

Result<std::vector<Row>> readTable(const std::filesystem::path &path) {
  const auto text = readFile(path, kLargest);
  if (!text) return text.error();
  std::vector<Row> rows;
  std::istringstream lines(*text);
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.empty() || line[0] == '#') continue;
    std::istringstream cells(line);
    Row row;
    std::string seed, label;
    std::getline(cells, row.program, '\t');
    std::getline(cells, row.edit, '\t');
    std::getline(cells, seed, '\t');
    std::getline(cells, label, '\t');
    std::getline(cells, row.evidence);
    const auto known = labelNamed(label);
    const bool isNumber =
        std::from_chars(seed.data(), seed.data() + seed.size(), row.seed).ptr == seed.data() + seed.size() && !seed.empty();
    if (!known || !isNumber) return malformed(path, number, "program, edit, seed, label and evidence are wanted, with tabs between them");
    row.label = *known;
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string tableText(const std::vector<Row> &rows) {
  std::string text(kHead);
  for (const Row &row : rows) {
    std::string evidence = row.evidence.size() > kEvidence ? row.evidence.substr(0, kEvidence - 3) + "..." : row.evidence;
    std::replace_if(evidence.begin(), evidence.end(), [](char c) { return c == '\t' || c == '\n'; }, ' ');
    text +=
        row.program + "\t" + row.edit + "\t" + std::to_string(row.seed) + "\t" + std::string(toText(row.label)) + "\t" + evidence + "\n";
  }
  return text;
}

std::vector<const mutate::Edit *> labelledEdits() {
  std::vector<const mutate::Edit *> edits;
  for (const mutate::Edit &edit : mutate::validEdits())
    if (edit.meaning == mutate::Meaning::Different) edits.push_back(&edit);
  for (const mutate::Edit &edit : mutate::equivalentEdits()) edits.push_back(&edit);
  return edits;
}

const mutate::Edit *editNamed(std::string_view name) {
  for (const mutate::Edit *edit : labelledEdits())
    if (edit->name == name) return edit;
  return nullptr;
}

}  // namespace tileport::oracle::labels
