// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QTest>

#include "tileport/divergence_text.h"
#include "tileport/glyphs.h"
#include "tileport/reduce_bundle.h"
#include "tileport/review_text.h"

using namespace tileport;
using namespace tileport::cli;

class TestCliText : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { detectTerminal(ColorChoice::Never, 80); }
  void widths_data();
  void widths();
  void cutsBetweenCharacters_data();
  void cutsBetweenCharacters();
  void wraps_data();
  void wraps();
  void wrappingLosesNothing();
  void marksSurvive();
  void outcomes_data();
  void outcomes();
  void undecidedIsNeverSame();
  void specialisedDifferentlyIsNotSame_data();
  void specialisedDifferentlyIsNotSame();
  void worstVariantDecides();
  void pathsAreShortened_data();
  void pathsAreShortened();
};

namespace {

const Terminal kPlain{80, false, true};

QString shown(const Glyphs &glyphs) { return QString::fromStdString(render(kPlain, glyphs, Style::Plain, 0)); }

align::Alignment alignmentWith(std::size_t divergences, bool undecided) {
  align::Alignment alignment;
  alignment.divergences.resize(divergences);
  alignment.undecided = undecided;
  return alignment;
}

VariantReview variantWith(std::size_t divergences, bool undecided) {
  auto review = std::make_shared<workspace::Review>();
  review->alignment = std::make_shared<align::Alignment>(alignmentWith(divergences, undecided));
  return {nullptr, nullptr, workspace::ReviewPtr(review)};
}

}  // namespace

void TestCliText::widths_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<int>("width");
  QTest::newRow("ascii") << QByteArray("%0 = addi") << 9;
  QTest::newRow("two bytes") << QByteArray(
                                    "gr\xC3\xB6\xC3\x9F"
                                    "e")
                             << 5;
  QTest::newRow("wide") << QByteArray("\xE6\xBC\xA2\xE5\xAD\x97") << 4;
  QTest::newRow("combining") << QByteArray("e\xCC\x81") << 1;
  QTest::newRow("escape is replaced") << QByteArray("\x1b[31m") << 5;
  QTest::newRow("line end is replaced") << QByteArray("a\nb") << 3;
  QTest::newRow("not utf-8") << QByteArray(
                                    "a\xFF"
                                    "b")
                             << 3;
}

void TestCliText::widths() {
  QFETCH(QByteArray, text);
  QFETCH(int, width);
  QCOMPARE(int(widthOf(text.toStdString())), width);
  QVERIFY(!QByteArray::fromStdString(clean(text.toStdString())).contains('\x1b'));
}

void TestCliText::cutsBetweenCharacters_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<int>("width");
  QTest::addColumn<QString>("cut");
  const QString ellipsis(QChar(0x2026));
  QTest::newRow("fits") << "softmax" << 7 << "softmax";
  QTest::newRow("too long") << "softmax" << 6 << "softm" + ellipsis;
  QTest::newRow("two-byte character at the edge") << QString::fromUtf8(
                                                         "aa\xC3\xB6"
                                                         "bb")
                                                  << 4 << QString::fromUtf8("aa\xC3\xB6") + ellipsis;
  QTest::newRow("wide character does not fit") << QString::fromUtf8("a\xE6\xBC\xA2\xE5\xAD\x97") << 3 << "a" + ellipsis;
  QTest::newRow("nothing fits") << "abc" << 0 << "";
}

void TestCliText::cutsBetweenCharacters() {
  QFETCH(QString, text);
  QFETCH(int, width);
  QFETCH(QString, cut);
  const std::string bytes = text.toStdString();
  QCOMPARE(shown(cli::cut(glyphsOf(bytes), std::size_t(width), true)), cut);
}

void TestCliText::wraps_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<int>("width");
  QTest::addColumn<int>("indent");
  QTest::addColumn<QStringList>("lines");
  QTest::newRow("empty") << "" << 10 << 2 << QStringList{""};
  QTest::newRow("fits") << "one two" << 10 << 2 << QStringList{"one two"};
  QTest::newRow("after a space") << "one two three" << 9 << 2 << QStringList{"one two ", "  three"};
  QTest::newRow("no space") << "abcdefghij" << 6 << 2 << QStringList{"abcdef", "  ghij"};
  QTest::newRow("indent wider than the column") << "abcdef" << 3 << 5 << QStringList{"abc", "def"};
}

void TestCliText::wraps() {
  QFETCH(QString, text);
  QFETCH(int, width);
  QFETCH(int, indent);
  QFETCH(QStringList, lines);
  const std::string bytes = text.toStdString();
  QStringList got;
  for (const Glyphs &line : wrap(glyphsOf(bytes), std::size_t(width), std::size_t(indent))) got << shown(line);
  QCOMPARE(got, lines);
}

void TestCliText::wrappingLosesNothing() {
  const std::string text =
      "%view_token = load_view_tko weak %partition_view[%blockId_x, %c0] token = %0 optimization_hints = <sm_100 = {latency = 3}>";
  for (std::size_t width = 8; width < 60; ++width) {
    std::string joined;
    for (const Glyphs &line : wrap(glyphsOf(text), width, 0)) {
      QVERIFY(widthOf(line) <= width);
      joined += render(kPlain, line, Style::Plain, 0);
    }
    QCOMPARE(joined, text);
  }
}

void TestCliText::marksSurvive() {
  const std::vector<ColumnRange> marks{{4, 7}};
  const Glyphs glyphs = glyphsOf("one two three", marks);
  QVERIFY(anyMarked(glyphs));
  QCOMPARE(carets(glyphs, 0), std::string("    ^^^      "));
  const Terminal colored{80, true, true};
  QCOMPARE(render(colored, glyphs, Style::Differs, 0), std::string("\x1b[33mone \x1b[0m\x1b[33;1;4mtwo\x1b[0m\x1b[33m three\x1b[0m"));
}

