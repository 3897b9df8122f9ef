// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/divergence_model.h"

#include <QFont>
#include <algorithm>

#include "views/panes/code_view.h"
#include "views/review/review_text.h"
#include "views/review/triage_text.h"
#include "views/text/plain_tip.h"

namespace tileport::views {
namespace {

using Fate = workspace::ComparedFinding::Fate;
using Compared = std::vector<workspace::ComparedFinding>::const_iterator;

/// "! new"; where the differences of one divergence fared differently, "! 1 new, = 1 remaining".
QString sinceText(Compared first, Compared last) {
  QStringList parts;
  for (const Fate fate : {Fate::New, Fate::Undecided, Fate::Remaining}) {
    const auto count = std::count_if(first, last, [fate](const auto &each) { return each.fate == fate; });
    if (count == 0) continue;
    if (count == last - first) return fateSign(fate) + u' ' + fateWord(fate);
    parts << QStringLiteral("%1 %L2 %3").arg(fateSign(fate)).arg(count).arg(fateWord(fate));
  }
  return parts.join(QStringLiteral(", "));
}

QString pastStatus(const workspace::Finding &finding) {
  if (finding.status == "DIFFERS") return statusText(align::Status::Differs);
  if (finding.status == "MISSING") return statusText(align::Status::Missing);
  if (finding.status == "EXTRA") return statusText(align::Status::Extra);
  return QStringLiteral("· ") + fromUtf8(workspace::toText(finding.kind));
}

QString pastDifference(const workspace::Finding &finding) {
  QStringList parts;
  for (const workspace::FindingPart &part : finding.parts) {
    const auto shown = [](const std::string &value) { return value.empty() ? DivergenceModel::tr("absent") : fromUtf8(value); };
    const QString what = fromUtf8(part.what.empty() ? part.aspect : part.what);
    parts << (part.reference.empty() && part.port.empty()
                  ? what
                  : what + QStringLiteral(": %1 → %2").arg(shown(part.reference), shown(part.port)));
  }
  return parts.join(QStringLiteral("; "));
}

QString pastText(const workspace::ComparedFinding &past) {
  QStringList lines{fateWord(past.fate) + QStringLiteral(": ") + fromUtf8(past.finding.text())};
  if (!past.why.empty()) lines << fromUtf8(past.why);
  for (const std::string &place : past.finding.places) lines << DivergenceModel::tr("was at %1").arg(fromUtf8(place));
  return lines.join(u'\n');
}

/// "kernel"; where the findings of one divergence have several owners, "kernel, compiler".
QString ownersText(std::span<const triage::Finding> findings) {
  QStringList owners;
  for (const triage::Finding &finding : findings)
    if (const QString owner = fromUtf8(toText(finding.owner)); !owners.contains(owner)) owners << owner;
  return owners.join(QStringLiteral(", "));
}

const triage::Finding *firstWaived(std::span<const triage::Finding> findings) {
  const auto at = std::find_if(findings.begin(), findings.end(), [](const triage::Finding &each) { return each.waiver.has_value(); });
  return at == findings.end() ? nullptr : &*at;
}

}  // namespace

const triage::Finding *gravest(std::span<const triage::Finding> findings) {
  const auto at = std::max_element(findings.begin(), findings.end(), [](const auto &a, const auto &b) { return a.severity < b.severity; });
  return at == findings.end() ? nullptr : &*at;
}

QString fateSign(Fate fate) {
  switch (fate) {
    case Fate::Gone: return QStringLiteral("✓");
    case Fate::Remaining: return QStringLiteral("=");
    case Fate::New: return QStringLiteral("!");
    case Fate::Undecided: return QStringLiteral("?");
  }
  return {};
}

QString fateWord(Fate fate) { return fromUtf8(workspace::toText(fate)); }

void DivergenceModel::setReview(workspace::ReviewPtr review) {
  beginResetModel();
  review_ = std::move(review);
  spread_.reset();
  since_.clear();
  onlyThen_.clear();
  indexFindings();
  endResetModel();
}

/// The findings of a row stand together: they are in the order of the alignment.
void DivergenceModel::indexFindings() {
  findings_.assign(std::size_t(divergenceCount() + equivalenceCount()), {});
  if (!review_ || !review_->triage) return;
  const std::vector<triage::Finding> &all = review_->triage->findings;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i].divergence && !all[i].equivalence) continue;
    const std::size_t row = all[i].divergence ? *all[i].divergence : std::size_t(divergenceCount()) + *all[i].equivalence;
    if (row >= findings_.size()) continue;
    if (findings_[row].count == 0) findings_[row].first = i;
    ++findings_[row].count;
  }
}

