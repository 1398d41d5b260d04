// Which arguments say something at a rank.
#pragma once
#include "reference/exchange.hpp"
#include "verified/conform/case/case.hpp"

namespace tutti::conform {

/// What of a side says something at a rank (MPI 4.0, 6.5 to 6.11).
enum class Significant { all, all_but_buffer, nothing };

struct Significance {
  Significant send = Significant::all, receive = Significant::all;
};

/// At that process of a communicator with those members, of whose two groups the first has the root. By the texts of
/// MPI 4.0, 6.5 to 6.11: "significant only at root", "recvbuf is not significant on process 0", and that counts and
/// datatypes beside MPI_IN_PLACE are ignored. Of no elements nobody needs a buffer.
Significance significance(const Case& c, const GroupSizes& members, const Process& at);

}  // namespace tutti::conform
