// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QTest>
#include <filesystem>
#include <functional>
#include <optional>

#include "align/alignment.h"
#include "tests/support/files.h"
#include "tileir/bytecode_reader.h"

using namespace tileport;
using namespace tileport::tileir;

/// Every part of every live op of the demo's real programs is changed in turn; a differ that sees nothing, or that loses
/// one kind of part, fails here.
class TestMutations : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyChangeIsSeen_data();
  void everyChangeIsSeen();
};

namespace {

/// Which ops matter, found without the aligner's help: pure ops whose results nobody uses are dropped until none is left.
std::vector<bool> usefulOps(const Program &program) {
  std::vector<bool> useful(program.opCount(), true);
  for (bool changed = true; changed;) {
    changed = false;
    std::vector<int> uses(program.valueCount(), 0);
    for (std::size_t i = 0; i < program.opCount(); ++i)
      if (useful[i])
        for (ValueId value : program.operands(OpId(i))) ++uses[value.index()];
    for (std::size_t i = 0; i < program.opCount(); ++i) {
      const Op &op = program.op(OpId(i));
      const bool droppable = info(op.kind).pure || op.kind == OpKind::Assume;
      if (!useful[i] || !droppable || op.regions.count != 0) continue;
      bool used = false;
      for (std::uint32_t r = 0; r < op.results.count; ++r) used |= uses[op.results.first + r] > 0;
      if (used) continue;
      useful[i] = false;
      changed = true;
    }
  }
  return useful;
}

class Mutator {
 public:
  explicit Mutator(ProgramPtr program) : program_(std::move(program)), useful_(usefulOps(*program_)) {}

  int tried() const { return tried_; }
  const QStringList &missed() const { return missed_; }

  void run() {
    for (std::size_t i = 0; i < program_->opCount(); ++i) {
      if (!useful_[i]) continue;
      attributes(OpId(i));
      operands(OpId(i));
      otherKind(OpId(i));
      resultTypes(OpId(i));
    }
    entryHints();
  }

 private:
  void expectSeen(const std::string &what, const std::function<void(ProgramData &)> &change) {
    ProgramData data = program_->data();
    change(data);
    ++tried_;
    const auto result = align::align(program_, Program::make(std::move(data)));
    // What a rule shows to be equal is told as that: the padding of a view, say, that only its index space is asked of.
    if (!result.ok() || ((*result)->same() && (*result)->equivalences.empty())) missed_ << QString::fromStdString(what);
  }

  std::string name(OpId op) const {
    return std::string(info(program_->op(op).kind).mnemonic) + " in line " +
           std::to_string(program_->listing().opLines[op.index()].first + 1);
  }

  /// Gives the attribute a copy of its own, since readers may share equal ones, and changes that.
  static Attribute &ownCopy(ProgramData &data, std::uint32_t use) {
    data.attributes.push_back(data.attributes[data.attributeUses[use].value.index()]);
    data.attributeUses[use].value = AttributeId(data.attributes.size() - 1);
    return data.attributes.back();
  }

