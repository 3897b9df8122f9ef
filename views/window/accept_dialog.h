// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "triage/triage_file.h"

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QLineEdit;
class QPlainTextEdit;

namespace tileport::views {

/// Asks for a person's word on findings: what they are, why, and who says so. The name is remembered.
class AcceptDialog final : public QDialog {
  Q_OBJECT

 public:
  /// `what` is told above the form, a finding a line. `others` is how many more variants the operator has.
  explicit AcceptDialog(const QStringList &what, std::size_t others = 0, QWidget *parent = nullptr);

  /// Of today; without anchor and what it covers.
  triage::TriageEntry entry() const;
  /// The same finding in the operator's other variants is accepted too.
  bool forAllVariants() const;
  void accept() override;

  QComboBox *classification() const { return class_; }
  QPlainTextEdit *note() const { return note_; }
  QLineEdit *author() const { return author_; }
  QCheckBox *allVariants() const { return all_; }
  QDialogButtonBox *buttons() const { return buttons_; }

 private:
  void updateForm();

  QComboBox *class_;
  QPlainTextEdit *note_;
  QLineEdit *author_;
  QCheckBox *all_;
  QDialogButtonBox *buttons_;
};

}  // namespace tileport::views
