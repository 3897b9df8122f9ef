// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "oracle/gpu/case.h"
#include "oracle/gpu/driver.h"

/// Launches a case and keeps watch over its memory.
namespace tileport::oracle::gpu {

struct LaunchResult {
  std::vector<std::string> outputs;  ///< parallel to the case's buffers; empty for those that are none
  bool repeats = true;               ///< every launch from the same inputs wrote the same
};

/// Launches it `times` times, each time from fresh inputs. An error when a launch fails, or writes beside a buffer or into an input.
Result<LaunchResult> launchCase(Driver &driver, const Case &launched, unsigned times);

}  // namespace tileport::oracle::gpu
