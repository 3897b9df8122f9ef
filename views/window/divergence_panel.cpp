// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/divergence_panel.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QScopedValueRollback>
#include <QSettings>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "views/models/tone_delegate.h"
#include "views/review/review_text.h"
#include "views/review/triage_text.h"
#include "views/window/finding_filter_bar.h"
#include "views/window/finding_panel.h"
#include "views/window/table.h"

namespace tileport::views {
namespace {

constexpr int kMostOp = 190;  ///< names of entries may be long
constexpr int kLeastDifference = 220;
constexpr int kMostDetailRows = 4;  ///< of the table of differences, before it scrolls

}  // namespace

DivergencePanel::DivergencePanel(QWidget *parent) : QWidget(parent) {
  tones_ = new ToneDelegate(this);
  auto *splitter = new QSplitter(Qt::Horizontal, this);
  splitter->setHandleWidth(1);
  splitter->setChildrenCollapsible(false);
  splitter->addWidget(makeList());
  splitter->addWidget(makeDetails());
  splitter->setStretchFactor(0, 3);
  splitter->setStretchFactor(1, 2);
  splitter->setSizes({620, 380});
  auto *column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(splitter);
  connect(list_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &index) {
    if (index.isValid() && !following_) choose(index);
  });
  connect(list_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &DivergencePanel::showFinding);
  // A click on the row that is current already jumps again.
  connect(list_, &QTableView::clicked, this, &DivergencePanel::choose);
  connect(details_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &DivergencePanel::showFinding);
  connect(filter_, &FindingFilterBar::criteriaChanged, this, &DivergencePanel::applyCriteria);
  setReview(nullptr);
}

QWidget *DivergencePanel::makeList() {
  filter_ = new FindingFilterBar;
  list_ = makeTable(&shown_, tr("Divergences"), DivergenceModel::DifferenceColumn);
  limitWidth(list_, DivergenceModel::OpColumn, kMostOp);
  keepRoom(list_, DivergenceModel::DifferenceColumn, kLeastDifference);
  list_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  for (const int column : {DivergenceModel::SeverityColumn, DivergenceModel::StatusColumn, DivergenceModel::SinceColumn})
    list_->setItemDelegateForColumn(column, tones_);
  list_->setColumnHidden(DivergenceModel::SinceColumn, true);
  auto *holder = new QWidget;
  auto *column = new QVBoxLayout(holder);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(filter_);
  column->addWidget(list_, 1);
  return holder;
}

QWidget *DivergencePanel::makeDetails() {
  details_ = makeTable(&differences_, tr("Differences of the selected divergence"), DifferenceModel::PartColumn);
  details_->horizontalHeader()->setMinimumSectionSize(72);
  details_->setItemDelegateForColumn(DifferenceModel::SeverityColumn, tones_);
  finding_ = new FindingPanel;
  auto *holder = new QWidget;
  auto *column = new QVBoxLayout(holder);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(details_, 1);
  column->addWidget(finding_, 4);
  return holder;
}

int DivergencePanel::sourceRow(const QModelIndex &index) const { return index.isValid() ? shown_.mapToSource(index).row() : -1; }

/// What only an earlier round had is nowhere to go to.
void DivergencePanel::choose(const QModelIndex &index) {
  const int row = sourceRow(index);
  const QScopedValueRollback chooses(choosing_, true);
  if (row < 0 || model_.isPast(row)) showDetails(-1);
  else if (model_.isEquivalence(row)) Q_EMIT equivalenceChosen(std::uint32_t(row - model_.divergenceCount()));
  else Q_EMIT divergenceChosen(std::uint32_t(row));
}

void DivergencePanel::setRound(bool compares, const workspace::ComparedVariant *compared) {
  const int row = sourceRow(list_->currentIndex());
  following_ = true;
  model_.setRound(compared);
  following_ = false;
  list_->setColumnHidden(DivergenceModel::SinceColumn, !compares);
  if (row >= 0 && !model_.isPast(row)) setCurrentRow(row);
}

void DivergencePanel::setReview(workspace::ReviewPtr review) {
  review_ = std::move(review);
  // The finding that is shown is the last review's.
  showDetails(-1);
  following_ = true;
  model_.setReview(review_);
  following_ = false;
  const bool triaged = review_ && review_->triage;
  filter_->setVisible(triaged);
  finding_->setVisible(triaged);
  for (const int column : {DivergenceModel::SeverityColumn, DivergenceModel::OwnerColumn}) list_->setColumnHidden(column, !triaged);
  // There is room for one of the two; what kind of part it is, its name tells too.
  details_->setColumnHidden(DifferenceModel::SeverityColumn, !triaged);
  details_->setColumnHidden(DifferenceModel::AspectColumn, triaged);
  list_->setColumnHidden(DivergenceModel::WaiverColumn, !model_.hasWaivers());
  list_->setColumnHidden(DivergenceModel::SpreadColumn, true);
  showCounts();
  showDetails(-1);
}

void DivergencePanel::applyCriteria(const FindingCriteria &criteria) {
  const QScopedValueRollback follows(following_, true);
  const int row = detailedRow_;
  shown_.setCriteria(criteria);
  showCounts();
  if (row >= 0) setCurrentRow(row);
}

