// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileport/progress.h"

#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>

#include "tileport/glyphs.h"

namespace tileport::cli {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kBetweenLines{10};
/// A line of the terminal that standard error goes to, less the column in which some terminals wrap. It may change while we work.
std::size_t lineWidth() {
  constexpr std::size_t kUsual = 80, kNarrowest = 20;
  winsize size{};
  const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return std::max(kNarrowest, known ? std::size_t(size.ws_col) : kUsual) - 1;
}

constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};

/// Lives to the end of the program: a signal may come at any time.
CancelSource &interrupted() {
  static CancelSource *source = new CancelSource;
  return *source;
}

void onInterrupt(int number) {
  interrupted().cancel();
  ::signal(number, SIG_DFL);  // the second time ends us at once
}

}  // namespace

ProgressLine::ProgressLine() : terminal_(::isatty(STDERR_FILENO) == 1), begin_(Clock::now()) {}

ProgressLine::~ProgressLine() {
  if (painted_) std::fputs("\r\x1b[K", stderr);
}

void ProgressLine::show(const std::string &what, std::size_t done, std::size_t total, const std::string &text) {
  const bool isNew = !parts_.contains(what);
  Part &part = parts_[what];
  const bool finished = done == total && part.done != total;
  part.done = done;
  part.total = total;
  if (!text.empty() || finished) part.text = text;
  if (terminal_) return repaint();
  const auto now = Clock::now();
  if (!isNew && !finished && text.empty() && now - part.said < kBetweenLines) return;
  part.said = now;
  std::fprintf(stderr, "%s: %zu of %zu%s%s\n", what.c_str(), done, total, text.empty() ? "" : ": ", clean(text).c_str());
}

void ProgressLine::say(const std::string &line) {
  if (terminal_) return paintLine("  " + line);
  const auto now = Clock::now();
  if (now - std::max(said_, begin_) < kBetweenLines) return;
  said_ = now;
  std::fprintf(stderr, "%s\n", clean(line).c_str());
}

void ProgressLine::repaint() {
  std::string line;
  for (const auto &[what, part] : parts_) {
    line += "  " + what + " " + std::to_string(part.done) + "/" + std::to_string(part.total);
    if (!part.text.empty() && part.done < part.total) line += " (" + part.text + ")";
  }
  paintLine(line);
}

void ProgressLine::paintLine(const std::string &line) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - begin_).count();
  const std::string time = std::to_string(seconds / 60) + (seconds % 60 < 10 ? ":0" : ":") + std::to_string(seconds % 60);
  std::string shown;
  for (const Glyph &glyph : cut(glyphsOf(time + line), lineWidth(), true)) shown += glyph.bytes;
  std::fprintf(stderr, "\r\x1b[K%s", shown.c_str());
  std::fflush(stderr);
  painted_ = true;
}

InterruptGuard::InterruptGuard() {
  interrupted();
  for (const int number : kSignals) ::signal(number, onInterrupt);
}

InterruptGuard::~InterruptGuard() {
  for (const int number : kSignals) ::signal(number, SIG_DFL);
}

CancelToken InterruptGuard::token() const { return interrupted().token(); }

}  // namespace tileport::cli
