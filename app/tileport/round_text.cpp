// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileport/round_text.h"

#include <array>

#include "tileport/glyphs.h"

namespace tileport::cli {

namespace {

using Fate = workspace::ComparedFinding::Fate;

constexpr std::array kFates{Fate::Gone, Fate::Remaining, Fate::New, Fate::Undecided};

char signOf(Fate fate) {
  switch (fate) {
    case Fate::Gone: return '-';
    case Fate::Remaining: return '=';
    case Fate::New: return '+';
    case Fate::Undecided: return '?';
  }
  return '?';
}

Style styleOf(Fate fate) {
  switch (fate) {
    case Fate::Gone: return Style::Extra;
    case Fate::Remaining: return Style::Plain;
    case Fate::New: return Style::Missing;
    case Fate::Undecided: return Style::Bold;
  }
  return Style::Plain;
}

std::string findingText(const workspace::ComparedFinding &compared, const Terminal &terminal) {
  const std::string head = std::string(1, signOf(compared.fate)) + " " + std::string(workspace::toText(compared.fate)) + ": ";
  std::string text = paragraph(terminal, shortenWords(head + compared.finding.text()), 2, styleOf(compared.fate));
  if (!compared.why.empty()) text += paragraph(terminal, compared.why, 6);
  std::string places;
  for (const std::string &place : compared.finding.places) places += (places.empty() ? "" : ", ") + place;
  // Where something was that is there no more says little, but it is what the reader remembers it by.
  if (!places.empty()) text += paragraph(terminal, (compared.fate == Fate::Gone ? "was at " : "at ") + places, 6, Style::Dim);
  return text;
}

std::string variantText(const workspace::ComparedVariant &compared, const Terminal &terminal) {
  const std::string manifest = compared.manifest.empty() ? "" : compared.manifest + ": ";
  const std::string variant = compared.variant.empty() ? ", programs without a partner" : " / " + compared.variant;
  std::string text = paragraph(terminal, manifest + compared.op + variant, 0, Style::Bold);
  for (const std::string &note : compared.notes) text += paragraph(terminal, "! " + note, 2);
  for (const workspace::ComparedFinding &each : compared.findings) text += findingText(each, terminal);
  return text;
}

}  // namespace

std::string roundText(const workspace::RoundComparison &comparison, const std::string &since, const Terminal &terminal) {
  std::string counts;
  for (const Fate fate : kFates) {
    const std::size_t count = comparison.count(fate);
    if (count == 0 && fate == Fate::Undecided) continue;
    counts += (counts.empty() ? "" : ", ") + std::to_string(count) + " " + std::string(workspace::toText(fate));
  }
  std::string text = paragraph(terminal, "Since " + since + ": " + counts, 0, Style::Bold);
  for (const workspace::ComparedVariant &each : comparison.variants) text += "\n" + variantText(each, terminal);
  return text;
}

}  // namespace tileport::cli
