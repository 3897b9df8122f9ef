// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which names a function gives another value, in all the ways that a language has.
#include <QtTest/QtTest>

#include "specification/assigned_names.h"

using namespace tileport;
using namespace tileport::specification;

class TestAssignedNames : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void python_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("assigned");
    for (const char *line : {"    FLAG = 2",
                             "    FLAG += 1",
                             "    FLAG <<= 1",
                             "    FLAG >>= 1",
                             "    FLAG //= 2",
                             "    FLAG: int = 2",
                             "    FLAG : 'a, text' = 2",
                             "    FLAG = other = 2",
                             "    other = FLAG = 2",
                             "    a, FLAG = 1, 2",
                             "    (FLAG, a) = 1, 2",
                             "    (a, FLAG) = f(1)",
                             "    [a, (b, FLAG)] = f(1)",
                             "    a, *FLAG = f(1)",
                             "    f(x); FLAG = 2",
                             "    if f(x): FLAG = 2",
                             "    else: FLAG = 2",
                             "    FLAG \\\n      = 2",
                             "    f(x, '(', # (\n  y); FLAG = 2",
                             "    for FLAG in range(3):",
                             "    for a, FLAG in f(3):",
                             "    for (a, FLAG) in f(3):",
                             "    a = [FLAG for FLAG in f(3)]",
                             "    with f() as FLAG:",
                             "    with f() as (a, FLAG):",
                             "    import FLAG",
                             "    from a import (b,\n FLAG)",
                             "    global FLAG",
                             "    def FLAG(): pass",
                             "    case [FLAG, a]: pass",
                             "    f(lambda FLAG: FLAG)",
                             "    let FLAG = 2;",
                             "    if (FLAG := 2):"})
      QTest::newRow(line) << line << true;
    for (const char *line :
         {"    f(FLAG=FLAG)", "    x = FLAG", "    x = f(FLAG, a=2)", "    if FLAG == 2: pass", "    if FLAG: x = 2", "    x[FLAG] = 2",
          "    x.FLAG = 2", "    f(x)[FLAG, 1] = 2", "    for i in f(FLAG): x = 1", "    FLAGS = 2", "    # FLAG = 2", "    x = 'FLAG = 2'",
          "    '''\n    FLAG = 2\n    '''", "    x = f(\n        FLAG=2)", "    def k(FLAG: ct.Constant[int] = 3):"})
      QTest::newRow(line) << line << false;
  }
  void python() {
    QFETCH(QString, text);
    QFETCH(bool, assigned);
    QCOMPARE(assignedNames(text.toStdString(), source::Language::Python).contains("FLAG"), assigned);
  }

  void rust_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("assigned");
    for (const char *text : {"let flag = 2;", "let mut flag: i32;", "let (a, flag) = f();", "if let Some(flag) = f() {",
                             "for (i, flag) in f() {", "flag = 2;", "flag += 1;", "(a, flag) = f();", "f(|flag| flag)",
                             "f(|a, flag: i32| a)", "match a { flag => 1 }", "match a { Some(flag) if flag > 1 => 1, _ => 2 }",
                             "let c = '\\''; flag = 2;", "const flag: i32 = 2;", "use a::{b, flag};", "fn f<'a>(x: &'a i32) { flag = 2; }"})
      QTest::newRow(text) << text << true;
    for (const char *text :
         {"fn f<const flag: i32>(a: i32) {", "fn f<E, const flag: i32>(flag: i32) {", "let a = flag;",
          "let a: Tile<f32, { [1, flag] }> = b;", "f(flag)", "flag == 2", "a | flag | b", "// let flag = 2;", "/* let /* */ flag = 2; */",
          "f(\"let flag = 2;\")", "f(r#\"\" flag = 2 \"#)", "a.flag = 2;", "match flag { 1 => a }", "f(flag as i32)"})
      QTest::newRow(text) << text << false;
  }
  void rust() {
    QFETCH(QString, text);
    QFETCH(bool, assigned);
    QCOMPARE(assignedNames(text.toStdString(), source::Language::Rust).contains("flag"), assigned);
  }

  void whatIsNotClosed() {
    for (const char *text :
         {"(((", ")))", "'", "\"\"\"", "r#\"", "/*", "let", "for", "\\", "x = '\\", "|", "=>", "=", "'\\", ":=", "lambda", "as"})
      for (const auto language : {source::Language::Python, source::Language::Rust}) {
        QVERIFY(!assignedNames(text, language).contains("FLAG"));
        QVERIFY(assignedNames("FLAG = 1;\n" + std::string(text), language).contains("FLAG"));
      }
  }
};

QTEST_APPLESS_MAIN(TestAssignedNames)
#include "tst_assigned_names.moc"
