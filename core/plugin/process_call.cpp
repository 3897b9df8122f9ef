// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/process_call.h"

#include <cstring>

namespace tileport::plugin {

namespace {

std::string seconds(std::chrono::milliseconds time) {
  if (time.count() % 1000 == 0) return std::to_string(time.count() / 1000) + " s";
  return std::to_string(time.count()) + " ms";
}

}  // namespace

std::string ProcessAnswer::describe(const ProcessLimits &limits) const {
  switch (end) {
    case ProcessEnd::Exited: return "exited with " + std::to_string(exitCode);
    case ProcessEnd::Signalled: {
      if (signal == 0) return "ended in a way that is not known";
      const char *name = ::strsignal(signal);
      return "was ended by signal " + std::to_string(signal) + (name ? " (" + std::string(name) + ")" : "");
    }
    case ProcessEnd::TimedOut: return "did not end within " + seconds(limits.time);
    case ProcessEnd::Silent: return "said nothing for " + seconds(limits.silence);
    case ProcessEnd::Cancelled: return "was cancelled";
    case ProcessEnd::TooMuchOutput: return "wrote more than " + std::to_string(limits.output) + " bytes";
  }
  return "";
}

}  // namespace tileport::plugin
