// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include "support/result.h"
#include "tileport/terminal.h"

namespace tileport::cli {

/// What the commands have in common.
struct Output {
  Terminal terminal;
  bool json = false;
};

constexpr int kUsageError = 2;
constexpr int kCannotRead = 3;

/// Each prints its answer and returns the exit code. A failure is one line on standard error: what, where, what to do.
int show(const std::filesystem::path &file, bool locations, const Output &output);
int diff(const std::filesystem::path &reference, const std::filesystem::path &port, std::optional<std::size_t> context,
         const Output &output);
int review(const std::filesystem::path &workspace, const Output &output);

/// Prints the line and returns `code`.
int fail(const std::string &line, int code);

}  // namespace tileport::cli
