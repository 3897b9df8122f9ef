// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Processes that misbehave: each ends when it should, with the right word for how, and leaves nothing behind.
#include <QtTest>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "support/sanitized.h"
#include "toolchain/process.h"

using namespace tileport;
using namespace tileport::toolchain;
using namespace std::chrono_literals;

namespace {

namespace fs = std::filesystem;

/// Far more than anything here takes; who needs it fails.
constexpr auto kLong = 60s;

ProcessCall misbehave(std::vector<std::string> arguments) {
  return {.program = MISBEHAVE, .arguments = std::move(arguments), .limits = {.time = kLong}};
}

ProcessAnswer run(const ProcessCall &call, const CancelToken &cancel = {}) {
  auto answer = runProcess(call, cancel);
  if (!answer) qFatal("%s", answer.error().toString().c_str());
  return std::move(*answer);
}

/// A named pipe that tells when the last process that holds it is gone.
class Witness {
 public:
  Witness() {
    if (::mkfifo(path().c_str(), 0600) != 0) qFatal("no named pipe");
    pipe_ = ::open(path().c_str(), O_RDONLY | O_NONBLOCK);
  }
  ~Witness() { ::close(pipe_); }

  std::string path() const { return folder_.filePath("pipe").toStdString(); }
  /// Until a process has said that it holds the pipe; false when none does.
  bool waitUntilHeld() const {
    pollfd watched{pipe_, POLLIN, 0};
    char letter = 0;
    return ::poll(&watched, 1, 50000) == 1 && ::read(pipe_, &letter, 1) == 1;
  }
  /// Until no process holds it; false when one stays.
  bool waitUntilGone() const {
    pollfd watched{pipe_, POLLIN, 0};
    return ::poll(&watched, 1, 50000) == 1 && (watched.revents & POLLHUP);
  }

 private:
  QTemporaryDir folder_;
  int pipe_ = -1;
};

/// Runs a process and cancels it as soon as it says through the witness that it is there.
ProcessAnswer cancelOnceThere(const Witness &witness, const char *what, std::chrono::milliseconds grace) {
  CancelSource source;
  std::thread canceller([&] {
    if (witness.waitUntilHeld()) source.cancel();
  });
  auto call = misbehave({what, witness.path()});
  call.limits.grace = grace;
  auto answer = run(call, source.token());
  canceller.join();
  return answer;
}

std::vector<std::string> ownDescriptors() {
  std::vector<std::string> names;
  for (const auto &entry : fs::directory_iterator("/proc/self/fd")) names.push_back(entry.path().filename());
  return names;
}

}  // namespace

class TestProcess : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void endsAreToldApart_data();
  void endsAreToldApart();
  void passesArgumentsAsTheyAre();
  void feedsAndReadsMoreThanPipesHold();
  void doesNotMindInputThatIsNotRead();
  void endsWhatHangs_data();
  void endsWhatHangs();
  void letsTidyUp();
  void cancels();
  void endsGrandchildren_data();
  void endsGrandchildren();
  void doesNotWaitForWhoWentAway();
  void endsWhatWritesTooMuch();
  void keepsTheFirstErrorsOnly();
  void endsWhatIsSilent();
  void timeEndsEndlessErrors();
  void limitsMemory();
  void givesTheProcessAFreshStart();
  void leaksNothing();
  void saysWhyItCannotStart_data();
  void saysWhyItCannotStart();
  void runsManyAtOnce();
};

void TestProcess::endsAreToldApart_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<ProcessEnd>("end");
  QTest::addColumn<int>("number");
  QTest::addColumn<QString>("words");
  QTest::newRow("success") << QStringList{"exit", "0"} << ProcessEnd::Exited << 0 << "exited with 0";
  QTest::newRow("failure") << QStringList{"exit", "3"} << ProcessEnd::Exited << 3 << "exited with 3";
  // What a shell would make of a signal.
  QTest::newRow("137") << QStringList{"exit", "137"} << ProcessEnd::Exited << 137 << "exited with 137";
  QTest::newRow("crash") << QStringList{"crash"} << ProcessEnd::Signalled << SIGABRT << "was ended by signal 6 (Aborted)";
  QTest::newRow("kills itself") << QStringList{"kill-itself"} << ProcessEnd::Signalled << SIGKILL << "was ended by signal 9 (Killed)";
  QTest::newRow("closes its output") << QStringList{"close-output-and-leave"} << ProcessEnd::Exited << 7 << "exited with 7";
}

