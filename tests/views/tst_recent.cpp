// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QMimeData>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

#include "views/window/recent.h"
#include "window_test.h"

using namespace tileport::views;

class TestRecent : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { tileport::views::test::useScratchSettings(); }
  void newestFirstWithoutDoubles();
  void whatDroppedFilesStandFor();
  void mimeData();
};

void TestRecent::newestFirstWithoutDoubles() {
  RecentTargets recent;
  QVERIFY(recent.list().isEmpty());
  for (int i = 0; i < 12; ++i) recent.add({"/w" + std::to_string(i), {}, {}});
  recent.add({{}, "/a.tileirbc", "/b.tileirbc"});
  recent.add({"/w11", {}, {}});
  const QList<OpenTarget> list = recent.list();
  QCOMPARE(list.size(), RecentTargets::kMost);
  QCOMPARE(list[0].workspace, std::filesystem::path("/w11"));
  QCOMPARE(list[1].reference, std::filesystem::path("/a.tileirbc"));
  QCOMPARE(titleOf(list[1]), QStringLiteral("a.tileirbc | b.tileirbc"));
  recent.clear();
  QVERIFY(recent.list().isEmpty());
}

void TestRecent::whatDroppedFilesStandFor() {
  QTemporaryDir folder;
  QVERIFY(targetOf(QStringList{folder.path()})->isWorkspace());
  QVERIFY(targetOf(QStringList{QStringLiteral("/x/workspace.json")})->isWorkspace());
  QVERIFY(!targetOf(QStringList{QStringLiteral("/x/other.json")}));
  const auto pair = targetOf(QStringList{QStringLiteral("/x/port.tileirbc"), QStringLiteral("/x/reference.tileirbc")});
  QCOMPARE(pair->reference, std::filesystem::path("/x/reference.tileirbc"));
  QCOMPARE(pair->port, std::filesystem::path("/x/port.tileirbc"));
  QCOMPARE(targetOf(QStringList{QStringLiteral("/x/b.tileirbc"), QStringLiteral("/x/a.tileirbc")})->reference,
           std::filesystem::path("/x/b.tileirbc"));
  for (const char *name : {"/x/b.mlir", "/x/b.tileIR", "/x/b.cubin", "/x/b.g.mlir", "/x/B.TILEIRBC"})
    QCOMPARE(targetOf(QStringList{QStringLiteral("/x/a.tileirbc"), QLatin1String(name)})->port, std::filesystem::path(name));
  QVERIFY(!targetOf(QStringList{QStringLiteral("/x/a.tileirbc"), QStringLiteral("/x/a.py")}));
  QVERIFY(!targetOf(QStringList{QStringLiteral("/x/a.tileirbc"), QStringLiteral("/x/mlir")}));
  QVERIFY(!targetOf(QStringList{}));
}

void TestRecent::mimeData() {
  QMimeData data;
  data.setUrls({QUrl(QStringLiteral("https://example.org/workspace.json"))});
  QVERIFY(!targetOf(data));
  data.setUrls({QUrl::fromLocalFile(QStringLiteral("/x/workspace.json"))});
  QVERIFY(targetOf(data));
}

QTEST_GUILESS_MAIN(TestRecent)
#include "tst_recent.moc"
