// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileport/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <sstream>

namespace tileport::cli {

namespace {

constexpr const char *kExitCodes =
    "Exit codes:\n"
    "  0  the same tile program: no divergence, everything decided\n"
    "  1  divergences; with --compile: or tileiras takes one side alone\n"
    "  2  the command line is wrong\n"
    "  3  a file cannot be read, or breaks a rule of Tile IR (one line on\n"
    "     standard error says what, where and what to do)\n"
    "  4  undecided: no divergence found, but not all could be compared\n"
    "     (a budget was hit, a text leaves out elements of a constant, programs\n"
    "     of a workspace have no partner, what is the same is launched differently,\n"
    "     with --compile: it is not known whether tileiras takes both alike)\n";

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
  command.add_option_function<std::string>("--color", choose, "auto (a terminal without NO_COLOR), always or never")->option_text("WHEN");
  command.add_option("--width", arguments.width, "40 to 1000; default: the terminal's, COLUMNS, or 120")
      ->option_text("COLUMNS")
      ->check(CLI::Range(40, 1000).description(""));
}

template <class Path>
CLI::Option *addFile(CLI::App &command, const char *name, Path &file, const char *description) {
  return command.add_option(name, file, description)->required()->option_text(" ");
}

void addShow(CLI::App &app, Arguments &arguments) {
  CLI::App *command = app.add_subcommand("show", "Print a program as Tile IR text, as tileirdisasm does");
  addFile(*command, "FILE", arguments.show.file, "Bytecode, text, or a cubin that embeds Tile IR;\n- for standard input");
  command->add_flag("--locations", arguments.show.locations, "With source locations: loc(...) after each op");
  command->add_flag("--canonical", arguments.show.canonical, "In MLIR's canonical form: canonicalize and cse");
  auto *ptx = command->add_flag("--ptx", arguments.show.ptx, "The PTX of a cubin, where it embeds that");
  command->add_flag("--version", arguments.show.version,
                    "Which bytecode version FILE is of, which it needs, why\n(Tileport's own: tileport --version)");
  addJson(*command, arguments);
  for (const char *other : {"--locations", "--canonical", "--version", "--json"}) ptx->excludes(other);
  command->footer(
      "Examples:\n"
      "  tileport show softmax.tileirbc               the program as text\n"
      "  tileport show --locations softmax.tileirbc   and where each op comes from\n"
      "  tileport show --canonical softmax.mlir       without dead and repeated ops\n"
      "  tileport show --version softmax.tileirbc     13.3, but 13.1 would do\n"
      "  tileport show --ptx softmax.cubin            what it was compiled through\n"
      "  tileport show --json softmax.tileirbc        ops, entries, lines for a script\n\n"
      "Exit codes: 0 shown, 2 the command line is wrong, 3 the file cannot be read\n");
}

/// 13.1 to 13.5.
tileir::Version parseVersion(const std::string &text) {
  if (text.size() == 4 && text.starts_with("13.") && text[3] >= '1' && text[3] <= '5')
    return {13, static_cast<std::uint8_t>(text[3] - '0')};
  throw CLI::ValidationError("--bytecode-version", "\"" + text + "\" is not 13.1, 13.2, 13.3, 13.4 or 13.5");
}

tileir::ProgramForm parseForm(const std::string &text) {
  if (text == "bytecode") return tileir::ProgramForm::Bytecode;
  if (text == "text") return tileir::ProgramForm::Text;
  if (text == "serialised") return tileir::ProgramForm::Serialised;
  throw CLI::ValidationError("--to", "\"" + text + "\" is not bytecode, text or serialised");
}

void addConvert(CLI::App &app, Arguments &arguments) {
  CLI::App *command = app.add_subcommand("convert", "Write a program in another form or bytecode version");
  ConvertOptions &options = arguments.convert;
  addFile(*command, "IN", options.input, "Bytecode, text, or a cubin that embeds Tile IR;\n- for standard input");
  addFile(*command, "OUT", options.output, "The file to write, or - for standard output");
  command
      ->add_option_function<std::string>(
          "--to", [&options](const std::string &text) { options.to = parseForm(text); },
          "bytecode, text or serialised (for caches of Tileport);\ndefault: by OUT's ending: .tileirbc, .mlir or .tileport")
      ->option_text("FORM");
  command
      ->add_option_function<std::string>(
          "--bytecode-version", [&options](const std::string &text) { options.version = parseVersion(text); },
          "13.1 to 13.5; default: IN's own, of a text the oldest\nthat can hold it")
      ->option_text("VERSION");
  command->add_flag_function("--no-locations", [&options](std::int64_t) { options.locations = false; }, "Without where each op comes from");
  command->footer(
      "OUT is replaced as a whole or, on any error, left as it was: what a link points\n"
      "to, not the link; other hard links to OUT keep the old content; a file that you\n"
      "may not write is refused. What is written is read again and compared first.\n\n"
      "Text is as show prints it, with --locations where the program has locations;\n"
      "keys of hints that are no words are quoted, and numbers in hints have their\n"
      "type if it is not i32, so that they are read again as they are.\n\n"
      "Examples:\n"
      "  tileport convert softmax.tileirbc softmax.mlir   to read, or change by hand\n"
      "  tileport convert softmax.mlir softmax.tileirbc   and back\n"
      "  tileport convert --bytecode-version 13.3 new.tileirbc old.tileirbc\n"
      "  tileport convert --to bytecode softmax.mlir - | sha256sum\n"
      "  ssh far cat softmax.tileirbc | tileport convert - softmax.mlir\n\n"
      "Exit codes: 0 written, 2 the command line is wrong, 3 IN cannot be read, OUT\n"
      "cannot be written, or the version cannot hold the program (the error names\n"
      "what needs a newer one)\n");
}

void addCheck(CLI::App &app, Arguments &arguments) {
  CLI::App *command = app.add_subcommand("check", "Verify programs: does each keep the rules of Tile IR?");
  command->add_option("FILE", arguments.files, "Bytecode, text, or a cubin that embeds Tile IR;\n- for standard input")
      ->required()
      ->option_text("...");
  addJson(*command, arguments);
  command->footer(
      "One line a violation: file:line: op: rule: message (docs/verifier.md). Lines\n"
      "are those that tileport show prints.\n\n"
      "Examples:\n"
      "  tileport check softmax.tileirbc\n"
      "  tileport check --json *.mlir        for a script or a CI job\n\n"
      "Exit codes: 0 all valid, 1 violations, 2 the command line is wrong,\n"
      "3 a file cannot be read\n");
}

void addPolicy(CLI::App &command, std::filesystem::path &policy) {
  command.add_option("--policy", policy, "Classify by these rules (docs/policy.md) and not by\nTileport's own")->option_text("FILE");
}

void addCompile(CLI::App &command, CompileOptions &options) {
  CLI::Option *compile =
      command.add_flag("--compile", options.isWanted,
                       "Also compile both programs with tileiras, in processes\nwith limits; what it does with one of two that are the\n"
                       "same is a finding");
  command.add_option("--gpu-name", options.gpuName, "Of --compile: the GPU to compile for; default sm_100")
      ->option_text("NAME")
      ->needs(compile);
  command
      .add_option("--tileiras", options.tileiras,
                  "Of --compile: the compiler; default: TILEPORT_TILEIRAS,\nTileport's tools, CUDA_HOME, PATH")
      ->option_text("FILE")
      ->needs(compile);
  command.add_option("--compile-seconds", options.seconds, "Of --compile: for one program, 1 to 86400; default 60")
      ->option_text("N")
      ->check(CLI::Range(1, 86400).description(""))
      ->needs(compile);
}

void addDiff(CLI::App &app, Arguments &arguments) {
  CLI::App *command = app.add_subcommand("diff", "Compare two programs: are they the same tile program?");
  DiffOptions &options = arguments.diff;
  addFile(*command, "REFERENCE", options.reference, "What is ported from; - for standard input");
  addFile(*command, "PORT", options.port, "The port; - for standard input, if REFERENCE is not");
  command
      ->add_option_function<std::size_t>(
          "--context", [&options](const std::size_t &lines) { options.context = lines; },
          "Lines kept around a divergence, 0 to 1000000; default 3")
      ->option_text("N")
      ->check(CLI::Range(0, 1000000).description(""));
  // Behind --context, so that it has the last word.
  command->add_flag_function("--all", [&options](std::int64_t) { options.context.reset(); }, "Every line of both listings");
  command
      ->add_option("--reference-name", options.names.reference,
                   "What to call REFERENCE in the text: of two versions of a\nport neither is one")
      ->option_text("NAME");
  command->add_option("--port-name", options.names.port, "The same of PORT")->option_text("NAME");
  command
      ->add_option("--port-source", options.portSource,
                   "The Rust source of PORT: whether it asks for what\ndiffers decides whose fault that is")
      ->option_text("FILE");
  command->add_option("--port-front-end", options.portFrontEnd, "What made PORT, with its version: \"cuTile Rust 0.2.0\"")
      ->option_text("NAME");
  addPolicy(*command, options.policy);
  addCompile(*command, options.compile);
  command->add_flag("--pipeline", options.pipeline,
                    "Answer as the conversion pipeline's diff_ir.sh does:\nVERDICT first; exit code 0 PASS, 2 PASS_WITH_NOTES,\n1 "
                    "everything else, errors included");
  addJson(*command, arguments);
  addTextOptions(*command, arguments);
  command->footer(std::string("Signs beside a line:\n"
                              "  ~  differs: what differs is underlined, or has ^^^ beneath it\n"
                              "  -  missing: only in the reference\n"
                              "  +  extra: only in the port\n"
                              "  =  the same, but its partner stands on another row\n"
                              "  .  on one side only and without meaning (assumes, dead constants, copies)\n\n"
                              "Examples:\n"
                              "  tileport diff reference.tileirbc port.mlir   side by side, then what differs\n"
                              "  tileport diff --all reference.tileirbc port.mlir | less -R\n"
                              "  tileport diff --json reference.tileirbc port.mlir   for a script, an agent\n"
                              "  tileport diff --pipeline reference.mlir generated.mlir\n"
                              "  tileport diff --compile --gpu-name sm_90 reference.tileirbc port.tileirbc\n"
                              "  tileport diff --reference-name old --port-name new old.tileirbc new.tileirbc\n\n") +
                  kExitCodes);
}

void addReview(CLI::App &app, Arguments &arguments) {
  CLI::App *command = app.add_subcommand("review", "Compare every variant of a workspace, or of commits");
  ReviewOptions &options = arguments.review;
  addFile(*command, "WORKSPACE", options.workspace,
          "Folder with a workspace.json (docs/workspace.md);\nwith RANGE a git repository, which is only read");
  command
      ->add_option_function<std::string>(
          "RANGE", [&options](const std::string &range) { options.range = range; },
          "BASE..HEAD: review what changed between two commits\n(docs/review-range.md); BASE...HEAD: since their\ncommon ancestor; HEAD: "
          "since its parent")
      ->option_text(" ");
  command->add_flag("--trust", options.trusted,
                    "Of RANGE: make the programs of operators with a\nlaunches.json, which runs code of both commits");
  command->add_flag("--runs", options.runs, "Of RANGE: also print what was run and how it ended");
  command->add_option("--save-round", options.saveRound, "Also keep what was found in this file (docs/rounds.md)")->option_text("FILE");
  command->add_option("--label", options.label, "What to call the round that is kept, such as a commit")->option_text("TEXT");
  command->add_option("--since", options.since, "Also say what is gone, what remains and what is new\nsince the round in this file")
      ->option_text("FILE");
  addPolicy(*command, options.policy);
  addCompile(*command, options.compile);
  addJson(*command, arguments);
  addTextOptions(*command, arguments);
  command->footer(std::string("Examples:\n"
                              "  tileport review resources/demo            a table, then what differs and where\n"
                              "  tileport review resources/demo --json     for a script or a CI job\n"
                              "  tileport review mine --save-round last.json\n"
                              "  tileport review mine --since last.json --save-round last.json\n"
                              "  tileport review . main..HEAD              what a branch does to the ports\n"
                              "  tileport review mine --compile            does tileiras take both alike?\n\n") +
                  kExitCodes + "The worst variant decides: 3 before 1 before 4. --since changes no exit code.\n");
}

void addTriage(CLI::App &app, Arguments &arguments) {
  CLI::App *command = app.add_subcommand("triage", "Keep a person's word on a finding of a workspace");
  TriageOptions &options = arguments.triage;
  addFile(*command, "WORKSPACE", options.workspace, "Folder with a workspace.json (docs/workspace.md)");
  addFile(*command, "WHAT", options.what, "OPERATOR: all of its variants that have the finding;\nOPERATOR/VARIANT: that one");
  command->add_option("--accept", options.anchor, "The finding's anchor, as tileport review prints it")->required()->option_text("ANCHOR");
  command->add_option("--note", options.note, "Why it may be as it is")->required()->option_text("TEXT");
  command->add_option("--author", options.author, "Who says so")->required()->option_text("NAME");
  command
      ->add_option("--class", options.classification, "accepted (the default), user_code, dsl_limitation,\ncompiler_bug or semantic_equiv")
      ->option_text("WORD");
  command->add_option("--date", options.date, "Like 2026-11-30; default: today")->option_text("DAY");
  addCompile(*command, options.compile);
  command->footer(
      "Written to triage.json beside the port's source (docs/triage.md). The verdict\n"
      "is PASS_WITH_NOTES at best, and the waiver lapses when either side of what it\n"
      "covers changes.\n\n"
      "Examples:\n"
      "  tileport triage mine softmax --accept latency.load_view_tko.3f2a51c0de9b7a44 \\\n"
      "    --note \"measured: no difference\" --author \"A. Reviewer\"\n\n"
      "Exit codes: 0 kept, 2 the command line is wrong or nothing has that anchor, 3 a\n"
      "file cannot be read or written\n");
}

report::Format parseFormat(const std::string &text) {
  if (const auto format = report::formatNamed(text)) return *format;
  throw CLI::ValidationError("--format", "\"" + text + "\" is not markdown, html, json or sarif");
}

void addReport(CLI::App &app, Arguments &arguments) {
  CLI::App *command = app.add_subcommand("report", "Write a review for others: Markdown, HTML, JSON, SARIF");
  ReportOptions &options = arguments.report;
  auto *first =
      command->add_option("WORKSPACE", options.first, "Folder with a workspace.json (docs/workspace.md);\nor REFERENCE, a program")
          ->option_text(" ");
  auto *second =
      command->add_option("WHAT", options.second, "OPERATOR or OPERATOR/VARIANT of the workspace; default:\nall of it. Or PORT, a program")
          ->option_text(" ");
  auto *format =
      command
          ->add_option_function<std::string>(
              "--format", [&options](const std::string &text) { options.format = parseFormat(text); },
              "markdown (the pipeline's diff_report.md), html (one\npage), json or sarif; default: by the ending of -o, else\nmarkdown")
          ->option_text("FORMAT");
  auto *out = command->add_option("-o,--out", options.out, "The file to write, replaced as a whole; default: -,\nstandard output")
                  ->option_text("FILE");
  auto *prefix = command
                     ->add_option("--source-prefix", options.sourcePrefix,
                                  "Of SARIF: the workspace's folder as seen from the root\nof the repository, put before each source file")
                     ->option_text("FOLDER");
  auto *check =
      command
          ->add_option("--check", options.check,
                       "Instead: is this diff_report.md, whoever wrote it,\ncomplete, and does it agree with itself? One line a\ncomplaint")
          ->option_text("REPORT...");
  addCompile(*command, options.compile);
  for (CLI::Option *each : {first, second, format, out, prefix, command->get_option("--compile")}) check->excludes(each);
  command->footer(
      "docs/reports.md says what stands in each form. What nobody has classified is\n"
      "BLOCKED, never PASS.\n\n"
      "Examples:\n"
      "  tileport report resources/demo -o demo.html\n"
      "  tileport report resources/demo log_softmax/f16-1x4096 -o diff_report.md\n"
      "  tileport report reference.tileirbc port.mlir --format json\n"
      "  tileport report ports -o ports.sarif --source-prefix ports\n"
      "  tileport report --check out/*/generated/diff_report.md\n\n"
      "Exit codes: 0 written, whatever it says (with --check: nothing to complain of),\n"
      "1 complaints of --check, 2 the command line is wrong, 3 a file cannot be read or\n"
      "written, 4 written, but some variant could not be read\n");
}

void addImport(CLI::App &app, Arguments &arguments) {
  CLI::App *command = app.add_subcommand("import", "Make a workspace by front ends, or of what is there");
  ImportOptions &options = arguments.import;
  command
      ->add_option_function<std::string>(
          "WHAT",
          [&options](const std::string &what) {
            constexpr std::array kKnown{"tilegym", "operators", "pipeline", "files", "triton", "cutile-cache"};
            if (std::find(kKnown.begin(), kKnown.end(), what) == kKnown.end())
              throw CLI::ValidationError("WHAT", "\"" + what + "\" is not tilegym, operators, pipeline, files, triton or cutile-cache");
            options.what = what;
          },
          "tilegym: the installed TileGym package, its\nreferences paired with its Rust ports\n"
          "operators: folders of your own with a launches.json,\nboth sides of each variant (docs/launches.md)\n"
          "pipeline: what the conversion pipeline left, both\nsides as they are (docs/imports.md)\n"
          "files: two programs in any form, with their sources\n"
          "triton: what Triton's Tile IR back end left in its cache\n"
          "cutile-cache: what cuTile Python left in its cache")
      ->required()
      ->option_text(" ");
  command
      ->add_option("FOLDER", options.paths,
                   "Of operators, pipeline: an operator's folder, or one of\nsuch. Of triton; default: TRITON_CACHE_DIR, else\n"
                   "~/.triton/cache. Of cutile-cache; default:\nCUDA_TILE_CACHE_DIR, else ~/.cache/cutile-python. Of\n"
                   "files: REFERENCE PORT")
      ->option_text(" ");
  command->add_option("-o,--out", options.out, "The workspace's folder: new, empty, or of an earlier\nimport; default: named like WHAT")
      ->option_text("FOLDER");
  command->add_option("--operator", options.operators, "Of tilegym: only this operator; may be repeated")->option_text("NAME");
  command
      ->add_option(
          "--ports", options.ports,
          "Of cutile-cache: a workspace whose ports are partners of\nwhat is found, by the symbols of its references or by\nits launches")
      ->option_text("WORKSPACE");
  command
      ->add_option("--reference-source", options.referenceSource,
                   "Of files: what REFERENCE was made of; default: where its\ndebug locations lead")
      ->option_text("FILE");
  command->add_option("--port-source", options.portSource, "The same of PORT")->option_text("FILE");
  command->add_flag("--trust", options.trusted,
                    "Of operators: its code may run (Python imports, macros\nof the Rust sources); without it nothing is done");
  command->add_flag("--runs", options.runs, "Also print what was run, how it ended and how long it\ntook (always in FOLDER/runs.json)");
  addJson(*command, arguments);
  command->footer(
      "Programs that were made before are not made again, also after an import that was\n"
      "interrupted. What is missing on this machine says tileport doctor.\n\n"
      "Examples:\n"
      "  tileport import tilegym                  all of it; minutes the first time\n"
      "  tileport import tilegym --operator matmul --out matmul\n"
      "  tileport import operators resources/demo --trust --out demo-again\n"
      "  tileport import pipeline $OUT -o review  nothing of it is run\n"
      "  tileport import files softmax.cubin softmax.tileirbc --port-source kernel.rs\n"
      "  tileport import triton                   what was compiled last\n"
      "  tileport import cutile-cache --ports tilegym -o compiled\n"
      "  tileport review tilegym\n\n"
      "Exit codes: 0 imported, 1 some programs could not be made or taken, 2 the\n"
      "command line is wrong, 3 nothing could be done\n");
}

void addSpecify(CLI::App &app, Arguments &arguments) {
  CLI::App *command = app.add_subcommand("specify", "Tell what the JIT hides, variant by variant");
  SpecifyOptions &options = arguments.specify;
  addFile(*command, "WORKSPACE", options.workspace, "Folder with a workspace.json (docs/workspace.md)");
  command
      ->add_option("WHAT", options.what,
                   "OPERATOR: its variants, and the entries a port needs\nOPERATOR/VARIANT: one variant in full\nDefault: every operator")
      ->option_text(" ");
  addJson(*command, arguments);
  addTextOptions(*command, arguments);
  command->footer(
      "Each item says where it is known from: a place in the source, a member of the\n"
      "launch, a line of the program. What is not known is said to be (docs/\n"
      "specification.md). Sources are read by the front ends' drivers, and nothing of\n"
      "them is run.\n\n"
      "Examples:\n"
      "  tileport specify tilegym softmax          its variants, the entries it needs\n"
      "  tileport specify resources/demo softmax/f16-1x1024\n"
      "  tileport specify tilegym --json           all of it, for a script or an agent\n\n"
      "Exit codes: 0 told, 2 the command line is wrong, 3 the workspace cannot be read,\n"
      "4 told, but some file of it could not be read\n");
}

void addReduce(CLI::App &app, Arguments &arguments) {
  CLI::App *command = app.add_subcommand("reduce", "Make a program smaller while a command still fails on it");
  ReduceOptions &options = arguments.reduce;
  addFile(*command, "FILE", options.file, "Bytecode, text, or a cubin that embeds Tile IR;\n- for standard input");
  command->add_option("COMMAND", options.words, "What to run, as words behind --")->option_text("...");
  command->add_option("--while", options.shell, "What to run, as a line for sh")->option_text("CMD");
  command->add_option("-o,--out", options.output, "The file to write what is left to, as CMD gets it")->option_text("FILE");
  command
      ->add_option("--bundle", options.bundle,
                   "A new or empty folder for what to attach to a report:\nthe program in both forms, command, output, versions")
      ->option_text("FOLDER");
  command
      ->add_option_function<std::string>(
          "--form",
          [&options](const std::string &text) {
            if (text != "bytecode" && text != "text") throw CLI::ValidationError("--form", "\"" + text + "\" is not bytecode or text");
            options.form = parseForm(text);
          },
          "What CMD gets: bytecode (of FILE's version) or text;\ndefault: bytecode")
      ->option_text("FORM");
  const auto number = [&](const char *name, std::size_t &value, std::size_t least, std::size_t most, const char *what, const char *text) {
    command->add_option(name, value, what)->option_text(text)->check(CLI::Range(least, most).description(""));
  };
  number("--timeout", options.timeout, 1, 86400, "For one run of CMD; default 60. One that takes longer is\nnot interesting", "SECONDS");
  number("--memory", options.memory, 1, 1 << 20, "Address space of CMD; default: no limit", "MIB");
  number("--jobs", options.jobs, 1, 64, "Runs at once; default 1. The result is the same", "N");
  number("--max-runs", options.mostRuns, 1, 1'000'000'000, "Stop after so many runs; default: no limit", "N");
  command->footer(
      "CMD says whether a candidate is interesting, by exiting with 0, as creduce and\n"
      "llvm-reduce have it. {} in it is the candidate's file; without {}, that comes\n"
      "last. What CMD writes beside the file goes with it. FILE itself must be\n"
      "interesting. Every candidate keeps the rules of Tile IR. docs/reduce.md has a\n"
      "worked example.\n\n"
      "Examples:\n"
      "  tileport reduce bad.tileirbc -o small.tileirbc --bundle report \\\n"
      "    --while 'tileiras --gpu-name sm_100 {} -o {}.cubin; test $? -eq 5'\n"
      "  tileport reduce bad.tileirbc -o small.tileirbc \\\n"
      "    --while '! tileport diff {} other.tileirbc' --jobs 2\n"
      "  tileport reduce bad.mlir -o small.mlir --form text -- ./check.sh --strict {}\n\n"
      "Ctrl-C ends with the best so far written.\n\n"
      "Exit codes: 0 reduced as far as it goes, 1 FILE is not interesting (what CMD\n"
      "printed follows), 2 the command line is wrong, 3 a file cannot be read or\n"
      "written, FILE breaks a rule of Tile IR, or CMD cannot be started, 4 stopped by\n"
      "Ctrl-C or --max-runs, or CMD does not always say the same: the best so far is\n"
      "written\n");
}

void addAnalysis(CLI::App &app, Arguments &arguments) {
  CLI::App *command = app.add_subcommand("analysis", "Check or draft the analysis.json of a conversion");
  command->require_subcommand(1);
  command->get_formatter()->label("SUBCOMMAND", "COMMAND");
  AnalysisOptions &options = arguments.analysis;
  CLI::App *check = command->add_subcommand("check", "Is what stands in it complete and right?");
  check->add_option("FILE", options.files, "reference/analysis.json of a kernel's output folder")->required()->option_text("...");
  check
      ->add_option("--source", options.sources,
                   "A source of the reference, in which the functions that\nit names are looked for; may be repeated")
      ->option_text("FILE")
      ->allow_extra_args(false);
  addJson(*check, arguments);
  check->footer(
      "One line a finding: file:line:column: error, warning or note: member, what is\n"
      "wrong, what to do. Errors and warnings are those of the pipeline's validator,\n"
      "and what it does not look at and is plainly wrong (docs/analysis.md).\n\n"
      "Examples:\n"
      "  tileport analysis check out/softmax/reference/analysis.json\n"
      "  tileport analysis check --json out/*/reference/analysis.json\n\n"
      "Exit codes: 0 valid (there may be warnings), 1 errors, 2 the command line is\n"
      "wrong, 3 a file cannot be read\n");
  CLI::App *draft = command->add_subcommand("draft", "A first one, from an operator's hidden specification");
  addFile(*draft, "WORKSPACE", options.workspace, "Folder with a workspace.json (docs/workspace.md)");
  addFile(*draft, "OPERATOR", options.op, "Of the workspace");
  draft->add_option("-o", options.out, "The file to write, which must not be there yet;\ndefault: standard output")->option_text("FILE");
  draft->footer(
      "Tolerances, measured times, tests and what else cannot be known is null or\n"
      "empty; tileport analysis check names each.\n\n"
      "Examples:\n"
      "  tileport analysis draft tilegym softmax -o out/softmax/reference/analysis.json\n\n"
      "Exit codes: 0 drafted, 2 the command line is wrong, 3 nothing could be drafted\n"
      "or written, 4 drafted, but some file of the workspace could not be read\n");
  command->footer(
      "Examples:\n"
      "  tileport analysis check out/softmax/reference/analysis.json\n"
      "  tileport analysis draft tilegym softmax\n");
}

void addDoctor(CLI::App &app, Arguments &arguments) {
  CLI::App *command = app.add_subcommand("doctor", "What the front ends need, and what of it is here");
  command->add_flag("--install", arguments.install,
                    "First put what Tileport can install into its own folder:\nPython packages, pinned by their content. Then build\nthe "
                    "crates of cuTile Rust, pinned by their locks");
  addJson(*command, arguments);
  command->footer(
      "Rust and a C compiler come from your system or rustup. Nothing of the machine's\n"
      "own, such as a GPU, is needed to compare programs.\n\n"
      "Examples:\n"
      "  tileport doctor\n"
      "  tileport doctor --install\n\n"
      "Exit codes: 0 every front end is ready, 1 something is missing or too old, 2 the\n"
      "command line is wrong, 3 nothing could be installed\n");
}

/// One line: what is wrong and where help is.
std::string usageError(const CLI::App &app, const CLI::ParseError &error) {
  if (app.get_subcommands().empty()) {
    const std::string first = app.remaining_size() > 0 ? app.remaining().front() : "";
    const std::string what =
        first.empty() ? "a command is needed" : "there is no " + std::string(first[0] == '-' ? "option" : "command") + " \"" + first + "\"";
    return what +
           "; the commands are show, diff, review, triage, report, convert, check, import, reduce, specify, analysis and doctor. See "
           "tileport --help.";
  }
  std::string command = "tileport";
  for (const CLI::App *chosen : app.get_subcommands()) {
    command += " " + chosen->get_name();
    for (const CLI::App *within : chosen->get_subcommands()) command += " " + within->get_name();
  }
  return std::string(error.what()) + ". See " + command + " --help.";
}

bool readsStandardInputTwice(const Arguments &arguments) {
  return (arguments.diff.reference == "-" && arguments.diff.port == "-") ||
         (arguments.report.first == "-" && arguments.report.second == "-") ||
         std::count(arguments.report.check.begin(), arguments.report.check.end(), "-") > 1 ||
         std::count(arguments.files.begin(), arguments.files.end(), "-") > 1;
}

}  // namespace

std::variant<Arguments, Reply> parseCommandLine(int argc, char **argv) {
  CLI::App app(
      "Tileport compares CUDA Tile kernels: a cuTile Python reference and its cuTile\n"
      "Rust port, on their Tile IR. It reads the files itself; no GPU, CUDA or network\n"
      "is needed.",
      "tileport");
  Arguments arguments;
  app.set_version_flag("--version", std::string("tileport ") + TILEPORT_VERSION);
  app.require_subcommand(1);
  app.get_formatter()->column_width(24);
  app.get_formatter()->label("SUBCOMMAND", "COMMAND");
  addShow(app, arguments);
  addDiff(app, arguments);
  addReview(app, arguments);
  addTriage(app, arguments);
  addReport(app, arguments);
  addConvert(app, arguments);
  addCheck(app, arguments);
  addImport(app, arguments);
  addReduce(app, arguments);
  addSpecify(app, arguments);
  addAnalysis(app, arguments);
  addDoctor(app, arguments);
  app.footer(std::string("Examples:\n"
                         "  tileport review resources/demo\n"
                         "  tileport diff reference.tileirbc port.tileirbc\n"
                         "  tileport show softmax.mlir\n"
                         "  tileport COMMAND --help\n\n") +
             kExitCodes);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success &request) {  // --help, --version
    std::ostringstream text;
    app.exit(request, text, text);
    return Reply{text.str(), ""};
  } catch (const CLI::ParseError &error) {
    return Reply{"", usageError(app, error)};
  }
  const std::string name = app.get_subcommands().front()->get_name();
  if (name == "report" && arguments.report.check.empty() && arguments.report.first.empty())
    return Reply{"", "a workspace or two programs are needed. See tileport report --help."};
  if (readsStandardInputTwice(arguments)) return Reply{"", "standard input (-) can be read only once. See tileport " + name + " --help."};
  if (name == "diff") arguments.command = Command::Diff;
  if (name == "review") arguments.command = Command::Review;
  if (name == "triage") arguments.command = Command::Triage;
  if (name == "report") arguments.command = Command::Report;
  if (name == "convert") arguments.command = Command::Convert;
  if (name == "check") arguments.command = Command::Check;
  if (name == "import") arguments.command = Command::Import;
  if (name == "analysis") {
    const bool drafts = app.get_subcommands().front()->get_subcommands().front()->get_name() == "draft";
    arguments.command = drafts ? Command::AnalysisDraft : Command::AnalysisCheck;
  }
  if (name == "reduce") arguments.command = Command::Reduce;
  if (name == "specify") arguments.command = Command::Specify;
  if (name == "doctor") arguments.command = Command::Doctor;
  return arguments;
}

}  // namespace tileport::cli