void TestProcess::endsAreToldApart() {
  QFETCH(QStringList, arguments);
  QFETCH(ProcessEnd, end);
  QFETCH(int, number);
  QFETCH(QString, words);
  std::vector<std::string> list;
  for (const QString &each : arguments) list.push_back(each.toStdString());
  const auto answer = run(misbehave(list));
  QVERIFY(answer.end == end);
  QCOMPARE(end == ProcessEnd::Exited ? answer.exitCode : answer.signal, number);
  QCOMPARE(QString::fromStdString(answer.describe({})), words);
  QCOMPARE(answer.succeeded(), end == ProcessEnd::Exited && number == 0);
}

void TestProcess::passesArgumentsAsTheyAre() {
  for (const char *text : {"", "a b", "$HOME `ls` \"'\\ *", "--flag", "line\nbreak", "\xff"})
    QCOMPARE(run(misbehave({"arguments", text})).output, std::string(text));
}

void TestProcess::feedsAndReadsMoreThanPipesHold() {
  std::string text(5'000'000, '\0');
  for (std::size_t i = 0; i < text.size(); ++i) text[i] = static_cast<char>(i * 2654435761U >> 13);
  auto call = misbehave({"echo"});
  call.input = text;
  const auto answer = run(call);
  QVERIFY(answer.succeeded());
  QVERIFY(answer.output == text);
  QVERIFY(run(misbehave({"echo"})).output.empty());
}

void TestProcess::doesNotMindInputThatIsNotRead() {
  const std::string text(5'000'000, 'x');
  for (const auto &[what, output] : {std::pair("close-input", "closed\n"), std::pair("talk", "answer\n")}) {
    auto call = misbehave({what});
    call.input = text;
    const auto answer = run(call);
    QVERIFY(answer.succeeded());
    QCOMPARE(answer.output, std::string(output));
  }
  // Nor does it leave the signal to us.
  sigset_t pending;
  ::sigpending(&pending);
  QCOMPARE(::sigismember(&pending, SIGPIPE), 0);
}

void TestProcess::endsWhatHangs_data() {
  QTest::addColumn<QString>("what");
  QTest::addColumn<int>("grace");
  QTest::newRow("hangs") << "hang" << 10000;
  QTest::newRow("hangs, at once") << "hang" << 0;
  QTest::newRow("ignores SIGTERM") << "ignore-term" << 50;
  QTest::newRow("without output") << "close-output-and-hang" << 10000;
}

void TestProcess::endsWhatHangs() {
  QFETCH(QString, what);
  QFETCH(int, grace);
  auto call = misbehave({what.toStdString()});
  call.limits = {.time = 300ms, .grace = std::chrono::milliseconds(grace)};
  const auto answer = run(call);
  QVERIFY(answer.end == ProcessEnd::TimedOut);
  QVERIFY(!answer.succeeded());
  QVERIFY(answer.took >= 300ms);
  QVERIFY(answer.took < 10s);
  QCOMPARE(answer.describe(call.limits), std::string("did not end within 300 ms"));
}

void TestProcess::letsTidyUp() {
  const Witness witness;
  const auto answer = cancelOnceThere(witness, "tidy-up", kLong);
  QVERIFY(answer.end == ProcessEnd::Cancelled);  // though it then exits with 0
  QCOMPARE(answer.output, std::string("tidied\n"));
}

void TestProcess::cancels() {
  CancelSource before;
  before.cancel();
  const auto answer = run(misbehave({"hang"}), before.token());
  QVERIFY(answer.end == ProcessEnd::Cancelled);
  QCOMPARE(answer.describe({}), std::string("was cancelled"));
}

void TestProcess::endsGrandchildren_data() {
  QTest::addColumn<QString>("what");
  QTest::newRow("of one that hangs") << "fork-and-hang";
  QTest::newRow("of one that ends well") << "fork-and-leave";
}

