// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "plugin/front_end.h"

namespace tileport::toolchain {

struct LoadedFrontEnd {
  const plugin::FrontEnd *frontEnd = nullptr;  ///< lives as long as the process
  plugin::FrontEndInfo info;
  std::filesystem::path library;
  std::filesystem::path own;  ///< the folder with its own files: named like its id, beside the library
};

struct RefusedPlugin {
  std::filesystem::path library;
  std::string reason;  ///< a clause
};

/// The front ends whose plugins were found. Immutable once loaded.
class FrontEnds {
 public:
  /// Loads every plugin that lies directly in one of the folders; a folder that is not there holds none. Of two with one id the
  /// first counts. What cannot be used is refused with a reason, never an error of the whole. A library that is no plugin of this
  /// interface's version is not loaded, so that none of its code runs.
  static FrontEnds load(const std::vector<std::filesystem::path> &folders);

  const std::vector<LoadedFrontEnd> &all() const { return all_; }
  const std::vector<RefusedPlugin> &refused() const { return refused_; }
  /// Null when there is none of that id.
  const LoadedFrontEnd *find(std::string_view id) const;

 private:
  void add(const std::filesystem::path &library);

  std::vector<LoadedFrontEnd> all_;
  std::vector<RefusedPlugin> refused_;
};

}  // namespace tileport::toolchain
