// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/labels/label.h"

/// tests/cases/mutants/required.tsv: what a review must say of a mutant.
namespace tileport::oracle::labels {

struct Requirement {
  std::string edit;
  std::string label;     ///< "*": every label without a row of its own
  std::string severity;  ///< at least this one; of label equal, at most
  std::string verdict;   ///< no better than this one; of label equal, no worse
  std::string owner;
  std::vector<std::string> kinds;  ///< aspects, one of which must be told; empty: nothing needs to be
  std::string op;                  ///< "edited", "entry", "argument", "global", "any"
  std::string unless;              ///< "certified", "version_table", "-"
  std::string reason;
};

class Requirements {
 public:
  static Result<Requirements> read(const std::filesystem::path &path);

  /// Null when the table says nothing of it.
  const Requirement *of(std::string_view edit, Label label) const;
  const std::vector<Requirement> &all() const { return rows_; }

 private:
  std::vector<Requirement> rows_;
};

}  // namespace tileport::oracle::labels
