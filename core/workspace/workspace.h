// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "support/result.h"

namespace tileport::workspace {

/// One side of a variant, by its files. Paths are absolute.
struct SideFiles {
  std::filesystem::path program;                     ///< in any form that tileir/program_reader.h reads
  std::optional<std::filesystem::path> source = {};  ///< .py or .rs
  std::string frontEnd = {};                         ///< "cuTile Python 1.7.0"; may be empty
  std::string programName = {};                      ///< as the workspace writes it, relative to its folder; empty without one
  std::string sourceName = {};                       ///< the same of the source
  /// What the program is specialised to, as the front end was told (docs/launches.md).
  std::optional<std::filesystem::path> launch = {};
  std::string launchName = {};
  /// A program of the same source and launch whose debug locations stand in for those that `program` lacks, and what made it.
  std::optional<std::filesystem::path> locations = {};
  std::string locationsName = {};
  std::string locationsFrontEnd = {};
};

struct Variant {
  std::string name;
  std::string description;
  SideFiles reference;
  SideFiles port;
};

enum class Side : std::uint8_t { Reference, Port };

/// A program of one side that has no partner on the other.
struct Unpaired {
  Side side = Side::Reference;
  std::string name;
  SideFiles files;
  std::string reason;  ///< a sentence: why, and which came nearest
};

struct Operator {
  std::string name;
  std::string description;
  std::vector<Variant> variants;
  std::vector<Unpaired> unpaired = {};
  std::optional<std::filesystem::path> pairing = {};  ///< the workspace's rules of how names of both sides correspond (docs/pairing.md)
};

/// A folder of operators, as its workspace.json describes it (docs/workspace.md).
struct Workspace {
  std::filesystem::path folder;
  std::string name;
  std::string description;
  std::string pairingName = {};  ///< of the file that each operator's `pairing` is; empty: none
  std::vector<Operator> operators;
};

using WorkspacePtr = std::shared_ptr<const Workspace>;

/// `path` is the folder or its workspace.json. Errors name the file, line and the JSON member. Paths in the file that
/// leave the workspace folder are refused. Files that a variant names need not exist yet: reviewing says so.
Result<WorkspacePtr> openWorkspace(const std::filesystem::path &path);

}  // namespace tileport::workspace
