// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QTest>
#include <bit>
#include <limits>
#include <random>
#include <sstream>

#include "evidence/element_type.h"
#include "evidence/symbol.h"
#include "evidence/symbol_text.h"
#include "tests/support/files.h"

using namespace tileport;
using namespace tileport::evidence;

class TestSymbol : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void readsOne();
  void agreesWithTheRealDemangler();
  void readsEveryReferenceLaunch();
  void readsConventionThree();
  void refuses_data();
  void refuses();
  void refusesWhatIsTooMuch();
  void randomValuesComeBack();
  void brokenSymbolsGiveAPlace();
  void rustEntries();
  void elementTypes();
};

namespace {

const std::string kCases = TILEPORT_SOURCE_DIR "/tests/cases/";

std::string hexOf(std::string_view text) {
  std::string digits;
  for (const char c : text) digits += mangledHex(static_cast<unsigned char>(c), 2);
  return digits;
}

std::string optionalText(const std::optional<std::int64_t> &value) { return value ? std::to_string(*value) : "-"; }

std::string groupsText(const std::vector<std::uint32_t> &groups) {
  std::string joined;
  for (const std::uint32_t group : groups) joined += (joined.empty() ? "" : ",") + std::to_string(group);
  return joined;
}

std::string describe(const ArrayFacts &array) {
  std::string axes;
  for (const AxisFacts &axis : array.axes) {
    axes += std::string(axes.empty() ? "" : " ") + "[" + optionalText(axis.extent) + " " + std::to_string(axis.extentDivisor) + " " +
            optionalText(axis.stride) + " " + std::to_string(axis.strideDivisor) + " " + optionalText(axis.leastStride) + "]";
  }
  return "array " + array.elementType + " " + axes + " base " + std::to_string(array.baseDivisor) + " groups " +
         groupsText(array.aliasGroups) + " internal " + (array.mayAliasInternally ? "1" : "0") + " index " + array.indexType;
}

std::string describe(const Constant &constant) {
  switch (constant.kind) {
    case Constant::Kind::None: return "none";
    case Constant::Kind::Bool: return "bool " + std::to_string(constant.integer);
    case Constant::Kind::Integer: return "int " + std::to_string(constant.integer);
    case Constant::Kind::Float: return "float " + mangledHex(std::bit_cast<std::uint64_t>(constant.real), 16);
    case Constant::Kind::Text: return "text " + hexOf(constant.text);
    case Constant::Kind::Type: return "type " + constant.text;
    case Constant::Kind::Member: return "member";
  }
  return {};
}

std::string describe(const Parameter &parameter) {
  switch (parameter.kind) {
    case Parameter::Kind::Array: return describe(parameter.array);
    case Parameter::Kind::List:
      return "list groups " + groupsText(parameter.listGroups) + " alias " + (parameter.elementsMayAlias ? "1" : "0") + " of " +
             describe(parameter.array);
    case Parameter::Kind::Tuple: {
      std::string items;
      for (const Parameter &item : parameter.items) items += (items.empty() ? "" : "; ") + describe(item);
      return "tuple(" + items + ")";
    }
    case Parameter::Kind::Scalar: return "scalar " + parameter.elementType;
    case Parameter::Kind::Constant: return "constant " + describe(parameter.constant);
    default: return "?";
  }
}

std::string describe(const KernelSymbol &symbol) {
  std::string parameters;
  for (const Parameter &parameter : symbol.parameters) parameters += (parameters.empty() ? "" : "; ") + describe(parameter);
  return symbol.kernel + " v" + std::to_string(symbol.convention) + ": " + parameters;
}

std::vector<std::pair<std::string, std::string>> cases() {
  std::vector<std::pair<std::string, std::string>> all;
  std::istringstream lines(test::contentOf(kCases + "symbols/mangled.tsv"));
  for (std::string line; std::getline(lines, line);) all.emplace_back(line.substr(0, line.find('\t')), line.substr(line.find('\t') + 1));
  return all;
}

/// A signature that the mangler could have been given.
class RandomSymbol {
 public:
  explicit RandomSymbol(unsigned seed) : random_(seed) {}

