// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "specification/specification.h"
#include "support/cancel.h"
#include "support/result.h"
#include "toolchain/runner.h"
#include "workspace/workspace.h"

/// The hidden specification of a workspace's operators: what is read for it, and by whom (docs/specification.md).
namespace tileport::importer {

/// An operator's specification, and what could not be read for it.
struct SpecifiedOperator {
  specification::HiddenSpecificationPtr specification;
  std::vector<std::string> failures;  ///< one line each, with what to do where something can be done
};

/// One each. Reads launches, programs and sources, and asks the front ends' drivers, each once, for the facts of the sources; they parse
/// them and run nothing of them. What is not there is unknown in the specification. `variant` names one variant or unpaired program of each
/// operator; empty: all, the operator's variants in their order and then its unpaired programs. The error is that it was cancelled.
Result<std::vector<SpecifiedOperator>> specifyOperators(const std::vector<const workspace::Operator *> &operators,
                                                        const std::string &variant, toolchain::RunLog &log, const CancelToken &cancel);

}  // namespace tileport::importer
