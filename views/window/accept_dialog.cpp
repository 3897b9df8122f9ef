// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/accept_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QVBoxLayout>

#include "workspace/rounds.h"

namespace tileport::views {
namespace {

constexpr qsizetype kMostLines = 6;

QString authorKey() { return QStringLiteral("triage/author"); }

}  // namespace

AcceptDialog::AcceptDialog(const QStringList &what, std::size_t others, QWidget *parent) : QDialog(parent) {
  setWindowTitle(what.size() == 1 ? tr("Accept a finding") : tr("Accept %L1 findings").arg(what.size()));
  QStringList lines = what.mid(0, kMostLines);
  if (what.size() > kMostLines) lines << tr("and %L1 more").arg(what.size() - kMostLines);
  auto *told = new QLabel(lines.join(u'\n'), this);
  told->setTextFormat(Qt::PlainText);
  told->setWordWrap(true);
  class_ = new QComboBox(this);
  class_->setAccessibleName(tr("Class"));
  class_->addItem(tr("accepted: it may stay as it is"), QStringLiteral("accepted"));
  class_->addItem(tr("semantic_equiv: it computes the same"), QStringLiteral("semantic_equiv"));
  class_->addItem(tr("dsl_limitation: the front end cannot say it"), QStringLiteral("dsl_limitation"));
  class_->addItem(tr("compiler_bug: the front end lost it"), QStringLiteral("compiler_bug"));
  class_->addItem(tr("user_code: the port is to blame"), QStringLiteral("user_code"));
  note_ = new QPlainTextEdit(this);
  note_->setAccessibleName(tr("Why"));
  note_->setPlaceholderText(tr("Why it may stay, for whoever reads it later"));
  note_->setTabChangesFocus(true);
  note_->setFixedHeight(96);
  author_ = new QLineEdit(QSettings().value(authorKey()).toString(), this);
  author_->setAccessibleName(tr("Your name"));
  all_ = new QCheckBox(tr("The same in the operator's other &variants too (%L1)").arg(qulonglong(others)), this);
  all_->setChecked(others > 0);
  all_->setVisible(others > 0);
  buttons_ = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  buttons_->button(QDialogButtonBox::Ok)->setText(tr("Accept"));
  auto *after =
      new QLabel(tr("It goes into triage.json beside the port, for every finding that has the same anchor. What was computed stays as "
                    "it is; the verdict is PASS_WITH_NOTES at best, and the waiver lapses when either side changes."),
                 this);
  after->setProperty("dim", true);
  after->setWordWrap(true);
  auto *form = new QFormLayout;
  form->addRow(tr("&Class"), class_);
  form->addRow(tr("Wh&y"), note_);
  form->addRow(tr("Your &name"), author_);
  form->addRow(QString(), all_);
  auto *column = new QVBoxLayout(this);
  column->setSpacing(12);
  column->addWidget(told);
  column->addLayout(form);
  column->addWidget(after);
  column->addWidget(buttons_);
  resize(520, sizeHint().height());
  connect(buttons_, &QDialogButtonBox::accepted, this, &AcceptDialog::accept);
  connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(note_, &QPlainTextEdit::textChanged, this, &AcceptDialog::updateForm);
  connect(author_, &QLineEdit::textChanged, this, &AcceptDialog::updateForm);
  updateForm();
  note_->setFocus();
}

void AcceptDialog::updateForm() {
  const triage::TriageEntry now = entry();
  buttons_->button(QDialogButtonBox::Ok)->setEnabled(!now.note.empty() && !now.author.empty());
}

triage::TriageEntry AcceptDialog::entry() const {
  return {.anchor = {},
          .classification = class_->currentData().toString().toStdString(),
          .note = note_->toPlainText().trimmed().toStdString(),
          .author = author_->text().trimmed().toStdString(),
          .date = workspace::today(),
          .covers = {}};
}

bool AcceptDialog::forAllVariants() const { return all_->isChecked(); }

void AcceptDialog::accept() {
  QSettings().setValue(authorKey(), author_->text().trimmed());
  QDialog::accept();
}

}  // namespace tileport::views
