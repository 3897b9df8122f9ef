// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>
#include <string>

#include "support/result.h"
#include "toolchain/front_ends.h"
#include "toolchain/runner.h"

namespace tileport::toolchain {

/// Has a front end's driver fetch and build once what all of its jobs share (the job "prepare" of docs/plugins.md), so that the first
/// import need not. `say` is called with what it is doing. A driver that knows no such job has nothing to prepare. The error is
/// that there is no driver or that it failed.
Result<void> prepareFrontEnd(const LoadedFrontEnd &frontEnd, Runner &runner, const std::function<void(const std::string &)> &say);

}  // namespace tileport::toolchain
