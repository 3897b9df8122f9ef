// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTest>

#include "views/window/import_dialog.h"
#include "views/window/main_window.h"
#include "window_test.h"

using namespace tileport;
using namespace tileport::views;
using importer::ImportKind;
using importer::ImportSummary;

class TestImportDialog : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { views::test::useScratchSettings(); }
  void suggestsAFolder();
  void codeNeedsTrust();
  void trustIsForThisKindAlone();
  void showsHowFarItIs();
  void wordsOfManyThreads();
  void saysWhatCameOfIt();
  void failuresAreNotHidden();
  void errorsHaveTheirRuns();
  void cancelEndsTheWork();
  void closingTheWindowEndsTheWork();
  void opensWhatWasMade();
};

namespace {

ImportFunction answering(ImportSummary summary) {
  return [summary](const importer::ImportRequest &, toolchain::RunLog &, const CancelToken &,
                   const importer::ImportReporter &) -> Result<ImportSummary> { return summary; };
}

/// Says "references" 3 of 8, then waits until it is cancelled or `go`.
ImportFunction waiting(QSemaphore &entered, QSemaphore &go) {
  return [&](const importer::ImportRequest &, toolchain::RunLog &, const CancelToken &cancel,
             const importer::ImportReporter &report) -> Result<ImportSummary> {
    report({"references", 3, 8, "softmax / f16"});
    entered.release();
    while (!cancel.cancelled() && !go.tryAcquire(1, 1)) {
    }
    if (cancel.cancelled()) return Error{ErrorKind::Cancelled, "cancelled", {}, {}};
    return ImportSummary{};
  };
}

}  // namespace

void TestImportDialog::suggestsAFolder() {
  ImportDialog dialog(answering({}));
  QVERIFY(dialog.out()->text().endsWith(QLatin1String("tileport/tilegym")));
  QVERIFY(dialog.importButton()->isEnabled());
  dialog.setKind(ImportKind::Triton);
  QVERIFY(dialog.out()->text().endsWith(QLatin1String("tileport/triton")));
  // What a person wrote stays.
  dialog.out()->setText(QStringLiteral("/mine"));
  dialog.setKind(ImportKind::TileGym);
  QCOMPARE(dialog.out()->text(), QStringLiteral("/mine"));
  dialog.out()->clear();
  QVERIFY(!dialog.importButton()->isEnabled());
}

void TestImportDialog::codeNeedsTrust() {
  importer::ImportRequest asked;
  ImportDialog dialog([&](const importer::ImportRequest &request, toolchain::RunLog &, const CancelToken &,
                          const importer::ImportReporter &) -> Result<ImportSummary> {
    asked = request;
    return ImportSummary{};
  });
  dialog.show();
  dialog.setKind(ImportKind::Operators);
  QVERIFY(!dialog.importButton()->isEnabled());
  dialog.folder()->setText(QStringLiteral("/operators"));
  QVERIFY(!dialog.importButton()->isEnabled());
  QVERIFY(dialog.trust()->isVisible());
  views::test::keepPicture(&dialog, QStringLiteral("import-form"));
  QVERIFY(!dialog.trust()->isChecked());
  dialog.trust()->setChecked(true);
  QVERIFY(dialog.importButton()->isEnabled());
  QSignalSpy finished(dialog.session(), &ImportSession::finished);
  dialog.importButton()->click();
  QVERIFY(finished.wait());
  QVERIFY(asked.trusted);
  QCOMPARE(asked.kind, ImportKind::Operators);
  QCOMPARE(asked.folder, std::filesystem::path("/operators"));
}

void TestImportDialog::trustIsForThisKindAlone() {
  importer::ImportRequest asked;
  asked.trusted = true;
  ImportDialog dialog([&](const importer::ImportRequest &request, toolchain::RunLog &, const CancelToken &,
                          const importer::ImportReporter &) -> Result<ImportSummary> {
    asked = request;
    return ImportSummary{};
  });
  dialog.show();
  dialog.setKind(ImportKind::Operators);
  dialog.folder()->setText(QStringLiteral("/operators"));
  dialog.trust()->setChecked(true);
  dialog.setKind(ImportKind::TileGym);
  QVERIFY(!dialog.trust()->isVisible());
  QSignalSpy finished(dialog.session(), &ImportSession::finished);
  dialog.importButton()->click();
  QVERIFY(finished.wait());
  QVERIFY(!asked.trusted);
  QVERIFY(asked.folder.empty());
}

void TestImportDialog::showsHowFarItIs() {
  QSemaphore entered, go;
  ImportDialog dialog(waiting(entered, go));
  dialog.show();
  dialog.importButton()->click();
  QTRY_COMPARE(dialog.progressText(), QStringLiteral("references: 3 of 8"));
  views::test::keepPicture(&dialog, QStringLiteral("import-progress"));
  go.release();
  QTRY_VERIFY(!dialog.session()->running());
  QVERIFY(dialog.resultText().contains(QLatin1String("Imported in")));
}

