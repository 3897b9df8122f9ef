// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// compare_roundtrip 13.4=TILEIRDISASM [13.5=TILEIRDISASM] FOLDER...: reads every .tileirbc of the folders, writes it as every
// version that can hold it and that a tool reads, and lets the tools print both, with and without locations: equal byte for
// byte. The tools stand in the order of the newest versions that they read; two run at once. Exit 1 when something differs.
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "support/round_trip.h"
#include "tests/support/files.h"
#include "tileir/bytecode_reader.h"
#include "tileir/bytecode_writer.h"

namespace fs = std::filesystem;
using namespace tileport;

namespace {

struct Tool {
  tileir::Version newest;
  std::string path;
};

/// What a tool prints, without and with locations, as hashes: thousands of texts are only compared.
struct Texts {
  std::size_t plain = 0;
  std::size_t located = 0;
  bool good = false;
  bool operator==(const Texts &) const = default;
};

std::string quoted(const std::string &argument) {
  std::string text = "'";
  for (const char c : argument) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

class Disassembler {
 public:
  explicit Disassembler(std::vector<Tool> tools) : tools_(std::move(tools)) {}

  bool reads(tileir::Version version) const { return version <= tools_.back().newest; }

  /// Of a file of this version, with these bytes, by the first tool that reads it. Equal bytes are printed once.
  Texts print(tileir::Version version, const fs::path &file, const std::string &bytes) {
    const std::size_t key = std::hash<std::string>()(bytes);
    {
      const std::lock_guard lock(mutex_);
      if (const auto known = known_.find(key); known != known_.end()) return known->second;
    }
    Texts texts;
    texts.plain = std::hash<std::string>()(run(version, file, false, texts.good));
    if (texts.good) texts.located = std::hash<std::string>()(run(version, file, true, texts.good));
    const std::lock_guard lock(mutex_);
    known_.emplace(key, texts);
    return texts;
  }

  // 13.4.92 crashes over fnv8E5M3FNU numbers from 2 on; then the next tool is asked.
  std::string run(tileir::Version version, const fs::path &file, bool locations, bool &good) const {
    std::string text;
    good = false;
    for (const Tool &tool : tools_) {
      if (version <= tool.newest && !good) text = run(tool, file, locations, good);
    }
    return text;
  }

 private:
  static std::string run(const Tool &tool, const fs::path &file, bool locations, bool &good) {
    const std::string command = quoted(tool.path) + (locations ? " -g " : " ") + quoted(file.string()) + " 2>&1";
    std::string text;
    FILE *pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) return text;
    char buffer[65536];
    while (const std::size_t size = std::fread(buffer, 1, sizeof buffer, pipe)) text.append(buffer, size);
    good = pclose(pipe) == 0;
    return text;
  }

  std::vector<Tool> tools_;
  std::mutex mutex_;
  std::map<std::size_t, Texts> known_;
};

class RoundTrips {
 public:
  RoundTrips(Disassembler &disassembler, fs::path scratch) : disassembler_(disassembler), scratch_(std::move(scratch)) {}

  void check(const fs::path &path, unsigned worker) {
    const std::string original = test::contentOf(path);
    const auto program = tileir::readBytecode(std::as_bytes(std::span(original)), path.string());
    if (!program) return fail(program.error().toString());
    const tileir::Version own = (*program)->version();
    if (!disassembler_.reads(own)) return fail(path.string() + ": no tool reads " + test::toString(own));
    const Texts expected = disassembler_.print(own, path, original);
    if (!expected.good) return fail(path.string() + ": the tool does not read it");
    ++programs;
    for (const tileir::Version version : test::allVersions()) {
      if (!disassembler_.reads(version) || !test::canHold(**program, version)) continue;
      const auto bytes = tileir::writeBytecode(**program, version);
      if (!bytes) {
        fail(path.string() + ": " + bytes.error().toString());
        continue;
      }
      const fs::path written = scratch_ / (std::to_string(worker) + ".tileirbc");
      std::ofstream(written, std::ios::binary) << *bytes;
      ++files[version.minor - 1];
      if (disassembler_.print(version, written, *bytes) != expected) explain(path, own, written, version);
    }
  }

  std::atomic<unsigned> programs = 0;
  std::atomic<unsigned> files[5] = {};
  std::atomic<unsigned> failures = 0;

 private:
  void fail(const std::string &message) {
    ++failures;
    const std::lock_guard lock(output_);
    std::printf("%s\n", message.c_str());
  }

  void explain(const fs::path &path, tileir::Version own, const fs::path &written, tileir::Version version) {
    fail(path.string() + ": differs as " + test::toString(version));
    bool good = false;
    for (const bool locations : {false, true}) {
      const std::string expected = disassembler_.run(own, path, locations, good);
      const std::string printed = disassembler_.run(version, written, locations, good);
      if (expected == printed) continue;
      const std::lock_guard lock(output_);
      std::printf("  %s\n", test::firstDifference(printed, expected).c_str());
      return;
    }
  }

  Disassembler &disassembler_;
  fs::path scratch_;
  std::mutex output_;
};

std::vector<fs::path> programsIn(const std::vector<fs::path> &folders) {
  std::vector<fs::path> paths;
  for (const fs::path &folder : folders) {
    const std::vector<fs::path> files = test::filesIn(folder, ".tileirbc");
    paths.insert(paths.end(), files.begin(), files.end());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace

int main(int count, char **arguments) {
  std::vector<Tool> tools;
  std::vector<fs::path> folders;
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    if (argument.starts_with("13.") && argument.size() > 5 && argument[4] == '=') {
      tools.push_back({{13, static_cast<std::uint8_t>(argument[3] - '0')}, argument.substr(5)});
    } else {
      folders.emplace_back(argument);
    }
  }
  std::string scratch = (fs::temp_directory_path() / "roundtrip-XXXXXX").string();
  if (tools.empty() || folders.empty() || mkdtemp(scratch.data()) == nullptr) {
    std::printf("usage: compare_roundtrip 13.4=TILEIRDISASM [13.5=TILEIRDISASM] FOLDER...\n");
    return 2;
  }
  Disassembler disassembler(tools);
  RoundTrips trips(disassembler, scratch);
  const std::vector<fs::path> paths = programsIn(folders);
  std::atomic<std::size_t> next = 0;
  std::vector<std::jthread> workers;
  for (unsigned worker = 0; worker < 2; ++worker) {
    workers.emplace_back([&, worker] {
      for (std::size_t i = next++; i < paths.size(); i = next++) trips.check(paths[i], worker);
    });
  }
  workers.clear();
  fs::remove_all(scratch);
  unsigned files = 0;
  for (std::size_t i = 0; i < 5; ++i) {
    std::printf("as 13.%zu: %u\n", i + 1, trips.files[i].load());
    files += trips.files[i];
  }
  const unsigned failures = trips.failures;
  std::printf("round trip: %u programs, %u files at 13.1..%s, %s\n", trips.programs.load(), files,
              test::toString(tools.back().newest).c_str(), failures == 0 ? "all equal" : (std::to_string(failures) + " failed").c_str());
  return failures == 0 && files != 0 ? 0 : 1;
}
