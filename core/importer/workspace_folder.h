// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "support/cancel.h"
#include "support/result.h"
#include "workspace/workspace.h"

/// Private to core/importer: the folder that an import writes.
namespace tileport::importer {

/// The text as a file name: letters, digits and "-+._" stay, anything else becomes '_'; never empty, never hidden.
std::string plainName(std::string_view text);

/// Names of files of one workspace, no two of which are the same, also where letters' case does not count.
class PlainNames {
 public:
  /// plainName(name) + extension in `folder` ("" or "softmax/"), with underscores between the two where that is taken.
  std::string take(const std::string &folder, std::string_view name, std::string_view extension = {});

 private:
  std::set<std::string> taken_;
};

/// Two imports into one folder write one after the other: the first `put` waits for the other import's end, and what is held from then on
/// goes with the last copy of this value. A file system without locks has none.
class WorkspaceFolder {
 public:
  /// Refuses a folder with anything in it that no import has made. `cancel` ends the waiting.
  static Result<WorkspaceFolder> open(const std::filesystem::path &folder, const CancelToken &cancel = {});

  /// Puts a file there, as a whole; one that is there with this content is left alone. `name` is relative, with '/'. Before the first file
  /// of an earlier import changes, that import's workspace.json goes: nobody reads it with the files of another.
  Result<void> put(const std::string &name, std::string_view content) const;

  /// The same with what stands in another file, a source of at most 16 MiB.
  Result<void> copy(const std::string &name, const std::filesystem::path &source) const;

  /// The last step: from now on the folder is this workspace.
  Result<void> finish(const workspace::Workspace &workspace) const;

 private:
  class Lock;
  WorkspaceFolder(std::filesystem::path folder, std::shared_ptr<Lock> lock) : folder_(std::move(folder)), lock_(std::move(lock)) {}
  Result<void> putUnlocked(const std::string &name, std::string_view content) const;

  std::filesystem::path folder_;
  std::shared_ptr<Lock> lock_;
};

}  // namespace tileport::importer
