// CUDA's driver, by its API (CUDA Driver API, 6.13 Unified Addressing): what it says of a pointer it says for every
// context of the process.
#include "verified/library/devices/cuda.hpp"

#include "verified/library/devices/procedure.hpp"

namespace tutti::library {
namespace {

using Context = void*;
using Pointer = unsigned long long;  ///< CUdeviceptr

class Cuda : public DeviceRuntime {
 public:
  /// False where one is missing.
  bool find_procedures(void* library) {
    return find(library, "cuPointerGetAttribute", attribute_) && find(library, "cuMemcpy", copy_) &&
           find(library, "cuStreamSynchronize", synchronize_) && find(library, "cuCtxPushCurrent_v2", push_) &&
           find(library, "cuCtxPopCurrent_v2", pop_) && find(library, "cuDevicePrimaryCtxRetain", retain_) &&
           find(library, "cuDevicePrimaryCtxRelease_v2", release_);
  }

  bool is_initialised() const final {
    unsigned type;
    return attribute_(&type, memory_type, pointer(this)) != not_initialised;
  }

  bool owns(const void* address) const final {
    unsigned type = 0;
    return attribute_(&type, memory_type, pointer(address)) == 0 && type == device_memory;
  }

  void copy(void* to, const void* from, std::size_t bytes, const void* device) const final {
    const Current current(*this, device);
    succeed(copy_(pointer(to), pointer(from), bytes), "cuMemcpy");
    succeed(synchronize_(nullptr), "cuStreamSynchronize");  // a copy to a device may return before its end
  }

 private:
  enum Attribute { context = 1, memory_type = 2, device_ordinal = 9 };
  static constexpr int not_initialised = 3;     ///< CUDA_ERROR_NOT_INITIALIZED
  static constexpr unsigned device_memory = 2;  ///< CU_MEMORYTYPE_DEVICE; managed memory is called so or the host's

  static Pointer pointer(const void* address) { return reinterpret_cast<Pointer>(address); }

  /// While it lives, the context of the memory is this thread's, which need not have one: that in which it was
  /// allocated, or of memory that belongs to none, such as a pool's, the primary one of its device.
  class Current {
   public:
    Current(const Cuda& cuda, const void* device) : cuda_(cuda) {
      Context of_memory = nullptr;
      if (cuda.attribute_(&of_memory, context, pointer(device)) != 0 || !of_memory) {
        succeed(cuda.attribute_(&ordinal_, device_ordinal, pointer(device)), "cuPointerGetAttribute");
        succeed(cuda.retain_(&of_memory, ordinal_), "cuDevicePrimaryCtxRetain");
        is_retained_ = true;
      }
      if (const int code = cuda.push_(of_memory); code != 0) {
        if (is_retained_) cuda.release_(ordinal_);
        succeed(code, "cuCtxPushCurrent");
      }
    }
    ~Current() {
      Context ignored;
      cuda_.pop_(&ignored);
      if (is_retained_) cuda_.release_(ordinal_);
    }
    Current(const Current&) = delete;
    Current& operator=(const Current&) = delete;

   private:
    const Cuda& cuda_;
    int ordinal_ = 0;
    bool is_retained_ = false;
  };

  int (*attribute_)(void* value, int attribute, Pointer) = nullptr;
  int (*copy_)(Pointer to, Pointer from, std::size_t bytes) = nullptr;
  int (*synchronize_)(void* stream) = nullptr;
  int (*push_)(Context) = nullptr;
  int (*pop_)(Context*) = nullptr;
  int (*retain_)(Context*, int device) = nullptr;
  int (*release_)(int device) = nullptr;
};

}  // namespace

std::unique_ptr<DeviceRuntime> open_cuda(void* library) {
  auto made = std::make_unique<Cuda>();
  return made->find_procedures(library) ? std::move(made) : nullptr;
}

}  // namespace tutti::library
