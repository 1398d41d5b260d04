// Ranks that are late by times of their own.
#pragma once
#include <unistd.h>

#include <cstdint>

namespace tutti::mpi::conform {

/// Waits for up to so many microseconds, every third time: as a number without order says.
inline void dawdle(std::uint64_t random, unsigned most_microseconds) {
  if (random % 3 == 0) usleep(static_cast<useconds_t>(random / 3 % most_microseconds));
}

}  // namespace tutti::mpi::conform