void DivergencePanel::setCriteria(const FindingCriteria &criteria) {
  if (criteria == filter_->criteria()) return;
  filter_->setCriteria(criteria);
  applyCriteria(criteria);
}

void DivergencePanel::showCounts() { filter_->setCounts(shown_.shownDivergences(), model_.divergenceCount(), model_.equivalenceCount()); }

/// Of a single variant there is nothing to tell.
void DivergencePanel::setSpread(const OperatorRowsPtr &rows, std::uint32_t variant) {
  model_.setSpread(rows, variant);
  list_->setColumnHidden(DivergenceModel::SpreadColumn, !rows || rows->variants() < 2);
}

void DivergencePanel::setCurrentDifference(std::uint32_t difference) {
  if (int(difference) < differences_.rowCount()) details_->selectRow(int(difference));
}

void DivergencePanel::setTheme(const ThemePtr &theme) {
  tones_->setTheme(theme);
  filter_->setTheme(theme);
  finding_->setTheme(theme);
  list_->viewport()->update();
}

void DivergencePanel::setCurrent(std::optional<std::uint32_t> divergence) { setCurrentRow(divergence ? int(*divergence) : -1); }

void DivergencePanel::setCurrentEquivalence(std::uint32_t equivalence) { setCurrentRow(model_.divergenceCount() + int(equivalence)); }

void DivergencePanel::setCurrentRow(int row) {
  const QModelIndex index = row < 0 ? QModelIndex() : shown_.mapFromSource(model_.index(row, DivergenceModel::StatusColumn));
  const QScopedValueRollback follows(following_, true);
  // A row that is chosen here may be one of several that are selected.
  const bool chosenHere = choosing_ && index.isValid() && index.row() == list_->currentIndex().row();
  if (!index.isValid()) {
    list_->selectionModel()->clear();
  } else if (!chosenHere) {
    list_->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    list_->scrollTo(index);
  }
  showDetails(row);
}

void DivergencePanel::copy() const {
  const int row = sourceRow(list_->currentIndex());
  if (review_ && row >= 0 && row < model_.divergenceCount())
    QGuiApplication::clipboard()->setText(divergenceText(*review_, std::uint32_t(row)));
}

void DivergencePanel::showDetails(int row) {
  detailedRow_ = row;
  const bool isDivergence = row >= 0 && row < model_.divergenceCount();
  differences_.setDivergence(review_, isDivergence ? std::optional(std::uint32_t(row)) : std::nullopt);
  // With a triage the table is as high as it has to be: what the triage says takes the room.
  const bool triaged = review_ && review_->triage;
  const int rows = std::clamp(differences_.rowCount(), 1, kMostDetailRows);
  const int height = details_->horizontalHeader()->sizeHint().height() + rows * details_->verticalHeader()->defaultSectionSize() + 2;
  details_->setMaximumHeight(triaged ? height : QWIDGETSIZE_MAX);
  details_->setMinimumHeight(triaged ? std::min(height, 78) : 0);
  details_->setVisible(!triaged || isDivergence);
  showFinding();
}

/// Of a divergence the difference that is chosen in the table beside, else the gravest.
void DivergencePanel::showFinding() {
  const auto findings = model_.findings(detailedRow_);
  const triage::Finding *finding = gravest(findings);
  if (const QModelIndex chosen = details_->currentIndex(); chosen.isValid() && finding != nullptr && finding->divergence)
    if (const triage::Finding *of = findingOf(*review_->triage, *finding->divergence, std::size_t(chosen.row()))) finding = of;
  finding_->setFinding(review_, finding);
  const std::vector<const triage::Finding *> selected = selectedFindings();
  const auto waived = std::count_if(selected.begin(), selected.end(), [](const auto *each) { return each->waiver.has_value(); });
  finding_->setTriageable(selected.size(), std::size_t(waived), blocked_);
}

std::vector<const triage::Finding *> DivergencePanel::selectedFindings() const {
  std::vector<const triage::Finding *> selected;
  QModelIndexList rows = list_->selectionModel()->selectedRows();
  std::sort(rows.begin(), rows.end());
  for (const QModelIndex &index : rows)
    for (const triage::Finding &finding : model_.findings(sourceRow(index))) selected.push_back(&finding);
  // What is selected in the panes may be a row that the filter hides.
  if (rows.empty())
    for (const triage::Finding &finding : model_.findings(detailedRow_)) selected.push_back(&finding);
  const QModelIndex chosen = details_->currentIndex();
  if (rows.size() != 1 || !chosen.isValid() || sourceRow(rows.front()) != detailedRow_) return selected;
  std::erase_if(selected, [&](const triage::Finding *each) { return each->difference != std::size_t(chosen.row()); });
  return selected;
}

void DivergencePanel::setTriageBlocked(const QString &why) {
  blocked_ = why;
  showFinding();
}

void DivergencePanel::saveFilter(QSettings &settings) const { filter_->save(settings); }

void DivergencePanel::restoreFilter(const QSettings &settings) { filter_->restore(settings); }

}  // namespace tileport::views
