// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/divergence_panel.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include "views/models/tone_delegate.h"
#include "views/panes/pane_frame.h"
#include "views/review/review_text.h"

namespace tileport::views {
namespace {

QTableView *table(QAbstractItemModel *model, const QString &name) {
  auto *view = new QTableView;
  view->setModel(model);
  view->setAccessibleName(name);
  view->setSelectionBehavior(QAbstractItemView::SelectRows);
  view->setSelectionMode(QAbstractItemView::SingleSelection);
  view->setShowGrid(false);
  view->setWordWrap(false);
  view->setTabKeyNavigation(false);
  view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  view->verticalHeader()->hide();
  view->verticalHeader()->setDefaultSectionSize(view->fontMetrics().height() + 10);
  view->horizontalHeader()->setHighlightSections(false);
  return view;
}

QWidget *titled(QLabel *title, QWidget *below) {
  auto *holder = new QWidget;
  auto *header = new QWidget(holder);
  header->setProperty("bar", true);
  auto *row = new QHBoxLayout(header);
  row->setContentsMargins(12, 5, 12, 5);
  row->addWidget(title);
  auto *column = new QVBoxLayout(holder);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(header);
  column->addWidget(below, 1);
  return holder;
}

}  // namespace

DivergencePanel::DivergencePanel(QWidget *parent) : QWidget(parent) {
  title_ = new ElidedLabel;
  detailsTitle_ = new ElidedLabel;
  list_ = table(&model_, tr("Divergences"));
  details_ = table(&differences_, tr("Differences of the selected divergence"));
  tones_ = new ToneDelegate(this);
  list_->setItemDelegateForColumn(DivergenceModel::StatusColumn, tones_);
  QHeaderView *header = list_->horizontalHeader();
  // Widths are those of the first rows: to look at all of some thousand would stop the window.
  header->setResizeContentsPrecision(60);
  header->setSectionResizeMode(QHeaderView::ResizeToContents);
  header->setSectionResizeMode(DivergenceModel::DifferenceColumn, QHeaderView::Stretch);
  QHeaderView *parts = details_->horizontalHeader();
  parts->setSectionResizeMode(QHeaderView::ResizeToContents);
  parts->setMinimumSectionSize(72);
  parts->setSectionResizeMode(DifferenceModel::PartColumn, QHeaderView::Stretch);
  auto *splitter = new QSplitter(Qt::Horizontal, this);
  splitter->setHandleWidth(1);
  splitter->addWidget(titled(title_, list_));
  splitter->addWidget(titled(detailsTitle_, details_));
  splitter->setStretchFactor(0, 3);
  splitter->setStretchFactor(1, 2);
  splitter->setSizes({620, 380});
  auto *column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(splitter);
  connect(list_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &index) {
    if (index.isValid() && !following_) Q_EMIT divergenceChosen(std::uint32_t(index.row()));
  });
  // A click on the row that is current already jumps again.
  connect(list_, &QTableView::clicked, this, [this](const QModelIndex &index) { Q_EMIT divergenceChosen(std::uint32_t(index.row())); });
}

void DivergencePanel::setReview(workspace::ReviewPtr review) {
  review_ = std::move(review);
  following_ = true;
  model_.setReview(review_);
  following_ = false;
  const std::size_t count = review_ ? review_->counts().total() : 0;
  title_->setText(count == 0 && review_ ? tr("Divergences  ·  none") : tr("Divergences  ·  %L1").arg(qulonglong(count)));
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
  if (review_ && current.isValid()) QGuiApplication::clipboard()->setText(divergenceText(*review_, std::uint32_t(current.row())));
}

void DivergencePanel::showDetails(std::optional<std::uint32_t> divergence) {
  differences_.setDivergence(review_, divergence);
  if (!review_ || !divergence) {
    detailsTitle_->setText(tr("Details"));
    return;
  }
  const align::Divergence &shown = review_->alignment->divergences[*divergence];
  detailsTitle_->setText(tr("Details  ·  %1 %2").arg(statusText(shown.status), fromUtf8(shown.name)));
}

}  // namespace tileport::views
