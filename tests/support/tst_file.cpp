// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files as a whole: what is read, what is refused, and that what is replaced is never in pieces.
#include <QtTest>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "support/file.h"
#include "tests/support/files.h"

namespace fs = std::filesystem;
using namespace tileport;
using test::contentOf;

namespace {

constexpr std::uint64_t kMany = 1 << 24;

std::size_t countEntries(const fs::path &folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

mode_t modeOf(const fs::path &path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 ? status.st_mode & 07777 : 0;
}

}  // namespace

class TestFile : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { folder_ = std::make_unique<QTemporaryDir>(); }
  void reads_data();
  void reads();
  void readsWhatHasNoSize();
  void refusesWhatIsNoFile_data();
  void refusesWhatIsNoFile();
  void refusesWhatIsTooLarge();
  void readsStandardInput_data();
  void readsStandardInput();
  void replaces();
  void keepsPermissionsAndLinks();
  void writesBehindLinksToNothing_data();
  void writesBehindLinksToNothing();
  void refusesWhatMayNotBeWritten_data();
  void refusesWhatMayNotBeWritten();
  void keepsTheOldFileOnErrors_data();
  void keepsTheOldFileOnErrors();
  void writesIntoDevices();
  void replacesPieceByPiece();

 private:
  fs::path at(const char *name) const { return fs::path(folder_->path().toStdString()) / name; }
  std::unique_ptr<QTemporaryDir> folder_;
};

void TestFile::reads_data() {
  QTest::addColumn<int>("size");
  for (const int size : {0, 1, 4095, 4096, 4097, 1000000}) QTest::addRow("%d", size) << size;
}

void TestFile::reads() {
  QFETCH(int, size);
  std::string content(static_cast<std::size_t>(size), '\0');
  for (std::size_t i = 0; i < content.size(); ++i) content[i] = static_cast<char>(i * 2654435761U >> 11);
  QVERIFY(replaceFile(at("a"), content).ok());
  QVERIFY(contentOf(at("a")) == content);
  const auto read = readFile(at("a"), kMany);
  QVERIFY(read.ok());
  QVERIFY(*read == content);
}

void TestFile::readsWhatHasNoSize() {
  const auto read = readFile("/proc/self/status", kMany);
  QVERIFY(read.ok());
  QVERIFY(QString::fromStdString(*read).contains("Pid:"));
}

void TestFile::refusesWhatIsNoFile_data() {
  QTest::addColumn<QString>("what");
  QTest::addColumn<QString>("message");
  QTest::newRow("folder") << "folder" << "is a folder, not a file";
  QTest::newRow("pipe that nobody writes to") << "pipe" << "is a pipe or device, not a regular file";
  QTest::newRow("socket") << "socket" << "is a pipe or device, not a regular file";
  QTest::newRow("device") << "/dev/zero" << "is a pipe or device, not a regular file";
  QTest::newRow("nothing") << "nothing" << "cannot read: No such file or directory";
  QTest::newRow("below a file") << "/proc/self/status/x" << "cannot read: Not a directory";
}

void TestFile::refusesWhatIsNoFile() {
  QFETCH(QString, what);
  QFETCH(QString, message);
  const fs::path path = what.startsWith('/') ? fs::path(what.toStdString()) : at(qPrintable(what));
  int server = -1;
  if (what == "folder") fs::create_directory(path);
  if (what == "pipe") QCOMPARE(::mkfifo(path.c_str(), 0600), 0);
  if (what == "socket") {
    server = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.string().copy(address.sun_path, sizeof address.sun_path - 1);
    QCOMPARE(::bind(server, reinterpret_cast<const sockaddr *>(&address), sizeof address), 0);
  }
  const auto read = readFile(path, kMany);
  if (server >= 0) ::close(server);
  QVERIFY(!read);
  QCOMPARE(QString::fromStdString(read.error().message), message);
  QCOMPARE(read.error().place.file, path.string());
  QVERIFY(!read.error().advice.empty());
}

