// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/operator_panel.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>

#include "views/models/tone_delegate.h"

namespace tileport::views {

OperatorPanel::OperatorPanel(WorkspaceModel *model, QWidget *parent) : QWidget(parent), model_(model) {
  filter_ = new QLineEdit(this);
  filter_->setPlaceholderText(tr("Filter operators and variants"));
  filter_->setAccessibleName(tr("Filter of operators and variants"));
  filter_->setClearButtonEnabled(true);
  proxy_ = new QSortFilterProxyModel(this);
  proxy_->setSourceModel(model);
  proxy_->setRecursiveFilteringEnabled(true);
  proxy_->setAutoAcceptChildRows(true);
  proxy_->setFilterCaseSensitivity(Qt::CaseInsensitive);
  tree_ = new QTreeView(this);
  tree_->setModel(proxy_);
  tree_->setAccessibleName(tr("Operators and variants"));
  tree_->setUniformRowHeights(true);
  tree_->setAllColumnsShowFocus(true);
  tree_->setIndentation(14);
  tree_->setMinimumWidth(140);
  // Names of variants differ at both ends.
  tree_->setTextElideMode(Qt::ElideMiddle);
  tree_->setHeaderHidden(true);
  tree_->header()->setStretchLastSection(false);
  // Widths are those of the rows in sight and some more: whenever a variant is reviewed they are looked at again.
  tree_->header()->setResizeContentsPrecision(60);
  tree_->header()->setSectionResizeMode(WorkspaceModel::NameColumn, QHeaderView::Stretch);
  tones_ = new ToneDelegate(this);
  for (const int column : {WorkspaceModel::VerdictColumn, WorkspaceModel::CountsColumn}) {
    tree_->header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    tree_->setItemDelegateForColumn(column, tones_);
  }
  auto *column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto *top = new QVBoxLayout;
  top->setContentsMargins(8, 8, 8, 8);
  top->addWidget(filter_);
  column->addLayout(top);
  column->addWidget(tree_, 1);
  connect(filter_, &QLineEdit::textChanged, this, &OperatorPanel::applyFilter);
  connect(proxy_, &QAbstractItemModel::modelReset, this, [this] {
    chosen_.reset();
    chosenUnpaired_.reset();
    chosenOperator_.reset();
    expand();
  });
  connect(tree_->selectionModel(), &QItemSelectionModel::currentChanged, this, &OperatorPanel::choose);
}

void OperatorPanel::choose(const QModelIndex &index) {
  const QModelIndex name = index.siblingAtColumn(WorkspaceModel::NameColumn);
  if (filtering_) return;
  if (const QVariant unpaired = name.data(WorkspaceModel::UnpairedRole); unpaired.isValid()) {
    chosenOperator_.reset();
    chosenUnpaired_ = unpaired.value<UnpairedId>();
    Q_EMIT unpairedChosen(*chosenUnpaired_);
  } else if (name.data(WorkspaceModel::IsVariantRole).toBool()) {
    chosenUnpaired_.reset();
    chosenOperator_.reset();
    chosen_ = name.data(WorkspaceModel::VariantRole).value<VariantId>();
    Q_EMIT variantChosen(*chosen_);
  } else if (const QVariant op = name.data(WorkspaceModel::OperatorRole); op.isValid()) {
    chosenUnpaired_.reset();
    chosenOperator_ = op.value<std::uint32_t>();
    Q_EMIT operatorChosen(*chosenOperator_);
  }
}

void OperatorPanel::expand() {
  // What has no partner is out of the way until it is asked for: by a click, by the filter, or because there is nothing else.
  if (!filter_->text().isEmpty() || model_->variants().empty()) return tree_->expandAll();
  tree_->collapseAll();
  for (int row = 0; row < proxy_->rowCount(); ++row) {
    const QModelIndex op = proxy_->index(row, WorkspaceModel::NameColumn);
    if (op.data(WorkspaceModel::VariantRole).isValid()) tree_->expand(op);
  }
}

void OperatorPanel::applyFilter(const QString &text) {
  // The tree moves on when its current row is filtered out; what is reviewed must not.
  filtering_ = true;
  proxy_->setFilterFixedString(text);
  expand();
  if (chosenOperator_) tree_->setCurrentIndex(proxy_->mapFromSource(model_->indexOfOperator(*chosenOperator_)));
  else if (chosenUnpaired_) tree_->setCurrentIndex(proxy_->mapFromSource(model_->indexOf(*chosenUnpaired_)));
  else if (chosen_) tree_->setCurrentIndex(proxy_->mapFromSource(model_->indexOf(*chosen_)));
  filtering_ = false;
}

void OperatorPanel::setTheme(const ThemePtr &theme) {
  tones_->setTheme(theme);
  tree_->viewport()->update();
}

void OperatorPanel::setCurrent(VariantId id) { makeCurrent(model_->indexOf(id)); }

void OperatorPanel::setCurrent(UnpairedId id) { makeCurrent(model_->indexOf(id)); }

void OperatorPanel::setCurrentOperator(std::uint32_t op) { makeCurrent(model_->indexOfOperator(op)); }

void OperatorPanel::makeCurrent(const QModelIndex &source) {
  const QModelIndex index = proxy_->mapFromSource(source);
  if (!index.isValid()) return;
  tree_->setCurrentIndex(index);
  tree_->scrollTo(index);
}

void OperatorPanel::stepVariant(int step) {
  const std::vector<VariantId> all = model_->variants();
  if (all.empty()) return;
  if (chosenOperator_) {
    // Down into the operator, or up out of it.
    const auto first = std::find(all.begin(), all.end(), VariantId{*chosenOperator_, 0});
    return setCurrent(step > 0 ? *first : *(first == all.begin() ? all.end() - 1 : first - 1));
  }
  const auto at = std::find(all.begin(), all.end(), current().value_or(all.front()));
  const auto count = std::ptrdiff_t(all.size());
  setCurrent(all[std::size_t(((at - all.begin()) + step + count) % count)]);
}

void OperatorPanel::stepOperator(int step) {
  std::vector<VariantId> firsts;
  for (const VariantId id : model_->variants())
    if (id.variant == 0) firsts.push_back(id);
  if (firsts.empty()) return;
  const VariantId from = chosenOperator_ ? VariantId{*chosenOperator_, 0} : current().value_or(firsts.front());
  const auto at = std::find_if(firsts.begin(), firsts.end(), [from](VariantId id) { return id.op == from.op; });
  const auto count = std::ptrdiff_t(firsts.size());
  const VariantId to = firsts[std::size_t(((at - firsts.begin()) + step + count) % count)];
  if (chosenOperator_) setCurrentOperator(to.op);
  else setCurrent(to);
}

void OperatorPanel::focusFilter() {
  filter_->setFocus();
  filter_->selectAll();
}

}  // namespace tileport::views
