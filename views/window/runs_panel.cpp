// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/runs_panel.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "views/models/tone_delegate.h"
#include "views/panes/code_view.h"
#include "views/window/table.h"

namespace tileport::views {

RunsPanel::RunsPanel(QWidget *parent) : QWidget(parent) {
  list_ = makeTable(&model_, tr("Programs that were run"), RunModel::CommandColumn);
  tones_ = new ToneDelegate(this);
  list_->setItemDelegateForColumn(RunModel::EndingColumn, tones_);
  details_ = new QPlainTextEdit;
  details_->setAccessibleName(tr("The run that is selected"));
  details_->setReadOnly(true);
  details_->setFont(codeFont());
  details_->setLineWrapMode(QPlainTextEdit::NoWrap);
  details_->setFrameShape(QFrame::NoFrame);
  details_->setPlaceholderText(tr("Select a run to see its whole command and what it wrote."));
  note_ = new QLabel(this);
  note_->setProperty("dim", true);
  note_->setTextFormat(Qt::PlainText);
  note_->setWordWrap(true);
  note_->setContentsMargins(12, 10, 12, 10);
  auto *splitter = new QSplitter(Qt::Horizontal, this);
  splitter->setHandleWidth(1);
  splitter->setChildrenCollapsible(false);
  splitter->addWidget(list_);
  splitter->addWidget(details_);
  splitter->setSizes({560, 440});
  auto *column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(note_);
  column->addWidget(splitter, 1);
  note_->hide();
  connect(list_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &RunsPanel::showDetails);
  connect(&model_, &QAbstractItemModel::modelReset, this, [this] { details_->clear(); });
}

void RunsPanel::setRuns(std::vector<toolchain::RunRecord> runs, const QString &note) {
  model_.setRuns(std::move(runs));
  note_->setText(note);
  note_->setVisible(!note.isEmpty());
  Q_EMIT runsChanged();
}

void RunsPanel::setTheme(const ThemePtr &theme) {
  tones_->setTheme(theme);
  list_->viewport()->update();
}

std::size_t RunsPanel::failed() const {
  return std::size_t(std::count_if(model_.runs().begin(), model_.runs().end(), [](const auto &run) { return !run.succeeded; }));
}

QString RunsPanel::note() const { return note_->text(); }

void RunsPanel::showDetails(const QModelIndex &index) {
  details_->setPlainText(index.isValid() ? runText(model_.runs()[std::size_t(index.row())]) : QString());
}

}  // namespace tileport::views
