// The arguments that a program may get wrong, and that an MPI can notice by itself at every rank: one row each. The
// worker puts the wrong value into its call, the C programs into theirs.
#pragma once
#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/op.hpp"
#include "verified/conform/case/procedure.hpp"

namespace tutti::conform {

enum class WrongRoot { size, negative };
enum class WrongComm { null, world, intercommunicator };
/// Operators of one-sided communication alone (MPI 4.0, 12.3.4).
enum class OneSided { replace, no_op };

/// What takes the place of the arguments of a right call, which is one of MPI_SUM on one MPI_INT for each block.
struct Spoilt {
  std::optional<WrongRoot> root = {};
  std::optional<WrongComm> comm = {};
  std::optional<std::optional<Op>> op = {};      ///< nothing in it: MPI_OP_NULL
  std::optional<OneSided> one_sided = {};        ///< in the place of the operator
  std::optional<std::optional<Type>> type = {};  ///< nothing in it: MPI_DATATYPE_NULL
  bool uncommitted = false;                      ///< a datatype that is made and not committed
  std::optional<int> count = {};
  bool in_place = false;  ///< the buffer that does not take MPI_IN_PLACE

  constexpr int arguments() const {
    return root.has_value() + comm.has_value() + (op || type) + one_sided.has_value() + uncommitted +
           count.has_value() + in_place;
  }
};
/// A negative root: far from MPI_ROOT and MPI_PROC_NULL.
inline constexpr int no_rank = -1000;

struct WrongArgument {
  std::string_view name;  ///< in Case::wrong
  std::string_view says;  ///< "a root that is no rank"
  bool (*applies)(Procedure);
  Spoilt spoilt;
  /// The classes that MPI 4.0, 9.4 allows; see also due_classes().
  std::array<std::string_view, 2> classes;
};

constexpr bool operates(Procedure p) { return combines(p) || p == Procedure::reduce_local; }

/// Errors that only some ranks can notice are not among them: the others may wait for ever.
inline constexpr std::array wrong_arguments = [] {
  using enum Procedure;
  constexpr auto has_op = [](Procedure p) { return operates(p) || p == op_commutative; };
  constexpr auto has_data = [](Procedure p) { return p != barrier && p != op_commutative; };
  constexpr auto moves = [](Procedure p) {
    return on_neighbours(p) || (row(p).collective && tutti::row(*row(p).collective).moves());
  };
  // Rank 0 has no receive buffer in an Exscan, and of rooted collectives only the root has both buffers.
  constexpr auto both_buffers = [](Procedure p) {
    return p != barrier && p != exscan && communicates(p) && !rooted(p);
  };
  constexpr auto scans = [](Procedure p) { return p == scan || p == exscan; };
  return std::array<WrongArgument, 14>{{
      {"root", "a root that is no rank", rooted, {.root = WrongRoot::size}, {"MPI_ERR_ROOT"}},
      {"negative-root", "a negative root", rooted, {.root = WrongRoot::negative}, {"MPI_ERR_ROOT"}},
      {"comm", "MPI_COMM_NULL", communicates, {.comm = WrongComm::null}, {"MPI_ERR_COMM"}},
      {"intercommunicator", "an intercommunicator", scans, {.comm = WrongComm::intercommunicator}, {"MPI_ERR_COMM"}},
      {"topology",
       "a communicator without a topology",
       on_neighbours,
       {.comm = WrongComm::world},
       {"MPI_ERR_TOPOLOGY", "MPI_ERR_COMM"}},
      {"op", "MPI_OP_NULL", has_op, {.op = std::optional<Op>{}}, {"MPI_ERR_OP"}},
      {"replace", "MPI_REPLACE", operates, {.one_sided = OneSided::replace}, {"MPI_ERR_OP"}},
      {"no-op", "MPI_NO_OP", operates, {.one_sided = OneSided::no_op}, {"MPI_ERR_OP"}},
      {"op-type", "MPI_BAND on MPI_DOUBLE", operates, {.op = Op::band, .type = Type::double_}, {"MPI_ERR_TYPE"}},
      {"pair-type", "MPI_SUM on MPI_2INT", operates, {.type = Type::two_int}, {"MPI_ERR_TYPE"}},
      {"count", "a negative count", has_data, {.count = -1}, {"MPI_ERR_COUNT"}},
      {"datatype", "MPI_DATATYPE_NULL", has_data, {.type = std::optional<Type>{}}, {"MPI_ERR_TYPE"}},
      {"uncommitted", "a datatype that is not committed", moves, {.uncommitted = true}, {"MPI_ERR_TYPE"}},
      {"in-place",
       "MPI_IN_PLACE for the other buffer",
       both_buffers,
       {.in_place = true},
       {"MPI_ERR_BUFFER", "MPI_ERR_ARG"}},
  }};
}();

static_assert(std::ranges::all_of(wrong_arguments,
                                  [](const auto& w) {
                                    return std::ranges::find(wrong_arguments, w.name, &WrongArgument::name) == &w;
                                  }),
              "each wrong argument has a name of its own");
static_assert(std::ranges::all_of(wrong_arguments,
                                  [](const auto& w) {
                                    return w.spoilt.arguments() == 1 && w.classes[0].starts_with("MPI_ERR_");
                                  }),
              "one argument is wrong, and a class of errors is due");

/// Each operator with each type that it is not defined for (6.9.2 and 6.9.4): "max/c_float_complex", "MPI_MAX on
/// MPI_C_FLOAT_COMPLEX". So many that they are no values of a factor.
inline const std::vector<WrongArgument>& wrong_pairs() {
  struct Made {
    std::deque<std::string> texts;  // which the rows are views of
    std::vector<WrongArgument> rows;
  };
  static const Made made = [] {
    Made all;
    for (const auto& op : ops)
      for (const auto& type : types) {
        if (allowed(op.id, type.id)) continue;
        const auto& name = all.texts.emplace_back(std::string(op.name) + "/" + std::string(type.name));
        const auto& says = all.texts.emplace_back(std::string(op.mpi_name) + " on " + std::string(type.mpi_name));
        all.rows.push_back({name, says, operates, {.op = op.id, .type = type.id}, {"MPI_ERR_TYPE"}});
      }
    return all;
  }();
  return made.rows;
}

inline const WrongArgument* wrong_argument_named(std::string_view name) {
  if (const auto* found = std::ranges::find(wrong_arguments, name, &WrongArgument::name);
      found != wrong_arguments.end())
    return found;
  const auto found = std::ranges::find(wrong_pairs(), name, &WrongArgument::name);
  return found == wrong_pairs().end() ? nullptr : &*found;
}

/// The names of those that a call of `p` can have, without wrong_pairs().
inline std::vector<std::string> wrongs_of(Procedure p) {
  std::vector<std::string> names;
  for (const auto& w : wrong_arguments)
    if (w.applies(p)) names.emplace_back(w.name);
  return names;
}

inline bool needs_intercommunicator(std::string_view wrong) {
  const auto* argument = wrong_argument_named(wrong);
  return argument && argument->spoilt.comm == WrongComm::intercommunicator;
}

/// The classes of errors that are due of a call of `p`. Where an operation meets a datatype that it does not take,
/// either may be called wrong; so may MPI_DATATYPE_NULL with an operation.
inline std::vector<std::string> due_classes(const WrongArgument& wrong, Procedure p) {
  std::vector<std::string> classes;
  if (wrong.spoilt.type && operates(p)) classes.emplace_back("MPI_ERR_OP");
  for (const auto name : wrong.classes)
    if (!name.empty()) classes.emplace_back(name);
  return classes;
}

}  // namespace tutti::conform
