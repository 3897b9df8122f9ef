// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/recent.h"

#include <QDir>
#include <QFileInfo>
#include <QMimeData>
#include <QSettings>
#include <QUrl>

namespace tileport::views {
namespace {

QString keyOf() { return QStringLiteral("recent"); }

std::filesystem::path pathOf(const QString &name) { return QFileInfo(name).filesystemAbsoluteFilePath(); }

QString nameOf(const std::filesystem::path &path) { return QString::fromStdString(path.string()); }

}  // namespace

QList<OpenTarget> RecentTargets::list() const {
  QList<OpenTarget> targets;
  QSettings settings;
  const int count = settings.beginReadArray(keyOf());
  for (int i = 0; i < count; ++i) {
    settings.setArrayIndex(i);
    const auto path = [&](const char *key) -> std::filesystem::path { return settings.value(QLatin1String(key)).toString().toStdString(); };
    OpenTarget target{path("workspace"), path("reference"), path("port")};
    if (target.isWorkspace() || (!target.reference.empty() && !target.port.empty())) targets.append(std::move(target));
  }
  return targets;
}

void RecentTargets::add(const OpenTarget &target) {
  QList<OpenTarget> targets = list();
  targets.removeAll(target);
  targets.prepend(target);
  QSettings settings;
  settings.remove(keyOf());
  settings.beginWriteArray(keyOf());
  for (qsizetype i = 0; i < std::min(targets.size(), kMost); ++i) {
    settings.setArrayIndex(int(i));
    if (targets[i].isWorkspace()) settings.setValue(QStringLiteral("workspace"), nameOf(targets[i].workspace));
    else {
      settings.setValue(QStringLiteral("reference"), nameOf(targets[i].reference));
      settings.setValue(QStringLiteral("port"), nameOf(targets[i].port));
    }
  }
  settings.endArray();
}

void RecentTargets::clear() { QSettings().remove(keyOf()); }

QString titleOf(const OpenTarget &target) {
  if (!target.isWorkspace()) return nameOf(target.reference.filename()) + QStringLiteral(" | ") + nameOf(target.port.filename());
  std::filesystem::path folder = target.workspace;
  if (folder.filename() == "workspace.json") folder = folder.parent_path();
  return nameOf(folder.filename()) + QStringLiteral(" — ") + QDir::toNativeSeparators(nameOf(folder));
}

const QStringList &programEndings() {
  static const QStringList endings{QStringLiteral("tileirbc"), QStringLiteral("mlir"), QStringLiteral("tileir"), QStringLiteral("cubin")};
  return endings;
}

bool isProgramName(const QString &path) { return programEndings().contains(QFileInfo(path).suffix().toLower()); }

std::optional<OpenTarget> targetOf(const QStringList &paths) {
  if (paths.size() == 1) {
    const QFileInfo info(paths.front());
    if (info.isDir() || info.fileName() == QLatin1String("workspace.json")) return OpenTarget{pathOf(paths.front()), {}, {}};
    return std::nullopt;
  }
  if (paths.size() != 2) return std::nullopt;
  for (const QString &path : paths)
    if (!isProgramName(path)) return std::nullopt;
  const auto saysReference = [](const QString &path) {
    return QFileInfo(path).fileName().contains(QLatin1String("reference"), Qt::CaseInsensitive);
  };
  const bool swapped = saysReference(paths[1]) && !saysReference(paths[0]);
  return OpenTarget{{}, pathOf(paths[swapped ? 1 : 0]), pathOf(paths[swapped ? 0 : 1])};
}

std::optional<OpenTarget> targetOf(const QMimeData &data) {
  QStringList paths;
  for (const QUrl &url : data.urls()) {
    if (!url.isLocalFile()) return std::nullopt;
    paths << url.toLocalFile();
  }
  return targetOf(paths);
}

}  // namespace tileport::views
