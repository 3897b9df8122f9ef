// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/table.h"

#include <QHeaderView>
#include <QTableView>

namespace tileport::views {

QTableView *makeTable(QAbstractItemModel *model, const QString &accessibleName, int stretched) {
  auto *view = new QTableView;
  view->setModel(model);
  view->setAccessibleName(accessibleName);
  view->setSelectionBehavior(QAbstractItemView::SelectRows);
  view->setSelectionMode(QAbstractItemView::SingleSelection);
  view->setShowGrid(false);
  view->setWordWrap(false);
  view->setTabKeyNavigation(false);
  view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  view->verticalHeader()->hide();
  view->verticalHeader()->setDefaultSectionSize(view->fontMetrics().height() + 10);
  QHeaderView *header = view->horizontalHeader();
  header->setHighlightSections(false);
  // Widths are those of the first rows: to look at all of some thousand would stop the window.
  header->setResizeContentsPrecision(60);
  header->setSectionResizeMode(QHeaderView::ResizeToContents);
  header->setSectionResizeMode(stretched, QHeaderView::Stretch);
  return view;
}

}  // namespace tileport::views
