// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/finding_filter_bar.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSettings>
#include <QToolButton>

#include "views/review/review_text.h"
#include "views/review/triage_text.h"

namespace tileport::views {
namespace {

using triage::Cause;
using triage::Owner;
using triage::Severity;

template <class Enum>
void addItem(QComboBox *choice, Enum value) {
  choice->addItem(fromUtf8(toText(value)), int(value));
}

template <class Enum>
std::optional<Enum> chosen(const QComboBox *choice) {
  const QVariant data = choice->currentData();
  return data.isValid() ? std::optional(Enum(data.toInt())) : std::nullopt;
}

template <class Enum>
void choose(QComboBox *choice, std::optional<Enum> value) {
  choice->setCurrentIndex(value ? std::max(0, choice->findData(int(*value))) : 0);
}

}  // namespace

FindingFilterBar::FindingFilterBar(QWidget *parent) : QWidget(parent) {
  setProperty("bar", true);
  setAttribute(Qt::WA_StyledBackground);
  auto *row = new QHBoxLayout(this);
  row->setContentsMargins(8, 3, 8, 3);
  row->setSpacing(6);
  severity_ = addChoice(tr("Severity at least"));
  severity_->addItem(tr("Any severity"), int(Severity::Info));
  severity_->addItem(tr("! WARN and above"), int(Severity::Warn));
  severity_->addItem(severityText(Severity::Critical), int(Severity::Critical));
  owner_ = addChoice(tr("Owner"));
  owner_->addItem(tr("Any owner"));
  for (const Owner owner : {Owner::Kernel, Owner::Host, Owner::Compiler, Owner::None}) addItem(owner_, owner);
  cause_ = addChoice(tr("Cause"));
  cause_->addItem(tr("Any cause"));
  for (const Cause cause : {Cause::UserCode, Cause::DslLimitation, Cause::CompilerBug, Cause::SemanticEquiv, Cause::Undecided})
    addItem(cause_, cause);
  text_ = new QLineEdit(this);
  text_->setPlaceholderText(tr("Filter findings"));
  text_->setAccessibleName(tr("Filter of findings"));
  text_->setClearButtonEnabled(true);
  text_->setMinimumWidth(90);
  text_->setMaximumWidth(220);
  row->addWidget(text_, 1);
  connect(text_, &QLineEdit::textChanged, this, [this] {
    if (!setting_) Q_EMIT criteriaChanged(criteria());
  });
  waived_ = addToggle(tr("Waived"), tr("Show what a person has accepted"));
  equivalences_ = addToggle(tr("≡ 0"), tr("Show what is written differently and computes the same"));
  equivalences_->setAccessibleName(tr("Show equivalences"));
  counts_ = new QLabel(this);
  all_ = new QToolButton(this);
  all_->setText(tr("Show All"));
  all_->setToolTip(tr("Take the filter away"));
  row->addStretch(0);
  row->addWidget(counts_);
  row->addWidget(all_);
  connect(all_, &QToolButton::clicked, this, [this] {
    FindingCriteria none;
    none.equivalences = equivalences_->isChecked();
    setCriteria(none);
    Q_EMIT criteriaChanged(criteria());
  });
  setCriteria({});
  setCounts(0, 0, 0);
}

QComboBox *FindingFilterBar::addChoice(const QString &name) {
  auto *choice = new QComboBox(this);
  choice->setAccessibleName(name);
  choice->setToolTip(name);
  choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  layout()->addWidget(choice);
  connect(choice, &QComboBox::currentIndexChanged, this, [this] {
    if (!setting_) Q_EMIT criteriaChanged(criteria());
  });
  return choice;
}

QToolButton *FindingFilterBar::addToggle(const QString &text, const QString &tip) {
  auto *button = new QToolButton(this);
  button->setText(text);
  button->setToolTip(tip);
  button->setCheckable(true);
  button->setProperty("pill", true);
  button->setFocusPolicy(Qt::TabFocus);
  layout()->addWidget(button);
  connect(button, &QToolButton::toggled, this, [this] {
    if (!setting_) Q_EMIT criteriaChanged(criteria());
  });
  return button;
}

FindingCriteria FindingFilterBar::criteria() const {
  return {.atLeast = chosen<Severity>(severity_).value_or(Severity::Info),
          .owner = chosen<Owner>(owner_),
          .cause = chosen<Cause>(cause_),
          .waived = waived_->isChecked(),
          .equivalences = equivalences_->isChecked(),
          .text = text_->text().trimmed()};
}

void FindingFilterBar::setCriteria(const FindingCriteria &criteria) {
  setting_ = true;
  choose<Severity>(severity_, criteria.atLeast);
  choose(owner_, criteria.owner);
  choose(cause_, criteria.cause);
  waived_->setChecked(criteria.waived);
  equivalences_->setChecked(criteria.equivalences);
  text_->setText(criteria.text);
  setting_ = false;
}

void FindingFilterBar::setCounts(int shown, int total, int equivalences) {
  hides_ = shown < total;
  counts_->setText(hides_ ? tr("! %L1 of %L2 shown").arg(shown).arg(total) : tr("%L1 shown").arg(total));
  all_->setVisible(hides_);
  equivalences_->setText(tr("≡ %L1").arg(equivalences));
  equivalences_->setEnabled(equivalences > 0);
  repaintCounts();
}

void FindingFilterBar::setTheme(const ThemePtr &theme) {
  theme_ = theme;
  repaintCounts();
}

void FindingFilterBar::repaintCounts() {
  QPalette palette = counts_->palette();
  palette.setColor(QPalette::WindowText, theme_->color(hides_ ? ColorRole::Warning : ColorRole::DimText));
  counts_->setPalette(palette);
}

void FindingFilterBar::save(QSettings &settings) const {
  const FindingCriteria now = criteria();
  settings.setValue(QStringLiteral("findings/severity"), severity_->currentIndex());
  settings.setValue(QStringLiteral("findings/owner"), owner_->currentIndex());
  settings.setValue(QStringLiteral("findings/cause"), cause_->currentIndex());
  settings.setValue(QStringLiteral("findings/waived"), now.waived);
  settings.setValue(QStringLiteral("findings/equivalences"), now.equivalences);
  settings.setValue(QStringLiteral("findings/text"), now.text);
}

void FindingFilterBar::restore(const QSettings &settings) {
  FindingCriteria now;
  now.waived = settings.value(QStringLiteral("findings/waived"), true).toBool();
  now.equivalences = settings.value(QStringLiteral("findings/equivalences")).toBool();
  now.text = settings.value(QStringLiteral("findings/text")).toString();
  setCriteria(now);
  setting_ = true;
  const auto restoreChoice = [&](QComboBox *choice, const char *key) {
    const int at = settings.value(QLatin1String(key)).toInt();
    if (at > 0 && at < choice->count()) choice->setCurrentIndex(at);
  };
  restoreChoice(severity_, "findings/severity");
  restoreChoice(owner_, "findings/owner");
  restoreChoice(cause_, "findings/cause");
  setting_ = false;
  Q_EMIT criteriaChanged(criteria());
}

}  // namespace tileport::views
