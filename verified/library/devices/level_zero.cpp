// oneAPI Level Zero (Level Zero Core 1.x, Memory and Command Lists). A driver answers in a context of its for all
// memory of the process.
#include "verified/library/devices/level_zero.hpp"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "verified/library/devices/procedure.hpp"

namespace tutti::library {
namespace {

using Handle = void*;

enum StructureType : int { context_description = 0xd, queue_description = 0xe, allocation_properties = 0x17 };
constexpr int synchronous = 1;

struct ContextDescription {
  int type = context_description;
  const void* next = nullptr;
  std::uint32_t flags = 0;
};
struct QueueDescription {
  int type = queue_description;
  const void* next = nullptr;
  std::uint32_t ordinal = 0, index = 0, flags = 0;
  int mode = synchronous, priority = 0;
};
struct AllocationProperties {
  int structure_type = allocation_properties;
  void* next = nullptr;
  int type = 0;
  std::uint64_t id = 0, page = 0;
};

class LevelZero : public DeviceRuntime {
 public:
  /// False where one is missing.
  bool find_procedures(void* library) {
    return find(library, "zeDriverGet", drivers_) && find(library, "zeContextCreate", create_context_) &&
           find(library, "zeMemGetAllocProperties", properties_) &&
           find(library, "zeCommandListCreateImmediate", create_list_) &&
           find(library, "zeCommandListAppendMemoryCopy", append_copy_) &&
           find(library, "zeCommandListDestroy", destroy_list_);
  }

  bool is_initialised() const final { return !contexts().empty(); }

  bool owns(const void* address) const final { return place_of(address).device != nullptr; }

  void copy(void* to, const void* from, std::size_t bytes, const void* device) const final {
    const auto place = place_of(device);
    const QueueDescription description;
    Handle list = nullptr;
    succeed(create_list_(place.context, place.device, &description, &list), "zeCommandListCreateImmediate");
    const int code = append_copy_(list, to, from, bytes, nullptr, 0, nullptr);
    destroy_list_(list);
    succeed(code, "zeCommandListAppendMemoryCopy");
  }

 private:
  static constexpr int device_memory = 2;  ///< shared memory is for the host to read as well

  struct Place {
    Handle context = nullptr, device = nullptr;
  };

  /// Where the byte is; no device where it is none's.
  Place place_of(const void* address) const {
    for (const auto context : contexts()) {
      AllocationProperties properties;
      Handle device = nullptr;
      if (properties_(context, address, &properties, &device) == 0 && properties.type == device_memory)
        return {context, device};
    }
    return {};
  }

  /// One of each driver, from the time on when the process has initialised them; none before.
  const std::vector<Handle>& contexts() const {
    static const std::vector<Handle> none;
    if (const auto* made = contexts_.load(std::memory_order_acquire)) return *made;
    const std::lock_guard lock(mutex_);
    if (const auto* made = contexts_.load(std::memory_order_acquire)) return *made;
    std::uint32_t count = 0;
    if (drivers_(&count, nullptr) != 0 || count == 0) return none;
    std::vector<Handle> drivers(count);
    if (drivers_(&count, drivers.data()) != 0) return none;
    auto made = std::make_unique<std::vector<Handle>>();
    for (const auto driver : drivers) {
      const ContextDescription description;
      if (Handle context = nullptr; create_context_(driver, &description, &context) == 0) made->push_back(context);
    }
    contexts_.store(made.get(), std::memory_order_release);
    return *made.release();
  }

  int (*drivers_)(std::uint32_t* count, Handle* drivers) = nullptr;
  int (*create_context_)(Handle driver, const ContextDescription*, Handle* context) = nullptr;
  int (*properties_)(Handle context, const void*, AllocationProperties*, Handle* device) = nullptr;
  int (*create_list_)(Handle context, Handle device, const QueueDescription*, Handle* list) = nullptr;
  int (*append_copy_)(Handle list, void* to, const void* from, std::size_t bytes, Handle signal, std::uint32_t waits,
                      Handle* events) = nullptr;
  int (*destroy_list_)(Handle list) = nullptr;
  mutable std::mutex mutex_;
  mutable std::atomic<const std::vector<Handle>*> contexts_ = nullptr;  ///< never destroyed, as the runtime is not
};

}  // namespace

std::unique_ptr<DeviceRuntime> open_level_zero(void* library) {
  auto made = std::make_unique<LevelZero>();
  return made->find_procedures(library) ? std::move(made) : nullptr;
}

}  // namespace tutti::library
