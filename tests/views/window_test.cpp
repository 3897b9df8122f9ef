// SPDX-License-Identifier: GPL-3.0-or-later
#include "window_test.h"

#include <QCoreApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <cstdlib>

#include "sample_review.h"
#include "sample_specification.h"

namespace tileport::views::test {

void useScratchSettings() {
  static QTemporaryDir folder;
  QCoreApplication::setOrganizationName(QStringLiteral("Tileport"));
  QCoreApplication::setApplicationName(QStringLiteral("tests"));
  QSettings::setDefaultFormat(QSettings::IniFormat);
  QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.path());
  QSettings().clear();
}

ReviewFunctions sampleFunctions() {
  ReviewFunctions functions;
  functions.openWorkspace = [](const std::filesystem::path &path) -> Result<workspace::WorkspacePtr> {
    if (path.filename() == "broken")
      return Error{
          ErrorKind::Malformed, "the member \"operators\" is not a list", {.file = path.string(), .line = 3}, "Mend workspace.json."};
    if (path.filename() == "unpaired") return sampleWorkspaceWithUnpaired();
    if (path.filename() == "alone") {
      auto workspace = std::make_shared<workspace::Workspace>(*sampleWorkspaceWithUnpaired());
      workspace->operators.erase(workspace->operators.begin(), workspace->operators.end() - 1);
      return workspace::WorkspacePtr(workspace);
    }
    return sampleWorkspace();
  };
  functions.readAlone = [](const workspace::SideFiles &files, const CancelToken &) -> Result<workspace::ReviewSidePtr> {
    if (files.program == "f8") return Error{ErrorKind::CannotRead, "there is no such file", {.file = "f8"}, "Import again."};
    return sampleAlone();
  };
  functions.readRuns = [](const std::filesystem::path &) -> Result<std::vector<toolchain::RunRecord>> {
    return std::vector<toolchain::RunRecord>{};
  };
  functions.review = [](const workspace::Operator &op, const workspace::Variant &, const CancelToken &) -> Result<workspace::ReviewPtr> {
    return op.name == "softmax" ? sampleReview() : sameReview();
  };
  functions.specify = [](const workspace::Operator &op, toolchain::RunLog &, const CancelToken &) -> Result<importer::SpecifiedOperator> {
    return sampleSpecification(op);
  };
  functions.reviewFiles = [](const std::filesystem::path &reference, const std::filesystem::path &,
                             const CancelToken &) -> Result<workspace::ReviewPtr> {
    if (reference.filename() == "broken.tileirbc")
      return Error{ErrorKind::Malformed,
                   "the section runs past the end of the file",
                   {.file = reference.string(), .byteOffset = 26, .section = "func"},
                   "Export the program again."};
    return undecidedReview();
  };
  return functions;
}

void keepPicture(QWidget *widget, const QString &name) {
  const QString folder = qEnvironmentVariable("TILEPORT_PICTURES");
  if (!folder.isEmpty()) widget->grab().save(folder + u'/' + name + QStringLiteral(".png"));
}

bool hasColor(const QImage &image, const QRect &area, const QColor &color) {
  const QRect inside = area & image.rect();
  for (int y = inside.top(); y <= inside.bottom(); ++y)
    for (int x = inside.left(); x <= inside.right(); ++x) {
      const QColor pixel = image.pixelColor(x, y);
      const int away =
          std::abs(pixel.red() - color.red()) + std::abs(pixel.green() - color.green()) + std::abs(pixel.blue() - color.blue());
      if (away <= 9) return true;
    }
  return false;
}

QImage pictureOf(QWidget *widget) {
  QImage image(widget->size(), QImage::Format_RGB32);
  widget->render(&image);
  return image;
}

}  // namespace tileport::views::test
