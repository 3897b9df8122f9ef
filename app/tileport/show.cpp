// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/needed_version.h"
#include "tileir/printer.h"
#include "tileir/program_reader.h"
#include "tileir/text_reader.h"
#include "tileport/commands.h"
#include "tileport/glyphs.h"
#include "tileport/json_text.h"
#include "toolchain/mlir_worker.h"

namespace tileport::cli {

namespace {

using tileir::ProgramForm;

constexpr tileir::Version kOldest{13, 1};

std::string toText(tileir::Version version) { return std::to_string(version.major) + "." + std::to_string(version.minor); }

std::string textOf(const tileir::Program &program, bool locations) {
  return locations ? tileir::print(program, {.locations = true}).text : program.listing().text;
}

/// The same program without dead and repeated ops. Its version stays: what MLIR leaves may do with an older one.
Result<tileir::ProgramPtr> canonicalised(const tileir::Program &program, const std::string &name) {
  const auto text = toolchain::canonicaliseWithMlir(textOf(program, true), name);
  if (!text) return text.error();
  const auto read = tileir::readText(*text, name + " in canonical form");
  if (!read) return read.error();
  tileir::ProgramData data = (*read)->data();
  data.version = program.version();
  data.producer = program.data().producer;
  return tileir::Program::make(std::move(data));
}

std::string versionText(const tileir::Program &program, ProgramForm form) {
  const tileir::NeededVersion needed = tileir::neededVersion(program.data());
  std::string text = "form      " + std::string(tileir::toText(form)) + "\n";
  text += "version   " + (form == ProgramForm::Text ? "a text names none" : toText(program.version())) + "\n";
  text += "needs     " + toText(needed.version);
  if (needed.version != kOldest) text += " or newer";
  if (!needed.because.empty()) text += ": " + clean(needed.because);
  if (needed.op.valid()) text += ", line " + std::to_string(program.listing().opLines[needed.op.index()].first + 1);
  text += "\nproducer  " + (program.data().producer ? clean(*program.data().producer) : "not named") + "\n";
  return text;
}

}  // namespace

int show(const ShowOptions &options, const Output &output) {
  const auto content = tileir::readProgramBytes(options.file);
  if (!content) return fail(content.error().toString(), kCannotRead);
  const auto bytes = std::as_bytes(std::span(*content));
  auto program = tileir::readProgram(bytes, options.file.string());
  if (!program) return fail(program.error().toString(), kCannotRead);
  const ProgramForm form = tileir::formOf(bytes).value();
  if (options.version && !output.json) return finish(versionText(**program, form), 0);
  if (options.canonical) {
    program = canonicalised(**program, options.file.string());
    if (!program) return fail(program.error().toString(), kCannotRead);
  }
  const std::string text = textOf(**program, options.locations);
  return finish(output.json ? showJson(**program, options.file.string(), form, text) : text, 0);
}

}  // namespace tileport::cli
