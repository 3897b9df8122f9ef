// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "oracle/gpu/case.h"
#include "support/result.h"

/// What a GPU wrote for a case (README.md, "A recording").
namespace tileport::oracle::gpu {

struct Recording {
  std::string gpu, computeCapability, driver, cuda, tileiras, target;
  std::string caseSha256, programSha256, cubinSha256;
  std::vector<std::uint64_t> inputs;  ///< fingerprints before the launch, parallel to the case's buffers
  std::vector<std::string> outputs;   ///< bytes after it, parallel to the case's buffers; empty for those that are no output
};

/// Refuses a recording that is not of this case: other buffers, other sizes, other inputs.
Result<Recording> readRecording(const std::filesystem::path &path, const Case &recorded);

}  // namespace tileport::oracle::gpu
