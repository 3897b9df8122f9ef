// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specification/analysis.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <initializer_list>
#include <set>

#include "evidence/element_type.h"
#include "json/json.h"

namespace tileport::specification {

namespace {

using json::JsonNode;
using Kind = JsonNode::Kind;
using Severity = AnalysisFinding::Severity;

constexpr const char *kAdvice = "docs/analysis.md describes the members.";
constexpr const char *kFillIn = "Fill it in.";

/// A member and what it is called.
struct At {
  const JsonNode *node = nullptr;  ///< null: it is not there
  const JsonNode *owner = nullptr;
  std::string path;

  /// Also of what is null, as a draft leaves it open.
  bool missing() const { return node == nullptr || node->kind == Kind::Null; }
};

bool startsWithAny(std::string_view text, std::initializer_list<std::string_view> beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(), [&](std::string_view each) { return text.starts_with(each); });
}

class Checker {
 public:
  Checker(const std::string &file, const AnalysisFiles &files) : file_(file), files_(files) {}

  std::vector<AnalysisFinding> run(const JsonNode &root) {
    if (root.kind != Kind::Object) {
      add(Severity::Error, {&root, &root, ""}, "the analysis is " + std::string(json::kindText(root.kind)) + ", not an object", kAdvice);
      return std::move(findings_);
    }
    root_ = &root;
    checkHead();
    checkBackends();
    checkConfigurations();
    checkVariants();
    checkConfigToVariant();
    checkCorrectness();
    checkAutotune();
    checkRest();
    std::stable_sort(findings_.begin(), findings_.end(), [](const AnalysisFinding &a, const AnalysisFinding &b) {
      return std::pair(a.error.place.line, a.error.place.column) < std::pair(b.error.place.line, b.error.place.column);
    });
    return std::move(findings_);
  }

 private:
  // ---- Members ----

  At member(const At &owner, const std::string &name) const {
    return {owner.node->member(name), owner.node, owner.path.empty() ? name : owner.path + "." + name};
  }
  At member(const std::string &name) const { return member(top(), name); }
  At top() const { return {root_, root_, ""}; }
  static At item(const At &list, std::size_t i) { return {&list.node->items[i], list.node, list.path + "[" + std::to_string(i) + "]"}; }

  void add(Severity severity, const At &at, std::string what, std::string advice) {
    const JsonNode &place = at.node != nullptr ? *at.node : *at.owner;
    Error error{ErrorKind::Malformed, std::move(what), {.file = file_, .line = place.line, .column = place.column}, std::move(advice)};
    findings_.push_back({severity, at.path, std::move(error)});
  }
  void say(Severity severity, const At &at, const std::string &what, std::string advice = kAdvice) {
    add(severity, at, "member " + at.path + " " + what, std::move(advice));
  }
  void sayMissing(Severity severity, const At &at) {
    say(severity, at, at.node == nullptr ? "is missing" : "is left open (null)", kFillIn);
  }

  /// Missing or of another kind is a finding.
  bool expect(const At &at, Kind kind, Severity whenMissing = Severity::Error) {
    if (at.missing()) return sayMissing(whenMissing, at), false;
    return is(at, kind);
  }
  bool is(const At &at, Kind kind) {
    const bool isNumber = kind == Kind::Float && at.node->kind == Kind::Integer;
    if (at.node->kind == kind || isNumber) return true;
    say(Severity::Error, at, "must be " + std::string(json::kindText(kind)) + " but is " + std::string(json::kindText(at.node->kind)));
    return false;
  }
  /// A text that is not empty.
  bool expectText(const At &at, Severity whenMissing = Severity::Error) {
    if (!expect(at, Kind::String, whenMissing)) return false;
    if (!at.node->text.empty()) return true;
    say(whenMissing, at, "is empty", kFillIn);
    return false;
  }
  void expectTexts(const At &list) {
    for (std::size_t i = 0; i < list.node->items.size(); ++i) (void)is(item(list, i), Kind::String);
  }
  static bool isBackend(const At &at) {
    return !at.missing() && at.node->kind == Kind::String && (at.node->text == "cutile" || at.node->text == "triton");
  }
  void expectBackend(const At &at) {
    if (expectText(at, Severity::Warning) && !isBackend(at))
      say(Severity::Error, at, "is \"" + at.node->text + "\"", "Write cutile or triton.");
  }
  /// Where it is there.
  void maybe(const At &at, Kind kind) {
    if (!at.missing()) (void)is(at, kind);
  }

  // ---- The table of docs/analysis.md, from its top ----

