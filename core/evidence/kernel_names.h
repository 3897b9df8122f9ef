// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

/// Private to core/evidence: which kernels belong together where no rule says so.
namespace tileport::evidence {

/// Pairs of a reference's and a port's kernel, by their longest common part, the longest first; each kernel once. Underscores before
/// a name, "_kernel" in it and "_entry" behind it do not count, nor does the case. A common part of less than half of the shorter name is
/// none. Where two kernels fit a third equally well, all three stay without a counterpart.
std::vector<std::pair<std::string, std::string>> kernelsByName(const std::set<std::string> &references, const std::set<std::string> &ports);

}  // namespace tileport::evidence
