// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileport/specify.h"

#include <algorithm>
#include <set>

#include "tileport/progress.h"

namespace tileport::cli {

namespace {

bool hasVariant(const workspace::Operator &op, const std::string &name) {
  const auto isIt = [&](const auto &each) { return each.name == name; };
  return std::any_of(op.variants.begin(), op.variants.end(), isIt) || std::any_of(op.unpaired.begin(), op.unpaired.end(), isIt);
}

std::string namesOf(const workspace::Workspace &workspace) {
  std::string names;
  for (const workspace::Operator &op : workspace.operators) names += (names.empty() ? "" : ", ") + op.name;
  return names;
}

}  // namespace

Result<std::vector<SpecifiedOperator>> specifyOperators(const std::vector<const workspace::Operator *> &operators,
                                                        const std::string &variant) {
  toolchain::RunLog log;
  const InterruptGuard interrupt;
  return importer::specifyOperators(operators, variant, log, interrupt.token());
}

int specify(const SpecifyOptions &options, const Output &output) {
  const auto opened = workspace::openWorkspace(options.workspace);
  if (!opened) return fail(opened.error().toString(), kCannotRead);
  std::vector<const workspace::Operator *> wanted;
  std::string variant;
  for (const workspace::Operator &op : (*opened)->operators)
    if (options.what.empty() || options.what == op.name) wanted.push_back(&op);
  for (const workspace::Operator &op : (*opened)->operators) {
    // Names of operators may have a slash in them: an operator's own name goes before.
    if (!wanted.empty()) break;
    if (!options.what.starts_with(op.name + "/") || !hasVariant(op, options.what.substr(op.name.size() + 1))) continue;
    variant = options.what.substr(op.name.size() + 1);
    wanted.push_back(&op);
  }
  if (wanted.empty() && !options.what.empty())
    return fail("the workspace has no operator or variant \"" + options.what + "\"; its operators are " + namesOf(**opened) + ".",
                kUsageError);
  const auto specified = specifyOperators(wanted, variant);
  if (!specified) return fail(specified.error().toString(), kCannotRead);
  std::set<std::string> failures;
  std::string text;
  for (const SpecifiedOperator &each : *specified) {
    failures.insert(each.failures.begin(), each.failures.end());
    if (!output.json) text += (text.empty() ? "" : "\n") + specificationText(each, !variant.empty(), output.terminal);
  }
  for (const std::string &failure : failures) fail(failure, kCannotRead);
  return finish(output.json ? specificationJson((*opened)->name, *specified) : text, failures.empty() ? 0 : 4);
}

}  // namespace tileport::cli
