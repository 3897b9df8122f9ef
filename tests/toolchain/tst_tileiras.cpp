// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What becomes of a tileiras that crashes, refuses, hangs, floods, lies, leaves a child behind, or lacks a part of itself.
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>

#include "toolchain/tileiras.h"
#include "toolchain/tileiras_answer.h"

using namespace tileport;
using namespace tileport::toolchain;
using evidence::Compilation;

namespace fs = std::filesystem;

class TestTileiras : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void cleanup();

  void saysWhatItIs();
  void refusesWhatIsNone();
  void ends_data();
  void ends();
  void failuresOfTheMachineAreNoPrograms_data();
  void failuresOfTheMachineAreNoPrograms();
  void aFailureThatDoesNotRepeatIsNone();
  void nothingIsRunWhereTheProbeFails();
  void aChildThatIsLeftBehindEnds_data();
  void aChildThatIsLeftBehindEnds();
  void readsRemarks();
  void brokenRemarksAreNotKnown();
  void leavesNothingBehind();
  void isCancelled();
  void finds();
  void answersThatAreNone();

 private:
  void set(const char *name, const std::string &value) {
    const char *before = std::getenv(name);
    before_.try_emplace(name, before ? std::optional<std::string>(before) : std::nullopt);
    ::setenv(name, value.c_str(), 1);
  }
  Result<Tileiras> open(std::chrono::milliseconds time = std::chrono::seconds(30)) {
    return Tileiras::open({FAKE_TILEIRAS, "sm_100", time}, "the probe", runner_);
  }
  Compilation compiled(const std::string &bytes, std::chrono::milliseconds time = std::chrono::seconds(30)) {
    const auto tool = open(time);
    if (!tool) {
      Compilation failed;
      failed.how = "! " + tool.error().toString();
      return failed;
    }
    const auto answer = tool->compile(bytes, "13.3, as it was read", runner_);
    Compilation cancelled;
    cancelled.how = "! cancelled";
    return answer ? *answer : cancelled;
  }
  std::string path(const char *name) const { return (fs::path(folder_.path().toStdString()) / name).string(); }

  QTemporaryDir folder_;
  RunLog log_;
  Runner runner_{{}, "test", log_, {}};
  std::map<std::string, std::optional<std::string>> before_;  ///< what set() changed
};

void TestTileiras::init() {
  QVERIFY(folder_.isValid());
  fs::create_directory(path("temporary"));
  set("TMPDIR", path("temporary"));
  set("FAKE_TILEIRAS_ON", "meant");
}

void TestTileiras::cleanup() {
  for (const auto &[name, value] : before_) value ? ::setenv(name.c_str(), value->c_str(), 1) : ::unsetenv(name.c_str());
  before_.clear();
}

void TestTileiras::saysWhatItIs() {
  const auto tool = open();
  QVERIFY2(tool.ok(), tool ? "" : tool.error().toString().c_str());
  QCOMPARE(tool->title(), std::string("tileiras 13.4.92"));
  QCOMPARE(tool->bytecodeVersions(), (std::vector<std::string>{"13.1", "13.2", "13.3", "13.4"}));
  QCOMPARE(tool->fault(), std::string());
}

void TestTileiras::refusesWhatIsNone() {
  const auto other = Tileiras::open({"/bin/true", "sm_100"}, "the probe", runner_);
  QVERIFY(!other && other.error().kind == ErrorKind::Unsupported);
  const auto gone = Tileiras::open({path("gone"), "sm_100"}, "the probe", runner_);
  QVERIFY(!gone && gone.error().kind == ErrorKind::CannotRead);
  const auto gpu = Tileiras::open({FAKE_TILEIRAS, "sm_101"}, "the probe", runner_);
  QVERIFY(!gpu && gpu.error().kind == ErrorKind::Usage);
  QVERIFY2(gpu.error().toString().find("sm_90, sm_100") != std::string::npos, gpu.error().toString().c_str());
}

void TestTileiras::ends_data() {
  QTest::addColumn<QString>("deed");
  QTest::addColumn<int>("end");
  QTest::addColumn<QString>("how");
  const auto row = [](const char *deed, Compilation::End end, const char *how) { QTest::newRow(deed) << deed << int(end) << how; };
  row("compile", Compilation::End::Compiled, "compiled");
  row("crash", Compilation::End::Crashed, "crashed: signal 11 (Segmentation fault)");
  row("say-crash", Compilation::End::Crashed, "crashed: signal 11 (Segmentation fault)");
  row("abort", Compilation::End::Crashed, "crashed: signal 6 (Aborted)");
  row("refuse", Compilation::End::Refused, "refused: failed to compile Tile IR program (exit code 5)");
  row("refuse-silently", Compilation::End::Refused, "refused: it does not say why (exit code 5)");
  row("hang", Compilation::End::Unfinished, "did not end within 300 ms");
  row("flood", Compilation::End::Unfinished, "wrote more than 8388608 bytes");
}

