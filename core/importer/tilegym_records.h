// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/specialisation.h"
#include "support/result.h"

/// Private to core/importer: the recorded launches of TileGym, one JSON object a line (docs/launches.md).
namespace tileport::importer {

struct Record {
  std::string json;  ///< the line as it stands
  evidence::Specialisation specialisation;
  bool madeToMatch = false;  ///< a port that was recorded to match a reference launch ("set": "pairs")
  std::string name;          ///< a plain file name that no other record of its side and operator has
};

/// Those of the named operators (all when none is named). Errors name file and line.
Result<std::vector<Record>> readRecords(const std::filesystem::path &file, evidence::Side side, const std::vector<std::string> &operators);

}  // namespace tileport::importer
