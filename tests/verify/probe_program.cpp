// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "probe_program.h"

#include <map>
#include <sstream>

#include "probe_scanner.h"

namespace tileport::probes {

using namespace tileir;
using namespace mutate;

namespace {

OpKind kindOf(const std::string &mnemonic, const Scanner &scanner) {
  for (std::size_t kind = 0; kind < kOpKindCount; ++kind) {
    if (info(static_cast<OpKind>(kind)).mnemonic == mnemonic) return static_cast<OpKind>(kind);
  }
  scanner.fail("an op, not " + mnemonic);
}

/// One program under construction: statements are written as they are read.
class ProbeBuilder {
 public:
  ProbeBuilder() {
    tree_.functions.emplace_back();
    tree_.functions.back().body = std::make_unique<TreeBlock>();
    function().head.name = "probe";
  }

  void setVersion(Version version) { tree_.tables.version = version; }

  void directives(std::string_view text, std::size_t line) {
    Scanner scanner(text, line, tree_);
    while (!scanner.done()) {
      directive(scanner, scanner.word());
      scanner.take(";");
    }
  }

  ProgramPtr build(std::string_view text, std::size_t line) {
    Scanner scanner(text, line, tree_);
    block_ = function().body.get();
    while (!scanner.done()) {
      statement(scanner);
      scanner.take(";");
    }
    if (block_->ops.empty() || block_->ops.back()->kind != OpKind::Return) append(OpKind::Return);
    return tree_.build();
  }

 private:
  TreeFunction &function() { return tree_.functions.back(); }

  void directive(Scanner &scanner, const std::string &name) {
    if (name == "arguments") {
      scanner.need("(");
      scanner.list(")", [&] { argument(scanner, *function().body); });
    } else if (name == "hints") {
      function().head.hints = scanner.hints();
    } else if (name == "attributes") {
      scanner.need("[");
      scanner.list("]", [&] { function().head.argumentAttributes.push_back(scanner.dictionary()); });
    } else if (name == "global") {
      global(scanner);
    } else {
      scanner.fail("a directive, not " + name);
    }
  }

  void global(Scanner &scanner) {
    Global out;
    out.name = scanner.marked('@').value_or("");
    out.type = scanner.type();
    out.value = tree_.splat(out.type, 0);
    if (scanner.take("alignment=")) out.alignment = static_cast<std::uint64_t>(scanner.number());
    tree_.tables.globals.push_back(std::move(out));
  }

  void argument(Scanner &scanner, TreeBlock &block) {
    const std::string name = scanner.marked('%').value_or("");
    scanner.need(":");
    names_[name] = addArgument(block, scanner.type());
  }

  static TreeValue *addArgument(TreeBlock &block, TypeId type) {
    block.arguments.push_back(std::make_unique<TreeValue>());
    block.arguments.back()->type = type;
    block.arguments.back()->block = &block;
    return block.arguments.back().get();
  }

  TreeOp &append(OpKind kind, std::vector<std::vector<TreeValue *>> operands = {}, const std::vector<TypeId> &results = {}) {
    auto op = std::make_unique<TreeOp>();
    op->kind = kind;
    op->operands = std::move(operands);
    op->operands.resize(info(kind).operands.size());
    for (const TypeId type : results) {
      op->results.push_back(std::make_unique<TreeValue>());
      op->results.back()->type = type;
      op->results.back()->op = op.get();
    }
    TreeOp &added = Tree::insert(*block_, block_->ops.size(), std::move(op));
    return added;
  }

  /// What an op must have and was not given: the default, the first enumerator, 0, nothing.
  void fillAttributes(TreeOp &op) {
    for (const AttributeInfo &about : info(op.kind).attributes) {
      if (about.optional || about.since > tree_.tables.version || tree_.get(op, about.name).valid()) continue;
      if (const auto value = defaultOf(op, about); value.valid()) tree_.set(op, about.name, value);
    }
  }

