// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/review/review_text.h"

#include <QCoreApplication>
#include <QStringList>

namespace tileport::views {
namespace {

QString tr(const char *text) { return QCoreApplication::translate("tileport::views", text); }

QString counted(std::size_t count, const char *one, const char *many) {
  return QStringLiteral("%L1 %2").arg(qulonglong(count)).arg(tr(count == 1 ? one : many));
}

QString orAbsent(const std::string &value) { return value.empty() ? tr("absent") : fromUtf8(value); }

const workspace::ReviewSide &sideOfReview(const workspace::Review &review, align::Side side) {
  return side == align::Side::Reference ? review.reference : review.port;
}

QString versionText(const tileir::Program &program) {
  return QStringLiteral("%1.%2").arg(program.version().major).arg(program.version().minor);
}

}  // namespace

QString fromUtf8(std::string_view text) { return QString::fromUtf8(text.data(), qsizetype(text.size())); }

Outcome outcomeOf(const workspace::Review &review) {
  if (review.same()) return Outcome::Same;
  return review.undecidedWhy().empty() ? Outcome::Divergent : Outcome::Undecided;
}

QString outcomeText(const workspace::Review &review) {
  const auto counts = review.counts();
  const QString divergences = counted(counts.total(), "divergence", "divergences");
  switch (outcomeOf(review)) {
    case Outcome::Same:
      return review.ownSpecialisation().empty() ? tr("Same tile program") : tr("Same tile program, other parameters in the source");
    case Outcome::Undecided:
      if (!review.alignment->same()) return tr("UNDECIDED: %1 so far").arg(divergences);
      return review.specialisationNote.empty() ? tr("UNDECIDED: same tile program, specialised differently")
                                               : tr("UNDECIDED: same tile program, launches not known");
    case Outcome::Divergent: break;
  }
  QStringList parts;
  if (counts.differs > 0) parts << counted(counts.differs, "differs", "differ");
  if (counts.missing > 0) parts << counted(counts.missing, "missing", "missing");
  if (counts.extra > 0) parts << counted(counts.extra, "extra", "extra");
  return divergences + QStringLiteral(": ") + parts.join(QStringLiteral(", "));
}

QString outcomeSign(Outcome outcome) {
  switch (outcome) {
    case Outcome::Same: return QStringLiteral("✓");
    case Outcome::Divergent: return QStringLiteral("✕");
    case Outcome::Undecided: return QStringLiteral("?");
  }
  return {};
}

QString countsText(const workspace::Review::Counts &counts) {
  if (counts.total() == 0) return QStringLiteral("✓ 0");
  QStringList parts;
  if (counts.differs > 0) parts << QStringLiteral("~%1").arg(counts.differs);
  if (counts.missing > 0) parts << QStringLiteral("−%1").arg(counts.missing);
  if (counts.extra > 0) parts << QStringLiteral("+%1").arg(counts.extra);
  return parts.join(u' ');
}

QString statusText(align::Status status) {
  switch (status) {
    case align::Status::Differs: return tr("~ differs");
    case align::Status::Missing: return tr("− missing");
    case align::Status::Extra: return tr("+ extra");
  }
  return {};
}

QString differenceText(const align::Difference &difference) {
  const QString what = fromUtf8(difference.what.empty() ? align::toText(difference.aspect) : std::string_view(difference.what));
  return tr("%1: %2 → %3").arg(what, orAbsent(difference.reference), orAbsent(difference.port));
}

QString differencesText(const align::Divergence &divergence) {
  if (divergence.differences.empty()) return {};
  QString text = differenceText(divergence.differences.front());
  if (divergence.differences.size() > 1) text += tr("  (+%1 more)").arg(divergence.differences.size() - 1);
  return text;
}

QString placeText(const workspace::ReviewSide &side, const std::optional<align::Subject> &subject) {
  if (!subject) return {};
  const auto place = workspace::sourcePlace(side, *subject);
  if (!place) return {};
  // The last name tells the files of one side apart well enough for a column.
  return QStringLiteral("%1:%2").arg(fromUtf8(place->file).section(u'/', -1)).arg(place->line);
}

QString paneSubtitle(const workspace::Review &review, Pane pane) {
  const workspace::ReviewSide &side = sideOfReview(review, sideOf(pane));
  if (isIr(pane)) {
    const QString name = sideOf(pane) == align::Side::Reference ? tr("reference") : tr("port");
    return name + QStringLiteral(" · ") + programText(*side.program);
  }
  return sourceText(side);
}

QString programText(const tileir::Program &program) {
  return QStringLiteral("%1 · %2").arg(versionText(program), counted(program.opCount(), "op", "ops"));
}

QString sourceText(const workspace::ReviewSide &side) {
  QStringList parts;
  parts << (side.source ? fromUtf8(side.source->displayName).section(u'/', -1) : tr("no source"));
  if (!side.frontEnd.empty()) parts << fromUtf8(side.frontEnd);
  if (side.carriedLocations > 0) parts << tr("places carried over from %1").arg(fromUtf8(side.carriedFrom));
  return parts.join(QStringLiteral(" · "));
}

QString alignmentText(const workspace::Review &review) {
  const align::Alignment &alignment = *review.alignment;
  QString paired = tr("%L1 ops paired of %L2 and %L3")
                       .arg(qulonglong(alignment.pairs.size()))
                       .arg(qulonglong(alignment.reference->opCount()))
                       .arg(qulonglong(alignment.port->opCount()));
  if (!alignment.hintArchitectures.empty()) {
    QStringList names;
    for (const std::string &name : alignment.hintArchitectures) names << fromUtf8(name);
    paired += tr(" · hints compared for %1 alone").arg(names.join(QStringLiteral(", ")));
  }
  if (!alignment.undecided) return paired + tr(" · aligned to the end");
  const QString why = alignment.undecidedWhy.empty() ? tr("a budget was hit") : fromUtf8(alignment.undecidedWhy);
  return paired + tr(" · UNDECIDED: %1").arg(why);
}

QString specialisationText(const workspace::Review &review) {
  const auto own = review.ownSpecialisation();
  if (own.empty()) return {};
  const QString more = own.size() > 1 ? tr("  (+%1 more)").arg(own.size() - 1) : QString();
  return fromUtf8(own.front().sentence) + more;
}

QString sideText(const workspace::Review &review, align::Side side) {
  const workspace::ReviewSide &of = sideOfReview(review, side);
  QString text = (side == align::Side::Reference ? tr("Reference: Tile IR %1") : tr("Port: Tile IR %1")).arg(versionText(*of.program));
  if (!of.frontEnd.empty()) text += QStringLiteral(", ") + fromUtf8(of.frontEnd);
  return text;
}

QString divergenceText(const workspace::Review &review, std::uint32_t number) {
  const align::Divergence &divergence = review.alignment->divergences[number];
  QStringList lines{QStringLiteral("%1 %2").arg(statusText(divergence.status), fromUtf8(divergence.name))};
  for (const align::Difference &difference : divergence.differences) lines << QStringLiteral("    ") + differenceText(difference);
  const QString reference = placeText(review.reference, divergence.reference), port = placeText(review.port, divergence.port);
  if (!reference.isEmpty()) lines << tr("    reference %1").arg(reference);
  if (!port.isEmpty()) lines << tr("    port %1").arg(port);
  return lines.join(u'\n');
}

}  // namespace tileport::views
