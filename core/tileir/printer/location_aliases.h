// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "tileir/program.h"

namespace tileport::tileir::printer {

/// The names #loc7, #di_file, ... that stand for locations when they are printed, and the lines that say what they are.
///
/// MLIR gives them so: equal locations are one; aliases are ordered by how deep they are (one that holds no other comes
/// first), then by name, then by when the printer first met them. Every name is counted by itself.
class LocationAliases {
 public:
  /// Meets the locations of globals, entries and ops in the order in which they are printed. `skipped` are ops that are not.
  LocationAliases(const Program &program, const std::vector<bool> &skipped);

  /// "#loc7". An invalid location is an unknown one.
  const std::string &alias(LocationId location) const;
  /// One line each, with line ends, in the order of the text.
  std::string definitions() const;

 private:
  enum class Name : std::uint8_t { CompileUnit, File, LexicalBlock, Subprogram, Place };

  struct Node {
    Name name = Name::Place;
    LocationId record;                    ///< invalid: unknown
    bool bare = false;                    ///< only the file, line and column of a Line record
    std::vector<std::uint32_t> children;  ///< in the order of print
    unsigned depth = 0;                   ///< 0: not met yet
    std::string alias;
  };

  std::uint32_t nodeOf(LocationId id);
  std::uint32_t intern(std::string key, Node node);
  unsigned meet(std::uint32_t node);
  void meetAll(const std::vector<bool> &skipped);
  void name();
  void appendDefinition(std::string &text, const Node &node) const;

  const Program &program_;
  std::vector<Node> nodes_;
  std::unordered_map<std::string, std::uint32_t> byContent_;
  std::vector<std::uint32_t> nodeOfRecord_;  ///< by LocationId, then one for unknown
  std::vector<std::uint32_t> met_;           ///< in order
};

}  // namespace tileport::tileir::printer
