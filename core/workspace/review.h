// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>
#include <string>

#include "align/alignment.h"
#include "align/side_by_side.h"
#include "source/source_file.h"
#include "source/source_map.h"
#include "support/cancel.h"
#include "support/result.h"
#include "workspace/workspace.h"

namespace tileport::workspace {

/// One side, read.
struct ReviewSide {
  tileir::ProgramPtr program;
  std::filesystem::path programPath;
  std::string frontEnd;
  source::SourceFilePtr source;  ///< null when none is named or it cannot be read: `sourceNote` says why
  std::string sourceNote;
  source::SourceMap map;         ///< empty without a source
};

/// Everything that the window, the terminal and a report show of one pair of programs. Immutable.
struct Review {
  std::string title;  ///< "softmax / f16-1x1024" or the two file names
  ReviewSide reference;
  ReviewSide port;
  align::AlignmentPtr alignment;
  align::SideBySide sideBySide;

  struct Counts {
    std::size_t differs = 0, missing = 0, extra = 0;
    std::size_t total() const { return differs + missing + extra; }
  };
  Counts counts() const;
};

using ReviewPtr = std::shared_ptr<const Review>;

/// Reads both sides, aligns them and lays them out. Pure but for reading the files; errors name the file.
Result<ReviewPtr> review(const Operator &op, const Variant &variant, const CancelToken &cancel = {});

/// The same for two bare program files.
Result<ReviewPtr> reviewFiles(const std::filesystem::path &reference, const std::filesystem::path &port, const CancelToken &cancel = {});

}  // namespace tileport::workspace
