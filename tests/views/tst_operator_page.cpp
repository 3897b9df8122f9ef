// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScopeGuard>
#include <QSemaphore>
#include <QSettings>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>
#include <QTreeView>
#include <filesystem>
#include <fstream>
#include <set>

#include "sample_review.h"
#include "triage/triage_file.h"
#include "views/review/review_view.h"
#include "views/window/accept_dialog.h"
#include "views/window/divergence_panel.h"
#include "views/window/finding_filter_bar.h"
#include "views/window/finding_panel.h"
#include "views/window/header_bar.h"
#include "views/window/main_window.h"
#include "views/window/operator_page.h"
#include "views/window/operator_panel.h"
#include "views/window/round_bar.h"
#include "window_test.h"

using namespace tileport;
using namespace tileport::views;
using Findings = OperatorFindingModel;

/// The page of an operator: what its variants have in common, said and triaged once.
class TestOperatorPage : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void cleanup() { window_.reset(); }
  void models();
  void anOperatorOfTheTree();
  void spreadBesideTheFindingsOfAVariant();
  void filterIsOneForBothLists();
  void goesToTheFindingInAVariant();
  void keysAndClipboard();
  void whatIsStillToCome();
  void acceptedEverywhereAtOnce();
  void severalFilesOrNone();
  void folderThatCannotBeWritten();
  void selectionOutlivesWhatBecomesKnown();
  void reloadComesBack();
  void inBothThemes();

 private:
  /// "softmax" in two variants: f16 is the sample with its triage, f32 lacks its first divergence's latency and has another severity.
  ReviewFunctions functions() const;
  void openSample(const ReviewFunctions &functions);
  void openDemo();
  void accept(const QString &note);
  void settle() { QTRY_VERIFY_WITH_TIMEOUT(!window_->busy(), 60'000); }
  OperatorPage *page() const { return window_->operatorPage(); }
  QString cell(int row, Findings::Column column) const { return page()->list()->model()->index(row, column).data().toString(); }
  int rowOf(const QString &title) const {
    for (int row = 0; row < page()->list()->model()->rowCount(); ++row)
      if (cell(row, Findings::FindingColumn) == title) return row;
    return -1;
  }

  std::unique_ptr<QTemporaryDir> folder_;
  std::unique_ptr<MainWindow> window_;
};

namespace {

/// The sample's other variant: no latency, and what is missing is waived by nobody.
workspace::ReviewPtr otherReview() {
  auto review = std::make_shared<workspace::Review>(*views::test::triagedReview());
  auto triage = std::make_shared<triage::Triage>(*review->triage);
  std::erase_if(triage->findings, [](const triage::Finding &each) { return each.anchor == "anchor.0.1"; });
  for (triage::Finding &each : triage->findings) {
    each.waiver.reset();
    if (each.anchor == "anchor.2.0") each.severity = triage::Severity::Warn;
  }
  triage->verdict = triage::Verdict::Blocked;
  review->triage = triage;
  return review;
}

}  // namespace

void TestOperatorPage::init() {
  views::test::useScratchSettings();
  folder_ = std::make_unique<QTemporaryDir>();
}

ReviewFunctions TestOperatorPage::functions() const {
  ReviewFunctions functions = views::test::sampleFunctions();
  functions.review = [](const workspace::Operator &op, const workspace::Variant &variant,
                        const CancelToken &) -> Result<workspace::ReviewPtr> {
    if (op.name != "softmax") return views::test::judgedReview(triage::Verdict::Pass);
    return variant.name == "f16" ? views::test::triagedReview() : otherReview();
  };
  return functions;
}

void TestOperatorPage::openSample(const ReviewFunctions &functions) {
  window_ = std::make_unique<MainWindow>(functions);
  window_->resize(1600, 960);
  window_->show();
  window_->setFirstSelection(QStringLiteral("softmax"));
  window_->open({"/sample", {}, {}});
  settle();
}

void TestOperatorPage::openDemo() {
  const std::filesystem::path demo = folder_->path().toStdString() + "/demo";
  std::filesystem::copy(TILEPORT_SOURCE_DIR "/resources/demo", demo, std::filesystem::copy_options::recursive);
  window_ = std::make_unique<MainWindow>();
  window_->resize(1600, 960);
  window_->show();
  window_->setFirstSelection(QStringLiteral("log_softmax"));
  window_->open({demo, {}, {}});
  settle();
  QCOMPARE(window_->page(), page());
}

void TestOperatorPage::accept(const QString &note) {
  page()->finding()->acceptButton()->click();
  QTRY_VERIFY(window_->findChild<AcceptDialog *>() != nullptr);
  auto *dialog = window_->findChild<AcceptDialog *>();
  dialog->note()->setPlainText(note);
  dialog->author()->setText(QStringLiteral("A. Reviewer"));
  QSignalSpy changed(window_->triage(), &TriageSession::changed);
  dialog->buttons()->button(QDialogButtonBox::Ok)->click();
  QTRY_COMPARE(changed.count(), 1);
  settle();
}

void TestOperatorPage::models() {
  constexpr auto kFatal = QAbstractItemModelTester::FailureReportingMode::QtTest;
  OperatorFindingModel findings;
  FindingVariantModel variants;
  QAbstractItemModelTester first(&findings, kFatal), second(&variants, kFatal);
  const auto one = workspace::variantFindings(views::test::triagedReview()), other = workspace::variantFindings(otherReview());
  OperatorRowsInput input{0, {{one, {}}, {other, {}}}, 0, {}};
  QVERIFY(findings.setRows(operatorRows(input)));
  // Two CRITICAL, then by severity; the equivalence that is no more than INFO is out of sight.
  QCOMPARE(findings.rowCount(), 5);
  variants.setFinding(views::test::sampleWorkspace(), findings.rows(), findings.position(0));
  QCOMPARE(variants.rowCount(), 2);
  QCOMPARE(variants.index(1, FindingVariantModel::VariantColumn).data().toString(), QStringLiteral("f32"));
  // The same again resets nothing.
  QVERIFY(!findings.setRows(operatorRows(input)));
  input.criteria.atLeast = triage::Severity::Critical;
  QVERIFY(findings.setRows(operatorRows(input)));
  QCOMPARE(findings.rowCount(), 2);
  // One of the two is graver: it is shown, and stands for both.
  input.criteria.atLeast = triage::Severity::Warn;
  findings.setRows(operatorRows(input));
  QCOMPARE(findings.rowCount(), 5);
  input.criteria = {};
  input.criteria.waived = false;
  findings.setRows(operatorRows(input));
  QCOMPARE(findings.rowCount(), 5);
  input.criteria.text = QStringLiteral("LATENCY");
  findings.setRows(operatorRows(input));
  QCOMPARE(findings.rowCount(), 1);
  findings.setRows(nullptr);
  QCOMPARE(findings.rowCount(), 0);
}

void TestOperatorPage::anOperatorOfTheTree() {
  openSample(functions());
  QCOMPARE(window_->page(), page());
  QCOMPARE(window_->header()->placeText(), QStringLiteral("sample  ▸  softmax"));
  QCOMPARE(window_->windowTitle(), QStringLiteral("softmax — Tileport"));
  QVERIFY(window_->header()->pill()->text().contains(QLatin1String("FAIL_FIXABLE")));
  const QString summary = page()->summary()->text();
  for (const auto *each : {"2 variants", "✕ 1 FAIL_FIXABLE", "? 1 BLOCKED"}) QVERIFY2(summary.contains(QString::fromUtf8(each)), each);
  QCOMPARE(page()->list()->model()->rowCount(), 5);
  const int rounding = rowOf(QStringLiteral("addf: attribute rounding_mode"));
  QCOMPARE(rounding, 0);
  QCOMPARE(cell(rounding, Findings::SeverityColumn), QStringLiteral("✕ CRITICAL"));
  QCOMPARE(cell(rounding, Findings::SpreadColumn), QStringLiteral("2 of 2"));
  QCOMPARE(cell(rounding, Findings::CauseColumn), QStringLiteral("user_code"));
  QCOMPARE(cell(rounding, Findings::OwnerColumn), QStringLiteral("kernel"));
  QCOMPARE(cell(rounding, Findings::RuleColumn), QStringLiteral("rule.of.0"));
  QCOMPARE(cell(rounding, Findings::SentenceColumn), QStringLiteral("Sentence of <0.0>."));
  QCOMPARE(cell(rowOf(QStringLiteral("addf: hint sm_100.latency")), Findings::SpreadColumn), QStringLiteral("1 of 2"));
  QCOMPARE(cell(rowOf(QStringLiteral("negf: operation op")), Findings::WaiverColumn), QStringLiteral("WAIVED: 1 of 2"));
  // INFO in one variant and WARN in the other: the graver, and the other is told.
  const int extra = rowOf(QStringLiteral("sin: operation op"));
  QCOMPARE(cell(extra, Findings::SeverityColumn), QStringLiteral("! WARN"));
  QCOMPARE(cell(extra, Findings::WaiverColumn), QStringLiteral("lapsed"));
  page()->list()->selectRow(extra);
  QVERIFY(page()->finding()->text()->toPlainText().contains(QLatin1String("i INFO")));
  QVERIFY(page()->finding()->text()->toPlainText().contains(QLatin1String("the port's side has changed")));
  // By a click in the tree, and from there to a variant and back.
  QTreeView *tree = window_->operators()->tree();
  const QModelIndex matmul = tree->model()->index(1, 0);
  QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->visualRect(matmul).center());
  settle();
  QCOMPARE(window_->header()->placeText(), QStringLiteral("sample  ▸  matmul"));
  QVERIFY(window_->header()->pill()->text().contains(QLatin1String("PASS")));
  QCOMPARE(page()->list()->model()->rowCount(), 0);
  window_->actions().nextVariant->trigger();
  settle();
  QCOMPARE(window_->page(), window_->reviewView());
  window_->operators()->setCurrentOperator(0);
  settle();
  QCOMPARE(window_->page(), page());
  QCOMPARE(page()->list()->model()->rowCount(), 5);
  window_->actions().nextOperator->trigger();
  settle();
  QCOMPARE(window_->header()->placeText(), QStringLiteral("sample  ▸  matmul"));
}

