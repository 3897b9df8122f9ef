// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bench_size [--ops N] [--write FOLDER] [SHAPE ...]: what a program costs to read from bytes in memory and to align against
// itself with 1 % of its ops edited, for each shape, at 1,000, 10,000 ... N (100,000) ops. Reading is measured once and cold;
// aligning is the median of 3 times, of more for small programs, whose first time is mostly that of waking up. Times are of
// the processor, so that other work on the machine does not count; the elapsed time stands beside them. The last rows align
// two programs that have nothing in common, and cancel that at a tenth of its time. The pairs are written as
// FOLDER/SHAPE-OPS.tileirbc and FOLDER/SHAPE-OPS-port.tileirbc.
#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "align/side_by_side.h"
#include "bench/shapes.h"
#include "mutate/synthetic.h"
#include "tileir/bytecode_reader.h"
#include "tileir/bytecode_writer.h"

using namespace tileport;

namespace {

class Stopwatch {
 public:
  double processor() const { return (processorNow() - processor_) * 1000; }
  double elapsed() const { return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  static double processorNow() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }
  double processor_ = processorNow();
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// From here on peakMiB() speaks of what comes, and of what is held now.
void resetPeak() {
  malloc_trim(0);
  std::ofstream("/proc/self/clear_refs") << "5";
}

double peakMiB() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return std::strtod(line.c_str() + 6, nullptr) / 1024;
  return 0;
}

void printHead() {
  std::printf("%-10s %8s %9s %9s %10s %10s %16s %9s %9s %12s %6s %10s\n", "shape", "ops", "read ms", "peak MiB", "align ms", "elapsed",
              "ms / n log2 n", "rows ms", "paired", "divergences", "links", "peak MiB");
}

std::string writeFolder;

void writeFile(const std::string &name, const std::string &bytes) {
  if (writeFolder.empty()) return;
  std::ofstream(writeFolder + "/" + name + ".tileirbc", std::ios::binary) << bytes;
}

struct Reading {
  tileir::ProgramPtr program;
  double processor = 0, peak = 0;
};

/// The program as it is read from its bytes.
Reading readBack(const std::string &name, const tileir::ProgramPtr &made) {
  auto bytes = tileir::writeBytecode(*made, made->version());
  if (!bytes) {
    std::fprintf(stderr, "%s\n", bytes.error().toString().c_str());
    std::exit(3);
  }
  writeFile(name, *bytes);
  resetPeak();
  const Stopwatch reading;
  auto program = tileir::readBytecode(std::as_bytes(std::span(*bytes)), name);
  Reading result{program ? *program : nullptr, reading.processor(), peakMiB()};
  if (!program) {
    std::fprintf(stderr, "%s\n", program.error().toString().c_str());
    std::exit(3);
  }
  return result;
}

struct Aligning {
  align::AlignmentPtr alignment;
  double processor = 0, elapsed = 0;
};

/// Medians. No alignment when there is none.
Aligning alignOften(const tileir::ProgramPtr &reference, const tileir::ProgramPtr &port) {
  const std::size_t times = std::clamp<std::size_t>(50'000 / reference->opCount(), 3, 25);
  std::vector<double> processor, elapsed;
  Aligning result;
  for (std::size_t i = 0; i < times; ++i) {
    const Stopwatch aligning;
    auto alignment = align::align(reference, port);
    processor.push_back(aligning.processor());
    elapsed.push_back(aligning.elapsed());
    if (!alignment) return {};
    result.alignment = *alignment;
  }
  const auto median = [](std::vector<double> &list) {
    std::nth_element(list.begin(), list.begin() + list.size() / 2, list.end());
    return list[list.size() / 2];
  };
  result.processor = median(processor);
  result.elapsed = median(elapsed);
  return result;
}

void measure(const std::string &name, std::size_t ops, tileir::ProgramPtr made, tileir::ProgramPtr edited) {
  const std::string file = name + "-" + std::to_string(ops);
  const auto [port, portMs, portPeak] = readBack(file + "-port", edited);
  edited.reset();
  const auto [reference, readMs, readPeak] = readBack(file, made);
  made.reset();
  resetPeak();
  const Aligning aligning = alignOften(reference, port);
  if (!aligning.alignment) return;
  const double n = static_cast<double>(reference->opCount());
  const Stopwatch laying;
  const align::SideBySide rows = align::sideBySide(*aligning.alignment);
  const double laid = laying.processor();
  std::printf("%-10s %8zu %9.1f %9.0f %10.1f %10.1f %16.8f %9.1f %9zu %12zu %6zu %10.0f%s\n", name.c_str(), reference->opCount(), readMs,
              readPeak, aligning.processor, aligning.elapsed, aligning.processor / (n * std::log2(n)), laid,
              aligning.alignment->pairs.size(), aligning.alignment->divergences.size(), rows.links.size(), peakMiB(),
              aligning.alignment->undecided ? ("  undecided: " + aligning.alignment->undecidedWhy).c_str() : "");
  std::fflush(stdout);
}

void measureUnlike(std::size_t ops) {
  const auto reference = mutate::synthetic(ops, 1), port = mutate::synthetic(ops, 2);
  const Stopwatch whole;
  measure("unlike", ops, reference, port);
  CancelSource source;
  double waited = 0;
  std::thread work([&] { (void)align::align(reference, port, {}, source.token()); });
  std::this_thread::sleep_for(std::chrono::milliseconds(static_cast<int>(whole.elapsed() / 10)));
  const Stopwatch cancelling;
  source.cancel();
  work.join();
  waited = cancelling.elapsed();
  std::printf("%-10s %8zu ended %.1f ms after it was cancelled\n", "cancelled", ops, waited);
}

}  // namespace

int main(int argc, char **argv) {
  std::size_t most = 100'000;
  std::vector<std::string> names;
  for (int i = 1; i < argc; ++i) {
    if (const std::string argument = argv[i]; argument == "--ops" && i + 1 < argc) most = std::strtoul(argv[++i], nullptr, 10);
    else if (argument == "--write" && i + 1 < argc) writeFolder = argv[++i];
    else names.push_back(argument);
  }
  const auto wanted = [&](std::string_view name) { return names.empty() || std::find(names.begin(), names.end(), name) != names.end(); };
  printHead();
  const auto sizes = [&](auto measureAt) {
    for (std::size_t ops = 1'000; ops <= most; ops *= 10) measureAt(ops);
  };
  if (wanted("synthetic"))
    sizes([](std::size_t ops) {
      const auto reference = mutate::synthetic(ops, 1);
      measure("synthetic", ops, reference, mutate::editPercent(reference, 1, 2));
    });
  for (const bench::Shape shape : bench::allShapes())
    if (wanted(bench::nameOf(shape)))
      sizes([shape](std::size_t ops) {
        measure(std::string(bench::nameOf(shape)), ops, bench::shaped(shape, ops), bench::shaped(shape, ops, 0.01));
      });
  if (wanted("unlike")) measureUnlike(std::min<std::size_t>(most, 20'000));
  return 0;
}
