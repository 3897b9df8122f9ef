// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/divergence_panel.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include "views/models/tone_delegate.h"
#include "views/review/review_text.h"
#include "views/window/table.h"

namespace tileport::views {

DivergencePanel::DivergencePanel(QWidget *parent) : QWidget(parent) {
  list_ = makeTable(&model_, tr("Divergences"), DivergenceModel::DifferenceColumn);
  details_ = makeTable(&differences_, tr("Differences of the selected divergence"), DifferenceModel::PartColumn);
  details_->horizontalHeader()->setMinimumSectionSize(72);
  tones_ = new ToneDelegate(this);
  list_->setItemDelegateForColumn(DivergenceModel::StatusColumn, tones_);
  list_->setItemDelegateForColumn(DivergenceModel::SinceColumn, tones_);
  list_->setColumnHidden(DivergenceModel::SinceColumn, true);
  auto *splitter = new QSplitter(Qt::Horizontal, this);
  splitter->setHandleWidth(1);
  splitter->addWidget(list_);
  splitter->addWidget(details_);
  splitter->setStretchFactor(0, 3);
  splitter->setStretchFactor(1, 2);
  splitter->setSizes({620, 380});
  auto *column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(splitter);
  connect(list_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &index) {
    if (index.isValid() && !following_) choose(index);
  });
  // A click on the row that is current already jumps again.
  connect(list_, &QTableView::clicked, this, &DivergencePanel::choose);
}

/// What only an earlier round had is nowhere to go to.
void DivergencePanel::choose(const QModelIndex &index) {
  if (index.row() < model_.divergenceCount()) Q_EMIT divergenceChosen(std::uint32_t(index.row()));
  else showDetails(std::nullopt);
}

void DivergencePanel::setRound(bool compares, const workspace::ComparedVariant *compared) {
  const QModelIndex current = list_->currentIndex();
  const auto divergence =
      current.isValid() && current.row() < model_.divergenceCount() ? std::optional(std::uint32_t(current.row())) : std::nullopt;
  following_ = true;
  model_.setRound(compared);
  following_ = false;
  list_->setColumnHidden(DivergenceModel::SinceColumn, !compares);
  if (divergence) setCurrent(divergence);
}

void DivergencePanel::setReview(workspace::ReviewPtr review) {
  review_ = std::move(review);
  following_ = true;
  model_.setReview(review_);
  following_ = false;
  showDetails(std::nullopt);
}

void DivergencePanel::setTheme(const ThemePtr &theme) {
  tones_->setTheme(theme);
  list_->viewport()->update();
}

void DivergencePanel::setCurrent(std::optional<std::uint32_t> divergence) {
  following_ = true;
  if (divergence) {
    const QModelIndex index = model_.index(int(*divergence), DivergenceModel::StatusColumn);
    list_->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    list_->scrollTo(index);
  } else {
    list_->selectionModel()->clear();
  }
  following_ = false;
  showDetails(divergence);
}

void DivergencePanel::copy() const {
  const QModelIndex current = list_->currentIndex();
  if (review_ && current.isValid() && current.row() < model_.divergenceCount())
    QGuiApplication::clipboard()->setText(divergenceText(*review_, std::uint32_t(current.row())));
}

void DivergencePanel::showDetails(std::optional<std::uint32_t> divergence) { differences_.setDivergence(review_, divergence); }

}  // namespace tileport::views
