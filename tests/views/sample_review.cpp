// SPDX-License-Identifier: GPL-3.0-or-later
#include "sample_review.h"

#include "support/program_builder.h"

namespace tileport::views::test {
namespace {

using namespace tileir;
using tileport::test::ProgramBuilder;

constexpr std::uint64_t kTwo = 0x40000000, kThree = 0x40400000, kSeven = 0x40E00000;

/// The program again, op i at line firstLine + i of `file`.
ProgramPtr located(const ProgramPtr &program, const std::string &file, std::uint64_t firstLine) {
  ProgramData data = program->data();
  for (std::size_t i = 0; i < data.ops.size(); ++i) {
    Location location;
    location.kind = LocationKind::Line;
    location.name = file;
    location.line = firstLine + i;
    location.column = 1;
    data.ops[i].location = LocationId(data.locations.size());
    data.locations.push_back(std::move(location));
  }
  return Program::make(std::move(data));
}

struct Writer {
  ProgramBuilder b;
  TypeId tile = b.tile({16}, ScalarKind::F32);

  ValueId unary(OpKind kind, ValueId x) { return b.one({kind, {{x}}, {tile}, {}}); }
  ValueId binary(OpKind kind, ValueId x, ValueId y, RoundingMode rounding = RoundingMode::NearestEven) {
    return b.one({kind, {{x}, {y}}, {tile}, {{"rounding_mode", b.enumerator(EnumKind::RoundingMode, std::uint64_t(rounding))}}});
  }
  ProgramPtr finish() {
    b.endEntry();  // with its return
    return b.build();
  }
};

ProgramPtr referenceProgram() {
  Writer w;
  w.b.beginEntry("softmax", {w.b.pointers({}, ScalarKind::F32)});
  const ValueId two = w.b.constant(w.tile, kTwo), three = w.b.constant(w.tile, kThree);
  const ValueId sum = w.binary(OpKind::AddF, two, three);
  const ValueId exp = w.unary(OpKind::Exp, sum);
  const ValueId neg = w.unary(OpKind::NegF, exp);
  const ValueId product = w.binary(OpKind::MulF, exp, neg);
  w.unary(OpKind::Log, product);
  return w.finish();
}

ProgramPtr portProgram() {
  Writer w;
  w.b.beginEntry("softmax_entry", {w.b.pointers({}, ScalarKind::F32)});
  const ValueId two = w.b.constant(w.tile, kTwo);
  w.b.constant(w.tile, kSeven);
  const ValueId three = w.b.constant(w.tile, kThree);
  const ValueId sum = w.binary(OpKind::AddF, two, three, RoundingMode::Zero);
  const ValueId exp = w.unary(OpKind::Exp, sum);
  const ValueId sin = w.unary(OpKind::Sin, exp);
  const ValueId product = w.binary(OpKind::MulF, exp, sin);
  w.unary(OpKind::Log, product);
  return w.finish();
}

/// Writes rows side by side and keeps the maps of their lines.
class Layout {
 public:
  Layout(const Program &reference, const Program &port) {
    layout_.rowOfReference.resize(reference.listing().lineCount());
    layout_.rowOfPort.resize(port.listing().lineCount());
  }
  void add(std::optional<LineIndex> reference, std::optional<LineIndex> port, align::RowKind kind,
           std::optional<std::uint32_t> divergence = {}) {
    const auto row = std::uint32_t(layout_.rows.size());
    if (reference) layout_.rowOfReference[reference->index()] = row;
    if (port) layout_.rowOfPort[port->index()] = row;
    layout_.rows.push_back({reference, port, kind, divergence});
  }
  void link(align::Link link) { layout_.links.push_back(link); }
  align::SideBySide take() { return std::move(layout_); }

