// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "oracle/labels/label.h"

/// tests/cases/mutants/labels.tsv: one mutant a line.
namespace tileport::oracle::labels {

struct Row {
  std::string program, edit;
  std::uint64_t seed = 0;
  Label label = Label::Survivor;
  std::string evidence;
};

Result<std::vector<Row>> readTable(const std::filesystem::path &path);
std::string tableText(const std::vector<Row> &rows);

/// The edit of a name among Different and Equivalent; null when there is none.
const mutate::Edit *editNamed(std::string_view name);
/// Different, then Equivalent.
std::vector<const mutate::Edit *> labelledEdits();

}  // namespace tileport::oracle::labels
