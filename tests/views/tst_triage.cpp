// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QFont>
#include <QGuiApplication>
#include <QLineEdit>
#include <QSettings>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>

#include "sample_review.h"
#include "views/models/workspace_model.h"
#include "views/review/finding_text.h"
#include "views/review/triage_text.h"
#include "views/window/divergence_panel.h"
#include "views/window/finding_filter_bar.h"
#include "views/window/finding_panel.h"
#include "views/window/header_bar.h"
#include "window_test.h"

using namespace tileport;
using namespace tileport::views;
using triage::Severity;
using triage::Verdict;

/// What a triage says, in models and panels.
class TestTriage : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { views::test::useScratchSettings(); }
  void verdictsInWords();
  void passOnlyWhereTheTriageSaysSo();
  void operatorIsAsBadAsItsWorst();
  void columns();
  void waivers();
  void differencesHaveSeverities();
  void filters();
  void equivalencesBehindAToggle();
  void filterSaysWhatItHides();
  void filterIsRemembered();
  void noFilterWithoutATriage();
  void findingInFull();
  void evidenceHasPlaces();
  void selectedFindings();
};

namespace {

/// What stands in a column of the rows that are shown.
QStringList column(const DivergencePanel &panel, DivergenceModel::Column which) {
  QStringList cells;
  const QAbstractItemModel *model = panel.list()->model();
  for (int row = 0; row < model->rowCount(); ++row) cells << model->index(row, which).data().toString();
  return cells;
}

}  // namespace

void TestTriage::verdictsInWords() {
  QCOMPARE(verdictText(*views::test::judgedReview(Verdict::Pass)->triage), QStringLiteral("PASS · certificate of 34 steps"));
  QCOMPARE(verdictText(*views::test::judgedReview(Verdict::Blocked)->triage),
           QStringLiteral("BLOCKED: UNDECIDED: the budget of comparisons was spent"));
  QCOMPARE(verdictText(*views::test::triagedReview()->triage), QStringLiteral("FAIL_FIXABLE · owner kernel · 2 CRITICAL, 2 WARN, 2 INFO"));
  const QString details = verdictDetails(*views::test::triagedReview());
  for (const char *part : {"FAIL_FIXABLE, owner kernel", "addf rounds to zero", "No certificate: the programs differ", "Policy sample 1"})
    QVERIFY2(details.contains(QLatin1String(part)), qPrintable(details));
}

void TestTriage::passOnlyWhereTheTriageSaysSo() {
  // Not one divergence, whatever the verdict.
  for (const Verdict verdict : {Verdict::Blocked, Verdict::PassWithNotes, Verdict::FailFixable, Verdict::FailCompilerBug}) {
    const workspace::ReviewPtr review = views::test::judgedReview(verdict);
    OutcomePill pill;
    pill.setReview(review.get());
    const QString name = QString::fromUtf8(toText(verdict).data(), qsizetype(toText(verdict).size()));
    QVERIFY2(pill.text().startsWith(verdictSign(verdict) + QStringLiteral("  ") + name), qPrintable(pill.text()));
    const VariantStatus status = statusOf(*review);
    QVERIFY(verdictWord(status) != QStringLiteral("✓ PASS"));
    for (const QString &text : {pill.text(), statusText(status), verdictWord(status)}) QVERIFY2(!text.contains(u'✓'), qPrintable(text));
  }
  OutcomePill pill;
  pill.setReview(views::test::judgedReview(Verdict::Pass).get());
  QCOMPARE(pill.text(), QStringLiteral("✓  PASS · certificate of 34 steps"));
}

void TestTriage::operatorIsAsBadAsItsWorst() {
  const auto of = [](Verdict verdict) { return statusOf(*views::test::judgedReview(verdict)); };
  const VariantStatus pending{};
  QCOMPARE(verdictWord(std::vector{of(Verdict::Pass), of(Verdict::Pass)}), QStringLiteral("✓ PASS"));
  QCOMPARE(verdictWord(std::vector{of(Verdict::Pass), pending}), QString());
  QCOMPARE(verdictWord(std::vector{of(Verdict::Pass), of(Verdict::PassWithNotes)}), QStringLiteral("≈ NOTES"));
  QCOMPARE(verdictWord(std::vector{of(Verdict::Blocked), of(Verdict::PassWithNotes)}), QStringLiteral("? BLOCKED"));
  QCOMPARE(verdictWord(std::vector{of(Verdict::FailFixable), of(Verdict::Blocked), pending}), QStringLiteral("✕ FIXABLE"));
  WorkspaceModel model;
  model.setWorkspace(views::test::sampleWorkspace());
  model.setStatus({1, 0}, of(Verdict::FailCompilerBug));
  const QModelIndex variant = model.indexOf(VariantId{1, 0});
  QCOMPARE(variant.siblingAtColumn(WorkspaceModel::VerdictColumn).data().toString(), QStringLiteral("✕ COMPILER"));
  QVERIFY(
      variant.siblingAtColumn(WorkspaceModel::VerdictColumn).data(Qt::ToolTipRole).toString().contains(QLatin1String("FAIL_COMPILER_BUG")));
}

