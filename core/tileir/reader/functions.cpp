// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/reader/functions.h"

#include <algorithm>
#include <set>

#include "tileir/reader/body.h"
#include "tileir/reader/enums.h"

namespace tileport::tileir::reader {

namespace {

class FunctionReader {
 public:
  FunctionReader(Cursor &cursor, const Tables &tables, ProgramData &data)
      : cursor_(cursor), tables_(tables), data_(data), bodies_(cursor.context(), data, tables.types, tables.attributes) {}

  void read() {
    const std::size_t start = cursor_.offset();
    Function function;
    function.name = readName();
    function.signature = readSignature();
    const std::uint8_t flags = readFlags();
    function.isPrivate = (flags & kPrivate) != 0;
    const auto locations = readLocations(function);
    if (hasHints(flags)) readHints(function);
    if (cursor_.context().has(kArgumentAttributesSince)) readArgumentAttributes(function);
    Cursor body = cursor_.take(cursor_.varint("the length of a body"), "the body of function " + function.name);
    charge(start, function);
    const FunctionId id(data_.functions.size());
    data_.functions.push_back(std::move(function));
    const Type signature = tables_.types[data_.functions.back().signature];
    data_.functions[id.index()].body = bodies_.read(body, id, signature, locations);
    cursor_.context().leaveOps();
  }

 private:
  std::string readName() {
    const std::size_t start = cursor_.offset();
    const std::string_view name = tables_.attributes.readString(cursor_, "the name of a function");
    if (name.empty()) cursor_.failAt(start, "a function has an empty name");
    if (tables_.attributes.isGlobal(name) || !names_.insert(name).second) {
      cursor_.failAt(start, "two symbols are named \"" + std::string(name) + "\"");
    }
    cursor_.charge(name.size());
    return std::string(name);
  }

  TypeId readSignature() {
    const std::size_t start = cursor_.offset();
    const TypeId id = tables_.types.read(cursor_, "the type of a function");
    const Type &type = tables_.types[id];
    if (type.kind != TypeKind::Function) cursor_.failAt(start, "the type of a function is no function type");
    if (!type.results.empty()) cursor_.failAt(start, "an entry returns values");
    const auto isScalarTile = [this](TypeId input) {
      return tables_.types[input].kind == TypeKind::Tile && tables_.types[input].shape.empty();
    };
    if (!std::all_of(type.inputs.begin(), type.inputs.end(), isScalarTile)) {
      cursor_.failAt(start, "an argument of an entry is no tile of rank 0");
    }
    return id;
  }

  std::uint8_t readFlags() {
    const std::size_t start = cursor_.offset();
    const std::uint8_t flags = cursor_.u8("the flags of a function");
    const bool newForm = cursor_.context().has(kArgumentAttributesSince);
    const std::uint8_t known = newForm ? kEntry : kPrivate | kEntry | kHasHints;
    if ((flags & kEntry) == 0) cursor_.failAt(start, "a function is no entry");
    if ((flags & ~known) != 0) cursor_.failAt(start, "a function has unknown flags " + hex(flags & ~known));
    return flags;
  }

  bool hasHints(std::uint8_t flags) const { return cursor_.context().has(kArgumentAttributesSince) || (flags & kHasHints) != 0; }

  /// Sets the function's own location; what is left belongs to its ops.
  std::optional<std::span<const LocationId>> readLocations(Function &function) {
    const std::size_t start = cursor_.offset();
    const std::uint64_t number = cursor_.below(tables_.debug.functionCount() + 1, "the locations of a function");
    if (number == 0) return std::nullopt;
    const std::span<const LocationId> locations = tables_.debug.ofFunction(static_cast<std::size_t>(number - 1));
    if (locations.empty()) cursor_.failAt(start, "a function has no location of its own");
    function.location = locations.front();
    checkLocation(start, function);
    return locations.subspan(1);
  }

  void checkLocation(std::size_t start, const Function &function) const {
    if (!function.location.valid()) return;
    const Location &location = tables_.debug[function.location];
    if (location.kind == LocationKind::CallSite) cursor_.failAt(start, "the location of a function is a call site");
    if (location.kind != LocationKind::Line) return;
    LocationId scope = location.scope;
    while (tables_.debug[scope].kind == LocationKind::LexicalBlock) scope = tables_.debug[scope].scope;
    const std::string &linkage = tables_.debug[scope].other;
    if (linkage != function.name) cursor_.failAt(start, "the location of function " + function.name + " belongs to \"" + linkage + "\"");
  }

