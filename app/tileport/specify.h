// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "importer/specifying.h"
#include "tileport/commands.h"
#include "workspace/workspace.h"

/// The hidden specification of a workspace's operators.
namespace tileport::cli {

struct SpecifyOptions {
  std::filesystem::path workspace;
  std::string what;  ///< OPERATOR or OPERATOR/VARIANT; empty: all
};

int specify(const SpecifyOptions &options, const Output &output);

using importer::SpecifiedOperator;

/// importer::specifyOperators until the user interrupts it.
Result<std::vector<SpecifiedOperator>> specifyOperators(const std::vector<const workspace::Operator *> &operators,
                                                        const std::string &variant);

/// Of one operator for people. With `whole` every variant is told in full.
std::string specificationText(const SpecifiedOperator &op, bool whole, const Terminal &terminal);
/// "tileport-specification/1".
std::string specificationJson(const std::string &workspace, const std::vector<SpecifiedOperator> &operators);

}  // namespace tileport::cli
