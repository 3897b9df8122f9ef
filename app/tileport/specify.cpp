// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileport/specify.h"

#include <algorithm>
#include <map>
#include <set>

#include "tileport/progress.h"
#include "toolchain/folders.h"
#include "toolchain/reading_facts.h"
#include "workspace/review.h"
#include "workspace/specialisation.h"

namespace tileport::cli {

namespace {

namespace fs = std::filesystem;
using specification::SideInput;
using Sources = std::map<fs::path, std::string>;  ///< and the front end's title

/// What a source says, or why that is not known.
struct Facts {
  source::SourceFactsPtr facts;
  std::string unknown;
};

/// Asks the front ends' drivers, each once for all its sources.
class FactsReader {
 public:
  /// Of each source that was asked for; the title of its front end decides who reads it.
  std::map<fs::path, Facts> read(const Sources &sources) {
    std::map<fs::path, Facts> all;
    if (sources.empty()) return all;
    const auto tools = toolchain::toolsFolder();
    const auto cache = toolchain::cacheFolder();
    auto store = cache ? toolchain::Store::open(*cache / "store") : Result<toolchain::Store>(cache.error());
    if (!tools || !store) {
      for (const auto &[source, title] : sources) all[source].unknown = (!tools ? tools.error() : store.error()).toString();
      return all;
    }
    const auto frontEnds = toolchain::FrontEnds::load(toolchain::pluginFolders());
    std::map<const toolchain::LoadedFrontEnd *, std::vector<fs::path>> byReader;
    for (const auto &[source, title] : sources) {
      const auto *reader = toolchain::findReader(frontEnds, source, title);
      if (reader != nullptr) byReader[reader].push_back(source);
      if (reader == nullptr) all[source].unknown = "no front end reads " + source.extension().string() + " files";
    }
    toolchain::FileHashes hashes;
    toolchain::RunLog log;
    const InterruptGuard interrupt;
    for (const auto &[reader, paths] : byReader) {
      toolchain::Runner runner({reader->own, *tools, *cache}, "read what sources say", log, interrupt.token());
      const auto outcomes = toolchain::readFacts(*reader, paths, *store, hashes, runner);
      for (const fs::path &path : paths)
        if (!outcomes) all[path].unknown = outcomes.error().toString();
      if (!outcomes) continue;
      for (const toolchain::FactsOutcome &outcome : *outcomes) all[outcome.source] = parsed(outcome);
    }
    return all;
  }

 private:
  static Facts parsed(const toolchain::FactsOutcome &outcome) {
    if (!outcome.facts) return {nullptr, outcome.facts.error().toString()};
    auto facts = source::readSourceFacts(**outcome.facts, "facts of " + outcome.source.filename().string());
    if (!facts) return {nullptr, facts.error().toString()};
    return {std::move(*facts), ""};
  }
};

/// Puts an operator's variants together.
class OperatorReader {
 public:
  OperatorReader(const workspace::Operator &op, const std::string &variant) : op_(op), variant_(variant) {}

  void collectSources(Sources &sources) const {
    const auto add = [&](const workspace::SideFiles &files) {
      if (files.source) sources.try_emplace(*files.source, files.frontEnd);
    };
    for (const workspace::Variant &variant : op_.variants) {
      if (!isWanted(variant.name)) continue;
      add(variant.reference);
      add(variant.port);
    }
    for (const workspace::Unpaired &unpaired : op_.unpaired)
      if (isWanted(unpaired.name)) add(unpaired.files);
  }

  SpecifiedOperator run(const std::map<fs::path, Facts> &facts) {
    facts_ = &facts;
    specification::OperatorInput input{.op = op_.name};
    auto rules = workspace::readRules(op_);
    if (!rules) failures_.insert(rules.error().toString());
    if (rules) input.rules = std::make_shared<const evidence::PairingRules>(std::move(*rules));
    for (const workspace::Variant &variant : op_.variants) {
      if (!isWanted(variant.name)) continue;
      input.variants.push_back(
          {variant.name, sideOf(variant.reference, workspace::Side::Reference), sideOf(variant.port, workspace::Side::Port)});
    }
    for (const workspace::Unpaired &unpaired : op_.unpaired) {
      if (!isWanted(unpaired.name)) continue;
      specification::VariantInput one{.name = unpaired.name};
      (unpaired.side == workspace::Side::Reference ? one.reference : one.port) = sideOf(unpaired.files, unpaired.side);
      input.variants.push_back(std::move(one));
    }
    return {specification::specify(input), {failures_.begin(), failures_.end()}};
  }

