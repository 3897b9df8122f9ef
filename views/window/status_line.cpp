// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/status_line.h"

#include <QLabel>
#include <QProgressBar>
#include <QStatusBar>
#include <QToolButton>

#include "views/models/tone_delegate.h"
#include "views/models/workspace_model.h"
#include "views/review/review_text.h"
#include "views/review/triage_text.h"
#include "views/text/plain_tip.h"

namespace tileport::views {

StatusLine::StatusLine(QStatusBar *bar) : QObject(bar), theme_(builtInTheme(false)) {
  verdict_ = new QLabel(bar);
  counts_ = new QLabel(bar);
  alignment_ = new QLabel(bar);
  reference_ = new QLabel(bar);
  port_ = new QLabel(bar);
  for (QLabel *label : {reference_, port_, alignment_}) label->setProperty("dim", true);
  progressText_ = new QLabel(bar);
  progress_ = new QProgressBar(bar);
  progress_->setFixedWidth(120);
  progress_->setMaximumHeight(12);
  progress_->setTextVisible(false);
  cancel_ = new QToolButton(bar);
  cancel_->setText(tr("Cancel"));
  cancel_->setAccessibleName(tr("Cancel reading and aligning"));
  bar->addWidget(verdict_);
  bar->addWidget(counts_);
  bar->addWidget(alignment_);
  bar->addPermanentWidget(progressText_);
  bar->addPermanentWidget(progress_);
  bar->addPermanentWidget(cancel_);
  bar->addPermanentWidget(reference_);
  bar->addPermanentWidget(port_);
  connect(cancel_, &QToolButton::clicked, this, &StatusLine::cancelAsked);
  setBusy(false);
}

void StatusLine::setReview(const workspace::Review *review) {
  const auto shown = [&](auto text) { return review != nullptr ? text() : QString(); };
  const triage::Triage *triage = review != nullptr ? review->triage.get() : nullptr;
  verdict_->setText(triage != nullptr ? verdictSign(triage->verdict) + u' ' + fromUtf8(toText(triage->verdict)) : QString());
  verdict_->setToolTip(triage != nullptr ? plainTip(verdictDetails(*review)) : QString());
  verdict_->setVisible(triage != nullptr);
  counts_->setText(shown([&] { return statusText(statusOf(*review)); }));
  alignment_->setText(shown([&] { return alignmentText(*review); }));
  reference_->setText(shown([&] { return sideText(*review, align::Side::Reference); }));
  port_->setText(shown([&] { return sideText(*review, align::Side::Port); }));
  recolor();
}

void StatusLine::setTheme(ThemePtr theme) {
  theme_ = std::move(theme);
  recolor();
}

void StatusLine::recolor() {
  for (QLabel *label : {verdict_, counts_}) {
    QPalette palette = label->palette();
    palette.setColor(QPalette::WindowText, theme_->color(colorOfSign(label->text())));
    label->setPalette(palette);
  }
}

void StatusLine::setProgress(int done, int total) {
  progress_->setRange(0, total);
  progress_->setValue(done);
  progressText_->setText(tr("%L1 of %L2 reviewed").arg(done).arg(total));
}

void StatusLine::setBusy(bool busy) {
  for (QWidget *widget : std::initializer_list<QWidget *>{progressText_, progress_, cancel_}) widget->setVisible(busy);
}

QString StatusLine::text() const {
  QStringList parts;
  for (const QLabel *label : {verdict_, counts_, alignment_, reference_, port_}) parts << label->text();
  return parts.join(QStringLiteral(" | "));
}

}  // namespace tileport::views
