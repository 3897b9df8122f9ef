// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "toolchain/tileiras.h"

#include <signal.h>
#include <stdlib.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <system_error>

#include "support/file.h"
#include "support/fnv.h"
#include "toolchain/tileiras_answer.h"

namespace tileport::toolchain {

namespace fs = std::filesystem;
using evidence::Compilation;

namespace {

constexpr const char *kProgram = "program.tileirbc", *kCubin = "program.cubin", *kRemarks = "remarks.yaml";
constexpr std::uint64_t kMostRemarks = std::uint64_t{64} << 20;
constexpr std::uint64_t kLargestCubin = std::uint64_t{256} << 20;
constexpr std::size_t kMostPrinted = std::size_t{8} << 20;
constexpr std::chrono::milliseconds kPatience{10'000}, kLeastForTheProbe{30'000};

/// A folder for one run, gone with it.
class WorkFolder {
 public:
  WorkFolder() {
    std::error_code failed;
    std::string made = (fs::temp_directory_path(failed) / "tileport-tileiras-XXXXXX").string();
    if (!failed && ::mkdtemp(made.data()) != nullptr) path_ = made;
  }
  ~WorkFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  WorkFolder(const WorkFolder &) = delete;
  WorkFolder &operator=(const WorkFolder &) = delete;

  /// Empty: it could not be made.
  const fs::path &path() const { return path_; }

