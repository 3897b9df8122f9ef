// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/operator_rows.h"

#include <QCoreApplication>
#include <algorithm>

#include "views/review/review_text.h"

namespace tileport::views {
namespace {

using workspace::KeptFinding;
using workspace::OperatorFinding;

QString tr(const char *text) { return QCoreApplication::translate("tileport::views", text); }

bool hasText(const KeptFinding &finding, const QString &text) {
  for (const std::string *each : {&finding.title, &finding.reference, &finding.port, &finding.sentence, &finding.rule, &finding.anchor})
    if (fromUtf8(*each).contains(text, Qt::CaseInsensitive)) return true;
  for (const std::string_view each : {toText(finding.severity), toText(finding.cause), toText(finding.owner), toText(finding.status)})
    if (fromUtf8(each).contains(text, Qt::CaseInsensitive)) return true;
  return false;
}

bool isShown(const OperatorRows &rows, const OperatorFinding &of, const FindingCriteria &criteria) {
  const KeptFinding *last = nullptr;
  return std::any_of(of.places.begin(), of.places.end(), [&](const OperatorFinding::Place &place) {
    const KeptFinding *finding = rows.findings->at(place).finding.get();
    // Variants share what is the very same.
    if (finding == std::exchange(last, finding)) return false;
    const bool isQuiet = finding->isEquivalence() && finding->severity == triage::Severity::Info && !finding->waiver;
    if (isQuiet && !criteria.equivalences) return false;
    return meets(criteria, *finding) && (criteria.text.isEmpty() || hasText(*finding, criteria.text));
  });
}

}  // namespace

OperatorRowsPtr operatorRows(const OperatorRowsInput &input) {
  auto rows = std::make_shared<OperatorRows>();
  rows->op = input.op;
  rows->criteria = input.criteria;
  std::vector<workspace::VariantFindingsPtr> variants;
  for (const KeptVariant &each : input.variants) {
    variants.push_back(each.findings);
    rows->blocked.push_back(each.blocked);
    if (!each.findings) ++rows->toCome;
  }
  rows->toCome += input.stale;
  rows->findings = workspace::operatorFindings(std::move(variants));
  for (std::uint32_t i = 0; i < rows->findings->findings.size(); ++i) {
    const OperatorFinding &of = rows->finding(i);
    const bool isEquivalence = of.finding->isEquivalence();
    ++(isEquivalence ? rows->equivalences : rows->divergences);
    rows->hasWaivers = rows->hasWaivers || of.hasWaiver;
    if (!isShown(*rows, of, input.criteria)) continue;
    rows->shown.push_back(i);
    if (!isEquivalence) ++rows->shownDivergences;
  }
  return rows;
}

QString OperatorRows::spreadText(const OperatorFinding &finding) const {
  const QString text = tr("%L1 of %L2").arg(finding.variants).arg(qulonglong(variants()));
  return toCome > 0 ? text + u'…' : text;
}

QString OperatorRows::shortSpreadText(const OperatorFinding &finding) const {
  const QString text = QStringLiteral("%L1/%L2").arg(finding.variants).arg(qulonglong(variants()));
  return toCome > 0 ? text + u'…' : text;
}

QString OperatorRows::spreadSentence(const OperatorFinding &finding) const {
  const QString text =
      variants() == 1 ? tr("in the only variant") : tr("in %L1 of %L2 variants").arg(finding.variants).arg(qulonglong(variants()));
  return toCome > 0 ? tr("%1 so far").arg(text) : text;
}

QString OperatorRows::whyBlocked(const OperatorFinding &finding) const {
  for (const OperatorFinding::Place &place : finding.places)
    if (!blocked[place.variant].isEmpty()) return blocked[place.variant];
  return {};
}

}  // namespace tileport::views
