// How much data a case moves, for deadlines.
#pragma once
#include <cstdint>

#include "verified/conform/case/case.hpp"

namespace tutti::conform {

/// Bytes in the send and the receive buffers of all ranks, in all calls together; rather too many than too few.
std::int64_t bytes_moved(const Case& c);

}  // namespace tutti::conform
