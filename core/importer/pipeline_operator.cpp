// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "importer/pipeline_operator.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include "importer/pipeline_analysis.h"
#include "importer/pipeline_files.h"
#include "support/file.h"
#include "support/utf8.h"

namespace tileport::importer {

namespace fs = std::filesystem;

namespace {

using Kind = TreeEntry::Kind;

/// A real one has some kilobytes.
constexpr std::uint64_t kLargestAnalysis = std::uint64_t{1} << 20;
constexpr std::uint64_t kLargestSource = std::uint64_t{16} << 20;
constexpr const char *kOnlyVariant = "single";
constexpr const char *kAnalysis = "reference/analysis.json";

/// Endings that a reference has which is evidence of another dtype.
constexpr std::array<std::string_view, 19> kDtypes{"f64",      "f32",  "f16",    "bf16",   "tf32",     "fp64",    "fp32",
                                                   "fp16",     "fp8",  "f8e4m3", "f8e5m2", "f8e4m3fn", "float32", "float16",
                                                   "bfloat16", "half", "i32",    "i64",    "i8"};

std::string referenceNameOf(const std::string &variant) { return variant.empty() ? "reference.mlir" : "reference_" + variant + ".mlir"; }
std::string portNameOf(const std::string &variant) { return variant.empty() ? "generated" : "generated_" + variant; }

std::string withoutKernel(std::string name) {
  constexpr std::string_view kEnding = "_kernel";
  if (name.size() > kEnding.size() && name.ends_with(kEnding)) name.resize(name.size() - kEnding.size());
  return name;
}

bool haveSameContent(const fs::path &one, const fs::path &other) {
  std::error_code failure;
  if (fs::file_size(one, failure) != fs::file_size(other, failure) || failure) return false;
  const auto content = readFile(one, kLargestSource), expected = readFile(other, kLargestSource);
  return content && expected && *content == *expected;
}

class OperatorReader {
 public:
  OperatorReader(const Tree &tree, const fs::path &folder) : tree_(tree) {
    result_.folder = folder;
    result_.name = folder.filename().empty() ? "operator" : repairUtf8(folder.filename().string());
  }

  PipelineOperator read() {
    readAnalysis();
    std::vector<std::string> names;
    for (const AnalysedVariant &variant : analysis_.variants) names.push_back(variant.name);
    files_ = findPipelineFiles(tree_, names, result_);
    for (const AnalysedVariant &variant : analysis_.variants) addAnalysed(variant);
    dropSupplements();
    addLeft();
    nameApart();
    findSources();
    findHostFiles();
    return std::move(result_);
  }

 private:
  void readAnalysis() {
    const fs::path place = result_.folder / kAnalysis;
    const TreeEntry entry = tree_.look(result_.folder, kAnalysis);
    if (entry.kind == Kind::Missing) return note(kAnalysis, "is not there; the files' names alone say which variants there are");
    const auto text = entry.kind == Kind::File ? readFile(entry.path, kLargestAnalysis)
                      : entry.kind == Kind::Outside
                          ? Result<std::string>(Error{ErrorKind::CannotRead, "leads out of the folder that was given", {}, ""})
                          : Result<std::string>(Error{ErrorKind::CannotRead, "is no regular file", {}, ""});
    if (!text) return note(kAnalysis, text.error().message + "; the files' names alone say which variants there are");
    analysis_ = readPipelineAnalysis(*text, result_.name, tree_.shown(place));
    if (analysis_.kernelName.empty()) return takeNotes();
    if (withoutKernel(analysis_.kernelName) != withoutKernel(result_.name))
      note(kAnalysis, "says that the kernel is " + analysis_.kernelName + ", the folder is called " + result_.name + "; the former counts");
    result_.name = analysis_.kernelName;
    takeNotes();
  }

  void takeNotes() {
    for (ImportNote &each : analysis_.notes) {
      each.subject = result_.name;
      result_.notes.push_back(std::move(each));
    }
  }

  // ---- Variants ------------------------------------------------------------------------------------------------------

