// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "importer/program_maker.h"

#include "tileir/program_reader.h"

namespace tileport::importer {

Result<std::vector<std::optional<toolchain::ExportedProgram>>> ProgramMaker::make(const MakeRequest &request) {
  std::vector<std::optional<toolchain::ExportedProgram>> made;
  if (request.items.empty()) return made;
  const toolchain::LoadedFrontEnd *frontEnd = frontEnds_.find(request.frontEnd);
  if (frontEnd == nullptr) {
    return Error{ErrorKind::Unsupported,
                 "the plugin " + request.frontEnd + " is not there",
                 {},
                 "Run tileport doctor to see which plugins were found."};
  }
  plugin::Folders folders = folders_;
  folders.own = frontEnd->own;
  toolchain::Runner runner(folders, "import " + request.what, log_, cancel_);
  const toolchain::ExportJob job{.items = request.items, .frontEndVersion = request.version};
  auto outcomes = toolchain::exportPrograms(*frontEnd, job, store_, hashes_, runner, [&](const toolchain::ExportProgress &progress) {
    const std::lock_guard lock(mutex_);
    if (report_) report_({request.what, progress.done, progress.total, progress.text});
  });
  if (!outcomes) return outcomes.error();
  for (toolchain::ExportOutcome &outcome : *outcomes) made.push_back(take(std::move(outcome), request.what));
  return made;
}

/// A program counts when it can be read.
std::optional<toolchain::ExportedProgram> ProgramMaker::take(toolchain::ExportOutcome outcome, const std::string &what) {
  const std::string subject = outcome.id + " (" + what + ")";
  const auto read = outcome.program ? tileir::readProgram(std::as_bytes(std::span(*outcome.program->bytes)), subject, cancel_)
                                    : Result<tileir::ProgramPtr>(outcome.program.error());
  const std::lock_guard lock(mutex_);
  if (!read) {
    failures_.push_back({subject, read.error()});
    return std::nullopt;
  }
  ++programs_;
  fromStore_ += outcome.program->fromStore ? 1 : 0;
  return std::move(*outcome.program);
}

}  // namespace tileport::importer
