// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "toolchain/tileiras_answer.h"

#include <signal.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <system_error>

#include "toolchain/machine.h"

namespace tileport::toolchain {

namespace fs = std::filesystem;
using evidence::Compilation;
using plugin::ProcessAnswer;
using plugin::ProcessEnd;

namespace {

/// Those by which a program ends itself when something in it is wrong. The others come from outside.
constexpr std::array kCrashes{SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS};

bool isCrash(int signal) { return std::find(kCrashes.begin(), kCrashes.end(), signal) != kCrashes.end(); }

bool isOfTheMachine(std::string_view printed) {
  constexpr std::array<std::string_view, 5> kSigns{"No space left on device", "bad_alloc", "out of memory", "Cannot allocate memory",
                                                   "Disk quota exceeded"};
  return std::any_of(kSigns.begin(), kSigns.end(), [&](std::string_view sign) { return printed.find(sign) != std::string_view::npos; });
}

std::string lastOf(std::string_view text) {
  if (text.size() > Compilation::kMostOutput) text.remove_prefix(text.size() - Compilation::kMostOutput);
  return std::string(text);
}

template <class Take>
void eachLine(std::string_view text, Take &&take) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
    while (!line.empty() && line.front() == ' ') line.remove_prefix(1);
    if (!line.empty() && !take(line)) return;
  }
}

/// The first line that says "error", else the first; empty: it said nothing.
std::string messageOf(std::string_view printed) {
  constexpr std::size_t kLongest = 300;
  std::string_view first, error;
  eachLine(printed, [&](std::string_view line) {
    if (first.empty()) first = line;
    if (const std::size_t at = line.find("error: "); at != std::string_view::npos) error = line.substr(at + 7);
    return error.empty();
  });
  std::string_view message = error.empty() ? first : error;
  return std::string(message.substr(0, kLongest)) + (message.size() > kLongest ? "..." : "");
}

/// A shell that stands for tileiras says so of a signal.
int signalOf(const ProcessAnswer &answer) {
  if (answer.end == ProcessEnd::Signalled) return answer.signal;
  const int signal = answer.exitCode - 128;
  return isCrash(signal) ? signal : 0;
}

}  // namespace

Compilation compilationOf(const ProcessAnswer &answer, const plugin::ProcessLimits &limits, bool hasCubin) {
  Compilation compilation;
  const std::string printed = answer.output + answer.errors;
  compilation.output = lastOf(printed);
  compilation.took = answer.took;
  compilation.how = answer.describe(limits);
  const bool exited = answer.end == ProcessEnd::Exited;
  const int signal = signalOf(answer);
  if (answer.succeeded() && hasCubin) {
    compilation.end = Compilation::End::Compiled;
    compilation.how = "compiled";
  } else if (!exited && answer.end != ProcessEnd::Signalled) {
    compilation.end = Compilation::End::Unfinished;
  } else if (isOfTheMachine(printed) || (signal != 0 && !isCrash(signal))) {
    compilation.how += ", which is the machine's doing" + (printed.empty() ? std::string() : ": " + messageOf(printed));
  } else if (signal != 0) {
    compilation.end = Compilation::End::Crashed;
    compilation.signal = signal;
    const char *name = ::strsignal(signal);
    compilation.how = "crashed: signal " + std::to_string(signal) + (name ? " (" + std::string(name) + ")" : "");
  } else if (answer.succeeded()) {
    compilation.how = "says that it compiled and wrote no cubin";
  } else {
    compilation.end = Compilation::End::Refused;
    compilation.exitCode = answer.exitCode;
    const std::string message = messageOf(printed);
    compilation.how =
        "refused: " + (message.empty() ? "it does not say why" : message) + " (exit code " + std::to_string(answer.exitCode) + ")";
  }
  return compilation;
}

std::string versionOfTileiras(std::string_view text) {
  const std::string_view release = cudaRelease(text);
  if (release.empty()) return {};
  const std::string mark = "V" + std::string(release);
  const std::size_t at = text.find(mark);
  if (at == std::string_view::npos) return std::string(release);
  const std::string_view rest = text.substr(at + 1);
  return std::string(rest.substr(0, rest.find_first_not_of("0123456789.")));
}

std::vector<std::string> gpusOfHelp(std::string_view help) {
  std::vector<std::string> gpus;
  eachLine(help, [&](std::string_view line) {
    if (line.starts_with("=sm_")) gpus.emplace_back(line.substr(1, line.find(' ') - 1));
    return true;
  });
  return gpus;
}

std::vector<std::string> versionsOfList(std::string_view list) {
  std::vector<std::string> versions;
  eachLine(list, [&](std::string_view line) {
    if (line.find('.') != std::string_view::npos && line.find_first_not_of("0123456789.") == std::string_view::npos)
      versions.emplace_back(line);
    return true;
  });
  return versions;
}

fs::path libnvvmBelow(const fs::path &toolkit) {
  std::error_code failed;
  for (const char *folder : {"nvvm/lib64", "nvvm/lib", "lib64", "lib"}) {
    for (fs::directory_iterator each(toolkit / folder, failed), end; !failed && each != end; each.increment(failed))
      if (each->path().filename().string().starts_with("libnvvm.so")) return each->path();
    failed.clear();
  }
  return {};
}

}  // namespace tileport::toolchain