  void addAnalysed(const AnalysedVariant &analysed) {
    PipelineVariant variant{.name = analysed.name, .description = analysed.condition, .backend = analysed.backend};
    if (variant.backend.empty()) variant.backend = analysis_.backend;
    variant.reference = referenceOf(analysed);
    variant.port = portOf(analysed.name);
    if (!variant.reference && !variant.port)
      return noteAt(analysed.line,
                    "lists the variant " + analysed.name + ", of which there is no program on either side; it is passed over");
    if (!variant.port) variant.reason = "there is no generated/" + portNameOf(analysed.name) + ".tileirbc or .mlir";
    if (!variant.reference) variant.reason = "there is no reference/" + referenceNameOf(analysed.name);
    result_.variants.push_back(std::move(variant));
  }

  std::optional<fs::path> referenceOf(const AnalysedVariant &analysed) {
    if (!analysed.referenceIr.empty()) {
      if (auto named = namedReference(analysed)) return named;
    } else {
      noteAt(analysed.line, "gives the variant " + analysed.name + " no reference_ir; the file's name counts");
    }
    if (auto found = takeReference(analysed.name)) return found;
    return analysis_.isMulti() ? std::nullopt : takeReference("");
  }

  /// The file that reference_ir leads to, where that can be a reference.
  std::optional<fs::path> namedReference(const AnalysedVariant &analysed) {
    const TreeEntry entry = tree_.look(result_.folder, analysed.referenceIr);
    const auto passOver = [&](const std::string &why) {
      noteAt(analysed.line, "names " + analysed.referenceIr + " as the reference of " + analysed.name + ", which " + why);
      return std::optional<fs::path>();
    };
    if (entry.kind == Kind::Missing) return passOver("is not there");
    if (entry.kind == Kind::Outside) return passOver("leads out of the folder that was given, and is not followed");
    if (entry.kind != Kind::File) return passOver("is no file");
    if (!liesIn(entry.path, result_.folder, "reference")) return passOver("is not in reference/ and so is no reference");
    if (liesIn(entry.path, result_.folder / "reference", "supplements")) return passOver("is a supplement, which is never a variant");
    bool known = false;
    for (const auto &[variant, file] : files_.references) {
      if (file != entry.path) continue;
      known = true;
      if (!variant.empty() && variant != analysed.name)
        noteAt(analysed.line,
               "names " + analysed.referenceIr + " as the reference of " + analysed.name + "; that counts, not the file's name");
      if (!usedReferences_.insert(variant).second)
        noteAt(analysed.line, "names " + analysed.referenceIr + " as the reference of more than one variant");
    }
    if (!known)
      noteAt(analysed.line, "names " + analysed.referenceIr + " as a reference, which is no name of the pipeline; it counts all the same");
    return entry.path;
  }

  std::optional<fs::path> takeReference(const std::string &variant) {
    const auto found = files_.references.find(variant);
    if (found == files_.references.end() || !usedReferences_.insert(variant).second) return std::nullopt;
    return found->second;
  }

  std::optional<fs::path> portOf(const std::string &variant) {
    // With a single variant its name is in no file's.
    if (!analysis_.isMulti()) {
      if (auto single = takePort("")) return single;
    }
    return takePort(variant);
  }

  std::optional<fs::path> takePort(const std::string &variant) {
    const auto found = files_.ports.find(variant);
    if (found == files_.ports.end() || !usedPorts_.insert(variant).second) return std::nullopt;
    const fs::path &file = found->second.chosen();
    if (found->second.byForm[static_cast<std::size_t>(PortForm::Canonical)] == file)
      note(file, "is the canonical form alone: there is neither .tileirbc nor .mlir of it");
    return file;
  }