void TestOperatorPage::spreadBesideTheFindingsOfAVariant() {
  openSample(functions());
  window_->operators()->setCurrent(VariantId{0, 0});
  settle();
  const QTableView *list = window_->divergences()->list();
  QVERIFY(!list->isColumnHidden(DivergenceModel::SpreadColumn));
  const auto spread = [&](int row) { return list->model()->index(row, DivergenceModel::SpreadColumn); };
  // The gravest stands for a divergence; all of its parts are in the tip.
  QCOMPARE(spread(0).data().toString(), QStringLiteral("2/2"));
  QVERIFY(spread(0).data(Qt::ToolTipRole).toString().contains(QLatin1String("addf: hint sm_100.latency: in 1 of 2 variants")));
  QCOMPARE(spread(2).data().toString(), QStringLiteral("2/2"));
  // Of a single variant there is nothing to tell.
  window_->operators()->setCurrent(VariantId{1, 0});
  settle();
  QVERIFY(list->isColumnHidden(DivergenceModel::SpreadColumn));
}

void TestOperatorPage::filterIsOneForBothLists() {
  openSample(functions());
  page()->filter()->severity()->setCurrentIndex(2);
  settle();
  QCOMPARE(page()->list()->model()->rowCount(), 2);
  QVERIFY(page()->filter()->counts()->text().contains(QLatin1String("2 of 4")));
  window_->operators()->setCurrent(VariantId{0, 0});
  settle();
  QCOMPARE(window_->divergences()->filter()->severity()->currentIndex(), 2);
  QCOMPARE(window_->divergences()->list()->model()->rowCount(), 2);
  window_->divergences()->filter()->all()->click();
  window_->operators()->setCurrentOperator(0);
  settle();
  QCOMPARE(page()->list()->model()->rowCount(), 5);
  page()->filter()->equivalences()->click();
  settle();
  QCOMPARE(page()->list()->model()->rowCount(), 6);
  page()->filter()->text()->setText(QStringLiteral("<2.0>"));
  settle();
  QCOMPARE(page()->list()->model()->rowCount(), 1);
}

