// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"
#include "tileir/program_reader.h"
#include "tileport/compiling.h"
#include "tileport/terminal.h"
#include "workspace/review.h"

namespace tileport::cli {

/// What the commands have in common.
struct Output {
  Terminal terminal;
  bool json = false;
};

constexpr int kUsageError = 2;
constexpr int kCannotRead = 3;

struct ShowOptions {
  std::filesystem::path file;
  bool locations = false;
  bool canonical = false;
  bool version = false;  ///< which version it is of and needs, not the program
  bool ptx = false;      ///< of a cubin, not the program
};

struct ConvertOptions {
  std::filesystem::path input;
  std::string output;                      ///< "-": standard output
  std::optional<tileir::ProgramForm> to;   ///< absent: by the ending of `output`
  std::optional<tileir::Version> version;  ///< of the bytecode; absent: the program's own
  bool locations = true;
};

struct DiffOptions {
  std::filesystem::path reference, port;
  std::filesystem::path portSource;  ///< what the port was made of; empty: not known
  std::string portFrontEnd;          ///< "cuTile Rust 0.2.0"; empty: not known
  std::filesystem::path policy;      ///< empty: the one that the program was built with
  CompileOptions compile;
  bool pipeline = false;  ///< exit codes of the conversion pipeline's diff_ir.sh
  workspace::SideNames names;
  std::optional<std::size_t> context = 3;  ///< lines around a divergence; absent: all
};

struct ReviewOptions {
  std::filesystem::path workspace;   ///< or a git repository, with `range`
  std::optional<std::string> range;  ///< of commits: "BASE..HEAD"
  bool trusted = false;              ///< of a range: code of both commits may run
  bool runs = false;                 ///< of a range: also print what was run
  std::filesystem::path saveRound;   ///< the file to keep the findings in; empty: none
  std::filesystem::path since;       ///< the file of an earlier round to compare with; empty: none
  std::string label;                 ///< of the round that is kept
  CompileOptions compile;            ///< of a workspace
  std::filesystem::path policy;      ///< empty: the one that the program was built with
};

struct TriageOptions {
  std::filesystem::path workspace;
  std::string what;  ///< "OPERATOR" or "OPERATOR/VARIANT"
  std::string anchor, classification = "accepted", note, author, date;
  CompileOptions compile;
};

/// Each prints its answer and returns the exit code. A failure is one line on standard error: what, where, what to do.
int show(const ShowOptions &options, const Output &output);
int diff(const DiffOptions &options, const Output &output);
int review(const ReviewOptions &options, const Output &output);
int triage(const TriageOptions &options);
int convert(const ConvertOptions &options);
int check(const std::vector<std::string> &files, const Output &output);

/// Prints the text and returns `code`, or what says that it could not be printed: an answer that nobody got is no answer, and
/// a script must not take its exit code for one.
int finish(std::string_view text, int code);
/// Says why standard output did not take the text, by errno.
int cannotWrite();

/// Prints the line on standard error, names and values of it that are very long shortened, and returns `code`.
int fail(std::string_view line, int code);

}  // namespace tileport::cli
