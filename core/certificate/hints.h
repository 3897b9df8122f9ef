// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tileir/program.h"

namespace tileport::certificate {

/// Compares optimization hints. What a side does not say for an architecture it says under `default`. The hints of two programs
/// are compared for the architectures that either names anywhere, and for all others unless one program alone has a `default`.
class HintComparer {
 public:
  HintComparer(const tileir::Program &reference, const tileir::Program &port);

  /// What differs: "sm_100.latency is 3 in the reference and not given in the port". Invalid ids: no hints.
  const std::vector<std::string> &compare(tileir::AttributeId reference, tileir::AttributeId port);

 private:
  std::vector<std::string> differences(tileir::AttributeId reference, tileir::AttributeId port) const;

  const tileir::Program &reference_, &port_;
  std::set<std::string> architectures_;
  bool others_ = true;
  std::map<std::pair<tileir::AttributeId, tileir::AttributeId>, std::vector<std::string>> compared_;  ///< many ops share their hints
};

}  // namespace tileport::certificate
