// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The import with front ends that copy programs of the demo: what is written, kept, refused, and what an interruption leaves.
#include "importer/tilegym.h"

#include <sys/resource.h>

#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <thread>

#include "support/file.h"
#include "tests/support/files.h"
#include "workspace/review.h"

using namespace tileport;
namespace fs = std::filesystem;

namespace {

const std::string kData = TILEPORT_SOURCE_DIR "/resources/tilegym/";

/// The lines of a record of TileGym that are of the operator.
std::string linesOf(const std::string &file, const std::string &op) {
  std::istringstream lines(test::contentOf(kData + file));
  std::string kept;
  for (std::string line; std::getline(lines, line);)
    if (line.find("\"op\":\"" + op + "\"") != std::string::npos) kept += line + "\n";
  return kept;
}

void write(const fs::path &file, const std::string &text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

/// A package, its records and tools, all of them small: the operators silu_and_mul and softmax.
struct Setting {
  QTemporaryDir temporary;
  fs::path folder{temporary.path().toStdString() + "/ä folder"};
  toolchain::FrontEnds frontEnds = toolchain::FrontEnds::load({FAKE_PLUGINS});
  CancelSource cancel;
  toolchain::RunLog log;

  Setting() {
    for (const char *name : {"tilegym-reference-launches.jsonl", "tilegym-reference-launches-more.jsonl", "tilegym-port-variants.jsonl"})
      write(folder / "resources/tilegym" / name, linesOf(name, "silu_and_mul") + linesOf(name, "softmax"));
    write(folder / "resources/tilegym/pairing.json", test::contentOf(kData + "pairing.json"));
    const fs::path ops = folder / "tools/lib/python3.11/site-packages/tilegym/ops";
    write(ops / "cutile/silu_and_mul.py", "# silu_and_mul\n");
    write(ops / "cutile/softmax.py", "# softmax\n");
    write(ops / "cutile_rs/silu_and_mul_kernel/kernel.rs", "// silu_and_mul\n");
    qputenv("FAKE_NOTES", (folder / "notes").string().c_str());
    qputenv("FAKE_DEMO", TILEPORT_SOURCE_DIR "/resources/demo");
    qputenv("FAKE_DO", "");
  }

  Result<importer::ImportSummary> run(const importer::ImportReporter &report = {}) {
    const auto store = toolchain::Store::open(folder / "store");
    if (!store) return store.error();
    return importer::importTilegym({.out = out(), .resources = folder / "resources", .folders = {"", folder / "tools", folder / "cache"}},
                                   frontEnds, *store, log, cancel.token(), report);
  }

  fs::path out() const { return folder / "out"; }
  /// How many items drivers were asked for since the last call.
  std::size_t asked() {
    const std::string notes = test::contentOf(folder / "notes");
    fs::remove(folder / "notes");
    return static_cast<std::size_t>(std::count(notes.begin(), notes.end(), '\n'));
  }
};

std::size_t countLines(const std::string &text) { return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')); }

const std::size_t kPorts = countLines(linesOf("tilegym-port-variants.jsonl", "silu_and_mul"));
const std::size_t kReferences = countLines(linesOf("tilegym-reference-launches.jsonl", "silu_and_mul")) +
                                countLines(linesOf("tilegym-reference-launches.jsonl", "softmax"));

/// The id of one of softmax's launches, as drivers get it.
std::string someReference() {
  Setting probe;
  if (!probe.run().ok()) qFatal("the probe failed");
  const std::string notes = test::contentOf(probe.folder / "notes"), before = "cutile_python ";
  const std::size_t begin = notes.find(before + "softmax/") + before.size();
  return notes.substr(begin, notes.find('\n', begin) - begin);
}

/// Files of this process and of those that it starts cannot grow beyond so many bytes while it lives, as on a disk that is full by then:
/// what fits of a write is written, the rest fails.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() { ::setrlimit(RLIMIT_FSIZE, &before_); }
  FullDisk(const FullDisk &) = delete;
  FullDisk &operator=(const FullDisk &) = delete;

 private:
  rlimit before_{};
};

/// The content of every file below a folder but the marks of imports, by relative name.
std::map<std::string, std::string> filesBelow(const fs::path &folder) {
  std::map<std::string, std::string> files;
  std::error_code failure;
  for (fs::recursive_directory_iterator at(folder, failure), end; at != end; ++at)
    if (at->is_regular_file() && at->path().filename().string().front() != '.')
      files[fs::relative(at->path(), folder).string()] = test::contentOf(at->path());
  return files;
}

#define VERIFY_OK(result) QVERIFY2((result).ok(), (result).ok() ? "" : (result).error().toString().c_str())

}  // namespace

class TestTilegym : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void writesAWorkspace() {
    Setting setting;
    const auto summary = setting.run();
    VERIFY_OK(summary);
    QCOMPARE(summary->references, kReferences);
    QCOMPARE(summary->ports, kPorts);
    QCOMPARE(summary->programs, kReferences + 2 * kPorts);
    QCOMPARE(summary->pairs, std::size_t(9));
    QCOMPARE(summary->matched, std::size_t(6));
    QCOMPARE(summary->madeToMatch, std::size_t(6));
    QVERIFY(summary->failures.empty());
    const auto opened = workspace::openWorkspace(setting.out());
    VERIFY_OK(opened);
    std::size_t pairs = 0, unpaired = 0;
    for (const workspace::Operator &op : (*opened)->operators) {
      unpaired += op.unpaired.size();
      for (const workspace::Unpaired &each : op.unpaired) {
        QVERIFY2(!each.reason.empty(), each.name.c_str());
        QVERIFY(fs::is_regular_file(each.files.program) && fs::is_regular_file(*each.files.launch) &&
                fs::is_regular_file(*each.files.source));
      }
      for (const workspace::Variant &variant : op.variants) {
        ++pairs;
        const auto review = workspace::review(op, variant);
        VERIFY_OK(review);
        QVERIFY((*review)->specialisationNote.empty());
        QVERIFY((*review)->reference.source && (*review)->port.source);
      }
    }
    QCOMPARE(pairs, summary->pairs);
    QCOMPARE(unpaired, summary->unpairedPorts + summary->unpairedReferences);
    // What has a partner first.
    QCOMPARE((*opened)->operators.at(0).name, std::string("silu_and_mul"));
    QCOMPARE((*opened)->operators.at(1).name, std::string("softmax"));
  }

