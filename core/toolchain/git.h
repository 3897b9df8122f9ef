// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"
#include "toolchain/runner.h"

/// Commits of a git repository, read by the git program. The repository may come from anyone: nothing of it is changed, and nothing that
/// it says is run (docs/review-range.md says how).
namespace tileport::toolchain {

struct GitFile {
  enum class Kind : std::uint8_t { File, Link, Submodule };
  Kind kind = Kind::File;
  std::string path;                   ///< from the top folder, with '/'; any bytes but NUL
  std::string id;                     ///< of its content, by which equal contents are equal
  std::optional<std::uint64_t> size;  ///< absent: the repository does not have the content (a partial clone), or it is a submodule
};

/// Called with one wanted file after the other. An error ends the reading.
using GitContentReader = std::function<Result<void>(const GitFile &file, std::string_view content)>;

class GitRepository {
 public:
  /// `folder`: a checkout, a folder in one, or a bare repository. `own`: an existing folder of ours, in which a repository without any
  /// settings is made that borrows the objects. `runner` must outlive it. Errors say what git said.
  static Result<GitRepository> open(const std::filesystem::path &folder, const std::filesystem::path &own, Runner &runner);

  /// Whether a commit, by its full hash, has parents, be they in the repository or not.
  Result<bool> namesParents(const std::string &commit) const;
  /// The commit that a name means ("main", "v1.0~2", an abbreviated hash), in full. The part before '~' and '^' is looked up in
  /// the repository, the rest in its objects.
  Result<std::string> commit(const std::string &name) const;
  Result<std::string> mergeBase(const std::string &commit, const std::string &other) const;

  /// Every file of a commit, sorted by path.
  Result<std::vector<GitFile>> files(const std::string &commit) const;

  /// The contents of files and links, of which the repository must have each (`size`), a part of them at a time in memory.
  Result<void> read(const std::vector<GitFile> &files, const GitContentReader &reader) const;

 private:
  GitRepository(std::filesystem::path folder, std::filesystem::path own, Runner &runner)
      : folder_(std::move(folder)), own_(std::move(own)), runner_(&runner) {}

  Result<std::string> ask(std::vector<std::string> arguments) const;
  Result<std::string> askOwn(std::vector<std::string> arguments, std::string_view input = {},
                             std::size_t most = std::size_t{1} << 30) const;
  Result<std::string> run(plugin::ProcessCall call) const;
  Result<void> makeOwn() const;

  std::filesystem::path folder_, own_;
  Runner *runner_;
};

}  // namespace tileport::toolchain
