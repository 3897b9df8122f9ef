// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "toolchain/front_ends.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>
#include <fstream>

#include "tests/support/files.h"
#include "toolchain/folders.h"
#include "toolchain/runner.h"

using namespace tileport;
using namespace tileport::toolchain;
namespace fs = std::filesystem;

class TestFrontEnds : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void ours() {
    const FrontEnds loaded = FrontEnds::load({PLUGINS});
    QVERIFY2(loaded.refused().empty(), loaded.refused().empty() ? "" : loaded.refused()[0].reason.c_str());
    QCOMPARE(loaded.all().size(), std::size_t{3});
    for (const char *id : {"cutile_python", "cutile_rust", "triton_tileir"}) {
      const LoadedFrontEnd *frontEnd = loaded.find(id);
      QVERIFY2(frontEnd != nullptr, id);
      QVERIFY2(fs::is_regular_file(frontEnd->own / "README.md"), id);
    }
    QVERIFY(loaded.find("no_such") == nullptr);
  }

  /// Where nothing is installed each says what is missing and what to do, and none gives a driver.
  void withoutTools() {
    QTemporaryDir temporary;
    const fs::path empty = temporary.path().toStdString();
    RunLog log;
    const FrontEnds loaded = FrontEnds::load({PLUGINS});
    for (const LoadedFrontEnd &each : loaded.all()) {
      Runner runner({each.own, empty / "tools", empty}, "test", log, {});
      bool missing = false;
      for (const plugin::Tool &tool : each.frontEnd->tools(runner)) {
        missing |= tool.state == plugin::ToolState::Missing;
        QVERIFY2((tool.state == plugin::ToolState::Present) == tool.advice.empty(), tool.name.c_str());
      }
      QVERIFY(missing || each.info.id == "triton_tileir");  // which runs nothing
      const auto driver = each.frontEnd->driver(runner);
      QVERIFY(!driver.ok());
      QVERIFY(!driver.error().advice.empty());
    }
  }

  void refuses() {
    QTemporaryDir temporary;
    const fs::path folder = temporary.path().toStdString();
    std::ofstream(folder / "a_garbage.so") << "no library";
    std::ofstream(folder / "b_empty.so");
    std::ofstream(folder / "notes.txt") << "not looked at";
    fs::copy_file(OLD_PLUGIN, folder / "c_old.so");
    fs::copy_file(EXAMPLE_PLUGIN, folder / "d_example.so");
    fs::copy_file(EXAMPLE_PLUGIN, folder / "e_again.so");
    const FrontEnds loaded = FrontEnds::load({folder, folder / "no such folder"});
    QCOMPARE(loaded.all().size(), std::size_t{1});
    QCOMPARE(loaded.all()[0].info.id, std::string("example"));
    QCOMPARE(loaded.refused().size(), std::size_t{4});
    const char *expected[] = {"is no plugin", "is no plugin", "is a plugin for tileport.FrontEnd/0", "is another example"};
    for (std::size_t i = 0; i < 4; ++i) QVERIFY2(loaded.refused()[i].reason.starts_with(expected[i]), loaded.refused()[i].reason.c_str());
  }

  /// The example that docs/plugins.md shows is the one that is built and loaded here.
  void documentedExample() {
    const std::string page = test::contentOf(fs::path(TILEPORT_SOURCE_DIR) / "docs/plugins.md");
    const std::string example = test::contentOf(fs::path(TILEPORT_SOURCE_DIR) / "tests/toolchain/plugins/example.cpp");
    QVERIFY(std::count(example.begin(), example.end(), '\n') <= 60);
    QVERIFY(page.find("```cpp\n" + example + "```") != std::string::npos);
  }

  void folders() {
    qputenv("TILEPORT_PLUGINS", "/a::/b");
    const auto plugins = pluginFolders();
    QCOMPARE(plugins[0], fs::path("/a"));
    QCOMPARE(plugins[1], fs::path("/b"));
    qunsetenv("TILEPORT_PLUGINS");
    qputenv("XDG_CACHE_HOME", "/cache");
    QCOMPARE(*cacheFolder(), fs::path("/cache/tileport"));
    QCOMPARE(*toolsFolder(), fs::path("/cache/tileport/toolchain"));
    qputenv("XDG_CACHE_HOME", "relative/is/ignored");
    qputenv("HOME", "/me");
    QCOMPARE(*cacheFolder(), fs::path("/me/.cache/tileport"));
    qputenv("HOME", "");
    QVERIFY(!cacheFolder().ok());
    qputenv("TILEPORT_RESOURCES", "/data");
    QCOMPARE(*resourcesFolder(), fs::path("/data"));
  }
};

QTEST_APPLESS_MAIN(TestFrontEnds)
#include "tst_front_ends.moc"
