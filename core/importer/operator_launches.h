// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "support/result.h"

/// Private to core/importer: launches.json (schema tileport-launches/1, docs/launches.md).
namespace tileport::importer {

struct LaunchedVariant {
  std::string name;
  std::string reference;  ///< the launch as a JSON object, complete for a driver; empty: the variant has no such side
  std::string port;
};

struct OperatorLaunches {
  std::string name;
  std::filesystem::path referenceSource;  ///< absolute
  std::filesystem::path portSource;
  std::string portFrontEnd;  ///< "0.5.0"
  std::vector<LaunchedVariant> variants;
};

/// Of one folder, or of each folder in it that has a launches.json, in the order of their names. Errors name the file and the member.
Result<std::vector<OperatorLaunches>> readOperatorLaunches(const std::filesystem::path &folder);

}  // namespace tileport::importer
