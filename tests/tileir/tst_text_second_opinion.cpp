// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reader of text against MLIR's parser with the dialect of the same ODS: whole texts and damaged ones. Both must print the
// same, or both refuse; where they disagree, a rule below says why.
#include <QtTest>

#include <algorithm>
#include <filesystem>
#include <random>

#include "tests/support/files.h"
#include "tileir/dialect.h"
#include "tileir/printer.h"
#include "tileir/text_reader.h"

namespace fs = std::filesystem;
using namespace tileport;
using namespace tileport::tileir;

namespace {

const fs::path kSource(TILEPORT_SOURCE_DIR);

/// Why one side refuses what the other takes. Both parts must be there: of its message, and of the line that it names.
struct Reason {
  std::string_view message;
  std::string_view line;
  std::string_view why;
};

constexpr std::string_view kHints = "optimization_hints";

constexpr Reason kMlirRefuses[] = {
    {" must be ", "", "what types an op takes is the verifier's to say"},
    {"requires", "", "the verifier's"},
    {"failed to verify", "", "the verifier's"},
    {"expected a memory scope", "", "whether an ordering needs a scope is the verifier's to say"},
    {"expected no memory scope", "", "the same"},
    {"expected", kHints, "keys of hints are printed as they are, officially too, whatever is in them: MLIR reads only words"},
    {"unknown escape", kHints, "the same"},
    {"unknown escape", "\\", "strings may have the escapes of Rust, as cutile-rs prints them"},
    {"expected operation name in quotes", "}",
     "definitions of aliases may stand anywhere; what puts a module around the text goes by lines"},
};

constexpr Reason kReaderRefuses[] = {
    {"expected bytes as", "\"0x", "MLIR takes an odd number of digits"},
    {"expected a type of numbers", "i0", "MLIR takes i01 for i1"},
    {"expected an attribute", kHints, "integers of widths that the dialect does not have"},
    {"expected 'sym_visibility'", "}", "a program has no place for other attributes of an entry"},
    {"has no attribute", "{", "a program has no place for attributes that its op does not know"},
    {"value out of range", "constant", "MLIR takes a float that is too large for infinity"},
    {"expected an operand after '='", "token", "MLIR takes token= without a token"},
    {"there is no global", "get_global", "MLIR does not look for it; bytecode without it is refused, too"},
    {"expected ", "{}", "MLIR takes an empty dictionary anywhere"},
};

std::string lineOf(const std::string &text, std::uint32_t line) {
  std::size_t begin = 0;
  while (--line > 0) begin = text.find('\n', begin) + 1;
  return text.substr(begin, text.find('\n', begin) - begin);
}

/// What no rule covers.
std::string unlessListed(std::span<const Reason> reasons, const std::string &who, const std::string &text, const Error &error) {
  const std::string line = error.place.line == 0 ? std::string() : lineOf(text, error.place.line);
  const bool listed = std::any_of(reasons.begin(), reasons.end(), [&](const Reason &each) {
    return error.message.find(each.message) != std::string::npos && line.find(each.line) != std::string::npos;
  });
  return listed ? "" : who + " refuses: " + error.toString() + "\n" + line;
}

/// Words, names and numbers, where they stand.
std::vector<std::pair<std::size_t, std::size_t>> wordsOf(const std::string &text) {
  const auto inWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '%' || c == '#' || c == '.'; };
  std::vector<std::pair<std::size_t, std::size_t>> words;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && inWord(text[end])) ++end;
    if (end != i) words.emplace_back(i, end - i);
    i = end + 1;
  }
  return words;
}

/// One character, or one word, is other than it was.
std::string damaged(std::string text, std::minstd_rand &random) {
  const std::size_t at = random() % text.size();
  const auto words = wordsOf(text);
  const auto [from, fromSize] = words[random() % words.size()];
  const auto [to, toSize] = words[random() % words.size()];
  switch (random() % 6) {
    case 0: text.erase(at, 1); break;
    case 1: text.insert(at, 1, text[random() % text.size()]); break;
    case 2: text[at] = text[random() % text.size()]; break;
    case 3: text.erase(from, fromSize); break;
    default: text.replace(from, fromSize, text.substr(to, toSize));
  }
  return text;
}

/// What the two say that no rule covers; empty when they agree.
std::string disagreement(const std::string &text) {
  const bool locations = text.find("#loc") != std::string::npos;
  const auto read = readText(text, "text");
  const auto reprinted = reprintWithMlir(text, "text");
  if (!read && !reprinted) return {};
  if (!read) return unlessListed(kReaderRefuses, "the reader", text, read.error());
  if (!reprinted) return unlessListed(kMlirRefuses, "MLIR", text, reprinted.error());
  // MLIR calls a file without a name "-".
  if (text.find("loc(\"\":") != std::string::npos) return {};
  return print(**read, {.locations = locations}).text == *reprinted ? "" : "printed differently:\n" + text;
}

/// MLIR 19 lacks two types of few bits.
bool isBeyondMlir(const std::string &text) {
  if (TILEPORT_MLIR_MAJOR >= 20) return false;
  const auto holds = [&](std::string_view word) { return text.find(word) != std::string::npos; };
  return holds("f8E8M0FNU") || holds("f4E2M1FN");
}

}  // namespace

class TestTextSecondOpinion : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void agrees_data();
  void agrees();
};

void TestTextSecondOpinion::agrees_data() {
  QTest::addColumn<QString>("path");
  for (const fs::path &path : test::filesIn(kSource / "tests/cases/allops", ".mlir"))
    QTest::newRow(path.filename().c_str()) << QString::fromStdString(path.string());
}

void TestTextSecondOpinion::agrees() {
  QFETCH(QString, path);
  const std::string text = test::contentOf(path.toStdString());
  if (isBeyondMlir(text)) QSKIP("this text needs a newer MLIR");
  if (const std::string what = disagreement(text); !what.empty()) QFAIL(what.c_str());
  std::minstd_rand random(1);
  for (int i = 0; i < 60; ++i) {
    if (const std::string what = disagreement(damaged(text, random)); !what.empty()) QFAIL(what.c_str());
  }
}

QTEST_GUILESS_MAIN(TestTextSecondOpinion)
#include "tst_text_second_opinion.moc"
