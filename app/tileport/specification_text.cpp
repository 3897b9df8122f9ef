// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "tileport/divergence_text.h"
#include "tileport/glyphs.h"
#include "tileport/specify.h"

namespace tileport::cli {

namespace {

using namespace specification;

constexpr std::size_t kMostEvidence = 3;  ///< of one item; --json has all

/// As short as it is clear beside a side's heading; --json has the whole names.
std::string placeOf(const Evidence &evidence) {
  if (evidence.kind == Evidence::Kind::Launch) return "launch: " + evidence.member;
  if (evidence.kind == Evidence::Kind::Program) return "program, line " + std::to_string(evidence.line);
  Evidence shown = evidence;
  shown.file = evidence.file.substr(evidence.file.rfind('/') + 1);
  return toText(shown);
}

std::string placesOf(const std::vector<Evidence> &evidence) {
  std::string text;
  for (std::size_t i = 0; i < evidence.size() && i < kMostEvidence; ++i) text += (i == 0 ? "" : ", ") + placeOf(evidence[i]);
  if (evidence.size() > kMostEvidence) text += ", ...";
  return text;
}

std::string commas(const std::vector<std::string> &words) {
  std::string text;
  for (const std::string &word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

/// Prints one side or entry, each item with what bears witness of it.
class Printer {
 public:
  explicit Printer(const Terminal &terminal) : terminal_(terminal) {}

  std::string take() { return std::move(text_); }

  void line(const std::string &text, std::size_t indent, Style style = Style::Plain) { text_ += paragraph(terminal_, text, indent, style); }
  void blank() { text_ += "\n"; }

  void item(const Item &item, std::size_t indent) {
    const std::string value = item.value.empty() ? "not known: " + item.unknown : item.value;
    line(item.name + ": " + value, indent, item.value.empty() ? Style::Missing : Style::Plain);
    if (!item.evidence.empty()) line(placesOf(item.evidence), indent + 2, Style::Dim);
  }

  void heading(const char *text, bool isEmpty) {
    if (!isEmpty) line(text, 2, Style::Bold);
  }

  void side(const char *which, const SideSpecification &side) {
    line(std::string(which) + "  " + (side.kernel.empty() ? "(kernel not known)" : side.kernel), 0, Style::Bold);
    if (side.symbol.value.empty()) item(side.symbol, 2);
    if (!side.symbol.value.empty()) line("symbol " + side.symbol.value, 2, Style::Dim);
    constants(side);
    tensors(side);
    heading("scalar arguments", side.scalars.empty());
    for (const Item &scalar : side.scalars) item(scalar, 4);
    heading("hints", side.hints.empty());
    for (const Item &hint : side.hints) item(hint, 4);
    branches(side);
    launches(side);
    heading("what the symbol says", side.symbolParameters.empty());
    for (const Item &parameter : side.symbolParameters) line(parameter.name + ": " + parameter.value, 4);
    heading("not known", side.unknown.empty());
    for (const Item &unknown : side.unknown) line(unknown.name + ": " + unknown.unknown, 4, Style::Missing);
  }

  void entry(const StructuralEntry &entry) {
    line("entry " + entry.name + ", for " + plural(entry.variants.size(), "variant") +
             (entry.portEntries.empty() ? std::string() : "; the port's: " + commas(entry.portEntries)),
         0, Style::Bold);
    for (const EntryReason &reason : entry.reasons) {
      line("why: " + reason.sentence, 2);
      if (!reason.evidence.empty()) line(placesOf(reason.evidence), 4, Style::Dim);
    }
    heading("parameters", entry.parameters.empty());
    for (const EntryParameter &parameter : entry.parameters)
      line(parameter.name + ": " + (parameter.type.empty() ? "not known" : parameter.type) + ", " + parameter.why, 4);
    heading("generics", entry.generics.empty());
    for (const EntryGeneric &generic : entry.generics)
      line(generic.name + ": " + generic.kind + ", " + commas(generic.values) + (generic.why.empty() ? "" : "; " + generic.why), 4);
    heading("not known", entry.unknown.empty());
    for (const std::string &unknown : entry.unknown) line(unknown, 4, Style::Missing);
  }

  void differences(const VariantSpecification &variant) {
    if (!variant.differencesUnknown.empty())
      line("differences of the two sides: not known: " + variant.differencesUnknown, 0, Style::Missing);
    if (variant.differences.empty()) return;
    line("specialised differently", 0, Style::Bold);
    std::size_t byRule = 0;
    for (const auto &difference : variant.differences) {
      const bool isRule = difference.origin == evidence::SpecialisationDifference::Origin::FrontEnd;
      byRule += isRule ? 1 : 0;
      if (!isRule) line(difference.sentence, 2, Style::Differs);
    }
    if (byRule > 0)
      line(plural(byRule, "fact") + " that each front end states by a rule of its own (docs/pairing.md; --json has each)", 2, Style::Dim);
  }

  /// A line each: what tells a variant from its neighbours in the entry.
  void variants(const StructuralEntry &entry, const HiddenSpecification &specification) {
    line("variants", 2, Style::Bold);
    for (const std::string &name : entry.variants) {
      const auto found = std::find_if(specification.variants.begin(), specification.variants.end(),
                                      [&](const VariantSpecification &each) { return each.name == name && each.reference; });
      if (found == specification.variants.end()) continue;
      const std::string told = whatVaries(entry, *found->reference);
      line(name + (told.empty() ? "" : ": " + told) + (found->port ? "" : " (no port)"), 4);
    }
  }

 private:
  static std::string whatVaries(const StructuralEntry &entry, const SideSpecification &side) {
    std::vector<std::string> parts;
    for (const EntryGeneric &generic : entry.generics) {
      if (generic.values.size() < 2) continue;
      for (const ConstantItem &constant : side.constants)
        if (constant.item.name == generic.name) parts.push_back(generic.name + "=" + constant.item.value);
    }
    for (const TensorItem &tensor : side.tensors) {
      const std::string &type = tensor.elementType.value;
      if (!type.empty() && std::find(parts.begin(), parts.end(), type) == parts.end()) parts.push_back(type);
    }
    for (const Item &hint : side.hints)
      if (hint.name.substr(0, hint.name.find(" (")).find(' ') == std::string::npos) parts.push_back(hint.name + " " + hint.value);
    for (const BranchItem &branch : side.branches) {
      if (branch.verdict == BranchItem::Verdict::Unreached) continue;
      const bool isTold = branch.verdict == BranchItem::Verdict::OneArm || branch.verdict == BranchItem::Verdict::NoArm;
      const std::string arm = branch.verdict == BranchItem::Verdict::NoArm ? "no arm" : branch.present;
      const std::string text = branch.title() + ": " + (isTold ? arm : std::string(toText(branch.verdict)));
      if (std::find(parts.begin(), parts.end(), text) == parts.end()) parts.push_back(text);
    }
    return commas(parts);
  }

  void constants(const SideSpecification &side) {
    heading("constants baked in", side.constants.empty());
    for (const ConstantItem &constant : side.constants) {
      Item shown = constant.item;
      shown.name = constant.kind + " " + shown.name;
      item(shown, 4);
      std::vector<std::string> passed;
      for (const Item &each : constant.passed) passed.push_back(each.value + " (" + placesOf(each.evidence) + ")");
      if (!passed.empty()) line("host code passes " + commas(passed), 6, Style::Dim);
    }
  }

  void tensors(const SideSpecification &side) {
    heading("tensors", side.tensors.empty());
    for (const TensorItem &tensor : side.tensors) {
      const auto shown = [](const Item &each) { return each.value.empty() ? "not known (" + each.unknown + ")" : each.value; };
      line(tensor.name + ": " + shown(tensor.elementType) + ", extents " + shown(tensor.extents) + ", strides " + shown(tensor.strides) +
               ", reached by " + shown(tensor.access) + (tensor.written ? ", written to" : ""),
           4);
      std::vector<Evidence> all = tensor.elementType.evidence;
      all.insert(all.end(), tensor.access.evidence.begin(), tensor.access.evidence.end());
      if (!all.empty()) line(placesOf(all), 6, Style::Dim);
      for (std::size_t i = 0; i < tensor.facts.size(); ++i) {
        std::string text = tensor.facts[i].name + " " + tensor.facts[i].value + programPlace(tensor.facts[i]);
        // An extent and its stride on one line.
        if (tensor.facts[i].name.starts_with("extent") && i + 1 < tensor.facts.size()) {
          ++i;
          text += "; " + tensor.facts[i].name + " " + tensor.facts[i].value + programPlace(tensor.facts[i]);
        }
        line(text, 6);
      }
    }
  }

  /// Where the program says it.
  static std::string programPlace(const Item &fact) {
    const Evidence *found = nullptr;
    for (const Evidence &evidence : fact.evidence)
      if (evidence.kind == Evidence::Kind::Program && evidence.op.valid()) found = &evidence;
    return found == nullptr ? "" : " (program, line " + std::to_string(found->line) + ")";
  }

  void branches(const SideSpecification &side) {
    heading("branches that constants decide", side.branches.empty());
    for (const BranchItem &branch : side.branches) {
      const bool isOpen = branch.verdict == BranchItem::Verdict::NotDecidable || branch.verdict == BranchItem::Verdict::BothArms;
      line(branch.title() + (branch.function == side.kernel ? "" : " in " + branch.function) + ": " +
               (isOpen ? std::string(toText(branch.verdict)) + ": " : "") + branch.sentence +
               (branch.vanished.empty() ? "" : "; vanished: " + commas(branch.vanished)),
           4, isOpen ? Style::Missing : Style::Plain);
      line(placesOf(branch.evidence), 6, Style::Dim);
    }
  }

  void launches(const SideSpecification &side) {
    heading("host code that may launch it", side.launches.empty());
    for (const LaunchSite &site : side.launches) {
      line((site.function.empty() ? "at the top of the file" : site.function) + ": grid " +
               (site.grid.value.empty() ? "not known: " + site.grid.unknown : site.grid.value),
           4);
      line(placesOf({site.evidence}), 6, Style::Dim);
      std::string arguments;
      for (const Item &argument : site.arguments)
        arguments += (arguments.empty() ? "" : ", ") + (argument.name.empty() ? "" : argument.name + " = ") + argument.value;
      if (!arguments.empty()) line(arguments, 6);
      for (const Item &hint : site.hints) item({"hint " + hint.name, hint.value, "", hint.evidence}, 6);
    }
  }

  const Terminal &terminal_;
  std::string text_;
};

}  // namespace

std::string specificationText(const SpecifiedOperator &op, bool whole, const Terminal &terminal) {
  const HiddenSpecification &specification = *op.specification;
  Printer printer(terminal);
  if (whole) {
    for (const VariantSpecification &variant : specification.variants) {
      printer.line(specification.op + " / " + variant.name, 0, Style::Bold);
      printer.differences(variant);
      if (variant.reference) printer.side("reference", *variant.reference);
      if (variant.port) printer.side("port", *variant.port);
    }
    return printer.take();
  }
  printer.line(specification.op + ": " + plural(specification.variants.size(), "variant") + ", for which a port needs " +
                   (specification.entries.size() == 1 ? "1 entry" : std::to_string(specification.entries.size()) + " entries"),
               0, Style::Bold);
  for (const StructuralEntry &entry : specification.entries) {
    printer.blank();
    printer.entry(entry);
    printer.variants(entry, specification);
  }
  const auto ports = std::count_if(specification.variants.begin(), specification.variants.end(),
                                   [](const VariantSpecification &variant) { return !variant.reference; });
  if (ports > 0) {
    printer.blank();
    printer.line(plural(static_cast<std::size_t>(ports), "port") + " without a reference: --json, or tileport specify WORKSPACE " +
                     specification.op + "/VARIANT, tells what each is specialised to",
                 0, Style::Dim);
  }
  return printer.take();
}

}  // namespace tileport::cli
