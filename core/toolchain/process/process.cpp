// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "toolchain/process.h"

#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>

#include "toolchain/process/start.h"

namespace tileport::toolchain {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// How soon a cancelled token is seen, which is a flag and wakes nobody.
constexpr milliseconds kTick{20};
/// The same for the end of the process where the kernel cannot tell by a descriptor.
constexpr milliseconds kShortTick{5};

/// Keeps SIGPIPE from this thread: a process that does not read its input must not end ours.
class NoPipeSignal {
 public:
  NoPipeSignal() {
    ::sigemptyset(&pipe_);
    ::sigaddset(&pipe_, SIGPIPE);
    sigset_t pending;
    ::sigpending(&pending);
    wasPending_ = ::sigismember(&pending, SIGPIPE) == 1;
    ::pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~NoPipeSignal() {
    const timespec now{};
    if (!wasPending_) {
      while (::sigtimedwait(&pipe_, nullptr, &now) < 0 && errno == EINTR) {
      }
    }
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  NoPipeSignal(const NoPipeSignal &) = delete;
  NoPipeSignal &operator=(const NoPipeSignal &) = delete;

 private:
  sigset_t pipe_, before_;
  bool wasPending_ = false;
};

Descriptor openProcess([[maybe_unused]] pid_t id) {
#ifdef SYS_pidfd_open
  return Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, id, 0)));
#else
  return {};
#endif
}

/// One run, from the start of the process to its end.
class Run {
 public:
  Run(const ProcessCall &call, const CancelToken &cancel, const OutputReader &reader, Started started)
      : call_(call), cancel_(cancel), reader_(reader), process_(std::move(started)), ended_(openProcess(process_.id)), rest_(call.input) {
    if (rest_.empty()) process_.input.close();
  }

  ProcessAnswer untilEnd() {
    while (!hasEnded()) {
      decideWhetherToEnd();
      wait();
      feed();
      takeAll();
    }
    // Its number stays taken until it is waited for, so that the group is surely still its own.
    if (!lost_) ::kill(-process_.id, SIGKILL);
    takeAll();
    collect();
    answer_.took = std::chrono::duration_cast<milliseconds>(Clock::now() - begin_);
    return std::move(answer_);
  }

 private:
  bool hasEnded() {
    siginfo_t info{};
    const int result = ::waitid(P_PID, static_cast<id_t>(process_.id), &info, WEXITED | WNOHANG | WNOWAIT);
    lost_ = result < 0 && errno == ECHILD;  // the program that we are in ignores SIGCHLD, or waits for any process
    return lost_ || (result == 0 && info.si_pid == process_.id);
  }

  void decideWhetherToEnd() {
    const auto now = Clock::now();
    if (!reason_) {
      if (cancel_.cancelled()) reason_ = ProcessEnd::Cancelled;
      if (tooMuch_) reason_ = ProcessEnd::TooMuchOutput;
      if (call_.limits.time.count() > 0 && now - begin_ >= call_.limits.time) reason_ = ProcessEnd::TimedOut;
      if (!reason_ && call_.limits.silence.count() > 0 && now - heard_ >= call_.limits.silence) reason_ = ProcessEnd::Silent;
      if (!reason_) return;
      killAt_ = now + call_.limits.grace;
      if (call_.limits.grace.count() > 0) ::kill(-process_.id, SIGTERM);
    }
    if (now >= killAt_) ::kill(-process_.id, SIGKILL);
  }

  /// Until something can be read or written, the process ends, or it is time to look.
  void wait() {
    std::array<pollfd, 4> watched{};
    nfds_t count = 0;
    const auto watch = [&](const Descriptor &descriptor, short events) {
      if (descriptor.open()) watched[count++] = {descriptor.number(), events, 0};
    };
    watch(process_.input, POLLOUT);
    watch(process_.output, POLLIN);
    watch(process_.errors, POLLIN);
    watch(ended_, POLLIN);
    milliseconds time = ended_.open() ? kTick : kShortTick;
    if (!reason_ && call_.limits.time.count() > 0) {
      const auto left = std::chrono::ceil<milliseconds>(begin_ + call_.limits.time - Clock::now());
      time = std::clamp(left, milliseconds(0), time);
    }
    ::poll(watched.data(), count, static_cast<int>(time.count()));
  }

  void feed() {
    while (process_.input.open()) {
      const ssize_t count = ::write(process_.input.number(), rest_.data(), std::min<std::size_t>(rest_.size(), 1 << 20));
      if (count < 0 && errno == EINTR) continue;
      if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
      if (count > 0) rest_.remove_prefix(static_cast<std::size_t>(count));
      if (count < 0 || rest_.empty()) process_.input.close();  // it does not want the rest, or has got all
    }
  }

  void takeAll() {
    const std::size_t before = answer_.output.size();
    take(process_.output, answer_.output, call_.limits.output);
    take(process_.errors, answer_.errors, call_.limits.errors);
    if (answer_.output.size() == before) return;
    heard_ = Clock::now();
    if (reader_) reader_(std::string_view(answer_.output).substr(before));
  }

  /// Takes what lies in the pipe. Never more than some pieces: time and token want to be looked at as well.
  void take(Descriptor &pipe, std::string &text, std::size_t most) {
    std::array<char, 65536> piece;
    for (int pieces = 0; pipe.open() && pieces < 64; ++pieces) {
      const ssize_t count = ::read(pipe.number(), piece.data(), piece.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
      if (count <= 0) return pipe.close();
      const std::size_t kept = std::min(static_cast<std::size_t>(count), most - text.size());
      text.append(piece.data(), kept);
      if (kept == static_cast<std::size_t>(count)) continue;
      (&text == &answer_.output ? tooMuch_ : answer_.errorsCut) = true;
    }
  }

  void collect() {
    int status = 0;
    pid_t waited = 0;
    do waited = ::waitpid(process_.id, &status, 0);
    while (waited < 0 && errno == EINTR);
    if (tooMuch_ && !reason_) reason_ = ProcessEnd::TooMuchOutput;
    if (reason_) {
      answer_.end = *reason_;
    } else if (waited == process_.id && WIFEXITED(status)) {
      answer_.end = ProcessEnd::Exited;
      answer_.exitCode = WEXITSTATUS(status);
    } else {
      // How it ended may be lost. That is no success.
      answer_.end = ProcessEnd::Signalled;
      answer_.signal = waited == process_.id ? WTERMSIG(status) : 0;
    }
  }

  const ProcessCall &call_;
  const CancelToken &cancel_;
  const OutputReader &reader_;
  Started process_;
  Descriptor ended_;
  std::string_view rest_;
  ProcessAnswer answer_;
  const Clock::time_point begin_ = Clock::now();
  Clock::time_point heard_ = begin_;  ///< the last sign of life
  std::optional<ProcessEnd> reason_;  ///< why we ended it
  Clock::time_point killAt_;
  bool tooMuch_ = false;
  bool lost_ = false;
};

}  // namespace

Result<ProcessAnswer> runProcess(const ProcessCall &call, const CancelToken &cancel, const OutputReader &reader) {
  Result<Started> started = startProcess(call);
  if (!started) return std::move(started).error();
  const NoPipeSignal noPipeSignal;
  return Run(call, cancel, reader, std::move(*started)).untilEnd();
}

}  // namespace tileport::toolchain
