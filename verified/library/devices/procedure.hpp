// The procedures of a device's runtime.
#pragma once
#include <dlfcn.h>

#include <stdexcept>
#include <string>

namespace tutti::library {

/// Makes `procedure` that of the library by this name. False where the library has none.
template <class Procedure>
bool find(void* library, const char* name, Procedure*& procedure) {
  procedure = reinterpret_cast<Procedure*>(dlsym(library, name));
  return procedure != nullptr;
}

/// Throws where a procedure of the runtime has failed.
inline void succeed(long code, const char* procedure) {
  if (code != 0)
    throw std::runtime_error(std::string("a buffer on a device cannot be copied: ") + procedure + " returns " +
                             std::to_string(code));
}

}  // namespace tutti::library
