// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileport/report.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

#include "report/check_diff_report.h"
#include "support/file.h"
#include "tileir/program_reader.h"
#include "tileport/commands.h"
#include "tileport/spool.h"
#include "tileport/terminal.h"
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

/// What is to be reported: all but the pairs, and which those are.
struct Plan {
  report::Report head;
  workspace::WorkspacePtr workspace;  ///< null: two files
  std::vector<std::pair<const workspace::Operator *, const workspace::Variant *>> variants;

  std::size_t pairs() const { return workspace ? variants.size() : 1; }
};

Result<Plan> planOfWorkspace(const ReportOptions &options) {
  const auto opened = workspace::openWorkspace(options.first);
  if (!opened) return opened.error();
  const workspace::Workspace &workspace = **opened;
  const auto chosen = choose(workspace, options.second);
  if (!chosen) return chosen.error();
  Plan plan;
  plan.workspace = *opened;
  plan.head.title = workspace.name + (options.second.empty() ? "" : ": " + options.second);
  for (const workspace::Operator &op : workspace.operators) {
    if (!chosen->takes(op)) continue;
    for (const workspace::Variant &variant : op.variants) {
      if (chosen->takes(variant)) plan.variants.emplace_back(&op, &variant);
    }
    if (!chosen->variant.empty()) continue;
    for (const workspace::Unpaired &each : op.unpaired) plan.head.unpaired.push_back({op.name, each.name, each.reason});
  }
  if (plan.variants.empty() && plan.head.unpaired.empty())
    return Error{ErrorKind::Usage,
                 "names no variant, so there is nothing to report",
                 {.file = workspace.folder.string()},
                 "Add one to its workspace.json; docs/workspace.md describes it."};
  return plan;
}

/// A report whose pairs wait on the disk: of ten thousand it takes little more memory than of ten.
class SpooledReport {
 public:
  SpooledReport(Spool spool, report::Format format, const Plan &plan)
      : spool_(std::move(spool)), writer_(report::writerOf(format, plan.head, plan.pairs())) {}

  Result<void> add(const report::Pair &pair) {
    std::vector<Spool::Piece> texts;
    for (const std::string &text : writer_->add(pair)) {
      const auto piece = spool_.append(text);
      if (!piece) return piece.error();
      texts.push_back(*piece);
    }
    pieces_.push_back(std::move(texts));
    if (!pair.error) return {};
    isWhole_ = false;
    fail(pair.op + " / " + pair.variant + ": " + pair.error->toString(), 0);
    return {};
  }

  /// To the file, or to standard output. The exit code.
  int write(const std::string &out) {
    const report::Writer::Ends ends = writer_->finish();
    const int code = isWhole_ ? 0 : 4;
    std::optional<Error> unread;
    const auto writeAll = [&](const Answer::Sink &sink) {
      Answer answer(spool_, sink);
      answer.add(ends.before);
      for (const std::vector<Spool::Piece> &each : pieces_) answer.add(each[std::min(ends.choice, each.size() - 1)]);
      answer.add(ends.after);
      unread = answer.error();
      return answer.going();
    };
    if (out == "-") {
      const bool written = writeAll(writeOut);
      if (unread) return fail(unread->toString(), kCannotRead);
      return written ? finish("", code) : cannotWrite();
    }
    const Result<void> written = replaceFile(out, writeAll);
    if (unread) return fail(unread->toString(), kCannotRead);
    return written ? code : fail(written.error().toString(), kCannotRead);
  }

 private:
  Spool spool_;
  std::unique_ptr<report::Writer> writer_;
  std::vector<std::vector<Spool::Piece>> pieces_;
  bool isWhole_ = true;  ///< every pair could be read
};

report::Format formatOf(const ReportOptions &options) {
  return options.format.value_or(report::formatOfFile(options.out).value_or(report::Format::Markdown));
}

/// Each variant is reviewed, written and let go.
int reportVariants(const ReportOptions &options, const Compiling &compiling, const Plan &plan) {
  auto spool = Spool::open();
  if (!spool) return fail(spool.error().toString(), kCannotRead);
  SpooledReport report(std::move(*spool), formatOf(options), plan);
  for (const auto &[op, variant] : plan.variants) {
    auto review = compiled(workspace::review(*op, *variant, compiling.token()), compiling);
    if (compiling.token().cancelled()) return fail("interrupted", kCannotRead);
    if (auto added = report.add(pairOf(op->name, variant->name, std::move(review))); !added)
      return fail(added.error().toString(), kCannotRead);
  }
  return report.write(options.out);
}

int reportFiles(const ReportOptions &options, const Compiling &compiling, Plan &plan) {
  auto review = compiled(workspace::reviewFiles(options.first, options.second, compiling.token()), compiling);
  if (!review) return fail(review.error().toString(), review.error().kind == ErrorKind::Usage ? kUsageError : kCannotRead);
  plan.head.title = (*review)->title;
  auto spool = Spool::open();
  if (!spool) return fail(spool.error().toString(), kCannotRead);
  SpooledReport report(std::move(*spool), formatOf(options), plan);
  if (auto added = report.add(pairOf("", "", std::move(review))); !added) return fail(added.error().toString(), kCannotRead);
  return report.write(options.out);
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
  Plan plan;
  if (ofWorkspace) {
    auto planned = planOfWorkspace(options);
    if (!planned) return fail(planned.error().toString(), planned.error().kind == ErrorKind::Usage ? kUsageError : kCannotRead);
    plan = std::move(*planned);
  }
  plan.head.tool = TILEPORT_VERSION;
  plan.head.date = workspace::today();
  plan.head.sourcePrefix = options.sourcePrefix;
  return ofWorkspace ? reportVariants(options, compiling, plan) : reportFiles(options, compiling, plan);
}

}  // namespace tileport::cli