void TestFile::refusesWhatIsTooLarge() {
  QVERIFY(replaceFile(at("a"), "12345").ok());
  QVERIFY(readFile(at("a"), 5).ok());
  const auto read = readFile(at("a"), 4);
  QVERIFY(!read);
  QCOMPARE(read.error().kind, ErrorKind::Limit);
  // The size that it tells is 0.
  QCOMPARE(readFile("/proc/self/status", 10).error().kind, ErrorKind::Limit);
  QCOMPARE(readFile("", 10).error().toString(), std::string("\"\": the name of the file is empty. Give the path of a file."));
  // Its size is looked at before its content is.
  fs::resize_file(at("a"), std::uintmax_t{1} << 40);
  QVERIFY(QString::fromStdString(readFile(at("a"), std::uint64_t{256} << 20).error().message).contains("256 MiB"));
}

void TestFile::readsStandardInput_data() {
  QTest::addColumn<int>("size");
  QTest::addColumn<QString>("what");
  for (const char *what : {"file", "pipe", "pipe that does not wait"}) {
    for (const int size : {0, 1, 5000, 200000}) QTest::addRow("%s of %d", what, size) << size << what;
  }
}

void TestFile::readsStandardInput() {
  QFETCH(int, size);
  QFETCH(QString, what);
  std::string content(static_cast<std::size_t>(size), '\0');
  for (std::size_t i = 0; i < content.size(); ++i) content[i] = static_cast<char>(i * 2654435761U >> 11);
  const auto readFrom = [&](std::uint64_t largest) -> Result<std::string> {
    int input = -1;
    std::thread writer;
    if (what == "file") {
      if (!replaceFile(at("a"), content)) return Error{};
      input = ::open(at("a").c_str(), O_RDONLY | O_CLOEXEC);
    } else {
      int ends[2];
      if (::pipe2(ends, O_CLOEXEC) != 0) return Error{};
      input = ends[0];
      if (what != "pipe") ::fcntl(input, F_SETFL, O_NONBLOCK);
      writer = std::thread([&content, output = ends[1]] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));  // the reader comes first
        for (std::size_t done = 0; done < content.size();) {
          const ssize_t count = ::write(output, content.data() + done, std::min<std::size_t>(content.size() - done, 3000));
          if (count <= 0) break;
          done += static_cast<std::size_t>(count);
        }
        ::close(output);
      });
    }
    const int before = ::dup(STDIN_FILENO);
    ::dup2(input, STDIN_FILENO);
    ::close(input);
    auto read = readStandardInput(largest);
    ::dup2(before, STDIN_FILENO);  // closes the last end of the pipe, which ends a writer that waits
    ::close(before);
    if (writer.joinable()) writer.join();
    return read;
  };
  ::signal(SIGPIPE, SIG_IGN);
  const auto read = readFrom(content.size());
  QVERIFY2(read.ok(), read.ok() ? "" : read.error().toString().c_str());
  QVERIFY(*read == content);
  if (size == 0) return;
  const auto large = readFrom(content.size() - 1);
  QVERIFY(!large);
  QCOMPARE(large.error().kind, ErrorKind::Limit);
  QCOMPARE(large.error().place.file, std::string("standard input"));
}

void TestFile::replaces() {
  QVERIFY(replaceFile(at("a"), "first").ok());
  QVERIFY(replaceFile(at("a"), "second").ok());
  QCOMPARE(contentOf(at("a")), std::string("second"));
  QCOMPARE(countEntries(folder_->path().toStdString()), std::size_t{1});
  // Whoever has the old one open reads it to its end.
  std::ifstream old(at("a"));
  QVERIFY(replaceFile(at("a"), "third").ok());
  QCOMPARE(std::string(std::istreambuf_iterator<char>(old), {}), std::string("second"));
  // A name as long as names can be.
  const std::string name(255, 'n');
  QVERIFY(replaceFile(at(name.c_str()), "long").ok());
  QCOMPARE(contentOf(at(name.c_str())), std::string("long"));
}

