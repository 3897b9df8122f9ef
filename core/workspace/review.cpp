// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "workspace/review.h"

#include <algorithm>
#include <set>

#include "align/carry_locations.h"
#include "tileir/program_reader.h"
#include "tileir/verifier.h"
#include "triage/anchors.h"
#include "workspace/specialisation.h"
#include "workspace/triage_input.h"

namespace tileport::workspace {

namespace {

/// What is no Tile IR means nothing, and nothing is the same as it.
std::optional<Error> findBrokenRule(const tileir::Program &program, const std::filesystem::path &path, const CancelToken &cancel) {
  const auto violations = tileir::verify(program, 1, cancel);
  if (violations.empty()) return std::nullopt;
  const tileir::Violation &first = violations.front();
  Error error{
      ErrorKind::Malformed, "breaks a rule of Tile IR: " + first.rule + ": " + first.message, {.file = tileir::shownName(path)}, ""};
  error.advice = "Run tileport check " + path.string() + " to see all that it breaks.";
  return error;
}

/// Takes over the locations that the program lacks. Without them it can be reviewed as well, so that what goes wrong is a note.
Result<void> carryLocations(ReviewSide &side, const SideFiles &files, const CancelToken &cancel) {
  if (!files.locations) return {};
  const Result<tileir::ProgramPtr> donor = tileir::readProgramFile(*files.locations, cancel);
  if (!donor) {
    if (donor.error().kind == ErrorKind::Cancelled) return donor.error();
    side.sourceNote = donor.error().toString();
    return {};
  }
  Result<align::CarriedLocations> carried = align::carryLocations(side.program, *donor, cancel);
  if (!carried) return std::move(carried).error();
  side.program = std::move(carried->program);
  side.carriedLocations = carried->ops;
  if (carried->ops > 0) side.carriedFrom = files.locationsFrontEnd.empty() ? files.locationsName : files.locationsFrontEnd;
  return {};
}

Result<std::shared_ptr<Review>> reviewSides(std::string title, const SideFiles &reference, const SideFiles &port,
                                            const CancelToken &cancel) {
  auto review = std::make_shared<Review>();
  review->title = std::move(title);
  Result<ReviewSide> referenceSide = readSide(reference, cancel);
  if (!referenceSide) return std::move(referenceSide).error();
  Result<ReviewSide> portSide = readSide(port, cancel);
  if (!portSide) return std::move(portSide).error();
  review->reference = std::move(*referenceSide);
  review->port = std::move(*portSide);
  align::AlignOptions options;
  options.certify = true;
  Result<align::AlignmentPtr> alignment = align::align(review->reference.program, review->port.program, options, cancel);
  if (!alignment) return std::move(alignment).error();
  review->alignment = std::move(*alignment);
  review->sideBySide = align::sideBySide(*review->alignment);
  return review;
}

/// A triage.json that cannot be read waives nothing, and is told of.
Result<void> addTriage(Review &review, const triage::Policy &policy, const CancelToken &cancel) {
  triage::TriageInput input = triageInput(review, cancel);
  if (const auto file = triageFileOf(review.port)) {
    auto waivers = triage::readTriageFile(*file);
    if (waivers) input.waivers = std::make_shared<triage::TriageFile>(std::move(*waivers));
    else review.triageNote = waivers.error().toString();
  }
  auto triage = triage::classify(input, policy, triage::defaultFrontEnds(), cancel);
  if (!triage) return std::move(triage).error();
  review.triage = std::move(*triage);
  return {};
}

}  // namespace

Review::Counts Review::counts() const {
  Counts counts;
  for (const align::Divergence &divergence : alignment->divergences) {
    switch (divergence.status) {
      case align::Status::Differs: ++counts.differs; break;
      case align::Status::Missing: ++counts.missing; break;
      case align::Status::Extra: ++counts.extra; break;
    }
  }
  return counts;
}

namespace {

/// "%4 = subi does not overflow tile<i32> (port)", each once.
std::string conditionsText(const align::Alignment &alignment) {
  std::set<std::string> texts;
  for (const align::Equivalence &equivalence : alignment.equivalences)
    for (const align::Condition &condition : equivalence.conditions)
      texts.insert(condition.text + (condition.side == align::Side::Reference ? " (reference)" : " (port)"));
  std::string all;
  for (const std::string &text : texts) all += (all.empty() ? "" : ", ") + text;
  return all;
}

}  // namespace

bool Review::same() const { return alignment->same() && !compiledApart() && undecidedWhy().empty(); }

bool Review::compiledApart() const {
  const auto isApart = [](const triage::Finding &each) { return each.compilation && each.severity == triage::Severity::Critical; };
  return triage && std::any_of(triage->findings.begin(), triage->findings.end(), isApart);
}

std::string Review::undecidedWhy() const {
  if (alignment->undecided) return alignment->undecidedWhy.empty() ? "a budget was hit" : alignment->undecidedWhy;
  if (alignment->divergences.empty() && alignment->conditional()) return "the programs are the same only if " + conditionsText(*alignment);
  if (!alignment->same()) return "";
  if (!specialisationNote.empty()) return "the programs are the same, but what the sides are specialised to is not known";
  const auto isOfVariants = [](const auto &each) { return each.origin == evidence::SpecialisationDifference::Origin::Variant; };
  if (std::any_of(specialisation.begin(), specialisation.end(), isOfVariants))
    return "the programs are the same, but the two sides are specialised differently";
  using enum evidence::Compilation::End;
  for (const evidence::Compilation *side : {compiled ? &compiled->reference : nullptr, compiled ? &compiled->port : nullptr})
    if (side != nullptr && !compiledApart() && (side->end == Unfinished || side->end == NotRun))
      return "the programs are the same, but it is not known whether " + compiled->tool + " takes both alike";
  return "";
}

std::optional<SourcePlace> sourcePlace(const ReviewSide &side, const align::Subject &subject) {
  if (side.source && subject.op.valid()) {
    if (const auto line = side.map.lineOf(subject.op))
      return SourcePlace{side.source->displayName, line->value + 1, side.map.columnOf(subject.op)};
  }
  tileir::LocationId location;
  if (subject.op.valid()) {
    location = side.program->op(subject.op).location;
  } else if (subject.function.valid()) {
    location = side.program->function(subject.function).location;
  }
  if (!location.valid()) return std::nullopt;
  for (const tileir::SourcePoint &point : side.program->sourcePoints(location)) {
    if (point.line == 0) continue;
    std::string file = point.file;
    // An entry has no op for the map; its file is the source's when the last names agree.
    if (side.source && std::filesystem::path(file).filename() == side.source->path.filename()) file = side.source->displayName;
    return SourcePlace{std::move(file), point.line, source::oneBasedColumn(point.column)};
  }
  return std::nullopt;
}

std::vector<evidence::SpecialisationDifference> Review::ownSpecialisation() const {
  std::vector<evidence::SpecialisationDifference> own;
  for (const auto &each : specialisation) {
    if (each.origin != evidence::SpecialisationDifference::Origin::FrontEnd) own.push_back(each);
  }
  return own;
}

Result<ReviewSide> readSide(const SideFiles &files, const CancelToken &cancel) {
  Result<tileir::ProgramPtr> program = tileir::readLocatedProgramFile(files.program, cancel);
  if (!program) return std::move(program).error();
  if (auto broken = findBrokenRule(**program, files.program, cancel)) return std::move(*broken);
  // Two files in which nothing is would be the same.
  if ((*program)->functionCount() == 0)
    return Error{ErrorKind::Malformed,
                 "has no entry, so there is nothing to compare",
                 {.file = files.program.string()},
                 "Look whether what wrote the file failed."};
  ReviewSide side;
  side.program = std::move(*program);
  side.programPath = files.program;
  side.frontEnd = files.frontEnd;
  if (auto carried = carryLocations(side, files, cancel); !carried) return carried.error();
  if (!files.source) {
    side.sourceNote = "no source file is named";
    return side;
  }
  const std::string shown = files.sourceName.empty() ? files.source->filename().string() : files.sourceName;
  // A program can be reviewed without its source, so a source that is gone is a note and no error.
  Result<source::SourceFilePtr> source = source::readSourceFile(*files.source, shown);
  if (!source) {
    side.sourceNote = source.error().toString();
    return side;
  }
  side.source = std::move(*source);
  side.map = source::SourceMap(*side.program, *side.source);
  // That its locations could not be carried over says more.
  if (side.map.mappedOps() == 0 && side.sourceNote.empty()) side.sourceNote = "the program has no debug location in this file";
  return side;
}

Result<ReviewPtr> review(const Operator &op, const Variant &variant, const CancelToken &cancel) {
  return reviewBy(triage::defaultPolicy(), op, variant, cancel);
}

Result<ReviewPtr> reviewBy(const triage::Policy &policy, const Operator &op, const Variant &variant, const CancelToken &cancel) {
  auto review = reviewSides(op.name + " / " + variant.name, variant.reference, variant.port, cancel);
  if (!review) return std::move(review).error();
  auto differences = specialisationDifferences(op, variant);
  if (differences) {
    (*review)->specialisation = std::move(*differences);
    (*review)->specialisationCompared = variant.reference.launch && variant.port.launch;
  } else {
    (*review)->specialisationNote = differences.error().toString();
  }
  if (auto triaged = addTriage(**review, policy, cancel); !triaged) return triaged.error();
  return ReviewPtr(std::move(*review));
}

Result<ReviewPtr> reviewFiles(const std::filesystem::path &reference, const std::filesystem::path &port, const CancelToken &cancel) {
  return reviewFilesBy(triage::defaultPolicy(), {.program = reference}, {.program = port}, cancel);
}

Result<ReviewPtr> reviewFilesBy(const triage::Policy &policy, const SideFiles &reference, const SideFiles &port,
                                const CancelToken &cancel) {
  const auto nameOf = [](const std::filesystem::path &path) {
    return path.has_parent_path() ? path.filename().string() : tileir::shownName(path);
  };
  auto review = reviewSides(nameOf(reference.program) + " | " + nameOf(port.program), reference, port, cancel);
  if (!review) return std::move(review).error();
  if (auto triaged = addTriage(**review, policy, cancel); !triaged) return triaged.error();
  return ReviewPtr(std::move(*review));
}

Result<ReviewPtr> withCompilation(const triage::Policy &policy, const Review &review, evidence::CompiledPairPtr compiled,
                                  const CancelToken &cancel) {
  auto again = std::make_shared<Review>(review);
  again->compiled = std::move(compiled);
  if (auto triaged = addTriage(*again, policy, cancel); !triaged) return triaged.error();
  return ReviewPtr(std::move(again));
}

Result<std::size_t> acceptFindings(const Review &review, triage::TriageEntry entry) {
  const auto file = triageFileOf(review.port);
  if (!file || !review.triage)
    return Error{ErrorKind::Usage, "there is no folder in which a triage of this pair could lie", {}, "Compare files, not standard input."};
  const triage::Anchors anchors(*review.alignment, review.triage->compileDifferences);
  std::size_t found = 0;
  entry.covers.clear();
  for (const triage::Finding &finding : review.triage->findings) {
    if (finding.anchor != entry.anchor) continue;
    ++found;
    const triage::CoveredPair pair = anchors.covered(finding);
    const auto same = std::find_if(entry.covers.begin(), entry.covers.end(), [&](const triage::CoveredPair &each) {
      return each.reference == pair.reference && each.port == pair.port;
    });
    if (same == entry.covers.end()) entry.covers.push_back(pair);
    else ++same->count;
  }
  if (found == 0)
    return Error{ErrorKind::Usage,
                 "no finding of " + review.title + " has the anchor " + entry.anchor,
                 {},
                 "tileport review prints the anchor of each finding."};
  if (auto added = triage::addToTriageFile(*file, std::move(entry)); !added) return added.error();
  return found;
}

Result<ReviewPtr> reviewVersions(const std::string &title, const SideFiles &before, const SideFiles &after, const SideNames &names,
                                 const CancelToken &cancel) {
  auto review = reviewSides(title, before, after, cancel);
  if (!review) return std::move(review).error();
  (*review)->names = names;
  return ReviewPtr(std::move(*review));
}

}  // namespace tileport::workspace
