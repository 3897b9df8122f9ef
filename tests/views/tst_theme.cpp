// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>

#include "views/theme/theme.h"

using namespace tileport;
using namespace tileport::views;

namespace {

double luminance(const QColor &color) {
  const auto part = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
  return 0.2126 * part(color.redF()) + 0.7152 * part(color.greenF()) + 0.0722 * part(color.blueF());
}

/// Of WCAG 2: 1 to 21.
double contrast(const QColor &a, const QColor &b) {
  const double x = luminance(a), y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

}  // namespace

class TestTheme : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void readable_data();
  void readable();
  void errorsNameTheColor();
  void styleSheetIsFilledIn();
};

void TestTheme::readable_data() {
  QTest::addColumn<bool>("dark");
  QTest::newRow("light") << false;
  QTest::newRow("dark") << true;
}

void TestTheme::readable() {
  QFETCH(bool, dark);
  const ThemePtr theme = builtInTheme(dark);
  QCOMPARE(theme->dark, dark);
  using R = ColorRole;
  for (const R back : {R::Pane, R::DiffersRow, R::MissingRow, R::ExtraRow, R::Counterpart}) {
    for (std::size_t style = 0; style < kTextStyles; ++style) {
      if (TextStyle(style) == TextStyle::Comment) continue;
      const double ratio = contrast(theme->styles[style].color, theme->color(back));
      QVERIFY2(ratio >= 4.5, qPrintable(QStringLiteral("style %1 on %2: %3").arg(style).arg(int(back)).arg(ratio)));
    }
  }
  for (const R sign : {R::Differs, R::Missing, R::Extra, R::Same, R::Text, R::DimText})
    QVERIFY(contrast(theme->color(sign), theme->color(R::Window)) >= 4.5);
  for (const R mark : {R::DiffersMark, R::MissingMark, R::ExtraMark}) QVERIFY(contrast(theme->color(R::Text), theme->color(mark)) >= 4.5);
  QVERIFY(contrast(theme->color(R::NoiseText), theme->color(R::Pane)) >= 3);
}

void TestTheme::errorsNameTheColor() {
  const auto broken = readTheme(R"({"name": "x", "colors": {"window": "nothing"}})", QStringLiteral("x.json"));
  QVERIFY(!broken.ok());
  QVERIFY(broken.error().message.find("colors.window") != std::string::npos);
  QCOMPARE(broken.error().place.file, std::string("x.json"));
  QVERIFY(!readTheme("{", QStringLiteral("y.json")).ok());
}

void TestTheme::styleSheetIsFilledIn() {
  const QString sheet = styleSheetOf(*builtInTheme(true));
  QVERIFY(!sheet.isEmpty());
  QVERIFY(!sheet.contains(u'@'));
}

QTEST_GUILESS_MAIN(TestTheme)
#include "tst_theme.moc"
