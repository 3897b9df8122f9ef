// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "oracle/compare.h"
#include "oracle/gpu/case.h"
#include "oracle/interpreter.h"
#include "support/result.h"

/// An interpreter's run of a case held against what a GPU wrote.
namespace tileport::oracle::gpu {

struct Comparison {
  std::string name;
  std::optional<std::string> fault;       ///< why the interpreter stopped
  std::vector<BufferComparison> outputs;  ///< one an output buffer
  std::vector<std::string> hazards;       ///< of the run

  Agreement worst() const;
};

/// What an interpreter needs for the case.
Launch launchOf(const Case &read);

/// `folder` holds cases/ and recordings/.
Result<Comparison> compareWithRecording(const std::filesystem::path &folder, const std::string &name);

}  // namespace tileport::oracle::gpu