void TestOperatorPage::goesToTheFindingInAVariant() {
  openSample(functions());
  page()->list()->selectRow(rowOf(QStringLiteral("addf: hint sm_100.latency")));
  QCOMPARE(page()->variants()->model()->rowCount(), 1);
  const QModelIndex only = page()->variants()->model()->index(0, FindingVariantModel::VariantColumn);
  QCOMPARE(only.data().toString(), QStringLiteral("f16"));
  QTest::mouseClick(page()->variants()->viewport(), Qt::LeftButton, {}, page()->variants()->visualRect(only).center());
  settle();
  QCOMPARE(window_->page(), window_->reviewView());
  QCOMPARE(window_->operators()->current(), std::optional(VariantId{0, 0}));
  QCOMPARE(window_->reviewView()->selectedDivergence(), std::optional<std::uint32_t>(0));
  // The very part that differs, of several.
  QCOMPARE(window_->divergences()->selectedFindings().size(), std::size_t(1));
  QCOMPARE(window_->divergences()->selectedFindings().front()->anchor, std::string("anchor.0.1"));
  // The other variant, of a finding that both have; by the keyboard, an equivalence.
  window_->operators()->setCurrentOperator(0);
  settle();
  const int equivalence = rowOf(QStringLiteral("same by log_of_log"));
  QVERIFY(equivalence >= 0);
  page()->list()->selectRow(equivalence);
  page()->variants()->setFocus();
  page()->variants()->selectRow(1);
  QTest::keyClick(page()->variants(), Qt::Key_Return);
  settle();
  QCOMPARE(window_->operators()->current(), std::optional(VariantId{0, 1}));
  QCOMPARE(window_->reviewView()->selectedEquivalence(), std::optional<std::uint32_t>(1));
}

