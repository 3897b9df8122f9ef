// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/round_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "views/models/divergence_model.h"
#include "views/models/tone_delegate.h"
#include "views/review/review_text.h"
#include "views/text/plain_tip.h"

namespace tileport::views {
namespace {

using Fate = workspace::ComparedFinding::Fate;
constexpr std::size_t kMostInTip = 24;

/// What became of each variant, and why not all of it can be told.
QString tipOf(const ComparedRound &compared) {
  QStringList lines;
  std::size_t more = 0;
  for (const workspace::ComparedVariant &each : compared.comparison.variants) {
    const QStringList counts = fateCounts([&each](Fate fate) { return each.count(fate); });
    const QString variant = each.variant.empty() ? RoundBar::tr("programs without a partner") : fromUtf8(each.variant);
    QString line = fromUtf8(each.op) + QStringLiteral(" / ") + variant + QStringLiteral(":  ") + counts.join(QStringLiteral("   "));
    for (const std::string &note : each.notes) line += QStringLiteral("\n        ? ") + fromUtf8(note);
    if (std::size_t(lines.size()) < kMostInTip) lines << line;
    else ++more;
  }
  if (more > 0) lines << RoundBar::tr("and %L1 more").arg(more);
  return lines.join(u'\n');
}

}  // namespace

QStringList fateCounts(const std::function<std::size_t(Fate)> &count) {
  QStringList counts;
  for (const Fate fate : {Fate::Gone, Fate::Remaining, Fate::New, Fate::Undecided}) {
    const std::size_t number = count(fate);
    if (number == 0 && fate == Fate::Undecided) continue;
    counts << fateSign(fate) + QStringLiteral(" %L1 ").arg(number) + fateWord(fate);
  }
  return counts;
}

RoundBar::RoundBar(QWidget *parent) : QWidget(parent) {
  setProperty("notice", true);
  setAttribute(Qt::WA_StyledBackground);
  title_ = new QLabel(this);
  title_->setTextFormat(Qt::PlainText);
  title_->setWordWrap(false);
  QFont bold = title_->font();
  bold.setBold(true);
  title_->setFont(bold);
  text_ = new QLabel(this);
  text_->setTextFormat(Qt::RichText);
  text_->setMinimumWidth(0);
  text_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  close_ = new QToolButton(this);
  close_->setProperty("pill", true);
  auto *row = new QHBoxLayout(this);
  row->setContentsMargins(12, 4, 10, 4);
  row->setSpacing(14);
  row->addWidget(title_);
  row->addWidget(text_, 1);
  row->addWidget(close_);
  connect(close_, &QToolButton::clicked, this, [this] {
    const bool failure = showsFailure();
    hide();
    if (failure) Q_EMIT failureClosed();
    else Q_EMIT stopAsked();
  });
  hide();
}

void RoundBar::say(const QString &title, ColorRole role, QList<Part> parts, const QString &close, const QString &tip) {
  title_->setText(title);
  role_ = role;
  parts_ = std::move(parts);
  close_->setText(close);
  setToolTip(plainTip(tip));
  repaintText();
  show();
}

void RoundBar::showWaiting(const QString &since) {
  say(tr("Since %1").arg(since), ColorRole::Accent, {{tr("… compared when all variants are reviewed"), {}}}, tr("Stop Comparing"), {});
}

void RoundBar::showCompared(const ComparedRound &compared, const workspace::ComparedVariant *variant, bool hasVariant) {
  QList<Part> parts;
  if (hasVariant && variant == nullptr) parts << Part{tr("this variant:"), {tr("nothing found, then or now")}};
  if (hasVariant && variant != nullptr) {
    Part part{tr("this variant:"), fateCounts([variant](Fate fate) { return variant->count(fate); })};
    for (const std::string &note : variant->notes) part.counts << QStringLiteral("? ") + fromUtf8(note);
    parts << part;
  }
  parts << Part{tr("workspace:"), fateCounts([&compared](Fate fate) { return compared.comparison.count(fate); })};
  say(tr("Since %1").arg(fromUtf8(compared.since)), ColorRole::Accent, parts, tr("Stop Comparing"), tipOf(compared));
}

void RoundBar::showFailure(const QString &what, const Error &error) {
  const QString text = fromUtf8(error.toString());
  say(QStringLiteral("✕ ") + what, ColorRole::Missing, {{text, {}}}, tr("Close"), text);
}

void RoundBar::setTheme(const ThemePtr &theme) {
  theme_ = theme;
  repaintText();
}

void RoundBar::repaintText() {
  QPalette palette = title_->palette();
  palette.setColor(QPalette::WindowText, theme_->color(role_));
  title_->setPalette(palette);
  const auto span = [this](const QString &text, ColorRole role) {
    return QStringLiteral("<span style='color:%1; white-space:pre'>%2</span>").arg(theme_->color(role).name(), text.toHtmlEscaped());
  };
  QStringList shown;
  for (const Part &part : parts_) {
    QStringList pieces{span(part.title, ColorRole::DimText)};
    for (const QString &count : part.counts) pieces << span(count, colorOfSign(count));
    shown << pieces.join(QStringLiteral("&nbsp;&nbsp; "));
  }
  text_->setText(shown.join(span(QStringLiteral("    ·    "), ColorRole::DimText)));
}

QString RoundBar::text() const {
  QStringList pieces{title_->text()};
  for (const Part &part : parts_) pieces << part.title << part.counts;
  return pieces.join(u' ');
}

}  // namespace tileport::views
