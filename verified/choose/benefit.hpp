// By how much an application's collective calls would become faster (Rabenseifner 2004, extended version, 1, Fig. 1).
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "verified/choose/price.hpp"

namespace tutti {

/// So many equal calls of an application. The root of a rooted collective is rank 0.
struct ProfiledCalls {
  Collective collective;
  int ranks;                   ///< p
  std::int64_t bytes;          ///< of the largest buffer of a rank; 0 for a barrier
  std::int64_t count;          ///< how many calls
  const Algorithm* algorithm;  ///< that they use now, of a family the first shape; null where that is not known
  double seconds = 0;          ///< that they take now, all of them, where the algorithm is not known
};

/// The algorithm that calls use where their profile names none, one for every collective: the one that the papers call
/// classical or old (Rabenseifner 3.3: reduce and allreduce by binary trees; Thakur 4.1 to 4.4: allgather round a ring,
/// broadcast by a binomial tree, alltoall posted all at once, reduce_scatter by a reduce and a scatter), and where they
/// name none, what MPICH uses for short messages: binomial trees for gather and scatter, linear for their irregular
/// variants, recursive doubling for scans, dissemination for the barrier.
const Algorithm& usual_algorithm(Collective collective);

/// JSON: {"version": 1, "calls": [{"collective": "reduce", "p": 64, "bytes": 8192, "count": 100000,
///                                 "algorithm": "reduce/binomial"}]}
/// "algorithm" may be absent, and "bytes" of a barrier; other fields of an entry are refused. p is at most 2^20, bytes
/// and count 10^12. std::invalid_argument, which begins with `source` and names the
/// entry, the field and the remedy, for whatever is wrong: an unknown collective, an algorithm of another one or
/// without a schedule for p, no calls at all.
std::vector<ProfiledCalls> parse_calls(std::string_view text, const std::string& source);

/// The same from the file at `path`; std::invalid_argument where it cannot be read as well.
std::vector<ProfiledCalls> read_calls(const std::string& path);

/// What the calls take as they are, and by the fastest proved algorithm for their collective and p. An operator is
/// taken to be commutative, as all predefined ones are.
struct Benefit {
  Candidate fastest;     ///< the algorithm in use where none is faster, or null where that is not known
  double before, after;  ///< seconds of all the calls; after <= before
};
Benefit benefit(const ProfiledCalls& calls, PriceList& prices);

/// By what share of `before` the time falls, 0 to 1; 0 where there was none.
double fall(double before, double after);

}  // namespace tutti