void TestOperatorPage::keysAndClipboard() {
  openSample(functions());
  QCOMPARE(page()->list()->currentIndex().row(), 0);
  window_->actions().nextDivergence->trigger();
  QCOMPARE(page()->list()->currentIndex().row(), 1);
  window_->actions().previousDivergence->trigger();
  window_->actions().previousDivergence->trigger();
  QCOMPARE(page()->list()->currentIndex().row(), 4);
  page()->list()->selectRow(0);
  window_->actions().copy->trigger();
  QCOMPARE(QGuiApplication::clipboard()->text(),
           QStringLiteral("✕ CRITICAL  addf: attribute rounding_mode, in 2 of 2 variants: Sentence of <0.0>."));
  page()->finding()->copySentence();
  QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("Sentence of <0.0>."));
}

void TestOperatorPage::whatIsStillToCome() {
  // The second variant does not come: what is known is shown, and nothing claims to be all.
  QSemaphore go;
  const auto ends = qScopeGuard([&go] { go.release(8); });
  ReviewFunctions held = functions();
  held.review = [&go, review = held.review](const workspace::Operator &op, const workspace::Variant &variant, const CancelToken &cancel) {
    if (variant.name == "f32") go.acquire();
    return review(op, variant, cancel);
  };
  window_ = std::make_unique<MainWindow>(held);
  window_->show();
  window_->setFirstSelection(QStringLiteral("softmax"));
  window_->open({"/sample", {}, {}});
  QTRY_VERIFY(page()->list()->model()->rowCount() > 0);
  QCOMPARE(cell(0, Findings::SpreadColumn), QStringLiteral("1 of 2…"));
  QVERIFY(page()->summary()->text().contains(QStringLiteral("… 1 to come")));
  QVERIFY(!page()->finding()->acceptButton()->isEnabled());
  QVERIFY(page()->finding()->acceptButton()->toolTip().contains(QLatin1String("Not all variants")));
  go.release();
  settle();
  QCOMPARE(cell(0, Findings::SpreadColumn), QStringLiteral("2 of 2"));
  QVERIFY(!page()->summary()->text().contains(QLatin1String("to come")));
}

