// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "evidence/compilation.h"

namespace tileport::evidence {

std::string_view toText(Compilation::End end) {
  switch (end) {
    case Compilation::End::Compiled: return "compiled";
    case Compilation::End::Refused: return "refused";
    case Compilation::End::Crashed: return "crashed";
    case Compilation::End::Unfinished: return "unfinished";
    case Compilation::End::NotRun: return "not_run";
  }
  return "";
}

}  // namespace tileport::evidence
