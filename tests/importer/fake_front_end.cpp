// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A front end of the name that FRONT_END_ID gives, whose driver is fake_driver.py. For tests of imports without the real ones.
#include <QtCore/QObject>
#include <cstdlib>

#include "plugin/front_end.h"

using namespace tileport;

class FakeFrontEnd : public QObject, public plugin::FrontEnd {
  Q_OBJECT
  Q_PLUGIN_METADATA(IID TILEPORT_FRONT_END_IID)
  Q_INTERFACES(tileport::plugin::FrontEnd)

 public:
  plugin::FrontEndInfo info() const override { return {FRONT_END_ID, "Fake", plugin::Side::Reference, {}}; }
  std::vector<plugin::Tool> tools(plugin::Host &) const override { return {}; }
  Result<plugin::Driver> driver(plugin::Host &) const override {
    plugin::Driver driver;
    driver.call.program = "python3";
    driver.call.arguments = {"-B", FAKE_DRIVER, FRONT_END_ID};
    driver.title = "Fake";
    return driver;
  }
};

#include "fake_front_end.moc"
