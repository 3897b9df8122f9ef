// SPDX-License-Identifier: GPL-3.0-or-later
#include <QMetaEnum>
#include <QTest>

#include "views/highlight/highlighter.h"

using namespace tileport;
using namespace tileport::views;
using source::Language;

namespace {

/// A letter for every character: what style it has.
char letterOf(TextStyle style) {
  constexpr char letters[] = {'.', 'k', 'o', 't', 'v', 'f', 'a', 'n', 's', 'c', 'p'};
  return letters[std::size_t(style)];
}

QStringList styled(Highlighter &highlighter, const QStringList &lines) {
  QStringList result;
  HighlightState state = 0;
  for (const QString &line : lines) {
    std::vector<StyledRange> ranges;
    state = highlighter.highlight(line, state, ranges);
    QString letters(line.size(), u'.');
    int end = 0;
    for (const StyledRange &range : ranges) {
      if (range.start < end || range.length <= 0 || range.start + range.length > line.size()) return {QStringLiteral("ranges overlap")};
      end = range.start + range.length;
      for (int i = range.start; i < end; ++i) letters[i] = QLatin1Char(letterOf(range.style));
    }
    result << letters;
  }
  return result;
}

}  // namespace

class TestHighlight : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void scanners_data();
  void scanners();
  void anythingIsAccepted_data();
  void anythingIsAccepted();
  void tileIrOfKate();
  void kateKnowsTheLanguages();
};

void TestHighlight::scanners_data() {
  QTest::addColumn<int>("language");
  QTest::addColumn<QStringList>("lines");
  QTest::addColumn<QStringList>("styles");
  const auto row = [](const char *name, Language language, QStringList lines, QStringList styles) {
    QTest::newRow(name) << int(language) << lines << styles;
  };
  row("tile ir: results, op, operands", Language::TileIr, {QStringLiteral("  %tile, %t = load_view_tko weak %pview[%b, %c_0]")},
      {QStringLiteral("..vvvvv..vv...ooooooooooooo.kkkk.vvvvvv.vv..vvvv.")});
  row("tile ir: extents are types", Language::TileIr, {QStringLiteral("  %1 = ftof %0 : tile<1x1024xf16>")},
      {QStringLiteral("..vv...oooo.vv...tttt.tttttttttt.")});
  row("tile ir: attribute, negative and hex numbers", Language::TileIr,
      {QStringLiteral("%r = reduce %1 dim=1 identities=[0xFF800000 : f32]")},
      {QStringLiteral("vv...oooooo.vv.aaa.n.aaaaaaaaaa..nnnnnnnnnn...ttt.")});
  row("tile ir: token as attribute and as type", Language::TileIr,
      {QStringLiteral("  %0 = make_token : token"), QStringLiteral("  store %1 token = %0 : token")},
      {QStringLiteral("..vv...oooooooooo...ttttt"), QStringLiteral("..ooooo.vv.aaaaa...vv...ttttt")});
  row("tile ir: entry, comment", Language::TileIr, {QStringLiteral("entry @k(%a: token) { // x")},
      {QStringLiteral("ooooo.ff.vv..ttttt....cccc")});
  row("python: decorator, def, strings, numbers", Language::Python,
      {QStringLiteral("@ct.kernel"), QStringLiteral("def f(x, n=1.5e-3):"), QStringLiteral("    return x if 'a#' else None  # no")},
      {QStringLiteral("aaaaaaaaaa"), QStringLiteral("kkk.f....a.nnnnnn.."), QStringLiteral("....kkkkkk...kk.ssss.kkkk.kkkk..cccc")});
  row("python: a string over three lines", Language::Python,
      {QStringLiteral("x = \"\"\"a"), QStringLiteral("def"), QStringLiteral("b\"\"\" + 1")},
      {QStringLiteral("....ssss"), QStringLiteral("sss"), QStringLiteral("ssss...n")});
  row("rust: attribute, fn, lifetime, macro", Language::Rust,
      {QStringLiteral("#[entry]"), QStringLiteral("pub fn f<'a>(x: &'a Tensor) {"), QStringLiteral("  let c = 'x'; m![1, 0..2]; // c")},
      {QStringLiteral("aaaaaaaa"),
       QStringLiteral("kkk.kk.f.aa..... aa.tttttt...").replace(u' ', u'.').replace(13, 4, QStringLiteral("....")),
       QStringLiteral("..kkk.....sss..aa.n..n..n...cccc")});
  row("rust: nested comment, raw string", Language::Rust,
      {QStringLiteral("/* a /* b"), QStringLiteral("*/ c"), QStringLiteral("*/ r#\"x\"y\"# 1")},
      {QStringLiteral("ccccccccc"), QStringLiteral("cccc"), QStringLiteral("cc.ssssssss.n")});
}

