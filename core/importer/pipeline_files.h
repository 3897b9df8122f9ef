// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "importer/pipeline_operator.h"

/// Private to core/importer: the programs in reference/ and generated/ of a pipeline's output folder, by the variants in their names.
namespace tileport::importer {

/// A port's program in the forms that the pipeline writes, the one that counts first.
enum class PortForm : std::uint8_t { Bytecode, Text, Canonical };

struct PortFiles {
  std::array<std::optional<std::filesystem::path>, 3> byForm;  ///< by PortForm

  const std::filesystem::path &chosen() const;  ///< there is one
};

struct PipelineFiles {
  std::map<std::string, std::filesystem::path> references;  ///< by variant; "" for reference.mlir
  std::map<std::string, PortFiles> ports;                   ///< by variant; "" for generated.*
};

/// Puts what is odd into the notes and failures of `into`, whose name and folder are there. `variants`: names that
/// analysis.json gives, which may end in "_canon".
PipelineFiles findPipelineFiles(const Tree &tree, const std::vector<std::string> &variants, PipelineOperator &into);

/// A reference that the pipeline would not take for a port's program, or the other way: by where it lies, whatever leads there.
bool liesIn(const std::filesystem::path &file, const std::filesystem::path &operatorFolder, const char *folder);

}  // namespace tileport::importer
