// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/triage_session.h"

#include <QFileInfo>
#include <QUndoCommand>
#include <algorithm>
#include <functional>
#include <set>

#include "views/review/review_text.h"

namespace tileport::views {
namespace {

using triage::TriageChange;
using triage::TriageEntry;
using triage::TriageFile;

std::optional<TriageEntry> entryOf(const TriageFile &file, const std::string &anchor) {
  const TriageEntry *entry = file.find(anchor);
  return entry == nullptr ? std::nullopt : std::optional(*entry);
}

void sortOut(std::vector<std::string> &anchors) {
  std::sort(anchors.begin(), anchors.end());
  anchors.erase(std::unique(anchors.begin(), anchors.end()), anchors.end());
}

bool hasAnchor(const workspace::Review &review, const std::string &anchor) {
  const auto &findings = review.triage->findings;
  return std::any_of(findings.begin(), findings.end(), [&](const triage::Finding &each) { return each.anchor == anchor; });
}

/// The reviews whose waivers lie in `file`. One that cannot be made has nothing that could be accepted.
std::vector<workspace::ReviewPtr> reviewsOf(const std::filesystem::path &file, const std::vector<ReviewWork> &works,
                                            const CancelToken &cancel) {
  std::vector<workspace::ReviewPtr> reviews;
  for (const ReviewWork &work : works)
    if (const auto review = work(cancel); review && (*review)->triage && workspace::triageFileOf((*review)->port) == file)
      reviews.push_back(*review);
  return reviews;
}

Result<TriageEdit> acceptAll(const std::filesystem::path &file, const std::vector<workspace::ReviewPtr> &reviews,
                             const std::vector<std::string> &anchors, TriageEntry entry) {
  const auto before = triage::readTriageFile(file);
  if (!before) return before.error();
  for (const std::string &anchor : anchors) {
    entry.anchor = anchor;
    for (const workspace::ReviewPtr &review : reviews)
      if (hasAnchor(*review, anchor))
        if (const auto accepted = workspace::acceptFindings(*review, entry); !accepted) return accepted.error();
  }
  const auto after = triage::readTriageFile(file);
  if (!after) return after.error();
  TriageEdit::OfFile edit{file, {}};
  for (const std::string &anchor : anchors) edit.changes.push_back({anchor, entryOf(*before, anchor), entryOf(*after, anchor)});
  return TriageEdit{{std::move(edit)}};
}

TriageEdit backwards(TriageEdit edit) {
  for (TriageEdit::OfFile &each : edit.files)
    for (TriageChange &change : each.changes) std::swap(change.before, change.after);
  return edit;
}

/// Of several files all or none: what was written before one that cannot be is taken back.
Result<void> changeAll(const TriageEdit &edit) {
  for (std::size_t i = 0; i < edit.files.size(); ++i) {
    auto changed = triage::changeTriageFile(edit.files[i].file, edit.files[i].changes);
    if (changed) continue;
    const TriageEdit done = backwards({{edit.files.begin(), edit.files.begin() + std::ptrdiff_t(i)}});
    for (const TriageEdit::OfFile &each : done.files) {
      if (auto back = triage::changeTriageFile(each.file, each.changes); !back) return back.error();
    }
    return changed;
  }
  return {};
}

/// Where the waivers of these findings lie.
std::vector<std::filesystem::path> filesOf(const workspace::OperatorFindings &all, const std::vector<std::uint32_t> &positions) {
  std::set<std::filesystem::path> files;
  for (const std::uint32_t position : positions)
    for (const auto &place : all.findings[position].places)
      if (const auto &file = all.variants[place.variant]->triageFile) files.insert(*file);
  return {files.begin(), files.end()};
}

/// What each finding's entry is to become in a file: absent, it stays as it is.
using Wanted =
    std::function<std::optional<TriageChange>(const std::filesystem::path &, const TriageFile &, const workspace::OperatorFinding &)>;

Result<TriageEdit> changeEverywhere(const workspace::OperatorFindings &all, const std::vector<std::uint32_t> &positions,
                                    const Wanted &wanted, const CancelToken &cancel) {
  TriageEdit edit;
  for (const std::filesystem::path &file : filesOf(all, positions)) {
    if (cancel.cancelled()) return Error{ErrorKind::Cancelled, "cancelled", {}, {}};
    const auto now = triage::readTriageFile(file);
    if (!now) return now.error();
    TriageEdit::OfFile of{file, {}};
    for (const std::uint32_t position : positions) {
      const workspace::OperatorFinding &finding = all.findings[position];
      if (finding.finding->anchor.empty()) continue;
      if (auto change = wanted(file, *now, finding)) of.changes.push_back(std::move(*change));
    }
    if (!of.changes.empty()) edit.files.push_back(std::move(of));
  }
  if (edit.files.empty())
    return Error{ErrorKind::Usage, "no file says anything of these findings, or could", {}, "Review again and look at what is found now."};
  if (auto changed = changeAll(edit); !changed) return changed.error();
  return edit;
}

Result<TriageEdit> withdrawAll(const std::filesystem::path &file, const std::vector<std::string> &anchors) {
  const auto before = triage::readTriageFile(file);
  if (!before) return before.error();
  TriageEdit::OfFile edit{file, {}};
  for (const std::string &anchor : anchors)
    if (auto entry = entryOf(*before, anchor)) edit.changes.push_back({anchor, std::move(entry), std::nullopt});
  if (auto changed = triage::changeTriageFile(file, edit.changes); !changed) return changed.error();
  return TriageEdit{{std::move(edit)}};
}

QString counted(std::size_t findings) {
  return findings == 1 ? TriageSession::tr("1 finding") : TriageSession::tr("%L1 findings").arg(qulonglong(findings));
}

}  // namespace

/// What is pushed is done already.
class TriageSession::Command final : public QUndoCommand {
 public:
  Command(TriageSession *session, std::uint32_t op, const QString &text, TriageEdit edit)
      : QUndoCommand(text), session_(session), op_(op), edit_(std::move(edit)) {}

