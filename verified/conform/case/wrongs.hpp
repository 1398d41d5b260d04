// The arguments that a program may get wrong, and that an MPI can notice by itself at every rank.
#pragma once
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "verified/conform/case/procedure.hpp"

namespace tutti::conform {

struct WrongArgument {
  std::string_view name;  ///< in Case::wrong
  std::string_view says;  ///< "a root that is no rank"
  bool (*applies)(Procedure);
};

/// Errors that only some ranks can notice are not among them: the others may wait for ever.
inline constexpr std::array wrong_arguments = [] {
  using enum Procedure;
  constexpr auto operates = [](Procedure p) { return combines(p) || p == reduce_local; };
  constexpr auto has_op = [](Procedure p) { return combines(p) || p == reduce_local || p == op_commutative; };
  constexpr auto has_data = [](Procedure p) { return p != barrier && p != op_commutative; };
  constexpr auto moves = [](Procedure p) {
    return on_neighbours(p) || (row(p).collective && tutti::row(*row(p).collective).moves());
  };
  // Rank 0 has no receive buffer in an Exscan, and of rooted collectives only the root has both buffers.
  constexpr auto both_buffers = [](Procedure p) {
    return p != barrier && p != exscan && communicates(p) && !rooted(p);
  };
  return std::array{
      WrongArgument{"root", "a root that is no rank", rooted},
      WrongArgument{"negative-root", "a negative root", rooted},
      WrongArgument{"comm", "MPI_COMM_NULL", communicates},
      WrongArgument{"intercommunicator", "an intercommunicator", [](Procedure p) { return p == scan || p == exscan; }},
      WrongArgument{"topology", "a communicator without a topology", on_neighbours},
      WrongArgument{"op", "MPI_OP_NULL", has_op},
      WrongArgument{"op-type", "MPI_BAND on MPI_DOUBLE", operates},
      WrongArgument{"pair-type", "MPI_SUM on MPI_2INT", operates},
      WrongArgument{"count", "a negative count", has_data},
      WrongArgument{"datatype", "MPI_DATATYPE_NULL", has_data},
      WrongArgument{"uncommitted", "a datatype that is not committed", moves},
      WrongArgument{"in-place", "MPI_IN_PLACE for the other buffer", both_buffers},
  };
}();

constexpr const WrongArgument* wrong_argument_named(std::string_view name) {
  for (const auto& w : wrong_arguments)
    if (w.name == name) return &w;
  return nullptr;
}

/// The names of those that a call of `p` can have.
inline std::vector<std::string> wrongs_of(Procedure p) {
  std::vector<std::string> names;
  for (const auto& w : wrong_arguments)
    if (w.applies(p)) names.emplace_back(w.name);
  return names;
}

}  // namespace tutti::conform
