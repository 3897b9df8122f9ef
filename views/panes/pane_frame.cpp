// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/panes/pane_frame.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

#include "views/panes/code_view.h"
#include "views/text/plain_tip.h"

namespace tileport::views {
namespace {

constexpr int kHeader = 30;
constexpr int kCollapsedWidth = 26;

/// A tool button with its text turned upright.
class UprightButton final : public QToolButton {
 public:
  using QToolButton::QToolButton;

 protected:
  void paintEvent(QPaintEvent *) override {
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::AlternateBase));
    if (hasFocus() || underMouse()) painter.fillRect(QRect(0, 0, 2, height()), palette().color(QPalette::Highlight));
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.translate(0, 8);
    painter.rotate(90);
    painter.drawText(QRect(0, -width(), height() - 16, width()), Qt::AlignVCenter | Qt::AlignLeft, text());
  }
};

}  // namespace

void ElidedLabel::paintEvent(QPaintEvent *) {
  QPainter painter(this);
  painter.setPen(palette().color(foregroundRole()));
  const QString shown = fontMetrics().elidedText(text(), Qt::ElideRight, width());
  painter.drawText(rect(), int(alignment()), shown);
  setToolTip(shown == text() ? QString() : plainTip(text()));
}

PaneFrame::PaneFrame(const QString &title, CodeView *view, QWidget *parent) : QWidget(parent), title_(title), view_(view) {
  open_ = new QWidget(this);
  auto *header = new QWidget(open_);
  header->setProperty("bar", true);
  header->setFixedHeight(kHeader);
  auto *name = new QLabel(QStringLiteral("<b>%1</b>").arg(title), header);
  subtitle_ = new ElidedLabel(header);
  subtitle_->setProperty("dim", true);
  button_ = new QToolButton(header);
  button_->setText(QStringLiteral("–"));
  button_->setAccessibleName(tr("Collapse %1").arg(title));
  auto *row = new QHBoxLayout(header);
  row->setContentsMargins(10, 0, 4, 0);
  row->setSpacing(8);
  row->addWidget(name);
  row->addWidget(subtitle_, 1);
  row->addWidget(button_);
  auto *column = new QVBoxLayout(open_);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(header);
  column->addWidget(view);

  closed_ = new UprightButton(this);
  closed_->setText(title);
  closed_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
  closed_->setAccessibleName(tr("Show %1").arg(title));
  closed_->hide();
  auto *both = new QHBoxLayout(this);
  both->setContentsMargins(0, 0, 0, 0);
  both->addWidget(open_);
  both->addWidget(closed_);
  connect(button_, &QToolButton::clicked, this, [this] { setCollapsed(true); });
  connect(closed_, &QToolButton::clicked, this, [this] { setCollapsed(false); });
  setShortcutHint({});
}

int PaneFrame::headerHeight() { return kHeader; }

void PaneFrame::setSubtitle(const QString &subtitle) { subtitle_->setText(subtitle); }

void PaneFrame::setShortcutHint(const QString &hint) {
  const QString key = hint.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(hint);
  button_->setToolTip(tr("Collapse this pane%1").arg(key));
  closed_->setToolTip(tr("Show %1%2").arg(title_, key));
}

void PaneFrame::setCollapsed(bool collapsed) {
  if (collapsed_ == collapsed) return;
  const bool focused = collapsed ? view_->hasFocus() : closed_->hasFocus();
  collapsed_ = collapsed;
  open_->setVisible(!collapsed);
  closed_->setVisible(collapsed);
  setMinimumWidth(collapsed ? kCollapsedWidth : 80);
  setMaximumWidth(collapsed ? kCollapsedWidth : QWIDGETSIZE_MAX);
  if (focused) (collapsed ? static_cast<QWidget *>(closed_) : view_)->setFocus();
  Q_EMIT collapsedChanged(collapsed);
}

void PaneFrame::changeEvent(QEvent *event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) update();
}

}  // namespace tileport::views
