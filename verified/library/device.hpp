// Whether buffers of this process may lie on a device, where the processor cannot read them.
#pragma once

namespace tutti::library {

/// Whether the runtime of a device is among the shared libraries that are loaded now.
bool device_runtime_is_loaded();

}  // namespace tutti::library
