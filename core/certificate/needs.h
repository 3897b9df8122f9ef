// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include "tileir/program.h"

namespace tileport::certificate {

/// The op acts on more than its results, by itself, or ends a block.
bool acts(tileir::OpKind kind);

/// What something that acts depends on, by its values or by whether it runs. A value that a loop only carries round for itself is
/// not needed. An assume op that is not says nothing.
class Needs {
 public:
  explicit Needs(const tileir::Program &program);

  bool of(tileir::OpId op) const { return ops_[op.index()]; }
  bool of(tileir::ValueId value) const { return values_[value.index()]; }
  /// The loop that a break or continue is for, the op around a yield. Invalid for all else.
  tileir::OpId target(tileir::OpId op) const { return targets_[op.index()]; }

 private:
  void findTargets();
  void find();
  void need(tileir::OpId op);
  void need(tileir::ValueId value);
  void needSlot(tileir::OpId op, std::size_t slot);
  tileir::OpId owner(tileir::BlockId block) const { return program_.region(program_.block(block).region).op; }

  const tileir::Program &program_;
  std::vector<bool> ops_, values_;
  std::vector<tileir::OpId> targets_;
  std::vector<std::vector<tileir::OpId>> exits_;  ///< by the op that they are for
  std::vector<tileir::ValueId> pending_;
};

}  // namespace tileport::certificate
