// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/open_dialog.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "views/window/recent.h"

namespace tileport::views {

OpenProgramsDialog::OpenProgramsDialog(QWidget *parent) : QDialog(parent) {
  setWindowTitle(tr("Open two programs"));
  auto *form = new QFormLayout(this);
  reference_ = addRow(tr("&Reference:"));
  port_ = addRow(tr("&Port:"));
  auto *buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel, this);
  open_ = buttons->button(QDialogButtonBox::Open);
  open_->setEnabled(false);
  QPushButton *swap = buttons->addButton(tr("&Exchange"), QDialogButtonBox::ActionRole);
  form->addRow(buttons);
  connect(swap, &QPushButton::clicked, this, &OpenProgramsDialog::exchange);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  resize(640, sizeHint().height());
}

QLineEdit *OpenProgramsDialog::addRow(const QString &label) {
  auto *edit = new QLineEdit(this);
  edit->setPlaceholderText(tr("Tile IR: .tileirbc, .mlir or .cubin"));
  auto *browse = new QPushButton(tr("Browse…"), this);
  auto *row = new QHBoxLayout;
  row->addWidget(edit, 1);
  row->addWidget(browse);
  auto *form = qobject_cast<QFormLayout *>(layout());
  form->addRow(label, row);
  if (auto *text = qobject_cast<QLabel *>(form->labelForField(row))) text->setBuddy(edit);
  connect(browse, &QPushButton::clicked, this, [this, edit] {
    const QString start =
        edit->text().isEmpty() ? (reference_ != nullptr ? QFileInfo(reference_->text()).path() : QString()) : edit->text();
    const QString patterns = QStringLiteral("*.") + programEndings().join(QStringLiteral(" *.")) + QStringLiteral(" *.tileIR");
    const QString file = QFileDialog::getOpenFileName(this, tr("Choose a program"), start, tr("Tile IR (%1);;All files (*)").arg(patterns));
    if (!file.isEmpty()) edit->setText(file);
  });
  connect(edit, &QLineEdit::textChanged, this, [this] { open_->setEnabled(!reference_->text().isEmpty() && !port_->text().isEmpty()); });
  return edit;
}

void OpenProgramsDialog::exchange() {
  const QString reference = reference_->text();
  reference_->setText(port_->text());
  port_->setText(reference);
}

OpenTarget OpenProgramsDialog::target() const {
  const auto path = [](const QLineEdit *edit) { return QFileInfo(edit->text()).filesystemAbsoluteFilePath(); };
  return {{}, path(reference_), path(port_)};
}

}  // namespace tileport::views