  KernelSymbol make() {
    KernelSymbol symbol{.kernel = pick<std::string>({"k", "_fused_Kernel", "a_K1", "x1"}), .convention = 1 + below(3)};
    convention_ = symbol.convention;
    for (std::uint32_t i = below(8); i > 0; --i) symbol.parameters.push_back(parameter(0));
    closeGroups(symbol.parameters);
    return symbol;
  }

 private:
  std::uint32_t below(std::uint32_t count) { return static_cast<std::uint32_t>(random_() % count); }
  bool chance(std::uint32_t in) { return below(in) == 0; }
  template <class T>
  T pick(std::vector<T> from) {
    return from[below(static_cast<std::uint32_t>(from.size()))];
  }

  std::string type() {
    return pick<std::string>({"bool", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f16", "bf16", "f32", "tf32", "f64", "f8e4m3fn",
                              "f8e5m2", "f8e8m0fnu"});
  }

  std::string string() { return pick<std::string>({"", "plain", "K_K", "a.b", "\xC3\xA4", "\xE2\x82\xAC", "\xF0\x9F\x98\x80", "_z"}); }

  ArrayFacts array() {
    ArrayFacts facts{.elementType = type()};
    facts.axes.resize(below(7));
    for (AxisFacts &axis : facts.axes) {
      if (convention_ > 1 && chance(4)) axis.extent = below(3);
      if (!axis.extent && chance(2)) axis.extentDivisor = 2 + below(30);
      if (chance(3)) axis.stride = static_cast<std::int64_t>(below(5)) - 2;
      if (!axis.stride && chance(2)) axis.strideDivisor = 2 + below(30);
      if (!axis.stride && chance(2)) axis.leastStride = static_cast<std::int64_t>(below(5)) - 2;
    }
    if (chance(2)) facts.baseDivisor = 16;
    facts.mayAliasInternally = chance(3);
    facts.indexType = pick<std::string>({"i32", "i32", "u32", "i64"});
    return facts;
  }

  Constant constant() {
    switch (below(7)) {
      case 0: return {};
      case 1: return Constant::ofBool(chance(2));
      case 2: return Constant::ofInteger(pick<std::int64_t>({0, -1, 128, std::numeric_limits<std::int64_t>::min()}));
      case 3: return Constant::ofFloat(pick<double>({0.0, -0.0, 1.5, std::numeric_limits<double>::quiet_NaN()}));
      case 4: return Constant::ofText(string());
      case 5: return Constant::ofType(type());
      default: return {.kind = Constant::Kind::Member, .text = string(), .module = string(), .owner = string()};
    }
  }

  Parameter parameter(std::uint32_t depth) {
    const std::uint32_t kinds = convention_ == 1 ? 4 : convention_ == 2 ? 5 : 9;
    Parameter made;
    switch (below(kinds)) {
      case 0: made = {.kind = Parameter::Kind::Array, .array = array()}; break;
      case 1: made = {.kind = Parameter::Kind::List, .array = array(), .elementsMayAlias = chance(2)}; break;
      case 2: made = {.kind = Parameter::Kind::Scalar, .elementType = type()}; break;
      case 3: made = {.kind = Parameter::Kind::Constant, .constant = constant()}; break;
      case 4: made.kind = Parameter::Kind::Tuple; break;
      case 5: made = {.kind = Parameter::Kind::Pointer, .elementType = type()}; break;
      case 6: made.kind = Parameter::Kind::TensorMap; break;
      case 7: made.kind = Parameter::Kind::Stream; break;
      default: made = {.kind = Parameter::Kind::Dataclass, .module = string(), .className = string()};
    }
    const bool hasItems = made.kind == Parameter::Kind::Tuple || made.kind == Parameter::Kind::Dataclass;
    for (std::uint32_t i = hasItems && depth < 4 ? below(4) : 0; i > 0; --i) made.items.push_back(parameter(depth + 1));
    return made;
  }

