#include "verified/op/consequences/trap.hpp"

#include <csetjmp>
#include <csignal>

namespace tutti::op {
namespace {

constexpr int signals[] = {SIGFPE, SIGSEGV, SIGBUS, SIGILL, SIGABRT};
struct sigaction before[std::size(signals)];
sigjmp_buf way_out;
volatile std::sig_atomic_t inside = 0;

void leave(int signal) {
  if (inside) siglongjmp(way_out, 1);
  std::signal(signal, SIG_DFL);  // not the user's function: the end, as without us
  std::raise(signal);
}

/// The frames that a trap leaves are those of f() and what it calls: the user's code.
template <class F>
bool survives(F f) {
  if (sigsetjmp(way_out, 0) != 0) {  // the mask needs no saving: SA_NODEFER
    inside = 0;
    return false;
  }
  inside = 1;
  f();
  inside = 0;
  return true;
}

}  // namespace

Traps::Traps() {
  struct sigaction action = {};
  action.sa_handler = leave;
  action.sa_flags = SA_NODEFER;
  for (std::size_t i = 0; i < std::size(signals); ++i) sigaction(signals[i], &action, &before[i]);
}

Traps::~Traps() {
  for (std::size_t i = 0; i < std::size(signals); ++i) sigaction(signals[i], &before[i], nullptr);
}

bool call(const Function& function, const Type& type, Bytes in, Bytes& inout) {
  const int len = static_cast<int>(inout.size() / type.size);
  return survives([&] { function.call(in.data(), inout.data(), len); });
}

bool satisfies(const Function& precondition, const Bytes& element) {
  const auto pre = reinterpret_cast<int (*)(const void*)>(reinterpret_cast<void (*)()>(precondition.get()));
  volatile bool answer = false;
  return survives([&] { answer = pre(element.data()) != 0; }) && answer;
}

}  // namespace tutti::op
