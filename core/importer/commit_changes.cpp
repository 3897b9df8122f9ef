// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "importer/commit_changes.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

namespace tileport::importer {

namespace {

constexpr std::string_view kLaunches = "launches.json";
/// A source that is larger was written by a machine, and imports nothing.
constexpr std::uint64_t kLargestSource = std::uint64_t{4} << 20;
constexpr std::uint64_t kMostSources = std::uint64_t{256} << 20;

bool isNamed(std::string_view path, std::string_view name) { return nameOf(path) == name; }

/// What says which versions of packages and of Rust are used.
bool pinsPython(std::string_view path) {
  const std::string_view name = nameOf(path);
  const bool isList =
      (name.starts_with("requirements") || name.starts_with("constraints")) && (name.ends_with(".txt") || name.ends_with(".in"));
  constexpr std::array<std::string_view, 8> kNames{"setup.cfg", "Pipfile",     "Pipfile.lock",   "environment.yml",
                                                   "uv.lock",   "poetry.lock", "pyproject.toml", ".python-version"};
  return isList || std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

bool isPython(std::string_view path) { return extensionOf(path) == ".py" || extensionOf(path) == ".pyi" || pinsPython(path); }
bool isRust(std::string_view path) {
  const std::string_view extension = extensionOf(path);
  return !pinsPython(path) && (extension == ".rs" || extension == ".toml" || extension == ".lock" || isNamed(path, "rust-toolchain"));
}
/// What can decide what a front end makes of a source that lies elsewhere.
bool isSource(std::string_view path) { return isPython(path) || isRust(path) || isNamed(path, kLaunches); }
/// What imports others.
bool isCode(std::string_view path) {
  const std::string_view extension = extensionOf(path);
  return extension == ".py" || extension == ".pyi" || extension == ".rs";
}
/// What is read for people, and by no front end unless a source names it.
bool isProse(std::string_view path) {
  constexpr std::array<std::string_view, 4> kEndings{".md", ".rst", ".adoc", ".png"};
  return std::find(kEndings.begin(), kEndings.end(), extensionOf(path)) != kEndings.end();
}
/// A program is compared, and is the source of no other.
bool isProgram(std::string_view path) { return extensionOf(path) == ".tileirbc" || extensionOf(path) == ".cubin"; }

}  // namespace

CommitChanges::CommitChanges(const CommitTree &base, const CommitTree &head, const CommitOperators &before, const CommitOperators &after)
    : base_(base), head_(head), before_(before), after_(after) {
  for (const auto &[path, file] : base.files())
    if (head.idOf(path) != file.id) paths_.push_back(path);
  for (const auto &[path, file] : head.files())
    if (!base.find(path)) paths_.push_back(path);
  // What lies behind links and in submodules is not seen, but that they changed is.
  for (const auto &[path, id] : base.hidden())
    if (const auto now = head.hidden().find(path); now == head.hidden().end() || now->second != id) hidden_.insert(path);
  for (const auto &[path, id] : head.hidden())
    if (!base.hidden().contains(path)) hidden_.insert(path);
  // Of a link to a folder of the commit, what lies there is seen.
  const std::vector<std::string> files = paths_;
  for (const CommitTree *tree : {&base, &head})
    for (const auto &[link, folder] : tree->folderLinks())
      if (std::any_of(files.begin(), files.end(), [&](const std::string &path) { return !isProgram(path) && holds(folder, path); }))
        hidden_.insert(link);
  for (const std::string &path : hidden_)
    if (!base.find(path) && !head.find(path)) paths_.push_back(path);
  std::sort(paths_.begin(), paths_.end());
}

std::vector<std::string> CommitChanges::reasons(const CommitOperator &op) const {
  std::vector<std::string> reasons;
  const CommitOperator *earlier = before_.find(op);
  if (!earlier) reasons.push_back("it is new");
  else if (earlier->shape != op.shape) reasons.push_back("its entry in " + op.manifest + " changed");
  const std::set<std::string, std::less<>> own(op.files.begin(), op.files.end());
  for (const std::string &path : paths_) {
    const auto has = [&](const CommitTree &tree) { return tree.find(path) || tree.hidden().contains(path); };
    const char *how = has(head_) ? (has(base_) ? " changed" : " was added") : " was removed";
    if (own.contains(path)) reasons.push_back(path + how);
    else if (reaches(path, op)) reasons.push_back(path + how + ", which it may use");
  }
  for (const std::string &path : own)
    if (head_.hides(path)) reasons.push_back(path + " lies behind a link or in a submodule, which are not followed");
  return reasons;
}

std::vector<std::string> CommitChanges::sourcesOf(const CommitOperator &op, const CommittedSide &side) const {
  const auto ofLanguage = [&](const std::string &path) {
    if (hidden_.contains(path)) return true;
    if (isNamed(path, kLaunches)) return holds(op.folder, path) && !op.folder.empty();
    if (isPython(side.source)) return !isRust(path);
    if (isRust(side.source)) return !isPython(path);
    return true;
  };
  std::vector<std::string> sources;
  for (const std::string &path : paths_) {
    if (path == side.source || path == side.launch ||
        (isProgram(path) ? false : ofLanguage(path) && (mayBeSource(path) ? reaches(path, op) : names(path, op))))
      sources.push_back(path);
  }
  return sources;
}

bool CommitChanges::mayBeSource(const std::string &path) const { return isSource(path) || hidden_.contains(path); }

/// Rather one too many than one missed: a front end may read any file that its sources name.
bool CommitChanges::reaches(const std::string &path, const CommitOperator &op) const {
  const bool isOwn = !op.folder.empty() && holds(op.folder, path);
  if (isOwn && (mayBeSource(path) || (op.isLaunched && !isProse(path)))) return true;
  // launches.json is of its own operator alone.
  if (isNamed(path, kLaunches)) return false;
  if (isOwn || !mayBeSource(path)) return !isProgram(path) && names(path, op);
  const std::string folder = folderOf(path);
  std::set<std::string> places;
  if (!op.folder.empty()) places.insert(op.folder);
  else if (op.sources.empty()) places.insert(folderOf(op.manifest));
  else
    for (const std::string &source : op.sources) places.insert(folderOf(source));
  // Above it, or beside it: what all operators of a folder share. Submodules at the top are mostly something else.
  const bool isNear = std::any_of(places.begin(), places.end(), [&](const std::string &place) {
    return folder == place || holds(folder, place) || holds(folderOf(place), path);
  });
  if (!ownerOf(path) && isNear && !(folder.empty() && hidden_.contains(path))) return true;
  return names(path, op);
}

/// Whether the operator's sources, or what they import, may name the file.
bool CommitChanges::names(const std::string &path, const CommitOperator &op) const {
  const SourceWords &words = wordsOf(op);
  return (importsAreCut_ && isSource(path)) || mentions(words, path, mayBeSource(path), ownerOf(path) != nullptr);
}

/// The operator in whose own folder the path lies.
const CommitOperator *CommitChanges::ownerOf(const std::string &path) const {
  for (const CommitOperators *operators : {&after_, &before_})
    for (const CommitOperator &op : operators->operators)
      if (!op.folder.empty() && holds(op.folder, path)) return &op;
  return nullptr;
}

const SourceWords &CommitChanges::wordsOf(const CommitOperator &op) const {
  const auto [found, isNew] = words_.try_emplace(&op);
  if (!isNew) return found->second;
  for (const CommitTree *tree : {&base_, &head_}) {
    const auto contents = tree->contents(op.sources);
    if (!contents) continue;
    for (const auto &[source, content] : *contents) found->second.add(content);
  }
  follow(op, found->second);
  return found->second;
}

/// What the sources import may import in turn.
void CommitChanges::follow(const CommitOperator &op, SourceWords &words) const {
  if (!imports_) {
    imports_.emplace();
    std::uint64_t bytes = 0;
    for (const CommitTree *tree : {&base_, &head_}) {
      std::vector<std::string> paths;
      for (const auto &[path, file] : tree->files()) {
        const std::uint64_t size = file.size.value_or(0);
        if (!isCode(path) || size > kLargestSource || (tree == &head_ && base_.idOf(path) == file.id)) continue;
        bytes += size;
        paths.push_back(path);
      }
      importsAreCut_ = bytes > kMostSources;
      if (importsAreCut_) return;
      const auto read = tree->read(paths, [&](const std::string &path, std::string_view content) {
        SourceWords all;
        all.add(content);
        (*imports_)[path].addImports(all);
      });
      importsAreCut_ = !read;
      if (importsAreCut_) return;
    }
  }
  std::set<std::string_view> followed(op.sources.begin(), op.sources.end());
  for (bool more = true; std::exchange(more, false);) {
    for (const auto &[path, imports] : *imports_) {
      if (followed.contains(path) || !importsFile(words, path)) continue;
      followed.insert(path);
      words.addImports(imports);
      more = true;
    }
  }
}

}  // namespace tileport::importer
