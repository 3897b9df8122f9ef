// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/panes/code_view.h"

#include <QAccessible>
#include <QClipboard>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>
#include <array>
#include <cmath>

namespace tileport::views {

QFont codeFont(qreal pointSize) {
  static const bool jetBrains = QFontDatabase::families().contains(QStringLiteral("JetBrains Mono"));
  QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
  if (jetBrains) font.setFamilies({QStringLiteral("JetBrains Mono")});
  font.setPointSizeF(pointSize > 0 ? pointSize : std::max<qreal>(9, font.pointSizeF() - 1));
  font.setFixedPitch(true);
  // Code is not to be shaped: ligatures would hide what stands in the text.
  font.setStyleStrategy(QFont::PreferNoShaping);
  return font;
}

CodeView::CodeView(QWidget *parent) : QAbstractScrollArea(parent), metrics_(font_), theme_(builtInTheme(false)) {
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  viewport()->setCursor(Qt::IBeamCursor);
  viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
  cache_.setTheme(theme_);
  setTextFont(codeFont());
}

// ---- What is shown ---------------------------------------------------------------------------------------------------

void CodeView::setText(TextLines text, source::Language language) {
  cache_.setText(std::move(text), language);
  longestLine_ = cache_.text().longestLine();
  marks_.clear();
  highlights_.clear();
  matches_.clear();
  currentMatch_ = -1;
  emphasis_.reset();
  selection_ = {};
  std::vector<PaneRow> rows(std::size_t(cache_.text().count()));
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].number = std::uint32_t(i);
  rows_ = std::move(rows);
  indexRows();
  horizontalScrollBar()->setValue(0);
  verticalScrollBar()->setValue(0);
}

void CodeView::setNote(const QString &note) {
  note_ = note;
  viewport()->update();
}

void CodeView::setRows(std::vector<PaneRow> rows) {
  const LineIndex line = caretLine();
  const int column = selection_.caret.column;
  rows_ = std::move(rows);
  indexRows();
  int row = rowOfLine(line);
  if (row < 0) row = nearestStop(*this, std::min(selection_.caret.row, rowCount() - 1));
  selection_.caret = {std::max(0, row), row >= 0 ? std::min(column, int(textOf(row).size())) : 0};
  selection_.anchor = selection_.caret;
}

void CodeView::indexRows() {
  rowOfLine_.assign(std::size_t(cache_.text().count()), -1);
  for (std::size_t row = 0; row < rows_.size(); ++row)
    if (rows_[row].kind == PaneRow::Kind::Line && rows_[row].number < rowOfLine_.size()) rowOfLine_[rows_[row].number] = int(row);
  updateScrollBars();
  viewport()->update();
  Q_EMIT geometryChanged();
}

void CodeView::setMarks(std::vector<PaneMark> marks) {
  marks_ = std::move(marks);
  viewport()->update();
}

void CodeView::setHighlights(std::vector<LineIndex> lines) {
  highlights_ = std::move(lines);
  viewport()->update();
}

void CodeView::setEmphasis(std::optional<std::uint32_t> divergence) {
  emphasis_ = divergence;
  viewport()->update();
}

void CodeView::setMatches(Matches matches) {
  matches_ = std::move(matches);
  currentMatch_ = -1;
  viewport()->update();
}

void CodeView::setCurrentMatch(int match) {
  currentMatch_ = match;
  viewport()->update();
}

void CodeView::setTheme(ThemePtr theme) {
  theme_ = std::move(theme);
  cache_.setTheme(theme_);
  viewport()->update();
}

void CodeView::setTextFont(const QFont &font) {
  const int top = rowAt(0);
  font_ = font;
  metrics_ = QFontMetrics(font);
  cache_.setFont(font);
  rowHeight_ = int(std::ceil(QFontMetricsF(font).height() * 1.22));
  updateScrollBars();
  verticalScrollBar()->setValue(top * rowHeight_);
  viewport()->update();
  Q_EMIT geometryChanged();
}

// ---- Where things are ------------------------------------------------------------------------------------------------

QString CodeView::textOf(int row) const {
  const PaneRow &shown = rows_[std::size_t(row)];
  return shown.kind == PaneRow::Kind::Line ? cache_.shown(int(shown.number)) : QString();
}

int CodeView::rowOfLine(LineIndex line) const { return line.valid() && line.value < rowOfLine_.size() ? rowOfLine_[line.value] : -1; }

