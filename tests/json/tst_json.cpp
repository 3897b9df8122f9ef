// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Trees of JSON texts: where each value stands, how it is read by its kind, and what is refused where.
#include <QtTest/QtTest>
#include <algorithm>

#include "json/json.h"

using namespace tileport;
using namespace tileport::json;

namespace {

const std::string kText =
    "{\"name\": \"softmax\",\n"
    " \"list\": [1, 2.5, true, null,\n"
    "          {\"a/b~c\": -7}],\n"
    " \"end\": 12\n"
    "}\n";

}  // namespace

class TestJson : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void valuesKnowWhereTheyStand() {
    const auto root = parseJson(kText, "file");
    QVERIFY(root.ok());
    const auto place = [](const JsonNode *node) { return std::pair(node->line, node->column); };
    QCOMPARE(place(&*root), std::pair(1u, 1u));
    QCOMPARE(place(root->member("name")), std::pair(1u, 18u));  // its closing quote
    const JsonNode *list = root->member("list");
    QVERIFY(list);
    QCOMPARE(place(list), std::pair(2u, 10u));
    QCOMPARE(place(&list->items[0]), std::pair(2u, 11u));
    QCOMPARE(place(&list->items[1]), std::pair(2u, 16u));
    QCOMPARE(place(&list->items[2]), std::pair(2u, 22u));
    QCOMPARE(place(&list->items[3]), std::pair(2u, 28u));
    QCOMPARE(place(&list->items[4]), std::pair(3u, 11u));
    QCOMPARE(place(&list->items[4].items[0]), std::pair(3u, 22u));
    QCOMPARE(place(root->member("end")), std::pair(4u, 10u));  // a number before a line's end
    QVERIFY(root->member("nothing") == nullptr && list->member("name") == nullptr);
  }

  void valuesAreReadByTheirKind() {
    const auto root = parseJson(kText, "file");
    const std::string file = "file";  // outlives what refers to it
    const JsonAt at(*root, file);
    QCOMPARE(*at.stringOf("name"), std::string("softmax"));
    QCOMPARE(*at.stringOf("nothing"), std::string());
    const auto items = at.member("list")->items();
    QVERIFY(items.ok());
    QCOMPARE(*(*items)[0].integer(), std::int64_t(1));
    QVERIFY(*(*items)[2].boolean());
    QVERIFY((*items)[3].isNull());
    QCOMPARE(*(*items)[4].member("a/b~c")->integer(), std::int64_t(-7));
    QCOMPARE((*items)[4].member("a/b~c")->pointer(), std::string("/list/4/a~1b~0c"));
    const auto said = [](const auto &result) { return result.ok() ? std::string("no error") : result.error().toString(); };
    QCOMPARE(said((*items)[1].integer()), std::string("file:2:16: /list/1: expected an integer of 64 bits, found another number"));
    QCOMPARE(said((*items)[0].string()), std::string("file:2:11: /list/0: expected a string, found a number"));
    QCOMPARE(said((*items)[4].items()), std::string("file:3:11: /list/4: expected an array, found an object"));
    QCOMPARE(said(at.member("nothing")), std::string("file:1:1: /: member \"nothing\" is missing"));
    QCOMPARE(said(at.onlyMembers({"name", "list"})), std::string("file:1:1: /: unknown member \"end\". Look for a misspelling."));
  }

  void largeIntegersAreFloats() {
    const auto root = parseJson("[9223372036854775807, 9223372036854775808, -9223372036854775808]", "file");
    QVERIFY(root.ok());
    QVERIFY(root->items[0].kind == JsonNode::Kind::Integer && root->items[0].integer == INT64_MAX);
    QVERIFY(root->items[1].kind == JsonNode::Kind::Float && root->items[1].real == 9223372036854775808.0);
    QVERIFY(root->items[2].kind == JsonNode::Kind::Integer && root->items[2].integer == INT64_MIN);
  }

  void refuses_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("said");
    QTest::newRow("nothing") << QByteArray() << "file:7:1: not JSON";
    QTest::newRow("two members of one name") << QByteArray("{\"a\": 1,\n \"a\": 2}") << "file:8:4: member \"a\" is given twice";
    QTest::newRow("the same in an object within") << QByteArray("{\"a\": {\"b\": 1, \"b\": 2}}") << "member \"b\" is given twice";
    QTest::newRow("a NUL byte") << QByteArray("[1,\n2]\0x", 8) << "file:8:3: there is a NUL byte in the file";
    QTest::newRow("nested deeper than 16") << QByteArray(17, '[') << "file:7:17: nested deeper than 16 levels";
    QTest::newRow("a number that is none") << QByteArray("1e999") << "file:7:5:";
    QTest::newRow("NaN") << QByteArray("NaN") << "not JSON";
    QTest::newRow("bytes that are not UTF-8") << QByteArray("\"\xFF\"") << "not JSON";
  }
  void refuses() {
    QFETCH(QByteArray, text);
    QFETCH(QString, said);
    const auto root = parseJson(text.toStdString(), "file", 7);
    QVERIFY(!root.ok());
    QVERIFY2(QString::fromStdString(root.error().toString()).contains(said), root.error().toString().c_str());
    QVERIFY(!root.error().advice.empty());
  }

  void namesOfObjectsSideBySideMayBeAlike() {
    QVERIFY(parseJson(R"([{"a": 1}, {"a": 2}, {"b": {"a": 1}, "a": 3}])", "file").ok());
    QVERIFY(parseJson("[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]", "file").ok());  // 16 levels
  }

  /// Whatever is cut off, the error stands in what is left, and where it was cut.
  void everyPrefixIsRefusedInItself() {
    const std::size_t whole = kText.rfind('}') + 1;
    for (std::size_t length = 0; length < whole; ++length) {
      const auto root = parseJson(kText.substr(0, length), "file");
      QVERIFY2(!root.ok(), std::to_string(length).c_str());
      const auto lines = static_cast<std::uint32_t>(std::count(kText.begin(), kText.begin() + static_cast<std::ptrdiff_t>(length), '\n'));
      QCOMPARE(root.error().place.line, lines + 1);
      QVERIFY(root.error().place.column > 0);
    }
  }
};

QTEST_APPLESS_MAIN(TestJson)
#include "tst_json.moc"