  /// One alias group of the first two arrays, where there are two.
  void closeGroups(std::vector<Parameter> &parameters) {
    std::vector<Parameter *> arrays;
    for (Parameter &each : parameters)
      if (each.kind == Parameter::Kind::Array) arrays.push_back(&each);
    if (arrays.size() < 2 || chance(2)) return;
    arrays[0]->array.aliasGroups = {0};
    arrays[1]->array.aliasGroups = {0};
    if (arrays.size() < 3) return;
    arrays[1]->array.aliasGroups = {0, 1};
    arrays[2]->array.aliasGroups = {1};
  }

  std::minstd_rand random_;
  std::uint32_t convention_ = 1;
};

}  // namespace

void TestSymbol::readsOne() {
  const auto symbol = demangle("_matmul_kernel_Kt1_A2f16_1v8l0_2t1_3i16_p16_Si32_I256_B1");
  QVERIFY2(symbol.ok(), symbol.ok() ? "" : symbol.error().toString().c_str());
  QCOMPARE(symbol->kernel, std::string("_matmul_kernel"));
  QCOMPARE(symbol->convention, 1u);
  QCOMPARE(symbol->parameters.size(), std::size_t(4));
  const ArrayFacts &a = symbol->parameters[0].array;
  QCOMPARE(a.elementType, std::string("f16"));
  QCOMPARE(a.axes.size(), std::size_t(2));
  QCOMPARE(a.axes[0].strideDivisor, std::int64_t(8));
  QCOMPARE(a.axes[0].leastStride, std::optional<std::int64_t>(0));
  QCOMPARE(a.axes[1].stride, std::optional<std::int64_t>(1));
  QCOMPARE(a.axes[1].extentDivisor, std::int64_t(16));
  QCOMPARE(a.baseDivisor, std::int64_t(16));
  QVERIFY(!a.mayAliasInternally);
  QCOMPARE(symbol->parameters[1].elementType, std::string("i32"));
  QCOMPARE(symbol->parameters[2].constant, Constant::ofInteger(256));
  QCOMPARE(symbol->parameters[3].constant, Constant::ofBool(true));
}

void TestSymbol::agreesWithTheRealDemangler() {
  const auto all = cases();
  QCOMPARE(all.size(), std::size_t(444));
  for (const auto &[symbol, expected] : all) {
    const auto value = demangle(symbol);
    QVERIFY2(value.ok(), (symbol + "\n" + (value.ok() ? "" : value.error().toString())).c_str());
    QCOMPARE(describe(*value), expected);
    QCOMPARE(mangle(*value), symbol);
    QVERIFY(looksMangled(symbol));
  }
}

void TestSymbol::readsEveryReferenceLaunch() {
  const std::string text = test::contentOf(TILEPORT_SOURCE_DIR "/resources/tilegym/tilegym-reference-launches.jsonl");
  const std::string key = "\"symbol\":\"";
  std::size_t count = 0;
  for (std::size_t at = text.find(key); at != std::string::npos; at = text.find(key, at + 1)) {
    const std::size_t begin = at + key.size();
    const std::string symbol = text.substr(begin, text.find('"', begin) - begin);
    const auto value = demangle(symbol);
    QVERIFY2(value.ok(), symbol.c_str());
    QCOMPARE(mangle(*value), symbol);
    ++count;
  }
  QCOMPARE(count, std::size_t(247));
}

void TestSymbol::readsConventionThree() {
  const std::string written = "k_Kt3_Pf32_M_R_Dmy_2emod_zPair_z2I1Sf16_Ce_m_zMode_zFAST_z_T0";
  const auto symbol = demangle(written);
  QVERIFY2(symbol.ok(), symbol.ok() ? "" : symbol.error().toString().c_str());
  QCOMPARE(symbol->parameters.size(), std::size_t(6));
  const Parameter &pair = symbol->parameters[3];
  QCOMPARE(pair.module, std::string("my.mod"));
  QCOMPARE(pair.className, std::string("Pair"));
  QCOMPARE(pair.items.size(), std::size_t(2));
  QCOMPARE(text(symbol->parameters[4].constant), std::string("Mode.FAST"));
  QCOMPARE(mangle(*symbol), written);
}

