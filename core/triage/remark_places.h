// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "evidence/remarks.h"
#include "tileir/program.h"

namespace tileport::triage {

/// Private to core/triage: which entry and op of a program a remark is about.
class RemarkPlaces {
 public:
  explicit RemarkPlaces(const tileir::Program &program);

  /// By the symbol; of a program with one entry that one, whatever the remark calls it. Invalid: not known.
  tileir::FunctionId entryOf(const evidence::Remark &remark) const;

  /// The remark's own, else the only op of its entry at its location that such a remark can be about: loads of what is said of a load.
  /// Invalid: none, or several.
  tileir::OpId opOf(const evidence::Remark &remark) const;

  /// Whether each op that a remark can be about has a location that no other such op has.
  bool areDistinct() const { return distinct_; }

 private:
  using Place = std::tuple<std::string, std::uint32_t, std::uint32_t>;  ///< file without folders, line, column

  const tileir::Program &program_;
  std::map<Place, std::vector<tileir::OpId>> ops_;
  bool distinct_ = true;
};

}  // namespace tileport::triage
