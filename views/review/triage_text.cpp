// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/review/triage_text.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

#include "views/review/review_text.h"

namespace tileport::views {
namespace {

using triage::Severity;
using triage::Verdict;

constexpr qsizetype kHeaderReason = 56;  // characters
constexpr std::size_t kMostReasons = 16;

QString tr(const char *text) { return QCoreApplication::translate("tileport::views", text); }

QString shortened(const QString &text, qsizetype most) { return text.size() <= most ? text : text.left(most - 1).trimmed() + u'…'; }

QString counted(std::size_t count, const char *one, const char *many) {
  return QStringLiteral("%L1 %2").arg(qulonglong(count)).arg(tr(count == 1 ? one : many));
}

/// How much a verdict weighs where one stands for several.
int weight(Verdict verdict) {
  switch (verdict) {
    case Verdict::Pass: return 0;
    case Verdict::PassWithNotes: return 1;
    case Verdict::Blocked: return 2;
    case Verdict::FailCompilerBug: return 3;
    case Verdict::FailFixable: return 4;
  }
  return 4;
}

}  // namespace

QString verdictSign(Verdict verdict) {
  switch (verdict) {
    case Verdict::Pass: return QStringLiteral("✓");
    case Verdict::PassWithNotes: return QStringLiteral("≈");
    case Verdict::FailFixable:
    case Verdict::FailCompilerBug: return QStringLiteral("✕");
    case Verdict::Blocked: return QStringLiteral("?");
  }
  return {};
}

ColorRole verdictRole(Verdict verdict) {
  switch (verdict) {
    case Verdict::Pass: return ColorRole::Same;
    case Verdict::FailFixable:
    case Verdict::FailCompilerBug: return ColorRole::Missing;
    case Verdict::PassWithNotes:
    case Verdict::Blocked: break;
  }
  return ColorRole::Warning;
}

QString verdictText(const triage::Triage &triage) {
  const QString word = fromUtf8(toText(triage.verdict));
  switch (triage.verdict) {
    case Verdict::Pass:
      return triage.certifiedSteps ? tr("%1 · certificate of %2").arg(word, counted(*triage.certifiedSteps, "step", "steps")) : word;
    case Verdict::Blocked:
      return triage.reasons.empty() ? word : word + QStringLiteral(": ") + shortened(fromUtf8(triage.reasons.front()), kHeaderReason);
    case Verdict::PassWithNotes:
    case Verdict::FailFixable:
    case Verdict::FailCompilerBug: break;
  }
  const QString who = triage.owner == triage::Owner::None ? word : tr("%1 · owner %2").arg(word, fromUtf8(toText(triage.owner)));
  const QString counts = severitiesText(triage);
  return counts.isEmpty() ? who : who + QStringLiteral(" · ") + counts;
}

QString verdictWord(Verdict verdict) {
  const auto word = [verdict](const char *text) { return verdictSign(verdict) + u' ' + QLatin1String(text); };
  switch (verdict) {
    case Verdict::Pass: return word("PASS");
    case Verdict::PassWithNotes: return word("NOTES");
    case Verdict::FailFixable: return word("FIXABLE");
    case Verdict::FailCompilerBug: return word("COMPILER");
    case Verdict::Blocked: return word("BLOCKED");
  }
  return {};
}

QString verdictDetails(const workspace::Review &review) {
  const triage::Triage &triage = *review.triage;
  QString head = fromUtf8(toText(triage.verdict));
  if (triage.owner != triage::Owner::None) head += tr(", owner %1").arg(fromUtf8(toText(triage.owner)));
  QStringList lines{head};
  for (std::size_t i = 0; i < std::min(triage.reasons.size(), kMostReasons); ++i) lines << fromUtf8(triage.reasons[i]);
  if (triage.reasons.size() > kMostReasons)
    lines << tr("and %1 more").arg(counted(triage.reasons.size() - kMostReasons, "reason", "reasons"));
  if (triage.certifiedSteps) lines << tr("Certificate: %1 replayed").arg(counted(*triage.certifiedSteps, "step", "steps"));
  else if (!triage.uncertifiedWhy.empty()) lines << tr("No certificate: %1").arg(fromUtf8(triage.uncertifiedWhy));
  for (const std::string &assumption : triage.assumptions) lines << tr("It assumes: %1").arg(fromUtf8(assumption));
  if (!review.triageNote.empty()) lines << tr("No triage of a person counts: %1").arg(fromUtf8(review.triageNote));
  lines << tr("Policy %1").arg(fromUtf8(triage.policy));
  return lines.join(u'\n');
}

Verdict worse(Verdict a, Verdict b) { return weight(a) < weight(b) ? b : a; }

QString severityText(Severity severity) {
  switch (severity) {
    case Severity::Critical: return QStringLiteral("✕ CRITICAL");
    case Severity::Warn: return QStringLiteral("! WARN");
    case Severity::Info: return QStringLiteral("i INFO");
  }
  return {};
}

QString severitiesText(const triage::Triage &triage) {
  QStringList parts;
  for (const Severity severity : {Severity::Critical, Severity::Warn, Severity::Info})
    if (const std::size_t count = triage.count(severity); count > 0)
      parts << QStringLiteral("%L1 %2").arg(qulonglong(count)).arg(fromUtf8(toText(severity)));
  return parts.join(QStringLiteral(", "));
}

QString waiverText(const triage::Waiver &waiver) { return tr("WAIVED by %1").arg(fromUtf8(waiver.author)); }

QString waiverDetails(const triage::Waiver &waiver) {
  const QString given =
      tr("%1 on %2 as %3: %4").arg(fromUtf8(waiver.author), fromUtf8(waiver.date), fromUtf8(waiver.classification), fromUtf8(waiver.note));
  if (!waiver.lapsed) return tr("WAIVED by %1").arg(given);
  return tr("The waiver has lapsed and counts for nothing: %1. It was given by %2").arg(fromUtf8(waiver.lapsedWhy), given);
}

const triage::Finding *findingOf(const triage::Triage &triage, std::size_t divergence, std::size_t difference) {
  // They stand in the order of the divergences, those of the equivalences last.
  const auto at = std::lower_bound(
      triage.findings.begin(), triage.findings.end(), std::pair(divergence, difference),
      [](const triage::Finding &each, const auto &key) { return each.divergence && std::pair(*each.divergence, each.difference) < key; });
  const bool found = at != triage.findings.end() && at->divergence == divergence && at->difference == difference;
  return found ? &*at : nullptr;
}

const triage::Finding *findingOfEquivalence(const triage::Triage &triage, std::size_t equivalence) {
  const auto at = std::find_if(triage.findings.begin(), triage.findings.end(),
                               [equivalence](const triage::Finding &each) { return each.equivalence == equivalence; });
  return at == triage.findings.end() ? nullptr : &*at;
}

QString equivalenceStatus(const align::Equivalence &equivalence) { return tr("≡ same by %1").arg(fromUtf8(equivalence.rule)); }

QString equivalenceOps(const align::Alignment &alignment, const align::Equivalence &equivalence) {
  const auto names = [](const tileir::Program &program, const std::vector<tileir::OpId> &ops) {
    QStringList all;
    for (const tileir::OpId op : ops) all << fromUtf8(tileir::info(program.op(op).kind).mnemonic);
    return all.isEmpty() ? tr("nothing") : all.join(QStringLiteral(", "));
  };
  return names(*alignment.reference, equivalence.reference) + QStringLiteral(" → ") + names(*alignment.port, equivalence.port);
}

QString equivalenceConditions(const align::Equivalence &equivalence) {
  QStringList conditions;
  for (const align::Condition &condition : equivalence.conditions) conditions << fromUtf8(condition.text);
  return conditions.isEmpty() ? QString() : tr("if %1").arg(conditions.join(tr(" and ")));
}

QString equivalencePlace(const workspace::ReviewSide &side, std::span<const tileir::OpId> ops) {
  if (ops.empty()) return {};
  align::Subject subject;
  subject.op = ops.front();
  return placeText(side, subject);
}

}  // namespace tileport::views
