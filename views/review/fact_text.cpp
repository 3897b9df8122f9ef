// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/review/fact_text.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <span>
#include <vector>

#include "align/facts.h"
#include "views/review/review_text.h"

namespace tileport::views {
namespace {

using align::Facts;
using tileir::OpId;
using tileir::OpKind;
using tileir::Program;
using tileir::ValueId;

constexpr std::size_t kMostValues = 8;

QString tr(const char *text) { return QCoreApplication::translate("tileport::views", text); }

QString listed(const Facts &facts) {
  QStringList parts;
  for (const auto &[name, value] : align::describe(facts)) parts << fromUtf8(name) + u' ' + fromUtf8(value);
  return parts.join(QStringLiteral(", "));
}

QString nameOf(const Program &program, ValueId value) { return fromUtf8(program.listing().valueNames[value.index()]); }

/// One value: each assume of the chain above it, then what holds by what it is.
QString factsOf(const Program &program, ValueId used) {
  QStringList parts;
  ValueId value = used;
  for (OpId op = program.value(value).op; op.valid() && program.op(op).kind == OpKind::Assume; op = program.value(value).op) {
    Facts assumed;
    assumed.add(program, program.attribute(op, "predicate"), program.value(value).type);
    const std::uint32_t line = program.listing().opLines[op.index()].first + 1;
    if (!assumed.empty()) parts << tr("%1, assumed in line %2").arg(listed(assumed)).arg(line);
    value = program.operands(op).front();
  }
  if (const Facts implied = align::impliedFacts(program, value); !implied.empty()) parts << tr("%1, by what it is").arg(listed(implied));
  if (parts.isEmpty()) return {};
  const QString name = value == used ? nameOf(program, value) : tr("%1 (as %2)").arg(nameOf(program, value), nameOf(program, used));
  return name + QStringLiteral(": ") + parts.join(QStringLiteral("; "));
}

}  // namespace

QString factsText(const Program &program, OpId op) {
  // Of an assume, what holds after it.
  const ValueId assumed = program.op(op).kind == OpKind::Assume ? program.result(op, 0) : ValueId();
  const std::span<const ValueId> used = assumed.valid() ? std::span(&assumed, 1) : program.operands(op);
  std::vector<ValueId> values;
  QStringList lines;
  for (const ValueId value : used) {
    if (!value.valid() || std::find(values.begin(), values.end(), value) != values.end()) continue;
    values.push_back(value);
    if (const QString line = factsOf(program, value); !line.isEmpty()) lines << line;
  }
  if (lines.size() > qsizetype(kMostValues)) {
    const qsizetype more = lines.size() - qsizetype(kMostValues);
    lines = lines.mid(0, kMostValues) << tr("and %1 more").arg(more);
  }
  return lines.isEmpty() ? QString() : tr("Known of its values:") + u'\n' + lines.join(u'\n');
}

}  // namespace tileport::views
