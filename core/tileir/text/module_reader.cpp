// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/text/module_reader.h"

#include <algorithm>
#include <unordered_set>

#include "tileir/needed_version.h"
#include "tileir/text/op_reader.h"

namespace tileport::tileir::text {

namespace {

/// builtin.module around cuda_tile.module, as cuda-tile-opt prints them.
constexpr unsigned kMostModules = 2;

class ModuleReader {
 public:
  explicit ModuleReader(Scanner &in)
      : in_(in), types_(data_.types), attributes_(data_.attributes), locations_(in), ops_(in, data_, types_, attributes_, locations_) {}

  ProgramData read() {
    while (!in_.atEnd()) readItem();
    if (openModules_ != 0) in_.expected("'}' at the end of the module");
    checkSymbols();
    placeAll();
    data_.version = neededVersion(data_).version;  // a text names none
    return std::move(data_);
  }

 private:
  /// A global, an entry, a definition, or the beginning or end of a module.
  void readItem() {
    in_.poll();
    const std::size_t start = in_.here();
    if (in_.peek() == '#') {
      const auto name = in_.takeName('#');
      if (!name || name->starts_with("cuda_tile.")) {
        in_.goBack(start);
        in_.expected("the definition of an alias, '#name = ...'");
      }
      return locations_.readDefinition(*name, start);
    }
    if (openModules_ != 0 && in_.take('}')) {
      --openModules_;
      locations_.readTrailing();  // a program has no place for it
      return;
    }
    std::string_view word = in_.peekWord();
    if (word == "builtin.module" || word == "module" || word == "cuda_tile.module") return openModule(word);
    if (word.starts_with("cuda_tile.")) word.remove_prefix(10);
    if (modules_ != 0 && openModules_ == 0) in_.expected("the end of the text");
    if (word == "entry") return readEntry();
    if (word == "global") return readGlobal();
    in_.expected(openModules_ != 0 ? "entry, global or '}'" : "entry, global or cuda_tile.module");
  }

  // Its name and whatever else stands with it is no part of the program, but for the producer.
  void openModule(std::string_view word) {
    const std::size_t start = in_.here();
    if (modules_ != openModules_ || modules_ == kMostModules || !data_.functions.empty() || !data_.globals.empty())
      in_.fail(start, "expected one module, found another");
    in_.takeWord(word);
    if (in_.peek() == '@') in_.symbol("the name of the module");
    if (in_.takeWord("attributes")) {
      const Attribute &dictionary = attributes_[ops_.attributes().readDictionary()];
      for (std::size_t i = 0; i < dictionary.keys.size(); ++i) {
        const Attribute &value = attributes_[dictionary.items[i]];
        if (dictionary.keys[i] == "producer" && value.kind == AttributeKind::String) data_.producer = value.text;
      }
    }
    in_.expect('{');
    ++modules_;
    ++openModules_;
  }

  std::string readName() {
    const std::size_t start = in_.here();
    std::string name = in_.symbol("a name as @name");
    if (!symbols_.insert(name).second) in_.fail(start, "two symbols are named '" + name + "'");
    in_.charge(4 * name.size());
    return name;
  }

  void readGlobal() {
    in_.word("global");
    in_.enterOp("global");
    Global global;
    if (in_.takeWord("private")) {
      global.isPrivate = true;
    } else {
      in_.takeWord("public");
    }
    global.isConstant = in_.takeWord("constant");
    global.name = readName();
    globals_.insert(global.name);
    if (in_.takeWord("alignment")) {
      in_.expect('=');
      global.alignment = in_.natural("an alignment", INT64_MAX);
    }
    const std::size_t start = in_.here();
    Attribute value;
    if (in_.take(':')) {  // cutile-rs leaves the value out
      value.kind = AttributeKind::Dense;
      value.elided = true;
      value.type = ops_.types().read();
      if (!types_.numberOf(value.type)) in_.fail(start, "expected the type of a tile of numbers, found " + types_.text(value.type));
    } else {
      value = readDense(in_, ops_.types(), types_);
    }
    global.type = value.type;
    if (types_[global.type].shape.size() != 1) in_.fail(start, "the type of a global is no tile of rank 1");
    global.value = attributes_.intern(std::move(value));
    locations_.readTrailing();  // nor for that of a global
    in_.charge(sizeof(Global) + 128);
    data_.globals.push_back(std::move(global));
    in_.enterOp({});
  }

