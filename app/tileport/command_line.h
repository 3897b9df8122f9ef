// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "tileport/analysis.h"
#include "tileport/commands.h"
#include "tileport/front_ends.h"
#include "tileport/reduce.h"
#include "tileport/report.h"
#include "tileport/specify.h"
#include "tileport/terminal.h"

/// What the arguments of the program say.
namespace tileport::cli {

enum class Command : std::uint8_t {
  Show,
  Diff,
  Review,
  Convert,
  Check,
  Import,
  Doctor,
  Specify,
  Reduce,
  AnalysisCheck,
  AnalysisDraft,
  Triage,
  Report
};

struct Arguments {
  Command command = Command::Show;
  ShowOptions show;
  ConvertOptions convert;
  DiffOptions diff;
  ReviewOptions review;
  TriageOptions triage;
  ReportOptions report;
  ImportOptions import;
  SpecifyOptions specify;
  ReduceOptions reduce;
  AnalysisOptions analysis;
  bool install = false;            ///< of doctor
  std::vector<std::string> files;  ///< of check
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