  void readHints(Function &function) {
    const std::size_t start = cursor_.offset();
    function.hints = tables_.attributes.readTagged(cursor_);
    const Attribute &hints = tables_.attributes[function.hints];
    if (hints.kind != AttributeKind::Hints) cursor_.failAt(start, "the hints of a function are none");
    // From 13.5 on empty hints stand for none.
    if (hints.keys.empty()) function.hints = AttributeId();
  }

  void readArgumentAttributes(Function &function) {
    const std::size_t start = cursor_.offset();
    const AttributeId id = tables_.attributes.readTagged(cursor_);
    const Attribute &list = tables_.attributes[id];
    if (list.kind != AttributeKind::Array) cursor_.failAt(start, "the attributes of a function's arguments are no array");
    bool empty = true;
    for (const AttributeId item : list.items) {
      const Attribute &attributes = tables_.attributes[item];
      if (attributes.kind != AttributeKind::Dictionary) cursor_.failAt(start, "the attributes of an argument are no dictionary");
      empty = empty && attributes.keys.empty();
    }
    if (empty) return;
    if (list.items.size() != tables_.types[function.signature].inputs.size()) {
      cursor_.failAt(start, "there are attributes for " + std::to_string(list.items.size()) + " arguments, but the function has " +
                                std::to_string(tables_.types[function.signature].inputs.size()));
    }
    function.argumentAttributes = list.items;
  }

  void charge(std::size_t start, const Function &function) const {
    std::uint64_t size = sizeof(Function) + 128 + 4 * function.name.size() + tables_.types.printedSize(function.signature);
    if (function.hints.valid()) size += tables_.attributes.printedSize(function.hints);
    for (const AttributeId attributes : function.argumentAttributes) size += 4 + tables_.attributes.printedSize(attributes);
    cursor_.context().charge(size, start, cursor_.section());
  }

  Cursor &cursor_;
  const Tables &tables_;
  ProgramData &data_;
  BodyReader bodies_;
  std::set<std::string_view> names_;
};

Global readGlobal(Cursor &cursor, const Tables &tables) {
  const std::size_t start = cursor.offset();
  Global global;
  const std::string_view name = tables.attributes.readString(cursor, "the name of a global");
  if (name.empty()) cursor.failAt(start, "a global has an empty name");
  if (!tables.attributes.declareGlobal(name)) cursor.failAt(start, "two symbols are named \"" + std::string(name) + "\"");
  global.name = name;
  global.type = tables.types.read(cursor, "the type of a global");
  const Type &type = tables.types[global.type];
  if (type.kind != TypeKind::Tile || type.shape.size() != 1) cursor.failAt(start, "the type of a global is no tile of rank 1");
  global.value = tables.attributes.readDense(cursor, global.type);
  global.alignment = cursor.varint("the alignment of a global");
  if (cursor.context().has(kGlobalFlagsSince)) {
    global.isPrivate = readOrdinal(cursor, EnumKind::SymbolVisibility, "the visibility of a global") != 0;
    global.isConstant = cursor.below(2, "the constant flag of a global") == 1;
  }
  cursor.charge(sizeof(Global) + 128 + 4 * name.size() + tables.types.printedSize(global.type) +
                tables.attributes.printedSize(global.value));
  return global;
}

}  // namespace

void readGlobals(Cursor cursor, const Tables &tables, ProgramData &data) {
  if (cursor.atEnd()) return;
  const std::size_t count = cursor.count(4, "the number of globals");
  for (std::size_t i = 0; i < count; ++i) {
    cursor.context().poll();
    data.globals.push_back(readGlobal(cursor, tables));
  }
  cursor.expectEnd("the globals");
}

void readFunctions(Cursor cursor, const Tables &tables, ProgramData &data) {
  const std::size_t bytes = cursor.remaining();
  // About what real files have; a guess that is wrong costs a copy.
  data.ops.reserve(bytes / 8);
  data.values.reserve(bytes / 8);
  data.operands.reserve(bytes / 4);
  FunctionReader reader(cursor, tables, data);
  const std::size_t count = cursor.count(5, "the number of functions");
  for (std::size_t i = 0; i < count; ++i) reader.read();
  // The official writer pads the tail, cutile-python and cutile-rs do not.
  if (!cursor.atEnd()) cursor.padTo(8);
  cursor.expectEnd("the functions");
}

}  // namespace tileport::tileir::reader
