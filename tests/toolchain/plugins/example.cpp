// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QtCore/QObject>
#include <system_error>

#include "plugin/front_end.h"

using namespace tileport;

/// A front end whose driver is a shell script in its own folder, which needs a program called "examplec".
class Example : public QObject, public plugin::FrontEnd {
  Q_OBJECT
  Q_PLUGIN_METADATA(IID TILEPORT_FRONT_END_IID)
  Q_INTERFACES(tileport::plugin::FrontEnd)

 public:
  plugin::FrontEndInfo info() const override { return {"example", "Example", plugin::Side::Port, {".ex"}}; }

  std::vector<plugin::Tool> tools(plugin::Host &host) const override {
    plugin::Tool tool{.name = "examplec", .wanted = "2 or newer", .enables = "making the ports' Tile IR"};
    tool.advice = "Install examplec.";
    const auto answer = host.run({.program = "examplec", .arguments = {"--version"}});
    if (!answer) return {tool};  // it could not be started: Missing
    tool.version = answer->output;
    tool.state = answer->succeeded() ? plugin::ToolState::Present : plugin::ToolState::Broken;
    if (tool.state == plugin::ToolState::Present) tool.advice.clear();
    return {tool};
  }

  Result<plugin::Driver> driver(plugin::Host &host) const override {
    const plugin::Tool tool = tools(host).front();
    if (tool.state != plugin::ToolState::Present) return Error{ErrorKind::Unsupported, "examplec is not there", {}, tool.advice};
    plugin::Driver driver;
    driver.call.program = host.folders().own / "driver.sh";
    driver.files = {driver.call.program};
    driver.identity = "examplec " + tool.version;
    driver.title = "Example " + tool.version;
    return driver;
  }
};

#include "example.moc"