void TestFile::keepsPermissionsAndLinks() {
  const mode_t mask = ::umask(027);
  QVERIFY(replaceFile(at("a"), "first").ok());
  ::umask(mask);
  QCOMPARE(modeOf(at("a")), mode_t{0640});
  fs::permissions(at("a"), fs::perms(0604));
  fs::create_symlink("a", at("link"));
  QVERIFY(replaceFile(at("link"), "second").ok());
  QVERIFY(fs::is_symlink(at("link")));
  QCOMPARE(contentOf(at("a")), std::string("second"));
  QCOMPARE(modeOf(at("a")), mode_t{0604});
}

void TestFile::writesBehindLinksToNothing_data() {
  QTest::addColumn<QString>("target");  // of "link"; "other" is a link to "folder/new"
  QTest::addColumn<QString>("made");    // empty: refused
  QTest::newRow("beside") << "new" << "new";
  QTest::newRow("absolute") << "ABSOLUTE" << "new";
  QTest::newRow("in a folder") << "folder/new" << "folder/new";
  QTest::newRow("of a link of a link") << "other" << "folder/new";
  QTest::newRow("up from where the link is") << "folder/up" << "new";
  QTest::newRow("in no folder") << "none/new" << "";
  QTest::newRow("to itself") << "link" << "";
}

void TestFile::writesBehindLinksToNothing() {
  QFETCH(QString, target);
  QFETCH(QString, made);
  fs::create_directory(at("folder"));
  fs::create_symlink("folder/new", at("other"));
  fs::create_symlink("../new", at("folder/up"));
  fs::create_symlink(target == "ABSOLUTE" ? at("new") : fs::path(target.toStdString()), at("link"));
  const auto written = replaceFile(at("link"), "text");
  for (const char *link : {"link", "other", "folder/up"}) QVERIFY2(fs::is_symlink(fs::symlink_status(at(link))), link);
  QCOMPARE(written.ok(), !made.isEmpty());
  if (written) {
    QCOMPARE(contentOf(at(qPrintable(made))), std::string("text"));
    QVERIFY(!fs::is_symlink(fs::symlink_status(at(qPrintable(made)))));
  } else {
    QCOMPARE(written.error().place.file, at("link").string());
  }
  const std::size_t inside = made.startsWith("folder") ? 1 : 0;
  QCOMPARE(countEntries(folder_->path().toStdString()), 3 + (written ? 1 - inside : 0));
  QCOMPARE(countEntries(at("folder")), 1 + inside);
}

void TestFile::refusesWhatMayNotBeWritten_data() {
  QTest::addColumn<unsigned>("mode");
  QTest::addColumn<bool>("own");
  QTest::addColumn<bool>("allowed");
  for (const unsigned mode : {0000U, 0400U, 0444U, 0555U}) QTest::addRow("own, mode %o", mode) << mode << true << false;
  for (const unsigned mode : {0600U, 0644U}) QTest::addRow("own, mode %o", mode) << mode << true << true;
  if (::geteuid() != 0) return;  // no file of somebody else can be made
  for (const unsigned mode : {0400U, 0444U, 0604U, 0644U}) QTest::addRow("another's, mode %o", mode) << mode << false << false;
  QTest::addRow("another's, for all") << 0666U << false << true;
}

/// Root may write anything, so the test is somebody else for a moment.
void TestFile::refusesWhatMayNotBeWritten() {
  QFETCH(unsigned, mode);
  QFETCH(bool, own);
  QFETCH(bool, allowed);
  constexpr uid_t kNobody = 65534;
  const bool root = ::geteuid() == 0;
  fs::permissions(folder_->path().toStdString(), fs::perms(0777));
  QVERIFY(replaceFile(at("a"), "old").ok());
  fs::create_symlink("a", at("link"));
  if (root && own) QCOMPARE(::chown(at("a").c_str(), kNobody, 0), 0);
  fs::permissions(at("a"), fs::perms(mode));
  for (const char *name : {"a", "link"}) {
    if (root) QCOMPARE(::seteuid(kNobody), 0);
    const auto written = replaceFile(at(name), "new");
    if (root) QCOMPARE(::seteuid(0), 0);
    QCOMPARE(written.ok(), allowed);
    if (!allowed) {
      QCOMPARE(written.error().message, std::string("cannot write: Permission denied"));
      QCOMPARE(written.error().place.file, at(name).string());
    }
  }
  QCOMPARE(modeOf(at("a")), mode_t{mode});
  fs::permissions(at("a"), fs::perms(0644));
  QCOMPARE(contentOf(at("a")), std::string(allowed ? "new" : "old"));
  QCOMPARE(countEntries(folder_->path().toStdString()), std::size_t{2});
}

