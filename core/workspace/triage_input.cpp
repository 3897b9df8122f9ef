// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "workspace/triage_input.h"

#include <algorithm>

namespace tileport::workspace {

namespace {

using evidence::SpecialisationDifference;

triage::SideInput sideInput(const ReviewSide &side) {
  return {.frontEnd = side.frontEnd, .source = side.source, .places = side.map, .facts = nullptr};
}

/// Replays what the alignment certifies.
void certify(const Review &review, triage::TriageInput &input, const CancelToken &cancel) {
  if (!review.alignment->certificate) {
    input.uncertifiedWhy = "the programs differ in what a certificate would have to prove";
    return;
  }
  input.certificate = certificate::check(*review.alignment->certificate, *review.reference.program, *review.port.program, cancel);
}

/// TileGym's kernels are compiled with check_bounds = false where their host code has found that the tiles cover everything.
void findCover(const Review &review, triage::TriageInput &input) {
  for (const SpecialisationDifference &each : review.specialisation) {
    if (each.subject != "check_bounds") continue;
    if (each.reference == "false") input.cover = triage::Cover::Exact;
    if (each.reference == "true") input.cover = triage::Cover::Ragged;
    input.coverBecause = "the reference is launched with check_bounds = " + each.reference;
  }
}

std::string launchedDifferently(const Review &review) {
  if (!review.specialisationNote.empty()) return "what the sides are specialised to is not known: " + review.specialisationNote;
  const auto found = std::find_if(review.specialisation.begin(), review.specialisation.end(), [](const SpecialisationDifference &each) {
    return each.origin == SpecialisationDifference::Origin::Variant;
  });
  return found == review.specialisation.end() ? "" : "the two sides are specialised differently: " + found->sentence;
}

}  // namespace

std::optional<std::filesystem::path> triageFileOf(const ReviewSide &port) {
  const std::filesystem::path &beside = port.source ? port.source->path : port.programPath;
  if (beside.empty() || beside == "-") return std::nullopt;
  return beside.parent_path() / triage::kTriageFileName;
}

triage::TriageInput triageInput(const Review &review, const CancelToken &cancel) {
  triage::TriageInput input;
  input.alignment = review.alignment;
  input.reference = sideInput(review.reference);
  input.port = sideInput(review.port);
  findCover(review, input);
  input.launchedDifferently = launchedDifferently(review);
  input.compiled = review.compiled;
  certify(review, input, cancel);
  return input;
}

}  // namespace tileport::workspace
