// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <sys/types.h>

#include "toolchain/process.h"
#include "toolchain/process/descriptor.h"

namespace tileport::toolchain {

/// A process that runs, the leader of its group, and our ends of its pipes, which do not block.
struct Started {
  pid_t id = -1;
  Descriptor input;
  Descriptor output;
  Descriptor errors;
};

Result<Started> startProcess(const ProcessCall &call);

}  // namespace tileport::toolchain
