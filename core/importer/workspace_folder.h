// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "support/result.h"
#include "workspace/workspace.h"

/// Private to core/importer: the folder that an import writes.
namespace tileport::importer {

/// The text as a file name: letters, digits and "-+._" stay, anything else becomes '_'; never empty, never hidden.
std::string plainName(std::string_view text);

class WorkspaceFolder {
 public:
  /// Refuses a folder with anything in it that no import has made.
  static Result<WorkspaceFolder> open(const std::filesystem::path &folder);

  /// Puts a file there, as a whole; one that is there with this content is left alone. `name` is relative, with '/'.
  Result<void> put(const std::string &name, std::string_view content) const;

  /// The same with what stands in another file, a source of at most 16 MiB.
  Result<void> copy(const std::string &name, const std::filesystem::path &source) const;

  /// The last step: from now on the folder is this workspace.
  Result<void> finish(const workspace::Workspace &workspace) const;

 private:
  explicit WorkspaceFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}
  std::filesystem::path folder_;
};

}  // namespace tileport::importer
