// The parts of a programme, each of one procedure.
#pragma once
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "verified/conform/generate/cover.hpp"
#include "verified/conform/generate/programme.hpp"

namespace tutti::conform {

/// A factor whose levels are these values.
template <class Value, class Set>
Factor one_of(std::string name, std::vector<Value> values, Set set) {
  const int levels = static_cast<int>(values.size());
  return {std::move(name), levels,
          [values = std::move(values), set](Case& c, int level) { set(c, values[static_cast<std::size_t>(level)]); }};
}

/// The features of a procedure: all that a case may differ in, but for what is wrong and the size. Of loads only those
/// that have data, where that is asked for.
std::vector<Factor> all_factors(Procedure procedure, const ProgrammeRequest& request, bool with_data = false);
/// Without that of this name.
std::vector<Factor> without(std::vector<Factor> factors, std::string_view name);

/// What part of a programme is made of.
struct Sweep {
  Case start;  ///< with the procedure
  std::vector<Factor> factors;
  std::vector<Together> meet;
};

/// Every pair of features, and some triples.
Sweep features(Procedure procedure, const ProgrammeRequest& request);
/// Every root with every communicator and form.
Sweep every_root(Procedure procedure, const ProgrammeRequest& request);
/// Every predefined operator on every datatype that it takes.
Sweep every_operator(Procedure procedure, const ProgrammeRequest& request);
/// Operators of the user's on few elements of 4 KiB and of 1 MiB. None in a quick programme.
Sweep long_elements(Procedure procedure, const ProgrammeRequest& request);
/// Every predefined operator on every datatype of another language that it
/// takes, and every such datatype moved.
Sweep foreign_datatypes(Procedure procedure, const ProgrammeRequest& request);
/// Every pair of features, in messages of 512 bytes to 64 KiB.
Sweep below_64_kib(Procedure procedure, const ProgrammeRequest& request);
/// Likewise up to 1 MiB.
Sweep above_64_kib(Procedure procedure, const ProgrammeRequest& request);
/// The sizes on both sides of those at which the MPI says that it changes what
/// it does, or MPIs are known to.
Sweep cut_offs(Procedure procedure, const ProgrammeRequest& request);
/// Each argument that may be wrong.
Sweep errors(Procedure procedure, const ProgrammeRequest& request);

/// Operators on types that they are not defined for: each pair in MPI_Reduce_local, in MPI_Allreduce and in one of the
/// other procedures. None in a quick programme.
Sweep wrong_pairs_of(Procedure procedure, const ProgrammeRequest& request);
/// The bracketing of reductions and a scan of each number of ranks, with little data and with much: by the MPI's own
/// sum and by an operator of the user's that does not commute.
Sweep brackets(Procedure procedure, const ProgrammeRequest& request);
/// More than 2^31 bytes, at two ranks.
Sweep beyond_an_int(Procedure procedure, const ProgrammeRequest& request);

}  // namespace tutti::conform
