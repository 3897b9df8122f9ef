// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "toolchain/process/start.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>

extern char **environ;

namespace tileport::toolchain {

namespace {

namespace fs = std::filesystem;

/// What the child could not do; it tells us through a pipe that a successful exec closes.
enum class Step : int { Descriptors, Limits, Folder, Program };

struct Complaint {
  Step step;
  int number;  ///< errno
};

/// Everything that the child needs, made before the fork: after it, other threads of ours may hold any lock for ever.
struct Prepared {
  std::string program;
  std::string folder;
  std::vector<std::string> texts;  ///< owns what the two lists point to
  std::vector<char *> arguments;
  std::vector<char *> environment;
  rlim_t memory = 0;
  pid_t parent = 0;
  int input = -1, output = -1, errors = -1, complaints = -1;
};

Error cannotStart(const fs::path &program, const std::string &why, std::string advice) {
  return {ErrorKind::CannotRead, "cannot start the program: " + why, {.file = program.string()}, std::move(advice)};
}

std::string reason(int number) { return std::generic_category().message(number); }

bool isRunnable(const fs::path &path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

std::vector<std::string> environmentOf(const ProcessCall &call) {
  std::vector<std::string> variables;
  for (char **each = environ; each && *each; ++each) {
    const std::string variable(*each);
    if (!call.environment.contains(variable.substr(0, variable.find('=')))) variables.push_back(variable);
  }
  for (const auto &[name, value] : call.environment) {
    if (value) variables.push_back(name + "=" + *value);
  }
  return variables;
}

bool holdsNul(const ProcessCall &call) {
  const auto nul = [](const std::string &text) { return text.find('\0') != std::string::npos; };
  return nul(call.program.string()) || nul(call.folder.string()) || std::any_of(call.arguments.begin(), call.arguments.end(), nul) ||
         std::any_of(call.environment.begin(), call.environment.end(),
                     [&](const auto &each) { return nul(each.first) || (each.second && nul(*each.second)); });
}

Prepared prepare(const ProcessCall &call, const fs::path &program) {
  Prepared prepared;
  prepared.program = program.string();
  prepared.folder = call.folder.string();
  prepared.memory = call.limits.memory;
  prepared.parent = ::getpid();
  prepared.texts.push_back(call.program.string());
  prepared.texts.insert(prepared.texts.end(), call.arguments.begin(), call.arguments.end());
  const std::size_t count = prepared.texts.size();
  for (std::string &variable : environmentOf(call)) prepared.texts.push_back(std::move(variable));
  for (std::size_t i = 0; i < prepared.texts.size(); ++i)
    (i < count ? prepared.arguments : prepared.environment).push_back(prepared.texts[i].data());
  prepared.arguments.push_back(nullptr);
  prepared.environment.push_back(nullptr);
  return prepared;
}

// ---- In the child: only what may be called after a fork ------------------------------------------------------------------

[[noreturn]] void complain(const Prepared &prepared, Step step) {
  const Complaint complaint{step, errno};
  (void)!::write(prepared.complaints, &complaint, sizeof complaint);
  ::_exit(127);
}

void resetSignals() {
  struct sigaction usual{};
  usual.sa_handler = SIG_DFL;
  for (int signal = 1; signal < NSIG; ++signal) ::sigaction(signal, &usual, nullptr);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

/// Leaves 0, 1, 2 and the pipe for complaints, which becomes 3.
void arrangeDescriptors(const Prepared &prepared) {
  // Copies above all that are in use first: one of the pipes may itself be 0, 1 or 2 when we run without them.
  std::array<int, 4> copies{prepared.input, prepared.output, prepared.errors, prepared.complaints};
  for (int &copy : copies) {
    copy = ::fcntl(copy, F_DUPFD, 10);
    if (copy < 0) complain(prepared, Step::Descriptors);
  }
  for (int number = 0; number < 4; ++number) {
    if (::dup2(copies[static_cast<std::size_t>(number)], number) < 0) complain(prepared, Step::Descriptors);
  }
  ::fcntl(3, F_SETFD, FD_CLOEXEC);
#ifdef SYS_close_range
  if (::syscall(SYS_close_range, 4U, ~0U, 0U) == 0) return;
#endif
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  const auto end = static_cast<int>(std::min<rlim_t>(limit.rlim_cur, 65536));
  for (int number = 4; number < end; ++number) ::close(number);
}

void setLimits(const Prepared &prepared) {
  const rlimit noCore{0, 0};
  ::setrlimit(RLIMIT_CORE, &noCore);
  if (prepared.memory == 0) return;
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0) complain(prepared, Step::Limits);
  limit.rlim_max = std::min<rlim_t>(limit.rlim_max, prepared.memory);
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_cur, limit.rlim_max);
  if (::setrlimit(RLIMIT_AS, &limit) != 0) complain(prepared, Step::Limits);
}

[[noreturn]] void becomeProgram(Prepared &prepared) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != prepared.parent) ::_exit(127);  // it ended before the line above
  resetSignals();
  arrangeDescriptors(prepared);
  prepared.complaints = 3;
  if (!prepared.folder.empty() && ::chdir(prepared.folder.c_str()) != 0) complain(prepared, Step::Folder);
  setLimits(prepared);
  ::execve(prepared.program.c_str(), prepared.arguments.data(), prepared.environment.data());
  complain(prepared, Step::Program);
}

