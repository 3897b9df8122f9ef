// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QAbstractItemModel;
class QTableView;

namespace tileport::views {

/// A table as the panels below the panes have it: whole rows, one selected, no grid; `stretched` takes the room that is left.
QTableView *makeTable(QAbstractItemModel *model, const QString &accessibleName, int stretched);

/// A column as wide as what is in it, up to `most`.
void limitWidth(QTableView *view, int column, int most);

/// Has the column that takes the room that is left be no narrower than `least`: the others scroll then.
void keepRoom(QTableView *view, int stretched, int least);

}  // namespace tileport::views
