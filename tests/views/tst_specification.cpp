// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QPushButton>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include "sample_review.h"
#include "sample_specification.h"
#include "views/panes/code_view.h"
#include "views/panes/pane_frame.h"
#include "views/review/program_view.h"
#include "views/review/review_view.h"
#include "views/window/main_window.h"
#include "views/window/operator_panel.h"
#include "views/window/review_tabs.h"
#include "views/window/runs_panel.h"
#include "views/window/specification_panel.h"
#include "window_test.h"

using namespace tileport;
using namespace tileport::views;
using Page = SpecificationPanel::Page;
using Column = SpecificationModel::Column;
using specification::Evidence;

/// The hidden specification below the panes.
class TestSpecification : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { views::test::useScratchSettings(); }
  void rowsOfASide();
  void whatIsNotKnownIsSaid();
  void ownEntryComesFirst();
  void placesInShownFilesOnly();
  void isReadWhenSomebodyLooks();
  void isReadOnceAnOperator();
  void leadsToTheLine();
  void opensAClosedPane();
  void keyLeadsToTheLine();
  void pageStays();
  void programWithoutAPartner();
  void failuresAreShown();
  void failsAndIsReadAgain();
  void cancelled();
  void lateAnswerOfAnotherOperator();
  void reloadForgets();
  void runsAreShown();
  void copies();
  void demoWithoutFrontEnds();
  void pictures();

 private:
  void open(const char *path, const QString &selection = {}, const ReviewFunctions &functions = views::test::sampleFunctions()) {
    window_ = std::make_unique<MainWindow>(functions);
    window_->resize(1400, 900);
    window_->setFirstSelection(selection);
    window_->show();
    window_->open({path, {}, {}});
    QTRY_VERIFY(!window_->session()->busy());
  }
  SpecificationPanel *panel() const { return window_->tabs()->specification(); }
  void look() {
    window_->tabs()->setCurrentWidget(panel());
    QTRY_VERIFY(!window_->busy());
  }
  /// A row below the sections, by its first words.
  QModelIndex find(const QString &what) const {
    SpecificationModel *model = panel()->model();
    const QModelIndexList found = model->match(model->index(0, 0), Qt::DisplayRole, what, 1, Qt::MatchStartsWith | Qt::MatchRecursive);
    return found.isEmpty() ? QModelIndex() : found.front();
  }
  void click(const QModelIndex &index) const {
    panel()->tree()->scrollTo(index);
    QTest::mouseClick(panel()->tree()->viewport(), Qt::LeftButton, {}, panel()->tree()->visualRect(index).center());
  }

  std::unique_ptr<MainWindow> window_;
};

namespace {

specification::SideSpecification sampleSide() {
  return *views::test::sampleSpecification(views::test::sampleWorkspace()->operators[0]).specification->variants[0].reference;
}

ShownSides sampleShown() {
  const workspace::Variant variant = views::test::sampleWorkspace()->operators[0].variants[0];
  return {variant.reference, std::nullopt};
}

QString cell(const QModelIndex &row, int column) { return row.siblingAtColumn(column).data().toString(); }

}  // namespace

