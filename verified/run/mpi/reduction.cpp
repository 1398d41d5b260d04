#include "verified/run/mpi/reduction.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "verified/run/mpi/error.hpp"

namespace tutti::mpi {
namespace {

void check_arguments(const Communicator& comm, const Algorithm& algorithm, const Counts& counts, Rank root,
                     bool in_place) {
  const auto& collective = row(algorithm.collective);
  if (!collective.combines()) throw Error(algorithm.name + " applies no operator: it is not a reduction");
  comm.check_root(root);
  const bool per_rank = collective.result == Result::own_block;
  if (counts.size() != (per_rank ? static_cast<std::size_t>(comm.size()) : 1))
    throw Error(algorithm.name + " takes " + (per_rank ? "one receive count per rank" : "one count") + ", not " +
                std::to_string(counts.size()));
  for (const auto c : counts)
    if (c < 0) throw Error("the count " + std::to_string(c) + " is negative");
  if (collective.cut == Cut::equal && std::ranges::adjacent_find(counts, std::not_equal_to{}) != counts.end())
    throw Error(algorithm.name + " takes the same count for every rank; reduce_scatter takes different ones");
  if (in_place && collective.result == Result::at_root && comm.rank() != root)
    throw Error("MPI_IN_PLACE is for the root of " + algorithm.name + " only");
}

/// Elements that can be reduced where they lie.
Layout disjoint(MPI_Datatype type) {
  const Layout layout(type);
  if (layout.extent <= 0)
    throw Error("an element of this datatype has an extent of " + std::to_string(layout.extent) + " bytes");
  if (layout.extent < layout.true_extent)
    throw Error("elements of this datatype overlap: its extent is " + std::to_string(layout.extent) +
                " bytes, its data span " + std::to_string(layout.true_extent));
  return layout;
}

std::shared_ptr<const ProvedPlan> plan(Communicator& comm, const Selection& selection, const Counts& counts,
                                       bool in_place, const Combiner& combiner) {
  const auto& algorithm = *selection.algorithm;
  check_arguments(comm, algorithm, counts, selection.root, in_place);
  auto proved = comm.plan(selection, in_place, {counts.begin(), counts.end()}, [&](const Schedule& schedule) {
    const bool per_rank = row(algorithm.collective).result == Result::own_block;
    return Extents::contributions(
        per_rank ? Partition::of_counts(counts) : Partition::equal(counts.front(), schedule.blocks),
        algorithm.collective);
  });
  if (proved->needs().commutative && !combiner.commutative())
    throw Error(algorithm.name + " on " + std::to_string(comm.size()) + " ranks with root " +
                std::to_string(selection.root) +
                " is proved for commutative operators only, and this one is not; `tutti list` shows those that keep "
                "rank order");
  return proved;
}

Needs satisfied(const Combiner& combiner) { return {.associative = true, .commutative = combiner.commutative()}; }

Reaches find_reaches(const Communicator& comm, const CollectiveRow& collective, const Counts& counts, Rank root,
                     bool in_place, const Layout& layout) {
  const auto of = [&](std::int64_t elements) { return Reach::of(layout, 0, elements); };
  const auto all = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
  const bool own_block = collective.result == Result::own_block;
  const auto own = counts[own_block ? static_cast<std::size_t>(comm.rank()) : 0];
  const bool gets_one = !(collective.result == Result::at_root && comm.rank() != root) &&
                        !(collective.id == Collective::exscan && comm.rank() == 0 && !in_place);
  return {in_place ? Reach{} : of(all), gets_one ? of(in_place ? all : own) : Reach{}};
}

double bytes_of(const Counts& counts, const Combiner& combiner) {
  double elements = 0;
  for (const auto c : counts)
    elements += static_cast<double>(std::max<std::int64_t>(0, c));  // negative ones are refused later
  return elements * combiner.layout().size;
}

}  // namespace

Reduction::Reduction(MPI_Comm comm, const Algorithm& algorithm, const Counts& counts, MPI_Datatype type, MPI_Op op,
                     Rank root, bool in_place, const Shape& shape)
    : comm_(Communicator::of(comm)),
      in_place_(in_place),
      combiner_(op, disjoint(type)),
      bytes_(bytes_of(counts, combiner_)),
      selection_{&algorithm, shape, root},
      engine_(comm_, plan(comm_, selection_, counts, in_place, combiner_), combiner_.layout(), satisfied(combiner_)),
      reaches_(find_reaches(comm_, row(selection_.algorithm->collective), counts, root, in_place, combiner_.layout())) {
}

Reduction::Reduction(MPI_Comm comm, Collective collective, const Counts& counts, MPI_Datatype type, MPI_Op op,
                     Rank root, bool in_place)
    : comm_(Communicator::of(comm)),
      in_place_(in_place),
      combiner_(op, disjoint(type)),
      bytes_(bytes_of(counts, combiner_)),
      selection_(comm_.fastest(collective, combiner_.commutative(), root, bytes_)),
      engine_(comm_, plan(comm_, selection_, counts, in_place, combiner_), combiner_.layout(), satisfied(combiner_)),
      reaches_(find_reaches(comm_, row(selection_.algorithm->collective), counts, root, in_place, combiner_.layout())) {
}

bool Reduction::native_is_faster() const {
  return comm_.native_is_faster(selection_.algorithm->collective, combiner_.commutative(), selection_.root, bytes_);
}

void Reduction::run(const void* send, void* receive) {
  check_buffers(selection_.algorithm->name, send, receive, reaches_);
  comm_.in_step([&] {
    engine_.run(in_place_ ? receive : send, receive, comm_.memory(engine_.bytes()),
                [this](bool fold, const void* left, const void* right, void* to, std::int64_t n) {
                  fold ? combiner_.combine(left, right, to, n) : combiner_.copy(left, to, n);
                });
  });
}

}  // namespace tutti::mpi