void TestTileiras::ends() {
  QFETCH(QString, deed);
  QFETCH(int, end);
  QFETCH(QString, how);
  set("FAKE_TILEIRAS_DO", deed.toStdString());
  const auto limit = deed == "hang" ? std::chrono::milliseconds(300) : std::chrono::seconds(60);
  const Compilation answer = compiled("meant", limit);
  QCOMPARE(QString::fromStdString(answer.how), how);
  QCOMPARE(int(answer.end), end);
  QCOMPARE(answer.bytecode, std::string("13.3, as it was read"));
  QVERIFY2(answer.commandLine.starts_with("tileiras --gpu-name sm_100 --remarks=all"), answer.commandLine.c_str());
  QVERIFY(answer.output.size() <= Compilation::kMostOutput);
  // What is not meant goes on being compiled.
  QCOMPARE(compiled("another", std::chrono::seconds(60)).how, std::string("compiled"));
}

void TestTileiras::failuresOfTheMachineAreNoPrograms_data() {
  QTest::addColumn<QString>("deed");
  QTest::addColumn<QString>("says");
  QTest::newRow("killed from outside") << "be-killed" << "signal 9";
  QTest::newRow("memory") << "run-out-of-memory" << "bad_alloc";
  QTest::newRow("no cubin") << "write-nothing" << "wrote no cubin";
}

void TestTileiras::failuresOfTheMachineAreNoPrograms() {
  QFETCH(QString, deed);
  QFETCH(QString, says);
  set("FAKE_TILEIRAS_DO", deed.toStdString());
  const Compilation answer = compiled("meant");
  QCOMPARE(int(answer.end), int(Compilation::End::NotRun));
  QVERIFY2(answer.how.find(says.toStdString()) != std::string::npos, answer.how.c_str());
}

void TestTileiras::aFailureThatDoesNotRepeatIsNone() {
  set("FAKE_TILEIRAS_DO", "crash-once");
  set("FAKE_TILEIRAS_FILE", path("crashed"));
  const Compilation answer = compiled("meant");
  QCOMPARE(int(answer.end), int(Compilation::End::NotRun));
  QVERIFY2(answer.how.find("does not end alike twice: at first it crashed: signal 6 (Aborted), then it compiled") != std::string::npos,
           answer.how.c_str());
}

void TestTileiras::nothingIsRunWhereTheProbeFails() {
  set("FAKE_TILEIRAS_DO", "lack-libnvvm");
  set("FAKE_TILEIRAS_ON", "");
  const auto tool = open();
  QVERIFY(tool.ok());
  QVERIFY2(tool->fault().starts_with("tileiras 13.4.92 cannot even compile a program in which nothing is: it refused: failed to compile"),
           tool->fault().c_str());
  // It stands alone in its folder.
  QVERIFY2(tool->fault().find("libnvvm") != std::string::npos && tool->fault().find("nvidia-nvvm==13.4.92") != std::string::npos,
           tool->fault().c_str());
  const std::size_t before = log_.records().size();
  const auto answer = tool->compile("meant", "", runner_);
  QVERIFY(answer.ok());
  QCOMPARE(int(answer->end), int(Compilation::End::NotRun));
  QCOMPARE(answer->how, tool->fault());
  QCOMPARE(log_.records().size(), before);
}

void TestTileiras::aChildThatIsLeftBehindEnds_data() {
  QTest::addColumn<QString>("deed");
  QTest::newRow("it ends") << "leave-child";
  QTest::newRow("it hangs") << "leave-child-and-hang";
}

