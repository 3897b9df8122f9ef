// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileport/terminal.h"

#include <langinfo.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <clocale>
#include <cstdlib>
#include <cstring>
#include <system_error>

namespace tileport::cli {

namespace {

constexpr std::size_t kLeastWidth = 40;
constexpr std::size_t kMostWidth = 1000;
constexpr std::size_t kWidthOfFiles = 120;  // where nobody says: a log, a pipe

bool hasText(const char *variable) {
  const char *value = std::getenv(variable);
  return value && *value;
}

/// Digits alone are a width; any other value, such as -5, is as good as none.
std::optional<std::size_t> readColumns(std::string_view text) {
  std::size_t number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (end != text.data() + text.size() || text.empty()) return std::nullopt;
  if (failure == std::errc::result_out_of_range) return kMostWidth;
  return failure == std::errc() && number > 0 ? std::optional(number) : std::nullopt;
}

std::size_t findWidth() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  const char *columns = std::getenv("COLUMNS");
  return columns ? readColumns(columns).value_or(kWidthOfFiles) : kWidthOfFiles;
}

bool findColor(ColorChoice choice) {
  if (choice != ColorChoice::Auto) return choice == ColorChoice::Always;
  const char *terminal = std::getenv("TERM");
  return isatty(STDOUT_FILENO) && !hasText("NO_COLOR") && terminal && std::strcmp(terminal, "dumb") != 0;
}

std::string_view codeOf(Style style) {
  switch (style) {
    case Style::Plain: return "";
    case Style::Dim: return "2";
    case Style::Bold: return "1";
    case Style::Differs: return "33";
    case Style::Missing: return "31";
    case Style::Extra: return "32";
  }
  return "";
}

}  // namespace

Terminal detectTerminal(ColorChoice color, std::optional<std::size_t> width) {
  Terminal terminal;
  std::setlocale(LC_CTYPE, "");
  terminal.unicode = std::strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
  // wcwidth answers for the locale at hand; what is written is UTF-8 in every locale.
  if (!terminal.unicode) std::setlocale(LC_CTYPE, "C.UTF-8");
  terminal.width = std::clamp(width.value_or(findWidth()), kLeastWidth, kMostWidth);
  terminal.color = findColor(color);
  return terminal;
}

std::string paint(const Terminal &terminal, Style style, std::string_view text, bool marked) {
  if (!terminal.color || text.empty() || (style == Style::Plain && !marked)) return std::string(text);
  std::string code(codeOf(style));
  if (marked) code += code.empty() ? "1;4" : ";1;4";
  return "\x1b[" + code + "m" + std::string(text) + "\x1b[0m";
}

bool writeOut(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    // `tileport diff ... | head` has read what it wanted.
    if (written < 0) return errno == EPIPE;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace tileport::cli
