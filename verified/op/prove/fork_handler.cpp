// A fork in one thread while Z3 counts time in another must not stop that time.
//
// Z3 4.8.12 has a handler that glibc calls before each fork. It ends the threads of all its timers, so that a child may
// have its own; a check that takes such a timer at that moment waits for ever for a thread that is gone. Our children
// never ask Z3, so they do without: where Z3 registers its handler, which its library does by the function below, that
// of the program is found first, and leaves it out. Whatever else is registered goes to glibc.
#include <dlfcn.h>
#include <z3.h>

extern "C" {

using ForkHandler = void (*)();

// What pthread_atfork of every library calls (GNU C library; Linux Standard Base 5.0, Core, __register_atfork).
// NOLINTNEXTLINE(bugprone-reserved-identifier): the name is glibc's
int __register_atfork(ForkHandler prepare, ForkHandler in_parent, ForkHandler in_child, void* library) {
  Dl_info of_handler{}, of_z3{};
  const bool is_of_z3 = prepare && dladdr(reinterpret_cast<void*>(prepare), &of_handler) != 0 &&
                        dladdr(reinterpret_cast<void*>(&Z3_mk_config), &of_z3) != 0 &&
                        of_handler.dli_fbase == of_z3.dli_fbase;
  if (is_of_z3) return 0;
  using Register = int (*)(ForkHandler, ForkHandler, ForkHandler, void*);
  static const auto of_glibc = reinterpret_cast<Register>(dlsym(RTLD_NEXT, "__register_atfork"));
  return of_glibc(prepare, in_parent, in_child, library);
}
}
