// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileport/compiling.h"

#include "tileport/commands.h"
#include "toolchain/folders.h"

namespace tileport::cli {

Result<void> Compiling::open() {
  if (!options_.isWanted) return {};
  const auto tools = toolchain::toolsFolder();
  if (!tools) return tools.error();
  const auto cache = toolchain::cacheFolder();
  if (!cache) return cache.error();
  interrupt_.emplace();
  auto compiler = importer::PairCompiler::open({.tileiras = options_.tileiras,
                                                .gpuName = options_.gpuName,
                                                .time = std::chrono::seconds(options_.seconds),
                                                .folders = {"", *tools, *cache}},
                                               interrupt_->token());
  if (!compiler) return std::move(compiler).error();
  compiler_.emplace(std::move(*compiler));
  return {};
}

Result<workspace::ReviewPtr> Compiling::add(const triage::Policy &policy, workspace::ReviewPtr review) const {
  if (!compiler_) return review;
  auto compiled = compiler_->compile(*review, token());
  if (!compiled) return std::move(compiled).error();
  return workspace::withCompilation(policy, *review, std::move(*compiled), token());
}

int exitCodeOf(const Error &error) { return error.kind == ErrorKind::Usage ? kUsageError : kCannotRead; }

}  // namespace tileport::cli
