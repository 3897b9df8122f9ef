// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/import_dialog.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "views/models/run_model.h"
#include "views/review/review_text.h"

namespace tileport::views {
namespace {

using importer::ImportKind;

enum class Folder : std::uint8_t { None, Optional, Needed };

struct KindTexts {
  ImportKind kind;
  QString name;
  QString explanation;
  Folder folder;
};

/// Two programs are opened rather than imported (File, Open Two Programs).
std::vector<KindTexts> kindTexts() {
  const auto tr = [](const char *text) { return ImportDialog::tr(text); };
  return {
      {ImportKind::TileGym, tr("&TileGym"),
       tr("The installed package: every reference operator and its Rust ports, paired variant by variant."), Folder::None},
      {ImportKind::Operators, tr("&Operators in a folder"),
       tr("Each with a launches.json, the reference's source and kernel.rs. Both sides are made by the real front ends."), Folder::Needed},
      {ImportKind::Pipeline, tr("The output of the conversion &pipeline"),
       tr("One operator's output folder or a folder of several, as they are. Nothing of them is run."), Folder::Needed},
      {ImportKind::CutileCache, tr("cuTile Python's &cache"),
       tr("What its JIT has compiled. No folder means where cuTile Python itself keeps it."), Folder::Optional},
      {ImportKind::Triton, tr("T&riton's cache"),
       tr("What Triton's Tile IR back end has compiled. No folder means where Triton itself keeps it."), Folder::Optional}};
}

Folder folderOf(ImportKind kind) {
  for (const KindTexts &texts : kindTexts())
    if (texts.kind == kind) return texts.folder;
  return Folder::None;
}

QLabel *wrapped(const QString &text) {
  auto *label = new QLabel(text);
  label->setWordWrap(true);
  label->setTextFormat(Qt::PlainText);
  return label;
}

QString lineOf(std::size_t count, const QString &one, const QString &many) {
  return QStringLiteral("%L1 %2").arg(qulonglong(count)).arg(count == 1 ? one : many);
}

}  // namespace

QString summaryText(const importer::ImportSummary &summary) {
  QStringList lines;
  for (const importer::ImportFailure &failure : summary.failures)
    lines << QStringLiteral("✕ %1: %2").arg(fromUtf8(failure.subject), fromUtf8(failure.error.toString()));
  for (const importer::ImportNote &note : summary.notes)
    lines << QStringLiteral("! %1: %2").arg(fromUtf8(note.subject), fromUtf8(note.text()));
  if (!lines.isEmpty()) lines << QString();
  const auto tr = [](const char *text) { return ImportDialog::tr(text); };
  lines << tr("%1 and %2 read, %3 of %4 programs kept from before")
               .arg(lineOf(summary.references, tr("reference"), tr("references")), lineOf(summary.ports, tr("port"), tr("ports")))
               .arg(summary.fromStore)
               .arg(summary.programs);
  lines << lineOf(summary.pairs, tr("pair"), tr("pairs"));
  if (summary.madeToMatch > 0)
    lines << tr("%1 of the %2 ports that were recorded to match a reference have one").arg(summary.matched).arg(summary.madeToMatch);
  lines << tr("Without a partner: %1, %2")
               .arg(lineOf(summary.unpairedReferences, tr("reference"), tr("references")),
                    lineOf(summary.unpairedPorts, tr("port"), tr("ports")));
  return lines.join(u'\n');
}

ImportDialog::ImportDialog(ImportFunction function, QWidget *parent) : QDialog(parent), session_(std::move(function)) {
  setWindowTitle(tr("Import"));
  pages_ = new QStackedWidget(this);
  for (QWidget *page : {makeForm(), makeProgress(), makeResult()}) pages_->addWidget(page);
  import_ = new QPushButton(tr("&Import"), this);
  open_ = new QPushButton(tr("&Open the Workspace"), this);
  back_ = new QPushButton(tr("&Back"), this);
  cancel_ = new QPushButton(tr("Cancel"), this);
  auto *buttons = new QHBoxLayout;
  buttons->addStretch();
  for (QPushButton *button : {back_, open_, import_, cancel_}) buttons->addWidget(button);
  auto *column = new QVBoxLayout(this);
  column->addWidget(pages_, 1);
  column->addLayout(buttons);
  connect(import_, &QPushButton::clicked, this, &ImportDialog::begin);
  connect(open_, &QPushButton::clicked, this, &QDialog::accept);
  connect(back_, &QPushButton::clicked, this, [this] {
    pages_->setCurrentIndex(0);
    updateForm();
  });
  connect(cancel_, &QPushButton::clicked, this, &QDialog::reject);
  connect(&session_, &ImportSession::progressed, this, &ImportDialog::showProgress);
  connect(&session_, &ImportSession::finished, this, &ImportDialog::showSummary);
  connect(&session_, &ImportSession::failed, this, &ImportDialog::showFailure);
  clock_.setInterval(1000);
  connect(&clock_, &QTimer::timeout, this,
          [this] { elapsed_->setText(tr("%1 so far").arg(durationText(std::chrono::milliseconds(since_.elapsed())))); });
  setKind(ImportKind::TileGym);
  resize(700, 520);
}

// ---- The form --------------------------------------------------------------------------------------------------------

QWidget *ImportDialog::makeForm() {
  auto *form = new QWidget;
  auto *column = new QVBoxLayout(form);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(12);
  column->addWidget(makeKinds());
  column->addWidget(makeFolders());
  trust_ = new QCheckBox(tr("I &trust the code in this folder"));
  column->addWidget(trust_);
  auto *why = wrapped(tr("Importing runs its Python modules and builds its Rust crates on this machine, with your rights."));
  why->setProperty("dim", true);
  why->setContentsMargins(24, 0, 0, 0);
  column->addWidget(why);
  why->setVisible(false);
  connect(trust_, &QCheckBox::toggled, this, &ImportDialog::updateForm);
  connect(kinds_, &QButtonGroup::idClicked, this, &ImportDialog::updateForm);
  connect(kinds_, &QButtonGroup::idToggled, why, [this, why] { why->setVisible(importer::runsCode(kind())); });
  column->addStretch();
  return form;
}

QWidget *ImportDialog::makeKinds() {
  auto *holder = new QWidget;
  auto *column = new QVBoxLayout(holder);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  kinds_ = new QButtonGroup(this);
  for (const KindTexts &texts : kindTexts()) {
    auto *button = new QRadioButton(texts.name);
    auto *explanation = wrapped(texts.explanation);
    explanation->setProperty("dim", true);
    explanation->setContentsMargins(24, 0, 0, 4);
    button->setAccessibleDescription(texts.explanation);
    kinds_->addButton(button, int(texts.kind));
    column->addWidget(button);
    column->addWidget(explanation);
  }
  return holder;
}

QLineEdit *ImportDialog::folderRow(QFormLayout *form, const QString &label, const QString &caption) {
  auto *edit = new QLineEdit;
  edit->setAccessibleName(caption);
  auto *browse = new QPushButton(tr("Browse…"));
  browse->setAccessibleName(caption);
  auto *holder = new QWidget;
  auto *row = new QHBoxLayout(holder);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(edit, 1);
  row->addWidget(browse);
  form->addRow(label, holder);
  qobject_cast<QLabel *>(form->labelForField(holder))->setBuddy(edit);
  connect(edit, &QLineEdit::textChanged, this, &ImportDialog::updateForm);
  connect(browse, &QPushButton::clicked, this, [this, edit, caption] {
    const QString chosen = QFileDialog::getExistingDirectory(this, caption, edit->text());
    if (!chosen.isEmpty()) edit->setText(chosen);
  });
  return edit;
}

QWidget *ImportDialog::makeFolders() {
  auto *holder = new QWidget;
  auto *form = new QFormLayout(holder);
  form->setContentsMargins(0, 0, 0, 0);
  folder_ = folderRow(form, tr("&From the folder:"), tr("Folder to import from"));
  folderRow_ = folder_->parentWidget();
  folderLabel_ = qobject_cast<QLabel *>(form->labelForField(folderRow_));
  out_ = folderRow(form, tr("&Into the workspace:"), tr("Folder of the workspace"));
  return holder;
}

void ImportDialog::setKind(ImportKind kind) {
  kinds_->button(int(kind))->setChecked(true);
  updateForm();
}

ImportKind ImportDialog::kind() const { return ImportKind(std::max(0, kinds_->checkedId())); }

void ImportDialog::updateForm() {
  if (import_ == nullptr) return;  // while the form is being made
  const bool form = pages_->currentIndex() == 0, result = pages_->currentIndex() == 2;
  const ImportKind kind = this->kind();
  for (QWidget *widget : std::initializer_list<QWidget *>{folderLabel_, folderRow_}) widget->setVisible(folderOf(kind) != Folder::None);
  trust_->setVisible(importer::runsCode(kind));
  const QString name = QString::fromUtf8(importer::text(kind).data(), qsizetype(importer::text(kind).size()));
  if (out_->text() == suggested_) {
    suggested_ = QDir::home().filePath(QStringLiteral("tileport/%1").arg(name));
    out_->setText(suggested_);
  }
  const bool folderGiven = folderOf(kind) != Folder::Needed || !folder_->text().isEmpty();
  import_->setEnabled(folderGiven && !out_->text().isEmpty() && (!importer::runsCode(kind) || trust_->isChecked()));
  import_->setVisible(form);
  import_->setDefault(form);
  back_->setVisible(result);
  if (!result) open_->hide();
  cancel_->setText(result ? tr("Close") : tr("Cancel"));
}

// ---- Work ------------------------------------------------------------------------------------------------------------

QWidget *ImportDialog::makeProgress() {
  auto *page = new QWidget;
  steps_ = new QVBoxLayout;
  steps_->setSpacing(6);
  current_ = wrapped({});
  current_->setProperty("dim", true);
  elapsed_ = new QLabel;
  elapsed_->setProperty("dim", true);
  auto *column = new QVBoxLayout(page);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(12);
  column->addLayout(steps_);
  column->addWidget(current_);
  column->addWidget(elapsed_);
  column->addWidget(wrapped(tr("Cancelling loses nothing: what is made stays, and the next import goes on from there.")));
  column->addStretch();
  return page;
}

void ImportDialog::begin() {
  for (auto &[what, step] : step_) {
    delete step.name;
    delete step.bar;
  }
  step_.clear();
  current_->setText(tr("Starting"));
  elapsed_->clear();
  pages_->setCurrentIndex(1);
  updateForm();
  since_.start();
  clock_.start();
  const auto path = [](const QLineEdit *edit) {
    return edit->text().isEmpty() ? std::filesystem::path() : QFileInfo(edit->text()).filesystemAbsoluteFilePath();
  };
  session_.start({.kind = kind(),
                  .folder = folderOf(kind()) != Folder::None ? path(folder_) : std::filesystem::path(),
                  .out = path(out_),
                  .trusted = importer::runsCode(kind()) && trust_->isChecked()});
}

void ImportDialog::showProgress(const importer::ImportProgress &progress) {
  Step &step = step_[progress.what];
  if (step.bar == nullptr) {
    step.name = new QLabel;
    step.bar = new QProgressBar;
    step.bar->setTextVisible(false);
    step.bar->setMaximumHeight(12);
    step.bar->setAccessibleName(fromUtf8(progress.what));
    steps_->addWidget(step.name);
    steps_->addWidget(step.bar);
  }
  step.name->setText(tr("%1: %L2 of %L3").arg(fromUtf8(progress.what)).arg(progress.done).arg(progress.total));
  step.bar->setRange(0, int(progress.total));
  step.bar->setValue(int(progress.done));
  current_->setText(fromUtf8(progress.text));
}

// ---- What came of it -------------------------------------------------------------------------------------------------

QWidget *ImportDialog::makeResult() {
  auto *page = new QWidget;
  resultTitle_ = wrapped({});
  QFont large = resultTitle_->font();
  large.setPointSizeF(large.pointSizeF() * 1.2);
  large.setBold(true);
  resultTitle_->setFont(large);
  result_ = new QPlainTextEdit;
  result_->setReadOnly(true);
  result_->setAccessibleName(tr("What came of the import"));
  auto *column = new QVBoxLayout(page);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(resultTitle_);
  column->addWidget(result_, 1);
  return page;
}

void ImportDialog::showResult(const QString &title, const QString &details, bool openable) {
  clock_.stop();
  resultTitle_->setText(title);
  result_->setPlainText(details);
  pages_->setCurrentIndex(2);
  updateForm();
  open_->setVisible(openable);
  open_->setDefault(openable);
}

void ImportDialog::showSummary(const importer::ImportSummary &summary) {
  const QString took = durationText(std::chrono::milliseconds(since_.elapsed()));
  const bool complete = summary.failures.empty();
  showResult(
      complete
          ? tr("✓  Imported in %1").arg(took)
          : tr("!  Imported in %1, but %2 could not be made").arg(took, lineOf(summary.failures.size(), tr("program"), tr("programs"))),
      summaryText(summary), true);
}

void ImportDialog::showFailure(const Error &error) {
  QString details = fromUtf8(error.toString());
  for (const toolchain::RunRecord &run : session_.runs())
    if (!run.succeeded) details += QStringLiteral("\n\n") + runText(run);
  showResult(tr("✕  Nothing was imported"), details, false);
}

QString ImportDialog::resultText() const {
  return pages_->currentIndex() == 2 ? resultTitle_->text() + u'\n' + result_->toPlainText() : QString();
}

QString ImportDialog::progressText() const {
  QStringList lines;
  for (const auto &[what, step] : step_) lines << step.name->text();
  return lines.join(u'\n');
}

void ImportDialog::done(int result) {
  session_.cancel();
  clock_.stop();
  QDialog::done(result);
}

}  // namespace tileport::views
