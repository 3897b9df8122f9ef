// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/labels/corpus.h"

#include <algorithm>

#include "mutate/synthetic.h"
#include "oracle/gpu/against.h"
#include "oracle/small_programs.h"
#include "tileir/program_reader.h"

namespace tileport::oracle::labels {

using tileir::ProgramPtr;
using tileir::ScalarKind;
namespace fs = std::filesystem;

namespace {

constexpr const char *kFolders[] = {"tests/oracle/gpu/cases", "tests/cases/mutants/cases"};
/// Those that end within the budget.
constexpr std::size_t kSyntheticSizes[] = {60};
constexpr std::uint64_t kSyntheticSeeds[] = {2, 3, 5, 6};

std::string syntheticName(std::size_t size, std::uint64_t seed) { return "synthetic-" + std::to_string(size) + "-" + std::to_string(seed); }

/// The prologue of synthetic programs: base, rows, columns and stride of each tensor.
Member syntheticMember(std::size_t size, std::uint64_t seed) {
  constexpr std::uint64_t kRows = 80, kColumns = 136, kStride = 1024;
  Member member;
  member.name = syntheticName(size, seed);
  member.program = mutate::synthetic(size, seed);
  const tileir::Function &entry = member.program->data().functions[0];
  member.launch.entry = entry.name;
  std::size_t scalars = 0;
  for (const tileir::TypeId id : member.program->type(entry.signature).inputs) {
    const tileir::Type &element = member.program->type(member.program->type(id).element);
    if (element.kind != tileir::TypeKind::Pointer) {
      const std::uint64_t numbers[] = {kRows, kColumns, kStride};
      member.launch.arguments.emplace_back(ScalarArgument{numbers[scalars++ % 3]});
      continue;
    }
    member.launch.arguments.emplace_back(BufferArgument{member.launch.buffers.size()});
    std::vector<double> values;
    for (std::size_t i = 0; i < kRows * kStride; ++i)
      values.push_back(static_cast<double>(gpu::word(seed + member.launch.buffers.size(), i) % 8192) / 1024.0 - 4);
    const ScalarKind kind = member.program->type(element.element).scalar;
    member.launch.buffers.push_back(bufferOf("b" + std::to_string(member.launch.buffers.size()), kind, values));
    member.mayBeChanged.push_back(true);
  }
  return member;
}

Result<Member> caseMember(const fs::path &path) {
  const auto read = gpu::readCase(path);
  if (!read) return read.error();
  const auto program = tileir::readProgramFile(read->program);
  if (!program) return program.error();
  Member member;
  member.name = read->name;
  member.program = *program;
  member.launch = gpu::launchOf(*read);
  for (std::size_t i = 0; i < read->buffers.size(); ++i)
    member.mayBeChanged.push_back(!read->buffers[i].output && isFloat(member.launch.buffers[i].element));
  return member;
}

}  // namespace

std::vector<std::string> memberNames(const fs::path &root) {
  std::vector<std::string> names;
  for (const char *folder : kFolders) {
    std::error_code failed;
    for (const auto &file : fs::directory_iterator(root / folder, failed))
      if (file.path().extension() == ".json") names.push_back(file.path().stem().string());
  }
  for (const std::size_t size : kSyntheticSizes)
    for (const std::uint64_t seed : kSyntheticSeeds) names.push_back(syntheticName(size, seed));
  std::sort(names.begin(), names.end());
  return names;
}

Result<Member> readMember(const fs::path &root, const std::string &name) {
  for (const std::size_t size : kSyntheticSizes)
    for (const std::uint64_t seed : kSyntheticSeeds)
      if (name == syntheticName(size, seed)) return syntheticMember(size, seed);
  for (const char *folder : kFolders) {
    const fs::path path = root / folder / (name + ".json");
    std::error_code failed;
    if (fs::exists(path, failed)) return caseMember(path);
  }
  Error error;
  error.message = "there is no case \"" + name + "\"";
  error.advice = "Names are those of " + std::string(kFolders[0]) + " and " + kFolders[1] + ".";
  return error;
}

}  // namespace tileport::oracle::labels
