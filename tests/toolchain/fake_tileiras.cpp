// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tileiras as the real one is on a bad day: FAKE_TILEIRAS_DO says what it does with programs that have the bytes of FAKE_TILEIRAS_ON
// in them; all others, and the probe unless that says otherwise, it compiles.
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

namespace {

std::string variable(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

std::string contentOf(const std::string &path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

[[noreturn]] void hang() {
  for (;;) ::pause();
}

[[noreturn]] void flood() {
  const std::string text(65536, 'x');
  for (;;)
    if (::write(STDOUT_FILENO, text.data(), text.size()) < 0) ::_exit(9);
}

/// As ptxas, which outlives tileiras: it holds the named pipe that the test reads for as long as it lives.
void leaveChild() {
  std::ofstream pipe(variable("FAKE_TILEIRAS_PIPE"));
  ::signal(SIGTERM, SIG_IGN);
  if (::fork() == 0) hang();
  pipe << 'x' << std::flush;
}

[[noreturn]] void refuse(const char *why) {
  std::cerr << "warning: of no weight\nerror: " << why << "\n";
  std::exit(5);
}

/// Only the first time: the file says that there was one.
void crashOnce() {
  const std::string file = variable("FAKE_TILEIRAS_FILE");
  if (!contentOf(file).empty()) return;
  std::ofstream(file) << "once";
  std::abort();
}

struct Call {
  std::string program, cubin, remarks, gpu;
};

Call callOf(const std::vector<std::string> &words) {
  Call call;
  for (std::size_t i = 0; i < words.size(); ++i) {
    constexpr std::string_view kRemarks = "--remarks-output-file=";
    if (words[i] == "-o" && i + 1 < words.size()) call.cubin = words[++i];
    else if (words[i] == "--gpu-name" && i + 1 < words.size()) call.gpu = words[++i];
    else if (words[i].starts_with(kRemarks)) call.remarks = words[i].substr(kRemarks.size());
    else if (!words[i].starts_with('-')) call.program = words[i];
  }
  return call;
}

int compile(const Call &call) {
  const std::string bytes = contentOf(call.program), deed = variable("FAKE_TILEIRAS_DO");
  if (call.gpu.empty()) return 2;
  if (bytes.empty()) return 3;
  const bool isMeant = bytes.find(variable("FAKE_TILEIRAS_ON")) != std::string::npos;
  const bool isProbe = bytes.find("probe") != std::string::npos;
  const std::string remarks = variable(isMeant ? "FAKE_TILEIRAS_REMARKS" : "FAKE_TILEIRAS_OTHER_REMARKS");
  if (isMeant && (!isProbe || deed == "lack-libnvvm")) {
    const std::map<std::string, void (*)()> deeds{
        {"abort", [] { std::cerr << "Assertion failed\n", std::abort(); }},
        {"crash",
         [] {
           // Sanitizers have a handler of their own, which ends the process otherwise.
           ::signal(SIGSEGV, SIG_DFL);
           ::raise(SIGSEGV);
         }},
        {"say-crash", [] { std::exit(139); }},
        {"be-killed", [] { ::raise(SIGKILL); }},
        {"crash-once", crashOnce},
        {"run-out-of-memory", [] { std::cerr << "what(): std::bad_alloc\n", std::abort(); }},
        {"refuse", [] { refuse("failed to compile Tile IR program"); }},
        {"refuse-silently", [] { std::exit(5); }},
        {"lack-libnvvm", [] { refuse("failed to compile Tile IR program"); }},
        {"hang", [] { hang(); }},
        {"flood", [] { flood(); }},
        {"leave-child", leaveChild},
        {"leave-child-and-hang", [] { leaveChild(), hang(); }},
        {"write-nothing", [] { std::exit(0); }},
    };
    if (const auto found = deeds.find(deed); found != deeds.end()) found->second();
  }
  std::ofstream(call.cubin) << (deed == "copy" ? bytes : "cubin");
  std::ofstream(call.remarks) << (remarks.empty() ? "" : contentOf(remarks));
  return 0;
}

}  // namespace

int main(int argc, char **argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const std::string first = words.empty() ? "" : words.front();
  if (first == "--version") {
    std::cout << "tileiras: NVIDIA (R) Cuda Tile IR optimizing assembler\nCuda compilation tools, release 13.4, V13.4.92\n";
  } else if (first == "--help") {
    std::cout << "  --gpu-name=<value>  - Specify name\n    =sm_90   -   SM 90\n    =sm_100  -   SM 100\n";
  } else if (first == "--list-versions") {
    const std::string versions = variable("FAKE_TILEIRAS_VERSIONS");
    std::cout << (versions.empty() ? "13.1\n13.2\n13.3\n13.4\n" : versions);
  } else {
    return compile(callOf(words));
  }
  return 0;
}
