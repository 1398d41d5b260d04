#include "verified/library/device.hpp"

#include <link.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace tutti::library {
namespace {

/// The runtimes of CUDA, ROCm and Level Zero.
constexpr std::array<std::string_view, 5> runtimes{"libcuda.so", "libcudart.so", "libamdhip64.so",
                                                   "libhsa-runtime64.so", "libze_loader.so"};

int is_runtime(dl_phdr_info* library, std::size_t, void*) {
  std::string_view name = library->dlpi_name;
  name.remove_prefix(name.find_last_of('/') + 1);
  return std::ranges::any_of(runtimes, [name](auto runtime) { return name.starts_with(runtime); });
}

}  // namespace

bool device_runtime_is_loaded() { return dl_iterate_phdr(is_runtime, nullptr) != 0; }

}  // namespace tutti::library