LineIndex CodeView::caretLine() const {
  const auto row = std::size_t(selection_.caret.row);
  return row < rows_.size() && rows_[row].kind == PaneRow::Kind::Line ? LineIndex(rows_[row].number) : LineIndex();
}

int CodeView::rowTop(int row) const { return row * rowHeight_ - verticalScrollBar()->value(); }

int CodeView::rowAt(int y) const {
  if (rows_.empty()) return 0;
  return std::clamp((y + verticalScrollBar()->value()) / rowHeight_, 0, rowCount() - 1);
}

int CodeView::gutterWidth() const {
  const int digits = std::max(2, int(QString::number(std::max(1, cache_.text().count())).size()));
  return int(std::ceil(metrics_.horizontalAdvance(u'0') * (digits + 3.0)));
}

qreal CodeView::textLeft() const { return gutterWidth() + 4 - horizontalScrollBar()->value(); }

TextPosition CodeView::positionAt(const QPoint &point) {
  if (rows_.empty()) return {};
  const int row = rowAt(point.y());
  const PaneRow &shown = rows_[std::size_t(row)];
  if (shown.kind != PaneRow::Kind::Line) return {row, 0};
  const QTextLine line = cache_.layout(int(shown.number), dimmed(shown)).lineAt(0);
  return {row, line.xToCursor(skipOf(shown, line).laidOut(point.x() - textLeft()))};
}

std::vector<PaneMark>::const_iterator CodeView::firstMarkOf(std::uint32_t line) const {
  return std::lower_bound(marks_.begin(), marks_.end(), PaneMark{{LineIndex(line), {}}, Tone::None, 0});
}

bool CodeView::isMark(LineIndex line, ColumnRange columns) const {
  for (auto mark = firstMarkOf(line.value); mark != marks_.end() && mark->text.line == line; ++mark)
    if (mark->text.columns == columns) return true;
  return false;
}

CodeView::Skip CodeView::skipOf(const PaneRow &row, const QTextLine &line) const {
  if (horizontalScrollBar()->value() != 0 || row.kind != PaneRow::Kind::Line) return {};
  const auto first = firstMarkOf(row.number);
  if (first == marks_.end() || first->text.line.value != row.number) return {};
  auto mark = first;
  while (mark != marks_.end() && mark->text.line == first->text.line && mark->divergence != emphasis_) ++mark;
  if (mark == marks_.end() || mark->text.line != first->text.line) mark = first;
  const std::string_view bytes = cache_.text().utf8(int(row.number));
  const qreal left = line.cursorToX(utf16Column(bytes, mark->text.columns.begin)),
              right = line.cursorToX(utf16Column(bytes, mark->text.columns.end));
  const qreal character = metrics_.horizontalAdvance(u'0'), width = viewport()->width() - gutterWidth() - 2 * character;
  if (right <= width) return {};
  Skip skip;
  skip.sign = 2 * character;
  // The head gives way to what differs, down to a part of the width that still tells the op.
  const qreal head = std::clamp(width - skip.sign - (right - left) - 2 * character, width * 0.3, width * 0.56);
  skip.from = line.cursorToX(line.xToCursor(std::min(left, head)));
  const qreal room = width - skip.from - skip.sign;
  skip.to = line.cursorToX(line.xToCursor(std::min(right + 3 * character - room, left - character)));
  return skip;
}

void CodeView::updateScrollBars() {
  const QSize size = viewport()->size();
  verticalScrollBar()->setSingleStep(rowHeight_);
  verticalScrollBar()->setPageStep(std::max(rowHeight_, size.height() - rowHeight_));
  verticalScrollBar()->setRange(0, std::max(0, rowCount() * rowHeight_ - size.height() + rowHeight_ / 2));
  const int character = std::max(1, metrics_.horizontalAdvance(u'0'));
  const int width = gutterWidth() + 8 + std::min(longestLine_, 6100) * character;
  horizontalScrollBar()->setSingleStep(4 * character);
  horizontalScrollBar()->setPageStep(size.width());
  horizontalScrollBar()->setRange(0, std::max(0, width - size.width()));
}

void CodeView::resizeEvent(QResizeEvent *) {
  updateScrollBars();
  Q_EMIT geometryChanged();
}

void CodeView::scrollContentsBy(int, int) {
  viewport()->update();
  Q_EMIT geometryChanged();
}

