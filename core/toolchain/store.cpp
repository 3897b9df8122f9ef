// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "toolchain/store.h"

#include <nlohmann/json.hpp>
#include <system_error>

#include "support/file.h"

namespace tileport::toolchain {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

// An entry is a JSON object beside others by the hash of its request, and names the program by the hash of its bytes:
//   entries/ab/abcd....json  {"schema", "program", "symbol", "front_end", "dependencies": [[path, hash]]}
//   objects/ef/ef01...
constexpr const char *kSchema = "tileport-store/1";
constexpr std::uint64_t kLargestEntry = std::uint64_t{4} << 20;
constexpr std::uint64_t kLargestProgram = std::uint64_t{256} << 20;

Error cannotMake(const fs::path &folder, const std::error_code &failure) {
  return {ErrorKind::CannotRead,
          "the folder for kept programs cannot be made: " + failure.message(),
          {.file = folder.string()},
          "Set XDG_CACHE_HOME to a folder that can be written."};
}

/// Absent when one of them is not what it was.
bool areUnchanged(const json &dependencies, FileHashes &hashes) {
  for (const json &dependency : dependencies) {
    if (hashes.of(dependency.at(0).get<std::string>()) != dependency.at(1).get<std::string>()) return false;
  }
  return true;
}

Result<void> putInto(const fs::path &file, std::string_view content) {
  std::error_code failure;
  fs::create_directories(file.parent_path(), failure);
  if (failure) return cannotMake(file.parent_path(), failure);
  return replaceFile(file, content);
}

}  // namespace

Result<Store> Store::open(fs::path folder) {
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (failure) return cannotMake(folder, failure);
  return Store(std::move(folder));
}

fs::path Store::entryOf(const std::string &request) const { return folder_ / "entries" / request.substr(0, 2) / (request + ".json"); }
fs::path Store::objectOf(const std::string &hash) const { return folder_ / "objects" / hash.substr(0, 2) / hash; }

std::optional<StoredProgram> Store::find(const std::string &request, FileHashes &hashes) const {
  const Result<std::string> text = readFile(entryOf(request), kLargestEntry);
  if (!text) return std::nullopt;
  try {
    const json entry = json::parse(*text);
    if (entry.at("schema") != kSchema || !areUnchanged(entry.at("dependencies"), hashes)) return std::nullopt;
    const auto hash = entry.at("program").get<std::string>();
    if (hash.size() != 64 || hash.find_first_not_of("0123456789abcdef") != std::string::npos) return std::nullopt;
    Result<std::string> bytes = readFile(objectOf(hash), kLargestProgram);
    if (!bytes || contentHash(*bytes) != hash) return std::nullopt;
    return StoredProgram{std::move(*bytes), entry.at("symbol").get<std::string>(), entry.at("front_end").get<std::string>()};
  } catch (const json::exception &) {
    return std::nullopt;  // cut off or not ours: made again
  }
}

Result<void> Store::keep(const std::string &request, const StoredProgram &program, const std::vector<Dependency> &dependencies) const {
  const std::string hash = contentHash(program.bytes);
  json list = json::array();
  for (const auto &[path, content] : dependencies) list.push_back({path.string(), content});
  const json entry{{"schema", kSchema},
                   {"program", hash},
                   {"symbol", program.symbol},
                   {"front_end", program.frontEnd},
                   {"dependencies", std::move(list)}};
  // The entry last: it never names what is not there yet.
  if (auto kept = putInto(objectOf(hash), program.bytes); !kept) return kept;
  return putInto(entryOf(request), entry.dump(-1, ' ', false, json::error_handler_t::replace));
}

}  // namespace tileport::toolchain
