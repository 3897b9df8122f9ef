// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"
#include "toolchain/front_ends.h"
#include "toolchain/runner.h"
#include "toolchain/store.h"

/// What stands in sources, asked of a front end's driver (the job "facts" of docs/plugins.md). It reads them and runs nothing of
/// them, so that it needs nobody's trust.
namespace tileport::toolchain {

struct FactsOutcome {
  std::filesystem::path source;
  /// A JSON object, tileport-facts/1 (source/source_facts.h reads it). An error's place is in the source where the driver says so.
  Result<std::shared_ptr<const std::string>> facts;
  bool fromStore = false;
};

/// One outcome a source, in their order; paths are absolute. Facts are kept in the store by the content of the source, of the plugin's
/// own files and of the driver's tools. The error is that nothing could be asked: no driver, no place for its files.
Result<std::vector<FactsOutcome>> readFacts(const LoadedFrontEnd &frontEnd, const std::vector<std::filesystem::path> &sources,
                                            const Store &store, FileHashes &hashes, Runner &runner);

/// The front end that reads such a source, by its ending (".py"); of several that one by whose name `title` begins ("cuTile Python
/// 1.7.0"), or else the first by id. Null when there is none.
const LoadedFrontEnd *findReader(const FrontEnds &frontEnds, const std::filesystem::path &source, std::string_view title = {});

}  // namespace tileport::toolchain
