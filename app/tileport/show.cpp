// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/needed_version.h"
#include "tileir/printer.h"
#include "tileir/program_reader.h"
#include "tileir/text_reader.h"
#include "tileport/commands.h"
#include "tileport/cubin_text.h"
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
  const std::string printed = tileir::print(program, {.locations = true, .readableHints = true}).text;
  const auto text = toolchain::canonicaliseWithMlir(printed, name);
  if (!text && text.error().kind == ErrorKind::Malformed) {
    Error error = text.error();
    error.message = "MLIR does not take this line of what show --locations prints: " + error.message;
    return error;
  }
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
  const bool namesVersion = form == ProgramForm::Bytecode || form == ProgramForm::Serialised;
  std::string text = "form      " + std::string(tileir::toText(form)) + "\n";
  text += "version   " + (namesVersion ? toText(program.version()) : "a text names none") + "\n";
  text += "needs     " + toText(needed.version);
  if (needed.version != kOldest) text += " or newer";
  if (!needed.because.empty()) text += ": " + clean(needed.because);
  if (needed.op.valid()) text += ", line " + std::to_string(program.listing().opLines[needed.op.index()].first + 1);
  text += "\nproducer  " + (program.data().producer ? clean(*program.data().producer) : "not named") + "\n";
  return text;
}

Error aboutFile(const ShowOptions &options, std::string message, std::string advice) {
  return {ErrorKind::Unsupported, std::move(message), {.file = tileir::shownName(options.file)}, std::move(advice)};
}

int showPtx(const ShowOptions &options, ProgramForm form, const tileir::Cubin *cubin) {
  if (cubin && cubin->ptx) return finish(*cubin->ptx, 0);
  const Error error = cubin ? aboutFile(options, "the cubin embeds no PTX", "tileiras embeds it with --lineinfo.")
                            : aboutFile(options, "is " + std::string(tileir::toText(form)) + ", which has no PTX", "Give a cubin.");
  return fail(error.toString(), kCannotRead);
}

}  // namespace

int show(const ShowOptions &options, const Output &output) {
  const std::string name = tileir::shownName(options.file);
  const auto content = tileir::readProgramBytes(options.file);
  if (!content) return fail(content.error().toString(), kCannotRead);
  const auto bytes = std::as_bytes(std::span(*content));
  ShownFile shown{.name = name, .form = tileir::formOf(bytes)};
  if (shown.form == ProgramForm::Cubin) {
    auto cubin = tileir::readCubin(bytes, name);
    if (!cubin) return fail(cubin.error().toString(), kCannotRead);
    shown.cubin = std::move(*cubin);
  }
  if (options.ptx && shown.form) return showPtx(options, *shown.form, shown.cubin ? &*shown.cubin : nullptr);
  // A cubin without Tile IR still has something to say to a script.
  if (shown.cubin && shown.cubin->tileIr.empty() && output.json) return finish(showJson(shown), 0);

  auto program = tileir::readProgram(bytes, name);
  if (!program) return fail(program.error().toString(), kCannotRead);
  if (options.version && !output.json) return finish(versionText(**program, *shown.form), 0);
  if (options.canonical) {
    program = canonicalised(**program, name);
    if (!program) return fail(program.error().toString(), kCannotRead);
  }
  shown.program = *program;
  shown.text = textOf(**program, options.locations);
  if (output.json) return finish(showJson(shown), 0);
  return finish((shown.cubin ? cubinHeader(*shown.cubin) : "") + shown.text, 0);
}

}  // namespace tileport::cli
