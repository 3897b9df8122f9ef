// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/highlight/scanner.h"

namespace tileport::views {
namespace {

bool isWordStart(QChar c) { return c.isLetter() || c == u'_'; }
bool isWord(QChar c) { return c.isLetterOrNumber() || c == u'_'; }
bool isDigit(QChar c) { return c >= u'0' && c <= u'9'; }

}  // namespace

QChar LineScanner::peek(int ahead) const {
  const qsizetype at = qsizetype(at_) + ahead;
  return at < line_.size() ? line_[at] : QChar();
}

bool LineScanner::startsWith(QStringView text) const { return line_.mid(at_).startsWith(text); }

QStringView LineScanner::word() {
  const int begin = at_;
  while (!atEnd() && isWord(peek())) ++at_;
  return line_.mid(begin, at_ - begin);
}

void LineScanner::number() {
  const bool hex = startsWith(u"0x") || startsWith(u"0X");
  if (hex) at_ += 2;
  while (!atEnd()) {
    const QChar c = peek();
    const bool sign = !hex && (c == u'+' || c == u'-') && at_ > 0 && (line_[at_ - 1] == u'e' || line_[at_ - 1] == u'E');
    // "0..n" in Rust is a range of two numbers.
    const bool point = !hex && c == u'.' && isDigit(peek(1));
    if (!isWord(c) && !sign && !point) break;
    ++at_;
  }
}

bool LineScanner::quoted(QStringView end, bool escapes) {
  while (!atEnd()) {
    if (escapes && peek() == u'\\') {
      at_ = std::min<int>(at_ + 2, int(line_.size()));
    } else if (startsWith(end)) {
      at_ += int(end.size());
      return true;
    } else {
      ++at_;
    }
  }
  return false;
}

void LineScanner::mark(int begin, TextStyle style) {
  if (style == TextStyle::Normal || begin == at_) return;
  if (!ranges_.empty() && ranges_.back().style == style && ranges_.back().start + ranges_.back().length == begin)
    ranges_.back().length += at_ - begin;
  else ranges_.push_back({begin, at_ - begin, style});
}

bool startsWord(QChar c) { return isWordStart(c); }
bool startsNumber(QChar c) { return isDigit(c); }

std::unique_ptr<Highlighter> makeScanner(source::Language language) {
  switch (language) {
    case source::Language::Python: return makePythonScanner();
    case source::Language::Rust: return makeRustScanner();
    case source::Language::TileIr: return makeTileIrScanner();
    case source::Language::PlainText: break;
  }
  struct Plain final : Highlighter {
    HighlightState highlight(const QString &, HighlightState, std::vector<StyledRange> &) override { return 0; }
    bool linesAreIndependent() const override { return true; }
  };
  return std::make_unique<Plain>();
}

std::unique_ptr<Highlighter> makeHighlighter(source::Language language) {
  if (auto kate = makeKateHighlighter(language)) return kate;
  return makeScanner(language);
}

}  // namespace tileport::views
