// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"
#include "triage/triage.h"
#include "workspace/review.h"

/// What reviews say, as texts for others: Markdown, HTML, JSON, SARIF. Pure functions from values.
namespace tileport::report {

/// One pair of programs and what it is judged to be.
struct Pair {
  std::string op;               ///< the operator; empty for two bare files
  std::string variant;          ///< empty for two bare files
  workspace::ReviewPtr review;  ///< null when a side could not be read: `error` says why
  triage::TriagePtr triage;     ///< null: nobody classified it. Then everything is critical, undecided, and the pair blocked
  std::optional<Error> error = {};
};

/// A program of a workspace that was compared with nothing.
struct Unpaired {
  std::string op;
  std::string name;
  std::string reason;
};

struct Report {
  std::string title;  ///< the workspace's name, "softmax / f16-1x1024", two file names
  std::string tool;   ///< version of Tileport: "0.1.0"
  std::string date;   ///< "2026-11-30"; empty: none is given
  std::vector<Pair> pairs;
  std::vector<Unpaired> unpaired = {};
  /// Of SARIF: what is put before the names of source files, so that they are relative to the repository: "ports". May be empty.
  std::string sourcePrefix = {};
};

enum class Format : std::uint8_t { Markdown, Html, Json, Sarif };

std::string_view toText(Format format);  ///< "markdown", "html", "json", "sarif"
std::optional<Format> formatNamed(std::string_view name);
/// By the file's ending: .md, .html, .htm, .json, .sarif, .sarif.json.
std::optional<Format> formatOfFile(std::string_view fileName);

/// Writes a report pair by pair, so that no program has to stay: what is kept of a pair are its verdict and its findings. `head` is the
/// report without its pairs, of which there will be `pairs`.
class Writer {
 public:
  virtual ~Writer() = default;
  /// The text of the pair, or several of which the end of the report chooses one.
  virtual std::vector<std::string> add(const Pair &pair) = 0;
  /// What stands before and after the texts of all pairs, and which is taken of those that are several: the last where there are fewer.
  struct Ends {
    std::string before, after;
    std::size_t choice = 0;
  };
  /// Once all pairs were added.
  virtual Ends finish() = 0;
};
std::unique_ptr<Writer> writerOf(Format format, Report head, std::size_t pairs);

/// Any of those below.
std::string write(const Report &report, Format format);

/// The pipeline's diff_report.md. With several pairs each has a section of its own. Keeps the rules of check_diff_report.h.
std::string markdown(const Report &report);

/// One page that needs nothing else, with both programs side by side.
std::string html(const Report &report);

/// "tileport-report/1" (docs/report.schema.json).
std::string json(const Report &report);

/// SARIF 2.1.0, within the limits of GitHub's code scanning.
std::string sarif(const Report &report);

/// The worst of the pairs: FAIL_FIXABLE, FAIL_COMPILER_BUG, BLOCKED, PASS_WITH_NOTES, PASS. A report that says nothing of a pair is
/// BLOCKED, and so is at least one with a program that was compared with nothing.
triage::Verdict verdictOf(const Report &report);

}  // namespace tileport::report
