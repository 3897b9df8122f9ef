// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/review/review_view.h"

#include <QHBoxLayout>
#include <QScrollBar>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

#include "views/panes/code_view.h"
#include "views/panes/connector_strip.h"
#include "views/panes/overview_ruler.h"
#include "views/panes/pane_frame.h"
#include "views/review/fact_text.h"
#include "views/review/find_bar.h"
#include "views/review/review_text.h"
#include "views/text/plain_tip.h"

namespace tileport::views {
namespace {

constexpr qreal kSmallest = 6, kLargest = 36;

QString paneTitle(Pane pane) {
  switch (pane) {
    case Pane::ReferenceSource: return ReviewView::tr("Reference");
    case Pane::ReferenceIr: return ReviewView::tr("Tile IR");
    case Pane::PortIr: return ReviewView::tr("Tile IR");
    case Pane::PortSource: return ReviewView::tr("Port");
  }
  return {};
}

QString paneName(Pane pane) {
  switch (pane) {
    case Pane::ReferenceSource: return ReviewView::tr("reference source");
    case Pane::ReferenceIr: return ReviewView::tr("reference Tile IR");
    case Pane::PortIr: return ReviewView::tr("port Tile IR");
    case Pane::PortSource: return ReviewView::tr("port source");
  }
  return {};
}

const workspace::ReviewSide &sideOfReview(const workspace::Review &review, align::Side side) {
  return side == align::Side::Reference ? review.reference : review.port;
}

}  // namespace

ReviewView::ReviewView(QWidget *parent) : QWidget(parent) {
  makePanes();
  find_ = new FindBar(this);
  auto *row = new QHBoxLayout;
  row->setSpacing(0);
  row->addWidget(splitter_, 1);
  row->addWidget(belowHeader(ruler_));
  auto *column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(row, 1);
  column->addWidget(find_);
  find_->setPane(focusedPane(), paneName(focused_));
  connect(find_, &FindBar::lineWanted, this, [this](LineIndex line) { unhide(focused_, line); });
}

void ReviewView::makePanes() {
  splitter_ = new QSplitter(Qt::Horizontal, this);
  splitter_->setHandleWidth(1);
  splitter_->setChildrenCollapsible(false);
  for (const Pane pane : kAllPanes) {
    const auto i = std::size_t(pane);
    views_[i] = new CodeView;
    views_[i]->setAccessibleName(paneName(pane));
    // Always there: the panes' rows must stay level with each other and with the connectors.
    views_[i]->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    frames_[i] = new PaneFrame(paneTitle(pane), views_[i]);
    frames_[i]->setShortcutHint(QStringLiteral("Ctrl+%1").arg(i + 1));
  }
  CodeView *reference = pane(Pane::ReferenceIr), *port = pane(Pane::PortIr);
  // A scroll bar would stand between the rows and their connectors; the port's moves both.
  reference->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  strip_ = new ConnectorStrip(reference, port);
  ruler_ = new OverviewRuler(port, this);
  splitter_->addWidget(frames_[0]);
  splitter_->addWidget(frames_[1]);
  splitter_->addWidget(belowHeader(strip_));
  splitter_->addWidget(frames_[2]);
  splitter_->addWidget(frames_[3]);
  splitter_->widget(2)->setFixedWidth(46);
  splitter_->setSizes({300, 370, 46, 370, 300});
  for (const int i : {0, 4}) splitter_->setStretchFactor(i, 10);
  for (const int i : {1, 3}) splitter_->setStretchFactor(i, 12);
  for (const Pane pane : kAllPanes) connectPane(pane);
  synchronise(reference, port);
  synchronise(port, reference);
  connect(strip_, &ConnectorStrip::divergenceChosen, this, &ReviewView::selectDivergence);
  connect(ruler_, &OverviewRuler::divergenceChosen, this, &ReviewView::selectDivergence);
  connect(ruler_, &OverviewRuler::rowChosen, this, [this](int row) {
    QScrollBar *bar = this->pane(Pane::PortIr)->verticalScrollBar();
    bar->setValue(row * this->pane(Pane::PortIr)->rowHeight() - bar->pageStep() / 2);
  });
}

QWidget *ReviewView::belowHeader(QWidget *widget) {
  auto *holder = new QWidget;
  auto *header = new QWidget(holder);
  header->setProperty("bar", true);
  header->setFixedHeight(PaneFrame::headerHeight());
  auto *column = new QVBoxLayout(holder);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(header);
  column->addWidget(widget, 1);
  return holder;
}

void ReviewView::connectPane(Pane which) {
  CodeView *view = pane(which);
  view->setRowToolTip([this, which](const PaneRow &row) { return rowToolTip(which, row); });
  connect(view, &CodeView::lineChosen, this, [this, which](LineIndex line) { selectLine(which, line); });
  connect(view, &CodeView::zoomAsked, this, &ReviewView::zoom);
  connect(view, &CodeView::focusEntered, this, [this, which] {
    focused_ = which;
    find_->setPane(pane(which), paneName(which));
  });
  if (isIr(which)) connect(view, &CodeView::foldChosen, this, &ReviewView::expandFold);
}

void ReviewView::synchronise(CodeView *from, CodeView *to) {
  connect(from->verticalScrollBar(), &QScrollBar::valueChanged, this, [this, to](int value) {
    if (synchronising_) return;
    synchronising_ = true;
    to->verticalScrollBar()->setValue(value);
    synchronising_ = false;
  });
}

// ---- What is shown ---------------------------------------------------------------------------------------------------

void ReviewView::setReview(workspace::ReviewPtr review) {
  review_ = std::move(review);
  kept_.clear();
  selected_ = {};
  fillPanes();
  layOut();
  clearSelection();
  find_->refresh();
  nextDivergence();
}

void ReviewView::fillPanes() {
  for (const Pane which : kAllPanes) {
    const workspace::ReviewSide &side = sideOfReview(*review_, sideOf(which));
    CodeView *view = pane(which);
    PaneFrame *frame = this->frame(which);
    frame->setSubtitle(paneSubtitle(*review_, which));
    if (isIr(which)) {
      view->setText(TextLines::of(side.program), source::Language::TileIr);
      view->setMarks(irMarks(*review_->alignment, sideOf(which)));
      continue;
    }
    view->setNote(fromUtf8(side.sourceNote));
    view->setText(TextLines::of(side.source), side.source ? side.source->language : source::Language::PlainText);
    if (side.source) view->setRows(sourceRows(*review_, sideOf(which)));
    // A pane without a text makes room, and comes back with the next text unless a person closed it.
    bool &closed = closedForLackOfText_[std::size_t(which)];
    if (!side.source && !frame->collapsed()) closed = true, frame->setCollapsed(true);
    else if (side.source && closed) closed = false, frame->setCollapsed(false);
  }
}

void ReviewView::layOut() {
  const align::SideBySide &layout = review_->sideBySide;
  display_ = displayRows(layout, options_, kept_);
  synchronising_ = true;
  pane(Pane::ReferenceIr)->setRows(paneRows(layout, display_, align::Side::Reference));
  pane(Pane::PortIr)->setRows(paneRows(layout, display_, align::Side::Port));
  synchronising_ = false;
  strip_->setBands(BandIndex(bandsOf(layout, display_)));
  ruler_->setMarks(rulerMarks(layout, display_), int(display_.entries.size()));
  showSelectedBand();
}

void ReviewView::expandFold(int row) {
  if (row < 0 || std::size_t(row) >= display_.entries.size()) return;
  const DisplayRows::Entry entry = display_.entries[std::size_t(row)];
  if (entry.hidden == 0) return;
  kept_.push_back({entry.row, entry.row + entry.hidden});
  layOut();
}

void ReviewView::unhide(Pane which, LineIndex line) {
  if (!isIr(which) || !line.valid() || pane(which)->rowOfLine(line) >= 0) return;
  const auto &rowOf = which == Pane::ReferenceIr ? review_->sideBySide.rowOfReference : review_->sideBySide.rowOfPort;
  if (line.index() >= rowOf.size()) return;
  const std::uint32_t row = rowOf[line.index()];
  kept_.push_back({row - std::min(row, options_.context), row + options_.context + 1});
  layOut();
}

void ReviewView::setHideUnchanged(bool hide) {
  options_.hideUnchanged = hide;
  kept_.clear();
  if (!review_) return;
  layOut();
  revealSelected(std::nullopt);
}

void ReviewView::setHideNoise(bool hide) {
  options_.hideNoise = hide;
  kept_.clear();
  if (!review_) return;
  layOut();
  revealSelected(std::nullopt);
}

void ReviewView::setTheme(const ThemePtr &theme) {
  for (CodeView *view : views_) view->setTheme(theme);
  strip_->setTheme(theme);
  ruler_->setTheme(theme);
}

// ---- Selection -------------------------------------------------------------------------------------------------------

void ReviewView::selectLine(Pane which, LineIndex line) {
  if (review_) select(counterpartsOf(*review_, which, line), which);
}

void ReviewView::showLine(Pane which, LineIndex line) {
  if (!review_ || line.index() >= std::size_t(pane(which)->text().count())) return;
  frame(which)->setCollapsed(false);
  unhide(which, line);
  Counterparts counterparts = counterpartsOf(*review_, which, line);
  // A line that no op comes from, such as a parameter's, is shown all the same.
  if (counterparts.of(which).empty()) counterparts.lines[std::size_t(which)] = {line};
  select(std::move(counterparts), which);
  pane(which)->goTo(line);
  pane(which)->reveal(line);
}

void ReviewView::selectDivergence(std::uint32_t divergence) {
  if (!review_ || divergence >= review_->alignment->divergences.size()) return;
  select(counterpartsOf(*review_, divergence), std::nullopt);
}

void ReviewView::selectEquivalence(std::uint32_t equivalence) {
  if (!review_ || equivalence >= review_->alignment->equivalences.size()) return;
  select(counterpartsOfEquivalence(*review_, equivalence), std::nullopt);
}

void ReviewView::clearSelection() {
  if (review_) select({}, std::nullopt);
}

bool ReviewView::stepDivergence(int step) {
  if (!review_ || review_->alignment->divergences.empty()) return false;
  const int count = int(review_->alignment->divergences.size());
  const int from = selected_.divergence ? int(*selected_.divergence) : (step > 0 ? -1 : 0);
  const auto to = stepper_ ? stepper_(selected_.divergence, step) : std::uint32_t((from + step + count) % count);
  if (!to) return false;
  selectDivergence(*to);
  return true;
}

void ReviewView::select(Counterparts counterparts, std::optional<Pane> origin) {
  selected_ = std::move(counterparts);
  for (const Pane which : kAllPanes) {
    pane(which)->setHighlights(selected_.of(which));
    pane(which)->setEmphasis(selected_.divergence);
  }
  strip_->setEmphasis(selected_.divergence);
  revealSelected(origin);
  showSelectedBand();
  if (selected_.equivalence) Q_EMIT equivalenceSelected(*selected_.equivalence);
  else Q_EMIT divergenceSelected(selected_.divergence);
}

std::optional<ColumnRange> ReviewView::firstMark(Pane which, LineIndex line) const {
  const std::vector<PaneMark> &marks = pane(which)->marks();
  auto mark = std::lower_bound(marks.begin(), marks.end(), PaneMark{{line, {}}, Tone::None, 0});
  for (; mark != marks.end() && mark->text.line == line; ++mark)
    if (selected_.divergence == mark->divergence) return mark->text.columns;
  return std::nullopt;
}

void ReviewView::revealSelected(std::optional<Pane> origin) {
  for (const Pane which : kAllPanes) {
    const std::vector<LineIndex> &lines = selected_.of(which);
    if (lines.empty() || origin == which) continue;
    unhide(which, lines.front());
    // The IR panes scroll as one: a counterpart must not push out of sight the line that was chosen.
    const bool follows = origin && isIr(*origin) && isIr(which);
    CodeView *view = pane(which);
    if (!follows) view->goTo(lines.front(), 0);
    const LineIndex shown = lines.front();
    const int row = view->rowOfLine(shown), top = view->rowTop(row);
    const bool inSight = row >= 0 && top >= 0 && top + view->rowHeight() <= view->viewport()->height();
    if (!follows || inSight) view->reveal(shown, firstMark(which, shown).value_or(ColumnRange{}));
  }
}

void ReviewView::showSelectedBand() {
  const CodeView *reference = pane(Pane::ReferenceIr), *port = pane(Pane::PortIr);
  const auto spanOf = [](const CodeView *view, const std::vector<LineIndex> &lines) -> std::optional<RowSpan> {
    if (lines.empty()) return std::nullopt;
    const int first = view->rowOfLine(lines.front()), last = view->rowOfLine(lines.back());
    return first < 0 || last < first ? std::nullopt : std::optional(RowSpan{first, last + 1});
  };
  const auto left = spanOf(reference, selected_.of(Pane::ReferenceIr)), right = spanOf(port, selected_.of(Pane::PortIr));
  strip_->setSelected(left && right && !selected_.divergence ? std::optional(Band{*left, *right, Tone::None, {}}) : std::nullopt);
  std::vector<int> rows;
  if (left) rows.push_back(left->first);
  if (right) rows.push_back(right->first);
  ruler_->setSelectedRows(rows);
}

QString ReviewView::rowToolTip(Pane which, const PaneRow &row) const {
  if (!review_) return {};
  QStringList parts;
  if (row.divergence) parts << divergenceText(*review_, *row.divergence);
  if (isIr(which) && row.kind == PaneRow::Kind::Line) {
    const tileir::Program &program = *sideOfReview(*review_, sideOf(which)).program;
    const tileir::OpId op = opOfLine(program, LineIndex(row.number));
    if (const QString facts = op.valid() ? factsText(program, op) : QString(); !facts.isEmpty()) parts << facts;
  }
  return plainTip(parts.join(QStringLiteral("\n\n")));
}

// ---- Size of the text, state -----------------------------------------------------------------------------------------

qreal ReviewView::fontSize() const { return views_.front()->textFont().pointSizeF(); }

void ReviewView::setFontSize(qreal pointSize) {
  const QFont font = codeFont(std::clamp(pointSize, kSmallest, kLargest));
  synchronising_ = true;
  for (CodeView *view : views_) view->setTextFont(font);
  synchronising_ = false;
  Q_EMIT fontSizeChanged(font.pointSizeF());
}

void ReviewView::zoom(int steps) { setFontSize(fontSize() + steps); }

void ReviewView::resetZoom() { setFontSize(codeFont().pointSizeF()); }

QByteArray ReviewView::saveState() const { return splitter_->saveState(); }

void ReviewView::restoreState(const QByteArray &state) {
  if (!state.isEmpty()) splitter_->restoreState(state);
}

}  // namespace tileport::views
