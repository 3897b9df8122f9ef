// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "importer/specifying.h"

#include <map>
#include <set>

#include "source/source_facts.h"
#include "toolchain/folders.h"
#include "toolchain/front_ends.h"
#include "toolchain/reading_facts.h"
#include "toolchain/store.h"
#include "workspace/review.h"
#include "workspace/specialisation.h"

namespace tileport::importer {

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
  FactsReader(toolchain::RunLog &log, const CancelToken &cancel) : log_(log), cancel_(cancel) {}

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
      if (reader == nullptr)
        all[source].unknown = "no front end reads " + source.extension().string() + " files. tileport doctor says which are there.";
    }
    toolchain::FileHashes hashes;
    for (const auto &[reader, paths] : byReader) {
      toolchain::Runner runner({reader->own, *tools, *cache}, "read what sources say", log_, cancel_);
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

  toolchain::RunLog &log_;
  const CancelToken &cancel_;
};

/// Puts an operator's variants together.
class OperatorReader {
 public:
  OperatorReader(const workspace::Operator &op, const std::string &variant, const CancelToken &cancel)
      : op_(op), variant_(variant), cancel_(cancel) {}

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
      if (!isWanted(variant.name) || cancel_.cancelled()) continue;
      input.variants.push_back(
          {variant.name, sideOf(variant.reference, workspace::Side::Reference), sideOf(variant.port, workspace::Side::Port)});
    }
    for (const workspace::Unpaired &unpaired : op_.unpaired) {
      if (!isWanted(unpaired.name) || cancel_.cancelled()) continue;
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
    auto read = workspace::readSide(files, cancel_);
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
  const CancelToken &cancel_;
  const std::map<fs::path, Facts> *facts_ = nullptr;
  std::set<std::string> failures_;
};

}  // namespace

Result<std::vector<SpecifiedOperator>> specifyOperators(const std::vector<const workspace::Operator *> &operators,
                                                        const std::string &variant, toolchain::RunLog &log, const CancelToken &cancel) {
  std::vector<OperatorReader> readers;
  Sources sources;
  for (const workspace::Operator *op : operators) readers.emplace_back(*op, variant, cancel).collectSources(sources);
  const std::map<fs::path, Facts> facts = FactsReader(log, cancel).read(sources);
  std::vector<SpecifiedOperator> specified;
  for (OperatorReader &reader : readers) {
    if (cancel.cancelled()) break;
    specified.push_back(reader.run(facts));
  }
  if (cancel.cancelled()) return Error{ErrorKind::Cancelled, "reading the specification was cancelled", {}, {}};
  return specified;
}

}  // namespace tileport::importer