void TestCliText::outcomes_data() {
  QTest::addColumn<int>("divergences");
  QTest::addColumn<bool>("undecided");
  QTest::addColumn<QString>("word");
  QTest::addColumn<int>("code");
  QTest::newRow("same") << 0 << false << "same" << 0;
  QTest::newRow("divergent") << 2 << false << "divergent" << 1;
  QTest::newRow("undecided") << 0 << true << "undecided" << 4;
  QTest::newRow("divergent so far") << 1 << true << "divergent" << 1;
}

void TestCliText::outcomes() {
  QFETCH(int, divergences);
  QFETCH(bool, undecided);
  QFETCH(QString, word);
  QFETCH(int, code);
  const Outcome outcome = variantWith(std::size_t(divergences), undecided).outcome();
  const std::string_view text = cli::toText(outcome);
  QCOMPARE(QString::fromUtf8(text.data(), qsizetype(text.size())), word);
  QCOMPARE(exitCode(outcome), code);
}

void TestCliText::undecidedIsNeverSame() {
  workspace::Review review;
  auto alignment = alignmentWith(0, true);
  alignment.undecidedWhy = "more than 10 comparisons";
  review.alignment = std::make_shared<align::Alignment>(alignment);
  const QString text = QString::fromStdString(summaryText(review, kPlain));
  QVERIFY2(text.startsWith("undecided") && text.contains("more than 10 comparisons"), qPrintable(text));
  QVERIFY(!text.contains("same:"));
}

void TestCliText::specialisedDifferentlyIsNotSame_data() {
  using Origin = evidence::SpecialisationDifference::Origin;
  QTest::addColumn<int>("divergences");
  QTest::addColumn<int>("origin");  // -1: no difference
  QTest::addColumn<QString>("note");
  QTest::addColumn<QString>("word");
  QTest::addColumn<QString>("why");
  QTest::newRow("of the variants") << 0 << int(Origin::Variant) << "" << "undecided" << "are specialised differently";
  QTest::newRow("of a source") << 0 << int(Origin::Source) << "" << "same" << "";
  QTest::newRow("of the front ends") << 0 << int(Origin::FrontEnd) << "" << "same" << "";
  QTest::newRow("not known") << 0 << -1 << "launch.json cannot be read" << "undecided" << "is not known";
  QTest::newRow("divergent anyway") << 1 << int(Origin::Variant) << "" << "divergent" << "";
}

void TestCliText::specialisedDifferentlyIsNotSame() {
  QFETCH(int, divergences);
  QFETCH(int, origin);
  QFETCH(QString, note);
  QFETCH(QString, word);
  QFETCH(QString, why);
  workspace::Review review;
  review.alignment = std::make_shared<align::Alignment>(alignmentWith(std::size_t(divergences), false));
  review.specialisationNote = note.toStdString();
  if (origin >= 0)
    review.specialisation = {{.origin = evidence::SpecialisationDifference::Origin(origin), .sentence = "the tile is 64 and 128"}};
  QCOMPARE(QString::fromStdString(std::string(cli::toText(outcomeOf(review)))), word);
  QCOMPARE(review.same(), word == QLatin1String("same"));
  QVERIFY(QString::fromStdString(review.undecidedWhy()).endsWith(why));
  QCOMPARE(review.undecidedWhy().empty(), why.isEmpty());
  const QString text = QString::fromStdString(summaryText(review, kPlain));
  QCOMPARE(text.contains(QLatin1String("same:")), word == QLatin1String("same"));
}

void TestCliText::worstVariantDecides() {
  WorkspaceReview review;
  QCOMPARE(exitCode(review.outcome()), 0);
  review.variants.push_back(variantWith(0, false));
  QCOMPARE(exitCode(review.outcome()), 0);
  review.variants.push_back(variantWith(0, true));
  QCOMPARE(exitCode(review.outcome()), 4);
  review.variants.push_back(variantWith(1, false));
  QCOMPARE(exitCode(review.outcome()), 1);
  review.variants.insert(review.variants.begin(), VariantReview(nullptr, nullptr, Error{}));
  QCOMPARE(exitCode(review.outcome()), 3);
}

void TestCliText::pathsAreShortened_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<QByteArray>("expected");
  const auto row = [](const char *text, const char *expected) { QTest::newRow(text) << QByteArray(text) << QByteArray(expected); };
  row("/usr/local/bin/tileiras -o x", "tileiras -o x");
  row("run /home/me/check.sh now", "run check.sh now");
  row("'/home/me/a b'", "'a b'");
  row("--lib=/opt/x/libnvvm.so:/opt/y/other.so", "--lib=libnvvm.so:other.so");
  row("in /home/me/k.py:12:3: bad", "in k.py:12:3: bad");
  row("2> /dev/null", "2> /dev/null");
  row("./check.sh a/b/c ../d", "./check.sh a/b/c ../d");
  row("https://example.org/a/b", "https://example.org/a/b");
  row("1 / 2, /x, a//b", "1 / 2, /x, a//b");
  row("(/tmp/\xC3\xB6/x)", "(x)");
  row("", "");
}

void TestCliText::pathsAreShortened() {
  QFETCH(QByteArray, text);
  QFETCH(QByteArray, expected);
  QCOMPARE(QByteArray::fromStdString(withoutFolders(text.toStdString())), expected);
}

QTEST_GUILESS_MAIN(TestCliText)
#include "tst_cli_text.moc"
