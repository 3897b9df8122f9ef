// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/theme/theme.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <optional>

namespace tileport::views {
namespace {

constexpr std::array<const char *, kColorRoles> kColorNames = {
    "window",        "pane",      "header",      "border",  "text",    "dimText",   "accent",     "accentText",   "button",   "lineNumber",
    "textSelection", "current",   "counterpart", "differs", "missing", "extra",     "differsRow", "missingRow",   "extraRow", "differsMark",
    "missingMark",   "extraMark", "same",        "warning", "hatch",   "noiseText", "match",      "currentMatch", "link"};

constexpr std::array<const char *, kTextStyles> kStyleNames = {"normal",    "keyword", "operation", "type",    "variable",   "function",
                                                               "attribute", "number",  "string",    "comment", "punctuation"};

Error themeError(const QString &file, const QString &message) {
  return Error{ErrorKind::Malformed, message.toStdString(), Place{.file = file.toStdString()}, "Mend the theme file."};
}

std::optional<QColor> colorFrom(const QJsonValue &value) {
  const QColor color(value.toString());
  return color.isValid() ? std::optional(color) : std::nullopt;
}

QColor mixed(const QColor &a, const QColor &b, float share) {
  const auto part = [share](float x, float y) { return x + (y - x) * share; };
  return QColor::fromRgbF(part(a.redF(), b.redF()), part(a.greenF(), b.greenF()), part(a.blueF(), b.blueF()));
}

}  // namespace

Result<ThemePtr> readTheme(const QByteArray &json, const QString &fileName) {
  QJsonParseError parsed;
  const QJsonObject root = QJsonDocument::fromJson(json, &parsed).object();
  if (parsed.error != QJsonParseError::NoError) return themeError(fileName, parsed.errorString());
  auto theme = std::make_shared<Theme>();
  theme->name = root[QLatin1String("name")].toString();
  theme->dark = root[QLatin1String("dark")].toBool();
  const QJsonObject colors = root[QLatin1String("colors")].toObject();
  for (std::size_t i = 0; i < kColorRoles; ++i) {
    const auto color = colorFrom(colors[QLatin1String(kColorNames[i])]);
    if (!color) return themeError(fileName, QStringLiteral("colors.%1 is not a colour").arg(QLatin1String(kColorNames[i])));
    theme->colors[i] = *color;
  }
  const QJsonObject styles = root[QLatin1String("styles")].toObject();
  for (std::size_t i = 0; i < kTextStyles; ++i) {
    const QJsonObject style = styles[QLatin1String(kStyleNames[i])].toObject();
    const auto color = colorFrom(style[QLatin1String("color")]);
    if (!color) return themeError(fileName, QStringLiteral("styles.%1.color is not a colour").arg(QLatin1String(kStyleNames[i])));
    theme->styles[i] = {*color, style[QLatin1String("bold")].toBool(), style[QLatin1String("italic")].toBool()};
  }
  return ThemePtr(std::move(theme));
}

ThemePtr builtInTheme(bool dark) {
  const auto read = [](const QString &name) {
    QFile file(name);
    const bool opened = file.open(QIODevice::ReadOnly);
    Q_ASSERT_X(opened, "builtInTheme", "the resources are not linked");
    Q_UNUSED(opened)
    auto theme = readTheme(file.readAll(), name);
    Q_ASSERT_X(theme.ok(), "builtInTheme", theme.ok() ? "" : theme.error().toString().c_str());
    return theme.value();
  };
  static const std::array<ThemePtr, 2> themes = {read(QStringLiteral(":/tileport/themes/light.json")),
                                                 read(QStringLiteral(":/tileport/themes/dark.json"))};
  return themes[dark ? 1 : 0];
}

QPalette paletteOf(const Theme &theme) {
  const QColor window = theme.color(ColorRole::Window), text = theme.color(ColorRole::Text), dim = theme.color(ColorRole::DimText);
  QPalette palette(theme.color(ColorRole::Button), window);
  palette.setColor(QPalette::Window, window);
  palette.setColor(QPalette::Base, theme.color(ColorRole::Pane));
  palette.setColor(QPalette::AlternateBase, theme.color(ColorRole::Header));
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText}) {
    palette.setColor(role, text);
    palette.setColor(QPalette::Disabled, role, mixed(dim, window, 0.35F));
  }
  palette.setColor(QPalette::BrightText, theme.color(ColorRole::AccentText));
  palette.setColor(QPalette::PlaceholderText, dim);
  palette.setColor(QPalette::ToolTipBase, theme.color(ColorRole::Header));
  palette.setColor(QPalette::Button, theme.color(ColorRole::Button));
  palette.setColor(QPalette::Mid, theme.color(ColorRole::Border));
  palette.setColor(QPalette::Highlight, theme.color(ColorRole::Accent));
  palette.setColor(QPalette::HighlightedText, theme.color(ColorRole::AccentText));
  palette.setColor(QPalette::Disabled, QPalette::Highlight, theme.color(ColorRole::Border));
  palette.setColor(QPalette::Link, theme.color(ColorRole::Accent));
  return palette;
}

QString styleSheetOf(const Theme &theme) {
  QFile file(QStringLiteral(":/tileport/themes/window.qss"));
  if (!file.open(QIODevice::ReadOnly)) return {};
  QString sheet = QString::fromUtf8(file.readAll());
  for (std::size_t i = 0; i < kColorRoles; ++i)
    sheet.replace(QRegularExpression(QStringLiteral("@%1\\b").arg(QLatin1String(kColorNames[i]))), theme.colors[i].name());
  return sheet;
}

}  // namespace tileport::views
