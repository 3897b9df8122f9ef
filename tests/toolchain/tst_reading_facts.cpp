// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Facts of sources asked of a driver: each once, until the source or the plugin changes; what goes wrong costs its source alone.
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>
#include <fstream>

#include "support/file.h"
#include "toolchain/reading_facts.h"

using namespace tileport;
using namespace tileport::toolchain;
namespace fs = std::filesystem;

namespace {

class FakeFrontEnd : public plugin::FrontEnd {
 public:
  FakeFrontEnd(fs::path folder, std::string id, std::string title)
      : folder_(std::move(folder)), id_(std::move(id)), title_(std::move(title)) {}
  plugin::FrontEndInfo info() const override { return {id_, title_, plugin::Side::Reference, {".py"}}; }
  std::vector<plugin::Tool> tools(plugin::Host &) const override { return {}; }
  Result<plugin::Driver> driver(plugin::Host &) const override {
    if (isAbsent) return Error{ErrorKind::Unsupported, "Fake is not there", {}, "Install it."};
    plugin::Driver driver;
    driver.call.program = "python3";
    driver.call.arguments = {"-B", FAKE_DRIVER};
    driver.call.environment["FAKE_DRIVER_CALLS"] = (folder_ / "calls").string();
    driver.identity = identity;
    driver.title = "Fake 1";
    return driver;
  }
  std::string identity = "1";
  bool isAbsent = false;

 private:
  fs::path folder_;
  std::string id_, title_;
};

struct Setting {
  QTemporaryDir temporary;
  fs::path folder{temporary.path().toStdString()};
  FakeFrontEnd fake{folder, "fake", "Fake"};
  LoadedFrontEnd frontEnd{&fake, fake.info(), "", folder / "own"};
  RunLog log;

  Setting() {
    fs::create_directory(folder / "own");
    write("own/reader.py", "1");
  }
  fs::path write(const std::string &name, const std::string &text) const {
    std::ofstream(folder / name) << text;
    return folder / name;
  }
  Result<std::vector<FactsOutcome>> read(const std::vector<fs::path> &sources) {
    FileHashes hashes;
    Runner runner({folder / "own", folder, folder / "cache"}, "test", log, {});
    const auto store = Store::open(folder / "store");
    if (!store) return store.error();
    return readFacts(frontEnd, sources, *store, hashes, runner);
  }
  std::string calls() const {
    const auto text = readFile(folder / "calls", 1 << 20);
    return text.ok() ? *text : "";
  }
};

std::string outcome(const FactsOutcome &each) {
  if (!each.facts) return each.facts.error().toString();
  return (each.fromStore ? "kept " : "made ") + **each.facts;
}

}  // namespace

class TestReadingFacts : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void readsOnceUntilSomethingChanges() {
    Setting setting;
    const std::vector<fs::path> sources{setting.write("ä a.py", "x"), setting.write("b.py", "y")};
    const auto expect = [&](const char *first, const char *second) {
      const auto outcomes = setting.read(sources);
      QVERIFY2(outcomes.ok(), outcomes.ok() ? "" : outcomes.error().toString().c_str());
      QCOMPARE(outcome(outcomes->at(0)), std::string(first));
      QCOMPARE(outcome(outcomes->at(1)), std::string(second));
    };
    expect(R"(made {"of":"x"})", R"(made {"of":"y"})");
    expect(R"(kept {"of":"x"})", R"(kept {"of":"y"})");
    setting.write("b.py", "z");
    expect(R"(kept {"of":"x"})", R"(made {"of":"z"})");
    QCOMPARE(setting.calls(), std::string("ä a.py b.py\nb.py\n"));
    // The same content elsewhere is the same.
    const auto moved = setting.read({setting.write("c.py", "x")});
    QCOMPARE(outcome(moved->at(0)), std::string(R"(kept {"of":"x"})"));
    setting.fake.identity = "2";
    expect(R"(made {"of":"x"})", R"(made {"of":"z"})");
    setting.write("own/reader.py", "2");
    expect(R"(made {"of":"x"})", R"(made {"of":"z"})");
    QVERIFY(fs::is_empty(setting.folder / "cache" / "jobs"));
  }

  void whatGoesWrongCostsItsSourceAlone() {
    Setting setting;
    const auto outcomes = setting.read({setting.write("a.py", "fail"), setting.write("b.py", "no_object"), setting.write("c.py", "x"),
                                        setting.folder / "missing.py", setting.write("e.py", "y")});
    // The fake ends with an exception at what is missing.
    QVERIFY(outcomes.ok());
    QVERIFY(outcome(outcomes->at(0)).starts_with((setting.folder / "a.py").string() + ":3:7: no such name"));
    QVERIFY2(outcome(outcomes->at(1)).find("before it came to it") != std::string::npos, outcome(outcomes->at(1)).c_str());
    QCOMPARE(outcome(outcomes->at(2)), std::string(R"(made {"of":"x"})"));
    QVERIFY(!outcomes->at(3).facts.ok() && !outcomes->at(4).facts.ok());
    // Nothing that went wrong is kept.
    QCOMPARE(outcome(setting.read({setting.folder / "e.py"})->at(0)), std::string(R"(made {"of":"y"})"));
    QVERIFY(!setting.read({setting.folder / "a.py"})->at(0).facts.ok());
  }

  void aCrashLosesNothingThatWasSaid() {
    Setting setting;
    const auto outcomes = setting.read({setting.write("a.py", "x"), setting.write("b.py", "crash")});
    QCOMPARE(outcome(outcomes->at(0)), std::string(R"(made {"of":"x"})"));
    QVERIFY2(outcome(outcomes->at(1)).find("was ended by signal 11") != std::string::npos, outcome(outcomes->at(1)).c_str());
  }

  void aSourceThatIsEditedMeanwhileIsNotKept() {
    Setting setting;
    const fs::path source = setting.write("a.py", "edit");
    QCOMPARE(outcome(setting.read({source})->at(0)), std::string(R"(made {"of":"edit"})"));
    QCOMPARE(outcome(setting.read({source})->at(0)), std::string(R"(made {"of":"edited"})"));
    setting.write("a.py", "edit");
    QCOMPARE(outcome(setting.read({source})->at(0)), std::string(R"(made {"of":"edit"})"));
  }

  void withoutItsToolsNothingIsAsked() {
    Setting setting;
    const fs::path source = setting.write("a.py", "exit4");
    const auto missing = setting.read({source});
    QVERIFY(!missing.ok() && missing.error().toString().find("tileport doctor") != std::string::npos);
    setting.fake.isAbsent = true;
    QVERIFY(!setting.read({source}).ok());
  }
};

QTEST_APPLESS_MAIN(TestReadingFacts)
#include "tst_reading_facts.moc"
