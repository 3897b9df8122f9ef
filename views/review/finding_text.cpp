// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/review/finding_text.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <map>
#include <vector>

#include "views/models/tone_delegate.h"
#include "views/review/review_text.h"
#include "views/review/triage_text.h"

namespace tileport::views {
namespace {

using align::Side;
using triage::Evidence;
using triage::Finding;

QString tr(const char *text) { return QCoreApplication::translate("tileport::views", text); }

/// What pages of findings are written with.
class Sheet {
 public:
  explicit Sheet(const Theme &theme) : theme_(theme) {}

 protected:
  static QString escaped(std::string_view text) { return fromUtf8(text).toHtmlEscaped(); }
  static QString code(std::string_view text) { return QStringLiteral("<span style='font-family:monospace'>%1</span>").arg(escaped(text)); }
  static QString bold(const QString &html) { return QStringLiteral("<b>%1</b>").arg(html); }
  QString colored(const QString &html, ColorRole role) const {
    return QStringLiteral("<span style='color:%1'>%2</span>").arg(theme_.color(role).name(), html);
  }
  void add(const QString &html) { page_ << QStringLiteral("<p style='margin:0 0 6px 0'>%1</p>").arg(html); }
  void titled(const QString &title, const QString &html) { add(colored(title.toHtmlEscaped(), ColorRole::DimText) + u' ' + html); }

  /// Of a finding, or what is kept of one.
  template <class Of>
  void head(const Of &finding) {
    const QString severity = severityText(finding.severity);
    const QString separator = QStringLiteral("&nbsp; ");
    add(bold(colored(severity, colorOfSign(severity))) + separator + escaped(toText(finding.status)) + separator +
        tr("cause %1").arg(bold(escaped(toText(finding.cause)))) + separator + tr("owner %1").arg(bold(escaped(toText(finding.owner)))));
  }

  void waiver(const triage::Waiver &waiver) {
    const QString name = waiverText(waiver).toHtmlEscaped(), details = waiverDetails(waiver).toHtmlEscaped();
    if (!waiver.lapsed) return add(bold(details));
    add(QStringLiteral("<s>%1</s> ").arg(name) + colored(details, ColorRole::Warning));
  }

  const Theme &theme_;
  QStringList page_;
};

class Page : Sheet {
 public:
  Page(const workspace::Review &review, const Finding &finding, const Theme &theme) : Sheet(theme), review_(review), finding_(finding) {}

  QString html() {
    head(finding_);
    add(escaped(finding_.sentence));
    if (finding_.waiver) waiver(*finding_.waiver);
    if (!finding_.undecidedBy.empty()) titled(tr("What would decide the cause"), escaped(finding_.undecidedBy));
    impact();
    titled(tr("Rule"), tr("%1 of policy %2").arg(code(finding_.rule), escaped(review_.triage->policy)));
    evidence();
    titled(tr("Anchor"), code(finding_.anchor));
    return page_.join(QString());
  }

 private:
  void impact() {
    QStringList parts;
    const triage::Impact &impact = finding_.impact;
    for (const auto &[what, reach] : {std::pair(tr("result"), impact.result), std::pair(tr("precision"), impact.precision),
                                      std::pair(tr("contract"), impact.contract), std::pair(tr("performance"), impact.performance)}) {
      const QString text = what + u' ' + escaped(toText(reach));
      parts << (reach == triage::Reach::None      ? colored(text, ColorRole::DimText)
                : reach == triage::Reach::Certain ? QStringLiteral("<b>%1</b>").arg(text)
                                                  : text);
    }
    titled(tr("Impact"), parts.join(QStringLiteral(" · ")));
  }

  void evidence() {
    if (finding_.evidence.empty()) return;
    QString items;
    for (std::size_t i = 0; i < finding_.evidence.size(); ++i) items += QStringLiteral("<li>%1</li>").arg(evidenceItem(i));
    titled(tr("Evidence"), QString());
    page_ << QStringLiteral("<ul style='margin:0 0 6px 0; -qt-list-indent:1'>%1</ul>").arg(items);
  }