  void readEntry() {
    in_.word("entry");
    in_.enterOp("entry");
    const FunctionId id(data_.functions.size());
    Function function;
    function.name = readName();
    const std::vector<BlockArgument> arguments = readArguments(function);
    Type signature;
    signature.kind = TypeKind::Function;
    for (const BlockArgument &argument : arguments) signature.inputs.push_back(argument.type);
    function.signature = types_.intern(std::move(signature));
    if (in_.takeWord("optimization_hints")) {
      in_.expect('=');
      function.hints = ops_.attributes().readHints();
      if (attributes_[function.hints].keys.empty()) function.hints = AttributeId();
    }
    in_.expect('{');
    in_.charge(sizeof(Function) + 256);
    data_.functions.push_back(std::move(function));
    const RegionId body = ops_.readBody(id, arguments);
    in_.enterOp("entry");
    Function &made = data_.functions[id.index()];
    made.body = body;
    readVisibility(made);
    if (const auto location = locations_.readTrailing()) made.location = LocationId(std::size_t{*location});
    in_.enterOp({});
  }

  std::vector<BlockArgument> readArguments(Function &function) {
    std::vector<BlockArgument> arguments;
    std::vector<AttributeId> dictionaries;
    bool any = false;
    in_.expect('(');
    while (!in_.take(')')) {
      if (!arguments.empty()) in_.expect(',');
      const ValueName name = ops_.readArgumentName();
      in_.expect(':');
      arguments.push_back({name, ops_.types().read()});
      if (in_.peek() == '{') {
        dictionaries.push_back(ops_.attributes().readDictionary());
        any |= !attributes_[dictionaries.back()].keys.empty();
      } else {
        Attribute none;
        none.kind = AttributeKind::Dictionary;
        dictionaries.push_back(attributes_.intern(std::move(none)));
      }
    }
    if (any) function.argumentAttributes = std::move(dictionaries);
    return arguments;
  }

  /// {sym_visibility = "private"}
  void readVisibility(Function &function) {
    if (!in_.take('{')) return;
    in_.expectAll("sym_visibility =");
    const std::size_t start = in_.here();
    const std::string visibility = in_.string("\"private\" or \"public\"");
    if (visibility != "private" && visibility != "public") in_.fail(start, "expected \"private\" or \"public\"");
    function.isPrivate = visibility == "private";
    in_.expect('}');
  }

  void checkSymbols() {
    for (const OpReader::SymbolUse &use : ops_.symbolUses()) {
      if (!globals_.contains(use.name)) in_.fail(use.offset, "there is no global '@" + use.name + "'");
    }
  }

  /// Until now ops and entries have numbers of the reader's nodes for locations.
  void placeAll() {
    locations_.resolve(data_.locations);
    const auto place = [this](LocationId &location) {
      if (location.valid()) location = locations_.record(location.value);
    };
    for (Op &op : data_.ops) place(op.location);
    for (Function &function : data_.functions) place(function.location);
  }

  Scanner &in_;
  ProgramData data_;
  TypePool types_;
  AttributePool attributes_;
  LocationReader locations_;
  OpReader ops_;
  std::unordered_set<std::string> symbols_;
  std::unordered_set<std::string> globals_;
  unsigned modules_ = 0;
  unsigned openModules_ = 0;
};

}  // namespace

ProgramData readModule(Scanner &in) { return ModuleReader(in).read(); }

}  // namespace tileport::tileir::text
