// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "importer/commit_tree.h"
#include "importer/operator_launches.h"
#include "support/result.h"
#include "workspace/workspace.h"

/// Private to core/importer: the operators of one commit, and which of them a change reaches.
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

/// Which files differ between two commits, and whom that reaches.
class CommitChanges {
 public:
  /// All must outlive it.
  CommitChanges(const CommitTree &base, const CommitTree &head, const CommitOperators &before, const CommitOperators &after);

  /// How many files differ.
  std::size_t count() const { return paths_.size(); }
  /// Why the operator of HEAD has to be looked at: clauses such as "softmax/kernel.rs changed". Empty: no change reaches it.
  std::vector<std::string> reasons(const CommitOperator &op) const;
  /// The changed sources that could have changed the program of a side with this source, the source itself included.
  std::vector<std::string> sourcesOf(const CommitOperator &op, const CommittedSide &side) const;

 private:
  bool reaches(const std::string &path, const CommitOperator &op) const;
  bool mayBeSource(const std::string &path) const;
  /// Of an operator's sources: all, and those of lines that may import something.
  struct Words {
    std::set<std::string, std::less<>> all, importing;
  };
  static bool mentions(const std::set<std::string, std::less<>> &words, const std::string &path);
  const CommitOperator *ownerOf(const std::string &path) const;
  const Words &wordsOf(const CommitOperator &op) const;

  const CommitTree &base_, &head_;
  const CommitOperators &before_, &after_;
  std::vector<std::string> paths_;
  std::set<std::string, std::less<>> hidden_;              ///< those of them that are links or submodules, which are not followed
  mutable std::map<const CommitOperator *, Words> words_;  ///< read when first asked for
};

/// The two sides of a variant of a committed workspace, by paths in the repository.
CommittedSide committedSide(const std::string &manifest, const workspace::SideFiles &files);

/// The folder of a path: "" for a file at the top.
std::string folderOf(const std::string &path);

}  // namespace tileport::importer
