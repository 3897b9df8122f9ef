// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QTreeView>

#include "sample_review.h"
#include "views/panes/code_view.h"
#include "views/review/program_view.h"
#include "views/review/review_view.h"
#include "views/window/error_panel.h"
#include "views/window/header_bar.h"
#include "views/window/main_window.h"
#include "views/window/operator_panel.h"
#include "window_test.h"

using namespace tileport;
using namespace tileport::views;

/// Programs without a partner: in the tree, and by themselves.
class TestUnpaired : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { views::test::useScratchSettings(); }
  void tree();
  void treeOfEveryShape();
  void outOfTheWayUntilAskedFor();
  void isShownByItself();
  void panesGoTogether();
  void cannotBeRead();
  void firstOfAWorkspaceWithoutVariants();
  void selectionByName();
  void reloadStays();
  void backToAVariant();

 private:
  void open(const char *path, const QString &selection = {}) {
    window_ = std::make_unique<MainWindow>(views::test::sampleFunctions());
    window_->setFirstSelection(selection);
    window_->show();
    window_->open({path, {}, {}});
    QTRY_VERIFY(!window_->session()->busy());
  }
  void choose(UnpairedId id) {
    window_->operators()->setCurrent(id);
    QTRY_VERIFY(!window_->session()->busy());
  }

  std::unique_ptr<MainWindow> window_;
};

void TestUnpaired::tree() {
  WorkspaceModel model;
  QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
  model.setWorkspace(views::test::sampleWorkspaceWithUnpaired());
  const QModelIndex softmax = model.index(0, 0), matmul = model.index(1, 0), gelu = model.index(2, 0);
  QCOMPARE(model.rowCount(softmax), 3);
  QCOMPARE(model.rowCount(matmul), 1);
  QCOMPARE(model.rowCount(gelu), 1);
  QCOMPARE(model.index(0, 0, gelu).data(WorkspaceModel::UnpairedRole).value<UnpairedId>(), (UnpairedId{2, 0}));
  QCOMPARE(softmax.siblingAtColumn(WorkspaceModel::CountsColumn).data().toString(), QStringLiteral("·  ∅2"));
  const QModelIndex group = model.index(2, 0, softmax);
  QCOMPARE(group.data().toString(), QStringLiteral("without a partner"));
  QCOMPARE(model.rowCount(group), 2);
  const QModelIndex bf16 = model.index(0, 0, group);
  QCOMPARE(bf16.data().toString(), QStringLiteral("bf16"));
  QCOMPARE(bf16.siblingAtColumn(WorkspaceModel::CountsColumn).data().toString(), QStringLiteral("reference"));
  QVERIFY(bf16.data(Qt::ToolTipRole).toString().contains(QLatin1String("the nearest is f16")));
  QCOMPARE(bf16.data(WorkspaceModel::UnpairedRole).value<UnpairedId>(), (UnpairedId{0, 0}));
  QVERIFY(!bf16.data(WorkspaceModel::IsVariantRole).toBool());
  QVERIFY(!bf16.data(WorkspaceModel::VariantRole).isValid());
  QCOMPARE(bf16.parent(), group);
  QCOMPARE(group.parent(), softmax);
  QCOMPARE(model.indexOf(UnpairedId{0, 1}), model.index(1, 0, group));
  QVERIFY(!model.indexOf(UnpairedId{1, 0}).isValid());
  QCOMPARE(model.variants().size(), std::size_t(3));
}

void TestUnpaired::treeOfEveryShape() {
  // Each row leads to what it stands for and back, whatever an operator has.
  for (int variants = 0; variants < 3; ++variants) {
    for (int unpaired = 0; unpaired < 3; ++unpaired) {
      auto workspace = std::make_shared<workspace::Workspace>();
      for (int op = 0; op < 3; ++op) {
        workspace->operators.emplace_back();
        workspace->operators.back().name = "op" + std::to_string(op);
        workspace->operators.back().variants.resize(std::size_t(variants));
        workspace->operators.back().unpaired.resize(std::size_t(unpaired));
      }
      WorkspaceModel model;
      QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
      model.setWorkspace(workspace);
      for (std::uint32_t op = 0; op < 3; ++op) {
        QCOMPARE(model.rowCount(model.index(int(op), 0)), variants == 0 ? unpaired : variants + (unpaired > 0 ? 1 : 0));
        for (std::uint32_t i = 0; i < std::uint32_t(variants); ++i)
          QCOMPARE(model.indexOf(VariantId{op, i}).data(WorkspaceModel::VariantRole).value<VariantId>(), (VariantId{op, i}));
        for (std::uint32_t i = 0; i < std::uint32_t(unpaired); ++i) {
          const QModelIndex index = model.indexOf(UnpairedId{op, i});
          QCOMPARE(index.data(WorkspaceModel::UnpairedRole).value<UnpairedId>(), (UnpairedId{op, i}));
          QCOMPARE((variants == 0 ? index.parent() : index.parent().parent()).row(), int(op));
        }
      }
    }
  }
}

