// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "importer/commit_operators.h"

#include <algorithm>

#include "importer/source_words.h"

namespace tileport::importer {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kWorkspace = "workspace.json";
constexpr std::string_view kLaunches = "launches.json";
bool isNamed(std::string_view path, std::string_view name) { return nameOf(path) == name; }

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
      return texts->find(path)->second.find(isNamed(path, kWorkspace) ? "tileport-workspace" : "tileport-launches") == std::string::npos;
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

bool holds(std::string_view folder, std::string_view path) {
  return folder.empty() || (path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/');
}

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

}  // namespace tileport::importer
