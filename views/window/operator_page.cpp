// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/operator_page.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "views/models/tone_delegate.h"
#include "views/review/finding_text.h"
#include "views/review/review_text.h"
#include "views/review/triage_text.h"
#include "views/window/finding_filter_bar.h"
#include "views/window/finding_panel.h"
#include "views/window/table.h"

namespace tileport::views {
namespace {

constexpr int kMostFinding = 330, kMostRule = 190;  ///< names may be long
constexpr int kLeastSentence = 260;
constexpr int kMostVariant = 320, kMostValues = 420;

using triage::Verdict;

QString span(const Theme &theme, const QString &text, ColorRole role) {
  return QStringLiteral("<span style='color:%1; white-space:pre'>%2</span>").arg(theme.color(role).name(), text.toHtmlEscaped());
}

/// "✕ 28 FAIL_FIXABLE", ... of the verdicts that there are, then what has none.
QStringList verdictCounts(const OperatorRows &rows) {
  const workspace::OperatorFindings &all = *rows.findings;
  QStringList counts;
  for (const Verdict each : {Verdict::FailFixable, Verdict::FailCompilerBug, Verdict::Blocked, Verdict::PassWithNotes, Verdict::Pass})
    if (const std::size_t count = all.count(each); count > 0)
      counts << QStringLiteral("%1 %L2 %3").arg(verdictSign(each)).arg(qulonglong(count)).arg(fromUtf8(toText(each)));
  if (const std::size_t refused = all.refused(); refused > 0)
    counts << OperatorPage::tr("! %L1 could not be reviewed").arg(qulonglong(refused));
  if (rows.toCome > 0) counts << OperatorPage::tr("… %L1 to come").arg(qulonglong(rows.toCome));
  return counts;
}

}  // namespace

OperatorPage::OperatorPage(QWidget *parent) : QWidget(parent) {
  tones_ = new ToneDelegate(this);
  auto *bar = new QWidget;
  bar->setProperty("bar", true);
  bar->setAttribute(Qt::WA_StyledBackground);
  summary_ = new QLabel(bar);
  summary_->setTextFormat(Qt::RichText);
  summary_->setAccessibleName(tr("Verdicts of the variants"));
  summary_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  auto *row = new QHBoxLayout(bar);
  row->setContentsMargins(12, 7, 12, 7);
  row->addWidget(summary_, 1);
  auto *splitter = new QSplitter(Qt::Vertical);
  splitter->setHandleWidth(1);
  splitter->setChildrenCollapsible(false);
  splitter->addWidget(makeList());
  splitter->addWidget(makeDetails());
  splitter->setStretchFactor(0, 1);
  splitter->setSizes({520, 330});
  auto *column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(bar);
  column->addWidget(splitter, 1);
  connect(list_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &OperatorPage::showFinding);
  connect(list_, &QTableView::activated, this, [this] { goTo(0); });
  connect(variants_, &QTableView::clicked, this, [this](const QModelIndex &index) { goTo(index.row()); });
  connect(variants_, &QTableView::activated, this, [this](const QModelIndex &index) { goTo(index.row()); });
  connect(finding_, &FindingPanel::acceptAsked, this, &OperatorPage::acceptAsked);
  connect(finding_, &FindingPanel::withdrawAsked, this, &OperatorPage::withdrawAsked);
  setFocusProxy(list_);
}

QWidget *OperatorPage::makeList() {
  using Model = OperatorFindingModel;
  filter_ = new FindingFilterBar;
  list_ = makeTable(&model_, tr("Findings of the operator"), Model::SentenceColumn);
  limitWidth(list_, Model::FindingColumn, kMostFinding);
  limitWidth(list_, Model::RuleColumn, kMostRule);
  keepRoom(list_, Model::SentenceColumn, kLeastSentence);
  list_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  list_->setItemDelegateForColumn(Model::SeverityColumn, tones_);
  list_->setColumnHidden(Model::WaiverColumn, true);
  auto *holder = new QWidget;
  auto *column = new QVBoxLayout(holder);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(filter_);
  column->addWidget(list_, 1);
  return holder;
}

QWidget *OperatorPage::makeDetails() {
  using Model = FindingVariantModel;
  finding_ = new FindingPanel;
  variantsTitle_ = new QLabel;
  variantsTitle_->setTextFormat(Qt::PlainText);
  variantsTitle_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  auto *bar = new QWidget;
  bar->setProperty("bar", true);
  bar->setAttribute(Qt::WA_StyledBackground);
  auto *row = new QHBoxLayout(bar);
  row->setContentsMargins(8, 3, 8, 3);
  row->addWidget(variantsTitle_, 1);
  variants_ = makeTable(&inVariants_, tr("Variants that have the finding"), Model::ValuesColumn);
  limitWidth(variants_, Model::VariantColumn, kMostVariant);
  for (const int each : {Model::VerdictColumn, Model::SeverityColumn}) variants_->setItemDelegateForColumn(each, tones_);
  auto *beside = new QWidget;
  auto *column = new QVBoxLayout(beside);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(bar);
  column->addWidget(variants_, 1);
  // Both bars stand side by side.
  bar->setFixedHeight(finding_->barHeight());
  auto *splitter = new QSplitter(Qt::Horizontal);
  splitter->setHandleWidth(1);
  splitter->setChildrenCollapsible(false);
  splitter->addWidget(finding_);
  splitter->addWidget(beside);
  splitter->setSizes({560, 560});
  return splitter;
}

void OperatorPage::setOperator(workspace::WorkspacePtr workspace, std::uint32_t op) {
  const bool isOther = workspace != workspace_ || op != op_;
  workspace_ = std::move(workspace);
  op_ = op;
  if (isOther) setRows(nullptr);
}

void OperatorPage::setRows(const OperatorRowsPtr &rows) {
  std::unordered_set<std::string> anchors;
  for (const std::uint32_t each : selectedFindings()) anchors.insert(model_.rows()->finding(each).finding->anchor);
  {
    const QScopedValueRollback restores(restoring_, true);
    const int scrolled = list_->verticalScrollBar()->value();
    const bool isReset = model_.setRows(rows);
    list_->setColumnHidden(OperatorFindingModel::WaiverColumn, !rows || !rows->hasWaivers);
    if (isReset) select(model_.rowsOf(anchors));
    list_->verticalScrollBar()->setValue(scrolled);
  }
  if (rows) filter_->setCounts(int(rows->shownDivergences), int(rows->divergences), int(rows->equivalences));
  else filter_->setCounts(0, 0, 0);
  showSummary();
  if (list_->selectionModel()->selectedRows().isEmpty() && model_.rowCount() > 0) list_->selectRow(0);
  else showFinding();
}

void OperatorPage::select(const std::vector<int> &rows) {
  if (rows.empty()) return;
  QItemSelection selection;
  for (const int row : rows) selection.select(model_.index(row, 0), model_.index(row, OperatorFindingModel::ColumnCount - 1));
  list_->selectionModel()->setCurrentIndex(model_.index(rows.front(), 0), QItemSelectionModel::NoUpdate);
  list_->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
}

void OperatorPage::showSummary() {
  const OperatorRowsPtr &rows = model_.rows();
  if (!rows) return summary_->setText(span(*theme_, workspace_ ? tr("… being reviewed") : QString(), ColorRole::DimText));
  const auto variants = qulonglong(rows->variants());
  QStringList parts{span(*theme_, variants == 1 ? tr("1 variant") : tr("%L1 variants").arg(variants), ColorRole::Text)};
  for (const QString &count : verdictCounts(*rows)) parts << span(*theme_, count, colorOfSign(count));
  summary_->setText(parts.join(QStringLiteral("&nbsp;&nbsp;&nbsp;&nbsp; ")));
}

std::vector<std::uint32_t> OperatorPage::selectedFindings() const {
  QModelIndexList indices = list_->selectionModel()->selectedRows();
  std::sort(indices.begin(), indices.end());
  std::vector<std::uint32_t> positions;
  for (const QModelIndex &index : indices)
    if (const auto position = model_.position(index.row())) positions.push_back(*position);
  return positions;
}

/// The first of what is selected; the buttons are about all of it.
void OperatorPage::showFinding() {
  if (restoring_) return;
  const OperatorRowsPtr &rows = model_.rows();
  const std::vector<std::uint32_t> selected = selectedFindings();
  const auto first = selected.empty() ? std::nullopt : std::optional(selected.front());
  inVariants_.setFinding(workspace_, rows, first);
  bool hasWaivers = false;
  if (first) {
    for (const workspace::OperatorFinding::Place &place : rows->finding(*first).places)
      hasWaivers = hasWaivers || rows->findings->at(place).finding->waiver.has_value();
  }
  variants_->setColumnHidden(FindingVariantModel::WaiverColumn, !hasWaivers);
  variantsTitle_->setText(first ? rows->spreadSentence(rows->finding(*first)) : QString());
  finding_->setPage(first ? operatorFindingHtml(*rows, *first, *theme_) : nothingHtml(),
                    first ? fromUtf8(rows->finding(*first).finding->sentence) : QString());
  std::size_t waived = 0;
  // What is being reviewed anew may not say what it says here.
  QString why = !blocked_.isEmpty() || !rows || rows->toCome == 0 ? blocked_ : tr("Not all variants are reviewed yet.");
  for (const std::uint32_t each : selected) {
    if (rows->finding(each).hasWaiver) ++waived;
    if (why.isEmpty()) why = rows->whyBlocked(rows->finding(each));
  }
  finding_->setTriageable(selected.size(), waived, why);
}

/// Why the list is empty.
QString OperatorPage::nothingHtml() const {
  const OperatorRowsPtr &rows = model_.rows();
  if (!rows || model_.rowCount() > 0) return {};
  const auto hidden = qulonglong(rows->divergences + rows->equivalences);
  if (rows->divergences > 0) return span(*theme_, tr("! The filter hides all %L1 findings.").arg(hidden), ColorRole::Warning);
  if (rows->toCome > 0) return span(*theme_, tr("Nothing is found so far."), ColorRole::DimText);
  const QString nothing = tr("Nothing diverges in any variant.");
  return span(*theme_, hidden > 0 ? nothing + u' ' + tr("%L1 equivalences are not shown.").arg(hidden) : nothing, ColorRole::DimText);
}

void OperatorPage::setTriageBlocked(const QString &why) {
  blocked_ = why;
  showFinding();
}

void OperatorPage::goTo(int row) {
  const workspace::OperatorFinding::Place *place = inVariants_.place(row);
  if (place == nullptr) return;
  // The list may be another one by the time that the variant is shown.
  const OperatorRowsPtr rows = inVariants_.rows();
  Q_EMIT placeChosen({rows->op, place->variant}, rows->findings->at(*place));
}

void OperatorPage::step(int step) {
  const int count = model_.rowCount();
  if (count == 0) return;
  const QModelIndex current = list_->currentIndex();
  list_->selectRow(current.isValid() ? (current.row() + step + count) % count : 0);
}

void OperatorPage::copy() const {
  QStringList lines;
  for (const std::uint32_t each : selectedFindings()) {
    const workspace::OperatorFinding &of = model_.rows()->finding(each);
    lines << QStringLiteral("%1  %2, %3: %4")
                 .arg(severityText(of.finding->severity), fromUtf8(of.finding->title), model_.rows()->spreadSentence(of),
                      fromUtf8(of.finding->sentence));
  }
  if (!lines.isEmpty()) QGuiApplication::clipboard()->setText(lines.join(u'\n'));
}

void OperatorPage::setTheme(const ThemePtr &theme) {
  theme_ = theme;
  tones_->setTheme(theme);
  filter_->setTheme(theme);
  finding_->setTheme(theme);
  showSummary();
  showFinding();
  for (QTableView *view : {list_, variants_}) view->viewport()->update();
}

}  // namespace tileport::views
