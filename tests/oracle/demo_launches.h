// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <random>
#include <stdexcept>

#include "oracle/small_programs.h"
#include "tileir/program_reader.h"

/// For tests: the programs of resources/demo with inputs of their shapes, smaller than those that they are exported for.
namespace tileport::oracle {

struct Matrix {
  std::int64_t rows = 1, columns = 1, stride = 1;
};

/// Seeded numbers between -4 and 4, the columns behind each row's end too.
inline Buffer randomBuffer(std::string name, tileir::ScalarKind element, std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(static_cast<double>(random() % 8192) / 1024.0 - 4);
  return bufferOf(std::move(name), element, values);
}

/// Base, extents and strides, as both front ends pass a tensor of two dimensions.
inline void addMatrix(Launch &launch, Buffer buffer, const Matrix &shape) {
  launch.arguments.emplace_back(BufferArgument{launch.buffers.size()});
  for (const std::int64_t number : {shape.rows, shape.columns, shape.stride, std::int64_t{1}})
    launch.arguments.emplace_back(ScalarArgument{static_cast<std::uint64_t>(number)});
  launch.buffers.push_back(std::move(buffer));
}

inline Launch rowsLaunch(tileir::ScalarKind element, const Matrix &shape, std::uint32_t blocks) {
  const auto count = static_cast<std::size_t>(shape.rows * shape.stride);
  Launch launch;
  launch.grid = {blocks, 1, 1};
  addMatrix(launch, randomBuffer("x", element, count, 1), shape);
  addMatrix(launch, zeros("y", element, count), shape);
  return launch;
}

inline Launch softmaxLaunch(tileir::ScalarKind element = tileir::ScalarKind::F32) { return rowsLaunch(element, {16, 1008, 1024}, 2); }
/// Of 5000 columns: a whole tile, and one that is mostly outside.
inline Launch logSoftmaxLaunch(tileir::ScalarKind element = tileir::ScalarKind::F32) { return rowsLaunch(element, {16, 5000, 5000}, 1); }

inline Launch rmsNormLaunch(tileir::ScalarKind element) {
  const Matrix shape{16, 4080, 4080};
  Launch launch;
  addMatrix(launch, randomBuffer("x", element, 16 * 4080, 1), shape);
  launch.arguments.insert(launch.arguments.end(), {BufferArgument{1}, ScalarArgument{4080}, ScalarArgument{1}});
  launch.buffers.push_back(randomBuffer("weight", element, 4080, 2));
  addMatrix(launch, zeros("y", element, 16 * 4080), shape);
  launch.arguments.emplace_back(ScalarArgument{0x3727C5AC});  // 1e-5
  return launch;
}

inline Launch matmulLaunch(tileir::ScalarKind element) {
  Launch launch;
  addMatrix(launch, randomBuffer("a", element, 32 * 80, 1), {32, 80, 80});
  addMatrix(launch, randomBuffer("b", element, 80 * 48, 2), {80, 48, 48});
  addMatrix(launch, zeros("c", element, 32 * 48), {32, 48, 48});
  return launch;
}

/// resources/demo/NAME/reference/reference_VARIANT.tileirbc, or generated/generated_VARIANT.tileirbc.
inline tileir::ProgramPtr demoProgram(const std::string &name, const std::string &side, const std::string &variant) {
  const std::string path =
      std::string(TILEPORT_SOURCE_DIR "/resources/demo/") + name + "/" + side + "/" + side + "_" + variant + ".tileirbc";
  auto program = tileir::readProgramFile(path);
  if (!program) throw std::runtime_error(program.error().toString());
  return *program;
}

}  // namespace tileport::oracle
