#include "verified/library/devices/runtime.hpp"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <ctime>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "verified/library/devices/cuda.hpp"
#include "verified/library/devices/level_zero.hpp"
#include "verified/library/devices/rocm.hpp"

namespace tutti::library {
namespace {

/// CUDA's driver, ROCm's HSA runtime and Level Zero's loader, which every program that uses these devices loads,
/// whatever it is written with.
struct Known {
  std::string_view library;
  std::unique_ptr<DeviceRuntime> (*open)(void* library);
};
constexpr std::array known{Known{"libcuda.so", open_cuda}, Known{"libhsa-runtime64.so", open_rocm},
                           Known{"libze_loader.so", open_level_zero}};

/// The libraries by those names that are loaded, of which some may be stubs.
using Paths = std::set<std::pair<std::string, const Known*>>;

int note_path(dl_phdr_info* library, std::size_t, void* paths) {
  std::string_view name = library->dlpi_name;
  name.remove_prefix(name.find_last_of('/') + 1);
  for (const auto& one : known)
    if (name.starts_with(one.library)) static_cast<Paths*>(paths)->emplace(library->dlpi_name, &one);
  return 0;
}

constexpr std::size_t most_loaded = 8;
std::array<std::atomic<const DeviceRuntime*>, most_loaded> loaded{};

/// What is opened stays, with its library.
void look_for_runtimes() {
  static std::mutex mutex;
  static auto& opened = *new std::set<std::string>;
  static std::size_t next = 0;
  const std::lock_guard lock(mutex);
  Paths paths;
  dl_iterate_phdr(note_path, &paths);
  for (const auto& [path, one] : paths) {
    if (next == most_loaded || opened.contains(path)) continue;
    void* const library = dlopen(path.c_str(), RTLD_LAZY | RTLD_NOLOAD);
    if (!library) continue;
    opened.insert(path);
    if (auto runtime = one->open(library)) loaded[next++].store(runtime.release(), std::memory_order_release);
  }
}

/// Of a clock that costs little to read. A tick, of some milliseconds, is less than a runtime takes from its being
/// loaded to the first byte of its memory.
std::int64_t ticks() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return now.tv_sec * 1'000'000'000 + now.tv_nsec;
}

std::atomic<std::int64_t> last_look = -1;

}  // namespace

bool uses_devices() {
  if (const auto now = ticks(); last_look.load(std::memory_order_acquire) != now) {
    look_for_runtimes();
    last_look.store(now, std::memory_order_release);
  }
  return std::ranges::any_of(loaded, [](const auto& runtime) {
    const auto* const one = runtime.load(std::memory_order_acquire);
    return one && one->is_initialised();
  });
}

const DeviceRuntime* owner_of(const void* address) {
  if (!uses_devices()) return nullptr;
  for (const auto& runtime : loaded) {
    const auto* const one = runtime.load(std::memory_order_acquire);
    if (!one) break;
    if (one->owns(address)) return one;
  }
  return nullptr;
}

}  // namespace tutti::library
