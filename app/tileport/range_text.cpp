// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileport/range_text.h"

#include <algorithm>

#include "tileport/glyphs.h"
#include "tileport/round_text.h"

namespace tileport::cli {

namespace {

constexpr std::size_t kMostReasons = 3;

std::string listed(const std::vector<std::string> &texts, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < std::min(texts.size(), most); ++i) text += (i == 0 ? "" : ", ") + texts[i];
  if (texts.size() > most) text += " and " + std::to_string(texts.size() - most) + " more";
  return text;
}

std::string shortCommit(const std::string &commit) { return commit.empty() ? "nothing" : commit.substr(0, 12); }

/// What was looked at, and why.
std::string scopeText(const importer::ReviewedManifest &manifest, const Terminal &terminal) {
  const std::size_t reviewed = manifest.workspace ? manifest.workspace->operators.size() : 0;
  std::string head = manifest.path;
  if (!manifest.error && manifest.operators > 0)
    head += ": " + std::to_string(reviewed) + " of " + plural(manifest.operators, "operator") + " reviewed" +
            (manifest.isMade ? ", made from the sources" : "");
  std::string text = paragraph(terminal, head, 0, Style::Bold);
  const auto isAdded = [&](const std::string &name) {
    return std::find(manifest.added.begin(), manifest.added.end(), name) != manifest.added.end();
  };
  for (const auto &[name, reasons] : manifest.reasons)
    text += paragraph(terminal, (isAdded(name) ? "+ " : "~ ") + name + ": " + (isAdded(name) ? "added" : listed(reasons, kMostReasons)), 2);
  for (const std::string &name : manifest.removed) text += paragraph(terminal, "- " + name + ": removed", 2, Style::Missing);
  if (!manifest.untouched.empty())
    text += paragraph(terminal,
                      "not reviewed, since no file of theirs, above or beside them, or named in their sources changed: " +
                          listed(manifest.untouched, SIZE_MAX),
                      2, Style::Dim);
  if (!manifest.note.empty()) text += paragraph(terminal, manifest.note, 2);
  if (manifest.error) text += paragraph(terminal, "unreadable: " + shortenWords(manifest.error->toString()), 2, Style::Missing);
  for (const std::string &each : manifest.undecided) text += paragraph(terminal, "? " + shortenWords(each), 2, Style::Bold);
  return text;
}

std::string changeText(const importer::ProgramChange &change, const Terminal &terminal) {
  const std::string side = change.side == workspace::Side::Port ? "port" : "reference";
  std::string text = "\n" + paragraph(terminal, change.op + " / " + change.variant + ", " + side + " at BASE against " + side + " at HEAD",
                                      0, Style::Bold);
  if (!change.review) return text + paragraph(terminal, "unreadable: " + change.review.error().toString(), 0, Style::Missing);
  return text + summaryText(**change.review, terminal) + divergencesText(**change.review, terminal);
}

std::string manifestText(const ManifestReview &each, const std::string &base, const Terminal &terminal) {
  const importer::ReviewedManifest &manifest = *each.manifest;
  std::string text = "\n" + scopeText(manifest, terminal);
  if (manifest.workspace) text += "\n" + workspaceText(each.review, terminal);
  if (manifest.workspace || !manifest.findings.variants.empty())
    text += "\n" + roundText(manifest.findings, "BASE (" + shortCommit(base) + ")", terminal);
  if (!manifest.changes.empty()) text += "\n" + paragraph(terminal, "What the change did to the programs:", 0, Style::Bold);
  for (const importer::ProgramChange &change : manifest.changes) text += changeText(change, terminal);
  return text;
}

}  // namespace

Outcome ManifestReview::outcome() const {
  if (manifest->error) return Outcome::Unreadable;
  const Outcome reviewed = review.outcome();
  return reviewed == Outcome::Same && !manifest->undecided.empty() ? Outcome::Undecided : reviewed;
}

std::vector<ManifestReview> manifestReviews(const importer::RangeReview &range) {
  std::vector<ManifestReview> reviews;
  for (const importer::ReviewedManifest &manifest : range.manifests) {
    ManifestReview &review = reviews.emplace_back(ManifestReview{&manifest, {manifest.workspace, {}}});
    for (const importer::ReviewedVariant &each : manifest.variants) review.review.variants.emplace_back(each.op, each.variant, each.review);
  }
  return reviews;
}

Outcome outcomeOf(const std::vector<ManifestReview> &manifests) {
  for (const Outcome worst : {Outcome::Unreadable, Outcome::Divergent, Outcome::Undecided}) {
    if (std::any_of(manifests.begin(), manifests.end(), [&](const ManifestReview &each) { return each.outcome() == worst; })) return worst;
  }
  return Outcome::Same;
}

bool reachesAny(const importer::RangeReview &range) {
  return std::any_of(range.manifests.begin(), range.manifests.end(), [](const importer::ReviewedManifest &each) {
    return each.workspace || each.error || !each.removed.empty() || !each.undecided.empty() || !each.note.empty();
  });
}

std::string rangeText(const importer::RangeReview &range, const std::string &repository, const Terminal &terminal) {
  std::string text = paragraph(
      terminal,
      repository + ": " + shortCommit(range.base) + ".." + shortCommit(range.head) + ", " + plural(range.changedFiles, "file") + " changed",
      0, Style::Bold);
  if (range.base.empty()) text += paragraph(terminal, "HEAD has no parent, or history is cut off there: everything counts as added.", 0);
  if (!range.leftOut.empty()) text += paragraph(terminal, "Left out: " + listed(range.leftOut, 10), 0, Style::Dim);
  if (!reachesAny(range)) text += "The change reaches no operator.\n";
  for (const ManifestReview &each : manifestReviews(range)) text += manifestText(each, range.base, terminal);
  return text;
}

}  // namespace tileport::cli
