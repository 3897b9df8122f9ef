// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QColor>
#include <QPalette>
#include <QString>
#include <array>
#include <cstdint>
#include <memory>

#include "support/result.h"
#include "views/highlight/highlighter.h"

namespace tileport::views {

/// What a colour is for. The names in resources/themes/*.json are these, with a small first letter.
enum class ColorRole : std::uint8_t {
  Window,
  Pane,
  Header,
  Border,
  Text,
  DimText,
  Accent,
  AccentText,
  Button,
  LineNumber,
  TextSelection,
  Current,
  Counterpart,
  Differs,
  Missing,
  Extra,  ///< signs, connectors, ruler
  DiffersRow,
  MissingRow,
  ExtraRow,  ///< background of a row
  DiffersMark,
  MissingMark,
  ExtraMark,  ///< background of what differs inside a row
  Same,
  Warning,
  Hatch,
  NoiseText,
  Match,
  CurrentMatch,
  Link,
};
inline constexpr std::size_t kColorRoles = std::size_t(ColorRole::Link) + 1;

struct StyleFormat {
  QColor color;
  bool bold = false;
  bool italic = false;
};

/// The colours of the window and of code, as a file gives them.
struct Theme {
  QString name;
  bool dark = false;
  std::array<QColor, kColorRoles> colors;
  std::array<StyleFormat, kTextStyles> styles;

  QColor color(ColorRole role) const { return colors[std::size_t(role)]; }
  const StyleFormat &style(TextStyle style) const { return styles[std::size_t(style)]; }
};

using ThemePtr = std::shared_ptr<const Theme>;

/// Every colour must be there; the error names the one that is missing or cannot be read.
Result<ThemePtr> readTheme(const QByteArray &json, const QString &fileName);

/// One of the two themes that come with the program.
ThemePtr builtInTheme(bool dark);

QPalette paletteOf(const Theme &theme);
/// Frames, headers and splitters of standard widgets.
QString styleSheetOf(const Theme &theme);

}  // namespace tileport::views
