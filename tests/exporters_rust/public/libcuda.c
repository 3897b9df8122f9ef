/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A stand-in for the CUDA driver, libcuda.so.1, on machines that have none: as much of it as cuTile Rust's host calls need to launch a
 * kernel. It computes nothing. There is one device; its compute capability is what TILEPORT_COMPUTE_CAPABILITY says ("10.0").
 * Contexts, streams and modules are handles that nobody looks into. No memory is handed out: the launcher makes up the addresses of its
 * tensors, and none of them is ever read. A launch is a line in the file that TILEPORT_LAUNCHES names: the entry and its grid.
 *
 * What is not here cannot be called: the crates look functions up by name and take a missing one for an error of the driver, so that a
 * launch which needs more of the driver fails and is not half done.
 */

#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Handles are addresses of these, so that each is told apart from null and from the others. */
static char context, stream, module;

/* Succeeds. */
CUresult cuInit(unsigned int flags) { return flags == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE; }

/* The version of the headers that this is built with: the crates refuse an older driver. */
CUresult cuDriverGetVersion(int *version) {
  *version = CUDA_VERSION;
  return CUDA_SUCCESS;
}

/* There is device 0 alone. */
CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  *device = 0;
  return ordinal == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

/* Knows the compute capability only. */
CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device) {
  const char *said = getenv("TILEPORT_COMPUTE_CAPABILITY");
  int major, minor;
  if (device != 0 || said == NULL || sscanf(said, "%d.%d", &major, &minor) != 2) return CUDA_ERROR_INVALID_DEVICE;
  switch (attribute) {
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR: *value = major; return CUDA_SUCCESS;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR: *value = minor; return CUDA_SUCCESS;
    default: return CUDA_ERROR_NOT_SUPPORTED;
  }
}

/* The one context, which stays whatever is released. */
CUresult cuDevicePrimaryCtxRetain(CUcontext *retained, CUdevice device) {
  *retained = (CUcontext)&context;
  return device == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

/* Does nothing. */
CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device) { return device == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE; }

/* The one context is always current. */
CUresult cuCtxSetCurrent(CUcontext wanted) { return wanted == (CUcontext)&context ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT; }
CUresult cuCtxGetCurrent(CUcontext *current) {
  *current = (CUcontext)&context;
  return CUDA_SUCCESS;
}

/* One stream for all; nothing runs on it, so that there is nothing to wait for. */
CUresult cuStreamCreate(CUstream *made, unsigned int flags) {
  (void)flags;
  *made = (CUstream)&stream;
  return CUDA_SUCCESS;
}
CUresult cuStreamSynchronize(CUstream waited) {
  (void)waited;
  return CUDA_SUCCESS;
}
CUresult cuStreamDestroy_v2(CUstream gone) {
  (void)gone;
  return CUDA_SUCCESS;
}

/* A module of whatever file or image: nobody reads it. */
CUresult cuModuleLoad(CUmodule *loaded, const char *path) {
  *loaded = (CUmodule)&module;
  return path != NULL ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
CUresult cuModuleLoadData(CUmodule *loaded, const void *image) {
  *loaded = (CUmodule)&module;
  return image != NULL ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
CUresult cuModuleUnload(CUmodule gone) { return gone == (CUmodule)&module ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE; }

/* A module has every function: the handle is a copy of its name, never freed. */
CUresult cuModuleGetFunction(CUfunction *function, CUmodule of, const char *name) {
  *function = (CUfunction)strdup(name);
  if (of != (CUmodule)&module) return CUDA_ERROR_INVALID_HANDLE;
  return *function != NULL ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

static CUresult launched(CUfunction function, unsigned int x, unsigned int y, unsigned int z) {
  const char *path = getenv("TILEPORT_LAUNCHES");
  FILE *file = path != NULL ? fopen(path, "a") : NULL;
  int bad;
  if (file == NULL) return CUDA_ERROR_LAUNCH_FAILED;
  bad = fprintf(file, "%s %u %u %u\n", (const char *)function, x, y, z) < 0;
  bad |= fclose(file) != 0;
  return bad ? CUDA_ERROR_LAUNCH_FAILED : CUDA_SUCCESS;
}

/* Writes the launch down; neither runs it nor looks at its arguments. 0.2.0 calls the first, 0.5.0 the second. */
CUresult cuLaunchKernel(CUfunction function, unsigned int x, unsigned int y, unsigned int z, unsigned int block_x, unsigned int block_y,
                        unsigned int block_z, unsigned int shared, CUstream on, void **arguments, void **extra) {
  (void)block_x, (void)block_y, (void)block_z, (void)shared, (void)on, (void)arguments, (void)extra;
  return launched(function, x, y, z);
}
CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function, void **arguments, void **extra) {
  (void)arguments, (void)extra;
  return launched(function, config->gridDimX, config->gridDimY, config->gridDimZ);
}
