// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"
#include "toolchain/git.h"

/// Private to core/importer: the files of one commit, and those of them that are wanted in a folder of ours.
namespace tileport::importer {

class CommitTree {
 public:
  /// No commit: an empty tree. `repository` must outlive it. Files under names that no folder of ours is to have ("..", ".git") are left
  /// out, and so are submodules. A link that leads to a file of the commit is that file; any other is left out.
  static Result<CommitTree> open(const toolchain::GitRepository &repository, std::string commit);

  const std::string &commit() const { return commit_; }
  /// By path; every one is a File.
  const std::map<std::string, toolchain::GitFile, std::less<>> &files() const { return files_; }
  /// Null when the commit has no such file.
  const toolchain::GitFile *find(std::string_view path) const;
  /// The same for equal contents; empty when the commit has no such file.
  std::string_view idOf(std::string_view path) const;
  /// What was left out, each with the reason, sorted.
  const std::vector<std::string> &leftOut() const { return leftOut_; }

  /// The contents of those of the files that are there, at once.
  Result<std::map<std::string, std::string, std::less<>>> contents(const std::vector<std::string> &paths) const;

  /// The same one after the other.
  Result<void> read(const std::vector<std::string> &paths,
                    const std::function<void(const std::string &path, std::string_view content)> &take) const;

  /// Links and submodules that were left out, with what tells their versions apart.
  const std::map<std::string, std::string, std::less<>> &hidden() const { return hidden_; }
  /// Those of them that are links to a folder of the commit, each with that folder.
  const std::map<std::string, std::string, std::less<>> &folderLinks() const { return folderLinks_; }
  /// Whether the path is one of them or lies behind one.
  bool hides(std::string_view path) const;

  /// Makes `folder` hold those files of the commit, each as a whole, and nothing else; what is there with the right content stays. Paths
  /// that the commit does not have are passed over. Several processes may do so at once if they want the same files. Limits: 100,000 files,
  /// 2 GiB.
  Result<void> writeTo(const std::filesystem::path &folder, const std::vector<std::string> &paths) const;

 private:
  explicit CommitTree(const toolchain::GitRepository &repository, std::string commit)
      : repository_(&repository), commit_(std::move(commit)) {}
  void hide(const toolchain::GitFile &file, const char *why);
  Result<void> addLinks(const std::map<std::string, toolchain::GitFile, std::less<>> &links);

  const toolchain::GitRepository *repository_;
  std::string commit_;
  std::map<std::string, toolchain::GitFile, std::less<>> files_;
  std::map<std::string, std::string, std::less<>> hidden_, folderLinks_;
  std::vector<std::string> leftOut_;
};

}  // namespace tileport::importer
