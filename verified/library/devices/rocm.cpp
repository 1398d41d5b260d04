// ROCm's HSA runtime (HSA Runtime 1.2, 2.8, and its extension hsa_ext_amd.h), under HIP and whatever else uses it.
#include "verified/library/devices/rocm.hpp"

#include <cstdint>

#include "verified/library/devices/procedure.hpp"

namespace tutti::library {
namespace {

/// hsa_amd_pointer_info_t, which grows at its end: `size` says how far the caller knows it, then how far it is written.
struct PointerInfo {
  std::uint32_t size;
  int type;
  void *agent_base, *host_base;
  std::size_t bytes;
  void* user_data;
  std::uint64_t owner;  ///< a hsa_agent_t
  std::uint32_t flags;
};

class Rocm : public DeviceRuntime {
 public:
  /// False where one is missing.
  bool find_procedures(void* library) {
    return find(library, "hsa_amd_pointer_info", info_) && find(library, "hsa_agent_get_info", agent_info_) &&
           find(library, "hsa_memory_copy", copy_);
  }

  bool is_initialised() const final {
    PointerInfo info{};
    info.size = sizeof info;
    return info_(this, &info, nullptr, nullptr, nullptr) != not_initialised;
  }

  /// What an allocator of the runtime has given and a processor does not own.
  bool owns(const void* address) const final {
    PointerInfo info{};
    info.size = sizeof info;
    if (info_(address, &info, nullptr, nullptr, nullptr) != 0) return false;
    if (info.type == unknown || info.type == locked || info.type == reserved) return false;
    int device = processor;
    const bool has_owner = info.size >= offsetof(PointerInfo, owner) + sizeof info.owner;
    return !has_owner || agent_info_(info.owner, agent_device, &device) != 0 || device != processor;
  }

  void copy(void* to, const void* from, std::size_t bytes, const void*) const final {
    succeed(copy_(to, from, bytes), "hsa_memory_copy");
  }

 private:
  enum PointerType { unknown = 0, locked = 2, reserved = 5 };  ///< the host's, that too, and addresses without memory
  static constexpr int not_initialised = 0x100B;               ///< HSA_STATUS_ERROR_NOT_INITIALIZED
  static constexpr int agent_device = 17;                      ///< HSA_AGENT_INFO_DEVICE
  static constexpr int processor = 0;                          ///< HSA_DEVICE_TYPE_CPU

  int (*info_)(const void*, PointerInfo*, void* (*)(std::size_t), std::uint32_t*, std::uint64_t**) = nullptr;
  int (*agent_info_)(std::uint64_t agent, int attribute, void* value) = nullptr;
  int (*copy_)(void* to, const void* from, std::size_t bytes) = nullptr;
};

}  // namespace

std::unique_ptr<DeviceRuntime> open_rocm(void* library) {
  auto made = std::make_unique<Rocm>();
  return made->find_procedures(library) ? std::move(made) : nullptr;
}

}  // namespace tutti::library