 private:
  align::SideBySide layout_;
};

LineRange linesOf(const Program &program, int op) { return program.listing().opLines[std::size_t(op)]; }
LineIndex lineOf(const Program &program, int op) { return LineIndex(linesOf(program, op).first); }
LineIndex lastLine(const Program &program) { return LineIndex(program.listing().lineCount() - 1); }

/// Where the op's mnemonic stands.
TextMark markOf(const Program &program, int op) {
  const LineIndex line = lineOf(program, op);
  const std::string_view mnemonic = info(program.op(OpId(std::size_t(op))).kind).mnemonic;
  const auto at = std::uint32_t(program.listing().line(line).find(mnemonic));
  return {line, {at, at + std::uint32_t(mnemonic.size())}};
}

align::Subject subjectOf(const Program &program, int op) {
  align::Subject subject;
  subject.op = OpId(std::size_t(op));
  subject.function = FunctionId(0u);
  subject.lines = linesOf(program, op);
  return subject;
}

std::vector<align::Divergence> divergencesOf(const Program &reference, const Program &port) {
  align::Divergence differs{align::Status::Differs, subjectOf(reference, reference::Add), subjectOf(port, port::Add), "addf", {}};
  differs.differences.push_back(
      {align::Aspect::Attribute, "rounding_mode", "nearest_even", "zero", {markOf(reference, reference::Add)}, {markOf(port, port::Add)}});
  differs.differences.push_back({align::Aspect::Hint, "sm_100.latency", "3", "", {}, {}});
  align::Divergence missing{align::Status::Missing, subjectOf(reference, reference::Neg), std::nullopt, "negf", {}};
  missing.differences.push_back({align::Aspect::Operation, "op", "negf", "", {markOf(reference, reference::Neg)}, {}});
  align::Divergence extra{align::Status::Extra, std::nullopt, subjectOf(port, port::Sin), "sin", {}};
  extra.differences.push_back({align::Aspect::Operation, "op", "", "sin", {}, {markOf(port, port::Sin)}});
  return {differs, missing, extra};
}

align::AlignmentPtr alignmentOf(ProgramPtr reference, ProgramPtr port, const std::vector<std::pair<int, int>> &pairs,
                                std::vector<align::Divergence> divergences) {
  auto alignment = std::make_shared<align::Alignment>();
  alignment->portOf.resize(reference->opCount());
  alignment->referenceOf.resize(port->opCount());
  alignment->entries.push_back({FunctionId(0u), FunctionId(0u), {}});
  for (const auto &[left, right] : pairs) {
    const OpId of(static_cast<std::size_t>(left)), with(static_cast<std::size_t>(right));
    alignment->pairs.push_back({of, with, 1});
    alignment->portOf[of.index()] = with;
    alignment->referenceOf[with.index()] = of;
  }
  alignment->divergences = std::move(divergences);
  alignment->reference = std::move(reference);
  alignment->port = std::move(port);
  return alignment;
}

align::SideBySide sampleLayout(const Program &r, const Program &p) {
  using align::RowKind;
  Layout layout(r, p);
  layout.add(LineIndex(0u), LineIndex(0u), RowKind::Same);
  layout.add(lineOf(r, reference::Two), lineOf(p, port::Two), RowKind::Same);
  layout.add(std::nullopt, lineOf(p, port::Dead), RowKind::Noise);
  layout.add(lineOf(r, reference::Three), lineOf(p, port::Three), RowKind::Same);
  layout.add(lineOf(r, reference::Add), lineOf(p, port::Add), RowKind::Differs, 0);
  layout.add(lineOf(r, reference::Exp), lineOf(p, port::Exp), RowKind::Same);
  layout.add(lineOf(r, reference::Neg), std::nullopt, RowKind::Missing, 1);
  layout.add(lineOf(r, reference::Mul), std::nullopt, RowKind::Same);
  layout.add(std::nullopt, lineOf(p, port::Sin), RowKind::Extra, 2);
  layout.add(std::nullopt, lineOf(p, port::Mul), RowKind::Same);
  layout.add(lineOf(r, reference::Log), lineOf(p, port::Log), RowKind::Same);
  layout.add(lineOf(r, reference::Return), lineOf(p, port::Return), RowKind::Same);
  layout.add(lastLine(r), lastLine(p), RowKind::Same);
  layout.link({linesOf(r, reference::Add), linesOf(p, port::Add), RowKind::Differs, 0});
  layout.link({linesOf(r, reference::Neg), {}, RowKind::Missing, 1});
  layout.link({linesOf(r, reference::Mul), linesOf(p, port::Mul), RowKind::Same, std::nullopt});
  layout.link({{}, linesOf(p, port::Sin), RowKind::Extra, 2});
  return layout.take();
}

workspace::ReviewSide sideOf(ProgramPtr program, const std::string &file, const std::string &text, const std::string &frontEnd) {
  workspace::ReviewSide side;
  side.program = std::move(program);
  side.programPath = file + ".tileirbc";
  side.frontEnd = frontEnd;
  side.source = source::makeSourceFile(file, text);
  side.map = source::SourceMap(*side.program, *side.source);
  return side;
}

const char *const kPython =
    "import cuda.tile as ct\n"
    "def softmax(x):\n"
    "    a = ct.full((16,), 2.0)\n"
    "    b = ct.full((16,), 3.0)\n"
    "    c = a + b\n"
    "    d = ct.exp(c)\n"
    "    e = -d\n"
    "    f = d * e\n"
    "    g = ct.log(f)\n"
    "    return  # done\n";
const char *const kRust =
    "pub fn softmax(x: &Tensor<f32>) {\n"
    "    let a = constant(2.0);\n"
    "    let dead = constant(7.0);\n"
    "    let b = constant(3.0);\n"
    "    let c = add(a, b, rounding::Zero);\n"
    "    let d = exp(c);\n"
    "    let e = sin(d);\n"
    "    let f = d * e;\n"
    "    let g = log(f);\n"
    "}\n";

/// Both sides line by line, all the same.
align::SideBySide evenLayout(const Program &program) {
  Layout layout(program, program);
  for (std::size_t line = 0; line < program.listing().lineCount(); ++line)
    layout.add(LineIndex(line), LineIndex(line), align::RowKind::Same);
  return layout.take();
}

std::shared_ptr<workspace::Review> evenReview(const ProgramPtr &program) {
  auto review = std::make_shared<workspace::Review>();
  review->title = "even";
  review->reference.program = review->port.program = program;
  review->reference.sourceNote = review->port.sourceNote = "no source file is named";
  std::vector<std::pair<int, int>> pairs;
  for (int i = 0; i < int(program->opCount()); ++i) pairs.emplace_back(i, i);
  review->alignment = alignmentOf(program, program, pairs, {});
  review->sideBySide = evenLayout(*program);
  return review;
}

}  // namespace

workspace::ReviewPtr sampleReview() {
  auto review = std::make_shared<workspace::Review>();
  review->title = "softmax / f16";
  review->reference = sideOf(located(referenceProgram(), "softmax.py", 3), "softmax.py", kPython, "cuTile Python 1.7.0");
  review->port = sideOf(located(portProgram(), "kernel.rs", 2), "kernel.rs", kRust, "cuTile Rust 0.5.0");
  const ProgramPtr &r = review->reference.program, &p = review->port.program;
  review->alignment = alignmentOf(r, p,
                                  {{reference::Two, port::Two},
                                   {reference::Three, port::Three},
                                   {reference::Add, port::Add},
                                   {reference::Exp, port::Exp},
                                   {reference::Mul, port::Mul},
                                   {reference::Log, port::Log},
                                   {reference::Return, port::Return}},
                                  divergencesOf(*r, *p));
  review->sideBySide = sampleLayout(*r, *p);
  return review;
}

namespace {

triage::Finding findingOf(std::size_t divergence, std::size_t difference, triage::Severity severity, triage::Cause cause,
                          triage::Owner owner) {
  triage::Finding finding;
  finding.divergence = divergence;
  finding.difference = difference;
  finding.severity = severity;
  finding.cause = cause;
  finding.owner = owner;
  finding.rule = "rule.of." + std::to_string(divergence);
  finding.sentence = "Sentence of <" + std::to_string(divergence) + "." + std::to_string(difference) + ">.";
  finding.anchor = "anchor." + std::to_string(divergence) + "." + std::to_string(difference);
  return finding;
}

triage::Finding findingOfEquivalence(std::size_t equivalence, triage::Severity severity) {
  triage::Finding finding = findingOf(0, 0, severity, triage::Cause::SemanticEquiv, triage::Owner::None);
  finding.divergence.reset();
  finding.equivalence = equivalence;
  finding.status = triage::Status::SemanticEquiv;
  finding.rule = "equivalence";
  finding.anchor = "anchor.equivalence." + std::to_string(equivalence);
  return finding;
}

std::vector<triage::Finding> sampleFindings(const workspace::Review &review) {
  using namespace triage;
  Finding rounding = findingOf(0, 0, Severity::Critical, Cause::UserCode, Owner::Kernel);
  rounding.impact = {.result = Reach::Possible, .precision = Reach::Certain};
  const auto line = [](const Program &program, int op) { return lineOf(program, op).value + 1; };
  rounding.evidence = {
      {Evidence::Kind::Source, "the port asks for rounding::Zero", "kernel.rs", 5, 20},
      {Evidence::Kind::Listing, "in the reference", "", line(*review.reference.program, reference::Add), 0, align::Side::Reference},
      {Evidence::Kind::Listing, "in the port", "", line(*review.port.program, port::Add), 0, align::Side::Port},
      {Evidence::Kind::VersionTable, "0.5 can ask for it", "", 0, 0}};
  Finding latency = findingOf(0, 1, Severity::Warn, Cause::DslLimitation, Owner::Compiler);
  Finding missing = findingOf(1, 0, Severity::Critical, Cause::Undecided, Owner::Kernel);
  missing.status = Status::Missing;
  missing.undecidedBy = "the port's facts";
  missing.waiver = Waiver{"accepted", "measured", "A. Reviewer", "2026-11-30", false, ""};
  Finding extra = findingOf(2, 0, Severity::Info, Cause::UserCode, Owner::Host);
  extra.status = Status::Extra;
  extra.waiver = Waiver{"accepted", "measured", "B. Reviewer", "2026-11-29", true, "the port's side has changed"};
  return {rounding, latency, missing, extra, findingOfEquivalence(0, Severity::Info), findingOfEquivalence(1, Severity::Warn)};
}

}  // namespace

workspace::ReviewPtr triagedReview() {
  auto review = std::make_shared<workspace::Review>(*sampleReview());
  auto alignment = std::make_shared<align::Alignment>(*review->alignment);
  const auto id = [](int op) { return OpId(static_cast<std::size_t>(op)); };
  alignment->equivalences = {{"exp_of_exp", {id(reference::Exp)}, {id(port::Exp)}, {}},
                             {"log_of_log",
                              {id(reference::Log)},
                              {id(port::Log), id(port::Return)},
                              {{"%3 is not negative", align::Side::Reference, id(reference::Log)}}}};
  review->alignment = alignment;
  auto triage = std::make_shared<triage::Triage>();
  triage->alignment = alignment;
  triage->findings = sampleFindings(*review);
  triage->verdict = triage::Verdict::FailFixable;
  triage->owner = triage::Owner::Kernel;
  triage->reasons = {"addf rounds to zero"};
  triage->policy = "sample 1";
  triage->uncertifiedWhy = "the programs differ";
  review->triage = triage;
  return review;
}

workspace::ReviewPtr judgedReview(triage::Verdict verdict) {
  auto review = std::make_shared<workspace::Review>(*sameReview());
  auto triage = std::make_shared<triage::Triage>();
  triage->alignment = review->alignment;
  triage->verdict = verdict;
  triage->policy = "sample 1";
  if (verdict == triage::Verdict::Pass) triage->certifiedSteps = 34;
  if (verdict == triage::Verdict::Blocked) triage->reasons = {"UNDECIDED: the budget of comparisons was spent"};
  review->triage = triage;
  return review;
}

workspace::ReviewPtr sameReview() { return evenReview(referenceProgram()); }

workspace::ReviewPtr specialisedReview() {
  using Difference = evidence::SpecialisationDifference;
  auto review = std::make_shared<workspace::Review>(*sameReview());
  review->specialisationCompared = true;
  review->specialisation = {{.kind = Difference::Kind::StrideDivisor,
                             .origin = Difference::Origin::FrontEnd,
                             .subject = "x, axis 0",
                             .reference = "8",
                             .port = "not stated",
                             .sentence = "the reference states a divisor of 8, the port none"},
                            {.kind = Difference::Kind::Constant,
                             .origin = Difference::Origin::Variant,
                             .separates = true,
                             .subject = "TILE / BM",
                             .reference = "64",
                             .port = "128",
                             .sentence = "constant TILE / BM: 64 in the reference, 128 in the port"}};
  return review;
}

workspace::ReviewSidePtr sampleAlone() { return std::make_shared<const workspace::ReviewSide>(sampleReview()->reference); }

workspace::ReviewPtr undecidedReview() {
  auto review = evenReview(referenceProgram());
  auto alignment = std::make_shared<align::Alignment>(*review->alignment);
  alignment->undecided = true;
  alignment->undecidedWhy = "the budget of comparisons was spent";
  review->alignment = alignment;
  return review;
}

workspace::ReviewPtr longReview(int lines) {
  Writer w;
  w.b.beginEntry("long", {});
  ValueId value = w.b.constant(w.tile, kTwo);
  for (int i = 2; i < lines; ++i) value = w.unary(OpKind::Exp, value);
  return evenReview(w.finish());
}

LineIndex lineOfOp(const workspace::ReviewSide &side, int op) { return lineOf(*side.program, op); }

workspace::WorkspacePtr sampleWorkspace() {
  auto workspace = std::make_shared<workspace::Workspace>();
  workspace->name = "sample";
  const auto add = [&](const char *op, std::initializer_list<const char *> variants) {
    workspace::Operator made;
    made.name = op;
    for (const char *name : variants) {
      workspace::Variant variant;
      variant.name = name;
      variant.reference.programName = std::string("reference_") + name + ".tileirbc";
      variant.reference.sourceName = "softmax.py";
      variant.port.programName = std::string("port_") + name + ".tileirbc";
      variant.port.sourceName = "kernel.rs";
      made.variants.push_back(std::move(variant));
    }
    workspace->operators.push_back(std::move(made));
  };
  add("softmax", {"f16", "f32"});
  add("matmul", {"f16"});
  return workspace;
}

workspace::WorkspacePtr sampleWorkspaceWithUnpaired() {
  auto workspace = std::make_shared<workspace::Workspace>(*sampleWorkspace());
  const auto add = [](workspace::Operator &op, workspace::Side side, const char *name, const char *reason) {
    workspace::Unpaired unpaired;
    unpaired.side = side;
    unpaired.name = name;
    unpaired.files.program = name;
    unpaired.files.programName = std::string(name) + ".tileirbc";
    unpaired.files.sourceName = "softmax.py";
    unpaired.reason = reason;
    op.unpaired.push_back(std::move(unpaired));
  };
  add(workspace->operators[0], workspace::Side::Reference, "bf16", "no port is specialised to bf16; the nearest is f16");
  add(workspace->operators[0], workspace::Side::Port, "f8", "");
  workspace->operators.emplace_back();
  workspace->operators.back().name = "gelu";
  add(workspace->operators.back(), workspace::Side::Port, "f16", "the operator has no reference");
  return workspace;
}

}  // namespace tileport::views::test