  /// References that are evidence of another dtype: named so anywhere in analysis.json, or VARIANT_DTYPE beside VARIANT.
  void dropSupplements() {
    for (const std::string &name : analysis_.supplements) {
      const TreeEntry entry = tree_.look(result_.folder, name);
      if (entry.kind == Kind::Outside) note(kAnalysis, "names the supplement " + name + ", which leads out of the folder that was given");
      if (entry.kind == Kind::Missing) note(kAnalysis, "names the supplement " + name + ", which is not there");
      for (const auto &[variant, file] : files_.references) {
        if (file != entry.path) continue;
        if (!usedReferences_.insert(variant).second)
          note(kAnalysis, "names " + name + " both as a variant's reference and as a supplement; the former counts");
      }
    }
    if (!analysis_.variants.empty()) dropDtypes();
  }

  /// Only where analysis.json says which the variants are: without it such a reference may be one.
  void dropDtypes() {
    for (const auto &[variant, file] : files_.references) {
      const std::size_t at = variant.rfind('_');
      if (usedReferences_.contains(variant) || files_.ports.contains(variant)) continue;
      if (at == std::string::npos || std::find(kDtypes.begin(), kDtypes.end(), variant.substr(at + 1)) == kDtypes.end()) continue;
      if (!files_.references.contains(variant.substr(0, at))) continue;
      usedReferences_.insert(variant);
      note(file, "is taken for dtype evidence of " + variant.substr(0, at) + ", which is no variant of its own");
    }
  }

  /// What no variant of analysis.json has taken.
  void addLeft() {
    if (files_.references.size() > 1) noteSingleBesideVariants();
    std::vector<std::string> references, ports;
    for (const auto &[variant, file] : files_.references)
      if (!usedReferences_.contains(variant)) references.push_back(variant);
    for (const auto &[variant, file] : files_.ports)
      if (!usedPorts_.contains(variant)) ports.push_back(variant);
    // reference.mlir with generated_VARIANT, or the other way: there is nothing else that either could belong to.
    if (result_.variants.empty() && references.size() == 1 && ports.size() == 1 && references[0] != ports[0] &&
        (references[0].empty() || ports[0].empty())) {
      note(files_.ports[ports[0]].chosen(), "is taken for the port of " + referenceNameOf(references[0]) + ": there are no others");
      const std::string name = references[0].empty() ? ports[0] : references[0];
      return add(name, takeReference(references[0]), takePort(ports[0]));
    }
    std::set<std::string> names(references.begin(), references.end());
    names.insert(ports.begin(), ports.end());
    for (const std::string &name : names) {
      if (analysis_.listedVariants > 0)
        note(kAnalysis, "does not list the variant of " + (files_.references.contains(name) ? referenceNameOf(name) : portNameOf(name)));
      add(name, takeReference(name), takePort(name));
    }
  }

  /// With more than one variant reference.mlir is "legitimately absent" (pipeline.md section 2): a copy of one of them is nothing of its
  /// own.
  void noteSingleBesideVariants() {
    const auto single = files_.references.find("");
    if (single == files_.references.end() || usedReferences_.contains("") || files_.ports.contains("")) return;
    for (const auto &[variant, file] : files_.references) {
      if (variant.empty() || !haveSameContent(single->second, file)) continue;
      usedReferences_.insert("");
      return note(single->second, "is a copy of " + file.filename().string() + " and is passed over");
    }
    note(single->second, "is there beside references of variants; it is listed on its own");
  }

  void add(const std::string &variant, std::optional<fs::path> reference, std::optional<fs::path> port) {
    PipelineVariant added{.name = variant.empty() ? kOnlyVariant : variant, .description = {}, .backend = analysis_.backend};
    added.reference = std::move(reference);
    added.port = std::move(port);
    if (!added.port) added.reason = "there is no generated/" + portNameOf(variant) + ".tileirbc or .mlir";
    if (!added.reference) added.reason = "there is no reference/" + referenceNameOf(variant);
    result_.variants.push_back(std::move(added));
  }

  void nameApart() {
    std::set<std::string> names;
    for (PipelineVariant &variant : result_.variants) {
      variant.name = repairUtf8(variant.name);
      while (!names.insert(variant.name).second) variant.name += "'";
    }
  }

  // ---- Other files ---------------------------------------------------------------------------------------------------