void CodeView::revealRow(int row) {
  if (row < 0) return;
  QScrollBar *bar = verticalScrollBar();
  const int top = row * rowHeight_, height = viewport()->height();
  const int above = bar->value() - top, below = top + rowHeight_ - (bar->value() + height);
  if (above <= 0 && below <= 0) return;
  const bool near = std::max(above, below) <= 3 * rowHeight_;
  if (near) bar->setValue(above > 0 ? top : top + rowHeight_ - height);
  else bar->setValue(top - height / 3);
}

void CodeView::reveal(LineIndex line, ColumnRange columns) {
  const int row = rowOfLine(line);
  revealRow(row);
  if (row < 0) return;
  const PaneRow &shown = rows_[std::size_t(row)];
  const QTextLine laidOut = cache_.layout(int(line.value), dimmed(shown)).lineAt(0);
  const std::string_view bytes = cache_.text().utf8(int(line.value));
  const int left = int(laidOut.cursorToX(utf16Column(bytes, columns.begin)));
  const int right = int(laidOut.cursorToX(utf16Column(bytes, columns.end)));
  QScrollBar *bar = horizontalScrollBar();
  const int width = viewport()->width() - gutterWidth() - 24;
  // As little as needed: the beginning of a line says what it is. Marks are in sight without.
  if (right <= width || isMark(line, columns)) bar->setValue(0);
  else if (right - bar->value() > width) bar->setValue(std::min(left, right - width));
  else if (left < bar->value()) bar->setValue(left - width / 4);
}

// ---- Caret and selection ---------------------------------------------------------------------------------------------

void CodeView::goTo(LineIndex line, int column) {
  const int row = rowOfLine(line);
  if (row < 0) return;
  selection_.caret = selection_.anchor = {row, column};
  wishedColumn_ = column;
  viewport()->update();
  revealRow(row);
}

void CodeView::moveCaret(TextPosition to, bool extend) {
  if (rows_.empty()) return;
  to.row = std::max(0, nearestStop(*this, to.row));
  selection_.caret = to;
  if (!extend) selection_.anchor = to;
  viewport()->update();
}

void CodeView::showCaret() {
  revealRow(selection_.caret.row);
  const LineIndex line = caretLine();
  if (!line.valid()) return;
  const QString text = textOf(selection_.caret.row);
  const auto column = std::uint32_t(QStringView(text).left(selection_.caret.column).toUtf8().size());
  reveal(line, {column, column});
}

void CodeView::choose() {
  if (const LineIndex line = caretLine(); line.valid()) {
    announce();
    Q_EMIT lineChosen(line);
  }
}

void CodeView::announce() {
  if (!QAccessible::isActive()) return;
  QAccessibleValueChangeEvent event(this, textOf(selection_.caret.row));
  QAccessible::updateAccessibility(&event);
}

QString CodeView::selectedText() const { return selection_.empty() ? QString() : views::selectedText(*this, selection_); }

void CodeView::selectAll() {
  selection_.anchor = moved(*this, {}, CaretMove::Start, 0, 1);
  selection_.caret = moved(*this, {}, CaretMove::End, 0, 1);
  viewport()->update();
}

void CodeView::clearSelection() {
  selection_.anchor = selection_.caret;
  viewport()->update();
}

void CodeView::copy() const {
  // Without a selection: the caret's line, as editors do.
  const QString text = selection_.empty() && caretLine().valid() ? textOf(selection_.caret.row) + u'\n' : selectedText();
  if (!text.isEmpty()) QGuiApplication::clipboard()->setText(text);
}

// ---- Mouse -----------------------------------------------------------------------------------------------------------

void CodeView::mousePressEvent(QMouseEvent *event) {
  if (event->button() != Qt::LeftButton || rows_.empty()) return;
  const TextPosition at = positionAt(event->pos());
  if (rows_[std::size_t(at.row)].kind == PaneRow::Kind::Fold) {
    Q_EMIT foldChosen(at.row);
    return;
  }
  moveCaret(at, event->modifiers().testFlag(Qt::ShiftModifier));
  wishedColumn_ = selection_.caret.column;
  dragging_ = true;
}

void CodeView::mouseMoveEvent(QMouseEvent *event) {
  if (!dragging_) return;
  moveCaret(positionAt(event->pos()), true);
  revealRow(selection_.caret.row);
}

void CodeView::mouseReleaseEvent(QMouseEvent *event) {
  if (event->button() != Qt::LeftButton || !dragging_) return;
  dragging_ = false;
  if (selection_.empty()) choose();
}

