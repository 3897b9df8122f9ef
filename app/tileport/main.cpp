// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <string_view>

#include "tileport/command_line.h"
#include "tileport/commands.h"

namespace {

using namespace tileport::cli;

int run(const Arguments &arguments) {
  const auto width = arguments.width == 0 ? std::nullopt : std::optional(arguments.width);
  const Output output{detectTerminal(arguments.color, width), arguments.json};
  switch (arguments.command) {
    case Command::Show: return show(arguments.show, output);
    case Command::Diff: return diff(arguments.diff, output);
    case Command::Review: return review(arguments.review, output);
    case Command::Report: return report(arguments.report);
    case Command::Convert: return convert(arguments.convert);
    case Command::Check: return check(arguments.files, output);
    case Command::Import: return importPrograms(arguments.import, output);
    case Command::Doctor: return doctor(arguments.install, output);
    case Command::AnalysisCheck: return analysisCheck(arguments.analysis, output);
    case Command::AnalysisDraft: return analysisDraft(arguments.analysis);
    case Command::Triage: return triage(arguments.triage);
    case Command::Reduce: return reduceProgram(arguments.reduce);
    case Command::Specify: return specify(arguments.specify, output);
  }
  return kUsageError;
}

/// In a process of its own: whatever ends it, a crash or the kernel for memory, the answer is 0 and 2 for the verdicts that these stand
/// for, and otherwise 1.
int runForPipeline(const Arguments &arguments) {
  const pid_t parent = ::getpid(), child = ::fork();
  if (child < 0) return fail("cannot start a process. Try again when the machine has room.", 1);
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(1);
    int code = 1;
    try {
      code = run(arguments);
    } catch (const std::exception &exception) {
      fail(std::string("stopped: ") + exception.what() + ". Report it with the files at hand.", 1);
    }
    std::fflush(nullptr);
    ::_exit(code);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return 1;
  if (WIFSIGNALED(status))
    return fail("the comparison was ended by signal " + std::to_string(WTERMSIG(status)) + ". Report it with the files at hand.", 1);
  const int code = WEXITSTATUS(status);
  return code == 0 || code == 2 ? code : 1;
}

bool isForPipeline(int argc, char **argv) {
  return std::any_of(argv, argv + argc, [](const char *argument) { return std::string_view(argument) == "--pipeline"; });
}

}  // namespace

int main(int argc, char **argv) {
  try {
    const auto parsed = parseCommandLine(argc, argv);
    if (const auto *arguments = std::get_if<Arguments>(&parsed))
      return arguments->diff.pipeline ? runForPipeline(*arguments) : run(*arguments);
    const auto &reply = std::get<Reply>(parsed);
    detectTerminal(ColorChoice::Never, std::nullopt);
    return reply.error.empty() ? finish(reply.text, 0) : fail(reply.error, isForPipeline(argc, argv) ? 1 : kUsageError);
  } catch (const std::exception &exception) {  // out of memory: everything else is a Result
    return fail(std::string("stopped: ") + exception.what() + ". Report it with the files at hand.",
                isForPipeline(argc, argv) ? 1 : kCannotRead);
  }
}