  void attributes(OpId id) {
    const Op &op = program_->op(id);
    for (std::uint32_t k = 0; k < op.attributes.count; ++k) {
      const std::uint32_t use = op.attributes.first + k;
      const NamedAttribute &named = program_->data().attributeUses[use];
      const Attribute &attribute = program_->attribute(named.value);
      const std::string what = name(id) + ", attribute " + std::string(info(op.kind).attributes[named.slot].name);
      switch (attribute.kind) {
        case AttributeKind::Enum:
          expectSeen(what, [&](ProgramData &d) {
            Attribute &a = ownCopy(d, use);
            a.bits = (a.bits + 1) % enumCount(a.enumKind);
          });
          break;
        case AttributeKind::Integer:
        case AttributeKind::Bool: expectSeen(what, [&](ProgramData &d) { ownCopy(d, use).bits ^= 1; }); break;
        case AttributeKind::Dense: expectSeen(what, [&](ProgramData &d) { ownCopy(d, use).elements[0] ^= 1; }); break;
        case AttributeKind::DivBy: expectSeen(what, [&](ProgramData &d) { ownCopy(d, use).bits *= 2; }); break;
        case AttributeKind::I32Array:
          expectSeen(what, [&](ProgramData &d) { std::reverse(ownCopy(d, use).numbers.begin(), d.attributes.back().numbers.end()); });
          break;
        case AttributeKind::Array:
          if (!attribute.items.empty())
            expectSeen(what, [&](ProgramData &d) {
              Attribute item = d.attributes[attribute.items[0].index()];
              item.bits ^= 1;
              d.attributes.push_back(item);
              const AttributeId changed(d.attributes.size() - 1);
              ownCopy(d, use).items[0] = changed;
            });
          break;
        case AttributeKind::Hints:
          if (!attribute.items.empty() && !program_->attribute(attribute.items[0]).items.empty()) {
            expectSeen(what + " dropped", [&](ProgramData &d) {
              Attribute &a = ownCopy(d, use);
              a.items.clear();
              a.keys.clear();
            });
            hintValue(what, attribute, [use](ProgramData &d) -> Attribute & { return ownCopy(d, use); });
          }
          break;
        default: break;
      }
    }
  }

  void hintValue(const std::string &what, const Attribute &hints, const std::function<Attribute &(ProgramData &)> &own) {
    for (std::size_t k = 0; k < program_->attribute(hints.items[0]).items.size(); ++k)
      expectSeen(what + " value", [&](ProgramData &d) {
        Attribute dictionary = d.attributes[hints.items[0].index()];
        Attribute value = d.attributes[dictionary.items[k].index()];
        value.bits ^= 1;
        d.attributes.push_back(value);
        dictionary.items[k] = AttributeId(d.attributes.size() - 1);
        d.attributes.push_back(dictionary);
        const AttributeId changed(d.attributes.size() - 1);
        own(d).items[0] = changed;
      });
  }

  void entryHints() {
    for (std::size_t f = 0; f < program_->functionCount(); ++f) {
      const AttributeId id = program_->function(FunctionId(f)).hints;
      if (!id.valid() || program_->attribute(id).items.empty()) continue;
      hintValue("entry hints", program_->attribute(id), [f, id](ProgramData &d) -> Attribute & {
        d.attributes.push_back(d.attributes[id.index()]);
        d.functions[f].hints = AttributeId(d.attributes.size() - 1);
        return d.attributes.back();
      });
    }
  }

  void operands(OpId id) {
    const Op &op = program_->op(id);
    const auto values = program_->operands(id);
    if (values.size() == 2 && !commutes(id) && differentMeaning(values[0], values[1]) &&
        program_->value(values[0]).type == program_->value(values[1]).type)
      expectSeen(name(id) + ", operands exchanged",
                 [&](ProgramData &d) { std::swap(d.operands[op.operands.first], d.operands[op.operands.first + 1]); });
    for (std::uint32_t k = 0; k < op.operands.count; ++k)
      if (const auto other = anotherValue(id, values[k]))
        expectSeen(name(id) + ", operand " + std::to_string(k), [&](ProgramData &d) { d.operands[op.operands.first + k] = *other; });
  }

  OpId definition(ValueId value) const {
    while (program_->value(value).op.valid() && program_->op(program_->value(value).op).kind == OpKind::Assume)
      value = program_->operands(program_->value(value).op)[0];
    return program_->value(value).op;
  }

  bool commutes(OpId op) const {
    const AttributeId predicate = program_->attribute(op, "comparison_predicate");
    if (!predicate.valid()) return info(program_->op(op).kind).commutative;
    return program_->attribute(predicate).bits <= static_cast<std::uint64_t>(ComparisonPredicate::NotEqual);
  }

  /// Surely not two spellings of one value: made by ops of different kinds.
  bool differentMeaning(ValueId a, ValueId b) const {
    const OpId x = definition(a), y = definition(b);
    return x.valid() && y.valid() && program_->op(x).kind != program_->op(y).kind;
  }

