// Which arguments say something at a rank.
#pragma once
#include "verified/conform/worker/call.hpp"

namespace tutti::mpi::conform {

struct Significance {
  Significant send = Significant::all, receive = Significant::all;
};

/// By the texts of MPI 4.0, 6.5 to 6.11: "significant only at root", "recvbuf is not significant on process 0", and
/// that counts and datatypes beside MPI_IN_PLACE are ignored.
Significance significance(const tutti::conform::Case& c, const Group& group);

}  // namespace tutti::mpi::conform
