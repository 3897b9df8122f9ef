// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "views/window/review_session.h"

class QLineEdit;
class QPushButton;

namespace tileport::views {

/// Asks for a reference and a port.
class OpenProgramsDialog final : public QDialog {
  Q_OBJECT

 public:
  explicit OpenProgramsDialog(QWidget *parent = nullptr);

  OpenTarget target() const;

 private:
  QLineEdit *addRow(const QString &label);
  void exchange();

  QLineEdit *reference_;
  QLineEdit *port_;
  QPushButton *open_ = nullptr;
};

}  // namespace tileport::views
