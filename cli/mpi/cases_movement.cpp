#include <algorithm>
#include <span>

#include "cli/mpi/cases.hpp"

namespace tutti::cli {
namespace {

using mpi::Cargo;

const Cargo* cargo_named(std::string_view name) { return &*std::ranges::find(mpi::cargoes(), name, &Cargo::name); }

/// Counts with zeros, one per block: only at odd ranks, only for the last one, and a mixture. In an exchange the blocks
/// from r to j and from j to r are alike.
std::vector<std::vector<int>> irregular_counts(bool exchange, int ranks) {
  std::vector<std::vector<int>> all(3);
  for (int r = 0; r < (exchange ? ranks : 1); ++r)
    for (int j = 0; j < ranks; ++j) {
      const int pair = exchange ? r + j + r * j : j;
      all[0].push_back(pair % 2 * 3);
      all[1].push_back(j == ranks - 1 || (exchange && r == ranks - 1) ? 7 : 0);
      all[2].push_back((pair * 5 + 2) % 4);
    }
  return all;
}

/// Units in one buffer, and the gaps between them, never reach where the elements of that cargo would overlap.
bool fits(const Programme& programme, const Cargo& cargo, int n) {
  const int p = programme.ranks();
  return (programme.collective().cut == Cut::equal ? n * p : n) + 4 * p <= cargo.most;
}

/// Each cargo with each count; the roots, MPI_IN_PLACE and the places of the blocks change from case to case.
void add_cargoes(Programme& programme) {
  const int p = programme.ranks();
  const auto roots = programme.roots();
  const bool irregular = programme.collective().cut == Cut::irregular;
  const bool has_in_place = programme.collective().cut != Cut::freely;
  int turn = 0, kind = 0;
  for (const auto& cargo : mpi::cargoes()) {
    for (const int n : {0, 1, p - 1, p, p + 1, 1000}) {
      const auto root = roots[static_cast<std::size_t>(turn) % roots.size()];
      if (fits(programme, cargo, n))
        programme.add({.root = root,
                       .in_place = has_in_place && (turn + kind) % 2 == 1,
                       .cargo = {&cargo},
                       .scattered = irregular && turn % 3 == 1},
                      n);
      ++turn;
    }
    ++kind;
  }
}

void add_irregular(Programme& programme) {
  const auto roots = programme.roots();
  const auto& cargoes = mpi::cargoes();
  std::size_t turn = 0;
  for (const auto& counts : irregular_counts(programme.collective().exchanges(), programme.ranks()))
    for (const bool scattered : {false, true})
      for (const bool in_place : {false, true}) {
        programme.add({.root = roots[turn % roots.size()],
                       .in_place = in_place,
                       .cargo = {&cargoes[turn % cargoes.size()]},
                       .scattered = scattered,
                       .counts = counts});
        if (programme.algorithm().collective == Collective::alltoallw)
          programme.add({.in_place = in_place,
                         .cargo = {cargo_named("double"), cargo_named("struct-to-struct"),
                                   cargo_named("reversed-to-ints"), cargo_named("negative-bound")},
                         .scattered = scattered,
                         .counts = counts});
        ++turn;
      }
}

}  // namespace

void add_movements(Programme& programme) {
  add_cargoes(programme);
  if (programme.collective().cut == Cut::irregular) add_irregular(programme);
  const auto roots = programme.roots();
  const int p = programme.ranks();
  if (programme.collective().rooted())
    for (const Rank root : roots)
      for (const auto* name : {"double", "struct-to-struct"})
        programme.add({.root = root, .cargo = {cargo_named(name)}}, p + 1);
  const int large = programme.collective().cut == Cut::equal ? 100'003 / p : 100'003;
  programme.add({.root = roots.back(), .cargo = {cargo_named("byte")}}, large);
  programme.add({.root = roots.front(), .cargo = {cargo_named("vector-to-ints")}}, large / 12);
}

void add_few_movements(Programme& programme, const Shape& shape, Rank root) {
  const bool has_in_place = programme.collective().cut != Cut::freely;
  programme.add({.shape = shape, .root = root, .cargo = {cargo_named("double")}}, 2 * programme.ranks() + 3);
  programme.add({.shape = shape, .root = root, .in_place = has_in_place, .cargo = {cargo_named("vector-to-ints")}}, 3);
}

}  // namespace tutti::cli