void TestSpecification::rowsOfASide() {
  SpecificationModel model;
  QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
  model.setRows(sideRows(sampleSide()), sampleShown());
  QStringList top;
  for (int row = 0; row < model.rowCount(); ++row) top << model.index(row, 0).data().toString();
  // Nothing is headed that is not there: the sample has no scalar, no hint and no host code.
  QCOMPARE(top, (QStringList{"Symbol", "Constants baked in · 1", "Tensors · 1", "Branches that constants decide · 2", "Not known · 1"}));
  QCOMPARE(cell(model.index(0, 0), Column::ValueColumn), QStringLiteral("softmax_kernel_d1_Pff"));
  const QModelIndex tile = model.index(0, 0, model.index(1, 0));
  QCOMPARE(cell(tile, Column::WhatColumn), QStringLiteral("constant parameter TILE"));
  QCOMPARE(cell(tile, Column::ValueColumn), QStringLiteral("1024"));
  QCOMPARE(cell(tile, Column::WhereColumn), QStringLiteral("softmax.py:2:5"));
  QCOMPARE(cell(tile, Column::EvidenceColumn), QStringLiteral("launch: args TILE"));
  const QModelIndex passed = model.index(0, 0, tile);
  QCOMPARE(cell(passed, Column::WhatColumn), QStringLiteral("host code passes"));
  QCOMPARE(cell(passed, Column::ValueColumn), QStringLiteral("next_power_of_2(n)"));
  const QModelIndex decided = model.index(1, 0, model.index(3, 0));
  QCOMPARE(cell(decided, Column::WhatColumn), QStringLiteral("if CAUSAL (in mask)"));
  QCOMPARE(cell(decided, Column::ValueColumn), QStringLiteral("CAUSAL is False, so that else is in the program; vanished: then"));
  // Each op that bears witness can be gone to.
  specification::SideSpecification two = sampleSide();
  two.branches[1].evidence.push_back(two.branches[1].evidence.back());
  two.branches[1].evidence.back().line = 7;
  model.setRows(sideRows(two), sampleShown());
  const QModelIndex several = model.index(1, 0, model.index(3, 0));
  QCOMPARE(model.rowCount(several), 2);
  QCOMPARE(model.place(model.index(1, Column::EvidenceColumn, several)),
           std::optional(EvidencePlace{align::Side::Reference, false, LineIndex(6)}));
  // What stands in a source is shown, not obeyed.
  two.constants[0].item.value = "<b>64</b>";
  model.setRows(sideRows(two), sampleShown());
  const QModelIndex markup = model.index(0, Column::ValueColumn, model.index(1, 0));
  QCOMPARE(markup.data().toString(), QStringLiteral("<b>64</b>"));
  QVERIFY(markup.data(Qt::ToolTipRole).toString().contains(QLatin1String("&lt;b&gt;64&lt;/b&gt;")));
  model.setRows({}, {});
  QCOMPARE(model.rowCount(), 0);
}

void TestSpecification::whatIsNotKnownIsSaid() {
  SpecificationModel model;
  model.setRows(sideRows(sampleSide()), sampleShown());
  const QModelIndex x = model.index(0, 0, model.index(2, 0));
  QVERIFY(cell(x, Column::ValueColumn).contains(QLatin1String("extents ?")));
  QCOMPARE(cell(model.index(1, 0, x), Column::ValueColumn), QStringLiteral("? not known: the launch does not say them"));
  const QModelIndex open = model.index(0, 0, model.index(3, 0));
  QCOMPARE(cell(open, Column::ValueColumn), QStringLiteral("? not decidable: n is not known"));
  const QModelIndex hints = model.index(0, 0, model.index(4, 0));
  QCOMPARE(cell(hints, Column::ValueColumn), QStringLiteral("? not known: the launch does not say them"));
  // With a colour of its own beside the sign, in both themes.
  for (const bool dark : {false, true}) {
    model.setTheme(builtInTheme(dark));
    QCOMPARE(open.siblingAtColumn(Column::ValueColumn).data(Qt::ForegroundRole).value<QColor>(),
             builtInTheme(dark)->color(ColorRole::Differs));
  }
}

void TestSpecification::ownEntryComesFirst() {
  const auto op = views::test::sampleSpecification(views::test::sampleWorkspace()->operators[0]).specification;
  const auto rows = entryRows(*op, "f32");
  QCOMPARE(rows.size(), std::size_t(2));
  QCOMPARE(rows[0].what, QStringLiteral("softmax_2"));
  QCOMPARE(rows[0].value, QStringLiteral("for 1 variant: this one"));
  QCOMPARE(rows[1].value, QStringLiteral("for 2 variants"));
  QCOMPARE(entryRows(*op, "f16")[0].value, QStringLiteral("for 2 variants, this one among them"));
  QStringList children;
  for (const SpecificationRow &row : rows[0].children) children << row.what + u'=' + row.value;
  QCOMPARE(children, (QStringList{"why=x is reached by a view", "variants=f32",
                                  "parameter x=&Tensor<E, { [-1, -1] }>  — the program only makes views of it",
                                  "const generic TILE=1024, 2048  — it varies"}));
}

