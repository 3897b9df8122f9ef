// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "support/result.h"
#include "toolchain/content_hash.h"

/// Programs that were made once and need not be made again: kept by the content of everything that they depend on.
namespace tileport::toolchain {

struct StoredProgram {
  std::string bytes;     ///< bytecode
  std::string symbol;    ///< of the entry, as the front end names it; may be empty
  std::string frontEnd;  ///< "cuTile Python 1.7.0"
};

/// A file and the hash of the content that a program was made from.
using Dependency = std::pair<std::filesystem::path, std::string>;

/// A folder of programs. Several processes may use it at once; one that is killed midway leaves nothing that is read as a program.
class Store {
 public:
  /// Makes the folder where it is missing. Errors name the folder.
  static Result<Store> open(std::filesystem::path folder);

  /// The program that was kept for the request if every dependency still has the content that it was made from. Absent also for
  /// what is damaged.
  std::optional<StoredProgram> find(const std::string &request, FileHashes &hashes) const;

  /// `request` is a hash of everything that is asked for, the tools included.
  Result<void> keep(const std::string &request, const StoredProgram &program, const std::vector<Dependency> &dependencies) const;

 private:
  explicit Store(std::filesystem::path folder) : folder_(std::move(folder)) {}
  std::filesystem::path entryOf(const std::string &request) const;
  std::filesystem::path objectOf(const std::string &hash) const;

  std::filesystem::path folder_;
};

}  // namespace tileport::toolchain
