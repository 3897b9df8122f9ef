// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileport/commands.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "tileir/bytecode_reader.h"
#include "tileir/printer.h"
#include "tileport/divergence_text.h"
#include "tileport/glyphs.h"
#include "tileport/json_text.h"
#include "tileport/review_text.h"
#include "tileport/side_by_side_text.h"

namespace tileport::cli {

namespace {

/// An answer that could not be written is no answer: a script must not take its exit code for one.
int finish(const std::string &text, int code) {
  if (writeOut(text)) return code;
  return fail(std::string("standard output: cannot write: ") + std::strerror(errno) + ". Check the disk or pipe that it goes to.",
              kCannotRead);
}

}  // namespace

int fail(const std::string &line, int code) {
  std::fprintf(stderr, "tileport: %s\n", clean(line).c_str());
  return code;
}

int show(const std::filesystem::path &file, bool locations, const Output &output) {
  const auto program = tileir::readBytecodeFile(file);
  if (!program) return fail(program.error().toString(), kCannotRead);
  const std::string text = locations ? tileir::print(**program, {.locations = true}).text : (*program)->listing().text;
  return finish(output.json ? showJson(**program, file.string(), text) : text, 0);
}

int diff(const std::filesystem::path &reference, const std::filesystem::path &port, std::optional<std::size_t> context,
         const Output &output) {
  const auto review = workspace::reviewFiles(reference, port);
  if (!review) return fail(review.error().toString(), kCannotRead);
  const int code = exitCode(outcomeOf(*(*review)->alignment));
  if (output.json) return finish(diffJson(**review), code);
  std::string text = sideBySideText(**review, output.terminal, context);
  text += "\n" + summaryText(**review, output.terminal) + divergencesText(**review, output.terminal);
  return finish(text, code);
}

int review(const std::filesystem::path &workspace, const Output &output) {
  const auto opened = workspace::openWorkspace(workspace);
  if (!opened) return fail(opened.error().toString(), kCannotRead);
  WorkspaceReview review{*opened, {}};
  // Nothing compared is not the same as nothing different.
  if (std::all_of((*opened)->operators.begin(), (*opened)->operators.end(),
                  [](const workspace::Operator &op) { return op.variants.empty(); }))
    return fail(workspace.string() +
                    ": the workspace names no variant, so there is nothing to compare. Add one to its workspace.json; docs/workspace.md "
                    "describes it.",
                kCannotRead);
  for (const workspace::Operator &op : (*opened)->operators) {
    for (const workspace::Variant &variant : op.variants) {
      VariantReview &entry = review.variants.emplace_back(VariantReview{&op, &variant, nullptr, std::nullopt});
      auto result = workspace::review(op, variant);
      if (result) {
        entry.review = std::move(*result);
      } else {
        entry.error = std::move(result).error();
        fail(op.name + " / " + variant.name + ": " + entry.error->toString(), kCannotRead);
      }
    }
  }
  return finish(output.json ? reviewJson(review) : workspaceText(review, output.terminal), exitCode(review.outcome()));
}

}  // namespace tileport::cli