void TestSpecification::placesInShownFilesOnly() {
  Evidence evidence{.kind = Evidence::Kind::Program, .file = "reference_f16.tileirbc"};
  evidence.line = 3;
  ShownSides shown = sampleShown();
  QCOMPARE(placeOf(evidence, shown), std::optional(EvidencePlace{align::Side::Reference, false, LineIndex(2)}));
  // The program of another variant is in no pane.
  evidence.file = "reference_f32.tileirbc";
  QVERIFY(!placeOf(evidence, shown));
  evidence.file = "reference_f16.tileirbc";
  evidence.line = 0;
  QVERIFY(!placeOf(evidence, shown));
  Evidence launch{.kind = Evidence::Kind::Launch, .file = "softmax.py"};
  QVERIFY(!placeOf(launch, shown));
  Evidence source{.kind = Evidence::Kind::Source, .file = "kernel.rs"};
  source.span.line = 1;
  QVERIFY(!placeOf(source, shown));
  shown.port = views::test::sampleWorkspace()->operators[0].variants[0].port;
  QCOMPARE(placeOf(source, shown), std::optional(EvidencePlace{align::Side::Port, true, LineIndex(0)}));
}

void TestSpecification::isReadWhenSomebodyLooks() {
  open("/sample");
  QSignalSpy started(window_->specification(), &SpecificationSession::started);
  window_->session()->select({1, 0});
  QTRY_VERIFY(!window_->busy());
  QCOMPARE(started.count(), 0);
  look();
  QCOMPARE(started.count(), 1);
  QCOMPARE(started[0][0].toUInt(), 1u);
  QVERIFY(panel()->note().isEmpty());
  // Nor for a list that is hidden.
  window_->actions().showTabs->setChecked(false);
  window_->session()->select({0, 0});
  QTRY_VERIFY(!window_->busy());
  QCOMPARE(started.count(), 1);
  window_->actions().showTabs->setChecked(true);
  QTRY_COMPARE(started.count(), 2);
  QTRY_VERIFY(panel()->note().isEmpty());
}

void TestSpecification::isReadOnceAnOperator() {
  open("/sample");
  look();
  QSignalSpy started(window_->specification(), &SpecificationSession::started);
  window_->session()->select({0, 1});
  QTRY_COMPARE(window_->session()->current(), std::optional(VariantId{0, 1}));
  QTRY_VERIFY(!window_->busy());
  QVERIFY(panel()->note().isEmpty());
  panel()->setPage(Page::Entries);
  QVERIFY(panel()->model()->index(0, 1).data().toString().contains(QLatin1String("this one")));
  QCOMPARE(started.count(), 0);
}

void TestSpecification::leadsToTheLine() {
  open("/sample");
  look();
  QSignalSpy chosen(panel(), &SpecificationPanel::placeChosen);
  const CodeView *source = window_->reviewView()->pane(Pane::ReferenceSource), *ir = window_->reviewView()->pane(Pane::ReferenceIr);
  const QModelIndex tile = find(QStringLiteral("constant parameter TILE"));
  QVERIFY(tile.isValid());
  // Looks like what it is.
  QVERIFY(tile.siblingAtColumn(Column::WhereColumn).data(Qt::FontRole).value<QFont>().underline());
  QVERIFY(!tile.siblingAtColumn(Column::EvidenceColumn).data(Qt::FontRole).value<QFont>().underline());
  click(tile.siblingAtColumn(Column::WhereColumn));
  QCOMPARE(chosen.count(), 1);
  QCOMPARE(source->caretLine(), LineIndex(1));
  QCOMPARE(source->highlights(), std::vector<LineIndex>{LineIndex(1)});
  // A launch has no line in a pane.
  click(tile.siblingAtColumn(Column::EvidenceColumn));
  QCOMPARE(chosen.count(), 1);
  click(find(QStringLiteral("if CAUSAL")).siblingAtColumn(Column::EvidenceColumn));
  QCOMPARE(chosen.count(), 2);
  QCOMPARE(ir->caretLine(), LineIndex(3));
  // What goes with it lights up, as after a click in the pane.
  QVERIFY(!window_->reviewView()->pane(Pane::PortIr)->highlights().empty());
  panel()->setPage(Page::Port);
  click(find(QStringLiteral("const generic BM")).siblingAtColumn(Column::WhereColumn));
  QCOMPARE(window_->reviewView()->pane(Pane::PortSource)->caretLine(), LineIndex(0));
}

