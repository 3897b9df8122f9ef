// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <exception>

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
    case Command::Convert: return convert(arguments.convert);
    case Command::Check: return check(arguments.files, output);
    case Command::Import: return importPrograms(arguments.import, output);
    case Command::Doctor: return doctor(arguments.install, output);
    case Command::AnalysisCheck: return analysisCheck(arguments.analysis, output);
    case Command::AnalysisDraft: return analysisDraft(arguments.analysis);
    case Command::Specify: return specify(arguments.specify, output);
  }
  return kUsageError;
}

}  // namespace

int main(int argc, char **argv) {
  try {
    const auto parsed = parseCommandLine(argc, argv);
    if (const auto *arguments = std::get_if<Arguments>(&parsed)) return run(*arguments);
    const auto &reply = std::get<Reply>(parsed);
    detectTerminal(ColorChoice::Never, std::nullopt);
    return reply.error.empty() ? finish(reply.text, 0) : fail(reply.error, kUsageError);
  } catch (const std::exception &exception) {  // out of memory: everything else is a Result
    return fail(std::string("stopped: ") + exception.what() + ". Report it with the files at hand.", kCannotRead);
  }
}
