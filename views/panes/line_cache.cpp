// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/panes/line_cache.h"

#include <QFontMetricsF>
#include <QTextOption>

namespace tileport::views {
namespace {

constexpr int kLayouts = 800;
/// A dense constant can be megabytes long; nobody reads that in a pane, and laying it out would stop the window.
constexpr int kShownCharacters = 6000;

}  // namespace

LineCache::LineCache() : highlighter_(makeScanner(source::Language::PlainText)), layouts_(kLayouts) {}

void LineCache::setText(TextLines text, source::Language language) {
  text_ = std::move(text);
  highlighter_ = makeHighlighter(language);
  states_.assign(1, 0);
  layouts_.clear();
}

void LineCache::setFont(const QFont &font) {
  font_ = font;
  layouts_.clear();
}

void LineCache::setTheme(ThemePtr theme) {
  theme_ = std::move(theme);
  layouts_.clear();
}

QString LineCache::shown(int line) const {
  const std::string_view bytes = text_.utf8(line);
  if (bytes.size() <= std::size_t(kShownCharacters)) return QString::fromUtf8(bytes.data(), qsizetype(bytes.size()));
  QString text = QString::fromUtf8(bytes.data(), kShownCharacters);
  while (!text.isEmpty() && text.back() == QChar::ReplacementCharacter) text.chop(1);
  return text + QStringLiteral(" … %L1 bytes more").arg(qsizetype(bytes.size()) - kShownCharacters);
}

HighlightState LineCache::stateBefore(int line) {
  if (highlighter_->linesAreIndependent()) return 0;
  std::vector<StyledRange> unused;
  while (int(states_.size()) <= line) {
    unused.clear();
    states_.push_back(highlighter_->highlight(shown(int(states_.size()) - 1), states_.back(), unused));
  }
  return states_[std::size_t(line)];
}

QList<QTextLayout::FormatRange> LineCache::formats(int line, const QString &text, bool dim) {
  QList<QTextLayout::FormatRange> formats;
  QTextCharFormat normal;
  normal.setForeground(dim ? theme_->color(ColorRole::NoiseText) : theme_->style(TextStyle::Normal).color);
  formats.append({0, int(text.size()), normal});
  if (dim) return formats;
  std::vector<StyledRange> ranges;
  highlighter_->highlight(text, stateBefore(line), ranges);
  for (const StyledRange &range : ranges) {
    const StyleFormat &style = theme_->style(range.style);
    QTextCharFormat format;
    format.setForeground(style.color);
    if (style.bold) format.setFontWeight(QFont::DemiBold);
    if (style.italic) format.setFontItalic(true);
    formats.append({range.start, range.length, format});
  }
  return formats;
}

const QTextLayout &LineCache::layout(int line, bool dim) {
  const quint64 key = quint64(line) * 2 + (dim ? 1 : 0);
  if (const QTextLayout *known = layouts_.object(key)) return *known;
  const QString text = shown(line);
  ++laidOut_;
  auto *layout = new QTextLayout(text, font_);
  QTextOption option;
  option.setWrapMode(QTextOption::NoWrap);
  option.setTabStopDistance(4 * QFontMetricsF(font_).horizontalAdvance(u' '));
  layout->setTextOption(option);
  layout->setFormats(formats(line, text, dim));
  layout->setCacheEnabled(true);
  layout->beginLayout();
  layout->createLine();
  layout->endLayout();
  layouts_.insert(key, layout);
  return *layout;
}

}  // namespace tileport::views
