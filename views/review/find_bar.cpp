// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/review/find_bar.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include "views/panes/code_view.h"

namespace tileport::views {
namespace {

QToolButton *button(const QString &text, const QString &name, QWidget *parent) {
  auto *button = new QToolButton(parent);
  button->setText(text);
  button->setToolTip(name);
  button->setAccessibleName(name);
  return button;
}

}  // namespace

FindBar::FindBar(QWidget *parent) : QWidget(parent) {
  setProperty("bar", true);
  setAttribute(Qt::WA_StyledBackground);
  text_ = new QLineEdit(this);
  text_->setPlaceholderText(tr("Find in the pane"));
  text_->setAccessibleName(tr("Text to find"));
  text_->setClearButtonEnabled(true);
  caseSensitive_ = button(QStringLiteral("Aa"), tr("Match upper and lower case"), this);
  caseSensitive_->setCheckable(true);
  count_ = new QLabel(this);
  count_->setProperty("dim", true);
  auto *previous = button(QStringLiteral("↑"), tr("Previous place (Shift+F3)"), this);
  auto *next = button(QStringLiteral("↓"), tr("Next place (F3)"), this);
  auto *closing = button(QStringLiteral("✕"), tr("Close (Esc)"), this);
  auto *row = new QHBoxLayout(this);
  row->setContentsMargins(10, 4, 6, 4);
  row->addWidget(text_, 1);
  for (QWidget *widget : std::initializer_list<QWidget *>{caseSensitive_, count_, previous, next, closing}) row->addWidget(widget);
  connect(text_, &QLineEdit::textChanged, this, [this] { search(true); });
  connect(caseSensitive_, &QToolButton::toggled, this, [this] { search(true); });
  connect(previous, &QToolButton::clicked, this, &FindBar::previous);
  connect(next, &QToolButton::clicked, this, &FindBar::next);
  connect(closing, &QToolButton::clicked, this, &FindBar::close);
  hide();
}

void FindBar::setPane(CodeView *pane, const QString &name) {
  if (pane_ == pane) return;
  if (pane_) pane_->setMatches({});
  pane_ = pane;
  paneName_ = name;
  refresh();
}

void FindBar::open() {
  QWidget::show();
  if (pane_ && pane_->hasSelection()) {
    const QString selected = pane_->selectedText();
    if (!selected.contains(u'\n')) text_->setText(selected);
  }
  text_->setFocus();
  text_->selectAll();
  search(true);
}

void FindBar::refresh() {
  if (isVisible()) search(false);
}

void FindBar::close() {
  job_.cancel();
  hide();
  if (!pane_) return;
  pane_->setMatches({});
  pane_->setFocus();
}

void FindBar::search(bool go) {
  if (!pane_) return;
  const auto sensitivity = caseSensitive_->isChecked() ? Qt::CaseSensitive : Qt::CaseInsensitive;
  job_.start([lines = pane_->text(), needle = text_->text(),
              sensitivity](const CancelToken &cancel) { return findAll(lines, needle, sensitivity, cancel); },
             [this, go](Result<Matches> matches) {
               if (!pane_ || !matches) return;
               pane_->setMatches(std::move(*matches));
               const LineIndex line = pane_->caretLine();
               const int match = matchFrom(pane_->matches(), line.valid() ? int(line.value) : 0, 0);
               if (go) show(match);
               else pane_->setCurrentMatch(match), showCount();
               Q_EMIT searched();
             });
}

void FindBar::step(int direction) {
  if (!pane_ || pane_->matches().empty()) return isVisible() ? void() : open();
  const int count = int(pane_->matches().size());
  show((pane_->currentMatch() + direction + count) % count);
}

void FindBar::show(int match) {
  pane_->setCurrentMatch(match);
  if (match >= 0) {
    const Match &place = pane_->matches()[std::size_t(match)];
    const LineIndex line{std::size_t(place.line)};
    Q_EMIT lineWanted(line);
    pane_->goTo(line, place.column);
    const QString before = pane_->text().line(place.line).left(place.column);
    const auto column = std::uint32_t(before.toUtf8().size());
    pane_->reveal(line, {column, column + std::uint32_t(place.length)});
  }
  showCount();
}

QString FindBar::countText() const { return count_->text(); }

void FindBar::showCount() {
  const auto count = pane_->matches().size();
  if (text_->text().isEmpty()) count_->clear();
  else if (count == 0) count_->setText(tr("not in %1").arg(paneName_));
  else count_->setText(tr("%L1 of %L2 in %3").arg(pane_->currentMatch() + 1).arg(qulonglong(count)).arg(paneName_));
}

void FindBar::keyPressEvent(QKeyEvent *event) {
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (event->key() == Qt::Key_Escape) return close();
  if (enter) return step(event->modifiers().testFlag(Qt::ShiftModifier) ? -1 : 1);
  QWidget::keyPressEvent(event);
}

}  // namespace tileport::views
