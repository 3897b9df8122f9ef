// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileport/reduce.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <optional>

#include "support/file.h"
#include "tileport/divergence_text.h"
#include "tileport/glyphs.h"
#include "tileport/progress.h"
#include "tileport/reduce_bundle.h"
#include "toolchain/candidate_command.h"

namespace tileport::cli {

namespace fs = std::filesystem;

namespace {

using reduce::Ending;

constexpr std::size_t kMostOutput = std::size_t{16} << 20;
constexpr std::size_t kShownOutput = 4096;

/// What of the command line does not go together, as a clause; empty: nothing.
std::string misuse(const ReduceOptions &options) {
  if (options.shell.empty() == options.words.empty()) return "give the command by --while CMD or, as words, behind --: one of both";
  if (options.output.empty() && options.bundle.empty()) return "give -o FILE or --bundle FOLDER for what is left";
  const std::string ending = fs::path(options.output).extension().string();
  const bool text = options.form == tileir::ProgramForm::Text;
  if (text ? ending == ".tileirbc" : ending == ".mlir")
    return options.output + " is written in the form that the command gets, which is " + (text ? "text" : "bytecode") + ": see --form";
  return {};
}

/// Before hours of work rather than behind.
std::optional<Error> cannotKeep(const ReduceOptions &options) {
  if (!options.output.empty()) {
    const fs::path folder = fs::absolute(options.output).parent_path();
    if (::access(folder.c_str(), W_OK) != 0)
      return Error{ErrorKind::CannotRead,
                   "the folder is not there, or may not be written",
                   {.file = folder.string()},
                   "Make it, or name another file."};
  }
  if (!options.bundle.empty())
    if (const auto prepared = prepareBundle(options.bundle); !prepared) return prepared.error();
  return std::nullopt;
}

/// The programs in the command that are known to answer to --version, as they answer.
std::vector<std::string> versionsOf(const ReduceOptions &options) {
  std::vector<std::string> versions{std::string("tileport ") + TILEPORT_VERSION}, words = options.words, seen;
  for (std::size_t at = 0; at < options.shell.size();) {
    const std::size_t end = std::min(options.shell.find_first_of(" \t\n;&|()'\"", at), options.shell.size());
    if (end > at) words.push_back(options.shell.substr(at, end - at));
    at = end + 1;
  }
  for (const std::string &word : words) {
    if (fs::path(word).filename() != "tileiras" || std::find(seen.begin(), seen.end(), word) != seen.end()) continue;
    seen.push_back(word);
    const auto answer = toolchain::runProcess({.program = word, .arguments = {"--version"}, .limits = {.time = std::chrono::seconds(10)}});
    versions.push_back(word + " --version: " + (answer ? answer->describe({}) : answer.error().message));
    if (answer && answer->succeeded()) versions.push_back(answer->output);
  }
  return versions;
}

/// The last lines of what a program printed.
void showEnd(std::string_view text) {
  text.remove_prefix(text.size() - std::min(text.size(), kShownOutput));
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::fprintf(stderr, "%s\n", clean(text.substr(0, end)).c_str());
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

class Reducing {
 public:
  explicit Reducing(const ReduceOptions &options)
      : options_(options),
        line_{options.words, options.shell},
        command_(line_, options.form == tileir::ProgramForm::Text ? "candidate.mlir" : "candidate.tileirbc",
                 {.time = std::chrono::seconds(options.timeout), .memory = std::uint64_t{options.memory} << 20, .output = kMostOutput}) {}

  int run() {
    const std::string name = tileir::shownName(options_.file);
    auto bytes = tileir::readProgramBytes(options_.file);
    if (!bytes) return fail(bytes.error().toString(), kCannotRead);
    auto program = tileir::readProgram(std::as_bytes(std::span(*bytes)), name);
    if (!program) return fail(program.error().toString(), kCannotRead);
    if (const auto error = cannotKeep(options_))
      return fail(error->toString(), error->kind == ErrorKind::Usage ? kUsageError : kCannotRead);
    bytes_ = std::move(*bytes);
    program_ = *program;
    auto reduction = work();
    if (!reduction) {
      Error error = reduction.error();
      if (error.place.file.empty()) error.place.file = name;
      return fail(error.toString(), kCannotRead);
    }
    if (reduction->ending == Ending::NotInteresting) return notInteresting(name);
    if (reduction->runs == 0)
      return fail(whyStopped(*reduction) + " before the first run was over: nothing is written.", stoppedCode(*reduction));
    return keep(name, *reduction);
  }

 private:
  Result<reduce::Reduction> work() {
    const InterruptGuard interrupt;
    ProgressLine progress;
    const reduce::Predicate predicate = [&](std::span<const reduce::Candidate> candidates) {
      std::vector<std::string_view> contents;
      for (const reduce::Candidate &candidate : candidates) contents.push_back(candidate.content);
      return command_.firstInteresting(contents, interrupt.token());
    };
    const std::size_t all = program_->opCount();
    return reduce::reduce(program_, predicate, {.form = options_.form, .batch = options_.jobs, .mostRuns = options_.mostRuns},
                          interrupt.token(), [&](const reduce::Progress &each) {
                            progress.say(std::to_string(each.ops) + " of " + plural(all, "op") + " left, " + plural(each.runs, "run") +
                                         ", " + std::string(each.pass));
                          });
  }

  int notInteresting(const std::string &name) {
    const auto &last = command_.last();
    fail(name + ": the command does not take the program itself for interesting: it " +
             (last ? last->describe(command_.limits()) : "did not run") + ", where 0 is what says so. What it printed follows.",
         kNotInteresting);
    if (last)
      for (const std::string &text : {last->output, last->errors}) showEnd(text);
    return kNotInteresting;
  }

  std::string whyStopped(const reduce::Reduction &reduction) const {
    if (reduction.error) return reduction.error->toString();
    return reduction.runs >= options_.mostRuns ? "stopped after " + plural(reduction.runs, "run") : "interrupted";
  }
  static int stoppedCode(const reduce::Reduction &reduction) { return reduction.error ? kCannotRead : kNotFinished; }

  int keep(const std::string &name, const reduce::Reduction &reduction) {
    if (!options_.output.empty())
      if (const auto written = replaceFile(options_.output, reduction.best.content); !written)
        return fail(written.error().toString(), kCannotRead);
    if (!options_.bundle.empty())
      if (const auto written = writeBundle(options_.bundle, bundleOf(reduction)); !written)
        return fail(written.error().toString(), kCannotRead);
    const std::string text = clean(name) + ": " + plural(program_->opCount(), "op") + ", now " +
                             std::to_string(reduction.best.program->opCount()) + "; " + plural(bytes_.size(), "byte") + ", now " +
                             std::to_string(reduction.best.content.size()) + "; " + plural(reduction.runs, "run") + "\n";
    if (reduction.ending == Ending::Stopped) {
      fail(whyStopped(reduction) + ": the best so far is written, and may not be the smallest.", kNotFinished);
      return finish(text, stoppedCode(reduction));
    }
    if (reduction.ending == Ending::Unsteady) {
      fail("the command does not always say the same: it no longer takes for interesting what is written. Make it steady, and begin again.",
           kNotFinished);
      return finish(text, kNotFinished);
    }
    return finish(text, 0);
  }

  Bundle bundleOf(const reduce::Reduction &reduction) const {
    Bundle bundle{.original = bytes_, .originalOps = program_->opCount(), .reduction = reduction, .form = options_.form};
    bundle.command = line_.text(std::string(bundleName(options_.form)));
    if (const auto &answer = command_.lastInteresting()) bundle.output = answer->output, bundle.errors = answer->errors;
    bundle.scratch = command_.folder();
    bundle.versions = versionsOf(options_);
    return bundle;
  }

  const ReduceOptions &options_;
  toolchain::CommandLine line_;
  toolchain::CandidateCommand command_;
  std::string bytes_;
  tileir::ProgramPtr program_;
};

}  // namespace

int reduceProgram(const ReduceOptions &options) {
  if (const std::string wrong = misuse(options); !wrong.empty()) return fail(wrong + ". See tileport reduce --help.", kUsageError);
  return Reducing(options).run();
}

}  // namespace tileport::cli