// ---- In ourselves ----------------------------------------------------------------------------------------------------------

bool makePipe(Pipe &pipe) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  pipe.read = Descriptor(ends[0]);
  pipe.write = Descriptor(ends[1]);
  return true;
}

void doNotBlock(const Descriptor &descriptor) { ::fcntl(descriptor.number(), F_SETFL, ::fcntl(descriptor.number(), F_GETFL) | O_NONBLOCK); }

std::optional<Complaint> readComplaint(const Descriptor &pipe) {
  Complaint complaint{};
  ssize_t count = 0;
  do count = ::read(pipe.number(), &complaint, sizeof complaint);
  while (count < 0 && errno == EINTR);
  return count == sizeof complaint ? std::optional(complaint) : std::nullopt;
}

Error toError(const ProcessCall &call, const fs::path &program, const Complaint &complaint) {
  const std::string why = reason(complaint.number);
  switch (complaint.step) {
    case Step::Descriptors: return cannotStart(program, why, "Close some files or programs.");
    case Step::Limits: return cannotStart(program, "its memory cannot be limited: " + why, "");
    case Step::Folder: return cannotStart(program, "it cannot run in " + call.folder.string() + ": " + why, "Check that folder.");
    case Step::Program: break;
  }
  if (complaint.number == ENOENT)  // the file is there, as was checked
    return cannotStart(program, "what its first line or its header names to run it is not there", "Install that, or the program again.");
  return cannotStart(program, why, "Check that the file is a program for this machine.");
}

}  // namespace

std::optional<fs::path> findInPath(const std::string &name) {
  const char *variable = std::getenv("PATH");
  if (name.empty() || !variable) return std::nullopt;
  std::string_view rest(variable);
  for (;;) {
    const std::size_t colon = rest.find(':');
    const fs::path folder(rest.substr(0, colon));
    // An empty member means the current folder. What lies there by chance is not run.
    if (folder.is_absolute() && isRunnable(folder / name)) return folder / name;
    if (colon == std::string_view::npos) return std::nullopt;
    rest.remove_prefix(colon + 1);
  }
}

Result<Started> startProcess(const ProcessCall &call) {
  if (holdsNul(call)) return cannotStart(call.program, "a NUL byte stands in its call", "");
  fs::path program = call.program;
  if (!program.has_parent_path()) {
    const auto found = findInPath(program.string());
    if (!found) return cannotStart(program, "there is none of this name in PATH", "Install it, or give its path.");
    program = *found;
  }
  std::error_code ignored;
  // The child may run in another folder.
  if (const fs::path absolute = fs::absolute(program, ignored); !absolute.empty()) program = absolute;
  if (!fs::exists(program, ignored)) return cannotStart(program, "there is no such file", "Check the path.");
  if (!isRunnable(program)) return cannotStart(program, "the file is not a program that you may run", "Check its permissions.");

  Pipe input, output, errors, complaints;
  if (!makePipe(input) || !makePipe(output) || !makePipe(errors) || !makePipe(complaints))
    return cannotStart(program, reason(errno), "Close some files or programs.");
  Prepared prepared = prepare(call, program);
  prepared.input = input.read.number();
  prepared.output = output.write.number();
  prepared.errors = errors.write.number();
  prepared.complaints = complaints.write.number();

  // No handler of ours may run in the child before it has put them back.
  sigset_t all, before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t id = ::fork();
  if (id == 0) becomeProgram(prepared);
  const int failed = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (id < 0) return cannotStart(program, reason(failed), "Close some programs.");

  ::setpgid(id, id);  // the child does the same; whoever comes first
  complaints.write.close();
  if (const auto complaint = readComplaint(complaints.read)) {
    while (::waitpid(id, nullptr, 0) < 0 && errno == EINTR) {
    }
    return toError(call, program, *complaint);
  }
  Started started{id, std::move(input.write), std::move(output.read), std::move(errors.read)};
  doNotBlock(started.input);
  doNotBlock(started.output);
  doNotBlock(started.errors);
  return started;
}

}  // namespace tileport::toolchain