void TestUnpaired::outOfTheWayUntilAskedFor() {
  open("/unpaired");
  QTreeView *tree = window_->operators()->tree();
  const QModelIndex group = tree->model()->index(2, 0, tree->model()->index(0, 0));
  QVERIFY(tree->isExpanded(tree->model()->index(0, 0)));
  QVERIFY(!tree->isExpanded(group));
  QVERIFY(!tree->isExpanded(tree->model()->index(2, 0)));
  window_->operators()->filter()->setText(QStringLiteral("bf16"));
  QCOMPARE(tree->model()->rowCount(), 1);
  const QModelIndex found = tree->model()->index(0, 0, tree->model()->index(0, 0));
  QVERIFY(tree->isExpanded(found));
  QCOMPARE(tree->model()->index(0, 0, found).data().toString(), QStringLiteral("bf16"));
  window_->operators()->filter()->clear();
  QVERIFY(!tree->isExpanded(tree->model()->index(2, 0, tree->model()->index(0, 0))));
}

void TestUnpaired::isShownByItself() {
  open("/unpaired");
  choose({0, 0});
  QCOMPARE(window_->page(), window_->programView());
  QVERIFY(window_->programView()->text().contains(QLatin1String("no port is specialised to bf16")));
  QVERIFY(window_->programView()->text().contains(QLatin1String("compared with nothing")));
  QVERIFY(window_->programView()->ir()->text().count() > 5);
  QVERIFY(window_->programView()->source()->text().count() > 1);
  // Nothing that is said of a pair may be left standing beside it.
  QVERIFY(!window_->header()->pill()->isVisible());
  QVERIFY(!window_->session()->current());
  QVERIFY(window_->header()->placeText().contains(QLatin1String("without a partner")));
  window_->actions().find->trigger();
  QVERIFY(window_->programView()->isAncestorOf(QApplication::focusWidget()));
}

void TestUnpaired::panesGoTogether() {
  open("/unpaired");
  choose({0, 0});
  const auto side = views::test::sampleAlone();
  ProgramView *view = window_->programView();
  const LineIndex add = views::test::lineOfOp(*side, views::test::reference::Add);
  Q_EMIT view->ir()->lineChosen(add);
  const auto line = side->map.lineOf(tileir::OpId(views::test::reference::Add));
  QVERIFY(line);
  QCOMPARE(view->source()->highlights(), std::vector<LineIndex>{*line});
  Q_EMIT view->source()->lineChosen(*line);
  QCOMPARE(view->ir()->highlights(), std::vector<LineIndex>{add});
}

void TestUnpaired::cannotBeRead() {
  open("/unpaired");
  choose({0, 1});
  QCOMPARE(window_->page(), window_->errors());
  QVERIFY(window_->errors()->text().contains(QLatin1String("there is no such file"), Qt::CaseInsensitive));
}

void TestUnpaired::firstOfAWorkspaceWithoutVariants() {
  open("/alone");
  QCOMPARE(window_->page(), window_->programView());
  QCOMPARE(window_->session()->currentUnpaired(), std::optional(UnpairedId{0, 0}));
}

void TestUnpaired::selectionByName() {
  open("/unpaired", QStringLiteral("softmax/bf16"));
  QCOMPARE(window_->page(), window_->programView());
  open("/unpaired", QStringLiteral("gelu"));
  QCOMPARE(window_->session()->currentUnpaired(), std::optional(UnpairedId{2, 0}));
}

void TestUnpaired::reloadStays() {
  open("/unpaired");
  choose({2, 0});
  window_->actions().reload->trigger();
  QTRY_VERIFY(!window_->session()->busy());
  QCOMPARE(window_->session()->currentUnpaired(), std::optional(UnpairedId{2, 0}));
}

void TestUnpaired::backToAVariant() {
  open("/unpaired");
  choose({0, 0});
  window_->operators()->setCurrent(VariantId{0, 0});
  QTRY_COMPARE(window_->page(), window_->reviewView());
  QVERIFY(window_->header()->pill()->isVisible());
  QVERIFY(!window_->session()->currentUnpaired());
  // And again to the very program that was shown before.
  choose({0, 0});
  QCOMPARE(window_->page(), window_->programView());
}

QTEST_MAIN(TestUnpaired)
#include "tst_unpaired.moc"