void TestSymbol::refuses_data() {
  QTest::addColumn<QByteArray>("symbol");
  QTest::addColumn<int>("byte");
  QTest::addColumn<QByteArray>("message");
  const auto row = [](const char *name, const char *symbol, int byte, const char *message) {
    QTest::newRow(name) << QByteArray(symbol) << byte << QByteArray(message);
  };
  row("nothing", "", 0, "no \"_K\"");
  row("a plain name", "softmax", 0, "no \"_K\"");
  row("no kernel", "_Kt1", 0, "no kernel name");
  row("no convention", "k_K_I1", 3, "unknown calling convention");
  row("another convention", "k_Kt9", 3, "unknown calling convention");
  row("convention of the future", "k_Kt10", 3, "unknown calling convention");
  row("ends after the underscore", "k_Kt1_", 6, "unknown kind of parameter");
  row("unknown parameter", "k_Kt1_Q", 6, "unknown kind of parameter");
  row("no underscore between", "k_Kt1_I1I2", 8, "no underscore");
  row("no rank", "k_Kt1_Af32", 7, "no rank");
  row("no type", "k_Kt1_A2", 8, "no element type");
  row("unknown type", "k_Kt1_Sf12", 7, "unknown element type");
  row("a mask of no axis", "k_Kt1_A2f32_0i16", 11, "mask of axes");
  row("a mask of too many axes", "k_Kt1_A2f32_4i16", 11, "mask of axes");
  row("a mask and no fact", "k_Kt1_A2f32_1", 11, "write it otherwise");
  row("a divisor of one", "k_Kt1_A2f32_1i1", 14, "greater than 1");
  row("a negative divisor", "k_Kt1_A2f32_1i_4", 14, "greater than 1");
  row("no number", "k_Kt1_A2f32_1ix", 14, "no decimal integer");
  row("a fact twice", "k_Kt1_A2f32_1i16_3i8", 16, "given twice");
  row("a divisor of a constant stride", "k_Kt1_A1f32_1t1v8", 11, "given twice, or says less");
  row("masks out of order", "k_Kt1_A2f32_2t1_1v8", 12, "write it otherwise");
  row("one fact in two masks", "k_Kt1_A2f32_1i16_2i16", 12, "write it otherwise");
  row("a leading zero", "k_Kt1_I01", 7, "write it otherwise");
  row("minus zero", "k_Kt1_I_0", 7, "write it otherwise");
  row("a constant extent in convention 1", "k_Kt1_A1f32_1s1", 14, "no constant extents");
  row("a negative extent", "k_Kt2_A1f32_1s_1", 14, "negative");
  row("extras out of order", "k_Kt1_A1f32_ip16", 13, "no underscore before");
  row("a group that leaves out a number", "k_Kt1_A1f32_g1_A1f32_g1", 13, "leaves out");
  row("a group of one", "k_Kt1_A1f32_g0_A1f32_g0g1", 24, "only one member");
  row("groups out of order", "k_Kt1_A1f32_g0g1_A1f32_g1g0", 26, "not in order");
  row("a list of scalars", "k_Kt1_LSf32", 7, "not of arrays");
  row("a tuple in convention 1", "k_Kt1_T1I1", 6, "has no such parameter");
  row("a pointer in convention 2", "k_Kt2_Pf32", 6, "has no such parameter");
  row("too few items", "k_Kt2_T2I1", 10, "unknown kind of parameter");
  row("a truth value of two", "k_Kt1_B2", 7, "neither 0 nor 1");
  row("a short float", "k_Kt1_F3ff", 7, "16 digits");
  row("an integer of 65 bits", "k_Kt1_I9223372036854775808", 7, "more than 64 bits");
  row("an unknown constant", "k_Kt1_Cx_", 6, "unknown kind of constant");
  row("a string without an end", "k_Kt1_Cs_ab", 11, "no end mark");
  row("an invalid escape", "k_Kt1_Cs__gg_z", 9, "invalid escape");
  row("half of a surrogate pair", "k_Kt1_Cs__ud800_z", 9, "invalid escape");
  row("beyond Unicode", "k_Kt1_Cs__w00110000_z", 9, "invalid escape");
}

