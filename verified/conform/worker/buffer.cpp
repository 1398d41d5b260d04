#include "verified/conform/worker/buffer.hpp"

#include <algorithm>
#include <string>

namespace tutti::mpi::conform {

using tutti::conform::Kind;
using tutti::conform::Wrong;

Buffer::Buffer(Lent what, std::size_t bytes)
    : memory_(bytes + margin),
      bytes_(memory_.last(bytes), bytes),
      watched_(what, memory_.begin(), bytes_.data(), memory_.end(), GuardedBuffer::guard_bytes()) {
  wipe();
}

void Buffer::wipe() { std::fill(memory_.begin(), memory_.end(), canary); }

std::optional<Wrong> Buffer::changed_before() {
  for (auto* at = bytes_.data(); at-- > memory_.begin();)
    if (*at != canary)
      return Wrong{Kind::outside,
                   "byte " + std::to_string(bytes_.data() - at) + " before the receive buffer was written"};
  return std::nullopt;
}

}  // namespace tutti::mpi::conform
