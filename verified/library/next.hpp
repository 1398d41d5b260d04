// What lies behind libtutti: another tool of MPI's profiling interface, or the MPI.
#pragma once
#include <dlfcn.h>

namespace tutti::library {

/// The next procedure of that name, or `own` where there is none: where MPI begins and ends, which all tools must see.
template <class Procedure>
Procedure* next(const char* name, Procedure* own) {
  auto* const found = reinterpret_cast<Procedure*>(dlsym(RTLD_NEXT, name));
  return found ? found : own;
}

}  // namespace tutti::library