  void fullDisk_data() {
    QTest::addColumn<int>("bytes");
    for (const int bytes : {0, 200, 3000, 20'000, 100'000}) QTest::addRow("%d", bytes) << bytes;
  }

  void fullDisk() {
    QFETCH(int, bytes);
    static const auto wanted = [] {
      Setting whole;
      return whole.run().ok() ? filesBelow(whole.out()) : std::map<std::string, std::string>{};
    }();
    QVERIFY(!wanted.empty());
    Setting setting;
    bool complete = false;
    {
      const FullDisk full{rlim_t(bytes)};
      const auto summary = setting.run();
      complete = summary.ok() && summary->failures.empty();
      // It fails for that reason and says so, or there was room for all.
      if (!summary) QVERIFY2(!summary.error().message.empty() && !summary.error().place.file.empty(), summary.error().toString().c_str());
    }
    QCOMPARE(complete, bytes >= 100'000);
    // Nothing half-written is there to be read, not as a workspace and not as a program.
    for (const auto &[name, content] : filesBelow(setting.out())) {
      const auto same = wanted.find(name);
      const bool isOutcome = name == "workspace.json";
      QVERIFY2(same != wanted.end() && (isOutcome || same->second == content), name.c_str());
    }
    if (fs::exists(setting.out() / "workspace.json")) VERIFY_OK(workspace::openWorkspace(setting.out()));
    // With room again it goes on and ends with the very same workspace.
    const auto again = setting.run();
    VERIFY_OK(again);
    QVERIFY(again->failures.empty());
    QVERIFY(filesBelow(setting.out()) == wanted);
  }

  void folderThatTakesNothing() {
    // Not even from root.
    Setting setting;
    const auto store = toolchain::Store::open(setting.folder / "store");
    VERIFY_OK(store);
    const auto summary = importer::importTilegym({.out = "/proc/self/tileport",
                                                  .resources = setting.folder / "resources",
                                                  .folders = {"", setting.folder / "tools", setting.folder / "cache"}},
                                                 setting.frontEnds, *store, setting.log);
    QVERIFY(!summary);
    QVERIFY2(summary.error().toString().find("/proc/self/tileport") != std::string::npos, summary.error().toString().c_str());
    QCOMPARE(setting.asked(), std::size_t(0));
    QVERIFY(!toolchain::Store::open("/proc/self/store"));
  }

  void keepsWhatWasMade() {
    Setting setting;
    VERIFY_OK(setting.run());
    QCOMPARE(setting.asked(), kReferences + 2 * kPorts);
    const std::string manifest = test::contentOf(setting.out() / "workspace.json");
    const auto again = setting.run();
    VERIFY_OK(again);
    QCOMPARE(again->fromStore, again->programs);
    QCOMPARE(setting.asked(), std::size_t(0));
    QCOMPARE(test::contentOf(setting.out() / "workspace.json"), manifest);
  }

  void oneFailureCostsItself() {
    const std::string id = someReference();
    for (const char *how : {"fail", "garbage"}) {
      Setting each;
      qputenv("FAKE_DO", ("{\"" + id + "\": \"" + how + "\"}").c_str());
      const auto summary = each.run();
      VERIFY_OK(summary);
      QCOMPARE(summary->failures.size(), std::size_t(1));
      QVERIFY(summary->failures[0].subject.find("softmax") != std::string::npos);
      QCOMPARE(summary->references, kReferences - 1);
      const std::string manifest = test::contentOf(each.out() / "workspace.json");
      QVERIFY(manifest.find(id.substr(id.find('/') + 1) + ".tileirbc") == std::string::npos);
    }
  }

  /// A reference that several ports share is left once when all of them fail, and not at all when one is there.
  void sharedReference() {
    const std::string shared[] = {"silu_and_mul/silu_and_mul_kernel.f16-h4096", "silu_and_mul/silu_and_mul_kernel.f16-b4096-h4096"};
    for (const std::size_t failing : {1, 2}) {
      Setting setting;
      std::string what = "{\"" + shared[0] + "\": \"fail\"";
      if (failing == 2) what += ", \"" + shared[1] + "\": \"fail\"";
      qputenv("FAKE_DO", (what + "}").c_str());
      const auto summary = setting.run();
      VERIFY_OK(summary);
      QCOMPARE(summary->pairs, std::size_t(9 - failing));
      const auto opened = workspace::openWorkspace(setting.out());
      VERIFY_OK(opened);
      const auto &unpaired = (*opened)->operators.at(0).unpaired;
      const auto isLeft = [](const workspace::Unpaired &each) { return each.reason == "its partner could not be exported"; };
      QCOMPARE(static_cast<std::size_t>(std::count_if(unpaired.begin(), unpaired.end(), isLeft)), failing - 1);
    }
  }

  /// A driver that dies: no programs of what it had not come to, the other front end's are there.
  void deadDriver() {
    const std::string id = someReference();
    Setting setting;
    qputenv("FAKE_DO", ("{\"" + id + "\": \"die\"}").c_str());
    const auto summary = setting.run();
    VERIFY_OK(summary);
    QVERIFY(!summary->failures.empty());
    QCOMPARE(summary->ports, kPorts);
    qputenv("FAKE_DO", "");
    const auto again = setting.run();
    VERIFY_OK(again);
    QVERIFY(again->failures.empty());
    QVERIFY(again->fromStore > 0 && again->fromStore < again->programs);
  }

  /// The workspace that was there stays until the new one is whole; nothing is asked for twice.
  void interrupted() {
    Setting setting;
    VERIFY_OK(setting.run());
    const std::string manifest = test::contentOf(setting.out() / "workspace.json");
    fs::remove_all(setting.folder / "store");
    const auto cancelled = setting.run([&](const importer::ImportProgress &progress) {
      if (progress.what == "references" && progress.done > 2) setting.cancel.cancel();
    });
    QVERIFY(!cancelled.ok());
    QCOMPARE(cancelled.error().kind, ErrorKind::Cancelled);
    QCOMPARE(test::contentOf(setting.out() / "workspace.json"), manifest);
    setting.cancel = CancelSource();
    const auto again = setting.run();
    VERIFY_OK(again);
    QVERIFY(again->fromStore > 0);
    QVERIFY(again->failures.empty());
  }

  void twoAtOnce() {
    Setting setting;
    Result<importer::ImportSummary> other = importer::ImportSummary{};
    std::thread second([&] { other = setting.run(); });
    const auto one = setting.run();
    second.join();
    VERIFY_OK(one);
    VERIFY_OK(other);
    QCOMPARE(one->pairs, other->pairs);
    VERIFY_OK(workspace::openWorkspace(setting.out()));
  }

  void refusesFoldersOfOthers() {
    Setting setting;
    write(setting.out() / "thesis.tex", "years of work");
    const auto summary = setting.run();
    QVERIFY(!summary.ok());
    QVERIFY2(summary.error().toString().find("no import has made") != std::string::npos, summary.error().toString().c_str());
    QCOMPARE(test::filesIn(setting.out(), ".tileirbc").size(), std::size_t(0));
  }

  void namesWhatIsMissing_data() {
    QTest::addColumn<QString>("removed");
    QTest::addColumn<QString>("said");
    QTest::newRow("launches") << "resources/tilegym/tilegym-reference-launches.jsonl" << "tilegym-reference-launches.jsonl";
    QTest::newRow("rules") << "resources/tilegym/pairing.json" << "pairing.json";
    QTest::newRow("package") << "tools/lib/python3.11/site-packages/tilegym" << "TileGym is not installed";
    QTest::newRow("tools") << "tools" << "TileGym is not installed";
    QTest::newRow("source") << "tools/lib/python3.11/site-packages/tilegym/ops/cutile/softmax.py" << "softmax.py";
  }
  void namesWhatIsMissing() {
    QFETCH(QString, removed);
    QFETCH(QString, said);
    Setting setting;
    fs::remove_all(setting.folder / removed.toStdString());
    const auto summary = setting.run();
    QVERIFY(!summary.ok());
    QVERIFY2(QString::fromStdString(summary.error().toString()).contains(said), summary.error().toString().c_str());
    QVERIFY(!fs::exists(setting.out() / "workspace.json"));
  }

  void withoutPlugins() {
    Setting setting;
    setting.frontEnds = {};
    const auto summary = setting.run();
    QVERIFY(!summary.ok());
    QVERIFY(summary.error().toString().find("plugin") != std::string::npos);
  }
};

QTEST_APPLESS_MAIN(TestTilegym)
#include "tst_tilegym.moc"