  /// A value of the same type that stands before the op in its block or is an argument.
  std::optional<ValueId> anotherValue(OpId op, ValueId value) const {
    if (program_->type(program_->value(value).type).kind == TypeKind::Token) return std::nullopt;
    for (std::size_t i = 0; i < program_->valueCount(); ++i) {
      const Value &candidate = program_->value(ValueId(i));
      if (candidate.type != program_->value(value).type || !candidate.op.valid() || candidate.op >= op) continue;
      if (program_->op(candidate.op).block == program_->op(op).block && program_->op(candidate.op).kind != OpKind::Assume &&
          differentMeaning(ValueId(i), value) && definition(ValueId(i)) == candidate.op)
        return ValueId(i);
    }
    return std::nullopt;
  }

  void otherKind(OpId id) {
    static const std::map<OpKind, OpKind> other{{OpKind::AddF, OpKind::SubF}, {OpKind::SubF, OpKind::MulF}, {OpKind::MulF, OpKind::DivF},
                                                {OpKind::MaxF, OpKind::MinF}, {OpKind::AddI, OpKind::MulI}, {OpKind::NegF, OpKind::AbsF}};
    const auto it = other.find(program_->op(id).kind);
    if (it != other.end()) expectSeen(name(id) + ", another op", [&](ProgramData &d) { d.ops[id.index()].kind = it->second; });
  }

  void resultTypes(OpId id) {
    const Op &op = program_->op(id);
    for (std::uint32_t r = 0; r < op.results.count; ++r) {
      const Type &type = program_->type(program_->value(program_->result(id, r)).type);
      const auto change = [&](const std::string &what, const std::function<void(Type &)> &turn) {
        expectSeen(name(id) + ", " + what, [&](ProgramData &d) {
          Type changed = d.types[d.values[op.results.first + r].type.index()];
          turn(changed);
          d.types.push_back(changed);
          d.values[op.results.first + r].type = TypeId(d.types.size() - 1);
        });
      };
      if (op.kind == OpKind::Assume) change("type of what is assumed", [](Type &t) { t.shape.push_back(2); });
      if (type.kind == TypeKind::PartitionView) {
        change("padding", [](Type &t) { t.padding = t.padding == PaddingValue::Nan ? PaddingValue::Zero : PaddingValue::Nan; });
        change("tile", [](Type &t) { t.shape[0] *= 2; });
        if (type.dimMap.size() > 1) change("dim_map", [](Type &t) { std::swap(t.dimMap[0], t.dimMap[1]); });
      }
      if (type.kind == TypeKind::TensorView && type.strides.size() > 1)
        change("strides", [](Type &t) { std::swap(t.strides[0], t.strides[1]); });
    }
  }

  ProgramPtr program_;
  std::vector<bool> useful_;
  int tried_ = 0;
  QStringList missed_;
};

}  // namespace

void TestMutations::everyChangeIsSeen_data() {
  QTest::addColumn<QString>("file");
  const std::filesystem::path demo = std::filesystem::path(TILEPORT_SOURCE_DIR) / "resources" / "demo";
  for (const std::filesystem::path &path : test::filesIn(demo, ".tileirbc"))
    QTest::newRow(std::filesystem::relative(path, demo).c_str()) << QString::fromStdString(path.string());
}

void TestMutations::everyChangeIsSeen() {
  QFETCH(QString, file);
  const auto program = readBytecodeFile(file.toStdString());
  QVERIFY2(program.ok(), program.ok() ? "" : program.error().toString().c_str());
  Mutator mutator(*program);
  mutator.run();
  QVERIFY(mutator.tried() > 40);
  QVERIFY2(mutator.missed().isEmpty(), qPrintable(mutator.missed().join("; ")));
}

QTEST_APPLESS_MAIN(TestMutations)
#include "tst_mutations.moc"