  AttributeId defaultOf(const TreeOp &op, const AttributeInfo &about) {
    Attribute out;
    switch (about.form) {
      case AttributeForm::Enum: return tree_.enumerator(about.enumKind, about.defaultValue.value_or(0));
      case AttributeForm::Integer: return tree_.integer(0, about.integerWidth == 32 ? ScalarKind::I32 : ScalarKind::I64);
      case AttributeForm::Bool: return tree_.boolean(false);
      case AttributeForm::String: out.kind = AttributeKind::String; break;
      case AttributeForm::Symbol: out.kind = AttributeKind::Symbol; break;
      case AttributeForm::TaggedArray: out.kind = AttributeKind::Array; break;
      case AttributeForm::I32Array: out.kind = AttributeKind::I32Array; break;
      case AttributeForm::BoolArray: out.kind = AttributeKind::BoolArray; break;
      case AttributeForm::Tagged: return tree_.divBy(1);
      case AttributeForm::Dense: return tree_.splat(op.results.front()->type, 0);
      default: return {};
    }
    return tree_.attribute(std::move(out));
  }

  // ---- Values that only their type is said of --------------------------------------------------------------------------

  TreeValue *fresh(TypeId id) {
    const Type type = tree_.type(id);
    switch (type.kind) {
      case TypeKind::Token: return append(OpKind::MakeToken, {}, {id}).result();
      case TypeKind::TensorView: return freshTensor(id, type);
      case TypeKind::PartitionView: return append(OpKind::MakePartitionView, {{fresh(type.element)}}, {id}).result();
      case TypeKind::StridedView: return append(OpKind::MakeStridedView, {{fresh(type.element)}}, {id}).result();
      case TypeKind::GatherScatterView: return append(OpKind::MakeGatherScatterView, {{fresh(type.element)}}, {id}).result();
      case TypeKind::Tile: return type.shape.empty() ? entryArgument(id) : freshTile(id, type);
      default: return entryArgument(id);
    }
  }

  TreeValue *entryArgument(TypeId type) {
    for (const auto &existing : function().body->arguments) {
      if (existing->type == type) return existing.get();
    }
    return addArgument(*function().body, type);
  }

  TreeValue *freshTile(TypeId id, const Type &type) {
    const Type element = tree_.type(type.element);
    if (element.kind == TypeKind::Pointer) {
      const TypeId ones = tree_.tile(std::vector<std::int64_t>(type.shape.size(), 1), type.element);
      TreeValue *one = append(OpKind::Reshape, {{entryArgument(tree_.tile({}, type.element))}}, {ones}).result();
      return append(OpKind::Broadcast, {{one}}, {id}).result();
    }
    const bool packed = element.scalar == ScalarKind::I4;
    TreeOp &constant = append(OpKind::Constant, {}, {packed ? tree_.tile(type.shape, ScalarKind::I8) : id});
    fillAttributes(constant);
    if (!packed) return constant.result();
    TreeOp &truncated = append(OpKind::TruncI, {{constant.result()}}, {id});
    fillAttributes(truncated);
    return truncated.result();
  }

  TreeValue *freshTensor(TypeId id, const Type &type) {
    Type pointer;
    pointer.kind = TypeKind::Pointer;
    pointer.element = type.element;
    pointer.pointerAttr = type.pointerAttr;
    TreeValue *base = entryArgument(tree_.tile({}, tree_.type(pointer)));
    std::vector<std::vector<TreeValue *>> operands = {{base}, {}, {}};
    for (std::size_t list = 1; list < 3; ++list) {
      for (const std::int64_t number : list == 1 ? type.shape : type.strides) {
        if (number == kDynamic) operands[list].push_back(entryArgument(tree_.tile({}, ScalarKind::I32)));
      }
    }
    return append(OpKind::MakeTensorView, std::move(operands), {id}).result();
  }

  // ---- Statements --------------------------------------------------------------------------------------------------------

  void statement(Scanner &scanner) {
    std::vector<std::string> names;
    while (auto name = scanner.marked('%')) {
      names.push_back(*name);
      if (!scanner.take(",")) scanner.need("=");
    }
    const OpKind kind = kindOf(scanner.word(), scanner);
    std::vector<std::vector<TreeValue *>> operands;
    if (scanner.take("(")) scanner.list(")", [&] { operands.push_back(group(scanner)); });
    // Attributes may depend on the results' types, which are written after them: read twice.
    Scanner attributes = scanner;
    if (scanner.peek("{")) passAttributes(scanner, kind);
    std::vector<TypeId> types;
    if (scanner.take("->")) {
      do types.push_back(scanner.type());
      while (scanner.take(","));
    }
    TreeOp &op = append(kind, std::move(operands), types);
    if (attributes.peek("{")) readAttributes(attributes, op);
    fillAttributes(op);
    while (scanner.take("[")) region(scanner, op);
    for (std::size_t n = 0; n < names.size() && n < op.results.size(); ++n) names_[names[n]] = op.result(n);
  }

