// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A plugin for an interface that is gone. Loading it would end the test.
#include <QtCore/QObject>
#include <QtCore/QtPlugin>
#include <cstdlib>

class Old : public QObject {
  Q_OBJECT
  Q_PLUGIN_METADATA(IID "tileport.FrontEnd/0")
};

[[maybe_unused]] static const bool kLoaded = (std::abort(), true);

#include "old.moc"
