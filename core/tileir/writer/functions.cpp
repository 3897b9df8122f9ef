// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/writer/functions.h"

#include <algorithm>

namespace tileport::tileir::writer {

namespace {

class FunctionWriter {
 public:
  FunctionWriter(Context &context, const Tables &tables)
      : context_(context), tables_(tables), bodies_(context, tables.types, tables.attributes) {}

  void write(Sink &section, const Function &function) {
    context_.expect(tables_.types[function.signature].kind == TypeKind::Function, "the type of a function is no function type");
    section.varint(tables_.attributes.stringIndex(function.name));
    section.varint(tables_.types.index(function.signature));
    const bool hasHints = function.hints.valid() && !hintsOf(function).keys.empty();
    section.u8(flagsOf(function, hasHints));
    // The body comes last but says which locations there are.
    const Sink body = bodies_.write(function);
    section.varint(tables_.debug.addFunction(function.location, bodies_.locations()));
    writeHints(section, function, hasHints);
    writeArgumentAttributes(section, function);
    section.varint(body.size());
    section.bytes(body.data());
  }

 private:
  bool newForm() const { return context_.has(kArgumentAttributesSince); }

  const Attribute &hintsOf(const Function &function) const {
    const Attribute &hints = tables_.attributes[function.hints];
    context_.expect(hints.kind == AttributeKind::Hints, "the hints of a function are none");
    return hints;
  }

  std::uint8_t flagsOf(const Function &function, bool hasHints) const {
    if (function.isPrivate && newForm() && !context_.measures()) {
      context_.fail(ErrorKind::Unsupported, "entry " + function.name + " is private, which bytecode 13.5 cannot say",
                    "Write bytecode 13.4 or older.");
    }
    int flags = kEntry;
    if (function.isPrivate) flags |= kPrivate;
    if (hasHints && !newForm()) flags |= kHasHints;
    return static_cast<std::uint8_t>(flags);
  }

  void writeHints(Sink &section, const Function &function, bool hasHints) {
    if (hasHints) {
      tables_.attributes.writeTagged(section, function.hints);
    } else if (newForm()) {
      section.varint(static_cast<std::uint64_t>(AttributeTag::Hints));
      section.varint(0);
    }
  }

  void writeArgumentAttributes(Sink &section, const Function &function) {
    const std::vector<AttributeId> &attributes = function.argumentAttributes;
    const bool empty = std::all_of(attributes.begin(), attributes.end(), [this](AttributeId id) {
      context_.expect(tables_.attributes[id].kind == AttributeKind::Dictionary, "the attributes of an argument are no dictionary");
      return tables_.attributes[id].items.empty();
    });
    if (!empty) context_.require(kArgumentAttributesSince, [&] { return "the argument attributes of entry " + function.name; });
    if (!newForm()) return;
    section.varint(static_cast<std::uint64_t>(AttributeTag::Array));
    section.varint(empty ? 0 : attributes.size());
    if (empty) return;
    context_.expect(attributes.size() == tables_.types[function.signature].inputs.size(), "not every argument has its attributes");
    for (const AttributeId id : attributes) tables_.attributes.writeTagged(section, id);
  }

  Context &context_;
  const Tables &tables_;
  BodyWriter bodies_;
};

}  // namespace

Sink writeGlobals(Context &context, const Tables &tables) {
  Sink section;
  const std::vector<Global> &globals = context.data().globals;
  if (globals.empty()) return section;
  section.varint(globals.size());
  for (const Global &global : globals) {
    context.require(global.isPrivate ? kGlobalFlagsSince : kOldest, [&] { return "the visibility of global " + global.name; });
    context.require(global.isConstant ? kGlobalFlagsSince : kOldest, [&] { return "the constant flag of global " + global.name; });
    section.varint(tables.attributes.stringIndex(global.name));
    section.varint(tables.types.index(global.type));
    section.varint(tables.attributes.constantIndex(global.value, global.type));
    section.varint(global.alignment);
    if (!context.has(kGlobalFlagsSince)) continue;
    section.varint(global.isPrivate ? 1 : 0);
    section.varint(global.isConstant ? 1 : 0);
  }
  return section;
}

Sink writeFunctions(Context &context, const Tables &tables) {
  Sink section;
  FunctionWriter writer(context, tables);
  section.varint(context.data().functions.size());
  for (const Function &function : context.data().functions) writer.write(section, function);
  section.padTo(leastAlignment(SectionId::Func));
  return section;
}

}  // namespace tileport::tileir::writer
