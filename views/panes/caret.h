// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <compare>

/// Movement of the caret over the rows of a pane: pure functions, so that keys can be tested without a window.
namespace tileport::views {

/// A row on display and a UTF-16 position in its text.
struct TextPosition {
  int row = 0;
  int column = 0;

  auto operator<=>(const TextPosition &) const = default;
};

/// What is selected runs from `anchor` to `caret`, either way round.
struct TextSelection {
  TextPosition anchor;
  TextPosition caret;

  bool empty() const { return anchor == caret; }
  TextPosition begin() const { return anchor < caret ? anchor : caret; }
  TextPosition end() const { return anchor < caret ? caret : anchor; }
};

/// The rows that a caret moves over.
class RowTexts {
 public:
  virtual ~RowTexts() = default;
  virtual int rowCount() const = 0;
  /// Whether the caret may stand on the row: it passes over fillers.
  virtual bool stopsAt(int row) const = 0;
  virtual QString textOf(int row) const = 0;
};

enum class CaretMove { Left, Right, WordLeft, WordRight, Up, Down, PageUp, PageDown, LineStart, LineEnd, Start, End };

/// Where a move ends. `wishedColumn` is the column that vertical moves aim at. Stays where it is when there is no row to
/// go to.
TextPosition moved(const RowTexts &rows, TextPosition from, CaretMove move, int wishedColumn, int page);

/// The word around a position; empty at a blank.
TextSelection wordAt(const RowTexts &rows, TextPosition at);

/// The nearest row at which the caret may stand, `row` itself first; -1 when there is none.
int nearestStop(const RowTexts &rows, int row);

/// What is selected, rows joined by a line feed; rows without a line are left out.
QString selectedText(const RowTexts &rows, const TextSelection &selection);

}  // namespace tileport::views