void TestHighlight::scanners() {
  QFETCH(int, language);
  QFETCH(QStringList, lines);
  QFETCH(QStringList, styles);
  const auto highlighter = makeScanner(Language(language));
  const QStringList got = styled(*highlighter, lines);
  for (qsizetype i = 0; i < lines.size(); ++i)
    QVERIFY2(got[i] == styles[i], qPrintable(QStringLiteral("\n%1\n%2 got\n%3 wanted").arg(lines[i], got[i], styles[i])));
}

void TestHighlight::anythingIsAccepted_data() {
  QTest::addColumn<int>("language");
  QTest::newRow("python") << int(Language::Python);
  QTest::newRow("rust") << int(Language::Rust);
  QTest::newRow("tile ir") << int(Language::TileIr);
  QTest::newRow("plain") << int(Language::PlainText);
}

void TestHighlight::anythingIsAccepted() {
  QFETCH(int, language);
  for (const auto &highlighter : {makeScanner(Language(language)), makeHighlighter(Language(language))}) {
    quint32 seed = 1;
    const QString alphabet = QStringLiteral("ab_r#'\"\\/*%@!.:<>=0x19 \t{}[]()-é中");
    QStringList lines{QString(),           QStringLiteral("\\"),  QStringLiteral("\"\\"), QStringLiteral("'''"), QStringLiteral("r#"),
                      QStringLiteral("%"), QStringLiteral("?x?x")};
    for (int i = 0; i < 300; ++i) {
      QString line;
      for (int k = 0; k < 40; ++k) line += alphabet[qsizetype((seed = seed * 1664525U + 1013904223U) >> 16) % alphabet.size()];
      lines << line;
    }
    QCOMPARE(styled(*highlighter, lines).size(), lines.size());
  }
}

void TestHighlight::tileIrOfKate() {
  const auto kate = makeKateHighlighter(Language::TileIr);
  if (!kate) QSKIP("built without KSyntaxHighlighting");
  // Both back ends must agree on what a person looks at.
  const QStringList lines{QStringLiteral("  %tile, %t = load_view_tko weak %pview[%b, %c_0] token = %0 : tile<1x1024xf16>, token"),
                          QStringLiteral("entry @k(%a: tile<ptr<f16>>) {"),
                          QStringLiteral("  %r = reduce %1 dim=1 identities=[0xFF800000 : f32]"),
                          QStringLiteral("  %a = assume div_by<16>, %arg0 : tile<ptr<f16>> // x"),
                          QStringLiteral("  return"),
                          QStringLiteral("}")};
  const QStringList scanned = styled(*makeScanner(Language::TileIr), lines), got = styled(*kate, lines);
  for (qsizetype i = 0; i < lines.size(); ++i)
    QVERIFY2(got[i] == scanned[i], qPrintable(QStringLiteral("\n%1\n%2 kate\n%3 scanner").arg(lines[i], got[i], scanned[i])));
}

void TestHighlight::kateKnowsTheLanguages() {
  const auto rust = makeKateHighlighter(Language::Rust), python = makeKateHighlighter(Language::Python);
  if (!rust) QSKIP("built without KSyntaxHighlighting");
  QVERIFY(python != nullptr);
  QVERIFY(styled(*rust, {QStringLiteral("fn f() {}")})[0].startsWith(QLatin1String("kk")));
  QVERIFY(styled(*python, {QStringLiteral("def f(): pass  # c")})[0].startsWith(QLatin1String("kkk")));
  QVERIFY(styled(*python, {QStringLiteral("x = \"\"\"a"), QStringLiteral("def\"\"\"")})[1].startsWith(u's'));
}

QTEST_GUILESS_MAIN(TestHighlight)
#include "tst_highlight.moc"
