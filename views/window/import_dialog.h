// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QElapsedTimer>
#include <QTimer>
#include <map>
#include <string>

#include "views/window/import_session.h"

class QButtonGroup;
class QCheckBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;
class QStackedWidget;
class QVBoxLayout;

namespace tileport::views {

/// Makes a workspace: asks what to import, from where and into which folder, and whether code of the folder may run; shows how far it is;
/// says what came of it.
class ImportDialog final : public QDialog {
  Q_OBJECT

 public:
  explicit ImportDialog(ImportFunction function = importer::runImport, QWidget *parent = nullptr);

  ImportSession *session() { return &session_; }

  // The form, for tests and for who fills it in beforehand.
  void setKind(importer::ImportKind kind);
  importer::ImportKind kind() const;
  QLineEdit *folder() const { return folder_; }
  QLineEdit *out() const { return out_; }
  QCheckBox *trust() const { return trust_; }
  QPushButton *importButton() const { return import_; }
  QPushButton *openButton() const { return open_; }
  /// What is said at the end.
  QString resultText() const;
  QString progressText() const;

  void done(int result) override;

 private:
  struct Step {
    QLabel *name = nullptr;
    QProgressBar *bar = nullptr;
  };
  QWidget *makeForm();
  QWidget *makeKinds();
  QWidget *makeFolders();
  QWidget *makeProgress();
  QWidget *makeResult();
  QLineEdit *folderRow(QFormLayout *form, const QString &label, const QString &caption);
  void updateForm();
  void begin();
  void showProgress(const importer::ImportProgress &progress);
  void showSummary(const importer::ImportSummary &summary);
  void showFailure(const Error &error);
  void showResult(const QString &title, const QString &details, bool openable);

  ImportSession session_;
  QStackedWidget *pages_ = nullptr;
  QButtonGroup *kinds_ = nullptr;
  QLabel *folderLabel_ = nullptr;
  QWidget *folderRow_ = nullptr;
  QLineEdit *folder_ = nullptr;
  QLineEdit *out_ = nullptr;
  QString suggested_;  ///< the folder that was put into `out_` last; replaced while nobody changed it
  QCheckBox *trust_ = nullptr;
  QPushButton *import_ = nullptr;
  QPushButton *open_ = nullptr;
  QPushButton *back_ = nullptr;
  QPushButton *cancel_ = nullptr;
  QVBoxLayout *steps_ = nullptr;
  std::map<std::string, Step> step_;
  QLabel *current_ = nullptr;
  QLabel *elapsed_ = nullptr;
  QLabel *resultTitle_ = nullptr;
  QPlainTextEdit *result_ = nullptr;
  QElapsedTimer since_;
  QTimer clock_;
};

/// What came of an import, a line each: failures first, then notes.
QString summaryText(const importer::ImportSummary &summary);

}  // namespace tileport::views
