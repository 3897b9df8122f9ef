// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSet>

#include "views/highlight/scanner.h"

namespace tileport::views {
namespace {

const QSet<QStringView> kTypes = {u"tile",
                                  u"ptr",
                                  u"token",
                                  u"tensor_view",
                                  u"partition_view",
                                  u"strided_view",
                                  u"gather_scatter_view",
                                  u"i1",
                                  u"i4",
                                  u"i8",
                                  u"i16",
                                  u"i32",
                                  u"i64",
                                  u"f16",
                                  u"bf16",
                                  u"f32",
                                  u"tf32",
                                  u"f64",
                                  u"f8E4M3FN",
                                  u"f8E5M2",
                                  u"f8E8M0FNU",
                                  u"f4E2M1FN",
                                  u"fnv8E5M3FNU"};
/// Words of the assembly formats that are neither operations nor names of attributes.
const QSet<QStringView> kKeywords = {u"weak",     u"relaxed",   u"acquire", u"release",     u"acq_rel", u"tl_blk",   u"device", u"sys",
                                     u"in",       u"to",        u"step",    u"iter_values", u"signed",  u"unsigned", u"nsw",    u"nuw",
                                     u"ordered",  u"unordered", u"every",   u"along",       u"else",    u"true",     u"false",  u"zero",
                                     u"neg_zero", u"nan",       u"pos_inf", u"neg_inf",     u"none"};

bool nameCharacter(QChar c) { return c.isLetterOrNumber() || c == u'_' || c == u'.' || c == u'$' || c == u'-' || c == u'#'; }

/// The operation stands first in a statement or behind "results =". Nothing in the text form crosses a line's end.
class TileIrScanner final : public Highlighter {
 public:
  HighlightState highlight(const QString &line, HighlightState, std::vector<StyledRange> &ranges) override {
    LineScanner scan(line, ranges);
    bool operationNext = true;
    while (!scan.atEnd()) operationNext = token(scan, operationNext);
    return 0;
  }
  bool linesAreIndependent() const override { return true; }

 private:
  static bool token(LineScanner &scan, bool operationNext) {
    const int begin = scan.at();
    const QChar c = scan.peek();
    if (scan.startsWith(u"//")) {
      scan.toEnd();
      scan.mark(begin, TextStyle::Comment);
    } else if (c == u'"') {
      scan.advance();
      scan.quoted(u"\"", true);
      scan.mark(begin, TextStyle::String);
    } else if (c == u'%' || c == u'@') {
      scan.advance();
      while (nameCharacter(scan.peek())) scan.advance();
      scan.mark(begin, c == u'%' ? TextStyle::Variable : TextStyle::Function);
      return operationNext && c == u'%';
    } else if (startsNumber(c) || c == u'?') {
      extents(scan);
      return false;
    } else if (startsWord(c)) {
      word(scan, begin, operationNext);
      return false;
    } else {
      scan.advance();
      // Names of results, their counts and the equals sign lead up to the operation.
      return operationNext && (c.isSpace() || c == u',' || c == u'=' || c == u'!');
    }
    return false;
  }

  /// A number, or extents with an element type: "4x8xf32", "?x64xptr", "1x1024".
  static void extents(LineScanner &scan) {
    const int begin = scan.at();
    int ahead = 0;
    while (startsNumber(scan.peek(ahead)) || scan.peek(ahead) == u'?') ++ahead;
    if (scan.peek(ahead) != u'x' || scan.startsWith(u"0x")) {
      scan.peek() == u'?' ? scan.advance() : scan.number();
      scan.mark(begin, TextStyle::Number);
      return;
    }
    while (startsNumber(scan.peek()) || scan.peek() == u'?' || scan.peek() == u'x') scan.advance();
    scan.word();
    scan.mark(begin, TextStyle::Type);
  }

  static void word(LineScanner &scan, int begin, bool operation) {
    QStringView name = scan.word();
    while (scan.peek() == u'.' && startsWord(scan.peek(1))) {  // "cuda_tile.addf"
      scan.advance();
      name = scan.word();
    }
    const QStringView rest = scan.rest();
    if (operation) scan.mark(begin, TextStyle::Operation);
    else if (kTypes.contains(name)) scan.mark(begin, rest.startsWith(u" =") ? TextStyle::Attribute : TextStyle::Type);
    else if (kKeywords.contains(name)) scan.mark(begin, TextStyle::Keyword);
    else if (rest.trimmed().startsWith(u'=') || rest.startsWith(u'<')) scan.mark(begin, TextStyle::Attribute);
  }
};

}  // namespace

std::unique_ptr<Highlighter> makeTileIrScanner() { return std::make_unique<TileIrScanner>(); }

}  // namespace tileport::views
