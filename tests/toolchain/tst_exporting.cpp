// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "toolchain/exporting.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>
#include <algorithm>
#include <chrono>
#include <fstream>
#include <thread>

#include "support/file.h"
#include "toolchain/driver_answers.h"

using namespace tileport;
using namespace tileport::toolchain;
namespace fs = std::filesystem;

namespace {

/// Starts fake_driver.py, which notes each time what it is asked for.
class FakeFrontEnd : public plugin::FrontEnd {
 public:
  explicit FakeFrontEnd(fs::path folder) : folder_(std::move(folder)) {}
  plugin::FrontEndInfo info() const override { return {"fake", "Fake", plugin::Side::Reference, {".py"}}; }
  std::vector<plugin::Tool> tools(plugin::Host &) const override { return {}; }
  Result<plugin::Driver> driver(plugin::Host &) const override {
    plugin::Driver driver;
    driver.call.program = program;
    driver.call.arguments = {"-B", FAKE_DRIVER};
    driver.call.environment["FAKE_DRIVER_CALLS"] = (folder_ / "calls").string();
    driver.identity = identity;
    driver.title = "Fake 1";
    return driver;
  }

  fs::path program = "python3";
  std::string identity = "1";

 private:
  fs::path folder_;
};

struct Setting {
  QTemporaryDir temporary;
  fs::path folder{temporary.path().toStdString()};
  FakeFrontEnd fake{folder};
  LoadedFrontEnd frontEnd{&fake, fake.info(), "", folder};
  CancelSource cancel;
  RunLog log;
  std::vector<std::string> told;

  Result<std::vector<ExportOutcome>> make(const ExportJob &job) {
    FileHashes hashes;  // of each run: it remembers
    Runner runner({folder, folder, folder / "cache"}, "test", log, cancel.token());
    const auto store = Store::open(folder / "store");
    if (!store) return store.error();
    return exportPrograms(frontEnd, job, *store, hashes, runner, [this](const ExportProgress &progress) {
      told.push_back(std::to_string(progress.done) + "/" + std::to_string(progress.total) + " " + progress.text);
    });
  }

  /// The items of each call of the driver, a line a call.
  std::string calls() const { return readFile(folder / "calls", 1 << 20).ok() ? *readFile(folder / "calls", 1 << 20) : ""; }

  fs::path source(const std::string &name, const std::string &text) const {
    std::ofstream(folder / name) << text;
    return folder / name;
  }
};

std::string launch(const std::string &what, const std::string &more = "") { return R"({"do": ")" + what + "\"" + more + "}"; }

/// "made", "kept", or the error.
std::string outcome(const ExportOutcome &each) {
  if (!each.program) return each.program.error().toString();
  return (each.program->fromStore ? "kept " : "made ") + *each.program->bytes;
}

}  // namespace

