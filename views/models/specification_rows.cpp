// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/specification_rows.h"

#include <QCoreApplication>
#include <algorithm>

#include "views/review/review_text.h"

namespace tileport::views {
namespace {

using namespace specification;
using Kind = SpecificationRow::Kind;
using Rows = std::vector<SpecificationRow>;

QString tr(const char *text) { return QCoreApplication::translate("SpecificationRows", text); }

QString commas(const std::vector<std::string> &words) {
  QStringList list;
  for (const std::string &word : words) list << fromUtf8(word);
  return list.join(QStringLiteral(", "));
}

/// Several ops bear witness: a row each, so that each can be gone to.
void addPlaces(SpecificationRow &row) {
  const auto inProgram = [](const Evidence &evidence) { return evidence.kind == Evidence::Kind::Program; };
  if (std::count_if(row.evidence.begin(), row.evidence.end(), inProgram) < 2) return;
  for (const Evidence &evidence : row.evidence)
    if (inProgram(evidence)) row.children.push_back({Kind::Known, tr("in the program"), {}, {evidence}, {}});
}

SpecificationRow rowOf(const Item &item) {
  const bool known = !item.value.empty();
  SpecificationRow row{known ? Kind::Known : Kind::Unknown,
                       fromUtf8(item.name),
                       known ? fromUtf8(item.value) : tr("? not known: %1").arg(fromUtf8(item.unknown)),
                       item.evidence,
                       {}};
  addPlaces(row);
  return row;
}

SpecificationRow rowOf(const Item &item, const QString &what) {
  SpecificationRow row = rowOf(item);
  row.what = what;
  return row;
}

Rows rowsOf(const std::vector<Item> &items) {
  Rows rows;
  for (const Item &item : items) rows.push_back(rowOf(item));
  return rows;
}

/// Nothing where there is nothing to head.
void addSection(Rows &rows, const QString &title, Rows children) {
  if (children.empty()) return;
  const QString count = QStringLiteral(" · %L1").arg(children.size());
  rows.push_back({Kind::Section, title + count, {}, {}, std::move(children)});
}

SpecificationRow symbolRow(const SideSpecification &side) {
  SpecificationRow row = rowOf(side.symbol, tr("Symbol"));
  row.children = rowsOf(side.symbolParameters);
  return row;
}

Rows constantRows(const SideSpecification &side) {
  Rows rows;
  for (const ConstantItem &constant : side.constants) {
    SpecificationRow row = rowOf(constant.item, fromUtf8(constant.kind) + u' ' + fromUtf8(constant.item.name));
    for (const Item &passed : constant.passed) row.children.push_back(rowOf(passed, tr("host code passes")));
    rows.push_back(std::move(row));
  }
  return rows;
}

QString tensorText(const TensorItem &tensor) {
  const auto shown = [](const Item &item) { return item.value.empty() ? QStringLiteral("?") : fromUtf8(item.value); };
  const QString text = tr("%1, extents %2, strides %3, reached by %4")
                           .arg(shown(tensor.elementType), shown(tensor.extents), shown(tensor.strides), shown(tensor.access));
  return tensor.written ? text + tr(", written to") : text;
}

SpecificationRow tensorRow(const TensorItem &tensor) {
  SpecificationRow row{Kind::Known, fromUtf8(tensor.name), tensorText(tensor), tensor.elementType.evidence, {}};
  row.evidence.insert(row.evidence.end(), tensor.access.evidence.begin(), tensor.access.evidence.end());
  const std::pair<const Item *, QString> parts[] = {{&tensor.elementType, tr("element type")},
                                                    {&tensor.extents, tr("extents")},
                                                    {&tensor.strides, tr("strides")},
                                                    {&tensor.access, tr("reached by")}};
  for (const auto &[item, what] : parts) row.children.push_back(rowOf(*item, what));
  for (const Item &fact : tensor.facts) row.children.push_back(rowOf(fact, tr("assumed: %1").arg(fromUtf8(fact.name))));
  if (!tensor.used.empty()) row.children.push_back({Kind::Known, tr("the program calculates with"), commas(tensor.used), {}, {}});
  return row;
}

Rows tensorRows(const SideSpecification &side) {
  Rows rows;
  for (const TensorItem &tensor : side.tensors) rows.push_back(tensorRow(tensor));
  return rows;
}

SpecificationRow branchRow(const BranchItem &branch, const std::string &kernel) {
  using Verdict = BranchItem::Verdict;
  const QString what =
      branch.function == kernel ? fromUtf8(branch.title()) : tr("%1 (in %2)").arg(fromUtf8(branch.title()), fromUtf8(branch.function));
  QString value = fromUtf8(branch.sentence);
  if (!branch.vanished.empty()) value += tr("; vanished: %1").arg(commas(branch.vanished));
  const bool unknown = branch.verdict == Verdict::NotDecidable, open = branch.verdict == Verdict::BothArms;
  if (unknown || open)
    value = (unknown ? QStringLiteral("? ") : QStringLiteral("! ")) + fromUtf8(toText(branch.verdict)) + QStringLiteral(": ") + value;
  SpecificationRow row{unknown ? Kind::Unknown : open ? Kind::Open : Kind::Known, what, value, branch.evidence, {}};
  addPlaces(row);
  return row;
}

Rows branchRows(const SideSpecification &side) {
  Rows rows;
  for (const BranchItem &branch : side.branches) rows.push_back(branchRow(branch, side.kernel));
  return rows;
}

SpecificationRow launchRow(const LaunchSite &site) {
  SpecificationRow row = rowOf(site.grid, site.function.empty() ? tr("at the top of the file") : fromUtf8(site.function));
  if (row.kind == Kind::Known) row.value = tr("grid %1").arg(row.value);
  row.evidence = {site.evidence};
  for (const Item &argument : site.arguments) row.children.push_back(rowOf(argument));
  for (const Item &hint : site.hints) row.children.push_back(rowOf(hint, tr("hint %1").arg(fromUtf8(hint.name))));
  return row;
}

Rows launchRows(const SideSpecification &side) {
  Rows rows;
  for (const LaunchSite &site : side.launches) rows.push_back(launchRow(site));
  return rows;
}

SpecificationRow entryRow(const StructuralEntry &entry, bool isOwn) {
  QString value = entry.variants.size() == 1 ? tr("for 1 variant") : tr("for %L1 variants").arg(entry.variants.size());
  if (isOwn) value += entry.variants.size() == 1 ? tr(": this one") : tr(", this one among them");
  if (!entry.portEntries.empty()) value += tr("; the port's: %1").arg(commas(entry.portEntries));
  SpecificationRow row{Kind::Known, fromUtf8(entry.name), value, {}, {}};
  for (const EntryReason &reason : entry.reasons)
    row.children.push_back({Kind::Known, tr("why"), fromUtf8(reason.sentence), reason.evidence, {}});
  row.children.push_back({Kind::Known, tr("variants"), commas(entry.variants), {}, {}});
  const auto because = [](const std::string &why) { return why.empty() ? QString() : QStringLiteral("  — ") + fromUtf8(why); };
  for (const EntryParameter &each : entry.parameters) {
    const bool known = !each.type.empty();
    row.children.push_back({known ? Kind::Known : Kind::Unknown,
                            tr("parameter %1").arg(fromUtf8(each.name)),
                            (known ? fromUtf8(each.type) : tr("? not known")) + because(each.why),
                            {},
                            {}});
  }
  for (const EntryGeneric &each : entry.generics)
    row.children.push_back(
        {Kind::Known, fromUtf8(each.kind) + u' ' + fromUtf8(each.name), commas(each.values) + because(each.why), {}, {}});
  for (const std::string &unknown : entry.unknown)
    row.children.push_back({Kind::Unknown, tr("not known"), QStringLiteral("? ") + fromUtf8(unknown), {}, {}});
  return row;
}

}  // namespace

std::vector<SpecificationRow> sideRows(const SideSpecification &side) {
  Rows rows{symbolRow(side)};
  addSection(rows, tr("Constants baked in"), constantRows(side));
  addSection(rows, tr("Tensors"), tensorRows(side));
  addSection(rows, tr("Scalar arguments"), rowsOf(side.scalars));
  addSection(rows, tr("Hints"), rowsOf(side.hints));
  addSection(rows, tr("Branches that constants decide"), branchRows(side));
  addSection(rows, tr("Host code that may launch it"), launchRows(side));
  addSection(rows, tr("Not known"), rowsOf(side.unknown));
  return rows;
}

std::vector<SpecificationRow> entryRows(const HiddenSpecification &op, const std::string &variant) {
  Rows own, others;
  for (const StructuralEntry &entry : op.entries) {
    const bool isOwn = std::find(entry.variants.begin(), entry.variants.end(), variant) != entry.variants.end();
    (isOwn ? own : others).push_back(entryRow(entry, isOwn));
  }
  own.insert(own.end(), std::make_move_iterator(others.begin()), std::make_move_iterator(others.end()));
  return own;
}

QString evidenceText(const Evidence &evidence) {
  if (evidence.kind == Evidence::Kind::Launch) return tr("launch: %1").arg(fromUtf8(evidence.member));
  if (evidence.kind == Evidence::Kind::Program) return evidence.line > 0 ? tr("program, line %1").arg(evidence.line) : tr("program");
  Evidence shown = evidence;
  shown.file = evidence.file.substr(evidence.file.rfind('/') + 1);
  return fromUtf8(toText(shown));
}

std::optional<EvidencePlace> placeOf(const Evidence &evidence, const ShownSides &shown) {
  const bool inSource = evidence.kind == Evidence::Kind::Source;
  const std::uint32_t line = inSource ? evidence.span.line : evidence.line;
  if (line == 0 || (!inSource && evidence.kind != Evidence::Kind::Program)) return std::nullopt;
  const auto isIn = [&](const std::optional<workspace::SideFiles> &files) {
    return files && evidence.file == (inSource ? files->sourceName : files->programName);
  };
  if (isIn(shown.reference)) return EvidencePlace{align::Side::Reference, inSource, LineIndex(line - 1)};
  if (isIn(shown.port)) return EvidencePlace{align::Side::Port, inSource, LineIndex(line - 1)};
  return std::nullopt;
}

}  // namespace tileport::views
