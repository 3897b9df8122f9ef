// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <thread>

#include "oracle/labels/table.h"

/// Labels mutants by running them beside their base.
namespace {

using namespace tileport;
using namespace tileport::oracle::labels;

constexpr const char *kUsage =
    R"(usage: label_mutants SOURCES [--out FILE | --check FILE] [--seeds N] [--trials N] [--threads N] [--sample N]
                     [--verbose] [PROGRAM...]

Makes mutants of the programs (all, or those named) by every edit that gives another program and by every equivalent rewrite, runs each
beside its base and says what it is: tests/cases/mutants/README.md. SOURCES is the folder of Tileport's sources.

--out FILE      writes the table; otherwise it is printed
--check FILE    makes every N-th row of the table again (--sample, 1) and compares the label
--seeds N       mutants of a program and an edit at most (2)
--trials N      launches of a program at most on which it is defined, and as many on which it is not (24); fewer of large programs
--threads N     (2)
--verbose       tells of each program how long it took

Exit codes: 0 done; 1 an equivalent rewrite is not equal, or a row differs; 2 wrong use, or something cannot be read.
)";

struct Options {
  std::string sources, out, check;
  std::size_t seeds = 2, trials = 24, threads = 2, sample = 1;
  bool verbose = false;
  std::vector<std::string> programs;
};

bool parse(int argc, char **argv, Options &options) {
  const std::map<std::string, std::size_t *> numbers{
      {"--seeds", &options.seeds}, {"--trials", &options.trials}, {"--threads", &options.threads}, {"--sample", &options.sample}};
  const std::map<std::string, std::string *> texts{{"--out", &options.out}, {"--check", &options.check}};
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (const auto at = numbers.find(argument); at != numbers.end() && i + 1 < argc) *at->second = std::strtoull(argv[++i], nullptr, 10);
    else if (const auto text = texts.find(argument); text != texts.end() && i + 1 < argc) *text->second = argv[++i];
    else if (argument == "--verbose") options.verbose = true;
    else if (argument.starts_with("--")) return false;
    else if (options.sources.empty()) options.sources = argument;
    else options.programs.push_back(argument);
  }
  return !options.sources.empty() && options.threads > 0 && options.sample > 0;
}

/// The mutants of one program that are wanted: all, or those of some rows.
using Wanted = std::set<std::pair<std::string, std::uint64_t>>;

std::vector<Row> labelProgram(const Member &member, const Options &options, const Wanted *wanted) {
  const Trials trials = trialsOf(member, options.trials);
  std::vector<Row> rows;
  if (trials.sound.empty()) {
    std::fprintf(stderr, "%s: left out, no launch within the budget on which it is defined\n", member.name.c_str());
    return rows;
  }
  for (const mutate::Edit *edit : labelledEdits()) {
    std::set<std::string> seen;
    for (std::uint64_t seed = 0; seed < options.seeds; ++seed) {
      if (wanted && !wanted->contains({std::string(edit->name), seed})) continue;
      const auto edited = edit->apply(*member.program, seed);
      if (!edited || !seen.insert(edited->program->listing().text).second) continue;
      Verdict verdict = judge(*edit, *member.program, *edited->program, trials);
      rows.push_back({member.name, std::string(edit->name), seed, verdict.label, std::move(verdict.evidence)});
    }
  }
  return rows;
}

std::vector<Row> labelAll(const Options &options, const std::vector<std::string> &names, const std::map<std::string, Wanted> &wanted,
                          std::atomic<bool> &failed) {
  std::vector<std::vector<Row>> parts(names.size());
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < names.size(); i = next++) {
      const auto begin = std::chrono::steady_clock::now();
      const auto member = readMember(options.sources, names[i]);
      if (!member) {
        std::fprintf(stderr, "%s\n", member.error().toString().c_str());
        failed = true;
        continue;
      }
      const auto of = wanted.find(names[i]);
      parts[i] = labelProgram(*member, options, of == wanted.end() ? nullptr : &of->second);
      const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      if (options.verbose) std::fprintf(stderr, "%s: %zu mutants, %.1f s\n", names[i].c_str(), parts[i].size(), seconds);
    }
  };
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < options.threads; ++i) threads.emplace_back(work);
  for (std::thread &thread : threads) thread.join();
  std::vector<Row> rows;
  for (auto &part : parts) rows.insert(rows.end(), std::make_move_iterator(part.begin()), std::make_move_iterator(part.end()));
  return rows;
}