// They ignore SIGTERM.
void TestProcess::endsGrandchildren() {
  QFETCH(QString, what);
  const Witness witness;
  const auto answer =
      what == "fork-and-hang" ? cancelOnceThere(witness, "fork-and-hang", 50ms) : run(misbehave({"fork-and-leave", witness.path()}));
  QCOMPARE(answer.succeeded(), what == "fork-and-leave");
  if (what == "fork-and-leave") QVERIFY(witness.waitUntilHeld());
  QVERIFY(witness.waitUntilGone());
}

// It holds our pipes for as long as it lives, which is not waited for.
void TestProcess::doesNotWaitForWhoWentAway() {
  const Witness witness;
  const auto answer = run(misbehave({"fork-away-and-leave", witness.path()}));
  QVERIFY(answer.succeeded());
  QVERIFY(witness.waitUntilHeld());
  QCOMPARE(::kill(std::stoi(answer.output), SIGKILL), 0);
  QVERIFY(witness.waitUntilGone());
}

void TestProcess::endsWhatWritesTooMuch() {
  auto call = misbehave({"write-endlessly"});
  call.limits.output = 100'000;
  const auto answer = run(call);
  QVERIFY(answer.end == ProcessEnd::TooMuchOutput);
  QCOMPARE(answer.output, std::string(100'000, 'x'));
  QCOMPARE(answer.describe(call.limits), std::string("wrote more than 100000 bytes"));
  // As much as is allowed is not too much; a byte more is, though the process ends by itself.
  call = misbehave({"echo"});
  const std::string text(1000, 'y');
  call.input = text;
  call.limits.output = 1000;
  QVERIFY(run(call).succeeded());
  call.limits.output = 999;
  QVERIFY(run(call).end == ProcessEnd::TooMuchOutput);
}

void TestProcess::keepsTheFirstErrorsOnly() {
  auto call = misbehave({"talk"});
  call.limits.errors = 1000;
  const auto answer = run(call);
  QVERIFY(answer.succeeded());
  QCOMPARE(answer.output, std::string("answer\n"));
  QCOMPARE(answer.errors, std::string(1000, 'e'));
  QVERIFY(answer.errorsCut);
  const auto whole = run(misbehave({"say", "one line"}));
  QCOMPARE(whole.errors, std::string("one line"));
  QVERIFY(!whole.errorsCut);
}

/// Errors are no sign of life; what is said in time is seen as it comes.
void TestProcess::endsWhatIsSilent() {
  auto call = misbehave({"complain-endlessly"});
  call.limits.silence = 300ms;
  const auto answer = run(call);
  QVERIFY(answer.end == ProcessEnd::Silent);
  QCOMPARE(answer.describe(call.limits), std::string("said nothing for 300 ms"));
  std::vector<std::string> seen;
  ProcessCall talks{.program = "sh", .arguments = {"-c", "for i in 1 2 3 4; do echo $i; sleep 0.3; done"}};
  talks.limits.silence = 20s;
  const auto spoken = runProcess(talks, {}, [&](std::string_view piece) { seen.emplace_back(piece); });
  QVERIFY(spoken.ok() && spoken->succeeded());
  QVERIFY(seen.size() > 1);
  std::string joined;
  for (const std::string &piece : seen) joined += piece;
  QCOMPARE(joined, spoken->output);
}

void TestProcess::timeEndsEndlessErrors() {
  auto call = misbehave({"complain-endlessly"});
  call.limits.time = 300ms;
  const auto answer = run(call);
  QVERIFY(answer.end == ProcessEnd::TimedOut);
  QCOMPARE(answer.errors.size(), call.limits.errors);
}

void TestProcess::limitsMemory() {
  if (kSanitized) QSKIP("a sanitizer takes more address space than any limit leaves");
  auto call = misbehave({"allocate-endlessly"});
  call.limits.memory = std::uint64_t{256} << 20;
  const auto answer = run(call);
  QVERIFY(answer.end == ProcessEnd::Exited);
  QCOMPARE(answer.exitCode, 42);
}

void TestProcess::givesTheProcessAFreshStart() {
  const QTemporaryDir folder;
  ::setenv("MISBEHAVE_TAKEN_OUT", "still there", 1);
  ::signal(SIGPIPE, SIG_IGN);
  sigset_t one, before;
  ::sigemptyset(&one);
  ::sigaddset(&one, SIGUSR1);
  ::pthread_sigmask(SIG_BLOCK, &one, &before);
  auto call = misbehave({"describe"});
  call.folder = folder.path().toStdString();
  call.environment = {{"MISBEHAVE", "a=b c"}, {"MISBEHAVE_TAKEN_OUT", std::nullopt}};
  const auto answer = run(call);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  ::signal(SIGPIPE, SIG_DFL);
  QCOMPARE(answer.output,
           "folder " + fs::canonical(call.folder).string() + "\nvariable a=b c\nother none\nleader 1\nblocked 0\npipe 1\ncore 0\n");
  const int mine = ::open("/dev/null", O_RDONLY);  // without O_CLOEXEC
  QVERIFY(mine > 2);
  QCOMPARE(run(misbehave({"list"})).output, std::string("0\n1\n2\n"));
  ::close(mine);
}

void TestProcess::leaksNothing() {
  const auto before = ownDescriptors();
  for (const char *what : {"exit", "crash", "talk"}) run(misbehave({what}));
  QVERIFY(!runProcess({.program = "/nowhere/program"}));
  QVERIFY(!runProcess({.program = MISBEHAVE, .folder = "/nowhere"}));
  QCOMPARE(ownDescriptors().size(), before.size());
  QCOMPARE(::waitpid(-1, nullptr, WNOHANG), -1);  // no child is left to be waited for
  QCOMPARE(errno, ECHILD);
}

void TestProcess::saysWhyItCannotStart_data() {
  QTest::addColumn<QString>("program");
  QTest::addColumn<QString>("folder");
  QTest::addColumn<QString>("message");
  QTest::newRow("not there") << "/nowhere/program" << "" << "there is no such file";
  QTest::newRow("not in PATH") << "tileport-no-such-program" << "" << "there is none of this name in PATH";
  QTest::newRow("empty") << "" << "" << "there is none of this name in PATH";
  QTest::newRow("a folder") << "/usr/bin" << "" << "not a program that you may run";
  QTest::newRow("not executable") << QString::fromStdString(TILEPORT_SOURCE_DIR "/README.md") << "" << "not a program that you may run";
  QTest::newRow("no such folder") << MISBEHAVE << "/nowhere" << "it cannot run in /nowhere: No such file or directory";
  QTest::newRow("interpreter gone") << "script" << "" << "what its first line or its header names";
  QTest::newRow("no program") << "noise" << "" << "Exec format error";
  QTest::newRow("NUL") << QString::fromLatin1("a\0b", 3) << "" << "NUL";
}

void TestProcess::saysWhyItCannotStart() {
  QFETCH(QString, program);
  QFETCH(QString, folder);
  QFETCH(QString, message);
  const QTemporaryDir here;
  for (const auto &[name, content] : {std::pair("script", "#!/nowhere/interpreter\n"), std::pair("noise", "\x7f\x01\x02")}) {
    const fs::path path = fs::path(here.path().toStdString()) / name;
    std::ofstream(path) << content;
    fs::permissions(path, fs::perms::owner_all);
    if (program == name) program = QString::fromStdString(path.string());
  }
  const auto answer = runProcess({.program = program.toStdString(), .folder = folder.toStdString()});
  QVERIFY(!answer);
  const QString line = QString::fromStdString(answer.error().toString());
  QVERIFY2(line.contains(message), qPrintable(line));
}

void TestProcess::runsManyAtOnce() {
  std::vector<std::thread> threads;
  std::atomic<int> right = 0;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&right, i] {
      const std::string text(200'000, static_cast<char>('a' + i));
      auto call = misbehave({"echo"});
      call.input = text;
      const auto answer = runProcess(call);
      if (answer && answer->succeeded() && answer->output == text) ++right;
    });
  }
  for (std::thread &thread : threads) thread.join();
  QCOMPARE(right.load(), 8);
}

QTEST_GUILESS_MAIN(TestProcess)
#include "tst_process.moc"