void TestTriage::columns() {
  DivergenceModel model;
  QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
  model.setReview(views::test::triagedReview());
  QCOMPARE(model.rowCount(), 5);
  const auto shown = [&](int row, DivergenceModel::Column which) { return model.index(row, which).data().toString(); };
  // The gravest of a divergence's findings stands for it.
  QCOMPARE(shown(0, DivergenceModel::SeverityColumn), QStringLiteral("✕ CRITICAL"));
  QCOMPARE(shown(0, DivergenceModel::OwnerColumn), QStringLiteral("kernel, compiler"));
  QCOMPARE(shown(2, DivergenceModel::SeverityColumn), QStringLiteral("i INFO"));
  QCOMPARE(shown(2, DivergenceModel::OwnerColumn), QStringLiteral("host"));
  QCOMPARE(shown(3, DivergenceModel::StatusColumn), QStringLiteral("≡ same by exp_of_exp"));
  QCOMPARE(shown(3, DivergenceModel::OpColumn), QStringLiteral("exp → exp"));
  QCOMPARE(shown(3, DivergenceModel::ReferenceColumn), QStringLiteral("softmax.py:6"));
  QCOMPARE(shown(4, DivergenceModel::SeverityColumn), QStringLiteral("! WARN"));
  QCOMPARE(shown(4, DivergenceModel::OpColumn), QStringLiteral("log → log, return"));
  QCOMPARE(shown(4, DivergenceModel::DifferenceColumn), QStringLiteral("if %3 is not negative"));
}

void TestTriage::waivers() {
  DivergencePanel panel;
  panel.setReview(views::test::triagedReview());
  QVERIFY(!panel.list()->isColumnHidden(DivergenceModel::WaiverColumn));
  QCOMPARE(column(panel, DivergenceModel::WaiverColumn).mid(0, 3),
           (QStringList{QString(), QStringLiteral("WAIVED by A. Reviewer"), QStringLiteral("WAIVED by B. Reviewer")}));
  const auto cell = [&](int row) { return panel.list()->model()->index(row, DivergenceModel::WaiverColumn); };
  QVERIFY(!cell(1).data(Qt::FontRole).value<QFont>().strikeOut());
  QVERIFY(cell(2).data(Qt::FontRole).value<QFont>().strikeOut());
  QVERIFY(
      cell(2).data(Qt::ToolTipRole).toString().contains(QLatin1String("has lapsed and counts for nothing: the port's side has changed")));
  panel.setReview(views::test::judgedReview(Verdict::Pass));
  QVERIFY(panel.list()->isColumnHidden(DivergenceModel::WaiverColumn));
}

void TestTriage::differencesHaveSeverities() {
  DifferenceModel model;
  QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
  model.setDivergence(views::test::triagedReview(), 0);
  QCOMPARE(model.index(0, DifferenceModel::SeverityColumn).data().toString(), QStringLiteral("✕ CRITICAL"));
  QCOMPARE(model.index(1, DifferenceModel::SeverityColumn).data().toString(), QStringLiteral("! WARN"));
}

