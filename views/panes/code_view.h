// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractScrollArea>
#include <functional>
#include <optional>
#include <vector>

#include "views/panes/caret.h"
#include "views/panes/line_cache.h"
#include "views/panes/pane_rows.h"
#include "views/text/find.h"

namespace tileport::views {

/// One pane of text: line numbers, signs, rows coloured by what differs, marks inside lines, a caret with a selection.
/// Only the rows in sight are laid out and painted, so that the length of a text does not matter. It shows what it is
/// given and decides nothing.
class CodeView final : public QAbstractScrollArea, private RowTexts {
  Q_OBJECT

 public:
  explicit CodeView(QWidget *parent = nullptr);

  /// Replaces the text; rows become one a line, marks and highlights go.
  void setText(TextLines text, source::Language language);
  /// Shown in place of a text that is not there.
  void setNote(const QString &note);
  /// Which rows are shown. The caret stays on its line.
  void setRows(std::vector<PaneRow> rows);
  /// Must be sorted.
  void setMarks(std::vector<PaneMark> marks);
  /// Lines that belong to what is selected in some pane. Must be sorted.
  void setHighlights(std::vector<LineIndex> lines);
  /// The divergence whose marks stand out.
  void setEmphasis(std::optional<std::uint32_t> divergence);
  void setMatches(Matches matches);
  /// Position in the matches; -1 = none.
  void setCurrentMatch(int match);
  void setTheme(ThemePtr theme);
  void setTextFont(const QFont &font);
  const QFont &textFont() const { return font_; }
  /// What a row says when the mouse rests on it.
  void setRowToolTip(std::function<QString(const PaneRow &)> toolTip) { rowToolTip_ = std::move(toolTip); }

  const TextLines &text() const { return cache_.text(); }
  const std::vector<PaneRow> &rows() const { return rows_; }
  const std::vector<PaneMark> &marks() const { return marks_; }
  const std::vector<LineIndex> &highlights() const { return highlights_; }
  /// How many lines were laid out so far: those that came into sight.
  std::uint64_t linesLaidOut() const { return cache_.laidOut(); }
  const Matches &matches() const { return matches_; }
  int currentMatch() const { return currentMatch_; }
  /// -1 when no row shows the line.
  int rowOfLine(LineIndex line) const;
  /// The line that the caret stands on; invalid on a fold or in an empty pane.
  LineIndex caretLine() const;
  TextPosition caretPosition() const { return selection_.caret; }
  QString selectedText() const;
  bool hasSelection() const { return !selection_.empty(); }

  void selectAll();
  void copy() const;
  void clearSelection();
  /// Puts the caret there and scrolls it into view; no signal.
  void goTo(LineIndex line, int column = 0);
  /// Scrolls as little as needed; to a third of the height when the row is far away.
  void reveal(LineIndex line, ColumnRange columns = {});
  void revealRow(int row);

  // Geometry, in pixels of the viewport.
  int rowHeight() const { return rowHeight_; }
  int rowTop(int row) const;
  int rowAt(int y) const;
  int gutterWidth() const;

 Q_SIGNALS:
  /// By click or by key.
  void lineChosen(tileport::LineIndex line);
  void foldChosen(int row);
  void focusEntered();
  void zoomAsked(int steps);
  /// Rows, scroll position or size changed: what is drawn beside the pane must follow.
  void geometryChanged();

 protected:
  void paintEvent(QPaintEvent *event) override;
  void resizeEvent(QResizeEvent *event) override;
  void scrollContentsBy(int dx, int dy) override;
  void mousePressEvent(QMouseEvent *event) override;
  void mouseMoveEvent(QMouseEvent *event) override;
  void mouseReleaseEvent(QMouseEvent *event) override;
  void mouseDoubleClickEvent(QMouseEvent *event) override;
  void wheelEvent(QWheelEvent *event) override;
  void keyPressEvent(QKeyEvent *event) override;
  void focusInEvent(QFocusEvent *event) override;
  void focusOutEvent(QFocusEvent *event) override;
  bool viewportEvent(QEvent *event) override;

 private:
  // RowTexts
  int rowCount() const override { return int(rows_.size()); }
  bool stopsAt(int row) const override { return rows_[std::size_t(row)].kind != PaneRow::Kind::Filler; }
  QString textOf(int row) const override;

  void updateScrollBars();
  void indexRows();
  TextPosition positionAt(const QPoint &point);
  qreal textLeft() const;
  bool dimmed(const PaneRow &row) const { return row.tone == Tone::Noise; }
  void moveCaret(TextPosition to, bool extend);
  void showCaret();
  void choose();
  void announce();

  // code_view_paint.cpp
  struct RowPaint;
  /// A stretch in the middle of a line that is left out, in pixels of the line, so that what differs is in sight without
  /// scrolling sideways: the head of a line says what it is, and the other lines stay where they are.
  struct Skip {
    qreal from = 0;
    qreal to = 0;
    qreal sign = 0;  ///< width of the sign that stands for it

    bool any() const { return to > from; }
    qreal shown(qreal x) const { return !any() || x <= from ? x : x < to ? from + sign / 2 : x - to + from + sign; }
    qreal laidOut(qreal x) const { return !any() || x <= from ? x : x < from + sign ? from : x - from - sign + to; }
  };
  Skip skipOf(const PaneRow &row, const QTextLine &line) const;
  std::vector<PaneMark>::const_iterator firstMarkOf(std::uint32_t line) const;
  bool isMark(LineIndex line, ColumnRange columns) const;
  void paintRow(QPainter &painter, int row);
  void paintBackground(QPainter &painter, const RowPaint &paint) const;
  void paintElsewhere(QPainter &painter, const RowPaint &paint) const;
  void paintLine(QPainter &painter, const RowPaint &paint);
  void paintText(QPainter &painter, const RowPaint &paint, const QTextLayout &layout, qreal top) const;
  void paintMarks(QPainter &painter, const RowPaint &paint, const QTextLine &line) const;
  void paintMatches(QPainter &painter, const RowPaint &paint, const QTextLine &line) const;
  void paintSelection(QPainter &painter, const RowPaint &paint, const QTextLine &line) const;
  void paintFold(QPainter &painter, const RowPaint &paint) const;
  void paintGutter(QPainter &painter, const RowPaint &paint) const;
  void paintNote(QPainter &painter) const;
  bool highlighted(const PaneRow &row) const;

  LineCache cache_;
  QFont font_;  ///< not the widget's own: a style sheet may take that away
  QFontMetrics metrics_;
  ThemePtr theme_;
  QString note_;
  std::vector<PaneRow> rows_;
  std::vector<int> rowOfLine_;
  std::vector<PaneMark> marks_;
  std::vector<LineIndex> highlights_;
  std::optional<std::uint32_t> emphasis_;
  Matches matches_;
  int currentMatch_ = -1;
  TextSelection selection_;
  int wishedColumn_ = 0;
  bool dragging_ = false;
  int rowHeight_ = 18;
  int longestLine_ = 0;
  int wheelRest_ = 0;
  std::function<QString(const PaneRow &)> rowToolTip_;
};

/// JetBrains Mono where it is installed, else the system's fixed font.
QFont codeFont(qreal pointSize = 0);

/// "~", "−", "+": the sign of a tone, so that colour is never the only difference. Empty for the others.
QString signOf(Tone tone);

}  // namespace tileport::views
