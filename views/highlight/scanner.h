// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>

#include "views/highlight/highlighter.h"

/// Parts that our own scanners share.
namespace tileport::views {

/// A position that moves through one line and gathers styled ranges behind it.
class LineScanner {
 public:
  LineScanner(QStringView line, std::vector<StyledRange> &ranges) : line_(line), ranges_(ranges) {}

  bool atEnd() const { return at_ >= line_.size(); }
  int at() const { return at_; }
  /// A null character past the end.
  QChar peek(int ahead = 0) const;
  QStringView before() const { return line_.left(at_); }
  QStringView rest() const { return line_.mid(at_); }
  bool startsWith(QStringView text) const;

  void advance(int count = 1) { at_ = std::min<int>(at_ + count, int(line_.size())); }
  void toEnd() { at_ = int(line_.size()); }
  QStringView word();
  void number();
  /// Past the next `end`; false when the line has none, and then to the line's end.
  bool quoted(QStringView end, bool escapes);

  /// Styles from `begin` to the current position.
  void mark(int begin, TextStyle style);

 private:
  QStringView line_;
  std::vector<StyledRange> &ranges_;
  int at_ = 0;
};

bool startsWord(QChar c);
bool startsNumber(QChar c);

std::unique_ptr<Highlighter> makePythonScanner();
std::unique_ptr<Highlighter> makeRustScanner();
std::unique_ptr<Highlighter> makeTileIrScanner();

}  // namespace tileport::views
