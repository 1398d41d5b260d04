// What all checks under MPI share: a communicator, guarded buffers, and the messages that a schedule should send.
#pragma once
#include <mpi.h>

#include <optional>
#include <string>

#include "verified/conform/worker/count.hpp"
#include "verified/schedule/algorithm.hpp"
#include "verified/system/guarded.hpp"

namespace tutti::mpi {

/// Both buffers end at a page without access; `send` can be made read-only.
struct Workplace {
  static constexpr std::int64_t capacity = std::int64_t{64} << 20;  ///< of each buffer, in bytes

  explicit Workplace(MPI_Comm communicator);

  MPI_Comm comm;
  int size;
  Rank rank;
  GuardedBuffer send, receive;
};

/// What `rank` is to send: a message for each bundle of steps that has elements in it, or for each where `empty_too`.
/// size_of(block) is in elements.
template <class F>
Traffic planned_traffic(const Schedule& schedule, Rank rank, bool empty_too, F size_of) {
  Traffic total;
  for (const auto& round : schedule.rounds)
    for_each_message(round, [&](std::span<const Step> steps) {
      if (steps.front().from != rank || steps.front().to == rank) return;
      std::int64_t elements = 0;
      for (const auto& s : steps)
        for (int i = 0; i < s.blocks.count; ++i) elements += size_of(schedule.block_of(rank, s.blocks.first + i));
      total.messages += empty_too || elements > 0;
      total.elements += elements;
    });
  return total;
}

/// Counts from its construction on.
class TrafficCounter {
 public:
  TrafficCounter() : before_(sent()) {}
  /// What is wrong if this rank has not sent just what was planned; `unit` is "elements" or "bytes".
  std::optional<std::string> differs_from(const Traffic& planned, Rank rank, const char* unit) const;

 private:
  Traffic before_;
};

}  // namespace tutti::mpi