  void checkHead() {
    for (const char *name : {"kernel_name", "source", "pattern"}) (void)expectText(member(name));
    const At pattern = member("pattern");
    if (!pattern.missing() && pattern.node->kind == Kind::String) {
      const std::string &word = pattern.node->text;
      const At variants = member("kernel_variants");
      const std::size_t count = !variants.missing() && variants.node->kind == Kind::Array ? variants.node->items.size() : 0;
      if (!word.empty() && word != "single" && word != "multi_variant")
        say(Severity::Warning, pattern, "is \"" + word + "\"", "Write single or multi_variant.");
      if ((word == "single" && count > 1) || (word == "multi_variant" && count < 2))
        say(Severity::Warning, pattern, "is " + word + ", but there are " + std::to_string(count) + " kernel_variants",
            "More than one variant is multi_variant.");
    }
    const At launch = member("launch_path");
    if (expectText(launch) && launch.node->text != "direct" && launch.node->text != "autotune")
      say(Severity::Error, launch, "is \"" + launch.node->text + "\"", "Write direct or autotune.");
    const At ops = member("ops_used");
    if (!expect(ops, Kind::Array)) return;
    expectTexts(ops);
    if (ops.node->items.empty()) say(Severity::Warning, ops, "is empty", "Name the ops that the reference's program has.");
  }

  void checkBackends() {
    const At backend = member("reference_backend");
    expectBackend(backend);
    const At selection = member("reference_backend_selection");
    if (selection.missing()) return sayMissing(Severity::Warning, selection);
    if (!is(selection, Kind::Object)) return;
    const At winner = member(selection, "winner");
    // What else it may be is not said anywhere: it is only compared where both are one of the two words.
    if (expectText(winner, Severity::Warning) && isBackend(winner) && isBackend(backend) && winner.node->text != backend.node->text)
      say(Severity::Warning, winner, "is " + winner.node->text + ", but reference_backend is " + backend.node->text,
          "See which was faster.");
    // The validator and the template spell it differently.
    const At measured = member(selection, "cutile_geo_mean_ms"), asTemplate = member(selection, "cutile_geomean_ms");
    const At perVariant = member(selection, "per_variant");
    if (measured.missing() && perVariant.missing()) {
      if (asTemplate.missing())
        say(Severity::Warning, selection, "has neither cutile_geo_mean_ms nor per_variant", "Fill in what was measured.");
      else
        say(Severity::Warning, asTemplate, "is spelt as in the template, and the validator looks for cutile_geo_mean_ms", "Write it so.");
    }
    for (const JsonNode &each : selection.node->items) {
      const auto position = static_cast<std::size_t>(&each - selection.node->items.data());
      const At at{&each, selection.node, selection.path + "." + selection.node->names[position]};
      if (at.path.ends_with("_ms") && !at.missing() && is(at, Kind::Float)) positive(at);
    }
  }

  static double numberOf(const JsonNode &node) { return node.kind == Kind::Integer ? static_cast<double>(node.integer) : node.real; }

  void positive(const At &at) {
    if (!(numberOf(*at.node) > 0)) say(Severity::Error, at, "is no time that can be measured", "Write milliseconds.");
  }

  void checkConfigurations() {
    const At configs = member("test_perf_configs");
    if (configs.missing()) return sayMissing(Severity::Error, configs);
    std::size_t count = 0;
    const auto countIn = [&](const At &owner, const char *name) {
      if (!is(owner, Kind::Object)) return;
      const At list = member(owner, name);
      if (list.missing()) return sayMissing(Severity::Warning, list);
      if (is(list, Kind::Array)) count += list.node->items.size();
    };
    if (configs.node->kind == Kind::Object) {
      for (std::size_t i = 0; i < configs.node->items.size(); ++i)
        countIn({&configs.node->items[i], configs.node, configs.path + "." + configs.node->names[i]}, "shapes");
    } else if (configs.node->kind == Kind::Array) {
      for (std::size_t i = 0; i < configs.node->items.size(); ++i) countIn(item(configs, i), "param_list");
    } else {
      return say(Severity::Error, configs, "must be an object or an array but is " + std::string(json::kindText(configs.node->kind)));
    }
    if (count == 0)
      say(Severity::Error, configs, "has no shape and no parameter in all",
          "Copy what test_perf of the operator's test is run with; the template's [] is refused.");
  }

  // ---- Variants ----

