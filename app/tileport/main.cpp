// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CLI/CLI.hpp>
#include <exception>

#include "tileport/commands.h"

namespace {

using namespace tileport::cli;

constexpr const char *kExitCodes =
    "Exit codes:\n"
    "  0  the same tile program: no divergence, everything decided\n"
    "  1  divergences\n"
    "  2  the command line is wrong\n"
    "  3  a file cannot be read (one line on standard error says what, where and what to do)\n"
    "  4  undecided: no divergence was found, but not all could be compared (a budget was hit, elements left out)\n";

struct Arguments {
  std::string file, reference, port, workspace;
  bool locations = false;
  bool all = false;
  std::size_t context = 3;
  bool json = false;
  ColorChoice color = ColorChoice::Auto;
  std::size_t width = 0;  // 0 = ask the terminal
};

void addJson(CLI::App &command, Arguments &arguments) {
  command.add_flag("--json", arguments.json, "Answer as JSON (docs/json.md) instead of text");
}

void addTextOptions(CLI::App &command, Arguments &arguments) {
  const auto choose = [&arguments](const std::string &when) {
    if (when == "auto") arguments.color = ColorChoice::Auto;
    if (when == "always") arguments.color = ColorChoice::Always;
    if (when == "never") arguments.color = ColorChoice::Never;
    if (when != "auto" && when != "always" && when != "never") {
      throw CLI::ValidationError("--color", "\"" + when + "\" is not auto, always or never");
    }
  };
  command.add_option_function<std::string>("--color", choose, "auto (a terminal, and NO_COLOR is not set), always or never")
      ->option_text("WHEN");
  command.add_option("--width", arguments.width, "Columns to write in; default: the terminal's, else COLUMNS, else 120")
      ->option_text("COLUMNS")
      ->check(CLI::Range(40, 1000).description(""));
}

CLI::App *addShow(CLI::App &app, Arguments &arguments) {
  CLI::App *command = app.add_subcommand("show", "Print a program (.tileirbc) as Tile IR text, as tileirdisasm does");
  command->add_option("FILE", arguments.file, "Tile IR bytecode, 13.1 to 13.5")->required()->option_text(" ");
  command->add_flag("--locations", arguments.locations, "With source locations: loc(...) after each op");
  addJson(*command, arguments);
  command->footer(
      "Examples:\n"
      "  tileport show softmax.tileirbc                 the program as text\n"
      "  tileport show --locations softmax.tileirbc     and where each op comes from\n"
      "  tileport show --json softmax.tileirbc          ops, entries and their lines for a script\n\n"
      "Exit codes: 0 shown, 2 the command line is wrong, 3 the file cannot be read\n");
  return command;
}

CLI::App *addDiff(CLI::App &app, Arguments &arguments) {
  CLI::App *command = app.add_subcommand("diff", "Compare two programs, op by op: are they the same tile program?");
  command->add_option("REFERENCE", arguments.reference, "Bytecode of what is ported from")->required()->option_text(" ");
  command->add_option("PORT", arguments.port, "Bytecode of the port")->required()->option_text(" ");
  command->add_option("--context", arguments.context, "Lines kept around a divergence; default 3")
      ->option_text("N")
      ->check(CLI::Range(0, 1000000).description(""));
  command->add_flag("--all", arguments.all, "Every line of both listings");
  addJson(*command, arguments);
  addTextOptions(*command, arguments);
  command->footer(std::string("Signs beside a line:\n"
                              "  ~  differs: what differs is underlined, or has ^^^ beneath it\n"
                              "  -  missing: only in the reference\n"
                              "  +  extra: only in the port\n"
                              "  =  the same, but its partner stands on another row\n"
                              "  .  on one side only and without meaning (assume chains, dead constants, copies)\n\n"
                              "Examples:\n"
                              "  tileport diff reference.tileirbc port.tileirbc           side by side, then the divergences\n"
                              "  tileport diff --all reference.tileirbc port.tileirbc | less -R\n"
                              "  tileport diff --json reference.tileirbc port.tileirbc    for a script or an agent\n\n") +
                  kExitCodes);
  return command;
}

CLI::App *addReview(CLI::App &app, Arguments &arguments) {
  CLI::App *command = app.add_subcommand("review", "Compare every variant of a workspace");
  command->add_option("WORKSPACE", arguments.workspace, "Folder with a workspace.json (docs/workspace.md)")->required()->option_text(" ");
  addJson(*command, arguments);
  addTextOptions(*command, arguments);
  command->footer(std::string("Examples:\n"
                              "  tileport review resources/demo            a table, then what differs and where\n"
                              "  tileport review resources/demo --json     for a script or a CI job\n\n") +
                  kExitCodes + "The worst variant decides: 3 before 1 before 4.\n");
  return command;
}

/// One line: what is wrong and where help is.
int failUsage(const CLI::App &app, const CLI::ParseError &error) {
  if (app.get_subcommands().empty()) {
    const std::string first = app.remaining_size() > 0 ? app.remaining().front() : "";
    const std::string what =
        first.empty() ? "a command is needed" : "there is no " + std::string(first[0] == '-' ? "option" : "command") + " \"" + first + "\"";
    return fail(what + "; the commands are show, diff and review. See tileport --help.", kUsageError);
  }
  std::string command = "tileport";
  for (const CLI::App *chosen : app.get_subcommands()) command += " " + chosen->get_name();
  return fail(std::string(error.what()) + ". See " + command + " --help.", kUsageError);
}

}  // namespace

int main(int argc, char **argv) {
  CLI::App app(
      "Tileport compares CUDA Tile kernels: a cuTile Python reference and its cuTile Rust port, on their Tile IR.\n"
      "It reads the bytecode itself; no GPU, CUDA or network is needed.",
      "tileport");
  Arguments arguments;
  app.set_version_flag("--version", std::string("tileport ") + TILEPORT_VERSION);
  app.require_subcommand(1);
  app.get_formatter()->column_width(24);
  app.get_formatter()->label("SUBCOMMAND", "COMMAND");
  const CLI::App *showCommand = addShow(app, arguments);
  const CLI::App *diffCommand = addDiff(app, arguments);
  addReview(app, arguments);
  app.footer(std::string("Examples:\n"
                         "  tileport review resources/demo\n"
                         "  tileport diff reference.tileirbc port.tileirbc\n"
                         "  tileport COMMAND --help\n\n") +
             kExitCodes);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success &request) {  // --help, --version
    return app.exit(request);
  } catch (const CLI::ParseError &error) {
    detectTerminal(ColorChoice::Never, std::nullopt);
    return failUsage(app, error);
  }
  try {
    const auto width = arguments.width == 0 ? std::nullopt : std::optional(arguments.width);
    const Output output{detectTerminal(arguments.color, width), arguments.json};
    if (showCommand->parsed()) return show(arguments.file, arguments.locations, output);
    const auto context = arguments.all ? std::nullopt : std::optional(arguments.context);
    if (diffCommand->parsed()) return diff(arguments.reference, arguments.port, context, output);
    return review(arguments.workspace, output);
  } catch (const std::exception &exception) {  // out of memory: everything else is a Result
    return fail(std::string("stopped: ") + exception.what() + ". Report it with the files at hand.", kCannotRead);
  }
}
