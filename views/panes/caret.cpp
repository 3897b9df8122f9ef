// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/panes/caret.h"

#include <QStringList>
#include <QTextBoundaryFinder>
#include <algorithm>

namespace tileport::views {
namespace {

bool isWord(QChar c) { return c.isLetterOrNumber() || c == u'_' || c == u'%' || c == u'@'; }

/// The next row at which the caret may stop, `count` rows away in direction `step`; `row` when there is none.
int verticalStop(const RowTexts &rows, int row, int step, int count) {
  const int target = std::clamp(row + step * count, 0, std::max(0, rows.rowCount() - 1));
  for (int at = target; at >= 0 && at < rows.rowCount(); at += step)
    if (rows.stopsAt(at)) return at;
  for (int at = target; at != row; at -= step)
    if (rows.stopsAt(at)) return at;
  return row;
}

TextPosition horizontally(const RowTexts &rows, TextPosition from, int step, bool word) {
  const QString text = rows.textOf(from.row);
  const int length = int(text.size());
  if (step < 0 ? from.column == 0 : from.column >= length) {
    const int row = verticalStop(rows, from.row, step, 1);
    if (row == from.row) return from;
    return {row, step < 0 ? int(rows.textOf(row).size()) : 0};
  }
  if (!word) {
    QTextBoundaryFinder finder(QTextBoundaryFinder::Grapheme, text);
    finder.setPosition(from.column);
    const qsizetype column = step < 0 ? finder.toPreviousBoundary() : finder.toNextBoundary();
    return {from.row, int(std::clamp<qsizetype>(column, 0, length))};
  }
  int column = from.column;
  const auto skip = [&](auto wanted) {
    while (column + (step < 0 ? -1 : 0) >= 0 && column + (step < 0 ? -1 : 0) < length && wanted(text[column + (step < 0 ? -1 : 0)]))
      column += step;
  };
  if (step < 0) {
    skip([](QChar c) { return !isWord(c); });
    skip(isWord);
  } else {
    skip(isWord);
    skip([](QChar c) { return !isWord(c); });
  }
  return {from.row, column};
}

}  // namespace

int nearestStop(const RowTexts &rows, int row) {
  for (int distance = 0; distance < rows.rowCount() + std::abs(row); ++distance) {
    for (const int at : {row + distance, row - distance})
      if (at >= 0 && at < rows.rowCount() && rows.stopsAt(at)) return at;
  }
  return -1;
}

TextPosition moved(const RowTexts &rows, TextPosition from, CaretMove move, int wishedColumn, int page) {
  const auto vertical = [&](int step, int count) -> TextPosition {
    const int row = verticalStop(rows, from.row, step, count);
    return {row, std::min(wishedColumn, int(rows.textOf(row).size()))};
  };
  switch (move) {
    case CaretMove::Left: return horizontally(rows, from, -1, false);
    case CaretMove::Right: return horizontally(rows, from, 1, false);
    case CaretMove::WordLeft: return horizontally(rows, from, -1, true);
    case CaretMove::WordRight: return horizontally(rows, from, 1, true);
    case CaretMove::Up: return vertical(-1, 1);
    case CaretMove::Down: return vertical(1, 1);
    case CaretMove::PageUp: return vertical(-1, page);
    case CaretMove::PageDown: return vertical(1, page);
    case CaretMove::LineStart: {
      const QString text = rows.textOf(from.row);
      const auto code = std::find_if(text.begin(), text.end(), [](QChar c) { return !c.isSpace(); });
      const int indent = int(code - text.begin());
      return {from.row, from.column == indent ? 0 : indent};
    }
    case CaretMove::LineEnd: return {from.row, int(rows.textOf(from.row).size())};
    case CaretMove::Start: {
      const int row = nearestStop(rows, 0);
      return row < 0 ? from : TextPosition{row, 0};
    }
    case CaretMove::End: {
      const int row = nearestStop(rows, rows.rowCount() - 1);
      return row < 0 ? from : TextPosition{row, int(rows.textOf(row).size())};
    }
  }
  return from;
}

TextSelection wordAt(const RowTexts &rows, TextPosition at) {
  const QString text = rows.textOf(at.row);
  int begin = std::min<int>(at.column, int(text.size())), end = begin;
  while (begin > 0 && isWord(text[begin - 1])) --begin;
  while (end < text.size() && isWord(text[end])) ++end;
  return {{at.row, begin}, {at.row, end}};
}

QString selectedText(const RowTexts &rows, const TextSelection &selection) {
  QStringList lines;
  const TextPosition begin = selection.begin(), end = selection.end();
  for (int row = begin.row; row <= end.row && row < rows.rowCount(); ++row) {
    if (!rows.stopsAt(row)) continue;
    QString text = rows.textOf(row);
    if (row == end.row) text.truncate(end.column);
    if (row == begin.row) text.remove(0, begin.column);
    lines.append(text);
  }
  return lines.join(u'\n');
}

}  // namespace tileport::views
