// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileport/commands.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "tileir/bytecode_reader.h"
#include "tileir/printer.h"
#include "tileport/divergence_text.h"
#include "tileport/glyphs.h"
#include "tileport/json_text.h"
#include "tileport/side_by_side_text.h"

namespace tileport::cli {

int finish(std::string_view text, int code) {
  if (writeOut(text)) return code;
  return fail(std::string("standard output: cannot write: ") + std::strerror(errno) + ". Check the disk or pipe that it goes to.",
              kCannotRead);
}

int fail(std::string_view line, int code) {
  std::fprintf(stderr, "tileport: %s\n", shortenWords(clean(line)).c_str());
  return code;
}

int diff(const DiffOptions &options, const Output &output) {
  const auto read = workspace::reviewFiles(options.reference, options.port);
  if (!read) return fail(read.error().toString(), kCannotRead);
  workspace::Review review = **read;
  review.names = options.names;
  const int code = exitCode(outcomeOf(review));
  if (output.json) return finish(diffJson(review), code);
  std::string text = sideBySideText(review, output.terminal, options.context);
  text += "\n" + summaryText(review, output.terminal) + divergencesText(review, output.terminal);
  return finish(text, code);
}

}  // namespace tileport::cli
