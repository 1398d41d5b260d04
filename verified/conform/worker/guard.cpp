#include "verified/conform/worker/guard.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <stdexcept>
#include <string_view>

namespace tutti::mpi::conform {
namespace {

struct Range {
  std::atomic<bool> used = false;
  Lent what = Lent::send;
  std::uintptr_t low = 0, first = 0, end = 0, high = 0;  ///< guard pages included; the buffer
};

// What the handler sees. Under an MPI whose ranks are threads each rank has its own, and its own handler.
std::array<Range, 256> ranges;
std::atomic<int> results = -1;
std::atomic<int> running = -1;
struct sigaction before_segv, before_bus;

/// A line in a fixed buffer: a signal handler may allocate nothing.
class Text {
 public:
  Text& operator<<(std::string_view s) {
    for (const char c : s)
      if (length_ < sizeof text_) text_[length_++] = c;
    return *this;
  }
  Text& operator<<(std::uintptr_t n) {
    char digits[20];
    std::size_t at = sizeof digits;
    do digits[--at] = static_cast<char>('0' + n % 10);
    while ((n /= 10) > 0);
    return *this << std::string_view(digits + at, sizeof digits - at);
  }
  void write_to(int file) const { (void)!write(file, text_, length_); }

 private:
  char text_[256];
  std::size_t length_ = 0;
};

void describe(const Range& range, std::uintptr_t address, Text& text) {
  const auto name = range.what == Lent::send ? "the send buffer" : "the receive buffer";
  const auto bytes = range.end - range.first;
  if (address >= range.end)
    text << "overrun byte " << address - range.end << " behind " << name;
  else if (address < range.first)
    text << "overrun " << range.first - address << " bytes before " << name;
  else
    text << "send-buffer-written byte " << address - range.first << " of " << name;
  text << " of " << bytes << " bytes was touched\n";
}

void on_signal(int signal, siginfo_t* info, void*) {
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  for (const auto& range : ranges) {
    if (!range.used || address < range.low || address >= range.high) continue;
    const auto number = static_cast<std::uintptr_t>(running.load());
    Text wrong, end;
    wrong << "wrong " << number << " ";
    describe(range, address, wrong);
    end << "end " << number << " fail\n";
    wrong.write_to(results);
    end.write_to(results);
    _exit(1);
  }
  sigaction(signal, signal == SIGSEGV ? &before_segv : &before_bus, nullptr);
  const bool was_sent = info->si_code <= 0;  // else the access is tried again
  if (was_sent) raise(signal);
}

void install(int signal, struct sigaction& before) {
  struct sigaction ours {};
  ours.sa_sigaction = on_signal;
  ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(signal, &ours, &before);
}

}  // namespace

void watch_accesses(int to) {
  results = to;
  install(SIGSEGV, before_segv);
  install(SIGBUS, before_bus);
}

void accesses_belong_to(int number) { running = number; }

Watched::Watched(Lent what, const std::byte* memory, const std::byte* first, const std::byte* end,
                 std::size_t guard_bytes)
    : slot_(0) {
  while (slot_ < ranges.size() && ranges[slot_].used.exchange(true)) ++slot_;
  if (slot_ == ranges.size()) throw std::length_error("too many buffers are lent at once");
  auto& range = ranges[slot_];
  const auto number = [](const std::byte* at) { return reinterpret_cast<std::uintptr_t>(at); };
  range.what = what;
  range.first = number(first);
  range.end = number(end);
  range.low = number(memory) - guard_bytes;
  range.high = number(end) + guard_bytes;
}

Watched::~Watched() {
  ranges[slot_].high = 0;
  ranges[slot_].used = false;
}

}  // namespace tutti::mpi::conform
