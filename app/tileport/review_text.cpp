// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileport/review_text.h"

#include <algorithm>
#include <array>

#include "tileport/glyphs.h"
#include "tileport/triage_text.h"

namespace tileport::cli {

namespace {

constexpr std::size_t kColumns = 7;
constexpr std::size_t kGap = 2;
constexpr std::size_t kLeastName = 6;
constexpr std::size_t kLeastVerdictWidth = 64;  // below it there is no room for verdicts
constexpr std::size_t kLeastWordyWidth = 92;    // below it the counts are headed by their signs alone

struct TableRow {
  std::array<std::string, kColumns> cells;  ///< operator, variant, result, differs, missing, extra, verdict
  Style style = Style::Plain;               ///< of the result
  Style verdict = Style::Plain;
};

constexpr bool isNumber(std::size_t column) { return column >= 3 && column < 6; }

TableRow rowOf(const VariantReview &variant) {
  TableRow row{{variant.op->name, variant.variant->name, std::string(toText(variant.outcome())), "", "", "", ""},
               styleOf(variant.outcome())};
  if (variant.error) return row;
  const VariantDigest &digest = variant.digest;
  row.cells[3] = std::to_string(digest.counts.differs);
  row.cells[4] = std::to_string(digest.counts.missing);
  row.cells[5] = std::to_string(digest.counts.extra);
  if (digest.verdict) {
    row.cells[6] = toText(*digest.verdict);
    if (digest.owner != triage::Owner::None) row.cells[6] += " " + std::string(toText(digest.owner));
    row.verdict = styleOf(*digest.verdict);
  }
  return row;
}

/// As wide as the widest cell; where the terminal is too narrow the two names give way, the longer one first.
std::array<std::size_t, kColumns> columnWidths(const std::vector<TableRow> &rows, std::size_t width) {
  std::array<std::size_t, kColumns> widths{};
  for (const TableRow &row : rows) {
    for (std::size_t i = 0; i < kColumns; ++i) widths[i] = std::max(widths[i], widthOf(row.cells[i]));
  }
  std::size_t total = kGap * (kColumns - 1);
  for (std::size_t each : widths) total += each;
  for (; total > width; --total) {
    std::size_t &longer = widths[0] >= widths[1] ? widths[0] : widths[1];
    if (longer <= kLeastName) break;
    --longer;
  }
  return widths;
}

std::string tableText(const WorkspaceReview &review, const Terminal &terminal) {
  std::vector<TableRow> rows{{{"operator", "variant", "result", "~ differs", "- missing", "+ extra", "verdict"}, Style::Bold}};
  if (terminal.width < kLeastWordyWidth) rows.front().cells = {"operator", "variant", "result", "~", "-", "+", "verdict"};
  for (const VariantReview &variant : review.variants) rows.push_back(rowOf(variant));
  const std::size_t columns = terminal.width < kLeastVerdictWidth ? kColumns - 1 : kColumns;
  if (columns < kColumns)
    for (TableRow &row : rows) row.cells.back().clear();
  const auto widths = columnWidths(rows, terminal.width);
  std::string text;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::string line;
    for (std::size_t i = 0; i < columns; ++i) {
      const std::string &cell = rows[r].cells[i];
      const Style style = r == 0 || i == 2 ? rows[r].style : i == 6 ? rows[r].verdict : Style::Plain;
      if (i > 0) line.append(kGap, ' ');
      if (isNumber(i)) line.append(widths[i] - std::min(widths[i], widthOf(cell)), ' ');
      line += fit(terminal, cell, isNumber(i) ? widthOf(cell) : widths[i], style);
    }
    while (line.ends_with(' ')) line.pop_back();
    text += line + "\n";
  }
  return text;
}

/// How many programs of each operator have no partner.
std::string unpairedText(const workspace::Workspace &workspace, const Terminal &terminal) {
  std::string text;
  for (const workspace::Operator &op : workspace.operators) {
    const auto ports = static_cast<std::size_t>(std::count_if(
        op.unpaired.begin(), op.unpaired.end(), [](const workspace::Unpaired &each) { return each.side == workspace::Side::Port; }));
    const std::size_t references = op.unpaired.size() - ports;
    std::string parts;
    if (references > 0) parts += plural(references, "reference");
    if (ports > 0) parts += (parts.empty() ? "" : " and ") + plural(ports, "port");
    if (!parts.empty()) text += paragraph(terminal, op.name + ": " + parts, 2);
  }
  if (text.empty()) return text;
  return "\n" + paragraph(terminal, "Without a partner, so compared with nothing (--json says why each):", 0, Style::Bold) + text;
}

VariantDigest digestOf(const workspace::Review &review) {
  VariantDigest digest{outcomeOf(review), review.counts(), {}, triage::Owner::None, false};
  if (review.triage) {
    digest.verdict = review.triage->verdict;
    digest.owner = review.triage->owner;
  }
  digest.told = digest.outcome != Outcome::Same || digest.verdict != triage::Verdict::Pass || !review.ownSpecialisation().empty();
  return digest;
}

}  // namespace

VariantReview::VariantReview(const workspace::Operator *itsOperator, const workspace::Variant *itsVariant,
                             Result<workspace::ReviewPtr> result)
    : op(itsOperator), variant(itsVariant) {
  if (result) {
    review = std::move(*result);
    digest = digestOf(*review);
  } else {
    error = std::move(result).error();
  }
}

Outcome WorkspaceReview::outcome() const {
  const auto isIncomplete = [](const workspace::Operator &op) { return !op.unpaired.empty(); };
  const bool unpaired = workspace && std::any_of(workspace->operators.begin(), workspace->operators.end(), isIncomplete);
  // What has no partner was compared with nothing, which is not the same as equal.
  Outcome worst = unpaired ? Outcome::Undecided : Outcome::Same;
  const auto rank = [](Outcome outcome) {
    switch (outcome) {
      case Outcome::Same: return 0;
      case Outcome::Undecided: return 1;
      case Outcome::Divergent: return 2;
      case Outcome::Unreadable: return 3;
    }
    return 3;
  };
  for (const VariantReview &variant : variants) {
    if (rank(variant.outcome()) > rank(worst)) worst = variant.outcome();
  }
  return worst;
}

std::string variantText(const VariantReview &variant, const Terminal &terminal) {
  if (!variant.digest.told) return "";
  const std::string text = "\n" + paragraph(terminal, variant.op->name + " / " + variant.variant->name, 0, Style::Bold);
  if (variant.error) return text + paragraph(terminal, "unreadable: " + variant.error->toString(), 0, Style::Missing);
  return text + summaryText(*variant.review, terminal) + divergencesText(*variant.review, terminal);
}

std::string overviewText(const WorkspaceReview &review, const Terminal &terminal) {
  const workspace::Workspace &workspace = *review.workspace;
  std::string text = paragraph(terminal, workspace.name, 0, Style::Bold);
  if (!workspace.description.empty()) text += paragraph(terminal, workspace.description, 0, Style::Dim);
  text += review.variants.empty() ? "\nThe workspace has no variants.\n" : "\n" + tableText(review, terminal);
  return text + unpairedText(workspace, terminal);
}

std::string workspaceText(const WorkspaceReview &review, const Terminal &terminal) {
  std::string text = overviewText(review, terminal);
  for (const VariantReview &variant : review.variants) text += variantText(variant, terminal);
  return text;
}

}  // namespace tileport::cli
