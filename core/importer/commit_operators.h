// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "importer/commit_tree.h"
#include "importer/operator_launches.h"
#include "support/result.h"
#include "workspace/workspace.h"

/// Private to core/importer: the operators of one commit.
namespace tileport::importer {

/// One side of one variant, by paths in the repository. Empty: it names none.
struct CommittedSide {
  std::string program, source, launch, locations;
};

/// An operator of a commit, however it is named there.
struct CommitOperator {
  std::string manifest;  ///< the workspace.json or launches.json that names it
  std::string name;
  std::string folder;                ///< the deepest one that holds all of its files
  std::string shape;                 ///< what the manifest says of it, apart from descriptions
  std::vector<std::string> files;    ///< all that it names, and its launches.json
  std::vector<std::string> sources;  ///< those of them that are sources
  bool isLaunched = false;           ///< by a launches.json; otherwise its programs are committed
};

/// All workspaces and operators that a commit holds, each manifest read from `folder`, to which they and what they name are written.
struct CommitOperators {
  std::map<std::string, Result<workspace::WorkspacePtr>> workspaces;  ///< by manifest
  std::map<std::string, Result<OperatorLaunches>> launches;           ///< the same
  std::vector<CommitOperator> operators;

  const CommitOperator *find(const CommitOperator &like) const;
};

/// A workspace.json or launches.json that is of no schema of ours is somebody else's and passed over.
Result<CommitOperators> readCommitOperators(const CommitTree &tree, const std::filesystem::path &folder);

/// The two sides of a variant of a committed workspace, by paths in the repository.
CommittedSide committedSide(const std::string &manifest, const workspace::SideFiles &files);

/// The folder of a path: "" for a file at the top.
std::string folderOf(const std::string &path);

/// Whether the folder holds the path, however deep. "" holds everything.
bool holds(std::string_view folder, std::string_view path);

}  // namespace tileport::importer