class TestExporting : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void makesThenKeeps() {
    Setting setting;
    const ExportJob job{.items = {{"a", setting.source("ä b.py", "x"), "", launch("make")}, {"b", "", "some.module", launch("say")}}};
    for (const char *expected : {"made ", "kept "}) {
      const auto outcomes = setting.make(job);
      QVERIFY2(outcomes.ok(), outcomes.ok() ? "" : outcomes.error().toString().c_str());
      QCOMPARE(outcomes->size(), std::size_t{2});
      QCOMPARE(outcome(outcomes->at(0)), expected + std::string("a 13.3 "));
      QCOMPARE(outcomes->at(1).program->symbol, std::string("f_b"));
      QCOMPARE(outcomes->at(1).program->frontEnd, std::string("Fake 1"));
    }
    QCOMPARE(setting.calls(), std::string("a b\n"));
    QVERIFY(std::find(setting.told.begin(), setting.told.end(), "1/2 building") != setting.told.end());
    QCOMPARE(setting.told.back(), std::string("2/2 "));
    QCOMPARE(setting.log.records().size(), std::size_t{1});
    QVERIFY(fs::is_empty(setting.folder / "cache" / "jobs"));
  }

  void makesAnewWhatChanged_data() {
    QTest::addColumn<QString>("change");
    for (const char *change : {"source", "launch", "tools", "bytecode", "version"}) QTest::newRow(change) << change;
  }
  void makesAnewWhatChanged() {
    QFETCH(QString, change);
    Setting setting;
    ExportJob job{
        .items = {{"a", setting.source("a.py", "x"), "", launch("make")}, {"b", setting.source("b.py", "x"), "", launch("make")}}};
    QVERIFY(setting.make(job).ok());
    if (change == "source") setting.source("a.py", "y");
    if (change == "launch") job.items[0].launch = launch("make", R"(, "TILE": 2)");
    if (change == "tools") setting.fake.identity = "2";
    if (change == "bytecode") job.bytecodeVersion = "13.4";
    if (change == "version") job.frontEndVersion = "0.5.0";
    const auto outcomes = setting.make(job);
    QVERIFY(outcomes.ok());
    QVERIFY(!outcomes->at(0).program->fromStore);
    const bool onlyOne = change == "source" || change == "launch";
    QCOMPARE(outcomes->at(1).program->fromStore, onlyOne);
    QCOMPARE(setting.calls(), std::string(onlyOne ? "a b\na\n" : "a b\na b\n"));
  }

  /// How a launch is written is no part of what it says.
  void spelling() {
    Setting setting;
    ExportJob job{.items = {{"a", "", "m", R"({"do": "make", "x": [1, 2]})"}}};
    QVERIFY(setting.make(job).ok());
    job.items[0].launch = R"({ "x":[1,2], "do":"make" })";
    QVERIFY(setting.make(job)->at(0).program->fromStore);
  }

  void wrongDrivers_data() {
    QTest::addColumn<QString>("launch");
    QTest::addColumn<QString>("expected");  // the beginning of what becomes of the item in the middle
    const auto row = [](const char *name, const std::string &how, const char *expected) {
      QTest::newRow(name) << QString::fromStdString(how) << expected;
    };
    row("fails", launch("fail"), "SOURCE:3:7: no such name");
    row("prints garbage", launch("garbage"), "made b");
    row("answers letter by letter", launch("pieces"), "made in pieces");
    row("answers twice", launch("twice"), "made b");
    row("answers for another", launch("of_another"), "Fake 1's driver exited with 0 before it came to it");
    row("wrote no file", launch("no_file"), "the front end says that it wrote the program, but");
    row("names a file elsewhere", launch("way_out"), "Fake 1's driver exited with 0 before it came to it");
    row("forgets it", launch("nothing"), "Fake 1's driver exited with 0 before it came to it");
  }
  void wrongDrivers() {
    QFETCH(QString, launch);
    QFETCH(QString, expected);
    Setting setting;
    const fs::path source = setting.source("a.py", "x");
    const auto outcomes = setting.make(
        {.items = {{"a", source, "", ::launch("make")}, {"b", source, "", launch.toStdString()}, {"c", source, "", ::launch("make")}}});
    QVERIFY(outcomes.ok());
    QCOMPARE(outcome(outcomes->at(0)), std::string("made a 13.3 "));
    const std::string wanted = expected.replace("SOURCE", QString::fromStdString(source.string())).toStdString();
    QVERIFY2(outcome(outcomes->at(1)).starts_with(wanted), outcome(outcomes->at(1)).c_str());
    QCOMPARE(outcome(outcomes->at(2)), std::string("made c 13.3 "));
  }

  void deadDrivers_data() {
    QTest::addColumn<QString>("launch");
    QTest::addColumn<QString>("expected");
    QTest::newRow("crashes") << QString::fromStdString(launch("crash")) << "Fake 1's driver was ended by signal 11";
    QTest::newRow("gives up") << QString::fromStdString(launch("exit", R"(, "code": 1)"))
                              << "Fake 1's driver exited with 1: gone before it";
  }
  /// What was made before is there, and is not made again.
  void deadDrivers() {
    QFETCH(QString, launch);
    QFETCH(QString, expected);
    Setting setting;
    const ExportJob job{
        .items = {{"a", "", "m", ::launch("make")}, {"b", "", "m", launch.toStdString()}, {"c", "", "other", ::launch("make")}}};
    for (const char *first : {"made ", "kept "}) {
      const auto outcomes = setting.make(job);
      QVERIFY(outcomes.ok());
      QCOMPARE(outcome(outcomes->at(0)), first + std::string("a 13.3 "));
      for (const std::size_t i : {1, 2})
        QVERIFY2(outcome(outcomes->at(i)).starts_with(expected.toStdString()), outcome(outcomes->at(i)).c_str());
    }
    QCOMPARE(setting.calls(), std::string("a b c\nb c\n"));
  }

  void missingTool() {
    Setting setting;
    const auto outcomes = setting.make({.items = {{"a", "", "m", launch("exit", R"(, "code": 4)")}}});
    QVERIFY(!outcomes.ok());
    QVERIFY2(outcomes.error().toString().find("gone") != std::string::npos, outcomes.error().toString().c_str());
    setting.fake.program = setting.folder / "no such python";
    const auto without = setting.make({.items = {{"a", "", "m", launch("make")}}});
    QVERIFY(!without.ok());
    QVERIFY2(without.error().toString().find("no such python") != std::string::npos, without.error().toString().c_str());
  }

  /// The driver and what it started are gone as well.
  void cancels() {
    Setting setting;
    std::thread canceller([&] {
      while (setting.calls().empty()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
      setting.cancel.cancel();
    });
    QElapsedTimer timer;
    timer.start();
    const auto outcomes = setting.make({.items = {{"a", "", "m", launch("make")}, {"b", "", "m", launch("hang")}}});
    canceller.join();
    QVERIFY(timer.elapsed() < 60'000);
    QVERIFY(outcomes.ok());
    QCOMPARE(outcomes->at(1).program.error().kind, ErrorKind::Cancelled);
  }

  void malformedLaunch() {
    Setting setting;
    for (const char *text : {"", "7", "{", "[]"}) {
      const auto outcomes = setting.make({.items = {{"a", "", "m", text}}});
      QVERIFY(!outcomes.ok());
      QVERIFY(outcomes.error().message.find("launch of a") != std::string::npos);
    }
  }

  void noPlace() {
    Setting setting;
    std::ofstream(setting.folder / "cache") << "a file where a folder should be";
    const auto outcomes = setting.make({.items = {{"a", "", "m", launch("make")}}});
    QVERIFY(!outcomes.ok());
    QVERIFY2(outcomes.error().toString().find("jobs") != std::string::npos, outcomes.error().toString().c_str());
  }

  /// Two at once on one store: both get everything.
  void twoAtOnce() {
    Setting one;
    ExportJob job;
    for (int i = 0; i < 20; ++i) job.items.push_back({std::to_string(i), "", "m", launch("make")});
    Result<std::vector<ExportOutcome>> other = std::vector<ExportOutcome>{};
    std::thread second([&] {
      RunLog log;
      FileHashes hashes;
      Runner runner({one.folder, one.folder, one.folder / "cache"}, "test", log, {});
      other = exportPrograms(one.frontEnd, job, *Store::open(one.folder / "store"), hashes, runner);
    });
    const auto outcomes = one.make(job);
    second.join();
    for (const Result<std::vector<ExportOutcome>> *each : {&outcomes, &std::as_const(other)}) {
      QVERIFY(each->ok());
      for (const ExportOutcome &item : **each) QVERIFY2(item.program.ok(), item.id.c_str());
    }
  }

  void lines() {
    LineReader reader;
    QCOMPARE(reader.take("a\nb").size(), std::size_t{1});
    QCOMPARE(reader.take("c\n\n"), (std::vector<std::string>{"bc", ""}));
    QCOMPARE(reader.take(std::string(17 << 20, 'x')).size(), std::size_t{0});
    QCOMPARE(reader.take("y\nz\n"), (std::vector<std::string>{"", "z"}));
  }

  void answers() {
    for (const char *line :
         {"", "null", "[]", "{}", R"({"answer": "program"})", R"({"answer": "program", "id": "a", "file": "a/b", "dependencies": []})",
          R"({"answer": "program", "id": "a", "file": "..", "dependencies": []})", R"({"answer": "program", "id": "a", "file": "b"})",
          R"({"answer": "program", "id": "a", "file": "b", "dependencies": [["x"]]})", R"({"answer": "dance"})", "\xff\xfe"})
      QVERIFY2(!readAnswer(line), line);
    const auto failure =
        readAnswer(R"({"answer": "failure", "id": "a", "kind": "time", "message": "", "line": -3, "column": 99999999999})");
    QVERIFY(failure.has_value());
    const Error &error = std::get<FailureAnswer>(*failure).error;
    QCOMPARE(error.kind, ErrorKind::Limit);
    QCOMPARE(error.place.line, 0U);
    QCOMPARE(error.place.column, 0U);
    QVERIFY(!error.message.empty());
  }
};

QTEST_APPLESS_MAIN(TestExporting)
#include "tst_exporting.moc"