void TestTriage::filters() {
  DivergenceModel model;
  FindingFilter filter(&model);
  QAbstractItemModelTester tester(&filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
  model.setReview(views::test::triagedReview());
  const auto rows = [&](const FindingCriteria &criteria) {
    filter.setCriteria(criteria);
    QList<int> shown;
    for (int row = 0; row < filter.rowCount(); ++row) shown << filter.mapToSource(filter.index(row, 0)).row();
    return shown;
  };
  QCOMPARE(rows({}), (QList<int>{0, 1, 2, 4}));
  QCOMPARE(rows({.atLeast = Severity::Warn}), (QList<int>{0, 1, 4}));
  QCOMPARE(rows({.atLeast = Severity::Critical}), (QList<int>{0, 1}));
  QCOMPARE(rows({.owner = triage::Owner::Compiler}), (QList<int>{0}));
  QCOMPARE(rows({.cause = triage::Cause::UserCode}), (QList<int>{0, 2}));
  // One finding has to meet all: what is CRITICAL here is not the compiler's.
  QCOMPARE(rows({.atLeast = Severity::Critical, .owner = triage::Owner::Compiler}), QList<int>{});
  // A waiver that has lapsed hides nothing.
  QCOMPARE(rows({.waived = false}), (QList<int>{0, 2, 4}));
  QCOMPARE(rows({.text = QStringLiteral("NEGF")}), (QList<int>{1}));
  QCOMPARE(rows({.text = QStringLiteral("of <2.0>")}), (QList<int>{2}));
  QCOMPARE(rows({.equivalences = true}), (QList<int>{0, 1, 2, 3, 4}));
}

void TestTriage::equivalencesBehindAToggle() {
  DivergencePanel panel;
  panel.setReview(views::test::triagedReview());
  const QString quiet = QStringLiteral("≡ same by exp_of_exp"), loud = QStringLiteral("≡ same by log_of_log");
  // What holds under a condition only is never out of sight.
  QVERIFY(!column(panel, DivergenceModel::StatusColumn).contains(quiet));
  QVERIFY(column(panel, DivergenceModel::StatusColumn).contains(loud));
  QCOMPARE(panel.filter()->equivalences()->text(), QStringLiteral("≡ 2"));
  panel.filter()->equivalences()->click();
  QVERIFY(column(panel, DivergenceModel::StatusColumn).contains(quiet));
  QSignalSpy chosen(&panel, &DivergencePanel::equivalenceChosen), divergence(&panel, &DivergencePanel::divergenceChosen);
  panel.list()->selectRow(3);
  QCOMPARE(chosen.count(), 1);
  QCOMPARE(chosen[0][0].toUInt(), 0u);
  QCOMPARE(divergence.count(), 0);
}

void TestTriage::filterSaysWhatItHides() {
  DivergencePanel panel;
  panel.setReview(views::test::triagedReview());
  QVERIFY(panel.filter()->all()->isHidden());
  panel.filter()->text()->setText(QStringLiteral("negf"));
  QCOMPARE(panel.filter()->counts()->text(), QStringLiteral("! 1 of 3 shown"));
  QVERIFY(!panel.filter()->all()->isHidden());
  // What the panes select is told of, though its row is hidden.
  panel.setCurrent(0);
  QVERIFY(panel.finding()->text()->toPlainText().contains(QLatin1String("Sentence of <0.0>.")));
  panel.filter()->all()->click();
  QCOMPARE(panel.filter()->counts()->text(), QStringLiteral("3 shown"));
  QCOMPARE(panel.list()->currentIndex().row(), 0);
}

void TestTriage::filterIsRemembered() {
  QSettings settings;
  FindingFilterBar bar;
  const FindingCriteria criteria{.atLeast = Severity::Warn,
                                 .owner = triage::Owner::Compiler,
                                 .cause = triage::Cause::DslLimitation,
                                 .waived = false,
                                 .equivalences = true,
                                 .text = QStringLiteral("latency")};
  bar.setCriteria(criteria);
  bar.save(settings);
  FindingFilterBar again;
  QVERIFY(again.criteria() == FindingCriteria());
  again.restore(settings);
  QVERIFY(again.criteria() == criteria);
}

void TestTriage::noFilterWithoutATriage() {
  DivergencePanel panel;
  panel.filter()->text()->setText(QStringLiteral("nothing like that"));
  panel.setReview(views::test::sampleReview());
  QVERIFY(panel.filter()->isHidden());
  QVERIFY(panel.finding()->isHidden());
  QVERIFY(panel.list()->isColumnHidden(DivergenceModel::SeverityColumn));
  QCOMPARE(panel.list()->model()->rowCount(), 3);
}

void TestTriage::findingInFull() {
  DivergencePanel panel;
  panel.setReview(views::test::triagedReview());
  panel.setCurrent(0);
  const auto text = [&] { return panel.finding()->text()->toPlainText(); };
  for (const char *part :
       {"✕ CRITICAL", "DIFFERS", "cause user_code", "owner kernel", "Sentence of <0.0>.", "result possible", "precision certain",
        "contract none", "rule.of.0 of policy sample 1", "kernel.rs:5", "asks for rounding::Zero", "0.5 can ask for it", "anchor.0.0"})
    QVERIFY2(text().contains(QString::fromUtf8(part)), qPrintable(QString::fromUtf8(part) + u'\n' + text()));
  panel.finding()->copyButton()->click();
  QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("Sentence of <0.0>."));
  // The difference that is chosen in the table has a finding of its own.
  panel.details()->selectRow(1);
  QVERIFY2(text().contains(QLatin1String("dsl_limitation")), qPrintable(text()));
  panel.setCurrent(1);
  QVERIFY2(text().contains(QLatin1String("What would decide the cause the port's facts")), qPrintable(text()));
  QVERIFY2(text().contains(QLatin1String("WAIVED by A. Reviewer on 2026-11-30 as accepted: measured")), qPrintable(text()));
  panel.setCurrent(2);
  QVERIFY2(text().contains(QLatin1String("counts for nothing: the port's side has changed")), qPrintable(text()));
  panel.setCurrent(std::nullopt);
  // While none is selected, the verdict.
  QVERIFY2(text().contains(QLatin1String("FAIL_FIXABLE, owner kernel\naddf rounds to zero")), qPrintable(text()));
  QVERIFY(!panel.finding()->copyButton()->isEnabled());
}

