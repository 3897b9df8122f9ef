// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>

/// Private to core/evidence: names of parameters and kernels, compared by their letters.
namespace tileport::evidence {

/// Letters A to Z in lower case.
inline std::string lowered(std::string_view name) {
  std::string lower(name);
  for (char &c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

}  // namespace tileport::evidence