void TestSpecification::opensAClosedPane() {
  open("/sample");
  look();
  PaneFrame *frame = window_->reviewView()->frame(Pane::ReferenceSource);
  frame->setCollapsed(true);
  click(find(QStringLiteral("constant parameter TILE")).siblingAtColumn(Column::WhereColumn));
  QVERIFY(!frame->collapsed());
}

void TestSpecification::keyLeadsToTheLine() {
  open("/sample");
  look();
  panel()->tree()->setCurrentIndex(find(QStringLiteral("constant parameter TILE")));
  QTest::keyClick(panel()->tree(), Qt::Key_Return);
  QCOMPARE(window_->reviewView()->pane(Pane::ReferenceSource)->caretLine(), LineIndex(1));
}

void TestSpecification::pageStays() {
  open("/sample");
  look();
  QCOMPARE(panel()->button(Page::Reference)->text(), QStringLiteral("Reference · softmax_kernel"));
  QCOMPARE(panel()->button(Page::Entries)->text(), QStringLiteral("Entries a port needs · 2"));
  QTest::mouseClick(panel()->button(Page::Port), Qt::LeftButton);
  QVERIFY(find(QStringLiteral("const generic BM")).isValid());
  window_->session()->select({1, 0});
  QTRY_VERIFY(!window_->busy());
  QCOMPARE(int(panel()->page()), int(Page::Port));
  QVERIFY(find(QStringLiteral("const generic BM")).isValid());
}

void TestSpecification::programWithoutAPartner() {
  open("/unpaired", QStringLiteral("softmax/bf16"));
  QTRY_VERIFY(!window_->busy());
  QCOMPARE(window_->page(), window_->programView());
  // The lists of a pair have nothing to say of it.
  ReviewTabs *tabs = window_->tabs();
  QVERIFY(tabs->isVisible());
  QVERIFY(!tabs->isTabVisible(0) && !tabs->isTabVisible(1) && tabs->isTabVisible(tabs->indexOf(panel())));
  QCOMPARE(tabs->currentWidget(), panel());
  QTRY_VERIFY(panel()->note().isEmpty());
  QVERIFY(panel()->button(Page::Reference)->isVisible() && !panel()->button(Page::Port)->isVisible());
  click(find(QStringLiteral("constant parameter TILE")).siblingAtColumn(Column::WhereColumn));
  QCOMPARE(window_->programView()->source()->caretLine(), LineIndex(1));
  click(find(QStringLiteral("if CAUSAL")).siblingAtColumn(Column::EvidenceColumn));
  QCOMPARE(window_->programView()->ir()->caretLine(), LineIndex(3));
  // A port by itself has its side alone, and no entry where nothing is known of a reference.
  window_->operators()->setCurrent(UnpairedId{2, 0});
  QTRY_VERIFY(!window_->busy());
  QVERIFY(panel()->button(Page::Port)->isVisible() && !panel()->button(Page::Reference)->isVisible());
  QVERIFY(!panel()->button(Page::Entries)->isVisible());
  QVERIFY(find(QStringLiteral("const generic BM")).isValid());
  // Back to a pair, the list that was in front is again.
  window_->operators()->setCurrent(VariantId{0, 0});
  QTRY_VERIFY(!window_->busy());
  QVERIFY(tabs->isTabVisible(0));
  QCOMPARE(tabs->currentIndex(), 0);
}