void TestTriage::evidenceHasPlaces() {
  const workspace::ReviewPtr review = views::test::triagedReview();
  const triage::Finding &finding = review->triage->findings[0];
  const auto line = [](std::uint32_t value) { return LineIndex(value); };
  QVERIFY(evidencePlace(*review, finding, 0) == (EvidencePlace{align::Side::Port, true, line(4)}));
  QVERIFY(evidencePlace(*review, finding, 1) ==
          (EvidencePlace{align::Side::Reference, false, views::test::lineOfOp(review->reference, views::test::reference::Add)}));
  QVERIFY(evidencePlace(*review, finding, 2) ==
          (EvidencePlace{align::Side::Port, false, views::test::lineOfOp(review->port, views::test::port::Add)}));
  QVERIFY(!evidencePlace(*review, finding, 3));
  // By the side that it names, wherever it stands among the evidence; a listing of nobody's leads nowhere.
  triage::Finding turned = finding;
  std::swap(turned.evidence[1], turned.evidence[2]);
  QVERIFY(evidencePlace(*review, turned, 1)->side == align::Side::Port);
  QVERIFY(evidencePlace(*review, turned, 2)->side == align::Side::Reference);
  turned.evidence[1].side.reset();
  QVERIFY(!evidencePlace(*review, turned, 1));
  FindingPanel panel;
  panel.setFinding(review, &finding);
  QSignalSpy chosen(&panel, &FindingPanel::placeChosen);
  Q_EMIT panel.text()->anchorClicked(QUrl(QStringLiteral("evidence:1")));
  QCOMPARE(chosen.count(), 1);
  for (const char *link : {"evidence:3", "evidence:x", "https://example.org/1"})
    Q_EMIT panel.text()->anchorClicked(QUrl(QString::fromLatin1(link)));
  QCOMPARE(chosen.count(), 1);
}

void TestTriage::selectedFindings() {
  DivergencePanel panel;
  panel.setReview(views::test::triagedReview());
  QVERIFY(panel.selectedFindings().empty());
  QVERIFY(!panel.finding()->acceptButton()->isEnabled());
  panel.setCurrent(0);
  QCOMPARE(panel.selectedFindings().size(), std::size_t(2));
  QCOMPARE(panel.finding()->acceptButton()->text(), QStringLiteral("Accept 2…"));
  QVERIFY(!panel.finding()->withdrawButton()->isEnabled());
  panel.details()->selectRow(1);
  QCOMPARE(panel.selectedFindings().size(), std::size_t(1));
  QCOMPARE(panel.selectedFindings()[0]->anchor, std::string("anchor.0.1"));
  panel.list()->selectAll();
  QCOMPARE(panel.selectedFindings().size(), std::size_t(5));
  QVERIFY(panel.finding()->withdrawButton()->isEnabled());
  panel.setTriageBlocked(QStringLiteral("The folder cannot be written."));
  QVERIFY(!panel.finding()->acceptButton()->isEnabled());
  QVERIFY(!panel.finding()->withdrawButton()->isEnabled());
  QCOMPARE(panel.finding()->acceptButton()->toolTip(), QStringLiteral("The folder cannot be written."));
}

QTEST_MAIN(TestTriage)
#include "tst_triage.moc"
