// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdio>

#include "tileport/commands.h"
#include "tileport/divergence_text.h"
#include "workspace/rounds.h"

namespace tileport::cli {

namespace {

/// "OPERATOR/VARIANT", or all variants of "OPERATOR".
bool isNamed(const std::string &what, const workspace::Operator &op, const workspace::Variant &variant) {
  return what == op.name || what == op.name + "/" + variant.name;
}

}  // namespace

int triage(const TriageOptions &options) {
  const auto opened = workspace::openWorkspace(options.workspace);
  if (!opened) return fail(opened.error().toString(), kCannotRead);
  triage::TriageEntry entry{.anchor = options.anchor,
                            .classification = options.classification,
                            .note = options.note,
                            .author = options.author,
                            .date = options.date.empty() ? workspace::today() : options.date,
                            .covers = {}};
  Compiling compiling(options.compile);
  if (const auto found = compiling.open(); !found) return fail(found.error().toString(), exitCodeOf(found.error()));
  std::size_t variants = 0, findings = 0, named = 0;
  std::string last;
  for (const workspace::Operator &op : (*opened)->operators) {
    for (const workspace::Variant &variant : op.variants) {
      if (!isNamed(options.what, op, variant)) continue;
      ++named;
      auto review = workspace::review(op, variant, compiling.token());
      if (review) review = compiling.add(triage::defaultPolicy(), std::move(*review));
      if (!review) return fail(op.name + " / " + variant.name + ": " + review.error().toString(), kCannotRead);
      const auto accepted = workspace::acceptFindings(**review, entry);
      if (!accepted) {
        last = accepted.error().toString();
        if (accepted.error().kind != ErrorKind::Usage) return fail(last, kCannotRead);
        continue;
      }
      ++variants;
      findings += *accepted;
    }
  }
  if (named == 0)
    return fail(options.workspace.string() + ": there is no operator or variant \"" + options.what + "\". tileport review lists them.",
                kUsageError);
  if (variants == 0) return fail(last, kUsageError);
  return finish("waived " + plural(findings, "finding") + " of " + plural(variants, "variant") + ": " + options.anchor + "\n", 0);
}

}  // namespace tileport::cli