 private:
  bool isWanted(const std::string &name) const { return variant_.empty() || name == variant_; }

  SideInput sideOf(const workspace::SideFiles &files, workspace::Side side) {
    SideInput input{.side = side == workspace::Side::Reference ? evidence::Side::Reference : evidence::Side::Port};
    input.programName = files.programName;
    input.sourceName = files.sourceName;
    input.specialisationName = files.launchName;
    auto launch = workspace::readLaunch(files, side);
    if (launch) input.specialisation = std::move(*launch);
    if (launch && !input.specialisation) input.specialisationUnknown = "the workspace names no launch";
    if (!launch) failures_.insert(input.specialisationUnknown = launch.error().toString());
    auto read = workspace::readSide(files);
    if (read) {
      input.program = std::move(read->program);
      input.source = std::move(read->source);
    } else {
      failures_.insert(input.programUnknown = read.error().toString());
    }
    if (!files.source) {
      input.factsUnknown = "the workspace names no source";
      return input;
    }
    const Facts &facts = facts_->at(*files.source);
    input.facts = facts.facts;
    input.factsUnknown = facts.unknown;
    if (!facts.facts) failures_.insert(files.sourceName + ": what it says is not known: " + facts.unknown);
    return input;
  }

  const workspace::Operator &op_;
  const std::string &variant_;
  const std::map<fs::path, Facts> *facts_ = nullptr;
  std::set<std::string> failures_;
};

bool hasVariant(const workspace::Operator &op, const std::string &name) {
  const auto isIt = [&](const auto &each) { return each.name == name; };
  return std::any_of(op.variants.begin(), op.variants.end(), isIt) || std::any_of(op.unpaired.begin(), op.unpaired.end(), isIt);
}

std::string namesOf(const workspace::Workspace &workspace) {
  std::string names;
  for (const workspace::Operator &op : workspace.operators) names += (names.empty() ? "" : ", ") + op.name;
  return names;
}

}  // namespace

std::vector<SpecifiedOperator> specifyOperators(const std::vector<const workspace::Operator *> &operators, const std::string &variant) {
  std::vector<OperatorReader> readers;
  Sources sources;
  for (const workspace::Operator *op : operators) readers.emplace_back(*op, variant).collectSources(sources);
  const std::map<fs::path, Facts> facts = FactsReader().read(sources);
  std::vector<SpecifiedOperator> specified;
  for (OperatorReader &reader : readers) specified.push_back(reader.run(facts));
  return specified;
}

int specify(const SpecifyOptions &options, const Output &output) {
  const auto opened = workspace::openWorkspace(options.workspace);
  if (!opened) return fail(opened.error().toString(), kCannotRead);
  std::vector<const workspace::Operator *> wanted;
  std::string variant;
  for (const workspace::Operator &op : (*opened)->operators)
    if (options.what.empty() || options.what == op.name) wanted.push_back(&op);
  for (const workspace::Operator &op : (*opened)->operators) {
    // Names of operators may have a slash in them: an operator's own name goes before.
    if (!wanted.empty()) break;
    if (!options.what.starts_with(op.name + "/") || !hasVariant(op, options.what.substr(op.name.size() + 1))) continue;
    variant = options.what.substr(op.name.size() + 1);
    wanted.push_back(&op);
  }
  if (wanted.empty() && !options.what.empty())
    return fail("the workspace has no operator or variant \"" + options.what + "\"; its operators are " + namesOf(**opened) + ".",
                kUsageError);
  const std::vector<SpecifiedOperator> specified = specifyOperators(wanted, variant);
  std::set<std::string> failures;
  std::string text;
  for (const SpecifiedOperator &each : specified) {
    failures.insert(each.failures.begin(), each.failures.end());
    if (!output.json) text += (text.empty() ? "" : "\n") + specificationText(each, !variant.empty(), output.terminal);
  }
  for (const std::string &failure : failures) fail(failure, kCannotRead);
  return finish(output.json ? specificationJson((*opened)->name, specified) : text, failures.empty() ? 0 : 4);
}

}  // namespace tileport::cli
