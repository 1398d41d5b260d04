// Level Zero's loader, asked for the memory of its devices.
#pragma once
#include "verified/library/devices/runtime.hpp"

namespace tutti::library {

/// That of a library that is loaded, by its handle from dlopen(); null where the library lacks a procedure.
std::unique_ptr<DeviceRuntime> open_level_zero(void* library);

}  // namespace tutti::library
