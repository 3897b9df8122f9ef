// SPDX-License-Identifier: GPL-3.0-or-later
#include "sample_specification.h"

namespace tileport::views::test {
namespace {

using namespace specification;

Evidence inSource(const std::string &file, std::uint32_t line, std::uint32_t column = 5) {
  Evidence evidence{.kind = Evidence::Kind::Source, .file = file};
  evidence.span = {.line = line, .column = column, .endLine = line, .endColumn = column + 4};
  return evidence;
}

Evidence inLaunch(const std::string &member) {
  Evidence evidence{.kind = Evidence::Kind::Launch, .file = "softmax/launch.json"};
  evidence.member = member;
  return evidence;
}

Evidence inProgram(const std::string &file, std::uint32_t line) {
  Evidence evidence{.kind = Evidence::Kind::Program, .file = file};
  evidence.line = line;
  return evidence;
}

Item known(const std::string &name, const std::string &value, std::vector<Evidence> evidence) {
  return {.name = name, .value = value, .unknown = {}, .evidence = std::move(evidence)};
}

Item notKnown(const std::string &name, const std::string &why) { return {.name = name, .value = {}, .unknown = why, .evidence = {}}; }

SideSpecificationPtr referenceOf(const workspace::SideFiles &files) {
  auto side = std::make_shared<SideSpecification>();
  side->kernel = "softmax_kernel";
  side->symbol = known("symbol", "softmax_kernel_d1_Pff", {inProgram(files.programName, 1)});
  side->symbolParameters = {known("parameter 1", "a tensor of f32", {})};
  side->constants = {{.item = known("TILE", "1024", {inLaunch("args TILE"), inSource(files.sourceName, 2)}),
                      .kind = "constant parameter",
                      .constant = {},
                      .passed = {known("TILE", "next_power_of_2(n)", {inSource(files.sourceName, 8)})}}};
  TensorItem tensor{.name = "x"};
  tensor.elementType = known("element type", "f32", {inLaunch("args x")});
  tensor.extents = notKnown("extents", "the launch does not say them");
  tensor.strides = known("strides", "1024 x 1", {inLaunch("args x")});
  tensor.access = known("access", "view", {inProgram(files.programName, 3)});
  tensor.written = true;
  tensor.facts = {known("stride 0", "divisible by 16", {inLaunch("args x"), inProgram(files.programName, 2)})};
  side->tensors = {tensor};
  BranchItem open{.condition = "TILE > n", .function = "softmax_kernel"};
  open.sentence = "n is not known";
  open.evidence = {inSource(files.sourceName, 4)};
  BranchItem decided{
      .condition = "CAUSAL", .function = "mask", .verdict = BranchItem::Verdict::OneArm, .present = "else", .vanished = {"then"}};
  decided.sentence = "CAUSAL is False, so that else is in the program";
  decided.evidence = {inSource(files.sourceName, 5), inProgram(files.programName, 4)};
  side->branches = {open, decided};
  side->unknown = {notKnown("hints", "the launch does not say them")};
  return side;
}

SideSpecificationPtr portOf(const workspace::SideFiles &files) {
  auto side = std::make_shared<SideSpecification>();
  side->kernel = "softmax";
  side->symbol = known("symbol", "softmax", {inProgram(files.programName, 1)});
  side->constants = {{.item = known("BM", "1024", {inSource(files.sourceName, 1)}), .kind = "const generic", .constant = {}, .passed = {}}};
  return side;
}

StructuralEntry entryOf(const std::string &name, std::vector<std::string> variants) {
  StructuralEntry entry{.name = name, .kernel = "softmax_kernel", .variants = std::move(variants)};
  entry.reasons = {{"x is reached by a view", {}}};
  entry.parameters = {{"x", "&Tensor<E, { [-1, -1] }>", "the program only makes views of it"}};
  entry.generics = {{"TILE", "const generic", {"1024", "2048"}, "it varies"}};
  return entry;
}

}  // namespace

importer::SpecifiedOperator sampleSpecification(const workspace::Operator &op) {
  auto made = std::make_shared<HiddenSpecification>();
  made->op = op.name;
  for (const workspace::Variant &variant : op.variants)
    made->variants.push_back({.name = variant.name, .reference = referenceOf(variant.reference), .port = portOf(variant.port)});
  for (const workspace::Unpaired &unpaired : op.unpaired) {
    VariantSpecification one{.name = unpaired.name};
    if (unpaired.side == workspace::Side::Reference) one.reference = referenceOf(unpaired.files);
    else one.port = portOf(unpaired.files);
    made->variants.push_back(std::move(one));
  }
  if (!op.variants.empty()) made->entries = {entryOf("softmax_1", {"f16", "bf16"}), entryOf("softmax_2", {"f32"})};
  std::vector<std::string> failures;
  if (op.name == "matmul") failures = {"matmul.py: what it says is not known: Python is not there. Install it."};
  return {std::move(made), std::move(failures)};
}

}  // namespace tileport::views::test
