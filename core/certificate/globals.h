// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <map>
#include <string>

#include "certificate/canonical.h"

namespace tileport::certificate {

/// Which globals of two programs are counterparts: those that are used alike, one of each, and of one content.
class Globals {
 public:
  explicit Globals(Canonical &canonical);

  /// Whether two names stand for the same global; of two sides they do from then on, if their contents are equal.
  bool same(Side left, const std::string &a, Side right, const std::string &b);
  /// Empty when those that nothing has paired can be paired by their contents; else what is left over.
  std::string leftOver() const;

 private:
  std::string content(Side side, const tileir::Global &global) const;

  Canonical &canonical_;
  std::array<std::map<std::string, std::string>, 2> contents_;  ///< by name; empty: not known
  std::array<std::map<std::string, std::string>, 2> partners_;
};

}  // namespace tileport::certificate