  void checkVariants() {
    const At variants = member("kernel_variants");
    if (variants.missing()) {
      if (!files_.exists) return;
      if (!files_.exists("reference/reference.mlir")) {
        say(Severity::Warning, variants, "is not there, and neither is reference/reference.mlir", "Put the reference's program there.");
      } else {
        checkProgram(variants, "reference/reference.mlir");
      }
      return;
    }
    if (!is(variants, Kind::Array)) return;
    if (variants.node->items.empty()) say(Severity::Warning, variants, "is empty", "Leave it out, or name the variants.");
    std::set<std::string> programs;
    for (std::size_t i = 0; i < variants.node->items.size(); ++i) {
      const At variant = item(variants, i);
      if (is(variant, Kind::Object)) checkVariant(variant, programs);
    }
    if (files_.sources.empty() && !variants.node->items.empty())
      say(Severity::Note, variants, "names functions that could not be looked for: the source is not at hand", "Name it with --source.");
  }

  void checkProgram(const At &named, const std::string &path) {
    const std::string fault = files_.programFault ? files_.programFault(path) : std::string();
    if (!fault.empty()) say(Severity::Error, named, "\"" + path + "\" is no program: " + fault, "Make it anew, with tileport convert.");
  }

  void checkVariant(const At &variant, std::set<std::string> &programs) {
    const At name = member(variant, "variant_name");
    if (expectText(name) && !names_.insert(name.node->text).second)
      say(Severity::Error, name, "\"" + name.node->text + "\" is used twice", "Give each variant its own name.");
    const At function = member(variant, "kernel_function");
    if (expectText(function)) checkFunction(function);
    const At program = member(variant, "reference_ir");
    if (expectText(program) && isInside(program)) {
      if (files_.exists && !files_.exists(program.node->text)) {
        say(Severity::Error, program, "\"" + program.node->text + "\" does not exist", "Paths are relative to the kernel's output folder.");
      } else {
        checkProgram(program, program.node->text);
      }
      if (!programs.insert(program.node->text).second)
        say(Severity::Warning, program, "\"" + program.node->text + "\" is another variant's too",
            "Each variant has a program of its own.");
      if (startsWithAny(program.node->text, {"reference/supplements/"}))
        say(Severity::Warning, program, "is a supplement, which is no variant of its own", "Name it in the variant that it belongs to.");
    }
    (void)expectText(member(variant, "dispatch_condition"), Severity::Warning);
    expectBackend(member(variant, "reference_backend"));
    maybe(member(variant, "variant_type"), Kind::String);
    const At constants = member(variant, "constants");
    if (!constants.missing() && is(constants, Kind::Array)) expectTexts(constants);
    for (std::size_t i = 0; i < variant.node->items.size(); ++i)
      if (variant.node->names[i].find("supplement") != std::string::npos)
        checkSupplement({&variant.node->items[i], variant.node, variant.path + "." + variant.node->names[i]});
    hasConfigurations_ |= checkConfigurationList(member(variant, "autotune_configs"));
  }

  /// Whether it is defined in a source that is at hand.
  void checkFunction(const At &function) {
    if (files_.sources.empty()) return;
    const std::string &name = function.node->text;
    const auto defines = [&](const std::string &source) {
      for (std::size_t at = source.find(name); at != std::string::npos; at = source.find(name, at + 1)) {
        const auto isLetter = [](char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; };
        const std::size_t end = at + name.size();
        if ((at > 0 && isLetter(source[at - 1])) || (end < source.size() && isLetter(source[end]))) continue;
        std::string_view before(source.data(), at);
        const bool spaced = before.ends_with(' ') || before.ends_with('\t');
        while (before.ends_with(' ') || before.ends_with('\t')) before.remove_suffix(1);
        // A function, or a name that a kernel is bound to.
        if (spaced && before.ends_with("def")) return true;
        std::string_view behind(source.data() + end, source.size() - end);
        behind.remove_prefix(std::min(behind.find_first_not_of(" \t"), behind.size()));
        if ((before.empty() || before.ends_with('\n')) && behind.starts_with('=') && !behind.starts_with("==")) return true;
      }
      return false;
    };
    if (std::none_of(files_.sources.begin(), files_.sources.end(), defines))
      say(Severity::Error, function, "\"" + name + "\" is defined in no source that is at hand",
          "Name the function that ct.kernel or triton.jit decorates.");
  }

  /// A relative path that does not lead out of the folder.
  bool isInside(const At &at) {
    const std::string &path = at.node->text;
    bool leaves = path.starts_with('/') || path.find('\\') != std::string::npos || path.find('\0') != std::string::npos;
    int depth = 0;
    for (std::size_t begin = 0; begin <= path.size();) {
      const std::size_t end = std::min(path.find('/', begin), path.size());
      const std::string_view part(path.data() + begin, end - begin);
      depth += part == ".." ? -1 : part.empty() || part == "." ? 0 : 1;
      leaves |= depth < 0;
      begin = end + 1;
    }
    if (leaves) say(Severity::Error, at, "\"" + path + "\" leaves the kernel's output folder", "Copy the file into the folder.");
    return !leaves;
  }

