// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileport/divergence_text.h"

#include <algorithm>

#include "tileport/glyphs.h"
#include "tileport/triage_text.h"

namespace tileport::cli {

namespace {

constexpr std::size_t kIndent = 4;
constexpr std::string_view kAbsent = "(absent)";

std::string linesText(LineRange lines) {
  if (lines.empty()) return {};
  if (lines.end - lines.first == 1) return "line " + std::to_string(lines.first + 1);
  return "lines " + std::to_string(lines.first + 1) + "-" + std::to_string(lines.end);
}

std::string placeText(const workspace::ReviewSide &side, const align::Subject &subject) {
  std::string text = linesText(subject.lines);
  if (const auto place = workspace::sourcePlace(side, subject)) {
    text += (text.empty() ? "" : ", ") + place->file + ":" + std::to_string(place->line);
    if (place->column != 0) text += ":" + std::to_string(place->column);
  }
  return text.empty() ? "no place known" : text;
}

std::string differenceText(const align::Difference &difference, const Terminal &terminal) {
  const std::string_view arrow = terminal.unicode ? " \xE2\x86\x92 " : " -> ";
  const auto value = [](const std::string &text) { return text.empty() ? std::string(kAbsent) : text; };
  std::string text(align::toText(difference.aspect));
  // The part's name often begins with its kind: "operand rhs".
  if (difference.what.starts_with(text)) text.clear();
  if (!text.empty() && !difference.what.empty()) text += " ";
  text += difference.what + ": " + value(difference.reference) + std::string(arrow) + value(difference.port);
  return text;
}

std::string divergenceText(const workspace::Review &review, std::size_t number, const Terminal &terminal) {
  const align::Divergence &divergence = review.alignment->divergences[number];
  const Style style = styleOf(divergence.status);
  const std::string head =
      std::to_string(number + 1) + " " + signOf(divergence.status) + " " + std::string(align::toText(divergence.status));
  std::string text = paragraph(terminal, head + " " + divergence.name, 0, style);
  for (std::size_t i = 0; i < divergence.differences.size(); ++i) {
    text += paragraph(terminal, differenceText(divergence.differences[i], terminal), kIndent);
    text += findingText(review, number, i, kIndent + 2, terminal);
  }
  const auto [reference, port] = review.names;
  const std::size_t width = std::max(widthOf(reference), widthOf(port)) + 2;
  const auto named = [&](const std::string &name) { return name + std::string(width - widthOf(name), ' '); };
  if (divergence.reference)
    text += paragraph(terminal, named(reference) + placeText(review.reference, *divergence.reference), kIndent, Style::Dim);
  if (divergence.port) text += paragraph(terminal, named(port) + placeText(review.port, *divergence.port), kIndent, Style::Dim);
  return text;
}

/// Comes before everything else: a divergence of two programs that are compiled for different things says nothing of the port.
std::string specialisationText(const workspace::Review &review, const Terminal &terminal) {
  if (!review.specialisationNote.empty())
    return paragraph(terminal, "what the sides are specialised to is not known: " + review.specialisationNote, 0);
  const auto own = review.ownSpecialisation();
  if (own.empty()) return "";
  std::string text = paragraph(terminal, "The two sides are specialised differently:", 0, Style::Bold);
  for (const auto &each : own) text += paragraph(terminal, "! " + each.sentence, 2);
  return text;
}

}  // namespace

std::string plural(std::size_t count, const std::string &noun) { return std::to_string(count) + " " + noun + (count == 1 ? "" : "s"); }

std::string paragraph(const Terminal &terminal, std::string_view text, std::size_t indent, Style style) {
  std::string result;
  const std::size_t width = terminal.width > indent ? terminal.width - indent : 1;
  for (const Glyphs &line : wrap(glyphsOf(text), width, kIndent)) {
    result += std::string(indent, ' ') + render(terminal, line, style, 0) + "\n";
  }
  return result;
}

Outcome outcomeOf(const workspace::Review &review) {
  if (review.same()) return Outcome::Same;
  return review.alignment->divergences.empty() && !review.compiledApart() ? Outcome::Undecided : Outcome::Divergent;
}

std::string_view toText(Outcome outcome) {
  switch (outcome) {
    case Outcome::Same: return "same";
    case Outcome::Divergent: return "divergent";
    case Outcome::Undecided: return "undecided";
    case Outcome::Unreadable: return "unreadable";
  }
  return "";
}

int exitCode(Outcome outcome) {
  switch (outcome) {
    case Outcome::Same: return 0;
    case Outcome::Divergent: return 1;
    case Outcome::Undecided: return 4;
    case Outcome::Unreadable: return 3;
  }
  return 3;
}

Style styleOf(Outcome outcome) {
  switch (outcome) {
    case Outcome::Same: return Style::Extra;
    case Outcome::Divergent: return Style::Differs;
    case Outcome::Undecided: return Style::Bold;
    case Outcome::Unreadable: return Style::Missing;
  }
  return Style::Plain;
}

char signOf(align::Status status) {
  switch (status) {
    case align::Status::Differs: return '~';
    case align::Status::Missing: return '-';
    case align::Status::Extra: return '+';
  }
  return '?';
}

Style styleOf(align::Status status) {
  switch (status) {
    case align::Status::Differs: return Style::Differs;
    case align::Status::Missing: return Style::Missing;
    case align::Status::Extra: return Style::Extra;
  }
  return Style::Plain;
}

std::string summaryText(const workspace::Review &review, const Terminal &terminal) {
  const align::Alignment &alignment = *review.alignment;
  const Outcome outcome = outcomeOf(review);
  const auto counts = review.counts();
  std::string rest;
  if (outcome == Outcome::Same) rest = plural(alignment.pairs.size(), "op") + " paired, no divergence";
  if (outcome == Outcome::Undecided && alignment.same())
    rest = review.undecidedWhy() + "; " + plural(alignment.pairs.size(), "op") + " paired";
  if (outcome == Outcome::Divergent && counts.total() == 0) {
    rest = "the programs do not differ, but " + review.compiled->tool + " takes one of them alone; " +
           plural(alignment.pairs.size(), "op") + " paired";
  } else if (outcome == Outcome::Divergent) {
    const std::pair<std::size_t, const char *> parts[] = {
        {counts.differs, " ~ DIFFERS"}, {counts.missing, " - MISSING"}, {counts.extra, " + EXTRA"}};
    rest = plural(counts.total(), "divergence") + ",";
    for (const auto &[count, word] : parts) {
      if (count > 0) rest += " " + std::to_string(count) + word;
    }
    rest += ", " + plural(alignment.pairs.size(), "op") + " paired";
  }
  std::string text = specialisationText(review, terminal);
  text += paragraph(terminal, std::string(toText(outcome)) + (rest.empty() ? "" : ": " + rest), 0, styleOf(outcome));
  if (alignment.undecided) {
    text += paragraph(terminal, "not decided to the end: " + review.undecidedWhy() + "; what is not listed must not be taken for equal", 0);
  }
  // Where there is a verdict, it says so.
  if (!review.triage && !alignment.hintArchitectures.empty()) {
    std::string names;
    for (const std::string &name : alignment.hintArchitectures) names += (names.empty() ? "" : ", ") + name;
    text += paragraph(terminal, "hints were compared for " + names + " alone: one side names no other, the other has a default", 0);
  }
  for (const auto &[name, side] : {std::pair(review.names.reference, &review.reference), std::pair(review.names.port, &review.port)}) {
    if (side->carriedLocations == 0) continue;
    text += paragraph(
        terminal,
        name + ": the places of " + plural(side->carriedLocations, "op") + " in the source are carried over from " + side->carriedFrom, 0,
        Style::Dim);
  }
  return text + verdictText(review, terminal) + compilationText(review, terminal);
}

std::string divergencesText(const workspace::Review &review, const Terminal &terminal) {
  std::string text;
  for (std::size_t i = 0; i < review.alignment->divergences.size(); ++i) text += divergenceText(review, i, terminal);
  return text + equivalencesText(review, terminal) + compileFindingsText(review, terminal);
}

}  // namespace tileport::cli
