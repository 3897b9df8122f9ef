// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <string>

#include "support/cancel.h"

namespace tileport::cli {

/// How far long work is, on standard error: one line that changes on a terminal, else a line now and then.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine &) = delete;
  ProgressLine &operator=(const ProgressLine &) = delete;

  /// Several kinds of work may be on their way at once. Not for two threads at once.
  void show(const std::string &what, std::size_t done, std::size_t total, const std::string &text);
  /// The same for work whose end is not known: what is said now stands for all that was.
  void say(const std::string &line);

 private:
  struct Part {
    std::size_t done = 0, total = 0;
    std::string text;
    std::chrono::steady_clock::time_point said;
  };
  void repaint();
  void paintLine(const std::string &line);

  bool terminal_ = false;
  bool painted_ = false;
  std::map<std::string, Part> parts_;
  std::chrono::steady_clock::time_point begin_, said_;
};

/// Asks for the end of long work when the user interrupts us, or the system ends us: what we started ends with us. While it
/// lives; one at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard &) = delete;
  InterruptGuard &operator=(const InterruptGuard &) = delete;
  CancelToken token() const;
};

}  // namespace tileport::cli
