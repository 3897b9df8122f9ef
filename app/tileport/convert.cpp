// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <unistd.h>

#include <algorithm>
#include <cctype>

#include "support/file.h"
#include "tileir/bytecode_writer.h"
#include "tileir/printer.h"
#include "tileir/serialised.h"
#include "tileport/commands.h"

namespace tileport::cli {

namespace {

using tileir::ProgramForm;

constexpr const char *kAnotherForm = "Another form (--to) may hold the program.";

std::optional<ProgramForm> formOfName(const std::filesystem::path &path) {
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char letter) { return std::tolower(letter); });
  if (ending == ".tileirbc") return ProgramForm::Bytecode;
  if (ending == ".mlir" || ending == ".tileir") return ProgramForm::Text;
  if (ending == ".tileport") return ProgramForm::Serialised;
  return std::nullopt;
}

tileir::ProgramPtr withoutLocations(const tileir::Program &program) {
  tileir::ProgramData data = program.data();
  for (tileir::Op &op : data.ops) op.location = {};
  for (tileir::Function &function : data.functions) function.location = {};
  data.locations.clear();
  return tileir::Program::make(std::move(data));
}

bool hasLocations(const tileir::Program &program) {
  const auto isKnown = [&](tileir::LocationId id) { return id.valid() && program.location(id).kind != tileir::LocationKind::Unknown; };
  const tileir::ProgramData &data = program.data();
  return std::any_of(data.ops.begin(), data.ops.end(), [&](const tileir::Op &op) { return isKnown(op.location); }) ||
         std::any_of(data.functions.begin(), data.functions.end(), [&](const tileir::Function &each) { return isKnown(each.location); });
}

/// All that text can say of a program, in the form that can be read again.
std::string textOf(const tileir::Program &program) {
  return tileir::print(program, {.locations = hasLocations(program), .readableHints = true}).text;
}

Result<std::string> written(const tileir::Program &program, ProgramForm form, tileir::Version version) {
  if (form == ProgramForm::Bytecode) return tileir::writeBytecode(program, version);
  if (form == ProgramForm::Serialised) return tileir::serialise(program);
  return textOf(program);
}

/// What is written must be the same program, whoever is to blame if it is not. Not what a text says nothing of: its version.
std::optional<Error> checkReadsBack(const tileir::Program &program, ProgramForm form, const std::string &content, const std::string &name) {
  const auto again = tileir::readProgram(std::as_bytes(std::span(content)), name);
  Error error{ErrorKind::Unsupported, "", {.file = name}, ""};
  if (!again) {
    const Error &why = again.error();
    error.message = "the " + std::string(tileir::toText(form)) + " that would be written cannot be read again: ";
    if (why.place.line != 0) error.message += "in its line " + std::to_string(why.place.line) + ": ";
    error.message += why.message;
    error.advice = kAnotherForm;
    return error;
  }
  tileir::ProgramData data = (*again)->data();
  data.version = program.version();
  if (textOf(*tileir::Program::make(std::move(data))) == textOf(program)) return std::nullopt;
  error.message = "the " + std::string(tileir::toText(form)) + " that would be written is not the same program when it is read again";
  error.advice = kAnotherForm;
  return error;
}

int failUsage(const std::string &what) { return fail(what + ". See tileport convert --help.", kUsageError); }

}  // namespace

int convert(const ConvertOptions &options) {
  const bool toStandardOutput = options.output == "-";
  const auto form = options.to ? options.to : toStandardOutput ? std::nullopt : formOfName(options.output);
  if (!form)
    return failUsage((toStandardOutput ? "standard output" : "\"" + options.output + "\"") +
                     std::string(" has no ending that names a form: give --to bytecode, text or serialised"));
  if (options.version && *form != ProgramForm::Bytecode)
    return failUsage("--bytecode-version is for bytecode; no other form has one to choose");
  if (toStandardOutput && *form != ProgramForm::Text && ::isatty(STDOUT_FILENO))
    return failUsage("standard output is a terminal, which cannot show " + std::string(tileir::toText(*form)) +
                     ": name a file, or pipe it on");

  const std::string name = tileir::shownName(options.input);
  auto program = tileir::readProgramFile(options.input);
  if (!program) return fail(program.error().toString(), kCannotRead);
  if (!options.locations) program = withoutLocations(**program);
  auto content = written(**program, *form, options.version.value_or((*program)->version()));
  if (!content) {
    Error error = content.error();
    if (error.place.file.empty()) error.place.file = name;
    return fail(error.toString(), kCannotRead);
  }
  if (const auto error = checkReadsBack(**program, *form, *content, name)) return fail(error->toString(), kCannotRead);
  if (toStandardOutput) return finish(*content, 0);
  const auto replaced = replaceFile(options.output, *content);
  return replaced ? 0 : fail(replaced.error().toString(), kCannotRead);
}

}  // namespace tileport::cli
