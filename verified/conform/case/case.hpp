// One thing to check at somebody's MPI, as a line of text that says it entirely.
#pragma once
#include <cstdint>
#include <string>

#include "spec/schedule.hpp"
#include "verified/conform/case/communicator.hpp"
#include "verified/conform/case/nodes.hpp"
#include "verified/conform/case/procedure.hpp"

namespace tutti::conform {

/// MPI_X; MPI_Ix and a wait; MPI_X_init, started and completed twice.
enum class Form { blocking, nonblocking, persistent };

/// How a call is placed among others (`scene=` in the text of a case): alone; at_once() of its kind in flight on
/// duplicates and completed in another order; between point-to-point traffic with wildcards, none of which may be lost
/// or met; on several threads at once, each on a communicator of its own; at_once() of its kind outstanding on one
/// communicator, with another procedure between them that is outstanding too and a blocking one before they are
/// completed; with the argument `wrong` wrong, under the error handler `handler`, after which the communicator must
/// still work unless errors are fatal; again and again with masked numbers, until the bracketing is known (reveal.hpp):
/// of a reduction by a sum of floating-point numbers or of terms; several times with the same operands, for a name of
/// the bits of the result; again and again from a common start, for the time that it takes (these two judge nothing);
/// several in a row which each rank enters and completes late by times of its own; repetitions() in a row, on one
/// communicator; with MPI_T opened before and closed while it is pending; or at_once() of its kind among calls of other
/// procedures, drawn from the seed, on one communicator.
enum class Scenario {
  alone,
  in_flight,
  between_messages,
  threads,
  error,
  reveal,
  outstanding,
  digest,
  time,
  late,
  repeated,
  tools,
  mixed
};

/// By which procedure a nonblocking or persistent call is completed; by those for several requests between null
/// requests, and all together that are in flight, outstanding or mixed.
enum class Completion { wait, test, waitall, waitany, waitsome, testall, testany, testsome };

/// What stands for the arguments that are not significant at a rank (6.5 to 6.11, 6.2.2 of MPI_IN_PLACE, and buffers of
/// no elements): such as would be right; one of them alone as by `null`, of the buffer, the counts with the
/// displacements, and the datatypes; counts of 0 and MPI_BYTE; a null pointer, MPI_DATATYPE_NULL and a count of -1; the
/// same with pointers to no memory; or the call's other buffer.
enum class Insignificant { right, no_buffer, no_count, no_type, zero, null, garbage, other_buffer };

/// The error handler of the communicators of a call with a wrong argument: MPI_ERRORS_RETURN; one of the program's own,
/// which returns; or MPI_ERRORS_ARE_FATAL, by which no error comes back to the program.
enum class Handler { returns, own, fatal };

/// Blocks of an irregular case have none to so many times `Case::count` units.
inline constexpr int most_multiple = 3;

/// All ranks are given the same. What a procedure has no use for has the default.
struct Case {
  Procedure procedure = Procedure::barrier;
  int ranks = 1;               ///< of the launch
  Nodes nodes = {};            ///< on which they lie
  std::string algorithm = {};  ///< "allreduce=ring" where one was chosen at the launch; else the MPI's own choice
  std::string schedule = {};   ///< "allreduce/ring" where our executor makes the call; of Scenario::time alone
  Form form = Form::blocking;
  bool large_count = false;  ///< the procedure whose name ends in _c
  Comm comm = Comm::world;
  Rank root = 0;                ///< in the communicator; of an intercommunicator in the group of the lower ranks
  bool in_place = false;        ///< by every rank that may
  std::int64_t count = 1;       ///< units in each block; of reductions elements of the vector, or in each block of it
  bool irregular = false;       ///< v, w and reduce_scatter: counts 0 to most_multiple times `count`; else all alike
  bool scattered = false;       ///< v and w: blocks apart and in another order
  std::string load = "double";  ///< "sum/double", "matrix", "term", …; of movements the datatypes: "double", "vector",
                                ///< …, and where each block has a type of its own "mixed"
  Completion completion = Completion::wait;
  bool bottom = false;    ///< buffers are at MPI_BOTTOM (5.1.12): addresses are displacements in datatypes, or of
                          ///< blocks where addresses_are_displacements()
  bool adjacent = false;  ///< where a rank has both, the receive buffer begins where the send buffer ends
  bool freed = false;     ///< communicator, derived datatypes and user's operator, while the call is pending
  Insignificant insignificant = Insignificant::right;
  Scenario scenario = Scenario::alone;
  std::string wrong = {};              ///< of Scenario::error: "root", "op", …
  Handler handler = Handler::returns;  ///< of Scenario::error
  std::uint64_t seed = 0;

  bool operator==(const Case&) const = default;
};

/// Persistent requests in flight that are completed by a procedure for several are started so, too: by MPI_Startall.
constexpr bool starts_all_at_once(const Case& c) {
  return c.form == Form::persistent && c.scenario == Scenario::in_flight && c.completion >= Completion::waitall;
}

/// Calls that are under way together are completed so, too, by one procedure for several requests.
constexpr bool completes_all_at_once(const Case& c) {
  const bool are_together =
      c.scenario == Scenario::in_flight || c.scenario == Scenario::outstanding || c.scenario == Scenario::mixed;
  return are_together && c.completion >= Completion::waitall;
}

/// How many calls are under way at once: of Scenario::outstanding tens, where the data is little.
int at_once(const Case& c);
/// How often the call of Scenario::repeated is made: hundreds of times, where the ranks and the data are few.
int repetitions(const Case& c);

/// Of a case at MPI_BOTTOM, in procedures whose displacements are bytes, as wide as addresses: where they are
/// scattered.
constexpr bool addresses_are_displacements(const Case& c) {
  const bool are_wide = c.large_count ? typed(c.procedure) : c.procedure == Procedure::neighbor_alltoallw;
  return c.bottom && c.scattered && are_wide;
}

/// "allreduce np=4 comm=reversed form=persistent count=17 load=sum/double root=2 in-place seed=7": the procedure, np,
/// and what differs from the default.
std::string print(const Case& c);

/// The case that such a line says. Throws std::invalid_argument with what is wrong in it.
Case parse_case(const std::string& line);

std::string_view name_of(Form form);
std::string_view name_of(Comm comm);
std::string_view name_of(Scenario scenario);
std::string_view name_of(Completion completion);
std::string_view name_of(Insignificant insignificant);
std::string_view name_of(Handler handler);

}  // namespace tutti::conform