void TestSpecification::failuresAreShown() {
  open("/sample", QStringLiteral("matmul/f16"));
  look();
  QCOMPARE(panel()->failures(), QStringLiteral("! matmul.py: what it says is not known: Python is not there. Install it."));
  QCOMPARE(window_->tabs()->tabText(window_->tabs()->indexOf(panel())), QStringLiteral("Specification · ! 1"));
  window_->session()->select({0, 0});
  QTRY_VERIFY(!window_->busy());
  QVERIFY(panel()->failures().isEmpty());
  QCOMPARE(window_->tabs()->tabText(window_->tabs()->indexOf(panel())), QStringLiteral("Specification"));
}

void TestSpecification::failsAndIsReadAgain() {
  ReviewFunctions functions = views::test::sampleFunctions();
  std::atomic<bool> fails = true;
  functions.specify = [&](const workspace::Operator &op, toolchain::RunLog &, const CancelToken &) -> Result<importer::SpecifiedOperator> {
    if (fails) return Error{ErrorKind::Limit, "there is not enough memory", {}, "Close other programs."};
    return views::test::sampleSpecification(op);
  };
  open("/sample", {}, functions);
  look();
  QVERIFY(panel()->note().contains(QLatin1String("there is not enough memory. Close other programs.")));
  QVERIFY(panel()->againButton()->isVisible() && !panel()->cancelButton()->isVisible());
  fails = false;
  panel()->againButton()->click();
  QTRY_VERIFY(panel()->note().isEmpty());
}

void TestSpecification::cancelled() {
  ReviewFunctions functions = views::test::sampleFunctions();
  QSemaphore entered, leave;
  std::atomic<int> begun = 0;
  std::atomic<bool> sawCancel = false;
  functions.specify = [&](const workspace::Operator &op, toolchain::RunLog &,
                          const CancelToken &cancel) -> Result<importer::SpecifiedOperator> {
    if (++begun == 1) {
      entered.release();
      leave.acquire();
      sawCancel = cancel.cancelled();
    }
    return views::test::sampleSpecification(op);
  };
  open("/sample", {}, functions);
  window_->tabs()->setCurrentWidget(panel());
  entered.acquire();
  // The window goes on while it is read.
  QVERIFY(panel()->note().contains(QLatin1String("softmax")));
  QVERIFY(panel()->cancelButton()->isVisible() && !panel()->againButton()->isVisible());
  window_->session()->select({0, 1});
  QTRY_VERIFY(!window_->session()->busy());
  QVERIFY(panel()->cancelButton()->isVisible());
  panel()->cancelButton()->click();
  QTRY_VERIFY(!window_->busy());
  QCOMPARE(panel()->note(), QStringLiteral("Reading was cancelled."));
  leave.release();
  // What a person has cancelled is not begun again unasked.
  window_->session()->select({0, 0});
  QTRY_VERIFY(!window_->session()->busy());
  QCOMPARE(panel()->note(), QStringLiteral("Reading was cancelled."));
  QCOMPARE(begun.load(), 1);
  panel()->againButton()->click();
  QTRY_VERIFY(panel()->note().isEmpty());
  QTRY_VERIFY(sawCancel.load());
  QCOMPARE(begun.load(), 2);
}

void TestSpecification::lateAnswerOfAnotherOperator() {
  ReviewFunctions functions = views::test::sampleFunctions();
  QSemaphore leave;
  functions.specify = [&](const workspace::Operator &op, toolchain::RunLog &, const CancelToken &) -> Result<importer::SpecifiedOperator> {
    if (op.name == "softmax") leave.acquire();
    return views::test::sampleSpecification(op);
  };
  open("/sample", {}, functions);
  window_->tabs()->setCurrentWidget(panel());
  window_->session()->select({1, 0});
  QTRY_VERIFY(!panel()->failures().isEmpty());
  leave.release();
  QTRY_VERIFY(!window_->busy());
  QVERIFY(panel()->failures().startsWith(QLatin1String("! matmul.py")));
}

void TestSpecification::reloadForgets() {
  open("/sample");
  look();
  QSignalSpy started(window_->specification(), &SpecificationSession::started);
  window_->actions().reload->trigger();
  QTRY_COMPARE(started.count(), 1);
  QTRY_VERIFY(panel()->note().isEmpty());
}

