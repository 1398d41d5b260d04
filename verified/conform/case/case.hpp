// One thing to check at somebody's MPI, as a line of text that says it entirely.
#pragma once
#include <cstdint>
#include <string>

#include "spec/schedule.hpp"
#include "verified/conform/case/nodes.hpp"
#include "verified/conform/case/procedure.hpp"

namespace tutti::conform {

/// MPI_X; MPI_Ix and a wait; MPI_X_init, started and completed twice.
enum class Form { blocking, nonblocking, persistent };

/// Made of the p ranks of the launch: the world itself; its duplicate; the even ranks and the odd ranks, both at the
/// same time; the ranks in reverse; each rank alone; an intercommunicator between the lower half (p / 2 ranks) and the
/// rest; a periodic cartesian grid; a distributed graph with edges that differ from rank to rank, some of them twice or
/// to the rank itself.
enum class Comm { world, dup, split, reversed, self, inter, cart, graph };

/// Which of the communicators of such a kind a rank of the world is in, from 0 on. The two groups of an
/// intercommunicator are one.
constexpr int part_of(Comm comm, Rank rank) { return comm == Comm::self ? rank : comm == Comm::split ? rank % 2 : 0; }

/// How a call is placed among others (`scene=` in the text of a case): alone; three of its kind in flight on duplicates
/// and completed in another order; between point-to-point traffic with wildcards, none of which may be lost or met; on
/// several threads at once, each on a communicator of its own; three of its kind outstanding on one communicator, with
/// another procedure between them that is outstanding too and a blocking one before they are completed; with the
/// argument `wrong` wrong, under MPI_ERRORS_RETURN, after which the communicator must still work; again and again with
/// masked numbers, until the bracketing is known (reveal.hpp): of a reduction by a sum of floating-point numbers or of
/// terms; several times with the same operands, for a name of the bits of the result; or again and again from a common
/// start, for the time that it takes. The last two judge nothing.
enum class Scenario { alone, in_flight, between_messages, threads, error, reveal, outstanding, digest, time };

/// By which procedure a nonblocking or persistent call is completed; by those for several requests among null requests.
enum class Completion { wait, test, waitall, waitany, waitsome, testall, testany, testsome };

/// What stands for the arguments that are not significant at a rank (6.5 to 6.11, and 6.2.2 of MPI_IN_PLACE): such as
/// would be right; a null pointer, MPI_DATATYPE_NULL and a count of -1; the same with pointers to no memory.
enum class Insignificant { right, null, garbage };

/// Blocks of an irregular case have none to so many times `Case::count` units.
inline constexpr int most_multiple = 3;

/// All ranks are given the same. What a procedure has no use for has the default.
struct Case {
  Procedure procedure = Procedure::barrier;
  int ranks = 1;               ///< of the launch
  Nodes nodes = {};            ///< on which they lie
  std::string algorithm = {};  ///< "allreduce=ring" where one was chosen at the launch; else the MPI's own choice
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
  bool freed = false;  ///< communicator and derived datatypes, while the call is pending
  Insignificant insignificant = Insignificant::right;
  Scenario scenario = Scenario::alone;
  std::string wrong = {};  ///< of Scenario::error: "root", "op", …
  std::uint64_t seed = 0;

  bool operator==(const Case&) const = default;
};

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

}  // namespace tutti::conform
