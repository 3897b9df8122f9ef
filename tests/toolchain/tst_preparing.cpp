// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The job "prepare", asked of drivers that know it, do not know it, or fail.
#include "toolchain/preparing.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

using namespace tileport;
using namespace tileport::toolchain;

namespace {

/// Its driver is a shell script; "$2" is the request.
class ScriptedFrontEnd : public plugin::FrontEnd {
 public:
  explicit ScriptedFrontEnd(std::string script) : script_(std::move(script)) {}
  plugin::FrontEndInfo info() const override { return {"scripted", "Scripted", plugin::Side::Port, {".rs"}}; }
  std::vector<plugin::Tool> tools(plugin::Host &) const override { return {}; }
  Result<plugin::Driver> driver(plugin::Host &) const override {
    if (script_.empty()) return Error{ErrorKind::Unsupported, "Scripted is not there", {}, "Install it."};
    plugin::Driver driver;
    driver.call.program = "bash";
    driver.call.arguments = {"-c", script_, "driver"};
    driver.title = "Scripted 1";
    return driver;
  }

 private:
  std::string script_;
};

struct Prepared {
  Result<void> result;
  std::vector<std::string> said;
};

Prepared prepare(const std::string &script, const CancelToken &cancel = {}) {
  const QTemporaryDir folder;
  const std::filesystem::path path = folder.path().toStdString();
  ScriptedFrontEnd scripted(script);
  RunLog log;
  Runner runner({path, path, path / "cache"}, "test", log, cancel);
  std::vector<std::string> said;
  Result<void> result =
      prepareFrontEnd({&scripted, scripted.info(), "", path}, runner, [&](const std::string &text) { said.push_back(text); });
  return {std::move(result), std::move(said)};
}

const std::string kEnd = R"(echo '{"answer": "end", "front_end": "Scripted 1"}')";

}  // namespace

class TestPreparing : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void asksAndListens() {
    const Prepared prepared = prepare(R"([ "$1" = job ] && grep -q '"prepare"' "$2" || exit 1
      echo 'Compiling noise'; echo '{"answer": "progress", "text": "building"}'; )" +
                                      kEnd);
    QVERIFY2(prepared.result.ok(), prepared.result ? "" : prepared.result.error().toString().c_str());
    QCOMPARE(prepared.said, std::vector<std::string>{"building"});
  }

  void knowsNoSuchJob() { QVERIFY(prepare("echo 'job is prepare' >&2; exit 2").result.ok()); }

  void fails_data() {
    QTest::addColumn<QString>("script");
    QTest::addColumn<QString>("told");
    QTest::newRow("no driver") << QString() << "Scripted is not there";
    QTest::newRow("a tool is missing") << "echo 'cargo is not installed' >&2; exit 4" << "cargo is not installed";
    QTest::newRow("fails") << "echo 'error: no network' >&2; exit 1" << "no network";
    QTest::newRow("crashes") << "kill -SEGV $$" << "signal 11";
    QTest::newRow("says nothing") << "exit 0" << "exited with 0";
    QTest::newRow("garbage") << "head -c 100000 /dev/urandom" << "exited with 0";
  }

  void fails() {
    QFETCH(QString, script);
    QFETCH(QString, told);
    const Prepared prepared = prepare(script.toStdString());
    QVERIFY(!prepared.result);
    QVERIFY2(QString::fromStdString(prepared.result.error().toString()).contains(told), prepared.result.error().toString().c_str());
  }

  void cancels() {
    CancelSource source;
    source.cancel();
    const Prepared prepared = prepare("sleep 1000", source.token());
    QVERIFY(!prepared.result);
    QCOMPARE(prepared.result.error().kind, ErrorKind::Cancelled);
  }
};

QTEST_GUILESS_MAIN(TestPreparing)
#include "tst_preparing.moc"
