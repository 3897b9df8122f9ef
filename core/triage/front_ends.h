// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"

/// What each version of a front end can say in Tile IR, as data (resources/policy/front-ends.json): a port's author cannot write what the
/// crate has no way to write.
namespace tileport::triage {

/// One row: of some versions of a front end, whether they have the feature.
struct FrontEndRow {
  std::string frontEnd;  ///< "cuTile Rust"
  std::string from, to;  ///< versions, both included: "0.2.0"
  /// "hint occupancy", "hint allow_tma = true" (that value alone), "op make_strided_view", "derived div_by" (the front end derives it from
  /// what is launched).
  std::string feature;
  bool can = false;
  std::optional<std::int64_t> limit;  ///< of a derived fact: the highest that is derived
  std::string evidence;               ///< where this is known from
};

struct FrontEnds {
  std::vector<FrontEndRow> rows;

  /// `frontEnd` with its version, "cuTile Rust 0.2.0". Null: the table does not say, which must not be taken for either answer.
  const FrontEndRow *find(std::string_view frontEnd, std::string_view feature) const;
};

/// Strict; errors name line, column and member. `file` names the text.
Result<FrontEnds> readFrontEnds(std::string_view text, const std::string &file);

/// The one that the program was built with.
const FrontEnds &defaultFrontEnds();

}  // namespace tileport::triage
