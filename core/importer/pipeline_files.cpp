// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "importer/pipeline_files.h"

#include <algorithm>
#include <string_view>

namespace tileport::importer {

namespace fs = std::filesystem;

namespace {

using Kind = TreeEntry::Kind;

constexpr std::string_view kCanonical = "_canon";

/// "fwd" of "generated_fwd", "" of "generated". Nothing for what begins otherwise or ends in "_".
std::optional<std::string> variantOf(std::string_view stem, std::string_view begin) {
  if (!stem.starts_with(begin)) return std::nullopt;
  stem.remove_prefix(begin.size());
  if (stem.empty()) return std::string();
  if (stem.size() < 2 || stem.front() != '_') return std::nullopt;
  return std::string(stem.substr(1));
}

bool isProgramName(const fs::path &name) {
  const fs::path extension = name.extension();
  return extension == ".mlir" || extension == ".tileirbc" || extension == ".cubin";
}

class Finder {
 public:
  Finder(const Tree &tree, const std::vector<std::string> &variants, PipelineOperator &into)
      : tree_(tree), variants_(variants), into_(into) {}

  PipelineFiles find() {
    each("reference", &Finder::reference);
    each("generated", &Finder::port);
    return std::move(files_);
  }

 private:
  using Handler = void (Finder::*)(const fs::path &name, const fs::path &file);

  void each(const char *folder, Handler handler) {
    const TreeEntry entry = tree_.look(into_.folder, folder);
    const fs::path place = into_.folder / folder;
    if (entry.kind == Kind::Missing) return note(place, "is not there");
    if (entry.kind != Kind::Folder) return refuse(place, entry.kind);
    const auto names = Tree::names(entry.path);
    if (!names) {
      Error error = names.error();
      error.place.file = tree_.shown(place);
      into_.failures.push_back({into_.name, std::move(error)});
      return;
    }
    for (const std::string &name : *names) {
      if (isProgramName(name)) take(place / name, handler, folder);
    }
  }

  void take(const fs::path &place, Handler handler, const char *folder) {
    const TreeEntry entry = tree_.look(place.parent_path(), place.filename());
    if (entry.kind == Kind::Missing) return note(place, "is a link to nothing");
    if (entry.kind != Kind::File) return refuse(place, entry.kind);
    // A reference that is its own port would be found the same.
    if (!liesIn(entry.path, into_.folder, folder)) {
      into_.failures.push_back({into_.name,
                                {ErrorKind::Unsupported,
                                 "leads to " + tree_.shown(entry.path) + ", which is not in " + folder + "/, and is passed over",
                                 {.file = tree_.shown(place)},
                                 "Put a copy of the file there."}});
      return;
    }
    (this->*handler)(place.filename(), entry.path);
  }

  void reference(const fs::path &name, const fs::path &file) {
    const auto variant = variantOf(name.stem().string(), "reference");
    if (variant && name.extension() == ".mlir") {
      files_.references.emplace(*variant, file);
    } else {
      note(into_.folder / "reference" / name,
           "has no name of the pipeline, which is reference.mlir or reference_VARIANT.mlir, and is passed over");
    }
  }

  void port(const fs::path &name, const fs::path &file) {
    const std::string stem = name.stem().string();
    const bool isText = name.extension() == ".mlir";
    if (isText && stem.starts_with("fail_")) return;  // of one configuration that failed, for the diagnosis
    auto variant = variantOf(stem, "generated");
    if (!variant || name.extension() == ".cubin")
      return note(into_.folder / "generated" / name,
                  "has no name of the pipeline, which is generated.EXTENSION or generated_VARIANT.EXTENSION, and is passed over");
    PortForm form = isText ? PortForm::Text : PortForm::Bytecode;
    if (isText && isCanonical(stem, *variant)) {
      form = PortForm::Canonical;
      variant = variantOf(stem.substr(0, stem.size() - kCanonical.size()), "generated");
    }
    if (variant) files_.ports[*variant].byForm[static_cast<std::size_t>(form)] = file;
  }

  /// A variant of analysis.json may have such a name itself.
  bool isCanonical(std::string_view stem, const std::string &variant) const {
    return stem.ends_with(kCanonical) && std::find(variants_.begin(), variants_.end(), variant) == variants_.end();
  }

  void note(const fs::path &place, std::string what) { into_.notes.push_back({into_.name, std::move(what), {.file = tree_.shown(place)}}); }

  void refuse(const fs::path &place, Kind kind) {
    const bool outside = kind == Kind::Outside;
    const std::string what = outside                ? "leads out of the folder that was given, and is not followed"
                             : kind == Kind::Folder ? "is a folder, not a file"
                             : kind == Kind::File   ? "is a file, not a folder"
                                                    : "is a pipe or device, not a file";
    into_.failures.push_back({into_.name,
                              {ErrorKind::CannotRead,
                               what,
                               {.file = tree_.shown(place)},
                               outside ? "Put a copy of what it leads to there." : "Look whether what wrote it failed."}});
  }

  const Tree &tree_;
  const std::vector<std::string> &variants_;
  PipelineOperator &into_;
  PipelineFiles files_;
};

}  // namespace

const fs::path &PortFiles::chosen() const {
  return **std::find_if(byForm.begin(), byForm.end(), [](const auto &file) { return file.has_value(); });
}

PipelineFiles findPipelineFiles(const Tree &tree, const std::vector<std::string> &variants, PipelineOperator &into) {
  return Finder(tree, variants, into).find();
}

bool liesIn(const fs::path &file, const fs::path &operatorFolder, const char *folder) {
  const fs::path below = file.lexically_relative(operatorFolder);
  return !below.empty() && *below.begin() == folder;
}

}  // namespace tileport::importer
