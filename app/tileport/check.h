// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tileir/program_reader.h"
#include "tileir/verifier.h"

namespace tileport::cli {

/// A file after the attempt to read and verify it.
struct FileCheck {
  static constexpr std::size_t kMost = 100;  ///< violations that are shown of one file

  std::string name = {};  ///< as it is shown: "standard input" for "-"
  std::string content = {};
  std::optional<tileir::ProgramForm> form = {};
  tileir::ProgramPtr program = {};  ///< null when it cannot be read
  std::optional<Error> error = {};  ///< set when it cannot be read
  std::vector<tileir::Violation> violations = {};
  bool more = false;  ///< there are more violations than these
};

FileCheck checkFile(const std::string &path);

/// One line a violation, "file:line: op: rule: message", or one that says that the file is valid. Nothing of a file that cannot
/// be read.
std::string checkText(const FileCheck &check);

}  // namespace tileport::cli
