// Timings of messages between two ranks and of local reductions, for the fit of the prices (verified/choose/fit.hpp).
#pragma once
#include <mpi.h>

#include <cstddef>
#include <functional>

#include "verified/choose/fit.hpp"

namespace tutti::mpi {

constexpr double microsecond = 1e-6;  ///< in seconds

/// Collective over `comm`, which must have at least two ranks: ranks 0 and 1 measure, the others sleep. Messages and
/// vectors of 8 B to 4 MB, short messages of 8 B to 1 KB, in powers of two, a few times over; between two sizes
/// where a regime begins (fit_regimes), messages of others, to know that to 2 %; each timing is the mean
/// of a batch, and of batches, repeated for a fixed time, the fastest. About ten seconds. The timings are given at rank
/// 0, which calls `report` after each measurement; elsewhere the result is empty.
///
/// For `spacing` rank 0 sends a long row of messages and rank 1 answers the last one; for `send` rows are short, and
/// the time is that of the sends alone (after Hoefler, Lichei, Rehm, Low-overhead LogGP parameter assessment, IPDPS
/// 2007). Local reductions are sums of doubles by our own kernels, at both ranks at the same time.
Timings measure(MPI_Comm comm, const std::function<void(std::size_t done, std::size_t of)>& report);

}  // namespace tutti::mpi