  void checkSupplement(const At &at) {
    if (at.missing() || !is(at, Kind::String) || !isInside(at)) return;
    if (!at.node->text.starts_with("reference/supplements/"))
      say(Severity::Warning, at, "\"" + at.node->text + "\" is not below reference/supplements", "Supplements lie there.");
    if (files_.exists && !files_.exists(at.node->text)) say(Severity::Warning, at, "\"" + at.node->text + "\" does not exist", kAdvice);
  }

  /// Null or a list of objects. True when it has any.
  bool checkConfigurationList(const At &list) {
    if (list.missing() || !is(list, Kind::Array)) return false;
    bool any = false;
    for (std::size_t i = 0; i < list.node->items.size(); ++i) {
      const At each = item(list, i);
      if (!is(each, Kind::Object)) continue;
      any = true;
      const auto &names = each.node->names;
      if (std::none_of(names.begin(), names.end(), [](const std::string &name) { return startsWithAny(name, {"BLOCK_", "TILE_"}); }))
        say(Severity::Warning, each, "has no member that begins with BLOCK_ or TILE_", "See whether it is a configuration of tiles.");
    }
    return any;
  }

  void checkConfigToVariant() {
    const At map = member("config_to_variant");
    const bool hasVariants = !names_.empty();
    if (map.missing()) {
      if (hasVariants) sayMissing(Severity::Warning, map);
      return;
    }
    if (!is(map, Kind::Object)) return;
    if (hasVariants && map.node->items.empty()) say(Severity::Warning, map, "is empty", "Say which variant each configuration runs.");
    std::set<std::string> used;
    for (std::size_t i = 0; i < map.node->items.size(); ++i) {
      const At each{&map.node->items[i], map.node, map.path + "." + map.node->names[i]};
      if (!expect(each, Kind::String)) continue;
      used.insert(each.node->text);
      if (!names_.contains(each.node->text))
        say(Severity::Error, each, "names the variant \"" + each.node->text + "\", which does not exist", "Write the variant_name of one.");
    }
    for (const std::string &name : names_)
      if (!map.node->items.empty() && !used.contains(name))
        say(Severity::Warning, map, "leads to the variant " + name + " from no configuration", "See whether it is needed.");
  }

  // ---- Correctness ----

  void checkCorrectness() {
    const At reference = member("correctness_reference");
    if (expect(reference, Kind::Object)) {
      (void)expectText(member(reference, "function"));
      (void)expectText(member(reference, "source"), Severity::Warning);
    }
    const At tolerance = member("correctness_tolerance");
    if (!expect(tolerance, Kind::Object)) return;
    std::size_t types = 0;
    for (std::size_t i = 0; i < tolerance.node->items.size(); ++i) {
      const std::string &name = tolerance.node->names[i];
      const At each{&tolerance.node->items[i], tolerance.node, tolerance.path + "." + name};
      if (name == "source" || name == "notes") {
        maybe(each, Kind::String);
        continue;
      }
      ++types;
      // The validator takes every other name for an element type.
      if (evidence::canonicalElementType(name).empty())
        say(Severity::Warning, each, "is taken for an element type, and there is none of that name");
      if (!expect(each, Kind::Object)) continue;
      for (const char *bound : {"atol", "rtol"}) checkTolerance(member(each, bound));
    }
    if (types == 0) say(Severity::Error, tolerance, "names no element type", "Give atol and rtol of each that is tested.");
    (void)expectText(member(tolerance, "source"), Severity::Warning);
  }

  void checkTolerance(const At &at) {
    if (!expect(at, Kind::Float)) return;
    const double value = numberOf(*at.node);
    if (!std::isfinite(value) || value < 0) say(Severity::Error, at, "is no tolerance", "Write a number that is not negative.");
  }

  // ---- Autotuning ----