void TestSpecification::runsAreShown() {
  ReviewFunctions functions = views::test::sampleFunctions();
  functions.specify = [](const workspace::Operator &op, toolchain::RunLog &log,
                         const CancelToken &) -> Result<importer::SpecifiedOperator> {
    toolchain::RunRecord run;
    run.purpose = "read what sources say";
    run.succeeded = true;
    log.add(run);
    return views::test::sampleSpecification(op);
  };
  open("/sample", {}, functions);
  QCOMPARE(window_->tabs()->runs()->count(), std::size_t(0));
  look();
  QCOMPARE(window_->tabs()->runs()->count(), std::size_t(1));
  window_->session()->select({1, 0});
  QTRY_COMPARE(window_->tabs()->runs()->count(), std::size_t(2));
}

void TestSpecification::copies() {
  open("/sample");
  look();
  panel()->tree()->setFocus();
  panel()->tree()->setCurrentIndex(find(QStringLiteral("constant parameter TILE")));
  window_->actions().copy->trigger();
  QCOMPARE(QGuiApplication::clipboard()->text(),
           QStringLiteral("constant parameter TILE: 1024\n    softmax/launch.json: args TILE\n    softmax.py:2:5"));
}

/// The real function on the real demo, on a machine that has no front end's tools: said of each source, and the rest is there.
void TestSpecification::demoWithoutFrontEnds() {
  QTemporaryDir cache;
  for (const char *name : {"XDG_CACHE_HOME", "TILEPORT_TOOLS"}) qputenv(name, cache.path().toUtf8());
  const auto opened = workspace::openWorkspace(TILEPORT_SOURCE_DIR "/resources/demo");
  QVERIFY(opened.ok());
  toolchain::RunLog log;
  const auto specified = specifyOperator((*opened)->operators[0], log, {});
  QVERIFY(specified.ok());
  QCOMPARE(specified->failures.size(), std::size_t(2));
  for (const std::string &failure : specified->failures)
    QVERIFY2(failure.find("what it says is not known: ") != std::string::npos && failure.back() == '.', failure.c_str());
  const auto &variants = specified->specification->variants;
  QCOMPARE(variants.size(), std::size_t(2));
  for (const auto &variant : variants) {
    QVERIFY(variant.reference && variant.port);
    QVERIFY(!variant.reference->constants.empty() && !variant.reference->tensors.empty());
    for (const auto &side : {variant.reference, variant.port}) {
      SpecificationModel model;
      QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
      model.setRows(sideRows(*side), {});
      QVERIFY(model.rowCount() > 2);
    }
  }
  // A token that is cancelled before the beginning ends it.
  CancelSource source;
  source.cancel();
  const auto cancelled = specifyOperator((*opened)->operators[0], log, source.token());
  QVERIFY(!cancelled.ok());
  QCOMPARE(int(cancelled.error().kind), int(ErrorKind::Cancelled));
}

void TestSpecification::pictures() {
  for (const bool dark : {false, true}) {
    const QString theme = dark ? QStringLiteral("dark") : QStringLiteral("light");
    open("/unpaired");
    window_->themes()->setMode(dark ? ThemeController::Mode::Dark : ThemeController::Mode::Light);
    look();
    views::test::keepPicture(window_.get(), QStringLiteral("specification-") + theme);
    const QColor link = builtInTheme(dark)->color(ColorRole::Accent);
    const QModelIndex where = find(QStringLiteral("constant parameter TILE")).siblingAtColumn(Column::WhereColumn);
    QVERIFY(views::test::hasColor(views::test::pictureOf(panel()->tree()->viewport()), panel()->tree()->visualRect(where), link));
    panel()->setPage(Page::Entries);
    views::test::keepPicture(window_.get(), QStringLiteral("specification-entries-") + theme);
    window_->operators()->setCurrent(UnpairedId{0, 0});
    QTRY_VERIFY(!window_->busy());
    views::test::keepPicture(window_.get(), QStringLiteral("specification-alone-") + theme);
  }
}

QTEST_MAIN(TestSpecification)
#include "tst_specification.moc"
