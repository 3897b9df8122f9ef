// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tileir.md 1.1, 5.9: entries and globals.
#include <unordered_set>

#include "tileir/printer.h"
#include "tileir/verify/checker.h"

namespace tileport::tileir::verification {

namespace {

class FunctionCheck {
 public:
  FunctionCheck(Checker &checker, FunctionId id)
      : checker_(checker), program_(checker.program()), id_(id), function_(program_.function(id)) {}

  void run() {
    checkSignature();
    checkBody();
    checkFunctionLocation(checker_, id_);
    if (function_.isPrivate && checker_.newest()) fail("entry-visibility", "an entry is not private");
    checkArgumentKeys();
    bool dense = checker_.holdsDense(function_.hints);
    for (const AttributeId attributes : function_.argumentAttributes) dense = dense || checker_.holdsDense(attributes);
    if (dense) fail("attribute-dense", "its hints or attributes hold dense elements");
    if (!function_.argumentAttributes.empty() && function_.argumentAttributes.size() != program_.type(function_.signature).inputs.size())
      fail("entry-attributes", "has attributes for another number of arguments than it has");
  }

 private:
  /// Keys carry the name of a dialect.
  void checkArgumentKeys() {
    for (const AttributeId attributes : function_.argumentAttributes) {
      for (const std::string &key : program_.attribute(attributes).keys) {
        if (key.find('.') == std::string::npos)
          return fail("entry-attributes", "the attribute \"" + key + "\" of an argument names no dialect");
      }
    }
  }

  void checkSignature() {
    const Type &type = program_.type(function_.signature);
    if (type.kind != TypeKind::Function) return fail("entry-type", "its type is no function type");
    if (!type.results.empty()) return fail("entry-results", "an entry returns nothing");
    for (const TypeId input : type.inputs) {
      if (const TypeProblem *problem = checker_.problemOf(input)) return fail(problem->rule, problem->what);
      if (program_.type(input).kind != TypeKind::Tile || !program_.type(input).shape.empty())
        return fail("entry-arguments", "arguments are tiles of rank 0, not " + toText(program_, input));
    }
  }

  void checkBody() {
    const Block &body = program_.block(program_.bodyOf(id_));
    const auto &inputs = program_.type(function_.signature).inputs;
    bool fits = body.arguments.count == inputs.size();
    for (std::size_t n = 0; fits && n < inputs.size(); ++n)
      fits = checker_.same(inputs[n], program_.value(ValueId(body.arguments.first + n)).type);
    if (!fits)
      return fail("entry-arguments", "the arguments of the body are not those of the type " + toText(program_, function_.signature));
    if (program_.ops(program_.bodyOf(id_)).empty()) fail("terminator", "its body is empty");
  }

  void fail(std::string_view rule, const std::string &what) { checker_.fail(id_, rule, what); }

  Checker &checker_;
  const Program &program_;
  FunctionId id_;
  const Function &function_;
};

}  // namespace

void checkFunctions(Checker &checker) {
  std::unordered_set<std::string_view> names;
  for (const Global &global : checker.program().data().globals) names.insert(global.name);
  for (std::size_t n = 0; n < checker.program().functionCount() && !checker.full(); ++n) {
    const FunctionId id(n);
    const std::string &name = checker.program().function(id).name;
    if (name.empty() || !names.insert(name).second) checker.fail(id, "symbol-name", "symbols have a name each, and each another one");
    FunctionCheck(checker, id).run();
  }
}

void checkGlobals(Checker &checker) {
  const Program &program = checker.program();
  const auto &globals = program.data().globals;
  std::unordered_set<std::string_view> names;
  for (std::uint32_t n = 0; n < globals.size() && !checker.full(); ++n) {
    const Global &global = globals[n];
    if (global.name.empty() || !names.insert(global.name).second)
      checker.failGlobal(n, "symbol-name", "symbols have a name each, and each another one");
    const Type &type = program.type(global.type);
    if (const TypeProblem *problem = checker.problemOf(global.type)) {
      checker.failGlobal(n, problem->rule, problem->what);
    } else if (type.kind != TypeKind::Tile || type.shape.size() != 1 || program.type(type.element).kind != TypeKind::Scalar) {
      checker.failGlobal(n, "global-value", "a global is a tile of numbers of rank 1, not " + toText(program, global.type));
    } else if (program.attribute(global.value).kind != AttributeKind::Dense ||
               !checker.same(program.attribute(global.value).type, global.type)) {
      checker.failGlobal(n, "global-value", "the value is not of its type " + toText(program, global.type));
    }
  }
}

}  // namespace tileport::tileir::verification