void CodeView::mouseDoubleClickEvent(QMouseEvent *event) {
  if (event->button() != Qt::LeftButton || rows_.empty()) return;
  const TextPosition at = positionAt(event->pos());
  if (rows_[std::size_t(at.row)].kind != PaneRow::Kind::Line) return;
  selection_ = wordAt(*this, at);
  viewport()->update();
}

void CodeView::wheelEvent(QWheelEvent *event) {
  if (!event->modifiers().testFlag(Qt::ControlModifier)) return QAbstractScrollArea::wheelEvent(event);
  wheelRest_ += event->angleDelta().y();
  const int steps = wheelRest_ / 120;
  wheelRest_ -= steps * 120;
  if (steps != 0) Q_EMIT zoomAsked(steps);
  event->accept();
}

// ---- Keys ------------------------------------------------------------------------------------------------------------

namespace {

struct KeyMove {
  QKeySequence::StandardKey move, select;
  CaretMove caret;
};

constexpr std::array kMoves = {
    KeyMove{QKeySequence::MoveToNextChar, QKeySequence::SelectNextChar, CaretMove::Right},
    KeyMove{QKeySequence::MoveToPreviousChar, QKeySequence::SelectPreviousChar, CaretMove::Left},
    KeyMove{QKeySequence::MoveToNextWord, QKeySequence::SelectNextWord, CaretMove::WordRight},
    KeyMove{QKeySequence::MoveToPreviousWord, QKeySequence::SelectPreviousWord, CaretMove::WordLeft},
    KeyMove{QKeySequence::MoveToNextLine, QKeySequence::SelectNextLine, CaretMove::Down},
    KeyMove{QKeySequence::MoveToPreviousLine, QKeySequence::SelectPreviousLine, CaretMove::Up},
    KeyMove{QKeySequence::MoveToNextPage, QKeySequence::SelectNextPage, CaretMove::PageDown},
    KeyMove{QKeySequence::MoveToPreviousPage, QKeySequence::SelectPreviousPage, CaretMove::PageUp},
    KeyMove{QKeySequence::MoveToStartOfLine, QKeySequence::SelectStartOfLine, CaretMove::LineStart},
    KeyMove{QKeySequence::MoveToEndOfLine, QKeySequence::SelectEndOfLine, CaretMove::LineEnd},
    KeyMove{QKeySequence::MoveToStartOfDocument, QKeySequence::SelectStartOfDocument, CaretMove::Start},
    KeyMove{QKeySequence::MoveToEndOfDocument, QKeySequence::SelectEndOfDocument, CaretMove::End},
};

bool vertical(CaretMove move) {
  return move == CaretMove::Up || move == CaretMove::Down || move == CaretMove::PageUp || move == CaretMove::PageDown;
}

}  // namespace

void CodeView::keyPressEvent(QKeyEvent *event) {
  if (rows_.empty()) return QAbstractScrollArea::keyPressEvent(event);
  if (event->matches(QKeySequence::Copy)) return copy();
  if (event->matches(QKeySequence::SelectAll)) return selectAll();
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    if (rows_[std::size_t(selection_.caret.row)].kind == PaneRow::Kind::Fold) Q_EMIT foldChosen(selection_.caret.row);
    else choose();
    return;
  }
  const int page = std::max(1, viewport()->height() / rowHeight_ - 1);
  for (const KeyMove &key : kMoves) {
    const bool extend = event->matches(key.select);
    if (!extend && !event->matches(key.move)) continue;
    const int row = selection_.caret.row;
    moveCaret(moved(*this, selection_.caret, key.caret, wishedColumn_, page), extend);
    if (!vertical(key.caret)) wishedColumn_ = selection_.caret.column;
    showCaret();
    if (!extend && selection_.caret.row != row) choose();
    return;
  }
  QAbstractScrollArea::keyPressEvent(event);
}

void CodeView::focusInEvent(QFocusEvent *event) {
  QAbstractScrollArea::focusInEvent(event);
  viewport()->update();
  Q_EMIT focusEntered();
}

void CodeView::focusOutEvent(QFocusEvent *event) {
  QAbstractScrollArea::focusOutEvent(event);
  viewport()->update();
}

bool CodeView::viewportEvent(QEvent *event) {
  if (event->type() != QEvent::ToolTip || !rowToolTip_ || rows_.empty()) return QAbstractScrollArea::viewportEvent(event);
  const auto *help = static_cast<QHelpEvent *>(event);
  const PaneRow &row = rows_[std::size_t(rowAt(help->pos().y()))];
  QToolTip::showText(help->globalPos(), rowToolTip_(row), viewport());
  return true;
}

}  // namespace tileport::views
