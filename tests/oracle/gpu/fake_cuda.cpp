// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stands in for libcuda.so.1 in the harness's tests: memory is the host's, and a "cubin" is a text that says what a launch does with
// its first two arguments, the addresses of two buffers of 64 bytes.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include <unistd.h>

namespace {

std::string program;
int launches = 0;

int obey(void **arguments) {
  auto *from = *static_cast<unsigned char **>(arguments[0]), *to = *static_cast<unsigned char **>(arguments[1]);
  for (int i = 0; i < 64; ++i) to[i] = static_cast<unsigned char>(from[i] + 1);
  if (program == "beyond") to[64] ^= 1;
  if (program == "before") to[-1] ^= 1;
  if (program == "input") from[3] ^= 1;
  if (program == "unstable") to[5] = static_cast<unsigned char>(launches);
  if (program == "hang") sleep(600);
  if (program == "crash") std::abort();
  ++launches;
  return program == "fail" ? 700 : 0;
}

}  // namespace

extern "C" {

int cuInit(unsigned) { return 0; }
int cuDeviceGet(int *device, int) { return *device = 0; }
int cuDeviceGetName(char *name, int length, int) {
  std::strncpy(name, "fake", static_cast<std::size_t>(length));
  return 0;
}
int cuDeviceGetAttribute(int *value, int attribute, int) {
  *value = attribute == 75 ? 9 : 0;
  return 0;
}
int cuDriverGetVersion(int *version) {
  *version = 13000;
  return 0;
}
int cuDevicePrimaryCtxRetain(void **context, int) {
  *context = &program;
  return 0;
}
int cuCtxSetCurrent(void *) { return 0; }
int cuCtxSynchronize() { return 0; }
int cuModuleLoadData(void **module, const void *image) {
  program = static_cast<const char *>(image);
  *module = &program;
  return program == "unreadable" ? 200 : 0;
}
int cuModuleGetFunction(void **function, void *, const char *name) {
  *function = &program;
  return std::strcmp(name, "kernel") == 0 ? 0 : 500;
}
int cuMemAlloc_v2(std::uint64_t *pointer, std::size_t bytes) {
  *pointer = reinterpret_cast<std::uint64_t>(std::aligned_alloc(256, (bytes + 255) / 256 * 256));
  return 0;
}
int cuMemFree_v2(std::uint64_t pointer) {
  std::free(reinterpret_cast<void *>(pointer));
  return 0;
}
int cuMemcpyHtoD_v2(std::uint64_t to, const void *from, std::size_t bytes) {
  std::memcpy(reinterpret_cast<void *>(to), from, bytes);
  return 0;
}
int cuMemcpyDtoH_v2(void *to, std::uint64_t from, std::size_t bytes) {
  std::memcpy(to, reinterpret_cast<void *>(from), bytes);
  return 0;
}
int cuLaunchKernel(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **arguments, void **) {
  return obey(arguments);
}
int cuGetErrorName(int status, const char **name) {
  *name = status == 700 ? "CUDA_ERROR_ILLEGAL_ADDRESS" : status == 500 ? "CUDA_ERROR_NOT_FOUND" : "CUDA_ERROR_INVALID_IMAGE";
  return 0;
}
}
