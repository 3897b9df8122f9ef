// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QtCore/QObject>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <system_error>
#include <tuple>

#include "plugin/front_end.h"
#include "support/file.h"

namespace tileport::plugin {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr std::uint64_t kLargestMetadata = std::uint64_t{1} << 20;
constexpr std::uint64_t kLargestTtir = std::uint64_t{64} << 20;
constexpr std::size_t kMostPrograms = 100'000;

/// A number or a text as it is read; empty for anything else.
std::string wordOf(const json &value) {
  if (value.is_string()) return value.get<std::string>();
  return value.is_number_integer() || value.is_boolean() ? value.dump() : std::string();
}

/// "cuda:100" of {"backend": "cuda", "arch": 100, ...}, or the text.
std::string targetOf(const json &target) {
  if (!target.is_object()) return wordOf(target);
  const std::string backend = wordOf(target.value("backend", json())), arch = wordOf(target.value("arch", json()));
  return backend.empty() || arch.empty() ? backend + arch : backend + ":" + arch;
}

/// What tells compilations of one kernel apart: "num_ctas=1 num_stages=3 num_warps=4 target=cuda:100".
std::string variantOf(const fs::path &metadata) {
  const Result<std::string> text = readFile(metadata, kLargestMetadata);
  const json object = text ? json::parse(*text, nullptr, false) : json();
  if (!object.is_object()) return "";
  std::string variant;
  for (const char *name : {"num_ctas", "num_stages", "num_warps", "target"}) {
    const auto member = object.find(name);
    if (member == object.end()) continue;
    const std::string word = member.key() == "target" ? targetOf(*member) : wordOf(*member);
    if (!word.empty()) variant += (variant.empty() ? "" : " ") + std::string(name) + "=" + word;
  }
  return variant;
}

/// The first Python file that a location of the text names: #loc = loc("/kernels/softmax.py":12:0). Empty when it is not there any more.
fs::path sourceOf(const fs::path &ttir) {
  const Result<std::string> text = readFile(ttir, kLargestTtir);
  if (!text) return {};
  constexpr std::string_view kLocation = "loc(\"", kEnding = ".py\":";
  for (std::size_t at = text->find(kLocation); at != std::string::npos; at = text->find(kLocation, at + 1)) {
    const std::size_t begin = at + kLocation.size(), end = text->find('"', begin);
    if (end == std::string::npos || end < begin + 3 || text->compare(end - 3, kEnding.size(), kEnding) != 0) continue;
    const fs::path source = text->substr(begin, end - begin);
    std::error_code ignored;
    return source.is_absolute() && fs::is_regular_file(source, ignored) ? source : fs::path();
  }
  return {};
}

void collectFrom(const fs::path &folder, std::vector<FoundProgram> &found) {
  std::error_code failure;
  for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end && found.size() < kMostPrograms;
       entry.increment(failure)) {
    const fs::path &file = entry->path();
    std::error_code ignored;
    if (file.extension() != ".tileIR" || !entry->is_regular_file(ignored)) continue;
    const auto beside = [&](const char *extension) { return fs::path(file).replace_extension(extension); };
    FoundProgram program{.kernel = file.stem().string(), .variant = variantOf(beside(".json")), .program = file};
    // Two compilations may differ in what the metadata does not tell: argument types.
    program.variant += (program.variant.empty() ? "" : " ") + folder.filename().string().substr(0, 8);
    program.source = sourceOf(beside(".ttir"));
    program.title = "Triton (Tile IR back end)";
    program.note = "the back end strips debug info, so no op has a place in the source";
    found.push_back(std::move(program));
  }
}

}  // namespace

/// Triton's Tile IR back end: nothing is run, its cache is read.
class TritonTileir : public QObject, public FrontEnd {
  Q_OBJECT
  Q_PLUGIN_METADATA(IID TILEPORT_FRONT_END_IID)
  Q_INTERFACES(tileport::plugin::FrontEnd)

 public:
  FrontEndInfo info() const override { return {"triton_tileir", "Triton (Tile IR back end)", Side::Reference, {".py"}}; }
  std::vector<Tool> tools(Host &) const override { return {}; }
  Result<Driver> driver(Host &) const override {
    return Error{ErrorKind::Unsupported, "Triton's Tile IR back end is not run by Tileport", {}, "Import what it left in Triton's cache."};
  }

  Result<std::vector<FoundProgram>> collect(const fs::path &folder, const CancelToken &cancel) const override {
    std::error_code failure;
    if (!fs::is_directory(folder, failure))
      return Error{ErrorKind::CannotRead, "there is no such folder", {.file = folder.string()}, "Name Triton's cache, TRITON_CACHE_DIR."};
    std::vector<FoundProgram> found;
    collectFrom(folder, found);
    for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end; entry.increment(failure)) {
      if (cancel.cancelled()) return Error{ErrorKind::Cancelled, "reading the cache was cancelled", {}, ""};
      std::error_code ignored;
      if (entry->is_directory(ignored)) collectFrom(entry->path(), found);
    }
    std::sort(found.begin(), found.end(), [](const FoundProgram &a, const FoundProgram &b) {
      return std::tie(a.kernel, a.variant, a.program) < std::tie(b.kernel, b.variant, b.program);
    });
    return found;
  }
};

}  // namespace tileport::plugin

#include "front_end.moc"
