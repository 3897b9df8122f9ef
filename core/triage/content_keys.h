// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "align/alignment.h"
#include "tileir/program.h"

namespace tileport::triage {

/// What ops and entries of a program are, as keys that are equal for equal content: an op with its attributes, types, what it computes
/// from, and its regions; without names, numbering and assumes. To tell that something has changed since, not that two things are the same.
class ContentKeys {
 public:
  explicit ContentKeys(const tileir::Program &program);

  /// Of an op, an argument by its type and position, a global by its content; of an entry its signature.
  std::string key(const align::Subject &subject) const;
  /// Of all entries and globals together.
  std::string wholeKey() const;

 private:
  void addBlock(tileir::BlockId block, std::uint64_t around);
  void addOp(tileir::OpId op);

  const tileir::Program &program_;
  std::vector<std::uint64_t> ops_, values_;
};

}  // namespace tileport::triage