  void findSources() {
    const TreeEntry kernel = tree_.look(result_.folder, "kernel.rs");
    if (kernel.kind == Kind::File) result_.kernelSource = kernel.path;
    else note("kernel.rs", kernel.kind == Kind::Missing ? "is not there" : "is no file of this folder, and is passed over");
    if (analysis_.sourceFile.empty()) return;
    // A source lies in the checkout, which is seldom in the folder that was given.
    for (const fs::path &from : {result_.folder, tree_.root()}) {
      const TreeEntry entry = tree_.look(from, analysis_.sourceFile);
      if (entry.kind != Kind::File) continue;
      result_.referenceSource = entry.path;
      return;
    }
    note(kAnalysis,
         "names the source " + analysis_.sourceFile + ", which is not in the folder that was given; the reference has no source");
  }

  /// Files whose place the pipeline's own texts do not agree on (pipeline.md sections 2 and 3-D).
  void findHostFiles() {
    const std::string kernel = withoutKernel(result_.name);
    const std::string inTree = "src/tilegym/ops/cutile_rs/" + kernel + "_kernel/ffi.rs";
    std::vector<fs::path> found;
    for (const auto &[from, name] :
         {std::pair<fs::path, std::string>{result_.folder, "ffi.rs"}, {result_.folder, inTree}, {tree_.root(), inTree}}) {
      const TreeEntry entry = tree_.look(from, name);
      if (entry.kind == Kind::File && std::find(found.begin(), found.end(), entry.path) == found.end()) found.push_back(entry.path);
      if (entry.kind == Kind::Outside) note(from / name, "leads out of the folder that was given, and is not followed");
    }
    if (found.empty()) note("ffi.rs", "is not there, nor is " + inTree);
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (found[i] != result_.folder / "ffi.rs") note(found[i], "is the ffi.rs of the checkout, which the validators do not look at");
      if (i > 0)
        note(found[i],
             std::string(haveSameContent(found[0], found[i]) ? "is the same as " : "is not the same as ") + tree_.shown(found[0]));
    }
    findPipelineTest(kernel);
  }

  void findPipelineTest(const std::string &kernel) {
    const auto isThere = [&](const std::string &name) { return tree_.look(result_.folder, name).kind == Kind::File; };
    const std::string longer = kernel + "_kernel_pipeline.rs", shorter = kernel + "_pipeline.rs";
    if (isThere(longer) && isThere(shorter)) note(longer, "is there, and so is " + shorter + ": two tests of one kernel");
    // <kernel>_pipeline.rs; the final gate strips the ending of the name.
    const bool named = isThere(result_.name + "_pipeline.rs");
    if (!named && isThere(shorter)) note(shorter, "has the kernel's name without _kernel, which only the final gate takes");
    if (!named && isThere(longer)) note(longer, "has the kernel's name with _kernel, which " + namer() + " does not have");
  }

  std::string namer() const { return analysis_.kernelName.empty() ? "the folder" : "analysis.json"; }

  void note(const fs::path &where, std::string what) {
    result_.notes.push_back({result_.name, std::move(what), {.file = tree_.shown(result_.folder / where)}});
  }

  void noteAt(std::uint32_t line, std::string what) {
    result_.notes.push_back({result_.name, std::move(what), {.file = tree_.shown(result_.folder / kAnalysis), .line = line}});
  }

  const Tree &tree_;
  PipelineAnalysis analysis_;
  PipelineFiles files_;
  std::set<std::string> usedReferences_, usedPorts_;
  PipelineOperator result_;
};

}  // namespace

bool isPipelineFolder(const Tree &tree, const fs::path &folder) {
  return tree.look(folder, "reference").kind == Kind::Folder || tree.look(folder, "generated").kind == Kind::Folder ||
         tree.look(folder, "kernel.rs").kind == Kind::File;
}

PipelineOperator readPipelineOperator(const Tree &tree, const fs::path &folder) { return OperatorReader(tree, folder).read(); }

}  // namespace tileport::importer