  void checkAutotune() {
    const At path = member("launch_path"), backends = member("autotune_backends"), key = member("autotune_key");
    const bool isTuned = !path.missing() && path.node->kind == Kind::String && path.node->text == "autotune";
    const bool hasBackends = !backends.missing() && backends.node->kind == Kind::Array && !backends.node->items.empty();
    for (const At &list : {backends, key}) {
      if (!list.missing() && is(list, Kind::Array)) expectTexts(list);
      const bool isEmpty = list.missing() || (list.node->kind == Kind::Array && list.node->items.empty());
      if ((isTuned || hasBackends) && isEmpty) say(Severity::Warning, list, "is empty, but the kernel is tuned", kFillIn);
    }
    if (!isTuned && backends.node != nullptr && backends.node->kind == Kind::Null)
      say(Severity::Warning, backends, "is null, at which the pipeline's validator stops", "Write [].");
    hasConfigurations_ |= checkConfigurationList(member("autotune_configs"));
    if ((isTuned || hasBackends) && !hasConfigurations_)
      say(Severity::Error, member("autotune_configs"), "is empty, here and in every variant, but the kernel is tuned", kFillIn);
  }

  void checkRest() {
    maybe(member("source_file"), Kind::String);
    const At policy = member("entry_symbol_policy");
    if (!policy.missing() && is(policy, Kind::Object)) {
      maybe(member(policy, "reference_entry_contains_kernel_name"), Kind::Bool);
      maybe(member(policy, "alias_used"), Kind::Bool);
      maybe(member(policy, "real_kernel_function"), Kind::String);
    }
    static const std::set<std::string_view> kKnown{"kernel_name",
                                                   "source",
                                                   "pattern",
                                                   "launch_path",
                                                   "ops_used",
                                                   "test_perf_configs",
                                                   "reference_backend",
                                                   "reference_backend_selection",
                                                   "kernel_variants",
                                                   "config_to_variant",
                                                   "correctness_reference",
                                                   "correctness_tolerance",
                                                   "autotune_backends",
                                                   "autotune_key",
                                                   "autotune_configs",
                                                   "source_file",
                                                   "entry_symbol_policy",
                                                   "known_gaps"};
    for (std::size_t i = 0; i < root_->items.size(); ++i)
      if (!kKnown.contains(root_->names[i]))
        say(Severity::Warning, {&root_->items[i], root_, root_->names[i]}, "is one that nobody reads", "Look for a misspelling.");
  }

  const std::string &file_;
  const AnalysisFiles &files_;
  const JsonNode *root_ = nullptr;
  std::set<std::string> names_;  ///< of the variants
  bool hasConfigurations_ = false;
  std::vector<AnalysisFinding> findings_;
};

struct NotANumber {
  std::size_t at = 0;
  std::string word;
};

/// Python writes NaN and Infinity, which are no JSON. Each becomes a number of its length, so that the rest is read where it stands.
std::vector<NotANumber> replaceNotNumbers(std::string &text) {
  std::vector<NotANumber> found;
  bool inText = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (inText && text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      inText = !inText;
    } else if (!inText) {
      for (const std::string_view word : {"NaN", "Infinity"}) {
        if (!std::string_view(text).substr(i).starts_with(word)) continue;
        found.push_back({i, std::string(word)});
        text.replace(i, word.size(), "0." + std::string(word.size() - 2, '0'));
        break;
      }
    }
  }
  return found;
}

Place placeOf(const std::string &file, std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  Place place{.file = file, .line = static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n')) + 1};
  const std::size_t lineEnd = before.rfind('\n');
  place.column = static_cast<std::uint32_t>(lineEnd == std::string_view::npos ? at : at - lineEnd - 1) + 1;
  return place;
}

}  // namespace

std::string AnalysisFinding::toString() const {
  const char *const word = severity == Severity::Error ? "error: " : severity == Severity::Warning ? "warning: " : "note: ";
  Error shown = error;
  shown.message = word + shown.message;
  return shown.toString();
}

std::vector<AnalysisFinding> checkAnalysis(std::string_view text, const std::string &file, const AnalysisFiles &files) {
  std::string mended(text);
  std::vector<AnalysisFinding> findings;
  for (const NotANumber &each : replaceNotNumbers(mended)) {
    Error error{ErrorKind::Malformed, each.word + " is no number of JSON, and nothing compares with it", placeOf(file, text, each.at),
                "Write a number."};
    findings.push_back({Severity::Error, "", std::move(error)});
  }
  const auto root = json::parseJson(mended, file);
  if (!root) {
    findings.push_back({Severity::Error, "", root.error()});
    return findings;
  }
  for (AnalysisFinding &each : Checker(file, files).run(*root)) findings.push_back(std::move(each));
  return findings;
}

bool passes(const std::vector<AnalysisFinding> &findings) {
  return std::none_of(findings.begin(), findings.end(), [](const AnalysisFinding &each) { return each.severity == Severity::Error; });
}

}  // namespace tileport::specification
