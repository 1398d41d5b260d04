// One row per collective: its name, its shape and the clause of the MPI standard that defines it.
#pragma once
#include <array>
#include <optional>
#include <string_view>

namespace tutti {

enum class Collective { reduce, allreduce, reduce_scatter, reduce_scatter_block };

/// Who must hold the result: the root alone, every rank the whole vector, or every rank the block of its own number.
enum class Result { at_root, everywhere, own_block };

struct CollectiveRow {
  Collective id;
  std::string_view name;      ///< as in `tutti list` and in the folder of its algorithms
  std::string_view mpi_name;  ///< the MPI procedure
  std::string_view clause;    ///< MPI 4.0
  Result result;
  Collective schedules;  ///< the collective whose schedules it runs; another one where it is a special case
  bool rooted() const { return result == Result::at_root; }
};

inline constexpr std::array collectives{
    CollectiveRow{Collective::reduce, "reduce", "MPI_Reduce", "6.9.1", Result::at_root, Collective::reduce},
    CollectiveRow{Collective::allreduce, "allreduce", "MPI_Allreduce", "6.9.6", Result::everywhere,
                  Collective::allreduce},
    CollectiveRow{Collective::reduce_scatter, "reduce_scatter", "MPI_Reduce_scatter", "6.10.2", Result::own_block,
                  Collective::reduce_scatter},
    CollectiveRow{Collective::reduce_scatter_block, "reduce_scatter_block", "MPI_Reduce_scatter_block", "6.10.1",
                  Result::own_block, Collective::reduce_scatter},
};

static_assert(
    [] {
      for (std::size_t i = 0; i < collectives.size(); ++i)
        if (collectives[i].id != static_cast<Collective>(i)) return false;
      return collectives.back().id == Collective::reduce_scatter_block;
    }(),
    "one row per collective, in the order of the enum");

constexpr const CollectiveRow& row(Collective c) { return collectives[static_cast<std::size_t>(c)]; }

constexpr std::optional<Collective> collective_named(std::string_view name) {
  for (const auto& r : collectives)
    if (r.name == name) return r.id;
  return std::nullopt;
}

}  // namespace tutti
