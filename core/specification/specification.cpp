// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specification/specification.h"

#include "specification/entries.h"
#include "specification/side.h"

namespace tileport::specification {

namespace {

void addDifferences(const VariantInput &input, const OperatorInput &op, VariantSpecification &variant) {
  if (!input.reference || !input.port) return;
  // What a program says of itself is no launch that could be compared.
  const auto reference = specialisationOf(*input.reference), port = input.port->specialisation;
  if (!reference || !port) {
    variant.differencesUnknown = std::string(reference ? "the port's" : "the reference's") + " launch is not known";
    return;
  }
  variant.differences = evidence::compare(*reference, *port, op.rules ? *op.rules : evidence::PairingRules{});
}

}  // namespace

HiddenSpecificationPtr specify(const OperatorInput &input) {
  auto made = std::make_shared<HiddenSpecification>();
  made->op = input.op;
  for (const VariantInput &each : input.variants) {
    VariantSpecification variant{.name = each.name};
    if (each.reference) variant.reference = specifySide(*each.reference);
    if (each.port) variant.port = specifySide(*each.port);
    addDifferences(each, input, variant);
    made->variants.push_back(std::move(variant));
  }
  made->entries = structuralEntries(input, made->variants);
  return made;
}

}  // namespace tileport::specification
