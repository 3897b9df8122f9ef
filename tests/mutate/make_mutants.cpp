// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "mutate/edits.h"
#include "mutate/random.h"
#include "mutate/synthetic.h"
#include "tileir/bytecode_reader.h"
#include "tileir/bytecode_writer.h"

/// make_mutants OUT [--seed S] [--count N] PROGRAMS...: N valid, N equivalent and N invalid mutants of the programs as bytecode, each with
/// a .txt that says where it comes from (README.md).
using namespace tileport;
using namespace tileport::tileir;
namespace fs = std::filesystem;

namespace {

struct Base {
  std::string name;
  ProgramPtr program;
};

int usage() {
  std::fputs(
      "usage: make_mutants OUT [--seed S] [--count N] PROGRAMS...\n"
      "  writes OUT/valid, OUT/equivalent and OUT/invalid/*.tileirbc, at most N of each (default 200), a .txt beside each\n"
      "  PROGRAMS: bytecode files, or synthetic:SIZE:SEED\n",
      stderr);
  return 2;
}

std::optional<Base> read(const std::string &argument) {
  if (argument.starts_with("synthetic:")) {
    char *end = nullptr;
    const auto size = std::strtoull(argument.c_str() + 10, &end, 10);
    const auto seed = *end == ':' ? std::strtoull(end + 1, nullptr, 10) : 1;
    return Base{"synthetic-" + std::to_string(size) + "-" + std::to_string(seed), mutate::synthetic(size, seed)};
  }
  auto program = readBytecodeFile(argument);
  if (!program.ok()) {
    std::fprintf(stderr, "%s\n", program.error().toString().c_str());
    return std::nullopt;
  }
  return Base{fs::path(argument).stem().string(), *program};
}

bool write(const fs::path &folder, const std::string &stem, const Base &base, const mutate::Edit &edit, std::uint64_t seed,
           const mutate::Edited &edited) {
  const auto bytes = writeBytecode(*edited.program, edited.program->version());
  if (!bytes.ok()) {
    std::fprintf(stderr, "%s, %s: %s\n", base.name.c_str(), std::string(edit.name).c_str(), bytes.error().toString().c_str());
    return false;
  }
  std::ofstream(folder / (stem + ".tileirbc"), std::ios::binary) << *bytes;
  const char *meaning = edit.meaning == mutate::Meaning::Same         ? "same"
                        : edit.meaning == mutate::Meaning::Equivalent ? "equivalent"
                        : edit.meaning == mutate::Meaning::Different  ? "different"
                                                                      : "invalid";
  std::ofstream(folder / (stem + ".txt")) << "base: " << base.name << "\nedit: " << edit.name << "\nmeaning: " << meaning
                                          << "\nseed: " << seed << "\nwhat: " << edited.what << "\n";
  return true;
}

/// Each edit in turn on programs in an order that the seed gives, until there are enough.
std::size_t writeAll(const fs::path &folder, std::span<const mutate::Edit> edits, std::vector<Base> bases, std::uint64_t seed,
                     std::size_t count) {
  fs::create_directories(folder);
  mutate::Random random(seed);
  std::size_t written = 0;
  for (std::size_t round = 0; round < bases.size() && written < count; ++round) {
    for (const mutate::Edit &edit : edits) {
      if (written == count) break;
      random.shuffle(bases);
      for (const Base &base : bases) {
        const std::uint64_t own = random.next() % 1'000'000;
        const auto edited = edit.apply(*base.program, own);
        if (!edited) continue;
        char number[16];
        std::snprintf(number, sizeof number, "%05zu-", written);
        if (write(folder, number + std::string(edit.name), base, edit, own, *edited)) ++written;
        break;
      }
    }
  }
  return written;
}

}  // namespace

int main(int argc, char **argv) {
  std::string out;
  std::uint64_t seed = 1, count = 200;
  std::vector<Base> bases;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if ((argument == "--seed" || argument == "--count") && i + 1 < argc)
      (argument == "--seed" ? seed : count) = std::strtoull(argv[++i], nullptr, 10);
    else if (argument.starts_with("--")) return usage();
    else if (out.empty()) out = argument;
    else if (auto base = read(argument)) bases.push_back(std::move(*base));
    else return 1;
  }
  if (out.empty() || bases.empty()) return usage();
  const std::size_t valid = writeAll(fs::path(out) / "valid", mutate::validEdits(), bases, seed, count);
  const std::size_t equivalent = writeAll(fs::path(out) / "equivalent", mutate::equivalentEdits(), bases, seed, count);
  const std::size_t invalid = writeAll(fs::path(out) / "invalid", mutate::invalidEdits(), bases, seed, count);
  std::printf("%zu valid, %zu equivalent, %zu invalid\n", valid, equivalent, invalid);
  return 0;
}
