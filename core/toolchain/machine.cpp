// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "toolchain/machine.h"

#include <charconv>
#include <cstdlib>
#include <optional>
#include <string>
#include <system_error>

#include "json/json.h"
#include "support/file.h"
#include "toolchain/tileiras.h"
#include "toolchain/tileiras_answer.h"

namespace tileport::toolchain {

namespace {

using plugin::Tool;
using plugin::ToolState;

constexpr std::chrono::milliseconds kPatience{10'000};

struct Version {
  unsigned major = 0, minor = 0;
  auto operator<=>(const Version &) const = default;
};

/// "13.1", also with more behind it.
std::optional<Version> versionOf(std::string_view text) {
  Version version;
  const char *const end = text.data() + text.size();
  const auto [dot, failure] = std::from_chars(text.data(), end, version.major);
  if (failure != std::errc() || dot == end || *dot != '.') return std::nullopt;
  if (std::from_chars(dot + 1, end, version.minor).ec != std::errc()) return std::nullopt;
  return version;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\n' || text.front() == '\r')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

std::string_view firstLine(std::string_view text) { return trimmed(text.substr(0, text.find('\n'))); }

plugin::ProcessCall asking(std::filesystem::path program, std::vector<std::string> arguments) {
  plugin::ProcessCall call{.program = std::move(program), .arguments = std::move(arguments)};
  call.limits.time = kPatience;
  return call;
}

Tool gpu(plugin::Host &host) {
  const plugin::ProcessCall call = asking("nvidia-smi", {"--query-gpu=name,compute_cap,driver_version", "--format=csv,noheader"});
  const auto answer = host.run(call);
  if (answer && answer->succeeded()) {
    Tool tool = gpuOf(firstLine(answer->output));
    tool.path = "nvidia-smi";
    return tool;
  }
  Tool tool = gpuOf({});
  tool.state = answer ? ToolState::Broken : ToolState::Missing;
  if (answer) tool.advice = "nvidia-smi " + answer->describe(call.limits) + ". Look whether the driver is loaded.";
  return tool;
}

std::filesystem::path cudaHome() {
  for (const char *name : {"CUDA_HOME", "CUDA_PATH"})
    if (const char *value = std::getenv(name); value && *value) return value;
  return {};
}

Tool systemTileiras(plugin::Host &host) {
  Tool tool{
      .name = "tileiras of the system's CUDA", .wanted = "CUDA 13.1 or newer", .enables = "cubins by the toolkit that you use yourself"};
  std::filesystem::path program = "tileiras";
  std::error_code failure;
  if (const auto home = cudaHome(); !home.empty() && std::filesystem::exists(home / "bin" / "tileiras", failure))
    program = home / "bin" / "tileiras";
  const plugin::ProcessCall call = asking(program, {"--version"});
  const auto answer = host.run(call);
  if (!answer) {
    tool.advice = "Not needed: doctor --install brings one. A toolkit of your own has it from CUDA 13.1 on.";
    return tool;
  }
  tool.path = program;
  tool.version = std::string(cudaRelease(answer->output));
  if (!answer->succeeded() || tool.version.empty()) {
    tool.state = ToolState::Broken;
    tool.advice = "tileiras --version " + (answer->succeeded() ? "does not say its release" : answer->describe(call.limits)) + ".";
  } else if (!hasTileIr(tool.version)) {
    tool.state = ToolState::TooOld;
    tool.advice = "Install CUDA 13.1 or newer.";
  } else {
    tool.state = ToolState::Present;
  }
  return tool;
}

/// The one that --compile takes, with what it needs to write cubins.
Tool compiler(plugin::Host &host) {
  Tool tool{.name = "tileiras for --compile",
            .wanted = "with libnvvm and ptxas",
            .enables = "tileport diff, review and report --compile: does it take both sides alike?"};
  const auto program = findTileiras({}, host.folders().tools);
  if (!program) {
    tool.advice = program.error().toString();
    return tool;
  }
  tool.path = *program;
  const plugin::ProcessCall call = asking(*program, {"--version"});
  const auto answer = host.run(call);
  if (answer) tool.version = versionOfTileiras(answer->output);
  const std::vector<std::string> missing = missingParts(*program);
  tool.state = tool.version.empty() || !missing.empty() ? ToolState::Broken : ToolState::Present;
  if (tool.version.empty()) {
    tool.advice = "tileiras --version " + (answer ? "does not say its release" : answer.error().message) + ".";
  } else if (!missing.empty()) {
    tool.advice = partsAdvice(missing, tool.version, host.folders().tools);
  }
  return tool;
}

/// The toolkit's own word: "version.json", which it has since 11.1.
std::string releaseOfToolkit(const std::filesystem::path &home) {
  const auto text = readFile(home / "version.json", std::uint64_t{1} << 20);
  if (!text) return {};
  const auto tree = json::parseJson(*text, "version.json");
  const json::JsonNode *cuda = tree ? tree->member("cuda") : nullptr;
  const json::JsonNode *version = cuda ? cuda->member("version") : nullptr;
  return version ? version->text : std::string();
}

Tool toolkitOf(const std::filesystem::path &home) {
  Tool tool{.name = "CUDA_HOME", .wanted = "13.1 or newer, or unset", .path = home, .enables = "where tileiras looks for libnvvm first"};
  std::error_code failure;
  if (!std::filesystem::is_directory(home, failure)) {
    tool.state = ToolState::Missing;
    tool.advice = home.string() + " is no folder. Unset CUDA_HOME or let it name a toolkit.";
    return tool;
  }
  tool.version = releaseOfToolkit(home);
  if (tool.version.empty()) {
    tool.state = ToolState::Broken;
    tool.advice = "The toolkit does not say its version. tileiras may fail with an older libnvvm: unset CUDA_HOME when it does.";
  } else if (!hasTileIr(tool.version)) {
    tool.state = ToolState::TooOld;
    tool.advice = "tileiras fails with this older libnvvm (exit code 5). Unset CUDA_HOME, or let it name a newer toolkit.";
  } else {
    tool.state = ToolState::Present;
  }
  return tool;
}

}  // namespace

Tool gpuOf(std::string_view line) {
  Tool tool{.name = "GPU",
            .wanted = "compute capability 8.0 or newer",
            .enables = "recording the launches of kernels as they run",
            .advice = "Not needed to compare programs."};
  line = trimmed(line);
  // The name may have a comma of its own, so that the fields are counted from the end.
  const std::size_t driver = line.rfind(','), capability = driver == std::string_view::npos ? driver : line.rfind(',', driver - 1);
  if (line.empty() || driver == 0 || capability == std::string_view::npos) {
    if (!line.empty()) tool.state = ToolState::Broken, tool.version = std::string(line);
    return tool;
  }
  const std::string_view compute = trimmed(line.substr(capability + 1, driver - capability - 1));
  tool.version = std::string(trimmed(line.substr(0, capability))) + ", compute capability " + std::string(compute) + ", driver " +
                 std::string(trimmed(line.substr(driver + 1)));
  const auto version = versionOf(compute);
  if (!version) {
    tool.state = ToolState::Broken;
  } else if (*version < Version{8, 0}) {
    tool.state = ToolState::TooOld;
    tool.advice = "tileiras makes no code for it.";
  } else {
    tool.state = ToolState::Present;
    tool.advice.clear();
    // What counts as official is said where figures are; here, which kind it is.
    if (version->major < 10) tool.version += " (not Blackwell: figures are indicative)";
  }
  return tool;
}

std::string_view cudaRelease(std::string_view text) {
  constexpr std::string_view kMark = "release ";
  const std::size_t at = text.find(kMark);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = text.substr(at + kMark.size());
  const std::string_view release = rest.substr(0, rest.find_first_not_of("0123456789."));
  return versionOf(release) ? release : std::string_view();
}

bool hasTileIr(std::string_view release) {
  const auto version = versionOf(release);
  return version && *version >= Version{13, 1};
}

std::vector<Tool> machineTools(plugin::Host &host) {
  std::vector<Tool> tools{gpu(host), systemTileiras(host), compiler(host)};
  if (const auto home = cudaHome(); !home.empty()) tools.push_back(toolkitOf(home));
  return tools;
}

}  // namespace tileport::toolchain
