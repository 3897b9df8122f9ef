// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileport/report.h"

#include <algorithm>
#include <cstdio>

#include "report/check_diff_report.h"
#include "support/file.h"
#include "tileir/program_reader.h"
#include "tileport/commands.h"
#include "workspace/rounds.h"

namespace tileport::cli {

namespace {

constexpr std::uint64_t kLargestReport = 64U << 20U;

report::Pair pairOf(const std::string &op, const std::string &variant, Result<workspace::ReviewPtr> review) {
  report::Pair pair{op, variant, nullptr, nullptr};
  if (review) {
    pair.review = std::move(*review);
    pair.triage = pair.review->triage;
  } else {
    pair.error = std::move(review).error();
  }
  return pair;
}

/// What of a workspace is reported.
struct Chosen {
  std::string op;       ///< empty: every operator
  std::string variant;  ///< empty: every variant

  bool takes(const workspace::Operator &each) const { return op.empty() || each.name == op; }
  bool takes(const workspace::Variant &each) const { return variant.empty() || each.name == variant; }
};

/// An operator's name may have a slash in it, so that the workspace tells where the variant begins.
Result<Chosen> choose(const workspace::Workspace &workspace, const std::string &what) {
  if (what.empty()) return Chosen{};
  for (const workspace::Operator &op : workspace.operators) {
    if (op.name == what) return Chosen{op.name, ""};
    for (const workspace::Variant &variant : op.variants) {
      if (op.name + "/" + variant.name == what) return Chosen{op.name, variant.name};
    }
  }
  std::string names;
  for (const workspace::Operator &op : workspace.operators) names += (names.empty() ? "" : ", ") + op.name;
  return Error{ErrorKind::Usage,
               "the workspace has no operator or variant \"" + what + "\"",
               {.file = workspace.folder.string()},
               "Its operators are " + (names.empty() ? "none" : names) + "."};
}

/// A review with what --compile adds.
Result<workspace::ReviewPtr> compiled(Result<workspace::ReviewPtr> review, const Compiling &compiling) {
  if (review) return compiling.add(triage::defaultPolicy(), std::move(*review));
  return review;
}

Result<report::Report> reportOfWorkspace(const ReportOptions &options, const Compiling &compiling) {
  const auto opened = workspace::openWorkspace(options.first);
  if (!opened) return opened.error();
  const workspace::Workspace &workspace = **opened;
  const auto chosen = choose(workspace, options.second);
  if (!chosen) return chosen.error();
  report::Report report;
  report.title = workspace.name + (options.second.empty() ? "" : ": " + options.second);
  for (const workspace::Operator &op : workspace.operators) {
    if (!chosen->takes(op)) continue;
    for (const workspace::Variant &variant : op.variants) {
      if (!chosen->takes(variant)) continue;
      report.pairs.push_back(pairOf(op.name, variant.name, compiled(workspace::review(op, variant, compiling.token()), compiling)));
      if (compiling.token().cancelled()) return Error{ErrorKind::Cancelled, "interrupted", {}, ""};
    }
    if (!chosen->variant.empty()) continue;
    for (const workspace::Unpaired &each : op.unpaired) report.unpaired.push_back({op.name, each.name, each.reason});
  }
  if (report.pairs.empty() && report.unpaired.empty())
    return Error{ErrorKind::Usage,
                 "names no variant, so there is nothing to report",
                 {.file = workspace.folder.string()},
                 "Add one to its workspace.json; docs/workspace.md describes it."};
  return report;
}

Result<report::Report> reportOfFiles(const ReportOptions &options, const Compiling &compiling) {
  auto review = compiled(workspace::reviewFiles(options.first, options.second, compiling.token()), compiling);
  if (!review) return review.error();
  report::Report report;
  report.title = (*review)->title;
  report.pairs.push_back(pairOf("", "", std::move(review)));
  return report;
}

bool isWorkspace(const std::filesystem::path &path) {
  std::error_code error;
  return std::filesystem::is_directory(path, error) || path.filename() == "workspace.json";
}

int checkReports(const std::vector<std::string> &files) {
  std::string text;
  bool unreadable = false, wrong = false;
  for (const std::string &file : files) {
    const auto content = file == "-" ? readStandardInput(kLargestReport) : readFile(file, kLargestReport);
    if (!content) {
      unreadable = true;
      fail(content.error().toString(), kCannotRead);
      continue;
    }
    const std::string name = tileir::shownName(file);
    const auto complaints = report::checkDiffReport(*content);
    wrong = wrong || !complaints.empty();
    for (const report::Complaint &each : complaints)
      text += name + ":" + std::to_string(each.line) + ": " + each.rule + ": " + each.message + "\n";
    if (complaints.empty()) text += name + ": complete, and it agrees with itself\n";
  }
  return finish(text, unreadable ? kCannotRead : wrong ? 1 : 0);
}

}  // namespace

int report(const ReportOptions &options) {
  if (!options.check.empty()) return checkReports(options.check);
  const bool ofWorkspace = isWorkspace(options.first);
  if (!ofWorkspace && options.second.empty())
    return fail(options.first.string() + " is no workspace's folder; give a port to compare it with as well. See tileport report --help.",
                kUsageError);
  Compiling compiling(options.compile);
  if (const auto opened = compiling.open(); !opened) return fail(opened.error().toString(), exitCodeOf(opened.error()));
  Result<report::Report> made = ofWorkspace ? reportOfWorkspace(options, compiling) : reportOfFiles(options, compiling);
  if (!made) return fail(made.error().toString(), made.error().kind == ErrorKind::Usage ? kUsageError : kCannotRead);
  made->tool = TILEPORT_VERSION;
  made->date = workspace::today();
  made->sourcePrefix = options.sourcePrefix;
  bool unreadable = false;
  for (const report::Pair &pair : made->pairs) {
    if (!pair.error) continue;
    unreadable = true;
    fail(pair.op + " / " + pair.variant + ": " + pair.error->toString(), 0);
  }
  const report::Format format = options.format.value_or(report::formatOfFile(options.out).value_or(report::Format::Markdown));
  const std::string text = report::write(*made, format);
  const int code = unreadable ? 4 : 0;
  if (options.out == "-") return finish(text, code);
  const Result<void> written = replaceFile(options.out, text);
  return written ? code : fail(written.error().toString(), kCannotRead);
}

}  // namespace tileport::cli
