// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/specialisation_panel.h"

#include <QLabel>
#include <QStackedLayout>
#include <QTableView>

#include "views/models/tone_delegate.h"
#include "views/review/review_text.h"
#include "views/window/table.h"

namespace tileport::views {

SpecialisationPanel::SpecialisationPanel(QWidget *parent) : QWidget(parent) {
  list_ = makeTable(&model_, tr("What the sides are specialised to differently"), SpecialisationModel::WhyColumn);
  tones_ = new ToneDelegate(this);
  for (const int column : {SpecialisationModel::OriginColumn, SpecialisationModel::SinceColumn})
    list_->setItemDelegateForColumn(column, tones_);
  list_->setColumnHidden(SpecialisationModel::SinceColumn, true);
  note_ = new QLabel(this);
  note_->setProperty("dim", true);
  note_->setWordWrap(true);
  note_->setTextFormat(Qt::PlainText);
  note_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  note_->setContentsMargins(12, 10, 12, 10);
  stack_ = new QStackedLayout(this);
  stack_->addWidget(list_);
  stack_->addWidget(note_);
}

void SpecialisationPanel::setReview(const workspace::ReviewPtr &review) {
  model_.setReview(review);
  if (!review) note_->clear();
  else if (!review->specialisationNote.empty()) note_->setText(tr("! Not compared: %1").arg(fromUtf8(review->specialisationNote)));
  else if (!review->specialisationCompared)
    note_->setText(tr("Not compared: the workspace does not say what both sides are launched with."));
  else note_->setText(tr("✓ Both sides are specialised alike."));
  stack_->setCurrentWidget(model_.rowCount() > 0 ? static_cast<QWidget *>(list_) : note_);
}

void SpecialisationPanel::setRound(bool compares, const workspace::ComparedVariant *compared) {
  model_.setRound(compared);
  list_->setColumnHidden(SpecialisationModel::SinceColumn, !compares);
}

void SpecialisationPanel::setTheme(const ThemePtr &theme) {
  tones_->setTheme(theme);
  list_->viewport()->update();
}

QString SpecialisationPanel::note() const { return stack_->currentWidget() == note_ ? note_->text() : QString(); }

}  // namespace tileport::views