std::span<const triage::Finding> DivergenceModel::findings(int row) const {
  if (row < 0 || std::size_t(row) >= findings_.size() || findings_[std::size_t(row)].count == 0) return {};
  const Range range = findings_[std::size_t(row)];
  return std::span(review_->triage->findings).subspan(range.first, range.count);
}

bool DivergenceModel::hasWaivers() const { return review_ && review_->triage && firstWaived(review_->triage->findings) != nullptr; }

void DivergenceModel::setRound(const workspace::ComparedVariant *compared) {
  beginResetModel();
  since_.clear();
  onlyThen_.clear();
  if (compared != nullptr && review_) {
    const std::vector<align::Divergence> &divergences = review_->alignment->divergences;
    const std::vector<workspace::ComparedFinding> &all = compared->findings;
    // In the order of workspace::findingsOf: what is specialised differently, then every difference of every divergence.
    std::size_t at = review_->ownSpecialisation().size(), count = at;
    for (const align::Divergence &divergence : divergences) count += divergence.differences.size();
    if (count <= all.size()) {
      for (const align::Divergence &divergence : divergences) {
        const auto first = all.begin() + std::ptrdiff_t(at);
        since_ << sinceText(first, first + std::ptrdiff_t(divergence.differences.size()));
        at += divergence.differences.size();
      }
      onlyThen_.assign(all.begin() + std::ptrdiff_t(at), all.end());
    }
  }
  endResetModel();
}

void DivergenceModel::setSpread(OperatorRowsPtr rows, std::uint32_t variant) {
  spread_ = std::move(rows);
  variant_ = variant;
  if (rowCount() > 0) Q_EMIT dataChanged(index(0, SpreadColumn), index(rowCount() - 1, SpreadColumn));
}

/// Null where it is not known: what is known may be of another time than the review.
const workspace::OperatorFinding *DivergenceModel::everywhere(const triage::Finding &finding) const {
  if (!spread_ || variant_ >= spread_->variants() || !spread_->findings->variants[variant_]) return nullptr;
  const auto position = std::size_t(&finding - review_->triage->findings.data());
  const std::vector<std::uint32_t> &of = spread_->findings->findingOf[variant_];
  if (position >= of.size() || spread_->findings->variants[variant_]->findings[position].finding->anchor != finding.anchor) return nullptr;
  return &spread_->finding(of[position]);
}

QVariant DivergenceModel::spreadData(int row, int role) const {
  const std::span<const triage::Finding> of = findings(row);
  if (of.empty()) return {};
  if (role == Qt::TextAlignmentRole) return int(Qt::AlignRight | Qt::AlignVCenter);
  if (role == Qt::DisplayRole) {
    const workspace::OperatorFinding *gravestEverywhere = everywhere(*gravest(of));
    return gravestEverywhere == nullptr ? QString() : spread_->shortSpreadText(*gravestEverywhere);
  }
  if (role != Qt::ToolTipRole) return {};
  QStringList lines;
  for (const triage::Finding &finding : of)
    if (const workspace::OperatorFinding *each = everywhere(finding))
      lines << fromUtf8(each->finding->title) + QStringLiteral(": ") + spread_->spreadSentence(*each);
  return plainTip(lines.join(u'\n'));
}