  static void passAttributes(Scanner &scanner, OpKind kind) {
    const TypeId none;
    scanner.need("{");
    scanner.list("}", [&] { readAttribute(scanner, kind, none, true); });
  }

  void readAttributes(Scanner &scanner, TreeOp &op) {
    scanner.need("{");
    scanner.list("}", [&] {
      const auto [about, value] = readAttribute(scanner, op.kind, op.results.empty() ? TypeId() : op.results.front()->type, false);
      tree_.set(op, about->name, value.valid() ? value : tree_.unit());
    });
  }

  static std::pair<const AttributeInfo *, AttributeId> readAttribute(Scanner &scanner, OpKind kind, TypeId result, bool pass) {
    const std::string name = scanner.word();
    for (const AttributeInfo &about : info(kind).attributes) {
      if (about.name != name) continue;
      if (!scanner.take("=")) return {&about, AttributeId()};
      if (pass && about.form == AttributeForm::Dense) return scanner.tagged(), std::pair(&about, AttributeId());
      return {&about, scanner.attribute(about, result)};
    }
    scanner.fail("an attribute of the op, not " + name);
  }

  std::vector<TreeValue *> group(Scanner &scanner) {
    std::vector<TreeValue *> out;
    if (scanner.take("[")) {
      scanner.list("]", [&] { out.push_back(value(scanner)); });
    } else if (!scanner.take("_")) {
      out.push_back(value(scanner));
    }
    return out;
  }

  TreeValue *value(Scanner &scanner) {
    const auto name = scanner.marked('%');
    if (!name) return fresh(scanner.type());
    const auto found = names_.find(*name);
    if (found == names_.end()) scanner.fail("a value, not %" + *name);
    return found->second;
  }

  void region(Scanner &scanner, TreeOp &op) {
    op.regions.emplace_back();
    if (scanner.take("]")) return;
    auto block = std::make_unique<TreeBlock>();
    block->owner = &op;
    TreeBlock *outer = block_;
    const auto outerNames = names_;
    block_ = block.get();
    op.regions.back().blocks.push_back(std::move(block));
    if (scanner.take("(")) scanner.list(")", [&] { argument(scanner, *block_); });
    while (!scanner.take("]")) {
      statement(scanner);
      scanner.take(";");
    }
    block_ = outer;
    // What a region hid is back; what it defined can still be named, wrongly.
    for (const auto &[name, value] : outerNames) names_[name] = value;
  }

  Tree tree_;
  TreeBlock *block_ = nullptr;
  std::map<std::string, TreeValue *> names_;
};

/// `== rule ok|bad [13.n] [[directives]] [title]`
Probe readHead(ProbeBuilder &builder, const std::string &line, std::size_t number) {
  std::istringstream words(line.substr(3));
  std::string verdict;
  Probe probe;
  probe.line = number;
  words >> probe.rule >> verdict;
  if (verdict != "ok" && verdict != "bad") throw BadProbe("line " + std::to_string(number) + ": neither ok nor bad");
  probe.valid = verdict == "ok";
  std::string rest;
  std::getline(words >> std::ws, rest);
  Version version{13, 4};
  if (rest.starts_with("13.") && rest.size() > 3) {
    version.minor = static_cast<std::uint8_t>(rest[3] - '0');
    rest = rest.size() > 5 ? rest.substr(5) : "";
  }
  builder.setVersion(version);
  if (rest.starts_with("[")) {
    const std::size_t end = rest.find("] ", 1) == std::string::npos ? rest.rfind(']') : rest.find("] ", 1);
    builder.directives(std::string_view(rest).substr(1, end - 1), number);
    rest = end + 2 < rest.size() ? rest.substr(end + 2) : "";
  }
  probe.title = rest;
  return probe;
}

}  // namespace

std::vector<Probe> readProbes(std::string_view text) {
  std::vector<Probe> out;
  std::istringstream lines{std::string(text)};
  std::string head;
  std::string body;
  std::size_t number = 0;
  std::size_t headNumber = 0;
  const auto finish = [&] {
    if (head.empty()) return;
    ProbeBuilder builder;
    out.push_back(readHead(builder, head, headNumber));
    out.back().program = builder.build(body, headNumber + 1);
  };
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (!line.starts_with("== ")) {
      if (!head.empty()) body += line + '\n';
      continue;
    }
    finish();
    head = line;
    headNumber = number;
    body.clear();
  }
  finish();
  return out;
}

}  // namespace tileport::probes
