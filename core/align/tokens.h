// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "align/liveness.h"
#include "tileir/program.h"

namespace tileport::align {

/// The order that tokens give memory ops, as a graph over the ops: make_token, join_tokens and what loops carry are seen
/// through.
class TokenOrder {
 public:
  TokenOrder(const tileir::Program &program, const Liveness &liveness) : program_(program), liveness_(liveness) {}

  /// The ops that must have happened before this one because its token comes from them. `steps` is raised by the work done.
  std::set<tileir::OpId> before(tileir::OpId op, std::uint64_t &steps) const;
  /// The same, and what must have happened before those, and so on.
  std::set<tileir::OpId> allBefore(tileir::OpId op, std::uint64_t &steps) const;

 private:
  void sourcesOf(tileir::ValueId value, std::vector<tileir::ValueId> &next, std::set<tileir::OpId> &found) const;
  const tileir::Program &program_;
  const Liveness &liveness_;
};

}  // namespace tileport::align