void TestOperatorPage::acceptedEverywhereAtOnce() {
  openDemo();
  QVERIFY(page()->list()->model()->rowCount() > 1);
  QCOMPARE(cell(0, Findings::SpreadColumn), QStringLiteral("2 of 2"));
  const QString title = cell(0, Findings::FindingColumn);
  const workspace::OperatorFindings &before = *page()->rows()->findings;
  const std::filesystem::path file = *before.variants.front()->triageFile;
  const std::string anchor = before.findings.front().finding->anchor;
  QVERIFY(!window_->actions().undo->isEnabled());
  accept(QStringLiteral("measured: no difference"));
  // Once, for both variants; what was selected still is.
  QCOMPARE(triage::readTriageFile(file)->entries.size(), std::size_t(1));
  QCOMPARE(triage::readTriageFile(file)->entries.front().anchor, anchor);
  const auto waived = [&] {
    const int row = rowOf(title);
    return row < 0 ? QString() : cell(row, Findings::WaiverColumn);
  };
  QCOMPARE(waived(), QStringLiteral("WAIVED by A. Reviewer"));
  for (const auto &place : page()->rows()->findings->findings.front().places)
    QVERIFY(page()->rows()->findings->at(place).finding->anchor != anchor || page()->rows()->findings->at(place).finding->waived());
  QCOMPARE(cell(page()->list()->currentIndex().row(), Findings::FindingColumn), title);
  QVERIFY(page()->finding()->text()->toPlainText().contains(QLatin1String("measured: no difference")));
  const auto changesBy = [&](const std::function<void()> &act) {
    QSignalSpy changed(window_->triage(), &TriageSession::changed);
    act();
    QTRY_COMPARE(changed.count(), 1);
    settle();
  };
  QVERIFY(window_->actions().undo->text().contains(QLatin1String("accept 1 finding everywhere")));
  changesBy([this] { window_->actions().undo->trigger(); });
  QCOMPARE(waived(), QString());
  QVERIFY2(!std::filesystem::exists(file), "nothing is left of what was taken back");
  changesBy([this] { window_->actions().redo->trigger(); });
  QCOMPARE(waived(), QStringLiteral("WAIVED by A. Reviewer"));
  changesBy([this] { page()->finding()->withdrawButton()->click(); });
  QCOMPARE(waived(), QString());
  QVERIFY(!std::filesystem::exists(file));
  changesBy([this] { window_->actions().undo->trigger(); });
  QCOMPARE(waived(), QStringLiteral("WAIVED by A. Reviewer"));
  // All rows at once.
  page()->list()->selectAll();
  accept(QStringLiteral("all of it"));
  std::set<std::string> anchors;
  for (const auto &each : page()->rows()->findings->findings) anchors.insert(each.finding->anchor);
  const auto written = triage::readTriageFile(file);
  for (const auto &each : written->entries) QVERIFY(anchors.contains(each.anchor));
  QCOMPARE(written->entries.size(), std::size_t(page()->list()->model()->rowCount()));
}

void TestOperatorPage::severalFilesOrNone() {
  // Two variants whose triage lies in two folders, of which the second does not let itself be written.
  const std::filesystem::path root = folder_->path().toStdString();
  std::vector<workspace::VariantFindingsPtr> variants;
  for (const char *name : {"a", "b"}) {
    auto variant = std::make_shared<workspace::VariantFindings>();
    const workspace::KeptFinding finding{.anchor = "anchor.1", .covers = {"r", name}};
    variant->findings.push_back({std::make_shared<const workspace::KeptFinding>(finding), 0u, {}, 0});
    variant->triageFile = root / name / "triage.json";
    variants.push_back(variant);
  }
  std::filesystem::create_directory(root / "a");
  const auto findings = workspace::operatorFindings(variants);
  const triage::TriageEntry entry{"", "accepted", "measured", "A. Reviewer", "2026-11-30", {}};
  TriageSession session;
  QSignalSpy changed(&session, &TriageSession::changed), failed(&session, &TriageSession::failed);
  session.acceptEverywhere(0, findings, {0}, entry);
  QTRY_COMPARE(failed.count(), 1);
  QVERIFY2(!std::filesystem::exists(root / "a" / "triage.json"), "what was written before is taken back");
  QVERIFY(!session.stack()->canUndo());
  std::filesystem::create_directory(root / "b");
  session.acceptEverywhere(0, findings, {0}, entry);
  QTRY_COMPARE(changed.count(), 1);
  for (const char *name : {"a", "b"}) {
    const auto file = triage::readTriageFile(root / name / "triage.json");
    QCOMPARE(file->entries.size(), std::size_t(1));
    QVERIFY(file->entries.front().covers == (std::vector<triage::CoveredPair>{{"r", name, 1}}));
  }
  session.undo();
  QTRY_COMPARE(changed.count(), 2);
  for (const char *name : {"a", "b"}) QVERIFY(!std::filesystem::exists(root / name / "triage.json"));
  session.redo();
  QTRY_COMPARE(changed.count(), 3);
  // Somebody else's word in one of them: neither is touched.
  auto other = triage::readTriageFile(root / "b" / "triage.json");
  other->entries.front().note = "somebody else's";
  std::ofstream(root / "b" / "triage.json") << triage::writeTriage(*other);
  session.undo();
  QTRY_COMPARE(failed.count(), 2);
  QCOMPARE(triage::readTriageFile(root / "a" / "triage.json")->entries.front().note, std::string("measured"));
  QCOMPARE(triage::readTriageFile(root / "b" / "triage.json")->entries.front().note, std::string("somebody else's"));
}

