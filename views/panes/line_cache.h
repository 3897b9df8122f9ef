// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCache>
#include <QFont>
#include <QTextLayout>
#include <memory>
#include <vector>

#include "views/highlight/highlighter.h"
#include "views/text/text_lines.h"
#include "views/theme/theme.h"

namespace tileport::views {

/// Lays lines out when they are painted, and keeps those of the last few screens.
class LineCache {
 public:
  LineCache();

  void setText(TextLines text, source::Language language);
  void setFont(const QFont &font);
  void setTheme(ThemePtr theme);

  const TextLines &text() const { return text_; }
  /// The line laid out with its colours; `dim` paints it in one faint colour. Valid until the next call.
  const QTextLayout &layout(int line, bool dim);
  /// The text as it is laid out: very long lines are cut, and say so.
  QString shown(int line) const;
  /// How many lines were laid out so far.
  std::uint64_t laidOut() const { return laidOut_; }

 private:
  HighlightState stateBefore(int line);
  QList<QTextLayout::FormatRange> formats(int line, const QString &text, bool dim);

  TextLines text_;
  std::unique_ptr<Highlighter> highlighter_;
  std::vector<HighlightState> states_;  ///< before each line; filled as far as somebody looked
  QFont font_;
  ThemePtr theme_;
  QCache<quint64, QTextLayout> layouts_;
  std::uint64_t laidOut_ = 0;
};

}  // namespace tileport::views
