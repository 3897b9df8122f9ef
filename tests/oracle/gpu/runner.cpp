// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <string>

#include "oracle/gpu/base64.h"
#include "oracle/gpu/case.h"
#include "oracle/gpu/launch.h"
#include "support/file.h"

/// Launches one case in this process. record.py starts one process a case, so that a fault of one kernel ends nothing else.
namespace {

using namespace tileport;
using namespace tileport::oracle::gpu;

constexpr const char *kUsage = R"(usage: oracle-gpu run CASE.json CUBIN [--driver LIBRARY]
       oracle-gpu inputs CASE.json

run     launches the case three times on GPU 0 and prints a JSON object: GPU, fingerprints of the inputs, outputs.
inputs  prints the fingerprints of the inputs alone. Needs no GPU.

Exit codes: 0 done, 1 the case cannot be read or its launch failed, 2 wrong use.
)";
constexpr unsigned kTimes = 3;

int fail(const Error &error) {
  std::fprintf(stderr, "%s\n", error.toString().c_str());
  return 1;
}

std::string inputsText(const Case &read) {
  std::string text = "{";
  for (const CaseBuffer &buffer : read.buffers) {
    char hash[17];
    std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(fingerprint(buffer.contents())));
    text += (text.size() > 1 ? ", \"" : "\"") + buffer.name + "\": \"" + hash + "\"";
  }
  return text + "}";
}

std::string resultText(const Case &read, const Driver &driver, const LaunchResult &result) {
  std::string text = "{\"gpu\": \"" + driver.gpuName() + "\", \"compute_capability\": \"" + driver.computeCapability() +
                     "\", \"cuda\": \"" + driver.cudaVersion() + "\", \"repeats\": " + (result.repeats ? "true" : "false") +
                     ",\n\"inputs\": " + inputsText(read) + ",\n\"outputs\": {";
  bool first = true;
  for (std::size_t i = 0; i < read.buffers.size(); ++i) {
    if (!read.buffers[i].output) continue;
    text += (first ? "\"" : ",\n\"") + read.buffers[i].name + "\": \"" + toBase64(result.outputs[i]) + "\"";
    first = false;
  }
  return text + "}}\n";
}

int run(const Case &read, const std::string &cubinFile, const std::string &library) {
  const auto cubin = readFile(cubinFile, 1 << 28);
  if (!cubin) return fail(cubin.error());
  auto driver = Driver::open(library);
  if (!driver) return fail(driver.error());
  if (const auto loaded = driver->load(*cubin, read.entry); !loaded) return fail(loaded.error());
  const auto result = launchCase(*driver, read, kTimes);
  if (!result) return fail(result.error());
  std::fputs(resultText(read, *driver, *result).c_str(), stdout);
  return 0;
}

}  // namespace

int main(int argc, char **argv) {
  const std::string command = argc > 1 ? argv[1] : "";
  const bool launch = command == "run" && (argc == 4 || (argc == 6 && std::string(argv[4]) == "--driver"));
  if (!launch && !(command == "inputs" && argc == 3)) {
    std::fputs(kUsage, stderr);
    return 2;
  }
  const auto read = readCase(argv[2]);
  if (!read) return fail(read.error());
  if (launch) return run(*read, argv[3], argc == 6 ? argv[5] : "libcuda.so.1");
  std::printf("%s\n", inputsText(*read).c_str());
  return 0;
}