void TestSymbol::refuses() {
  QFETCH(QByteArray, symbol);
  QFETCH(int, byte);
  QFETCH(QByteArray, message);
  const auto value = demangle(symbol.toStdString());
  QVERIFY(!value.ok());
  const std::string text = value.error().toString();
  QVERIFY2(text.find(message.toStdString()) != std::string::npos, text.c_str());
  QVERIFY(value.error().place.byteOffset.has_value());
  QVERIFY2(*value.error().place.byteOffset == std::uint64_t(byte), text.c_str());
}

void TestSymbol::refusesWhatIsTooMuch() {
  const auto kindOf = [](const std::string &symbol) {
    const auto value = demangle(symbol);
    return value ? std::optional<ErrorKind>() : value.error().kind;
  };
  std::string deep = "k_Kt2_";
  for (int i = 0; i < 40; ++i) deep += "T1";
  QCOMPARE(kindOf(deep + "I1"), std::optional(ErrorKind::Limit));
  QCOMPARE(kindOf("k_Kt1_A65f32"), std::optional(ErrorKind::Limit));
  QCOMPARE(kindOf("k_Kt1_A99999999999f32"), std::optional(ErrorKind::Limit));
  QCOMPARE(kindOf("k_Kt2_T4294967295"), std::optional(ErrorKind::Malformed));
  QCOMPARE(kindOf(std::string(70000, 'k') + "_Kt1"), std::optional(ErrorKind::Limit));
  QVERIFY(demangle("k_Kt1_A64f32_ffffffffffffffffl0").ok());
}

void TestSymbol::randomValuesComeBack() {
  for (unsigned seed = 1; seed <= 3000; ++seed) {
    const KernelSymbol value = RandomSymbol(seed).make();
    const std::string symbol = mangle(value);
    const auto again = demangle(symbol);
    QVERIFY2(again.ok(), (symbol + "\n" + (again.ok() ? "" : again.error().toString())).c_str());
    QVERIFY2(*again == value, symbol.c_str());
    QCOMPARE(mangle(*again), symbol);
  }
}

void TestSymbol::brokenSymbolsGiveAPlace() {
  std::minstd_rand random(1);
  const auto all = cases();
  for (int i = 0; i < 40000; ++i) {
    std::string symbol = all[random() % all.size()].first;
    const std::size_t at = random() % symbol.size();
    switch (random() % 3) {
      case 0: symbol.resize(at); break;
      case 1: symbol.erase(at, 1 + random() % 4); break;
      default: symbol[at] = "_AIKSTgiptv019azk"[random() % 17];
    }
    const auto value = demangle(symbol);
    if (value) {
      QCOMPARE(mangle(*value), symbol);
      continue;
    }
    QVERIFY(!value.error().message.empty());
    QVERIFY(value.error().place.byteOffset && *value.error().place.byteOffset <= symbol.size());
  }
}

void TestSymbol::rustEntries() {
  QCOMPARE(kernelOfRustEntry("softmax_entry"), std::optional<std::string>("softmax"));
  QCOMPARE(kernelOfRustEntry("softmax"), std::nullopt);
  QCOMPARE(kernelOfRustEntry("_entry"), std::nullopt);
  QVERIFY(!looksMangled("softmax_entry"));
  QVERIFY(!looksMangled("my_Kernel"));
  QVERIFY(looksMangled("k_Kt1"));
  QVERIFY(looksMangled("k_Kt2_broken"));
}

void TestSymbol::elementTypes() {
  QCOMPARE(canonicalElementType("bfloat16"), std::string_view("bf16"));
  QCOMPARE(canonicalElementType("float8_e4m3fn"), std::string_view("f8e4m3fn"));
  QCOMPARE(canonicalElementType("bf16"), std::string_view("bf16"));
  QCOMPARE(canonicalElementType("half"), std::string_view());
  QCOMPARE(canonicalElementType(""), std::string_view());
  QCOMPARE(elementBits("bf16"), 16u);
  QCOMPARE(elementBits("bfloat16"), 0u);
}

QTEST_APPLESS_MAIN(TestSymbol)
#include "tst_symbol.moc"
