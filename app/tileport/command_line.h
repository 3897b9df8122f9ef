// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>

#include "tileport/terminal.h"

/// What the arguments of the program say.
namespace tileport::cli {

enum class Command : std::uint8_t { Show, Diff, Review };

struct Arguments {
  Command command = Command::Show;
  std::string file, reference, port, workspace;
  bool locations = false;
  bool canonical = false;
  bool all = false;
  std::size_t context = 3;
  bool json = false;
  ColorChoice color = ColorChoice::Auto;
  std::size_t width = 0;  ///< 0 = ask the terminal
};

/// What is answered without running a command.
struct Reply {
  std::string text;   ///< for standard output: --help, --version
  std::string error;  ///< one line: what is wrong with the command line, and where help is
};

std::variant<Arguments, Reply> parseCommandLine(int argc, char **argv);

}  // namespace tileport::cli
