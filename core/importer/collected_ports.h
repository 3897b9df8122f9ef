// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "support/cancel.h"
#include "support/result.h"
#include "workspace/workspace.h"

/// Private to core/importer: ports of another workspace as partners of references whose symbol is all that is known of them.
namespace tileport::importer {

struct OfferedPort {
  std::string op;       ///< the operator there
  std::string variant;  ///< the variant there, or the name of what has no partner there
  workspace::SideFiles files;
  std::string referenceSymbol;  ///< of the first entry of its reference there; empty: none, or it cannot be read
};

class OfferedPorts {
 public:
  /// Errors are openWorkspace()'s and those of the rules of pairing. A port that two variants share is one.
  static Result<OfferedPorts> read(const std::filesystem::path &workspace, const CancelToken &cancel);

  const std::vector<OfferedPort> &all() const { return ports_; }
  const std::string &rulesText() const { return rulesText_; }  ///< empty: the workspace has none

  /// For each of the symbols the ports that belong to it, by position in all(). What belongs to none, or to several equally, is in none.
  std::vector<std::vector<std::size_t>> partnersOf(const std::vector<std::string> &symbols) const;

 private:
  void pairBySpecialisation(const std::vector<std::string> &symbols, std::vector<std::vector<std::size_t>> &partners) const;

  std::vector<OfferedPort> ports_;
  std::string rulesText_, rulesName_;
};

}  // namespace tileport::importer