 private:
  fs::path path_;
};

bool writeWhole(const fs::path &path, std::string_view content) {
  std::ofstream stream(path, std::ios::binary);
  stream.write(content.data(), static_cast<std::streamsize>(content.size()));
  stream.close();
  return stream.good();
}

Compilation notRun(std::string why) {
  Compilation compilation;
  compilation.how = std::move(why);
  return compilation;
}

/// CUDA_HOME leads tileiras to the libnvvm of another toolkit, even where it has its own.
bool hasOwnLibnvvm(const fs::path &tileiras) { return !libnvvmBelow(tileiras.parent_path().parent_path()).empty(); }

Result<std::string> ask(const fs::path &program, const char *option, Runner &runner) {
  plugin::ProcessCall call{.program = program, .arguments = {option}};
  call.limits.time = kPatience;
  call.limits.output = kMostPrinted;
  const auto answer = runner.run(call);
  if (!answer) return answer.error();
  if (answer->end == plugin::ProcessEnd::Cancelled) return Error{ErrorKind::Cancelled, "cancelled", {}, ""};
  // A wrong argument ends it otherwise: an answer is there or not.
  return answer->output;
}

std::string joined(const std::vector<std::string> &words) {
  std::string text;
  for (const std::string &word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

}  // namespace

Result<Tileiras> Tileiras::open(TileirasOptions options, std::string_view probe, Runner &runner) {
  Tileiras tool;
  tool.options_ = std::move(options);
  tool.tools_ = runner.folders().tools;
  tool.probe_ = probe;
  const fs::path &program = tool.options_.program;
  const auto version = ask(program, "--version", runner);
  if (!version) return version.error();
  tool.version_ = versionOfTileiras(*version);
  if (tool.version_.empty())
    return Error{ErrorKind::Unsupported,
                 "is no tileiras: --version does not say its release",
                 {.file = program.string()},
                 "Name the tileiras of CUDA 13.1 or newer."};
  tool.title_ = "tileiras " + tool.version_;
  const auto help = ask(program, "--help", runner);
  if (!help) return help.error();
  const std::vector<std::string> gpus = gpusOfHelp(*help);
  if (!gpus.empty() && std::find(gpus.begin(), gpus.end(), tool.options_.gpuName) == gpus.end())
    return Error{ErrorKind::Usage, tool.title_ + " knows no GPU \"" + tool.options_.gpuName + "\"", {}, "It knows " + joined(gpus) + "."};
  const auto versions = ask(program, "--list-versions", runner);
  if (!versions) return versions.error();
  tool.versions_ = versionsOfList(*versions);
  auto fault = tool.faultOfProbe(runner);
  if (!fault) return std::move(fault).error();
  tool.fault_ = std::move(*fault);
  return tool;
}

Result<std::string> Tileiras::faultOfProbe(Runner &runner) const {
  // However little time a program gets: a busy machine is no fault.
  const auto probe = compileOnce(probe_, std::max(options_.time, kLeastForTheProbe), runner);
  if (!probe) return probe.error();
  if (probe->end == Compilation::End::Compiled) return std::string();
  return title_ + " cannot even compile a program in which nothing is: it " + probe->how + ". " +
         partsAdvice(missingParts(options_.program), version_, tools_);
}

Result<Compilation> Tileiras::compile(std::string_view bytecode, std::string described, Runner &runner) const {
  if (!fault_.empty()) return notRun(fault_);
  auto first = compileOnce(bytecode, options_.time, runner);
  if (!first) return first;
  first->bytecode = std::move(described);
  const bool failed = first->end == Compilation::End::Refused || first->end == Compilation::End::Crashed;
  if (!failed) return first;
  const auto again = compileOnce(bytecode, options_.time, runner);
  if (!again) return again;
  const bool alike = again->end == first->end && again->exitCode == first->exitCode && again->signal == first->signal;
  const auto fault = faultOfProbe(runner);
  if (!fault) return fault.error();
  if (alike && fault->empty()) return first;
  first->end = Compilation::End::NotRun;
  first->how = !fault->empty() ? *fault
                               : "does not end alike twice: at first it " + first->how + ", then it " + again->how +
                                     ". See whether the machine has memory and room enough.";
  return first;
}

Result<Compilation> Tileiras::compileOnce(std::string_view bytecode, std::chrono::milliseconds time, Runner &runner) const {
  const WorkFolder folder;
  if (folder.path().empty() || !writeWhole(folder.path() / kProgram, bytecode))
    return notRun("cannot write a program to compile: " + std::string(std::strerror(errno)) +
                  ". Give the folder for temporary files (TMPDIR) room and write permission.");
  plugin::ProcessCall call{.program = options_.program,
                           .arguments = {"--gpu-name", options_.gpuName, "--remarks=all", "--remark-format=yaml",
                                         std::string("--remarks-output-file=") + kRemarks, kProgram, "-o", kCubin},
                           .environment = {{"TMPDIR", folder.path().string()}},
                           .folder = folder.path()};
  if (hasOwnLibnvvm(options_.program))
    for (const char *name : {"CUDA_HOME", "CUDA_PATH"}) call.environment[name] = std::nullopt;
  call.limits.time = time;
  call.limits.output = kMostPrinted;
  const auto answer = runner.run(call);
  if (!answer) return notRun(answer.error().toString());
  if (answer->end == plugin::ProcessEnd::Cancelled) return Error{ErrorKind::Cancelled, "cancelled", {}, ""};
  std::error_code failed;
  Compilation compilation = compilationOf(*answer, call.limits, fs::is_regular_file(folder.path() / kCubin, failed));
  compilation.commandLine = "tileiras";
  for (const std::string &argument : call.arguments) compilation.commandLine += " " + shellWord(argument);
  if (compilation.end != Compilation::End::Compiled) return compilation;
  const auto cubin = readFile(folder.path() / kCubin, kLargestCubin);
  if (!cubin) return notRun("the cubin cannot be read: " + cubin.error().message);
  compilation.cubin = std::to_string(cubin->size()) + " bytes, " + hashText(*cubin);
  const auto written = readFile(folder.path() / kRemarks, kMostRemarks);
  auto remarks = written ? evidence::readRemarks(*written, kRemarks) : Result<std::vector<evidence::Remark>>(written.error());
  if (remarks) compilation.remarks = std::move(*remarks);
  else compilation.remarksUnknown = remarks.error().message;
  return compilation;
}

}  // namespace tileport::toolchain
