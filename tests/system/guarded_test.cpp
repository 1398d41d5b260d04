// The buffers of the checks under MPI: a forbidden access kills at the instruction.
#include "verified/system/guarded.hpp"

#include <doctest/doctest.h>
#include <sys/resource.h>

#include <csignal>
#include <cstring>
#include <functional>
#include <initializer_list>

#include "verified/system/forked_call.hpp"

namespace {

using tutti::GuardedBuffer;

/// Whether `act` ends a process of its own with a segmentation fault.
bool is_killed(const std::function<void()>& act) {
  const auto end = tutti::call_in_child(60, [&](const tutti::Write&) {
    signal(SIGSEGV, SIG_DFL);
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    act();
  });
  return end.how == tutti::CallEnd::How::killed && end.number == SIGSEGV;
}

void write(std::byte* at) { *static_cast<volatile std::byte*>(at) = std::byte{1}; }

TEST_CASE("a byte behind a guarded buffer cannot be written or read, the last byte can") {
  GuardedBuffer buffer(100);
  for (const std::size_t bytes : {0u, 1u, 100u}) {
    auto* at = buffer.last(bytes);
    CHECK(is_killed([&] { write(at + bytes); }));
    CHECK(is_killed([&] { (void)*static_cast<volatile std::byte*>(at + bytes); }));
    CHECK_FALSE(is_killed([&] { write(at + bytes - 1); }));
  }
}

TEST_CASE("a byte before the memory of a guarded buffer cannot be touched, its first byte can") {
  GuardedBuffer buffer(100);
  CHECK(is_killed([&] { write(buffer.begin() - 1); }));
  CHECK(is_killed([&] { write(buffer.begin() - GuardedBuffer::guard_bytes()); }));
  CHECK_FALSE(is_killed([&] { write(buffer.begin()); }));
  CHECK(buffer.last(0) == buffer.end());
}

TEST_CASE("a buffer that must not be written can be read, and written again later") {
  GuardedBuffer buffer(100);
  auto* at = buffer.last(8);
  std::memset(at, 7, 8);
  buffer.forbid_writing();
  CHECK(at[0] == std::byte{7});
  CHECK(is_killed([&] { write(at); }));
  buffer.allow_writing();
  CHECK_FALSE(is_killed([&] { write(at); }));
}

}  // namespace
