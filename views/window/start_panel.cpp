// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/start_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

namespace tileport::views {

StartPanel::StartPanel(QWidget *parent) : QWidget(parent) {
  title_ = new QLabel(this);
  QFont large = title_->font();
  large.setPointSizeF(large.pointSizeF() * 1.5);
  large.setBold(true);
  title_->setFont(large);
  text_ = new QLabel(this);
  text_->setWordWrap(true);
  text_->setProperty("dim", true);
  progress_ = new QProgressBar(this);
  progress_->setRange(0, 0);
  progress_->setTextVisible(false);
  progress_->setMaximumWidth(360);
  workspace_ = new QPushButton(tr("Open &workspace…"), this);
  programs_ = new QPushButton(tr("Open two &programs…"), this);
  import_ = new QPushButton(tr("&Import…"), this);
  cancel_ = new QPushButton(tr("&Cancel"), this);
  auto *buttons = new QHBoxLayout;
  for (QPushButton *button : {workspace_, programs_, import_, cancel_}) buttons->addWidget(button);
  buttons->addStretch();
  auto *column = new QVBoxLayout;
  column->setSpacing(12);
  column->addStretch(2);
  for (QWidget *widget : std::initializer_list<QWidget *>{title_, text_, progress_}) column->addWidget(widget);
  column->addLayout(buttons);
  column->addStretch(3);
  auto *row = new QHBoxLayout(this);
  row->addStretch(1);
  row->addLayout(column, 4);
  row->addStretch(1);
  connect(workspace_, &QPushButton::clicked, this, &StartPanel::openWorkspaceAsked);
  connect(programs_, &QPushButton::clicked, this, &StartPanel::openProgramsAsked);
  connect(import_, &QPushButton::clicked, this, &StartPanel::importAsked);
  connect(cancel_, &QPushButton::clicked, this, &StartPanel::cancelAsked);
  showInvitation();
}

void StartPanel::showInvitation() {
  title_->setText(tr("Compare a port with its reference"));
  text_->setText(tr(
      "Open a workspace, or drop its folder or two programs (.tileirbc, .mlir, .cubin) here. Both programs are read and aligned op by op; "
      "what differs is marked in all four panes. Import makes a workspace of kernels that are not Tile IR yet."));
  for (QWidget *widget : std::initializer_list<QWidget *>{workspace_, programs_, import_}) widget->show();
  for (QWidget *widget : std::initializer_list<QWidget *>{progress_, cancel_}) widget->hide();
}

void StartPanel::showProgress(const QString &what) {
  title_->setText(tr("Reading and aligning"));
  text_->setText(what);
  for (QWidget *widget : std::initializer_list<QWidget *>{workspace_, programs_, import_}) widget->hide();
  for (QWidget *widget : std::initializer_list<QWidget *>{progress_, cancel_}) widget->show();
}

QString StartPanel::text() const { return title_->text() + u'\n' + text_->text(); }

}  // namespace tileport::views