void TestTileiras::aChildThatIsLeftBehindEnds() {
  QFETCH(QString, deed);
  const std::string pipe = path("pipe");
  QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  QVERIFY(reader >= 0);
  set("FAKE_TILEIRAS_DO", deed.toStdString());
  set("FAKE_TILEIRAS_PIPE", pipe);
  const Compilation answer = compiled("meant", std::chrono::seconds(3));
  // The pipe ends when nobody holds its other end any longer.
  std::string read;
  char byte = 0;
  pollfd watched{reader, POLLIN, 0};
  while (::poll(&watched, 1, 10'000) == 1) {
    const ssize_t count = ::read(reader, &byte, 1);
    if (count <= 0) break;
    read += byte;
  }
  ::close(reader);
  fs::remove(pipe);
  QCOMPARE(read, std::string("x"));
  QVERIFY((watched.revents & POLLHUP) != 0);
  QCOMPARE(answer.end == Compilation::End::Compiled, deed == "leave-child");
}

void TestTileiras::readsRemarks() {
  std::ofstream(path("remarks")) << "--- !Passed\nPass: Memory\nName: RemarkMemoryLoadInstructionSelected\n"
                                    "DebugLoc: { File: 'k.py', Line: 3, Column: 1 }\nFunction: k\nArgs:\n  - RemarkId: 1\n"
                                    "  - Remark: Load instruction selected\n...\n";
  set("FAKE_TILEIRAS_REMARKS", path("remarks"));
  const Compilation answer = compiled("meant");
  QVERIFY(answer.hasRemarks());
  QCOMPARE(answer.remarks.size(), std::size_t(1));
  QCOMPARE(answer.remarks.front().line, 3U);
}

void TestTileiras::brokenRemarksAreNotKnown() {
  std::ofstream(path("remarks")) << "--- !Passed\nPass: 'Memory\n";
  set("FAKE_TILEIRAS_REMARKS", path("remarks"));
  const Compilation answer = compiled("meant");
  QCOMPARE(int(answer.end), int(Compilation::End::Compiled));
  QVERIFY(!answer.hasRemarks());
  QVERIFY(answer.remarks.empty() && !answer.remarksUnknown.empty());
}

void TestTileiras::leavesNothingBehind() {
  for (const char *deed : {"compile", "crash", "refuse"}) {
    set("FAKE_TILEIRAS_DO", deed);
    compiled("meant");
    QVERIFY2(fs::is_empty(path("temporary")), deed);
  }
}

void TestTileiras::isCancelled() {
  const auto tool = open();
  QVERIFY(tool.ok());
  CancelSource source;
  source.cancel();
  Runner cancelled({}, "test", log_, source.token());
  set("FAKE_TILEIRAS_DO", "hang");
  const auto answer = tool->compile("meant", "", cancelled);
  QVERIFY(!answer && answer.error().kind == ErrorKind::Cancelled);
}

void TestTileiras::finds() {
  const auto named = findTileiras(FAKE_TILEIRAS, {});
  QVERIFY(named && *named == fs::path(FAKE_TILEIRAS));
  QVERIFY(!findTileiras(path("gone"), {}));
  set("TILEPORT_TILEIRAS", path("gone"));
  QVERIFY(!findTileiras({}, {}));
  set("TILEPORT_TILEIRAS", "");
  // A toolkit that is whole before one that is not.
  const fs::path toolkits[] = {path("half"), path("whole")};
  for (const fs::path &toolkit : toolkits) {
    fs::create_directories(toolkit / "bin");
    fs::create_directories(toolkit / "nvvm" / "lib64");
    std::ofstream(toolkit / "bin" / "tileiras") << "x";
  }
  set("PATH", "");
  set("CUDA_HOME", toolkits[0].string());
  set("CUDA_PATH", "");
  QCOMPARE(*findTileiras({}, {}), toolkits[0] / "bin" / "tileiras");
  QCOMPARE(missingParts(toolkits[0] / "bin" / "tileiras"), (std::vector<std::string>{"libnvvm", "ptxas"}));
  std::ofstream(toolkits[1] / "bin" / "ptxas") << "x";
  std::ofstream(toolkits[1] / "nvvm" / "lib64" / "libnvvm.so.4") << "x";
  QCOMPARE(missingParts(toolkits[1] / "bin" / "tileiras"), std::vector<std::string>());
  set("CUDA_PATH", toolkits[1].string());
  // CUDA_PATH now gives both their parts: either is whole.
  QVERIFY(missingParts(toolkits[0] / "bin" / "tileiras").empty());
  const std::string advice = partsAdvice({"libnvvm", "ptxas"}, "13.4.92", "/tools");
  QVERIFY2(advice.find("/tools/bin/python -m pip install --no-deps nvidia-nvvm==13.4.92 nvidia-cuda-nvcc==13.4.92") != std::string::npos,
           advice.c_str());
}

void TestTileiras::answersThatAreNone() {
  QCOMPARE(versionOfTileiras("release 13.4, V13.4.92\nBuild"), std::string("13.4.92"));
  QCOMPARE(versionOfTileiras("release 13.4"), std::string("13.4"));
  QCOMPARE(versionOfTileiras("V13.4.92"), std::string());
  QCOMPARE(gpusOfHelp("    =sm_80                       -   SM 80\n  =none - x\n=sm_121\n"), (std::vector<std::string>{"sm_80", "sm_121"}));
  QCOMPARE(versionsOfList("13.1\nerror: x\n\n13.4\n13\n"), (std::vector<std::string>{"13.1", "13.4"}));
}

QTEST_GUILESS_MAIN(TestTileiras)
#include "tst_tileiras.moc"
