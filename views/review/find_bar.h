// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QWidget>

#include "views/job.h"
#include "views/text/find.h"

class QLabel;
class QLineEdit;
class QToolButton;

namespace tileport::views {

class CodeView;

/// Finds text in one pane: marks every place, counts them and goes from one to the next. The search runs off the GUI
/// thread, so that a long text does not hold up typing.
class FindBar final : public QWidget {
  Q_OBJECT

 public:
  explicit FindBar(QWidget *parent = nullptr);

  /// The pane to search from now on; its old marks go. `name` is shown with the count.
  void setPane(CodeView *pane, const QString &name);
  /// Shows the bar with the pane's selection as what to find.
  void open();
  void close();
  /// Marks and counts again, after another text came into the pane; goes nowhere.
  void refresh();
  void next() { step(1); }
  void previous() { step(-1); }
  QString countText() const;

 Q_SIGNALS:
  /// The place is folded away or out of sight: show the line, then go there.
  void lineWanted(tileport::LineIndex line);
  /// The search ended and its marks are set.
  void searched();

 protected:
  void keyPressEvent(QKeyEvent *event) override;

 private:
  void search(bool go);
  void step(int direction);
  void show(int match);
  void showCount();

  QPointer<CodeView> pane_;
  QString paneName_;
  QLineEdit *text_;
  QToolButton *caseSensitive_;
  QLabel *count_;
  Job job_;
};

}  // namespace tileport::views
