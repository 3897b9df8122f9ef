// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <QtCore/QtPlugin>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "plugin/process_call.h"
#include "support/cancel.h"
#include "support/result.h"

/// What a plugin for a front end (cuTile Python, cuTile Rust, ...) includes: this layer and support, nothing else. docs/plugins.md
/// shows a whole one.
namespace tileport::plugin {

enum class Side : std::uint8_t { Reference, Port };

struct FrontEndInfo {
  std::string id;     ///< "cutile_python": what workspaces and requests call it; also the name of the folder with its own files
  std::string title;  ///< "cuTile Python"
  Side side = Side::Reference;
  std::vector<std::string> extensions;  ///< of its sources, with the point: ".py"
};

/// Absolute. Of these only `own` is sure to be there.
struct Folders {
  std::filesystem::path own;    ///< the plugin's own files, such as its driver's scripts
  std::filesystem::path tools;  ///< other people's tools that Tileport installs on request
  std::filesystem::path cache;  ///< for what can be made again
};

enum class ToolState : std::uint8_t { Present, TooOld, Missing, Broken };

/// One thing of other people's that a front end needs, as it is on this machine.
struct Tool {
  std::string name;  ///< "cargo"
  ToolState state = ToolState::Missing;
  std::string version = {};         ///< as it says itself; empty when it is not known
  std::string wanted = {};          ///< "1.89 or newer"
  std::filesystem::path path = {};  ///< empty when it is missing
  std::string enables = {};         ///< what one can do with it, as a clause
  std::string advice = {};          ///< what to do when it is not present, as a sentence
};

/// What Tileport does for a plugin during a call.
class Host {
 public:
  virtual ~Host() = default;
  virtual const Folders &folders() const = 0;
  /// Runs a program within the call's limits, visible for the user and ended when the user cancels. The error is that it could
  /// not be started.
  virtual Result<ProcessAnswer> run(const ProcessCall &call) = 0;
};

/// How a front end's driver is started: a program that speaks tileport-job/1 (docs/plugins.md). Tileport appends the words
/// "job" and the path of a request, and runs it in a process of its own.
struct Driver {
  ProcessCall call;
  /// Files whose content decides, besides the request and what the driver names as dependencies, what it makes.
  std::vector<std::filesystem::path> files;
  /// The same for what is in no file: versions of tools.
  std::string identity;
  /// "cuTile Python 1.7.0". Without its version where a job chooses that: it is added then.
  std::string title;
};

/// One program that lies ready in somebody else's folder.
struct FoundProgram {
  std::string kernel;             ///< empty: as `symbol` says, else the program's first entry
  std::string variant;            ///< tells the kernel's programs apart
  std::filesystem::path program;  ///< a file; with `content`: what stands for it in messages
  /// Gives the program where it is no file of its own. Any thread may call it, as long as the plugin is loaded; it does not throw.
  std::function<Result<std::string>(const CancelToken &)> content = {};
  std::string symbol = {};            ///< of its first entry, as cuTile Python mangles it; empty: not known
  std::filesystem::path source = {};  ///< empty when the folder does not say
  std::string title = {};             ///< the front end with its version, as far as it is known
  std::string note = {};              ///< what a person should know: "debug info stripped"
};

/// Implemented by a plugin. Stateless: any thread may call any function, several at once. No function throws.
class FrontEnd {
 public:
  virtual ~FrontEnd() = default;
  virtual FrontEndInfo info() const = 0;
  /// What it needs and what is there. Runs programs to ask for their versions, quickly.
  virtual std::vector<Tool> tools(Host &host) const = 0;
  /// Absent tools are an error whose advice says how to get them; a front end that only reads what lies ready answers Unsupported.
  virtual Result<Driver> driver(Host &host) const = 0;
  /// The programs that a cache or folder of the front end holds. Only reads. By default none.
  virtual Result<std::vector<FoundProgram>> collect(const std::filesystem::path &folder, const CancelToken &cancel) const {
    (void)folder, (void)cancel;
    return std::vector<FoundProgram>{};
  }
};

}  // namespace tileport::plugin

/// The number at its end is the interface's version: a plugin that was built against another one is not loaded. A plugin must
/// come from the same compiler and the same Tileport, since the interface is made of the standard library's types.
#define TILEPORT_FRONT_END_IID "tileport.FrontEnd/2"
Q_DECLARE_INTERFACE(tileport::plugin::FrontEnd, TILEPORT_FRONT_END_IID)
