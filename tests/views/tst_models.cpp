// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include "sample_review.h"
#include "views/models/divergence_model.h"
#include "views/models/workspace_model.h"

using namespace tileport;
using namespace tileport::views;
using State = VariantStatus::State;

class TestModels : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void workspace();
  void countsOfOperators();
  void findsVariants();
  void divergences();
  void differences();
  void nothing();
};

namespace {

constexpr auto kFatal = QAbstractItemModelTester::FailureReportingMode::QtTest;

QString shown(const QAbstractItemModel &model, int row, int column, const QModelIndex &parent = {}) {
  return model.index(row, column, parent).data().toString();
}

}  // namespace

void TestModels::workspace() {
  WorkspaceModel model;
  QAbstractItemModelTester tester(&model, kFatal);
  model.setWorkspace(views::test::sampleWorkspace());
  QCOMPARE(model.rowCount(), 2);
  const QModelIndex softmax = model.index(0, WorkspaceModel::NameColumn);
  QCOMPARE(softmax.data().toString(), QStringLiteral("softmax"));
  QCOMPARE(model.rowCount(softmax), 2);
  QCOMPARE(shown(model, 1, WorkspaceModel::NameColumn, softmax), QStringLiteral("f32"));
  QCOMPARE(shown(model, 1, WorkspaceModel::CountsColumn, softmax), QStringLiteral("·"));
  QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
  model.setStatus({0, 1}, statusOf(*views::test::sampleReview()));
  QCOMPARE(changed.count(), 2);
  QCOMPARE(shown(model, 1, WorkspaceModel::CountsColumn, softmax), QStringLiteral("~1 −1 +1"));
  QVERIFY(model.index(1, 0, softmax).data(WorkspaceModel::IsVariantRole).toBool());
  QCOMPARE(model.index(1, 0, softmax).data(WorkspaceModel::VariantRole).value<VariantId>(), (VariantId{0, 1}));
}

void TestModels::countsOfOperators() {
  VariantStatus done = statusOf(*views::test::sampleReview()), same = statusOf(*views::test::sameReview());
  const VariantStatus undecided = statusOf(*views::test::undecidedReview()), pending{};
  VariantStatus failed;
  failed.state = State::Failed;
  QCOMPARE(statusText(std::vector{pending, pending}), QStringLiteral("·"));
  QCOMPARE(statusText(std::vector{same, pending}), QStringLiteral("✓ 0"));
  QCOMPARE(statusText(std::vector{done, done}), QStringLiteral("~2 −2 +2"));
  QCOMPARE(statusText(std::vector{same, undecided}), QStringLiteral("?"));
  QCOMPARE(statusText(std::vector{failed}), QStringLiteral("!"));
  QCOMPARE(statusText(std::vector{done, failed}), QStringLiteral("! ~1 −1 +1"));
}

void TestModels::findsVariants() {
  WorkspaceModel model;
  model.setWorkspace(views::test::sampleWorkspace());
  QCOMPARE(model.find(QStringLiteral("matmul"), QStringLiteral("f16")), std::optional(VariantId{1, 0}));
  QCOMPARE(model.find(QStringLiteral("softmax"), QString()), std::optional(VariantId{0, 0}));
  QVERIFY(!model.find(QStringLiteral("softmax"), QStringLiteral("f8")));
  QCOMPARE(model.variants().size(), std::size_t(3));
  QVERIFY(!model.indexOf(VariantId{7, 0}).isValid());
}

void TestModels::divergences() {
  DivergenceModel model;
  QAbstractItemModelTester tester(&model, kFatal);
  model.setReview(views::test::sampleReview());
  QCOMPARE(model.rowCount(), 3);
  QCOMPARE(shown(model, 0, DivergenceModel::StatusColumn), QStringLiteral("~ differs"));
  QCOMPARE(shown(model, 0, DivergenceModel::OpColumn), QStringLiteral("addf"));
  QCOMPARE(shown(model, 0, DivergenceModel::ReferenceColumn), QStringLiteral("softmax.py:5"));
  QCOMPARE(shown(model, 1, DivergenceModel::PortColumn), QString());
  QCOMPARE(shown(model, 2, DivergenceModel::StatusColumn), QStringLiteral("+ extra"));
}

void TestModels::differences() {
  DifferenceModel model;
  QAbstractItemModelTester tester(&model, kFatal);
  model.setDivergence(views::test::sampleReview(), 0);
  QCOMPARE(model.rowCount(), 2);
  QCOMPARE(shown(model, 1, DifferenceModel::PartColumn), QStringLiteral("sm_100.latency"));
  QCOMPARE(shown(model, 1, DifferenceModel::PortColumn), QStringLiteral("absent"));
  model.setDivergence(views::test::sampleReview(), std::nullopt);
  QCOMPARE(model.rowCount(), 0);
}

void TestModels::nothing() {
  WorkspaceModel workspace;
  DivergenceModel divergences;
  DifferenceModel differences;
  for (QAbstractItemModel *model : std::initializer_list<QAbstractItemModel *>{&workspace, &divergences, &differences}) {
    QAbstractItemModelTester tester(model, kFatal);
    QCOMPARE(model->rowCount(), 0);
  }
}

QTEST_MAIN(TestModels)
#include "tst_models.moc"
