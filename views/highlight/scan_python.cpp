// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSet>

#include "views/highlight/scanner.h"

namespace tileport::views {
namespace {

const QSet<QStringView> kKeywords = {u"and",    u"as",   u"assert", u"async",  u"await",    u"break", u"class", u"continue", u"def",
                                     u"del",    u"elif", u"else",   u"except", u"finally",  u"for",   u"from",  u"global",   u"if",
                                     u"import", u"in",   u"is",     u"lambda", u"nonlocal", u"not",   u"or",    u"pass",     u"raise",
                                     u"return", u"try",  u"while",  u"with",   u"yield",    u"None",  u"True",  u"False"};
const QSet<QStringView> kTypes = {u"int", u"float", u"bool", u"str", u"bytes", u"tuple", u"list", u"dict", u"set", u"object"};

/// States: 0 = code, 1 = inside """, 2 = inside '''.
class PythonScanner final : public Highlighter {
 public:
  HighlightState highlight(const QString &line, HighlightState before, std::vector<StyledRange> &ranges) override {
    LineScanner scan(line, ranges);
    HighlightState state = before;
    if (state != 0) state = tripleQuoted(scan, 0, state);
    while (!scan.atEnd()) state = token(scan);
    return state;
  }
  bool linesAreIndependent() const override { return false; }

 private:
  static HighlightState tripleQuoted(LineScanner &scan, int begin, HighlightState state) {
    const bool closed = scan.quoted(state == 1 ? QStringView(u"\"\"\"") : QStringView(u"'''"), true);
    scan.mark(begin, TextStyle::String);
    return closed ? 0 : state;
  }

  static HighlightState string(LineScanner &scan, int begin) {
    for (const auto &[quote, state] : {std::pair(QStringView(u"\"\"\""), 1U), std::pair(QStringView(u"'''"), 2U)}) {
      if (!scan.startsWith(quote)) continue;
      scan.advance(3);
      return tripleQuoted(scan, begin, state);
    }
    const QChar quote = scan.peek();
    scan.advance();
    scan.quoted(QStringView(&quote, 1), true);
    scan.mark(begin, TextStyle::String);
    return 0;
  }

  static HighlightState token(LineScanner &scan) {
    const int begin = scan.at();
    const QChar c = scan.peek();
    if (c == u'#') {
      scan.toEnd();
      scan.mark(begin, TextStyle::Comment);
    } else if (c == u'"' || c == u'\'') {
      return string(scan, begin);
    } else if (c == u'@' && scan.before().trimmed().isEmpty()) {
      scan.advance();
      while (startsWord(scan.peek()) || scan.peek() == u'.') scan.peek() == u'.' ? scan.advance() : void(scan.word());
      scan.mark(begin, TextStyle::Attribute);
    } else if (startsNumber(c)) {
      scan.number();
      scan.mark(begin, TextStyle::Number);
    } else if (startsWord(c)) {
      return name(scan, begin);
    } else {
      scan.advance();
    }
    return 0;
  }

  static HighlightState name(LineScanner &scan, int begin) {
    const bool member = begin > 0 && scan.before().endsWith(u'.');
    const bool defined = scan.before().trimmed().endsWith(u"def") || scan.before().trimmed().endsWith(u"class");
    const QStringView word = scan.word();
    const bool prefix = word.size() <= 2 && (scan.peek() == u'"' || scan.peek() == u'\'');
    if (prefix) return string(scan, begin);
    if (!member && kKeywords.contains(word)) scan.mark(begin, TextStyle::Keyword);
    else if (!member && kTypes.contains(word)) scan.mark(begin, TextStyle::Type);
    else if (defined || scan.peek() == u'(') scan.mark(begin, TextStyle::Function);
    else if (scan.peek() == u'=' && scan.peek(1) != u'=') scan.mark(begin, TextStyle::Attribute);
    return 0;
  }
};

}  // namespace

std::unique_ptr<Highlighter> makePythonScanner() { return std::make_unique<PythonScanner>(); }

}  // namespace tileport::views