int DivergenceModel::divergenceCount() const { return review_ ? int(review_->alignment->divergences.size()) : 0; }

int DivergenceModel::equivalenceCount() const { return review_ ? int(review_->alignment->equivalences.size()) : 0; }

int DivergenceModel::rowCount(const QModelIndex &parent) const {
  return parent.isValid() ? 0 : divergenceCount() + equivalenceCount() + int(onlyThen_.size());
}

QVariant DivergenceModel::pastData(const workspace::ComparedFinding &past, int column, int role) const {
  const workspace::Finding &finding = past.finding;
  if (role == Qt::ToolTipRole) return plainTip(pastText(past));
  if (role == Qt::FontRole && (column == OpColumn || column == DifferenceColumn)) {
    QFont font = column == OpColumn ? codeFont() : QFont();
    font.setStrikeOut(past.fate == Fate::Gone);
    return font;
  }
  if (role != Qt::DisplayRole) return {};
  const auto place = [&](std::size_t i) {
    return i < finding.places.size() ? fromUtf8(finding.places[i].substr(finding.places[i].rfind('/') + 1)) : QString();
  };
  // Of two sides one may have no place: what is extra stands in the port.
  const bool onlyPort = finding.places.size() == 1 && finding.status == "EXTRA";
  switch (column) {
    case StatusColumn: return pastStatus(finding);
    case SinceColumn: return fateSign(past.fate) + u' ' + fateWord(past.fate);
    case OpColumn: return fromUtf8(finding.name);
    case DifferenceColumn: return pastDifference(finding);
    case ReferenceColumn: return onlyPort ? QString() : place(0);
    case PortColumn: return onlyPort ? place(0) : place(1);
    default: return {};
  }
}

int DivergenceModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant DivergenceModel::data(const QModelIndex &index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const int row = index.row(), column = index.column();
  if (isPast(row)) return pastData(onlyThen_[std::size_t(row - divergenceCount() - equivalenceCount())], column, role);
  if (column == SpreadColumn) return spreadData(row, role);
  if (column == SeverityColumn || column == OwnerColumn || column == WaiverColumn) return findingData(row, column, role);
  if (role == Qt::FontRole && column == OpColumn) return codeFont();
  return isEquivalence(row) ? equivalenceData(row, column, role) : divergenceData(row, column, role);
}

QVariant DivergenceModel::divergenceData(int row, int column, int role) const {
  const align::Divergence &divergence = review_->alignment->divergences[std::size_t(row)];
  if (role == Qt::ToolTipRole) return plainTip(divergenceText(*review_, std::uint32_t(row)));
  if (role != Qt::DisplayRole) return {};
  switch (column) {
    case StatusColumn: return statusText(divergence.status);
    case SinceColumn: return since_.value(row);
    case OpColumn: return fromUtf8(divergence.name);
    case DifferenceColumn: return differencesText(divergence);
    case ReferenceColumn: return placeText(review_->reference, divergence.reference);
    case PortColumn: return placeText(review_->port, divergence.port);
    default: return {};
  }
}

QVariant DivergenceModel::equivalenceData(int row, int column, int role) const {
  const align::Equivalence &equivalence = review_->alignment->equivalences[std::size_t(row - divergenceCount())];
  const auto ops = [&] { return equivalenceOps(*review_->alignment, equivalence); };
  if (role == Qt::ToolTipRole)
    return plainTip(QStringList{equivalenceStatus(equivalence), ops(), equivalenceConditions(equivalence)}.join(u'\n').trimmed());
  if (role != Qt::DisplayRole) return {};
  switch (column) {
    case StatusColumn: return equivalenceStatus(equivalence);
    case OpColumn: return ops();
    case DifferenceColumn: return equivalenceConditions(equivalence);
    case ReferenceColumn: return equivalencePlace(review_->reference, equivalence.reference);
    case PortColumn: return equivalencePlace(review_->port, equivalence.port);
    default: return {};
  }
}

