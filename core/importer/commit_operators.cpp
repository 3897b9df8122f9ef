// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "importer/commit_operators.h"

#include <algorithm>
#include <array>
#include <set>

namespace tileport::importer {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kWorkspace = "workspace.json";
constexpr std::string_view kLaunches = "launches.json";
/// Folders and modules that hold anything: that a source has such a word in it says nothing.
constexpr std::array<std::string_view, 20> kCommonWords{"kernel", "kernels", "reference", "generated", "port",  "src",      "lib",
                                                        "mod",    "main",    "__init__",  "init",      "ops",   "python",   "rust",
                                                        "test",   "tests",   "build",     "self",      "Cargo", "pyproject"};

std::string_view nameOf(std::string_view path) { return path.substr(path.rfind('/') + 1); }

bool isNamed(std::string_view path, std::string_view name) { return nameOf(path) == name; }

std::string_view extensionOf(std::string_view path) {
  const std::string_view name = nameOf(path);
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : name.substr(dot);
}

bool isPython(std::string_view path) { return extensionOf(path) == ".py" || extensionOf(path) == ".pyi"; }
bool isRust(std::string_view path) {
  const std::string_view extension = extensionOf(path);
  return extension == ".rs" || extension == ".toml" || extension == ".lock";
}
/// What can decide what a front end makes of a source that lies elsewhere.
bool isSource(std::string_view path) { return isPython(path) || isRust(path) || isNamed(path, kLaunches); }

/// Whether the folder holds the path, however deep. "" holds everything.
bool holds(std::string_view folder, std::string_view path) {
  return folder.empty() || (path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/');
}

std::string join(const std::string &folder, const std::string &name) {
  if (name.empty()) return {};
  return (folder.empty() ? fs::path(name) : fs::path(folder) / name).lexically_normal().string();
}

/// The deepest folder that holds all of them.
std::string commonFolder(const std::vector<std::string> &paths) {
  if (paths.empty()) return {};
  std::string folder = folderOf(paths.front());
  while (!std::all_of(paths.begin(), paths.end(), [&](const std::string &path) { return holds(folder, path); })) folder = folderOf(folder);
  return folder;
}

bool isWordCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || (c & 0x80) != 0;
}

void addWords(std::string_view text, std::set<std::string, std::less<>> &words) {
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && isWordCharacter(text[end])) ++end;
    if (end > i) words.emplace(text.substr(i, end - i));
    i = end + 1;
  }
}

/// Whether a line may name another file. Operators speak of one another in comments.
bool isImporting(std::string_view line) {
  constexpr std::array<std::string_view, 8> kWords{"import", "from ", "use ", "mod ", "include", "path", "open(", "load_module"};
  return std::any_of(kWords.begin(), kWords.end(), [&](std::string_view word) { return line.find(word) != std::string_view::npos; });
}

void addFile(CommitOperator &op, const std::string &path, bool isSourceFile = false) {
  if (path.empty()) return;
  op.files.push_back(path);
  if (isSourceFile) op.sources.push_back(path);
}

void addSide(CommitOperator &op, const std::string &what, const workspace::SideFiles &files) {
  const CommittedSide side = committedSide(op.manifest, files);
  for (const std::string *path : {&side.program, &side.launch, &side.locations}) addFile(op, *path);
  addFile(op, side.source, true);
  op.shape += what + "\n";
  for (const std::string &each : {side.program, side.source, side.launch, side.locations, files.frontEnd, files.locationsFrontEnd})
    op.shape += "  " + each + "\n";
}

CommitOperator committedOperator(const std::string &manifest, const workspace::Workspace &workspace, const workspace::Operator &given) {
  CommitOperator op{.manifest = manifest, .name = given.name};
  for (const workspace::Variant &variant : given.variants) {
    addSide(op, "reference of " + variant.name, variant.reference);
    addSide(op, "port of " + variant.name, variant.port);
  }
  for (const workspace::Unpaired &unpaired : given.unpaired)
    addSide(op, (unpaired.side == workspace::Side::Port ? "port alone " : "reference alone ") + unpaired.name, unpaired.files);
  op.folder = commonFolder(op.files);
  // In a workspace whose operators lie side by side in one folder, that is nobody's own.
  if (op.folder == folderOf(manifest)) op.folder.clear();
  addFile(op, join(folderOf(manifest), workspace.pairingName));
  return op;
}

CommitOperator launchedOperator(const std::string &manifest, const OperatorLaunches &launches, const fs::path &folder) {
  CommitOperator op{.manifest = manifest, .name = launches.name, .folder = folderOf(manifest), .isLaunched = true};
  addFile(op, manifest);
  for (const fs::path *source : {&launches.referenceSource, &launches.portSource})
    if (!source->empty()) addFile(op, source->lexically_relative(folder).lexically_normal().string(), true);
  return op;
}

/// Writes the manifests, reads them, and then writes what they name as well.
class Reading {
 public:
  Reading(const CommitTree &tree, const fs::path &folder) : tree_(tree), folder_(folder) {}

