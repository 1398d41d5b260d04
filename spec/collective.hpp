// One row per collective: its name, its shape and the clause of the MPI standard that defines it.
#pragma once
#include <array>
#include <optional>
#include <string_view>

namespace tutti {

enum class Collective {
  reduce,
  allreduce,
  reduce_scatter,
  reduce_scatter_block,
  scan,
  exscan,
  bcast,
  gather,
  gatherv,
  scatter,
  scatterv,
  allgather,
  allgatherv,
  alltoall,
  alltoallv,
  alltoallw,
  barrier
};

/// What the ranks bring along: every rank a whole vector to be combined; the root a vector; every rank the block of its
/// own number; every rank one block for each rank.
enum class Input { contributions, of_root, own_block, one_for_each };

/// Who must hold what at the end: the root everything, every rank everything, every rank the block of its own number;
/// rank r the combination of ranks 0..r, or of 0..r-1 (and rank 0 is left alone); every rank one block from each rank;
/// or nothing but the certainty that every rank has entered.
enum class Result { at_root, everywhere, own_block, prefix, prefix_before, one_from_each, all_entered };

/// How the data falls into blocks: a count of elements that a schedule may cut as it likes; one block per rank (for
/// one_for_each: per pair of ranks), all of one size; or one block per rank, each with a size of its own.
enum class Cut { freely, equal, irregular };

struct CollectiveRow {
  Collective id;
  std::string_view name;      ///< as in `tutti list` and in the folder of its algorithms
  std::string_view mpi_name;  ///< the MPI procedure
  std::string_view clause;    ///< MPI 4.0
  Input input;
  Result result;
  Cut cut;
  Collective special_case_of;  ///< another one whose schedules serve it too; itself where there is none

  bool rooted() const { return input == Input::of_root || result == Result::at_root; }
  /// Applies an operator; all others but the barrier move data.
  bool combines() const { return input == Input::contributions && result != Result::all_entered; }
  bool moves() const { return input != Input::contributions; }
  /// Sends one block from each rank to each.
  bool exchanges() const { return input == Input::one_for_each; }
};

inline constexpr std::array collectives = [] {
  using enum Collective;
  using I = Input;
  using R = Result;
  using C = Cut;
  return std::array{
      CollectiveRow{reduce, "reduce", "MPI_Reduce", "6.9.1", I::contributions, R::at_root, C::freely, reduce},
      CollectiveRow{allreduce, "allreduce", "MPI_Allreduce", "6.9.6", I::contributions, R::everywhere, C::freely,
                    allreduce},
      CollectiveRow{reduce_scatter, "reduce_scatter", "MPI_Reduce_scatter", "6.10.2", I::contributions, R::own_block,
                    C::irregular, reduce_scatter},
      CollectiveRow{reduce_scatter_block, "reduce_scatter_block", "MPI_Reduce_scatter_block", "6.10.1",
                    I::contributions, R::own_block, C::equal, reduce_scatter},
      CollectiveRow{scan, "scan", "MPI_Scan", "6.11.1", I::contributions, R::prefix, C::freely, scan},
      CollectiveRow{exscan, "exscan", "MPI_Exscan", "6.11.2", I::contributions, R::prefix_before, C::freely, exscan},
      CollectiveRow{bcast, "bcast", "MPI_Bcast", "6.4", I::of_root, R::everywhere, C::freely, bcast},
      CollectiveRow{gather, "gather", "MPI_Gather", "6.5", I::own_block, R::at_root, C::equal, gatherv},
      CollectiveRow{gatherv, "gatherv", "MPI_Gatherv", "6.5", I::own_block, R::at_root, C::irregular, gatherv},
      CollectiveRow{scatter, "scatter", "MPI_Scatter", "6.6", I::of_root, R::own_block, C::equal, scatterv},
      CollectiveRow{scatterv, "scatterv", "MPI_Scatterv", "6.6", I::of_root, R::own_block, C::irregular, scatterv},
      CollectiveRow{allgather, "allgather", "MPI_Allgather", "6.7", I::own_block, R::everywhere, C::equal, allgatherv},
      CollectiveRow{allgatherv, "allgatherv", "MPI_Allgatherv", "6.7", I::own_block, R::everywhere, C::irregular,
                    allgatherv},
      CollectiveRow{alltoall, "alltoall", "MPI_Alltoall", "6.8", I::one_for_each, R::one_from_each, C::equal,
                    alltoallv},
      CollectiveRow{alltoallv, "alltoallv", "MPI_Alltoallv", "6.8", I::one_for_each, R::one_from_each, C::irregular,
                    alltoallw},
      CollectiveRow{alltoallw, "alltoallw", "MPI_Alltoallw", "6.8", I::one_for_each, R::one_from_each, C::irregular,
                    alltoallw},
      CollectiveRow{barrier, "barrier", "MPI_Barrier", "6.3", I::contributions, R::all_entered, C::freely, barrier},
  };
}();

static_assert(
    [] {
      for (std::size_t i = 0; i < collectives.size(); ++i)
        if (collectives[i].id != static_cast<Collective>(i)) return false;
      return collectives.back().id == Collective::barrier;
    }(),
    "one row per collective, in the order of the enum");

constexpr const CollectiveRow& row(Collective c) { return collectives[static_cast<std::size_t>(c)]; }

constexpr std::optional<Collective> collective_named(std::string_view name) {
  for (const auto& r : collectives)
    if (r.name == name) return r.id;
  return std::nullopt;
}

/// Whether a schedule for `general` serves `c`: the same one, or one that `c` is a special case of.
constexpr bool serves(Collective general, Collective c) {
  while (c != general && row(c).special_case_of != c) c = row(c).special_case_of;
  return c == general;
}

}  // namespace tutti
