// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// misbehave WHAT [ARGUMENT]: a process as nobody wants it. The tests of core/toolchain run it.
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <map>
#include <new>
#include <string>
#include <vector>

namespace {

std::string argument;

[[noreturn]] void hang() {
  for (;;) ::pause();
}

[[noreturn]] void ignoreTerm() {
  ::signal(SIGTERM, SIG_IGN);
  std::cout << "ready" << std::endl;
  hang();
}

[[noreturn]] void tidyUp() {
  ::signal(SIGTERM, [](int) {
    (void)!::write(STDOUT_FILENO, "tidied\n", 7);
    ::_exit(0);
  });
  (void)!::write(::open(argument.c_str(), O_WRONLY), "x", 1);
  hang();
}

/// The grandchild holds the named pipe that the test reads, and our standard output, for as long as it lives.
void forkOne(bool ownGroup) {
  const int pipe = ::open(argument.c_str(), O_WRONLY);
  ::signal(SIGTERM, SIG_IGN);
  const pid_t child = ::fork();
  if (child < 0) ::_exit(9);
  if (child == 0) hang();
  if (ownGroup) ::setpgid(child, child);
  std::cout << child << std::endl;
  ::signal(SIGTERM, SIG_DFL);
  (void)!::write(pipe, "x", 1);
  ::close(pipe);
}

[[noreturn]] void writeEndlessly(int descriptor) {
  const std::string text(65536, 'x');
  for (;;) {
    if (::write(descriptor, text.data(), text.size()) < 0) ::_exit(9);
  }
}

void allocateEndlessly() {
  std::vector<char *> blocks;
  try {
    for (;;) {
      blocks.push_back(new char[1 << 20]);
      std::memset(blocks.back(), 1, 1 << 20);
    }
  } catch (const std::bad_alloc &) {
    ::_exit(42);
  }
}

void closeOutputAndHang() {
  ::close(STDOUT_FILENO);
  ::close(STDERR_FILENO);
  hang();
}

void echo() { std::cout << std::string(std::istreambuf_iterator<char>(std::cin), {}); }

void closeInput() {
  ::close(STDIN_FILENO);
  std::cout << "closed\n";
}

void talk() {
  std::cout << "answer\n";
  std::cerr << std::string(3'000'000, 'e');
}

void list() {
  for (const auto &entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    // The folder itself is open while it is listed.
    std::error_code gone;
    const auto target = std::filesystem::read_symlink(entry.path(), gone).string();
    if (!gone && target.find("/fd") == std::string::npos) std::cout << entry.path().filename().string() << '\n';
  }
}

void describe() {
  sigset_t blocked;
  ::sigprocmask(SIG_SETMASK, nullptr, &blocked);
  struct sigaction pipe{};
  ::sigaction(SIGPIPE, nullptr, &pipe);
  rlimit core{};
  ::getrlimit(RLIMIT_CORE, &core);
  const char *variable = std::getenv("MISBEHAVE");
  const char *home = std::getenv("MISBEHAVE_TAKEN_OUT");
  std::cout << "folder " << std::filesystem::current_path().string() << "\nvariable " << (variable ? variable : "none") << "\nother "
            << (home ? home : "none") << "\nleader " << (::getpgrp() == ::getpid()) << "\nblocked " << ::sigismember(&blocked, SIGUSR1)
            << "\npipe " << (pipe.sa_handler == SIG_DFL) << "\ncore " << core.rlim_cur << '\n';
}

}  // namespace

int main(int argc, char **argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  argument = argc > 2 ? argv[2] : "";
  const std::map<std::string, void (*)()> deeds{
      {"hang", [] { hang(); }},
      {"ignore-term", [] { ignoreTerm(); }},
      {"tidy-up", [] { tidyUp(); }},
      {"fork-and-hang", [] { forkOne(false), hang(); }},
      {"fork-and-leave", [] { forkOne(false); }},
      {"fork-away-and-leave", [] { forkOne(true); }},
      {"write-endlessly", [] { writeEndlessly(STDOUT_FILENO); }},
      {"complain-endlessly", [] { writeEndlessly(STDERR_FILENO); }},
      {"allocate-endlessly", allocateEndlessly},
      {"crash", [] { std::abort(); }},
      {"close-output-and-hang", closeOutputAndHang},
      {"close-output-and-leave", [] { ::close(STDOUT_FILENO), ::close(STDERR_FILENO), ::_exit(7); }},
      {"kill-itself", [] { ::raise(SIGKILL); }},
      {"echo", echo},
      {"close-input", closeInput},
      {"talk", talk},
      {"list", list},
      {"describe", describe},
      {"exit", [] { std::exit(std::atoi(argument.c_str())); }},
      {"arguments", [] { std::cout << argument; }},
      {"say", [] { std::cerr << argument, std::exit(1); }},
  };
  // As the MLIR worker it is given one argument that it does not know, and what to do by a variable.
  const char *variable = std::getenv("MISBEHAVE_DO");
  if (const char *given = std::getenv("MISBEHAVE_ARGUMENT")) argument = given;
  const auto deed = deeds.find(variable ? variable : what);
  if (deed == deeds.end()) return 100;
  deed->second();
  return 0;
}
