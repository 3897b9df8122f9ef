// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "importer/pipeline_analysis.h"

#include <set>

#include "json/json.h"

namespace tileport::importer {

namespace {

using json::JsonAt;
using json::JsonNode;

/// A file can be wrong in as many places as it has bytes.
constexpr std::size_t kMostNotes = 50;
/// Each note repeats it.
constexpr std::size_t kLongestName = 200;

class Reader {
 public:
  Reader(const std::string &subject, const std::string &file) : subject_(subject), file_(file) {}

  PipelineAnalysis read(std::string_view text) {
    const auto root = json::parseJson(text, file_);
    if (!root) {
      analysis_.notes.push_back(
          {subject_, root.error().message + "; the files' names alone say which variants there are", root.error().place});
      return std::move(analysis_);
    }
    const JsonAt whole(*root, file_);
    if (root->kind != JsonNode::Kind::Object) {
      note(whole, "is no object; the files' names alone say which variants there are");
      return std::move(analysis_);
    }
    analysis_.kernelName = name(whole, "kernel_name");
    analysis_.backend = text_(whole, "reference_backend");
    analysis_.sourceFile = text_(whole, "source_file");
    if (analysis_.sourceFile.empty()) analysis_.sourceFile = text_(whole, "source");
    findSupplements(*root);
    readVariants(whole);
    return std::move(analysis_);
  }

 private:
  void readVariants(const JsonAt &whole) {
    const auto variants = whole.find("kernel_variants");
    if (!variants) return;
    const auto items = variants->items();
    if (!items) return note(*variants, "is no list; the files' names alone say which variants there are");
    analysis_.listedVariants = items->size();
    for (const JsonAt &item : *items) readVariant(item);
  }

  void readVariant(const JsonAt &item) {
    if (item.node().kind != JsonNode::Kind::Object) return note(item, "is no object and is passed over");
    AnalysedVariant variant{.name = name(item, "variant_name"),
                            .referenceIr = text_(item, "reference_ir"),
                            .backend = text_(item, "reference_backend"),
                            .condition = text_(item, "dispatch_condition"),
                            .line = item.node().line};
    if (const auto reference = item.find("reference_ir")) variant.line = reference->node().line;
    if (variant.name.empty()) return note(item, "has no variant_name and is passed over");
    if (!names_.insert(variant.name).second)
      return note(item, "is the second variant of the name \"" + variant.name + "\" and is passed over");
    analysis_.variants.push_back(std::move(variant));
  }

  /// Any member with "supplement" in its name, wherever it is, whose value is a path or a list of them.
  void findSupplements(const JsonNode &node) {
    for (std::size_t i = 0; i < node.items.size(); ++i) {
      const JsonNode &item = node.items[i];
      const bool isSupplement = node.kind == JsonNode::Kind::Object && node.names[i].find("supplement") != std::string::npos;
      if (isSupplement && item.kind == JsonNode::Kind::String) analysis_.supplements.push_back(item.text);
      if (isSupplement && item.kind == JsonNode::Kind::Array) {
        for (const JsonNode &each : item.items)
          if (each.kind == JsonNode::Kind::String) analysis_.supplements.push_back(each.text);
      }
      findSupplements(item);
    }
  }

  std::string name(const JsonAt &owner, std::string_view member) {
    std::string found = text_(owner, member);
    if (found.size() <= kLongestName) return found;
    note(*owner.find(member), "is longer than " + std::to_string(kLongestName) + " bytes and is passed over");
    return {};
  }

  /// Empty for a member that is absent, null or no text.
  std::string text_(const JsonAt &owner, std::string_view name) {
    const auto found = owner.find(name);
    if (!found) return {};
    if (found->node().kind == JsonNode::Kind::String) return found->node().text;
    note(*found, "is no text and is passed over");
    return {};
  }

  void note(const JsonAt &where, const std::string &what) {
    if (analysis_.notes.size() > kMostNotes) return;
    if (analysis_.notes.size() == kMostNotes)
      return analysis_.notes.push_back({subject_, "there is more that is passed over", {.file = file_, .line = where.node().line}});
    const std::string member = where.pointer().empty() ? "the whole" : "member " + where.pointer();
    analysis_.notes.push_back({subject_, member + " " + what, {.file = file_, .line = where.node().line}});
  }

  const std::string &subject_;
  const std::string &file_;
  std::set<std::string> names_;
  PipelineAnalysis analysis_;
};

}  // namespace

PipelineAnalysis readPipelineAnalysis(std::string_view text, const std::string &subject, const std::string &file) {
  return Reader(subject, file).read(text);
}

}  // namespace tileport::importer
