// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "toolchain/front_ends.h"

#include <QtCore/QJsonObject>
#include <QtCore/QPluginLoader>
#include <algorithm>
#include <system_error>

namespace tileport::toolchain {

namespace fs = std::filesystem;

namespace {

std::vector<fs::path> librariesIn(const fs::path &folder) {
  std::vector<fs::path> libraries;
  std::error_code failure;
  for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end; entry.increment(failure)) {
    std::error_code ignored;
    if (entry->is_regular_file(ignored) && entry->path().extension() == ".so") libraries.push_back(entry->path());
  }
  std::sort(libraries.begin(), libraries.end());
  return libraries;
}

bool isName(std::string_view id) {
  return !id.empty() &&
         std::all_of(id.begin(), id.end(), [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
}

}  // namespace

FrontEnds FrontEnds::load(const std::vector<fs::path> &folders) {
  FrontEnds loaded;
  for (const fs::path &folder : folders) {
    for (const fs::path &library : librariesIn(folder)) loaded.add(library);
  }
  return loaded;
}

void FrontEnds::add(const fs::path &library) {
  const auto refuse = [&](std::string reason) { refused_.push_back({library, std::move(reason)}); };
  QPluginLoader loader(QString::fromStdString(library.string()));
  // Read from the file, without running anything of it.
  const QString interface = loader.metaData().value(QStringLiteral("IID")).toString();
  if (interface.isEmpty()) return refuse("is no plugin");
  if (interface != QLatin1String(TILEPORT_FRONT_END_IID))
    return refuse("is a plugin for " + interface.toStdString() + ", this Tileport takes " TILEPORT_FRONT_END_IID);
  const auto *frontEnd = qobject_cast<plugin::FrontEnd *>(loader.instance());
  if (frontEnd == nullptr) return refuse("cannot be loaded: " + loader.errorString().toStdString());
  plugin::FrontEndInfo info = frontEnd->info();
  if (!isName(info.id)) return refuse("calls itself \"" + info.id + "\"; a front end's id has small letters, digits and _");
  if (const LoadedFrontEnd *other = find(info.id))
    return refuse("is another " + info.id + "; " + other->library.string() + " was found first");
  fs::path own = library.parent_path() / info.id;
  all_.push_back({frontEnd, std::move(info), library, std::move(own)});
}

const LoadedFrontEnd *FrontEnds::find(std::string_view id) const {
  const auto found = std::find_if(all_.begin(), all_.end(), [&](const LoadedFrontEnd &each) { return each.info.id == id; });
  return found == all_.end() ? nullptr : &*found;
}

}  // namespace tileport::toolchain
