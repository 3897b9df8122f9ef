// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileport/json_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tileir/needed_version.h"
#include "tileir/op_info.h"
#include "tileir/printer.h"
#include "tileir/program_reader.h"
#include "tileport/range_text.h"
#include "tileport/triage_json.h"

namespace tileport::cli {

namespace {

using Json = nlohmann::ordered_json;

std::string dump(const Json &json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

Json document(const char *schema) { return {{"schema", schema}, {"tileport", TILEPORT_VERSION}}; }

Json textOrNull(const std::string &text) { return text.empty() ? Json(nullptr) : Json(text); }

/// One-based, both ends included.
Json linesJson(LineRange lines) {
  if (lines.empty()) return nullptr;
  return {{"first", lines.first + 1}, {"last", lines.end}};
}

Json placeJson(const std::string &file, std::uint32_t line, std::uint32_t column) {
  return {{"file", file}, {"line", line}, {"column", column == 0 ? Json(nullptr) : Json(column)}};
}

Json versionJson(tileir::Version version) { return std::to_string(version.major) + "." + std::to_string(version.minor); }

std::string_view mnemonicOf(const tileir::Program &program, tileir::OpId id) { return tileir::info(program.op(id).kind).mnemonic; }

LineRange linesOf(const tileir::Program &program, tileir::OpId id) { return program.listing().opLines[id.index()]; }

Json subjectJson(const workspace::ReviewSide &side, const std::optional<align::Subject> &subject) {
  if (!subject) return nullptr;
  const tileir::Program &program = *side.program;
  Json json{{"lines", linesJson(subject->lines)},
            {"op", nullptr},
            {"entry", nullptr},
            {"argument", nullptr},
            {"global", nullptr},
            {"source", nullptr}};
  if (subject->op.valid()) json["op"] = {{"id", subject->op.value}, {"mnemonic", tileir::info(program.op(subject->op).kind).mnemonic}};
  if (subject->function.valid()) json["entry"] = program.function(subject->function).name;
  if (subject->argument) json["argument"] = *subject->argument;
  if (subject->global) json["global"] = program.data().globals[*subject->global].name;
  if (const auto place = workspace::sourcePlace(side, *subject)) json["source"] = placeJson(place->file, place->line, place->column);
  return json;
}

Json divergenceJson(const workspace::Review &review, const align::Divergence &divergence) {
  Json differences = Json::array();
  for (const align::Difference &difference : divergence.differences) {
    differences.push_back({{"aspect", align::toText(difference.aspect)},
                           {"what", difference.what},
                           {"reference", textOrNull(difference.reference)},
                           {"port", textOrNull(difference.port)}});
  }
  return {{"status", align::toText(divergence.status)},
          {"name", divergence.name},
          {"differences", std::move(differences)},
          {"reference", subjectJson(review.reference, divergence.reference)},
          {"port", subjectJson(review.port, divergence.port)}};
}

Json sideJson(const workspace::ReviewSide &side, const std::string &programName) {
  return {
      {"program", programName},
      {"source", side.source ? Json(side.source->displayName) : Json(nullptr)},
      {"frontend", textOrNull(side.frontEnd)},
      {"bytecode_version", versionJson(side.program->version())},
      {"ops", side.program->opCount()},
      {"carried_locations", side.carriedLocations == 0 ? Json(nullptr) : Json{{"from", side.carriedFrom}, {"ops", side.carriedLocations}}}};
}

Json specialisationJson(const evidence::SpecialisationDifference &difference) {
  return {{"kind", evidence::text(difference.kind)},
          {"origin", evidence::text(difference.origin)},
          {"subject", difference.subject},
          {"reference", difference.reference},
          {"port", difference.port},
          {"sentence", difference.sentence}};
}

/// Each op once.
Json elsewhereJson(const align::SideBySide &layout) {
  Json list = Json::array();
  for (const align::Row &row : layout.rows) {
    if (!row.elsewhere || (*row.elsewhere == align::Elsewhere::Moved && !row.reference)) continue;
    const LineIndex reference = row.reference ? *row.reference : row.counterpart, port = row.port ? *row.port : row.counterpart;
    list.push_back({{"how", align::toText(*row.elsewhere)}, {"reference", reference.value + 1}, {"port", port.value + 1}});
  }
  return list;
}

/// The members that a comparison has, whether it stands alone or in a workspace.
void addComparison(Json &json, const workspace::Review &review, const std::string &referenceName, const std::string &portName) {
  const align::Alignment &alignment = *review.alignment;
  const auto counts = review.counts();
  json["result"] = toText(outcomeOf(review));
  json["undecided"] = textOrNull(review.undecidedWhy());
  json["hint_architectures"] = alignment.hintArchitectures.empty() ? Json(nullptr) : Json(alignment.hintArchitectures);
  json["reference"] = sideJson(review.reference, referenceName);
  json["port"] = sideJson(review.port, portName);
  json["specialisation"] = Json::array();
  for (const auto &each : review.specialisation) json["specialisation"].push_back(specialisationJson(each));
  json["specialisation_unknown"] = textOrNull(review.specialisationNote);
  json["paired_ops"] = alignment.pairs.size();
  json["counts"] = {{"differs", counts.differs}, {"missing", counts.missing}, {"extra", counts.extra}};
  json["elsewhere"] = elsewhereJson(review.sideBySide);
  json["divergences"] = Json::array();
  for (const align::Divergence &divergence : alignment.divergences) json["divergences"].push_back(divergenceJson(review, divergence));
  json["triage"] = triageJson(review);
  json["compilation"] = compilationJson(review);
}

Json errorJson(const Error &error) {
  const Place &place = error.place;
  return {{"message", error.message},
          {"file", textOrNull(place.file)},
          {"line", place.line == 0 ? Json(nullptr) : Json(place.line)},
          {"column", place.column == 0 ? Json(nullptr) : Json(place.column)},
          {"byte", place.byteOffset ? Json(*place.byteOffset) : Json(nullptr)},
          {"section", textOrNull(place.section)},
          {"op", textOrNull(place.op)},
          {"advice", textOrNull(error.advice)}};
}

Json jsonOf(const VariantReview &variant) {
  Json json{{"name", variant.variant->name}, {"description", variant.variant->description}};
  if (variant.review) {
    addComparison(json, *variant.review, variant.variant->reference.programName, variant.variant->port.programName);
    json["error"] = nullptr;
  } else {
    json["result"] = toText(Outcome::Unreadable);
    json["error"] = errorJson(*variant.error);
  }
  return json;
}

Json findingJson(const workspace::ComparedFinding &compared) {
  const workspace::Finding &finding = compared.finding;
  Json parts = Json::array();
  for (const workspace::FindingPart &part : finding.parts)
    parts.push_back(
        {{"aspect", part.aspect}, {"what", part.what}, {"reference", textOrNull(part.reference)}, {"port", textOrNull(part.port)}});
  return {{"fate", workspace::toText(compared.fate)},
          {"why", textOrNull(compared.why)},
          {"kind", workspace::toText(finding.kind)},
          {"status", textOrNull(finding.status)},
          {"name", finding.name},
          {"regions", textOrNull(finding.regions)},
          {"parts", std::move(parts)},
          {"places", finding.places}};
}

Json comparisonJson(const workspace::RoundComparison &comparison) {
  using Fate = workspace::ComparedFinding::Fate;
  Json counts = Json::object(), variants = Json::array();
  for (const Fate fate : {Fate::Gone, Fate::Remaining, Fate::New, Fate::Undecided})
    counts[std::string(workspace::toText(fate))] = comparison.count(fate);
  for (const workspace::ComparedVariant &each : comparison.variants) {
    Json findings = Json::array();
    for (const workspace::ComparedFinding &finding : each.findings) findings.push_back(findingJson(finding));
    variants.push_back({{"manifest", textOrNull(each.manifest)},
                        {"operator", each.op},
                        {"variant", textOrNull(each.variant)},
                        {"notes", each.notes},
                        {"findings", std::move(findings)}});
  }
  return {{"counts", std::move(counts)}, {"variants", std::move(variants)}};
}

/// `ofVariant` makes what stands for a variant.
Json operatorsJson(const WorkspaceReview &review, Json (*ofVariant)(const VariantReview &)) {
  Json operators = Json::array();
  if (!review.workspace) return operators;
  for (const workspace::Operator &op : review.workspace->operators) {
    Json one{{"name", op.name}, {"description", op.description}, {"variants", Json::array()}, {"unpaired", Json::array()}};
    for (const VariantReview &variant : review.variants) {
      if (variant.op == &op) one["variants"].push_back(ofVariant(variant));
    }
    for (const workspace::Unpaired &each : op.unpaired) {
      one["unpaired"].push_back({{"name", each.name},
                                 {"side", each.side == workspace::Side::Port ? "port" : "reference"},
                                 {"program", each.files.programName},
                                 {"reason", textOrNull(each.reason)}});
    }
    operators.push_back(std::move(one));
  }
  return operators;
}

Json changeJson(const importer::ProgramChange &change) {
  Json json{{"operator", change.op}, {"variant", change.variant}, {"side", change.side == workspace::Side::Port ? "port" : "reference"}};
  if (change.review) {
    addComparison(json, **change.review, "BASE", "HEAD");
    json["error"] = nullptr;
  } else {
    json["result"] = toText(Outcome::Unreadable);
    json["error"] = errorJson(change.review.error());
  }
  return json;
}

Json manifestJson(const ManifestReview &each) {
  const importer::ReviewedManifest &manifest = *each.manifest;
  Json reasons = Json::array(), changes = Json::array();
  for (const auto &[name, why] : manifest.reasons) reasons.push_back({{"operator", name}, {"because", why}});
  for (const importer::ProgramChange &change : manifest.changes) changes.push_back(changeJson(change));
  return {{"manifest", manifest.path},
          {"made", manifest.isMade},
          {"result", toText(each.outcome())},
          {"reviewed", std::move(reasons)},
          {"added", manifest.added},
          {"removed", manifest.removed},
          {"untouched", manifest.untouched},
          {"undecided", manifest.undecided},
          {"note", textOrNull(manifest.note)},
          {"error", manifest.error ? errorJson(*manifest.error) : Json(nullptr)},
          {"operators", operatorsJson(each.review, jsonOf)},
          {"findings", comparisonJson(manifest.findings)},
          {"changes", std::move(changes)}};
}

Json opJson(const tileir::Program &program, tileir::OpId id) {
  const tileir::Op &op = program.op(id);
  const tileir::Listing &listing = program.listing();
  Json results = Json::array();
  for (std::uint32_t i = 0; i < op.results.count; ++i) results.push_back(listing.valueNames[op.results.first + i]);
  Json operands = Json::array();
  for (tileir::ValueId operand : program.operands(id)) operands.push_back(listing.valueNames[operand.index()]);
  Json sources = Json::array();
  if (op.location.valid()) {
    for (const tileir::SourcePoint &point : program.sourcePoints(op.location))
      sources.push_back(placeJson(point.file, point.line, point.column));
  }
  return {{"id", id.value},
          {"mnemonic", tileir::info(op.kind).mnemonic},
          {"lines", linesJson(listing.opLines[id.index()])},
          {"results", std::move(results)},
          {"operands", std::move(operands)},
          {"source", std::move(sources)}};
}

Json entryJson(const tileir::Program &program, tileir::FunctionId id) {
  const tileir::Function &function = program.function(id);
  Json arguments = Json::array();
  const Slice values = program.block(program.bodyOf(id)).arguments;
  for (std::uint32_t i = 0; i < values.count; ++i) {
    const tileir::ValueId value(values.first + i);
    arguments.push_back(
        {{"name", program.listing().valueNames[value.index()]}, {"type", tileir::toText(program, program.value(value).type)}});
  }
  return {{"name", function.name}, {"lines", linesJson(program.listing().functionLines[id.index()])}, {"arguments", std::move(arguments)}};
}

/// The oldest version that can hold the program, and what asks for it.
Json neededJson(const tileir::Program &program) {
  const tileir::NeededVersion needed = tileir::neededVersion(program.data());
  Json op = nullptr;
  if (needed.op.valid())
    op = {{"id", needed.op.value}, {"mnemonic", mnemonicOf(program, needed.op)}, {"lines", linesJson(linesOf(program, needed.op))}};
  return {{"version", versionJson(needed.version)}, {"because", textOrNull(needed.because)}, {"op", std::move(op)}};
}

template <class Number>
Json numberOrNull(const std::optional<Number> &number) {
  return number ? Json(*number) : Json(nullptr);
}

Json kernelJson(const tileir::CubinKernel &kernel) {
  Json parameters = Json::array();
  for (const tileir::KernelParameter &each : kernel.parameters) parameters.push_back({{"offset", each.offset}, {"size", each.size}});
  return {{"name", kernel.name},
          {"code_bytes", kernel.codeSize},
          {"registers", numberOrNull(kernel.registers)},
          {"shared_bytes", kernel.sharedMemory},
          {"stack_bytes", numberOrNull(kernel.stack)},
          {"minimum_stack_bytes", numberOrNull(kernel.minimumStack)},
          {"constant_bank_bytes", kernel.constantBank},
          {"parameter_bytes", numberOrNull(kernel.parameterBytes)},
          {"parameters", std::move(parameters)},
          {"threads", numberOrNull(kernel.threads)}};
}

/// How much of the machine code a table covers, not its rows.
Json lineTableJson(const tileir::LineTable &table) {
  if (table.rows.empty()) return nullptr;
  const auto inlined =
      std::count_if(table.rows.begin(), table.rows.end(), [](const tileir::LineRow &row) { return row.inlinedAt.has_value(); });
  return {{"rows", table.rows.size()}, {"inlined_rows", inlined}, {"files", table.files}};
}

Json cubinJson(const tileir::Cubin &cubin) {
  Json json{{"sm", cubin.sm},
            {"assembler", textOrNull(cubin.assembler)},
            {"options", textOrNull(cubin.options)},
            {"kernels", Json::array()},
            {"tile_ir", Json::array()},
            {"ptx", cubin.ptx ? Json(*cubin.ptx) : Json(nullptr)},
            {"lines",
             {{"source", lineTableJson(cubin.sourceLines)},
              {"tile_ir", lineTableJson(cubin.tileIrLines)},
              {"ptx", lineTableJson(cubin.ptxLines)}}}};
  for (const tileir::CubinKernel &kernel : cubin.kernels) json["kernels"].push_back(kernelJson(kernel));
  for (const tileir::EmbeddedText &text : cubin.tileIr) json["tile_ir"].push_back(text.file);
  return json;
}

Json violationJson(const tileir::Program &program, const tileir::Violation &violation) {
  Json json{{"rule", violation.rule},
            {"message", violation.message},
            {"line", violation.line.valid() ? Json(violation.line.value + 1) : Json(nullptr)},
            {"op", nullptr},
            {"entry", nullptr},
            {"global", nullptr}};
  if (violation.op.valid()) json["op"] = {{"id", violation.op.value}, {"mnemonic", mnemonicOf(program, violation.op)}};
  if (violation.function.valid()) json["entry"] = program.function(violation.function).name;
  if (violation.global) json["global"] = program.data().globals[*violation.global].name;
  return json;
}

Json fileCheckJson(const FileCheck &check) {
  Json json{{"program", check.name},
            {"form", check.form ? Json(tileir::toText(*check.form)) : Json(nullptr)},
            {"result", check.error                ? "unreadable"
                       : check.violations.empty() ? "valid"
                                                  : "violations"},
            {"violations", Json::array()},
            {"more", check.more},
            {"error", check.error ? errorJson(*check.error) : Json(nullptr)}};
  for (const tileir::Violation &violation : check.violations) json["violations"].push_back(violationJson(*check.program, violation));
  return json;
}

}  // namespace

std::string showJson(const ShownFile &shown) {
  Json json = document("tileport-show/1");
  const tileir::Program *program = shown.program.get();
  json["program"] = shown.name;
  json["form"] = shown.form ? Json(tileir::toText(*shown.form)) : Json(nullptr);
  json["bytecode_version"] = program ? versionJson(program->version()) : Json(nullptr);
  json["needed_version"] = program ? neededJson(*program) : Json(nullptr);
  json["producer"] = program && program->data().producer ? Json(*program->data().producer) : Json(nullptr);
  json["cubin"] = shown.cubin ? cubinJson(*shown.cubin) : Json(nullptr);
  json["entries"] = Json::array();
  json["ops"] = Json::array();
  for (std::size_t i = 0; program && i < program->functionCount(); ++i)
    json["entries"].push_back(entryJson(*program, tileir::FunctionId(i)));
  for (std::size_t i = 0; program && i < program->opCount(); ++i) json["ops"].push_back(opJson(*program, tileir::OpId(i)));
  json["text"] = program ? Json(shown.text) : Json(nullptr);
  return dump(json);
}

std::string diffJson(const workspace::Review &review) {
  Json json = document("tileport-diff/1");
  addComparison(json, review, tileir::shownName(review.reference.programPath), tileir::shownName(review.port.programPath));
  return dump(json);
}

std::string variantJson(const VariantReview &variant) {
  std::string text = dump(jsonOf(variant));
  text.pop_back();
  // As deep as its place in operators[].variants[]. A line end of a string is written as \n, so that each of these is the layout's.
  const std::string indent(8, ' ');
  std::string moved = indent;
  for (const char each : text) {
    moved += each;
    if (each == '\n') moved += indent;
  }
  return moved;
}

std::vector<std::string> reviewJson(const WorkspaceReview &review, const std::optional<Since> &since) {
  Json json = document("tileport-review/1");
  json["workspace"] = review.workspace->name;
  json["description"] = review.workspace->description;
  json["result"] = toText(review.outcome());
  json["operators"] = operatorsJson(review, [](const VariantReview &) { return Json("?"); });
  json["since"] = nullptr;
  if (since) {
    json["since"] = {{"workspace", since->round.workspace}, {"label", textOrNull(since->round.label)}, {"day", since->round.day}};
    json["since"].update(comparisonJson(since->comparison));
  }
  // Nothing before the last variant but a variant stands alone in its line as a string.
  const std::string whole = dump(json), marker = "\n        \"?\"";
  std::vector<std::string> parts;
  std::size_t from = 0;
  for (std::size_t i = 0; i < review.variants.size(); ++i) {
    const std::size_t at = whole.find(marker, from);
    parts.push_back(whole.substr(from, at + 1 - from));
    from = at + marker.size();
  }
  parts.push_back(whole.substr(from));
  return parts;
}

std::string rangeJson(const importer::RangeReview &range, const std::string &repository) {
  Json json = document("tileport-range/1");
  const auto manifests = manifestReviews(range);
  json["repository"] = repository;
  json["base"] = textOrNull(range.base);
  json["head"] = range.head;
  json["changed_files"] = range.changedFiles;
  json["result"] = reachesAny(range) ? Json(toText(outcomeOf(manifests))) : Json("untouched");
  json["left_out"] = range.leftOut;
  json["manifests"] = Json::array();
  for (const ManifestReview &each : manifests) json["manifests"].push_back(manifestJson(each));
  return dump(json);
}

std::string checkJson(const std::vector<FileCheck> &checks) {
  Json json = document("tileport-check/1");
  const auto any = [&](auto test) { return std::any_of(checks.begin(), checks.end(), test); };
  const bool unreadable = any([](const FileCheck &check) { return check.error.has_value(); });
  const bool broken = any([](const FileCheck &check) { return !check.violations.empty(); });
  json["result"] = unreadable ? "unreadable" : broken ? "violations" : "valid";
  json["files"] = Json::array();
  for (const FileCheck &check : checks) json["files"].push_back(fileCheckJson(check));
  return dump(json);
}

}  // namespace tileport::cli