void TestOperatorPage::folderThatCannotBeWritten() {
  // The sample's files are nowhere.
  ReviewFunctions nowhere = functions();
  nowhere.review = [review = nowhere.review](const workspace::Operator &op, const workspace::Variant &variant,
                                             const CancelToken &cancel) -> Result<workspace::ReviewPtr> {
    auto moved = std::make_shared<workspace::Review>(**review(op, variant, cancel));
    moved->port.source = nullptr;
    moved->port.programPath = "/nowhere/port.tileirbc";
    return workspace::ReviewPtr(moved);
  };
  openSample(nowhere);
  QVERIFY(!page()->finding()->acceptButton()->isEnabled());
  QVERIFY(page()->finding()->acceptButton()->toolTip().contains(QLatin1String("/nowhere cannot be written")));
}

void TestOperatorPage::selectionOutlivesWhatBecomesKnown() {
  openSample(functions());
  const int missing = rowOf(QStringLiteral("negf: operation op"));
  page()->list()->selectRow(missing);
  // Rows come before it.
  page()->filter()->equivalences()->click();
  settle();
  QCOMPARE(cell(page()->list()->currentIndex().row(), Findings::FindingColumn), QStringLiteral("negf: operation op"));
  // It goes: another takes its place, and nothing dangles.
  page()->filter()->text()->setText(QStringLiteral("LATENCY"));
  settle();
  QCOMPARE(page()->list()->model()->rowCount(), 1);
  QVERIFY(page()->finding()->text()->toPlainText().contains(QLatin1String("Sentence of <0.1>.")));
  // Nothing is left: the page says why, and of an operator in which nothing is found that.
  page()->filter()->text()->setText(QStringLiteral("no such text"));
  settle();
  QCOMPARE(page()->list()->model()->rowCount(), 0);
  QVERIFY(page()->finding()->text()->toPlainText().contains(QLatin1String("The filter hides all 6 findings")));
  QVERIFY(!page()->finding()->acceptButton()->isEnabled());
  window_->operators()->setCurrentOperator(1);
  settle();
  QVERIFY(page()->finding()->text()->toPlainText().contains(QLatin1String("Nothing diverges in any variant")));
}

void TestOperatorPage::reloadComesBack() {
  openSample(functions());
  window_->actions().reload->trigger();
  settle();
  QCOMPARE(window_->page(), page());
  QCOMPARE(window_->header()->placeText(), QStringLiteral("sample  ▸  softmax"));
  QCOMPARE(page()->list()->model()->rowCount(), 5);
}

void TestOperatorPage::inBothThemes() {
  openSample(functions());
  for (const bool dark : {true, false}) {
    window_->themes()->setMode(dark ? ThemeController::Mode::Dark : ThemeController::Mode::Light);
    views::test::keepPicture(window_.get(), QStringLiteral("operator-") + (dark ? QStringLiteral("dark") : QStringLiteral("light")));
    const QTableView *list = page()->list();
    const QImage picture = views::test::pictureOf(list->viewport());
    const auto rectOf = [&](int row) { return list->visualRect(list->model()->index(row, Findings::SeverityColumn)); };
    QVERIFY(views::test::hasColor(picture, rectOf(0), builtInTheme(dark)->color(ColorRole::Missing)));
    QVERIFY(views::test::hasColor(picture, rectOf(3), builtInTheme(dark)->color(ColorRole::Warning)));
    const QString summary = page()->summary()->text();
    QVERIFY(summary.contains(builtInTheme(dark)->color(ColorRole::Missing).name()));
  }
}

QTEST_MAIN(TestOperatorPage)
#include "tst_operator_page.moc"
