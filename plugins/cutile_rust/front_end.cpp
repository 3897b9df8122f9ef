// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <QtCore/QObject>
#include <charconv>
#include <chrono>
#include <system_error>

#include "plugin/front_end.h"
#include "plugin/tools_folder.h"

namespace tileport::plugin {

namespace {

constexpr int kLeastMinor = 89;  // Rust 1.89: edition 2024 and what cuTile Rust uses

/// The second word of "rustc 1.95.0 (...)"; empty when it is another text.
std::string versionIn(const std::string &text, std::string_view name) {
  if (!text.starts_with(std::string(name) + " ")) return "";
  const std::size_t begin = name.size() + 1;
  return text.substr(begin, text.find_first_of(" \n", begin) - begin);
}

/// Whether "1.95.0" is at least 1.89.
bool isRecent(std::string_view version) {
  int major = 0, minor = 0;
  const char *const end = version.data() + version.size();
  const auto [at, failure] = std::from_chars(version.data(), end, major);
  if (failure != std::errc() || at == end || *at != '.') return false;
  if (std::from_chars(at + 1, end, minor).ec != std::errc()) return false;
  return major > 1 || (major == 1 && minor >= kLeastMinor);
}

Tool rustTool(plugin::Host &host, const std::string &name, std::string enables) {
  Tool tool{.name = name, .wanted = "1.89 or newer", .enables = std::move(enables)};
  tool.advice = "Install Rust 1.89 or newer, by rustup or your system's packages.";
  plugin::ProcessCall call{.program = name, .arguments = {"--version"}};
  call.limits.time = std::chrono::seconds(20);
  const Result<plugin::ProcessAnswer> answer = host.run(call);
  if (!answer) return tool;
  tool.path = name;
  tool.version = answer->succeeded() ? versionIn(answer->output, name) : "";
  if (tool.version.empty()) {
    tool.state = ToolState::Broken;
    tool.advice = name + " --version " + answer->describe(call.limits) + ". " + tool.advice;
  } else if (!isRecent(tool.version)) {
    tool.state = ToolState::TooOld;
  } else {
    tool.state = ToolState::Present;
    tool.advice.clear();
  }
  return tool;
}

/// What cuTile Rust's build scripts look for.
Tool headers(const std::filesystem::path &tools) {
  Tool tool{.name = "CUDA headers", .wanted = "13.1 or newer", .enables = "building cuTile Rust"};
  const auto packages = sitePackages(tools);
  std::error_code ignored;
  if (packages && std::filesystem::is_regular_file(*packages / "nvidia/cu13/include/cuda.h", ignored)) {
    tool.path = *packages / "nvidia/cu13/include";
    tool.version = packageVersion(*packages, "nvidia_cuda_runtime").value_or("13");
    tool.state = ToolState::Present;
  } else {
    tool.advice = kInstallAdvice;
  }
  return tool;
}

}  // namespace

/// cuTile Rust: the driver is export.py, which builds a small crate around each kernel.rs.
class CutileRust : public QObject, public plugin::FrontEnd {
  Q_OBJECT
  Q_PLUGIN_METADATA(IID TILEPORT_FRONT_END_IID)
  Q_INTERFACES(tileport::plugin::FrontEnd)

 public:
  plugin::FrontEndInfo info() const override { return {"cutile_rust", "cuTile Rust", plugin::Side::Port, {".rs"}}; }

  std::vector<Tool> tools(plugin::Host &host) const override {
    const auto &tools = host.folders().tools;
    return {pythonOf(tools), rustTool(host, "rustc", "building the ports' kernels"), rustTool(host, "cargo", "building the ports' kernels"),
            headers(tools), packageTool(tools, "libclang", "libclang", "building cuTile Rust")};
  }

  Result<plugin::Driver> driver(plugin::Host &host) const override {
    const auto &folders = host.folders();
    plugin::Driver driver;
    for (const Tool &tool : tools(host)) {
      if (tool.state != ToolState::Present) {
        const std::string what = tool.state == ToolState::TooOld   ? " is too old (" + tool.version + ", wanted " + tool.wanted + ")"
                                 : tool.state == ToolState::Broken ? " does not work"
                                                                   : " is not there";
        return Error{ErrorKind::Unsupported, tool.name + what, {}, tool.advice};
      }
      if (tool.name == "rustc") driver.identity = "rustc " + tool.version;
    }
    driver.call.program = folders.tools / "bin" / "python";
    driver.call.arguments = {"-u", "-B", (folders.own / "export.py").string()};
    driver.call.environment = {
        {"PYTHONPATH", std::nullopt}, {"PYTHONHOME", std::nullopt}, {"PYTHONNOUSERSITE", "1"}, {"TILEPORT_TOOLS", folders.tools.string()}};
    driver.files = filesBelow(folders.own, {".py"});
    for (auto &file : filesBelow(folders.own / "crates", {".rs", ".toml", ".lock"})) driver.files.push_back(std::move(file));
    for (auto &file : identityFiles(folders.tools)) driver.files.push_back(std::move(file));
    driver.title = "cuTile Rust";
    return driver;
  }
};

}  // namespace tileport::plugin

#include "front_end.moc"
