// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "support/result.h"
#include "toolchain/front_ends.h"
#include "toolchain/runner.h"
#include "toolchain/store.h"

/// The installed TileGym package as a workspace: every reference operator that a launch is recorded of, and its ports in cuTile Rust,
/// paired variant by variant.
namespace tileport::importer {

struct TilegymRequest {
  std::filesystem::path out;                ///< the workspace's folder: new, empty, or an earlier import
  std::filesystem::path resources;          ///< toolchain/folders.h; the launches and the rules of pairing are in its folder "tilegym"
  plugin::Folders folders;                  ///< tools and cache; `own` is filled in for each front end
  std::vector<std::string> operators = {};  ///< only these; empty: all
};

struct ImportFailure {
  std::string subject;  ///< "softmax / _softmax_kernel / f16-1x1024 (cuTile Python)"
  Error error;
};

/// What a person should know of what was imported: two things that contradict each other, and which of them counts.
struct ImportNote {
  std::string subject;  ///< "softmax"
  std::string message;  ///< a clause
  Place place;

  /// "FILE:LINE: message".
  std::string text() const { return Error{ErrorKind::Malformed, message, place, ""}.toString(); }
};

struct ImportSummary {
  std::size_t references = 0;  ///< programs that were exported and read
  std::size_t ports = 0;
  std::size_t pairs = 0;
  std::size_t unpairedReferences = 0;
  std::size_t unpairedPorts = 0;
  std::size_t fromStore = 0;    ///< of all programs, those that were not made anew
  std::size_t programs = 0;     ///< references, ports, and the ports' second exports that locations are carried over from
  std::size_t matched = 0;      ///< ports that the record marks as made to match a reference, and that have one
  std::size_t madeToMatch = 0;  ///< all that the record marks so
  std::vector<ImportFailure> failures;
  std::vector<ImportNote> notes = {};
};

struct ImportProgress {
  std::string what;  ///< "references", "ports", "locations of ports"
  std::size_t done = 0, total = 0;
  std::string text;  ///< what is being done now; may be empty
};

/// Called from several threads, but never by two at once.
using ImportReporter = std::function<void(const ImportProgress &)>;

/// Makes what is not in the store yet, reads and pairs everything, and writes the workspace, its workspace.json last: what is interrupted
/// leaves the earlier workspace or none, and goes on where it was when it is started again. Programs that cannot be made are in
/// the summary and not in the workspace. The error is that nothing could be done: tools or data missing, a folder of somebody else.
Result<ImportSummary> importTilegym(const TilegymRequest &request, const toolchain::FrontEnds &frontEnds, const toolchain::Store &store,
                                    toolchain::RunLog &log, const CancelToken &cancel = {}, const ImportReporter &report = {});

}  // namespace tileport::importer
