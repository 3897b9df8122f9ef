// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/header_bar.h"

#include <QAction>
#include <QHBoxLayout>
#include <QToolButton>

#include "views/panes/pane_frame.h"
#include "views/review/triage_text.h"
#include "views/text/plain_tip.h"

namespace tileport::views {

OutcomePill::OutcomePill(QWidget *parent) : QLabel(parent), theme_(builtInTheme(false)) {
  setTextFormat(Qt::PlainText);
  setAccessibleName(tr("Outcome"));
  hide();
}

/// The verdict, where the sides are a reference and its port; of two versions of one program only whether they are the same.
void OutcomePill::setReview(const workspace::Review *review) {
  role_.reset();
  if (review != nullptr && review->triage) {
    const triage::Triage &triage = *review->triage;
    role_ = verdictRole(triage.verdict);
    setText(verdictSign(triage.verdict) + QStringLiteral("  ") + verdictText(triage));
    setToolTip(plainTip(outcomeText(*review) + u'\n' + verdictDetails(*review)));
  } else if (review != nullptr) {
    const Outcome outcome = outcomeOf(*review);
    role_ = outcome == Outcome::Divergent ? ColorRole::Missing : outcome == Outcome::Same ? ColorRole::Same : ColorRole::Warning;
    setText(outcomeSign(outcome) + QStringLiteral("  ") + outcomeText(*review));
    setToolTip({});
  }
  setVisible(role_.has_value());
  restyle();
}

void OutcomePill::setVerdict(std::optional<triage::Verdict> verdict, const QString &text) {
  role_ = verdict ? std::optional(verdictRole(*verdict)) : std::nullopt;
  setText(verdict ? verdictSign(*verdict) + QStringLiteral("  ") + text : QString());
  setToolTip({});
  setVisible(role_.has_value());
  restyle();
}

void OutcomePill::setTheme(ThemePtr theme) {
  theme_ = std::move(theme);
  restyle();
}

void OutcomePill::restyle() {
  if (!role_) return;
  QColor fill = theme_->color(*role_);
  fill.setAlphaF(0.13F);
  setStyleSheet(
      QStringLiteral("QLabel { color: %1; background: rgba(%2,%3,%4,%5); border: 1px solid %1; border-radius: 6px; padding: 3px 10px; "
                     "font-weight: 600; }")
          .arg(theme_->color(*role_).name())
          .arg(fill.red())
          .arg(fill.green())
          .arg(fill.blue())
          .arg(fill.alpha()));
}

HeaderBar::HeaderBar(QWidget *parent) : QWidget(parent) {
  setProperty("bar", true);
  setAttribute(Qt::WA_StyledBackground);
  place_ = new ElidedLabel(this);
  pill_ = new OutcomePill(this);
  auto *keys = new QLabel(tr("F8 next · Shift+F8 previous"), this);
  keys->setProperty("dim", true);
  row_ = new QHBoxLayout(this);
  row_->setContentsMargins(12, 6, 10, 6);
  row_->setSpacing(8);
  row_->addWidget(place_, 1);
  row_->addSpacing(12);
  row_->addWidget(keys);
  row_->addSpacing(8);
  row_->addWidget(pill_);
}

void HeaderBar::addToggle(QAction *action) {
  auto *button = new QToolButton(this);
  button->setDefaultAction(action);
  button->setToolButtonStyle(Qt::ToolButtonTextOnly);
  button->setProperty("pill", true);
  button->setFocusPolicy(Qt::TabFocus);
  row_->insertWidget(row_->count() - 4, button);
}

void HeaderBar::setPlace(const QString &workspace, const QString &op, const QString &variant) {
  QStringList parts;
  for (const QString &part : {workspace, op, variant})
    if (!part.isEmpty()) parts << part;
  place_->setText(parts.join(QStringLiteral("  ▸  ")));
}

}  // namespace tileport::views
