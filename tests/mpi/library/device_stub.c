// What linkers are given for CUDA's driver: every procedure is there, and fails (CUDA_ERROR_STUB_LIBRARY).
#define STUB(name) \
  int name(void) { return 34; }
STUB(cuPointerGetAttribute)
STUB(cuMemcpy)
STUB(cuStreamSynchronize)
STUB(cuCtxPushCurrent_v2)
STUB(cuCtxPopCurrent_v2)
STUB(cuDevicePrimaryCtxRetain)
STUB(cuDevicePrimaryCtxRelease_v2)
