// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "align/alignment.h"
#include "certificate/check.h"
#include "oracle/labels/label.h"
#include "oracle/labels/requirements.h"
#include "oracle/labels/table.h"
#include "tileir/program_reader.h"
#include "triage/classify.h"

/// Mutants of programs that no label is known of: of any program there is, with what a review says of them.
namespace {

using namespace tileport;
using oracle::labels::Label;
using oracle::labels::Requirement;
using triage::Verdict;

constexpr const char *kUsage = R"(usage: judge-mutants REQUIRED PROGRAM...

Makes one mutant of each edit (tests/mutate) of each program, and reviews it against the program. REQUIRED is
tests/cases/mutants/required.tsv. Prints a table by edit, and each mutant of an edit that changes and a PASS all the same: the
certificate has proven it equal. Programs that cannot be read are an error.

Exit codes: 0 no PASS but of edits that required.tsv allows to be proven equal; 1 otherwise; 2 wrong use.
)";

struct Tally {
  std::map<Verdict, std::size_t> verdicts;
  std::size_t mutants = 0;
};

triage::TriagePtr triaged(const tileir::ProgramPtr &reference, const tileir::ProgramPtr &port) {
  align::AlignOptions options;
  options.certify = true;
  triage::TriageInput input;
  input.alignment = *align::align(reference, port, options);
  if (input.alignment->certificate) input.certificate = certificate::check(*input.alignment->certificate, *reference, *port);
  return *triage::classify(input);
}

void print(const std::map<std::string, Tally> &tallies) {
  std::printf("%-30s %7s %7s %7s %7s %7s\n", "edit", "mutants", "PASS", "NOTES", "BLOCKED", "FAIL");
  Tally sum;
  const auto line = [](const std::string &name, const Tally &tally) {
    const auto count = [&](Verdict verdict) { return tally.verdicts.count(verdict) != 0 ? tally.verdicts.at(verdict) : std::size_t{0}; };
    std::printf("%-30s %7zu %7zu %7zu %7zu %7zu\n", name.c_str(), tally.mutants, count(Verdict::Pass), count(Verdict::PassWithNotes),
                count(Verdict::Blocked), count(Verdict::FailFixable) + count(Verdict::FailCompilerBug));
  };
  for (const auto &[edit, tally] : tallies) {
    line(edit, tally);
    sum.mutants += tally.mutants;
    for (const auto &[verdict, count] : tally.verdicts) sum.verdicts[verdict] += count;
  }
  line("all", sum);
}

/// Whether a mutant of an edit that changes may be proven equal.
bool mayBeProven(const oracle::labels::Requirements &required, const mutate::Edit &edit) {
  const Requirement *row = required.of(edit.name, Label::Survivor);
  return row && row->unless == "certified";
}

/// All edits of one program; false when one passes that must not.
bool judge(const oracle::labels::Requirements &required, const tileir::ProgramPtr &program, const std::string &name,
           std::map<std::string, Tally> (&tallies)[2]) {
  bool good = true;
  for (const mutate::Edit *edit : oracle::labels::labelledEdits()) {
    const auto edited = edit->apply(*program, 0);
    if (!edited) continue;
    const bool equivalent = edit->meaning == mutate::Meaning::Equivalent;
    const triage::TriagePtr triage = triaged(program, edited->program);
    Tally &tally = tallies[equivalent][std::string(edit->name)];
    ++tally.mutants;
    ++tally.verdicts[triage->verdict];
    if (equivalent || triage->verdict != Verdict::Pass) continue;
    const bool allowed = mayBeProven(required, *edit);
    std::printf("%s: %s, %s: %s\n", allowed ? "proven equal" : "PASSED, WHICH IT MUST NOT", name.c_str(), std::string(edit->name).c_str(),
                edited->what.c_str());
    good = good && allowed;
  }
  return good;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 3) {
    std::fputs(kUsage, stderr);
    return 2;
  }
  const auto required = oracle::labels::Requirements::read(argv[1]);
  if (!required) {
    std::fprintf(stderr, "%s\n", required.error().toString().c_str());
    return 2;
  }
  std::map<std::string, Tally> tallies[2];
  bool good = true;
  for (int i = 2; i < argc; ++i) {
    const auto program = tileir::readProgramFile(argv[i]);
    if (!program) {
      std::fprintf(stderr, "%s\n", program.error().toString().c_str());
      return 2;
    }
    good = judge(*required, *program, argv[i], tallies) && good;
  }
  std::printf("\nEdits that change, %d programs:\n", argc - 2);
  print(tallies[0]);
  std::printf("\nEquivalent rewrites:\n");
  print(tallies[1]);
  return good ? 0 : 1;
}