/// What the triage says: the gravest finding of the row stands for it.
QVariant DivergenceModel::findingData(int row, int column, int role) const {
  const std::span<const triage::Finding> of = findings(row);
  if (of.empty()) return {};
  if (column == WaiverColumn) {
    const triage::Finding *finding = firstWaived(of);
    if (finding == nullptr) return {};
    const triage::Waiver &waiver = *finding->waiver;
    if (role == Qt::DisplayRole) return waiverText(waiver);
    if (role == Qt::ToolTipRole) return plainTip(waiverDetails(waiver));
    QFont font;
    font.setStrikeOut(waiver.lapsed);
    return role == Qt::FontRole ? QVariant(font) : QVariant();
  }
  if (role == Qt::ToolTipRole) return plainTip(fromUtf8(gravest(of)->sentence));
  if (role != Qt::DisplayRole) return {};
  return column == SeverityColumn ? severityText(gravest(of)->severity) : ownersText(of);
}

QVariant DivergenceModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return QAbstractTableModel::headerData(section, orientation, role);
  if (role == Qt::TextAlignmentRole) return int(Qt::AlignLeft | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case SeverityColumn: return tr("Severity");
    case SpreadColumn: return tr("Variants");
    case StatusColumn: return tr("Status");
    case SinceColumn: return tr("Since then");
    case OpColumn: return tr("Op");
    case DifferenceColumn: return tr("What differs (reference → port)");
    case OwnerColumn: return tr("Owner");
    case WaiverColumn: return tr("Waiver");
    case ReferenceColumn: return tr("Reference line");
    case PortColumn: return tr("Port line");
    default: return {};
  }
}

void DifferenceModel::setDivergence(workspace::ReviewPtr review, std::optional<std::uint32_t> divergence) {
  beginResetModel();
  review_ = std::move(review);
  divergence_ = divergence;
  endResetModel();
}

const align::Divergence *DifferenceModel::divergence() const {
  if (!review_ || !divergence_ || *divergence_ >= review_->alignment->divergences.size()) return nullptr;
  return &review_->alignment->divergences[*divergence_];
}

QString DifferenceModel::severityOf(std::size_t difference) const {
  const triage::Finding *finding = review_->triage ? findingOf(*review_->triage, *divergence_, difference) : nullptr;
  return finding == nullptr ? QString() : severityText(finding->severity);
}

int DifferenceModel::rowCount(const QModelIndex &parent) const {
  return parent.isValid() || divergence() == nullptr ? 0 : int(divergence()->differences.size());
}

int DifferenceModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant DifferenceModel::data(const QModelIndex &index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const align::Difference &difference = divergence()->differences[std::size_t(index.row())];
  const auto shown = [&](const std::string &value) { return value.empty() ? tr("absent") : fromUtf8(value); };
  const bool isCode = index.column() != AspectColumn && index.column() != SeverityColumn;
  if (role == Qt::FontRole && isCode) return codeFont();
  if (role == Qt::ToolTipRole) return plainTip(data(index, Qt::DisplayRole).toString());
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case PartColumn: return fromUtf8(difference.what);
    case AspectColumn: return fromUtf8(align::toText(difference.aspect));
    case SeverityColumn: return severityOf(std::size_t(index.row()));
    case ReferenceColumn: return shown(difference.reference);
    case PortColumn: return shown(difference.port);
    default: return {};
  }
}

QVariant DifferenceModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return QAbstractTableModel::headerData(section, orientation, role);
  if (role == Qt::TextAlignmentRole) return int(Qt::AlignLeft | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case PartColumn: {
      const align::Divergence *of = divergence();
      return of != nullptr ? tr("Part of %1").arg(fromUtf8(of->name)) : tr("Part");
    }
    case AspectColumn: return tr("Kind");
    case SeverityColumn: return tr("Severity");
    case ReferenceColumn: return tr("Reference");
    case PortColumn: return tr("Port");
    default: return {};
  }
}

}  // namespace tileport::views
