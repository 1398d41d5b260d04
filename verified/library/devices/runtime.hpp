// Memory that is not the host's: the runtime of the device to which it belongs is asked. It is found among the
// libraries that the application has loaded, and never linked.
#pragma once
#include <cstddef>
#include <memory>

namespace tutti::library {

/// The runtime of a device, as far as libtutti needs it. Asked and copied with by any thread.
class DeviceRuntime {
 public:
  DeviceRuntime() = default;
  virtual ~DeviceRuntime() = default;
  DeviceRuntime(const DeviceRuntime&) = delete;
  DeviceRuntime& operator=(const DeviceRuntime&) = delete;

  /// Whether somebody in this process has initialised the runtime: it has memory on a device only then. Some
  /// nanoseconds.
  virtual bool is_initialised() const = 0;
  /// Whether the byte is memory of a device, which the processor may not be able to read.
  virtual bool owns(const void* address) const = 0;
  /// Copies `bytes` bytes between the host and memory that it owns, which `device` is the one or the other end of. All
  /// of them are there when it returns. Throws std::runtime_error.
  virtual void copy(void* to, const void* from, std::size_t bytes, const void* device) const = 0;
};

/// Whether a runtime is loaded and initialised, of any device: else nothing is on one. Some nanoseconds.
bool uses_devices();

/// The runtime that owns the byte; null where it is the host's.
const DeviceRuntime* owner_of(const void* address);

}  // namespace tutti::library
