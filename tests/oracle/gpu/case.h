// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "oracle/gpu/inputs.h"
#include "support/result.h"

/// One launch of one program, read from its file (README.md, "A case").
namespace tileport::oracle::gpu {

enum class CompareRule : std::uint8_t { Exact, Close };

struct Compare {
  CompareRule rule = CompareRule::Exact;
  double relative = 0, absolute = 0;
  std::string why;
};

struct CaseBuffer {
  std::string name;
  Dtype dtype = Dtype::F32;
  std::uint64_t count = 0;
  std::uint64_t offset = 0;  ///< bytes past an address that 256 divides
  Fill fill;
  bool output = false;
  Compare compare;  ///< the case's, where the buffer has none of its own

  std::uint64_t bytes() const { return count * factsOf(dtype).bytes; }
  std::string contents() const { return fillBytes(dtype, count, fill); }
};

struct CaseArgument {
  int buffer = -1;           ///< an index into the buffers, or -1: a scalar
  Dtype type = Dtype::I32;   ///< of a scalar
  std::uint64_t scalar = 0;  ///< its bits

  unsigned bytes() const { return buffer >= 0 ? 8 : factsOf(type).bytes; }
};

struct Case {
  std::string name, about, entry;
  std::filesystem::path program;  ///< joined to the case's folder
  std::array<std::uint32_t, 3> grid{};
  std::vector<std::uint64_t> blocks;  ///< those that an interpreter runs, by number (x fastest); empty: all
  std::vector<CaseBuffer> buffers;
  std::vector<CaseArgument> arguments;
};

inline constexpr std::uint64_t kLargestBuffer = 1ULL << 28;

Result<Case> readCase(const std::filesystem::path &path);

}  // namespace tileport::oracle::gpu
