// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "importer/tilegym.h"

/// Private to core/importer: what an import needs of a pipeline's reference/analysis.json (pipeline.md section 5). It is read as far as
/// it can be: what is wrong with a member costs that member and is a note.
namespace tileport::importer {

/// An element of `kernel_variants`.
struct AnalysedVariant {
  std::string name;         ///< `variant_name`; never empty, unique
  std::string referenceIr;  ///< `reference_ir`, relative to the operator's folder; empty: not said
  std::string backend;      ///< `reference_backend`: "cutile", "triton"; empty: not said
  std::string condition;    ///< `dispatch_condition`; empty: not said
  std::uint32_t line = 0;   ///< of `reference_ir` where it is there, else of the variant
};

struct PipelineAnalysis {
  std::string kernelName;  ///< `kernel_name`; empty: not said
  std::string backend;     ///< `reference_backend` of the whole
  std::string sourceFile;  ///< `source_file`, else `source`; empty: not said
  std::vector<AnalysedVariant> variants;
  std::size_t listedVariants = 0;  ///< elements of `kernel_variants`, with those that cannot be used
  std::vector<std::string> supplements;
  std::vector<ImportNote> notes;

  /// "multi iff kernel_variants is a list with more than one element" (pipeline.md section 2).
  bool isMulti() const { return listedVariants > 1; }
};

/// `subject` is that of the notes, `file` names the text in them.
PipelineAnalysis readPipelineAnalysis(std::string_view text, const std::string &subject, const std::string &file);

}  // namespace tileport::importer