  void undo() override { session_->apply(op_, edit_, true); }
  void redo() override {
    if (std::exchange(isDone_, false)) return;
    session_->apply(op_, edit_, false);
  }

 private:
  TriageSession *session_;
  std::uint32_t op_;
  TriageEdit edit_;
  bool isDone_ = true;
};

TriageSession::TriageSession(QObject *parent) : QObject(parent), stack_(this), job_(this) {
  connect(&job_, &Job::runningChanged, this, &TriageSession::runningChanged);
}

QString TriageSession::whyNot(const workspace::Review *review) {
  if (review == nullptr) return tr("No variant is shown.");
  if (!review->triage) return tr("Two versions of one program have no triage.");
  const auto file = workspace::triageFileOf(review->port);
  if (!file) return tr("There is no folder in which a triage of this pair could lie.");
  if (!review->triageNote.empty()) return tr("%1. Mend the file, then reload: it would be written over.").arg(fromUtf8(review->triageNote));
  const QFileInfo folder(QString::fromStdString(file->parent_path().string()));
  if (!folder.isWritable())
    return tr("%1 cannot be written, and that is where triage.json of this port lies. Work on a copy of the workspace that may be changed.")
        .arg(folder.filePath());
  return {};
}

void TriageSession::accept(std::uint32_t op, workspace::ReviewPtr review, std::vector<std::string> anchors, TriageEntry entry,
                           std::vector<ReviewWork> others) {
  sortOut(anchors);
  const auto file = workspace::triageFileOf(review->port);
  if (!file) return;
  start(op, tr("accept %1").arg(counted(anchors.size())),
        [file = *file, review = std::move(review), anchors, entry = std::move(entry),
         others = std::move(others)](const CancelToken &cancel) -> Result<TriageEdit> {
          std::vector<workspace::ReviewPtr> reviews = reviewsOf(file, others, cancel);
          // Nothing of it is written unless all of it can be.
          if (cancel.cancelled()) return Error{ErrorKind::Cancelled, "cancelled", {}, {}};
          reviews.insert(reviews.begin(), review);
          return acceptAll(file, reviews, anchors, entry);
        });
}

void TriageSession::withdraw(std::uint32_t op, const workspace::ReviewPtr &review, std::vector<std::string> anchors) {
  sortOut(anchors);
  const auto file = workspace::triageFileOf(review->port);
  if (!file) return;
  start(op, tr("withdraw the waiver of %1").arg(counted(anchors.size())),
        [file = *file, anchors](const CancelToken &) { return withdrawAll(file, anchors); });
}

void TriageSession::acceptEverywhere(std::uint32_t op, workspace::OperatorFindingsPtr findings, std::vector<std::uint32_t> positions,
                                     TriageEntry entry) {
  const QString text = tr("accept %1 everywhere").arg(counted(positions.size()));
  start(op, text, [findings = std::move(findings), positions = std::move(positions), entry = std::move(entry)](const CancelToken &cancel) {
    const Wanted wanted = [&](const std::filesystem::path &file, const TriageFile &now,
                              const workspace::OperatorFinding &finding) -> std::optional<TriageChange> {
      TriageChange change{finding.finding->anchor, entryOf(now, finding.finding->anchor), entry};
      change.after->anchor = change.anchor;
      change.after->covers = workspace::coversIn(*findings, finding, file);
      if (change.after->covers.empty()) return std::nullopt;
      if (change.before) change.after->covers = triage::united(std::move(change.after->covers), change.before->covers);
      return change;
    };
    return changeEverywhere(*findings, positions, wanted, cancel);
  });
}

void TriageSession::withdrawEverywhere(std::uint32_t op, workspace::OperatorFindingsPtr findings, std::vector<std::uint32_t> positions) {
  const QString text = tr("withdraw the waiver of %1 everywhere").arg(counted(positions.size()));
  start(op, text, [findings = std::move(findings), positions = std::move(positions)](const CancelToken &cancel) {
    const Wanted wanted = [](const std::filesystem::path &, const TriageFile &now,
                             const workspace::OperatorFinding &finding) -> std::optional<TriageChange> {
      auto entry = entryOf(now, finding.finding->anchor);
      if (!entry) return std::nullopt;
      return TriageChange{finding.finding->anchor, std::move(entry), std::nullopt};
    };
    return changeEverywhere(*findings, positions, wanted, cancel);
  });
}

void TriageSession::start(std::uint32_t op, const QString &text, Work work) {
  // Whatever is being written ends first: a job that is started anew drops the last one's answer.
  if (job_.running()) return;
  job_.start(std::move(work), [this, op, text](Result<TriageEdit> edit) {
    if (!edit) {
      Q_EMIT failed(tr("The triage cannot be written"), edit.error());
      return;
    }
    stack_.push(new Command(this, op, text, std::move(*edit)));
    Q_EMIT changed(op);
  });
}

void TriageSession::undo() {
  if (!job_.running()) stack_.undo();
}

void TriageSession::redo() {
  if (!job_.running()) stack_.redo();
}

void TriageSession::clear() { stack_.clear(); }

void TriageSession::apply(std::uint32_t op, const TriageEdit &edit, bool isBackwards) {
  job_.start(
      [wanted = isBackwards ? backwards(edit) : edit](const CancelToken &) -> Result<bool> {
        if (auto changed = changeAll(wanted); !changed) return changed.error();
        return true;
      },
      [this, op](const Result<bool> &done) {
        if (done) {
          Q_EMIT changed(op);
          return;
        }
        // What is on the stack no longer tells what the file has.
        stack_.clear();
        Q_EMIT failed(tr("The triage cannot be changed back"), done.error());
      });
}

}  // namespace tileport::views
