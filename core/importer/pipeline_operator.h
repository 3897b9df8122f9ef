// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "importer/pipeline_tree.h"
#include "importer/tilegym.h"

/// Private to core/importer: what one operator's output folder of the conversion pipeline holds (pipeline.md section 2).
namespace tileport::importer {

struct PipelineVariant {
  std::string name;                                      ///< unique in its operator
  std::string description;                               ///< when the operator dispatches to it; may be empty
  std::string backend;                                   ///< of the reference, as analysis.json has it: "cutile", "triton"; may be empty
  std::optional<std::filesystem::path> reference, port;  ///< absolute, without links; at least one is there
  std::string reason;                                    ///< why the other one is not
};

struct PipelineOperator {
  std::string name;
  std::filesystem::path folder;  ///< absolute, without links
  std::optional<std::filesystem::path> kernelSource, referenceSource;
  std::vector<PipelineVariant> variants;
  std::vector<ImportNote> notes;
  std::vector<ImportFailure> failures;  ///< what is there and cannot be taken
};

/// Whether a folder of the tree has anything in it that makes it an operator's: kernel.rs, reference/, generated/.
bool isPipelineFolder(const Tree &tree, const std::filesystem::path &folder);

/// Which files belong together, by their names and by analysis.json; contradictions are notes. No program is read. Never fails: what
/// cannot be looked at is in the failures.
PipelineOperator readPipelineOperator(const Tree &tree, const std::filesystem::path &folder);

}  // namespace tileport::importer
