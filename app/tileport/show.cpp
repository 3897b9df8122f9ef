// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/printer.h"
#include "tileir/program_reader.h"
#include "tileport/commands.h"
#include "tileport/json_text.h"
#include "toolchain/mlir_worker.h"

namespace tileport::cli {

int show(const ShowOptions &options, const Output &output) {
  const auto program = tileir::readProgramFile(options.file);
  if (!program) return fail(program.error().toString(), kCannotRead);
  const std::string text = options.locations ? tileir::print(**program, {.locations = true}).text : (*program)->listing().text;
  if (!options.canonical) return finish(output.json ? showJson(**program, options.file.string(), text) : text, 0);
  const auto canonical = toolchain::canonicaliseWithMlir(text, options.file.string());
  if (!canonical) return fail(canonical.error().toString(), kCannotRead);
  return finish(*canonical, 0);
}

}  // namespace tileport::cli
