// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The printer on programs made by hand: numbers of every format, long chains, many ops.
#include <QtTest>

#include "tileir/printer.h"
#include "tileir/printer/float_text.h"

using namespace tileport;
using namespace tileport::tileir;

namespace {

/// An entry @k(%arg0: tile<i32>) whose ops all take and give one tile<i32>.
class Builder {
 public:
  Builder() {
    data_.version = {13, 4};
    data_.types.resize(3);
    data_.types[0].kind = TypeKind::Scalar;
    data_.types[0].scalar = ScalarKind::I32;
    data_.types[1].kind = TypeKind::Tile;
    data_.types[1].element = TypeId(0);
    data_.types[2].kind = TypeKind::Function;
    data_.types[2].inputs = {TypeId(1)};
    data_.attributes.resize(1);
    data_.attributes[0].kind = AttributeKind::DivBy;
    data_.attributes[0].bits = 2;
    data_.regions.push_back({{}, {0, 1}});
    data_.blocks.push_back({RegionId(0), FunctionId(0), {0, 1}, {}});
    data_.values.push_back({TypeId(1), {}, BlockId(0), 0});
    Function function;
    function.name = "k";
    function.signature = TypeId(2);
    function.body = RegionId(0);
    data_.functions.push_back(std::move(function));
  }

  ValueId argument() const { return ValueId(0); }

  ValueId add(OpKind kind, std::vector<ValueId> operands) {
    append(kind, operands, 1);
    return ValueId(data_.values.size() - 1);
  }

  ProgramPtr finish() {
    append(OpKind::Return, {}, 0);
    data_.blocks[0].ops = {0, static_cast<std::uint32_t>(data_.ops.size())};
    return Program::make(std::move(data_));
  }

 private:
  void append(OpKind kind, const std::vector<ValueId> &operands, std::uint32_t results) {
    const auto size = [](const auto &list) { return static_cast<std::uint32_t>(list.size()); };
    Op op;
    op.kind = kind;
    op.block = BlockId(0);
    op.subtreeEnd = OpId(data_.ops.size() + 1);
    op.operands = {size(data_.operands), size(operands)};
    const bool each = info(kind).operands.size() == operands.size();
    op.segments = {size(data_.segments), size(info(kind).operands)};
    for (std::size_t i = 0; i < info(kind).operands.size(); ++i) data_.segments.push_back(each ? 1 : 0);
    op.attributes = {size(data_.attributeUses), kind == OpKind::Assume ? 1u : 0u};
    if (kind == OpKind::Assume) data_.attributeUses.push_back({0, AttributeId(0)});
    op.results = {size(data_.values), results};
    data_.operands.insert(data_.operands.end(), operands.begin(), operands.end());
    if (results > 0) data_.values.push_back({TypeId(1), OpId(data_.ops.size()), BlockId(0), 0});
    data_.blockOps.push_back(OpId(data_.ops.size()));
    data_.ops.push_back(op);
  }

  ProgramData data_;
};

QString floatText(ScalarKind scalar, std::uint64_t bits) {
  std::string text;
  printer::appendFloat(text, scalar, bits);
  return QString::fromStdString(text);
}

}  // namespace

class PrinterLimitsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void numbers_data();
  void numbers();
  void smallProgram();
  void chainOfFactsStaysSmall();
  void manyOpsTakeLinearTime();
};

void PrinterLimitsTest::numbers_data() {
  QTest::addColumn<int>("scalar");
  QTest::addColumn<quint64>("bits");
  QTest::addColumn<QString>("text");
  const auto row = [](ScalarKind scalar, quint64 bits, const char *text) { QTest::newRow(text) << int(scalar) << bits << QString(text); };
  row(ScalarKind::F32, 0, "0.000000e+00");
  row(ScalarKind::F32, 0x80000000, "-0.000000e+00");
  row(ScalarKind::F32, 0x3FB8AA3B, "1.44269502");
  row(ScalarKind::F32, 0x4996B438, "0x4996B438");  // 1234567: no point among its digits
  row(ScalarKind::F32, 0x358637BD, "9.99999997E-7");
  row(ScalarKind::F32, 0x47C34FFF, "99999.9921");  // digits are cut off, then rounded
  row(ScalarKind::F32, 0x00000001, "1.401300e-45");
  row(ScalarKind::F32, 0xFF800000, "0xFF800000");
  row(ScalarKind::F64, 1, "4.940660e-324");
  row(ScalarKind::F64, 0x7FEFFFFFFFFFFFFF, "1.7976931348623157E+308");
  row(ScalarKind::F64, 0x3FD5555555555555, "0.33333333333333331");
  row(ScalarKind::F16, 0xFC00, "0xFC00");
  row(ScalarKind::F16, 0x7BFF, "6.550400e+04");
  row(ScalarKind::F8E8M0FNU, 0, "5.877470e-39");
  row(ScalarKind::F8E8M0FNU, 0xFF, "0xFF");
  row(ScalarKind::F8E5M3FNU, 0xFE, "1.146880e+05");
  row(ScalarKind::F4E2M1FN, 0xF, "-6.000000e+00");
}

void PrinterLimitsTest::numbers() {
  QFETCH(int, scalar);
  QFETCH(quint64, bits);
  QFETCH(QString, text);
  QCOMPARE(floatText(static_cast<ScalarKind>(scalar), bits), text);
}

void PrinterLimitsTest::smallProgram() {
  Builder builder;
  const ValueId sum = builder.add(OpKind::AddI, {builder.argument(), builder.argument()});
  builder.add(OpKind::Assume, {builder.add(OpKind::Assume, {sum})});
  QCOMPARE(builder.finish()->listing().text, std::string("entry @k(%arg0: tile<i32>) {\n"
                                                         "  %0 = addi %arg0, %arg0 : tile<i32>\n"
                                                         "  %assume = assume div_by<2>, %0 : tile<i32>\n"
                                                         "  %assume_assume = assume div_by<2>, %assume : tile<i32>\n"
                                                         "  return\n"
                                                         "}\n"));
}

/// Each fact's name holds that of the one before: without a limit, 20,000 of them would take 1.4 GB.
void PrinterLimitsTest::chainOfFactsStaysSmall() {
  Builder builder;
  ValueId value = builder.argument();
  for (int i = 0; i < 20'000; ++i) value = builder.add(OpKind::Assume, {value});
  QVERIFY(builder.finish()->listing().text.size() < std::size_t{40} << 20);
}

void PrinterLimitsTest::manyOpsTakeLinearTime() {
  const auto secondsFor = [](int ops) {
    Builder builder;
    ValueId value = builder.argument();
    for (int i = 0; i < ops; i += 2) {
      value = builder.add(OpKind::AddI, {value, builder.argument()});
      builder.add(OpKind::Assume, {value});  // all suggest the same name
    }
    QElapsedTimer timer;
    timer.start();
    builder.finish();
    return double(timer.nsecsElapsed()) * 1e-9;
  };
  secondsFor(10'000);
  QVERIFY(secondsFor(100'000) < 20 * secondsFor(20'000) + 0.5);
}

QTEST_APPLESS_MAIN(PrinterLimitsTest)
#include "tst_printer_limits.moc"
