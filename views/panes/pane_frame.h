// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QWidget>

class QToolButton;

namespace tileport::views {

class CodeView;
class ElidedLabel;

/// A pane with its header. Collapsed, it is a narrow upright bar with its name; a click brings the pane back.
class PaneFrame final : public QWidget {
  Q_OBJECT

 public:
  PaneFrame(const QString &title, CodeView *view, QWidget *parent = nullptr);

  static int headerHeight();

  void setSubtitle(const QString &subtitle);
  QString title() const { return title_; }
  bool collapsed() const { return collapsed_; }
  void setCollapsed(bool collapsed);
  /// "Ctrl+1", shown in the tooltip.
  void setShortcutHint(const QString &hint);

 Q_SIGNALS:
  void collapsedChanged(bool collapsed);

 protected:
  void changeEvent(QEvent *event) override;

 private:
  QString title_;
  CodeView *view_;
  QWidget *open_;
  QToolButton *closed_;
  QToolButton *button_;
  ElidedLabel *subtitle_;
  bool collapsed_ = false;
};

/// A label that gives way: too little room shows "…" and the whole text as a tooltip.
class ElidedLabel final : public QLabel {
  Q_OBJECT

 public:
  using QLabel::QLabel;
  QSize minimumSizeHint() const override { return {0, QLabel::minimumSizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent *event) override;
};

}  // namespace tileport::views