  QString evidenceItem(std::size_t position) const {
    const Evidence &each = finding_.evidence[position];
    QString place = fromUtf8(each.file);
    if (!place.isEmpty() && each.line != 0) place += QStringLiteral(":%1").arg(each.line);
    const QString text = escaped(each.text);
    if (!evidencePlace(review_, finding_, position)) return place.isEmpty() ? text : place.toHtmlEscaped() + QStringLiteral(": ") + text;
    const auto link = [&](const QString &html) {
      return QStringLiteral("<a href='evidence:%1' style='color:%2'>%3</a>")
          .arg(position)
          .arg(theme_.color(ColorRole::Accent).name(), html);
    };
    return place.isEmpty() ? link(text) : link(place.toHtmlEscaped()) + QStringLiteral(": ") + text;
  }

  const workspace::Review &review_;
  const Finding &finding_;
};

class OperatorFindingPage : Sheet {
 public:
  OperatorFindingPage(const OperatorRows &rows, std::uint32_t position, const Theme &theme)
      : Sheet(theme), rows_(rows), of_(rows.finding(position)) {}

  QString html() {
    const workspace::KeptFinding &finding = *of_.finding;
    head(finding);
    add(escaped(finding.sentence));
    waivers();
    if (!finding.undecidedBy.empty()) titled(tr("What would decide the cause"), escaped(finding.undecidedBy));
    titled(tr("Rule"), code(finding.rule));
    otherClasses();
    titled(tr("Anchor"), finding.anchor.empty() ? tr("none") : code(finding.anchor));
    return page_.join(QString());
  }

 private:
  void waivers() {
    if (!of_.hasWaiver) return;
    const auto given = std::find_if(of_.places.begin(), of_.places.end(),
                                    [this](const auto &place) { return rows_.findings->at(place).finding->waiver.has_value(); });
    // One that holds says what was said; of those that have lapsed the first says why.
    const auto holds = std::find_if(of_.places.begin(), of_.places.end(),
                                    [this](const auto &place) { return rows_.findings->at(place).finding->waived(); });
    waiver(*rows_.findings->at(holds == of_.places.end() ? *given : *holds).finding->waiver);
    if (of_.waived > 0 && of_.waived < of_.places.size())
      add(colored(tr("It holds for %L1 of %L2 places.").arg(of_.waived).arg(qulonglong(of_.places.size())), ColorRole::Warning));
  }

  /// The gravest stands for all; what is of another class is said.
  void otherClasses() {
    const auto classOf = [](const workspace::KeptFinding &each) {
      return QStringList{severityText(each.severity), fromUtf8(toText(each.cause)), fromUtf8(toText(each.owner)), fromUtf8(each.rule)}.join(
          QStringLiteral(", "));
    };
    const QString own = classOf(*of_.finding);
    std::map<QString, std::uint32_t> others;
    for (const auto &place : of_.places) {
      const workspace::KeptFinding &each = *rows_.findings->at(place).finding;
      // Most share it.
      if (&each == of_.finding.get()) continue;
      if (QString its = classOf(each); its != own) ++others[its];
    }
    for (const auto &[name, count] : others) titled(tr("Elsewhere"), tr("%1 (in %L2 places)").arg(name.toHtmlEscaped()).arg(count));
  }

  const OperatorRows &rows_;
  const workspace::OperatorFinding &of_;
};

}  // namespace

QString findingHtml(const workspace::Review &review, const Finding &finding, const Theme &theme) {
  return Page(review, finding, theme).html();
}

QString operatorFindingHtml(const OperatorRows &rows, std::uint32_t position, const Theme &theme) {
  return OperatorFindingPage(rows, position, theme).html();
}

std::optional<EvidencePlace> evidencePlace(const workspace::Review &review, const Finding &finding, std::size_t evidence) {
  if (evidence >= finding.evidence.size()) return std::nullopt;
  const Evidence &of = finding.evidence[evidence];
  if (of.line == 0) return std::nullopt;
  const LineIndex line(of.line - 1);
  if (of.kind == Evidence::Kind::Listing) return of.side ? std::optional(EvidencePlace{*of.side, false, line}) : std::nullopt;
  // A cause is found in the port's source; that of the reference comes after it.
  for (const auto &[side, shown] : {std::pair(Side::Port, &review.port), std::pair(Side::Reference, &review.reference)})
    if (shown->source && shown->source->displayName == of.file && line.index() < shown->source->lineCount())
      return EvidencePlace{side, true, line};
  return std::nullopt;
}

}  // namespace tileport::views