void TestImportDialog::wordsOfManyThreads() {
  // The last word of each step arrives, however fast they come.
  ImportDialog dialog([](const importer::ImportRequest &, toolchain::RunLog &, const CancelToken &,
                         const importer::ImportReporter &report) -> Result<ImportSummary> {
    for (std::size_t i = 1; i <= 20'000; ++i) report({i % 2 == 0 ? "ports" : "references", i, 20'000, {}});
    return ImportSummary{};
  });
  QSignalSpy finished(dialog.session(), &ImportSession::finished);
  dialog.importButton()->click();
  QVERIFY(finished.wait());
  QCOMPARE(dialog.progressText(), QStringLiteral("ports: %L1 of %L2\nreferences: %L3 of %L2").arg(20'000).arg(20'000).arg(19'999));
}

void TestImportDialog::saysWhatCameOfIt() {
  ImportDialog dialog(answering({.references = 253,
                                 .ports = 149,
                                 .pairs = 36,
                                 .unpairedReferences = 223,
                                 .unpairedPorts = 113,
                                 .fromStore = 1,
                                 .programs = 402,
                                 .matched = 30,
                                 .madeToMatch = 30,
                                 .failures = {}}));
  dialog.show();
  dialog.importButton()->click();
  QTRY_VERIFY(!dialog.resultText().isEmpty());
  for (const char *part : {"253 references and 149 ports read", "36 pairs", "30 of the 30", "223 references, 113 ports"})
    QVERIFY2(dialog.resultText().contains(QLatin1String(part)), part);
  QVERIFY(dialog.openButton()->isVisible());
  QVERIFY(dialog.resultText().startsWith(u'✓'));
}

void TestImportDialog::failuresAreNotHidden() {
  ImportSummary summary{.references = 1};
  summary.failures.push_back({"softmax / f16", Error{ErrorKind::Malformed, "N must be 8", {.file = "softmax.py", .line = 12}, {}}});
  ImportDialog dialog(answering(summary));
  dialog.show();
  dialog.importButton()->click();
  QTRY_VERIFY(!dialog.resultText().isEmpty());
  QVERIFY(dialog.resultText().startsWith(u'!'));
  QVERIFY(dialog.resultText().contains(QLatin1String("softmax / f16: softmax.py:12")));
  views::test::keepPicture(&dialog, QStringLiteral("import-result"));
}

void TestImportDialog::errorsHaveTheirRuns() {
  ImportDialog dialog([](const importer::ImportRequest &, toolchain::RunLog &log, const CancelToken &,
                         const importer::ImportReporter &) -> Result<ImportSummary> {
    toolchain::RunRecord run;
    run.program = "python3";
    run.ending = "exited with 4";
    run.errors = "no module named cuda";
    log.add(run);
    return Error{ErrorKind::Unsupported, "cuTile Python is not there", {}, "Run tileport doctor --install."};
  });
  dialog.show();
  dialog.importButton()->click();
  QTRY_VERIFY(!dialog.resultText().isEmpty());
  for (const char *part : {"Nothing was imported", "doctor --install", "exited with 4", "no module named cuda"})
    QVERIFY2(dialog.resultText().contains(QLatin1String(part)), part);
  QVERIFY(!dialog.openButton()->isVisible());
}

void TestImportDialog::cancelEndsTheWork() {
  QSemaphore entered, go;
  ImportDialog dialog(waiting(entered, go));
  dialog.show();
  dialog.importButton()->click();
  QTRY_VERIFY(entered.available() > 0);
  QSignalSpy cancelled(dialog.session(), &ImportSession::cancelled), finished(dialog.session(), &ImportSession::finished);
  dialog.reject();
  QCOMPARE(cancelled.count(), 1);
  QVERIFY(!dialog.session()->running());
  QCOMPARE(finished.count(), 0);
}

void TestImportDialog::closingTheWindowEndsTheWork() {
  QSemaphore entered, go;
  auto window = std::make_unique<MainWindow>(views::test::sampleFunctions());
  window->setImport(waiting(entered, go));
  window->show();
  window->actions().importKernels->trigger();
  auto *dialog = window->findChild<ImportDialog *>();
  QVERIFY(dialog != nullptr);
  dialog->importButton()->click();
  QTRY_VERIFY(entered.available() > 0);
  window.reset();
}

void TestImportDialog::opensWhatWasMade() {
  MainWindow window(views::test::sampleFunctions());
  window.setImport(answering({}));
  window.show();
  window.actions().importKernels->trigger();
  auto *dialog = window.findChild<ImportDialog *>();
  dialog->out()->setText(QStringLiteral("/sample"));
  dialog->importButton()->click();
  QTRY_VERIFY(dialog->openButton()->isVisible());
  dialog->openButton()->click();
  QTRY_VERIFY(window.session()->target().has_value());
  QCOMPARE(window.session()->target()->workspace, std::filesystem::path("/sample"));
}

QTEST_MAIN(TestImportDialog)
#include "tst_import_dialog.moc"
