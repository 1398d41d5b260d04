// What a conformance run calls: one row per procedure of MPI 4.0, chapter 6 and 8.6.
#pragma once
#include <array>
#include <optional>
#include <string_view>

#include "spec/collective.hpp"

namespace tutti::conform {

/// The collectives with the values of their own enum, then those on neighbourhoods and what is local.
enum class Procedure {
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
  barrier,
  neighbor_allgather,
  neighbor_allgatherv,
  neighbor_alltoall,
  neighbor_alltoallv,
  neighbor_alltoallw,
  reduce_local,
  op_commutative
};

struct ProcedureRow {
  Procedure id;
  std::string_view name;                 ///< "neighbor_alltoallv"
  std::string_view mpi_name;             ///< "MPI_Neighbor_alltoallv"
  std::string_view clause;               ///< MPI 4.0
  std::optional<Collective> collective;  ///< whose model it has: one of the first
};

inline constexpr std::array procedures = [] {
  constexpr auto first = static_cast<std::size_t>(Procedure::neighbor_allgather);
  static_assert(first == collectives.size());
  std::array<ProcedureRow, first + 7> rows{};
  for (std::size_t i = 0; i < first; ++i) {
    const auto& c = collectives[i];
    rows[i] = {static_cast<Procedure>(c.id), c.name, c.mpi_name, c.clause, c.id};
  }
  const auto local = [&](Procedure id, std::string_view name, std::string_view mpi_name, std::string_view clause) {
    rows[static_cast<std::size_t>(id)] = {id, name, mpi_name, clause, std::nullopt};
  };
  using enum Procedure;
  local(neighbor_allgather, "neighbor_allgather", "MPI_Neighbor_allgather", "8.6.1");
  local(neighbor_allgatherv, "neighbor_allgatherv", "MPI_Neighbor_allgatherv", "8.6.1");
  local(neighbor_alltoall, "neighbor_alltoall", "MPI_Neighbor_alltoall", "8.6.2");
  local(neighbor_alltoallv, "neighbor_alltoallv", "MPI_Neighbor_alltoallv", "8.6.2");
  local(neighbor_alltoallw, "neighbor_alltoallw", "MPI_Neighbor_alltoallw", "8.6.2");
  local(reduce_local, "reduce_local", "MPI_Reduce_local", "6.9.7");
  local(op_commutative, "op_commutative", "MPI_Op_commutative", "6.9.7");
  return rows;
}();

constexpr const ProcedureRow& row(Procedure p) { return procedures[static_cast<std::size_t>(p)]; }

constexpr bool on_neighbours(Procedure p) {
  return p >= Procedure::neighbor_allgather && p <= Procedure::neighbor_alltoallw;
}

/// Not so: MPI_Reduce_local and MPI_Op_commutative.
constexpr bool communicates(Procedure p) { return p < Procedure::reduce_local; }

/// Applies an operator to what the ranks contribute.
constexpr bool combines(Procedure p) {
  const auto c = row(p).collective;
  return c && tutti::row(*c).combines();
}

constexpr bool rooted(Procedure p) {
  const auto c = row(p).collective;
  return c && tutti::row(*c).rooted();
}

/// There is a block for each rank, or for each neighbour, in some buffer.
constexpr bool has_blocks(Procedure p) {
  const auto c = row(p).collective;
  if (p == Procedure::reduce_scatter || p == Procedure::reduce_scatter_block || on_neighbours(p)) return true;
  return c && tutti::row(*c).moves() && tutti::row(*c).cut != Cut::freely;
}

/// Each block may have a size of its own.
constexpr bool irregular(Procedure p) {
  const auto c = row(p).collective;
  return c ? tutti::row(*c).cut == Cut::irregular
           : p >= Procedure::neighbor_allgatherv && p <= Procedure::neighbor_alltoallw &&
                 p != Procedure::neighbor_alltoall;
}

/// Each block has a datatype of its own.
constexpr bool typed(Procedure p) { return p == Procedure::alltoallw || p == Procedure::neighbor_alltoallw; }

constexpr std::optional<Procedure> procedure_named(std::string_view name) {
  for (const auto& r : procedures)
    if (r.name == name) return r.id;
  return std::nullopt;
}

}  // namespace tutti::conform
