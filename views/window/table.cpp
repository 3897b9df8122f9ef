// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/table.h"

#include <QEvent>
#include <QHeaderView>
#include <QStyledItemDelegate>
#include <QTableView>
#include <algorithm>

namespace tileport::views {
namespace {

class NarrowDelegate final : public QStyledItemDelegate {
 public:
  NarrowDelegate(QTableView *view, int most) : QStyledItemDelegate(view), most_(most) {}
  QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override {
    const QSize size = QStyledItemDelegate::sizeHint(option, index);
    return {std::min(size.width(), most_), size.height()};
  }

 private:
  int most_;
};

/// What QHeaderView::Stretch does, with a least width.
class RoomKeeper final : public QObject {
 public:
  RoomKeeper(QTableView *view, int column, int least) : QObject(view), view_(view), column_(column), least_(least) {
    view->viewport()->installEventFilter(this);
    connect(view->horizontalHeader(), &QHeaderView::sectionResized, this, [this](int section) {
      if (section != column_) fit();
    });
  }
  bool eventFilter(QObject *watched, QEvent *event) override {
    if (event->type() == QEvent::Resize) fit();
    return QObject::eventFilter(watched, event);
  }

 private:
  void fit() {
    QHeaderView *header = view_->horizontalHeader();
    if (column_ >= header->count()) return;
    int others = 0;
    for (int section = 0; section < header->count(); ++section)
      if (section != column_ && !header->isSectionHidden(section)) others += header->sectionSize(section);
    header->resizeSection(column_, std::max(least_, view_->viewport()->width() - others));
  }

  QTableView *view_;
  int column_, least_;
};

}  // namespace

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

void limitWidth(QTableView *view, int column, int most) { view->setItemDelegateForColumn(column, new NarrowDelegate(view, most)); }

void keepRoom(QTableView *view, int stretched, int least) {
  view->horizontalHeader()->setSectionResizeMode(stretched, QHeaderView::Interactive);
  new RoomKeeper(view, stretched, least);
}

}  // namespace tileport::views
