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

int finish(std::string_view text, int code) { return writeOut(text) ? code : cannotWrite(); }

int cannotWrite() {
  return fail(std::string("standard output: cannot write: ") + std::strerror(errno) + ". Check the disk or pipe that it goes to.",
              kCannotRead);
}

int fail(std::string_view line, int code) {
  std::fprintf(stderr, "tileport: %s\n", shortenWords(clean(line)).c_str());
  return code;
}

namespace {

/// 0, 2 and 1 for everything else, as the pipeline's diff_ir.sh.
int pipelineCode(const workspace::Review &review) {
  if (!review.triage) return 1;
  switch (review.triage->verdict) {
    case triage::Verdict::Pass: return 0;
    case triage::Verdict::PassWithNotes: return 2;
    default: return 1;
  }
}

std::string pipelineText(const workspace::Review &review, const Terminal &terminal) {
  std::string text = "VERDICT: " + std::string(toText(review.triage->verdict)) + "\n";
  if (review.triage->owner != triage::Owner::None) text += "owner: " + std::string(toText(review.triage->owner)) + "\n";
  return text + summaryText(review, terminal) + divergencesText(review, terminal);
}

}  // namespace

int diff(const DiffOptions &options, const Output &output) {
  const int failure = options.pipeline ? 1 : kCannotRead;
  triage::Policy own;
  if (!options.policy.empty()) {
    auto policy = triage::readPolicyFile(options.policy);
    if (!policy) return fail(policy.error().toString(), failure);
    own = std::move(*policy);
  }
  workspace::SideFiles port{.program = options.port, .frontEnd = options.portFrontEnd};
  if (!options.portSource.empty()) port.source = options.portSource;
  const triage::Policy &policy = options.policy.empty() ? triage::defaultPolicy() : own;
  Compiling compiling(options.compile);
  if (const auto opened = compiling.open(); !opened)
    return fail(opened.error().toString(), options.pipeline ? failure : exitCodeOf(opened.error()));
  auto read = workspace::reviewFilesBy(policy, {.program = options.reference}, port, compiling.token());
  if (read) read = compiling.add(policy, std::move(*read));
  if (!read) return fail(read.error().toString(), failure);
  workspace::Review review = **read;
  review.names = options.names;
  const int code = options.pipeline ? pipelineCode(review) : exitCode(outcomeOf(review));
  std::string text;
  if (output.json) {
    text = diffJson(review);
  } else if (options.pipeline) {
    text = pipelineText(review, output.terminal);
  } else {
    text = sideBySideText(review, output.terminal, options.context);
    text += "\n" + summaryText(review, output.terminal) + divergencesText(review, output.terminal);
  }
  const int finished = finish(text, code);
  return finished == code ? code : failure;
}

}  // namespace tileport::cli
