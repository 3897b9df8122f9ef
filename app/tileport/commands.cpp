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

int finish(std::string_view text, int code) {
  if (writeOut(text)) return code;
  return fail(std::string("standard output: cannot write: ") + std::strerror(errno) + ". Check the disk or pipe that it goes to.",
              kCannotRead);
}

int fail(std::string_view line, int code) {
  std::fprintf(stderr, "tileport: %s\n", shortenWords(clean(line)).c_str());
  return code;
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
                  [](const workspace::Operator &op) { return op.variants.empty() && op.unpaired.empty(); }))
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
