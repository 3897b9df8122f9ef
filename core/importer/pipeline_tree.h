// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "support/result.h"

/// Private to core/importer: files of somebody else's folder, none of which lies outside it.
namespace tileport::importer {

/// What is at a place of a tree.
struct TreeEntry {
  enum class Kind : std::uint8_t {
    Missing,
    File,     ///< a regular one
    Folder,   //
    Other,    ///< a pipe, a device, a socket
    Outside,  ///< the place, or what a link there leads to, is not in the tree
  };
  Kind kind = Kind::Missing;
  std::filesystem::path path;  ///< without links; empty for Missing and Outside
};

class Tree {
 public:
  /// Error: there is no such folder, or it may not be entered.
  static Result<Tree> open(const std::filesystem::path &folder);

  const std::filesystem::path &root() const { return root_; }  ///< absolute, without links

  /// `name` is taken from `from`, a path without links in the tree; an absolute one as it is.
  TreeEntry look(const std::filesystem::path &from, const std::filesystem::path &name) const;

  /// The names in a folder of the tree, in order. Error: it cannot be listed, or has more than 100,000 entries.
  static Result<std::vector<std::string>> names(const std::filesystem::path &folder);

  /// How a path of the tree is named to people: from the folder that was opened, as it was given.
  std::string shown(const std::filesystem::path &path) const;

 private:
  Tree(std::filesystem::path root, std::filesystem::path given) : root_(std::move(root)), given_(std::move(given)) {}
  std::filesystem::path root_, given_;
};

}  // namespace tileport::importer