void TestFile::keepsTheOldFileOnErrors_data() {
  QTest::addColumn<QString>("what");
  QTest::addColumn<QString>("message");
  QTest::newRow("a folder") << "folder" << "is a folder";
  QTest::newRow("no folder") << "none/a" << "No such file or directory";
  QTest::newRow("a folder's name") << "none/" << "cannot write";
  QTest::newRow("empty") << "" << "the name of the file is empty";
  QTest::newRow("no space") << "a" << "File too large";
  if (::geteuid() != 0) QTest::newRow("not allowed") << "closed/a" << "Permission denied";
}

void TestFile::keepsTheOldFileOnErrors() {
  QFETCH(QString, what);
  QFETCH(QString, message);
  fs::create_directory(at("folder"));
  fs::create_directory(at("closed"));
  QVERIFY(replaceFile(at("a"), "old").ok());
  QVERIFY(replaceFile(at("closed/a"), "old").ok());
  fs::permissions(at("closed"), fs::perms(0500));
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  if (what == "a") {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit little{1000, before.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &little);
  }
  const auto written = replaceFile(what.isEmpty() ? fs::path() : at(qPrintable(what)), std::string(5000, 'x'));
  ::setrlimit(RLIMIT_FSIZE, &before);
  fs::permissions(at("closed"), fs::perms(0700));
  QVERIFY(!written);
  const QString line = QString::fromStdString(written.error().toString());
  QVERIFY2(line.contains(message), qPrintable(line));
  QCOMPARE(contentOf(at("a")), std::string("old"));
  QCOMPARE(contentOf(at("closed/a")), std::string("old"));
  QCOMPARE(countEntries(folder_->path().toStdString()), std::size_t{3});
  QCOMPARE(countEntries(at("closed")), std::size_t{1});
}

void TestFile::replacesPieceByPiece() {
  const std::string large(300'000, 'y');
  const auto write = [&](const TakePiece &take) { return take("one ") && take("") && take(large) && take(" end"); };
  QVERIFY(replaceFile(at("a"), write).ok());
  QCOMPARE(contentOf(at("a")), "one " + large + " end");
  // Given up midway: the old content stays, and nothing beside it.
  const auto givenUp = replaceFile(at("a"), [&](const TakePiece &take) { return take("half of it") && false; });
  QVERIFY(!givenUp.ok());
  QCOMPARE(contentOf(at("a")), "one " + large + " end");
  QCOMPARE(countEntries(folder_->path().toStdString()), std::size_t{1});
  // What cannot be taken is said to whoever writes, and once.
  int refused = 0;
  const auto full = replaceFile("/dev/full", [&](const TakePiece &take) {
    while (take(large)) continue;
    ++refused;
    return take("more") || false;
  });
  QCOMPARE(refused, 1);
  QVERIFY(QString::fromStdString(full.error().message).contains("No space left"));
  QVERIFY(!replaceFile(at("absent/a"), write).ok());
}

void TestFile::writesIntoDevices() {
  QVERIFY(replaceFile("/dev/null", "gone").ok());
  QVERIFY(fs::is_character_file("/dev/null"));
  QVERIFY(QString::fromStdString(replaceFile("/dev/full", "gone").error().message).contains("No space left"));
}

QTEST_GUILESS_MAIN(TestFile)
#include "tst_file.moc"
