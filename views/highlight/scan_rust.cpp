// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSet>

#include "views/highlight/scanner.h"

namespace tileport::views {
namespace {

const QSet<QStringView> kKeywords = {
    u"as",   u"async",  u"await",  u"break", u"const", u"continue", u"crate", u"dyn",   u"else",   u"enum", u"extern", u"false", u"fn",
    u"for",  u"if",     u"impl",   u"in",    u"let",   u"loop",     u"match", u"mod",   u"move",   u"mut",  u"pub",    u"ref",   u"return",
    u"self", u"static", u"struct", u"super", u"trait", u"true",     u"type",  u"union", u"unsafe", u"use",  u"where",  u"while"};
const QSet<QStringView> kTypes = {u"bool", u"char", u"f16",   u"bf16", u"f32", u"f64", u"tf32", u"i8",  u"i16",  u"i32",
                                  u"i64",  u"i128", u"isize", u"str",  u"u8",  u"u16", u"u32",  u"u64", u"u128", u"usize"};

/// A state is one of three kinds with a number: nothing open; n nested comments; a string; a raw string with n hashes.
constexpr HighlightState kCode = 0, kComment = 0x100, kString = 0x200, kRawString = 0x300, kKind = 0xF00, kCount = 0xFF;

class RustScanner final : public Highlighter {
 public:
  HighlightState highlight(const QString &line, HighlightState before, std::vector<StyledRange> &ranges) override {
    LineScanner scan(line, ranges);
    HighlightState state = before;
    if (state != kCode) state = continued(scan, 0, state);
    while (!scan.atEnd()) state = token(scan);
    return state;
  }
  bool linesAreIndependent() const override { return false; }

 private:
  static HighlightState continued(LineScanner &scan, int begin, HighlightState state) {
    if ((state & kKind) == kComment) return comment(scan, begin, state & kCount);
    const bool raw = (state & kKind) == kRawString;
    const QString end = u'"' + QString(raw ? int(state & kCount) : 0, u'#');
    const bool closed = scan.quoted(end, !raw);
    scan.mark(begin, TextStyle::String);
    return closed ? kCode : state;
  }

  static HighlightState comment(LineScanner &scan, int begin, HighlightState depth) {
    while (!scan.atEnd() && depth > 0) {
      const bool opens = scan.startsWith(u"/*"), closes = scan.startsWith(u"*/");
      if (opens && depth < kCount) ++depth;
      if (closes) --depth;
      scan.advance(opens || closes ? 2 : 1);
    }
    scan.mark(begin, TextStyle::Comment);
    return depth > 0 ? kComment | depth : kCode;
  }

  static HighlightState token(LineScanner &scan) {
    const int begin = scan.at();
    const QChar c = scan.peek();
    if (scan.startsWith(u"//")) {
      scan.toEnd();
      scan.mark(begin, TextStyle::Comment);
    } else if (scan.startsWith(u"/*")) {
      scan.advance(2);
      return comment(scan, begin, 1);
    } else if (c == u'"') {
      scan.advance();
      return continued(scan, begin, kString);
    } else if (c == u'\'') {
      quote(scan, begin);
    } else if (scan.startsWith(u"#[") || scan.startsWith(u"#![")) {
      scan.quoted(u"]", false);
      scan.mark(begin, TextStyle::Attribute);
    } else if (startsNumber(c)) {
      scan.number();
      scan.mark(begin, TextStyle::Number);
    } else if (startsWord(c)) {
      return name(scan, begin);
    } else {
      scan.advance();
    }
    return kCode;
  }

  /// A character or a lifetime.
  static void quote(LineScanner &scan, int begin) {
    const bool character = scan.peek(1) == u'\\' || scan.peek(2) == u'\'';
    scan.advance();
    if (character) scan.quoted(u"'", true);
    else scan.word();
    scan.mark(begin, character ? TextStyle::String : TextStyle::Attribute);
  }

  static HighlightState name(LineScanner &scan, int begin) {
    const bool defined = scan.before().trimmed().endsWith(u"fn");
    const QStringView word = scan.word();
    if (word == u"r" || word == u"b" || word == u"br") {
      int hashes = 0;
      while (scan.peek(hashes) == u'#') ++hashes;
      if (scan.peek(hashes) == u'"') {
        scan.advance(hashes + 1);
        return continued(scan, begin, word == u"b" ? kString : kRawString | HighlightState(std::min(hashes, int(kCount))));
      }
    }
    if (kKeywords.contains(word)) scan.mark(begin, TextStyle::Keyword);
    else if (kTypes.contains(word)) scan.mark(begin, TextStyle::Type);
    else if (scan.peek() == u'!' && scan.peek(1) != u'=') {
      scan.advance();
      scan.mark(begin, TextStyle::Attribute);
    } else if (defined || scan.peek() == u'(' || scan.startsWith(u"::<")) scan.mark(begin, TextStyle::Function);
    else if (word[0].isUpper()) scan.mark(begin, TextStyle::Type);
    return kCode;
  }
};

}  // namespace

std::unique_ptr<Highlighter> makeRustScanner() { return std::make_unique<RustScanner>(); }

}  // namespace tileport::views
