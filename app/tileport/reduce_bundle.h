// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "reduce/reduce.h"
#include "support/result.h"

/// What is attached to a report upstream: the reduced program and how to see what it shows.
namespace tileport::cli {

struct Bundle {
  std::string original;  ///< the bytes of the program that was reduced
  std::size_t originalOps = 0;
  reduce::Reduction reduction;
  tileir::ProgramForm form{};         ///< of what the command got
  std::string command;                ///< with the file's name in the bundle
  std::string output, errors;         ///< of the last interesting run
  std::filesystem::path scratch;      ///< where candidates were
  std::vector<std::string> versions;  ///< one line a program
};

/// What the file is called in a bundle.
std::string_view bundleName(tileir::ProgramForm form);

/// New or empty, so that nothing of the user's is replaced. Made when it is not there.
Result<void> prepareBundle(const std::filesystem::path &folder);
/// Error: a file cannot be written.
Result<void> writeBundle(const std::filesystem::path &folder, const Bundle &bundle);

/// The text with each absolute path shortened to its last part, but for devices: what lies where is nobody else's business.
std::string withoutFolders(std::string_view text);

}  // namespace tileport::cli