  Result<CommitOperators> run() {
    std::vector<std::string> manifests;
    for (const auto &[path, file] : tree_.files())
      if (isNamed(path, kWorkspace) || isNamed(path, kLaunches)) manifests.push_back(path);
    const auto texts = tree_.contents(manifests);
    if (!texts) return texts.error();
    std::erase_if(manifests, [&](const std::string &path) {
      return texts->find(path)->second.find(isNamed(path, kWorkspace) ? "tileport-workspace/" : "tileport-launches/") == std::string::npos;
    });
    // What they name is known only when they are read, and a folder never holds more than is wanted in it.
    const fs::path first = folder_.string() + ".manifests";
    if (auto written = tree_.writeTo(first, manifests); !written) return written.error();
    readAll(first, manifests);
    std::vector<std::string> wanted = manifests;
    for (const CommitOperator &op : made_.operators) wanted.insert(wanted.end(), op.files.begin(), op.files.end());
    if (auto written = tree_.writeTo(folder_, wanted); !written) return written.error();
    readAll(folder_, manifests);
    return std::move(made_);
  }

 private:
  void readAll(const fs::path &folder, const std::vector<std::string> &manifests) {
    made_ = {};
    for (const std::string &path : manifests) isNamed(path, kWorkspace) ? readWorkspace(folder, path) : readLaunches(folder, path);
  }

  void readWorkspace(const fs::path &folder, const std::string &path) {
    auto opened = workspace::openWorkspace(folder / path);
    if (opened) {
      for (const workspace::Operator &op : (*opened)->operators) made_.operators.push_back(committedOperator(path, **opened, op));
    }
    made_.workspaces.emplace(path, std::move(opened));
  }

  void readLaunches(const fs::path &folder, const std::string &path) {
    auto read = readOperatorLaunches((folder / path).parent_path());
    if (!read) {
      made_.launches.emplace(path, read.error());
      return;
    }
    made_.operators.push_back(launchedOperator(path, read->front(), folder));
    made_.launches.emplace(path, std::move(read->front()));
  }

  const CommitTree &tree_;
  const fs::path &folder_;
  CommitOperators made_;
};

}  // namespace

std::string folderOf(const std::string &path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash);
}

CommittedSide committedSide(const std::string &manifest, const workspace::SideFiles &files) {
  const std::string folder = folderOf(manifest);
  return {join(folder, files.programName), join(folder, files.sourceName), join(folder, files.launchName),
          join(folder, files.locationsName)};
}

const CommitOperator *CommitOperators::find(const CommitOperator &like) const {
  const auto found = std::find_if(operators.begin(), operators.end(),
                                  [&](const CommitOperator &op) { return op.manifest == like.manifest && op.name == like.name; });
  return found == operators.end() ? nullptr : &*found;
}

Result<CommitOperators> readCommitOperators(const CommitTree &tree, const fs::path &folder) { return Reading(tree, folder).run(); }

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
    if (isPython(side.source)) return isPython(path);
    if (isRust(side.source)) return isRust(path);
    return isSource(path);
  };
  std::vector<std::string> sources;
  for (const std::string &path : paths_) {
    if (path == side.source || path == side.launch || (mayBeSource(path) && ofLanguage(path) && reaches(path, op))) sources.push_back(path);
  }
  return sources;
}

bool CommitChanges::mayBeSource(const std::string &path) const { return isSource(path) || hidden_.contains(path); }

/// Rather one too many than one missed: a front end may read any file that its sources name.
bool CommitChanges::reaches(const std::string &path, const CommitOperator &op) const {
  if (!op.folder.empty() && holds(op.folder, path)) return op.isLaunched || mayBeSource(path);
  if (!mayBeSource(path)) return false;
  // launches.json is of its own operator alone.
  if (isNamed(path, kLaunches)) return false;
  const std::string folder = folderOf(path);
  const std::string place = op.folder.empty() ? folderOf(op.sources.empty() ? op.manifest : op.sources.front()) : op.folder;
  const CommitOperator *owner = ownerOf(path);
  // Above it, or beside it: what all operators of a folder share. Submodules at the top are mostly something else.
  const bool isAbove = folder == place || holds(folder, place), isBeside = holds(folderOf(place), path);
  if (!owner && (isAbove || isBeside) && !(folder.empty() && hidden_.contains(path))) return true;
  return mentions(owner ? wordsOf(op).importing : wordsOf(op).all, path);
}

/// The operator in whose own folder the path lies.
const CommitOperator *CommitChanges::ownerOf(const std::string &path) const {
  for (const CommitOperators *operators : {&after_, &before_})
    for (const CommitOperator &op : operators->operators)
      if (!op.folder.empty() && holds(op.folder, path)) return &op;
  return nullptr;
}

/// Whether the name of the file, or of a folder that it lies in, is one of the words, as it would be of an import.
bool CommitChanges::mentions(const std::set<std::string, std::less<>> &words, const std::string &path) {
  std::string_view rest = path;
  rest.remove_suffix(extensionOf(path).size());
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('/'), rest.size());
    const std::string_view word = rest.substr(0, end);
    const bool common = std::find(kCommonWords.begin(), kCommonWords.end(), word) != kCommonWords.end();
    if (word.size() > 1 && !common && words.contains(word)) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

const CommitChanges::Words &CommitChanges::wordsOf(const CommitOperator &op) const {
  const auto [found, isNew] = words_.try_emplace(&op);
  if (!isNew) return found->second;
  for (const CommitTree *tree : {&base_, &head_}) {
    const auto contents = tree->contents(op.sources);
    if (!contents) continue;
    for (const auto &[source, content] : *contents) {
      addWords(content, found->second.all);
      for (std::string_view rest = content; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        if (isImporting(rest.substr(0, end))) addWords(rest.substr(0, end), found->second.importing);
        rest.remove_prefix(std::min(end + 1, rest.size()));
      }
    }
  }
  return found->second;
}

}  // namespace tileport::importer