/// How many of each label; false when an equivalent rewrite is not equal.
bool report(const std::vector<Row> &rows, double seconds) {
  std::map<std::string, std::size_t> counts;
  std::set<std::string> programs;
  bool equal = true;
  for (const Row &row : rows) {
    ++counts[std::string(toText(row.label))];
    programs.insert(row.program);
    if (editNamed(row.edit)->meaning != mutate::Meaning::Equivalent || row.label == Label::Equal) continue;
    equal = false;
    std::fprintf(stderr, "not equal: %s, %s, seed %llu: %s: %s\n", row.program.c_str(), row.edit.c_str(),
                 static_cast<unsigned long long>(row.seed), std::string(toText(row.label)).c_str(), row.evidence.c_str());
  }
  std::fprintf(stderr, "%zu mutants of %zu programs in %.0f s:", rows.size(), programs.size(), seconds);
  for (const auto &[label, count] : counts) std::fprintf(stderr, " %zu %s", count, label.c_str());
  std::fprintf(stderr, "\n");
  return equal;
}

int check(const Options &options) {
  const auto table = readTable(options.check);
  if (!table) {
    std::fprintf(stderr, "%s\n", table.error().toString().c_str());
    return 2;
  }
  std::map<std::string, Wanted> wanted;
  std::map<std::tuple<std::string, std::string, std::uint64_t>, Label> labels;
  for (std::size_t i = 0; i < table->size(); i += options.sample) {
    const Row &row = (*table)[i];
    wanted[row.program].insert({row.edit, row.seed});
    labels[{row.program, row.edit, row.seed}] = row.label;
  }
  std::vector<std::string> names;
  for (const auto &[name, mutants] : wanted) names.push_back(name);
  std::atomic<bool> failed{false};
  const auto rows = labelAll(options, names, wanted, failed);
  std::size_t different = rows.size() == labels.size() ? 0 : 1;
  if (different > 0) std::fprintf(stderr, "%zu rows of the table, %zu mutants\n", labels.size(), rows.size());
  for (const Row &row : rows)
    if (const auto at = labels.find({row.program, row.edit, row.seed}); at == labels.end() || at->second != row.label) {
      std::fprintf(stderr, "%s, %s, seed %llu is %s: %s\n", row.program.c_str(), row.edit.c_str(),
                   static_cast<unsigned long long>(row.seed), std::string(toText(row.label)).c_str(), row.evidence.c_str());
      ++different;
    }
  std::fprintf(stderr, "%zu rows made again, %zu different\n", rows.size(), different);
  return failed ? 2 : different > 0 ? 1 : 0;
}

}  // namespace

int main(int argc, char **argv) {
  Options options;
  if (!parse(argc, argv, options)) {
    std::fputs(kUsage, stderr);
    return 2;
  }
  if (!options.check.empty()) return check(options);
  const auto begin = std::chrono::steady_clock::now();
  std::atomic<bool> failed{false};
  const auto rows = labelAll(options, options.programs.empty() ? memberNames(options.sources) : options.programs, {}, failed);
  const bool equal = report(rows, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  const std::string text = tableText(rows);
  if (options.out.empty()) std::fputs(text.c_str(), stdout);
  else if (std::ofstream file(options.out, std::ios::binary); !(file << text)) failed = true;
  return failed ? 2 : equal ? 0 : 1;
}
