// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <optional>
#include <vector>

#include "views/review/review_text.h"
#include "workspace/workspace.h"

namespace tileport::views {

/// Positions in Workspace::operators and Operator::variants.
struct VariantId {
  std::uint32_t op = 0;
  std::uint32_t variant = 0;

  auto operator<=>(const VariantId &) const = default;
};

/// Positions in Workspace::operators and Operator::unpaired.
struct UnpairedId {
  std::uint32_t op = 0;
  std::uint32_t unpaired = 0;

  auto operator<=>(const UnpairedId &) const = default;
};

/// What is known of a variant so far.
struct VariantStatus {
  enum class State : std::uint8_t { Pending, Reviewing, Done, Failed };
  State state = State::Pending;
  Outcome outcome = Outcome::Same;              ///< Done
  workspace::Review::Counts counts;             ///< Done
  std::optional<triage::Verdict> verdict = {};  ///< Done; absent where there is none to give
  QString verdictWhy = {};                      ///< Done; in whole sentences
  std::optional<Error> error;                   ///< Failed
};

VariantStatus statusOf(const workspace::Review &review);

/// Operators; below each its variants with their counts and, where there are any, one row for the programs without a partner, which
/// stand below that. Of an operator without variants they stand below the operator itself.
class WorkspaceModel final : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Column { NameColumn, VerdictColumn, CountsColumn, ColumnCount };
  enum Role {
    VariantRole = Qt::UserRole,  ///< VariantId; an operator gives that of its first variant
    IsVariantRole,               ///< bool
    StateRole,                   ///< VariantStatus::State as int
    UnpairedRole,                ///< UnpairedId of a program without a partner; invalid for the others
    OperatorRole,                ///< of an operator that has variants its position; invalid for the others
  };

  using QAbstractItemModel::QAbstractItemModel;

  void setWorkspace(workspace::WorkspacePtr workspace);
  void setStatus(VariantId id, VariantStatus status);
  const VariantStatus *status(VariantId id) const;
  const workspace::WorkspacePtr &workspace() const { return workspace_; }

  QModelIndex indexOf(VariantId id) const;
  QModelIndex indexOf(UnpairedId id) const;
  QModelIndex indexOfOperator(std::uint32_t op) const;
  /// The position of the operator; absent where it has no variant.
  std::optional<std::uint32_t> findOperator(const QString &name) const;
  std::optional<VariantId> find(const QString &op, const QString &variant) const;
  /// The first program without a partner; of a workspace that has no variant, the first thing to look at.
  std::optional<UnpairedId> firstUnpaired() const;
  std::optional<UnpairedId> findUnpaired(const QString &op, const QString &name) const;
  /// Null when there is none.
  const workspace::Unpaired *unpaired(UnpairedId id) const;
  /// All variants in the order of the tree.
  std::vector<VariantId> variants() const;

  QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
  QModelIndex parent(const QModelIndex &child) const override;
  int rowCount(const QModelIndex &parent = {}) const override;
  int columnCount(const QModelIndex &parent = {}) const override;
  QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  QString operatorCounts(std::uint32_t op) const;
  QString operatorTip(std::uint32_t op) const;
  QVariant operatorData(std::uint32_t op, int column, int role) const;
  QVariant variantData(VariantId id, int column, int role) const;
  QVariant groupData(std::uint32_t op, int column, int role) const;
  QVariant unpairedData(UnpairedId id, int column, int role) const;
  bool isGroup(const QModelIndex &index) const;

  workspace::WorkspacePtr workspace_;
  std::vector<std::vector<VariantStatus>> statuses_;
};

/// "~2 −1", "✓ 0" ("0" without a PASS), "?", "…" while it is being reviewed, "!" when it cannot be read.
QString statusText(const VariantStatus &status);
/// The same of all variants of an operator.
QString statusText(const std::vector<VariantStatus> &statuses);
/// "✓ PASS", "✕ FIXABLE"; empty where there is no verdict (yet).
QString verdictWord(const VariantStatus &status);
/// The worst of an operator's variants. It is a PASS only when all of them are.
QString verdictWord(const std::vector<VariantStatus> &statuses);

}  // namespace tileport::views

Q_DECLARE_METATYPE(tileport::views::VariantId)
Q_DECLARE_METATYPE(tileport::views::UnpairedId)
