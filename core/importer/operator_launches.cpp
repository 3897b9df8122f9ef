// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "importer/operator_launches.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>

#include "support/file.h"

namespace tileport::importer {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr const char *kFile = "launches.json";
constexpr const char *kSchema = "tileport-launches/1";
constexpr std::uint64_t kLargestFile = std::uint64_t{64} << 20;
constexpr const char *kAdvice = "docs/launches.md says where the members are described.";

/// Reads one file and stops at the first error.
class Reader {
 public:
  explicit Reader(const fs::path &file) : file_(file) {}

  Result<OperatorLaunches> read() {
    const Result<std::string> text = readFile(file_, kLargestFile);
    if (!text) return text.error();
    json root;
    try {
      root = json::parse(*text);
    } catch (const json::parse_error &error) {
      return errorAt(*text, error.byte, error.what());
    }
    OperatorLaunches launches;
    if (!root.is_object()) fail("the file", "is no object");
    if (text_(root, "schema") != kSchema && !failed_) fail("schema", "is not \"" + std::string(kSchema) + "\"");
    launches.name = name(root, "operator");
    const json reference = object(root, "reference"), port = object(root, "port");
    if (!reference.is_null()) launches.referenceSource = source(reference, "reference.source");
    if (!port.is_null()) {
      launches.portSource = source(port, "port.source");
      launches.portFrontEnd = text_(port, "front_end", "port.");
    }
    readVariants(root, reference, port, launches);
    if (failed_) return std::move(error_);
    return launches;
  }

 private:
  void readVariants(const json &root, const json &reference, const json &port, OperatorLaunches &launches) {
    const json variants = member(root, "variants");
    if (!variants.is_array()) return fail("variants", "is no array");
    std::set<std::string> names;
    for (std::size_t i = 0; i < variants.size() && !failed_; ++i) {
      const std::string path = "variants[" + std::to_string(i) + "]";
      if (!variants[i].is_object()) return fail(path, "is no object");
      LaunchedVariant variant{.name = name(variants[i], "name", path + ".")};
      if (!names.insert(variant.name).second) fail(path + ".name", "\"" + variant.name + "\" is used twice");
      variant.reference = launchOf(variants[i], "reference", reference, path);
      variant.port = launchOf(variants[i], "port", port, path);
      if (variant.reference.empty() && variant.port.empty()) fail(path, "has neither a reference nor a port");
      launches.variants.push_back(std::move(variant));
    }
  }

  /// The launch with what the operator says of the whole side: kernel, module.
  std::string launchOf(const json &variant, const char *side, const json &whole, const std::string &path) {
    const json given = object(variant, side, path + ".");
    if (given.is_null() || failed_) return "";
    if (whole.is_null()) {
      fail(path + "." + side, "has nothing to be launched: the operator names no " + std::string(side));
      return "";
    }
    json launch = whole;
    launch.erase("source");
    launch.erase("front_end");
    launch.update(given);
    return launch.dump(-1, ' ', false, json::error_handler_t::replace);
  }

  static json member(const json &owner, const char *which) { return owner.is_object() ? owner.value(which, json()) : json(); }

  /// Null when it is not there.
  json object(const json &owner, const char *which, const std::string &path = {}) {
    json found = member(owner, which);
    if (!found.is_null() && !found.is_object()) fail(path + which, "is no object");
    return found;
  }

  std::string text_(const json &owner, const char *which, const std::string &path = {}) {
    const json found = member(owner, which);
    if (found.is_string()) return found.get<std::string>();
    fail(path + which, found.is_null() ? "is missing" : "is no text");
    return "";
  }

  std::string name(const json &owner, const char *which, const std::string &path = {}) {
    std::string found = text_(owner, which, path);
    if (!failed_ && found.empty()) fail(path + which, "is empty");
    return found;
  }

  /// Below the operator's folder.
  fs::path source(const json &owner, const std::string &path) {
    const std::string written = text_(owner, "source", path.substr(0, path.find('.') + 1));
    if (failed_) return {};
    const fs::path relative = fs::path(written).lexically_normal();
    if (written.empty() || relative.is_absolute() || *relative.begin() == "..")
      fail(path, "\"" + written + "\" leaves the operator's folder");
    return fs::absolute(file_.parent_path() / relative);
  }

  void fail(const std::string &member, const std::string &what) {
    if (failed_) return;
    failed_ = true;
    error_ = {ErrorKind::Malformed, member + " " + what, {.file = file_.string()}, kAdvice};
  }

  Error errorAt(const std::string &text, std::size_t byte, const std::string &what) const {
    const std::size_t end = std::min(byte, text.size());
    const auto line = static_cast<std::uint32_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), '\n') + 1);
    return {ErrorKind::Malformed, "not JSON: " + what.substr(what.find(": ") + 2), {.file = file_.string(), .line = line}, ""};
  }

  const fs::path &file_;
  bool failed_ = false;
  Error error_;
};

std::vector<fs::path> findFiles(const fs::path &folder) {
  std::error_code failure;
  if (fs::is_regular_file(folder / kFile, failure)) return {folder / kFile};
  std::vector<fs::path> files;
  for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end; entry.increment(failure)) {
    std::error_code ignored;
    if (fs::is_regular_file(entry->path() / kFile, ignored)) files.push_back(entry->path() / kFile);
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

Result<std::vector<OperatorLaunches>> readOperatorLaunches(const fs::path &folder) {
  const std::vector<fs::path> files = findFiles(folder);
  if (files.empty())
    return Error{ErrorKind::CannotRead, "there is no launches.json in it or in a folder of it", {.file = folder.string()}, kAdvice};
  std::vector<OperatorLaunches> operators;
  for (const fs::path &file : files) {
    Result<OperatorLaunches> read = Reader(file).read();
    if (!read) return read.error();
    const auto sameName = [&](const OperatorLaunches &other) { return other.name == read->name; };
    if (std::any_of(operators.begin(), operators.end(), sameName))
      return Error{
          ErrorKind::Malformed, "operator \"" + read->name + "\" is there twice", {.file = file.string()}, "Give each its own name."};
    operators.push_back(std::move(*read));
  }
  return operators;
}

}  // namespace tileport::importer
