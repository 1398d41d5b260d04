#include "verified/conform/worker/movement_plan.hpp"

#include <algorithm>

#include "verified/conform/case/mix.hpp"
#include "verified/conform/worker/load.hpp"

namespace tutti::mpi::conform {

using tutti::conform::Case;
using tutti::conform::mix;
using tutti::conform::Procedure;
using tutti::conform::random_bytes;

namespace {

ToNeighbours to_neighbours(Procedure p) {
  return p == Procedure::neighbor_allgather || p == Procedure::neighbor_allgatherv ? ToNeighbours::the_same
                                                                                   : ToNeighbours::one_each;
}

std::vector<MovedBlock> sent_by(const Case& c, const Group& group, const Process& at) {
  if (on_neighbours(c.procedure)) return sent(group.neighbours, to_neighbours(c.procedure), at.rank);
  return sent(*row(c.procedure).collective, group.members(), c.root, at);
}

std::vector<MovedBlock> received_by(const Case& c, const Group& group, const Process& at) {
  if (on_neighbours(c.procedure)) return received(group.neighbours, to_neighbours(c.procedure), at.rank);
  return received(*row(c.procedure).collective, group.members(), c.root, at);
}

/// Whether the arguments of a side have something for each block, or one block is all there is.
struct Several {
  bool sent, received;
};

Several several(Procedure p) {
  const auto c = row(p).collective;
  if (!c) return {to_neighbours(p) == ToNeighbours::one_each, true};
  const auto& r = tutti::row(*c);
  if (r.cut == Cut::freely) return {false, false};
  return {r.input != Input::own_block, r.result != Result::own_block};
}

Placement placed(const Case& c, Rank at, const Contents& contents, const std::vector<MovedBlock>& blocks, bool each,
                 bool received) {
  std::vector<Parcel> parcels;
  for (const auto& b : blocks) parcels.push_back(contents.parcel(b, at));
  const auto how = !each || !irregular(c.procedure) ? Described::alike
                   : typed(c.procedure)             ? Described::typed
                                                    : Described::displaced;
  auto made = place(parcels, how, c.scattered, received);
  // Who has no neighbour nevertheless says the count and the datatype that all ranks agree on (MPI 4.0, 8.6); and what
  // applications say where nobody looks is what would be right elsewhere.
  if (parcels.empty() && how == Described::alike) {
    const auto usual = contents.parcel({}, at);
    const auto& datatypes = *usual.datatypes;
    made.counts = {usual.units * (received ? datatypes.received_per_unit : 1)};
    made.types = {(received ? datatypes.received : datatypes.sent).type};
  }
  return made;
}

/// A broadcast has one buffer: at the root what is sent stays in it.
void plan_broadcast(MovementPlan& plan) {
  if (plan.sent.empty()) return;
  plan.received = plan.sent;
  plan.before = {plan.sent.front()};
  plan.sent.clear();
}

bool is_in_place(const Case& c, const Group& group) {
  const auto collective = row(c.procedure).collective;
  return c.in_place && collective && !group.inter() && tutti::row(*collective).cut != Cut::freely &&
         (!tutti::row(*collective).rooted() || group.rank == c.root);
}

/// Each rank has another layout.
bool is_by_rank(const std::string& load) {
  const auto* row = tutti::conform::datatype_pair_row_named(load);
  return row && row->by_rank;
}

/// The send buffer is the receive buffer; of a scatter's root the block to itself stays in the send buffer.
void plan_in_place(const Case& c, const Group& group, MovementPlan& plan) {
  const auto& collective = tutti::row(*row(c.procedure).collective);
  if (collective.input == Input::of_root) {
    plan.receive_in_place = true;
    plan.received.clear();
    plan.before.clear();
    return;
  }
  plan.send_in_place = true;
  const auto own = static_cast<std::size_t>(group.rank);
  for (std::size_t i = 0; i < plan.sent.size(); ++i) plan.before[collective.exchanges() ? i : own] = plan.sent[i];
  plan.sent.clear();
}

}  // namespace

Contents::Contents(const Case& c)
    : times_(c.count),
      irregular_(c.irregular),
      by_rank_(is_by_rank(c.load)),
      datatype_pairs_(datatype_pairs_of(c.load, c.large_count)) {}

Parcel Contents::parcel(const MovedBlock& block, Rank at) const {
  const auto kind = static_cast<std::size_t>(block.from.rank + block.number);
  const auto multiple = irregular_ ? static_cast<int>(kind % (tutti::conform::most_multiple + 1)) : 1;
  const auto layout = by_rank_ ? static_cast<std::size_t>(at) : kind;
  return {datatype_pairs_[layout % datatype_pairs_.size()], times_ * multiple};
}

std::vector<std::byte> Contents::data(const MovedBlock& block, std::uint64_t seed) const {
  const auto p = parcel(block, block.from.rank);
  const auto process =
      mix(mix(seed) + static_cast<std::uint64_t>(block.from.group)) + static_cast<std::uint64_t>(block.from.rank);
  return random_bytes(mix(process) + static_cast<std::uint64_t>(block.number),
                      static_cast<std::size_t>(p.units) * static_cast<std::size_t>(p.datatypes->unit_bytes()));
}

MovementPlan plan_movement(const Case& c, const Group& group, const Contents& contents) {
  MovementPlan plan;
  plan.sent = sent_by(c, group, group.self());
  plan.received = received_by(c, group, group.self());
  plan.before.resize(plan.received.size());
  const bool one_buffer = c.procedure == Procedure::bcast, is_source = one_buffer && !plan.sent.empty();
  if (one_buffer) plan_broadcast(plan);
  if (is_in_place(c, group)) plan_in_place(c, group, plan);
  const auto each = several(c.procedure);
  plan.send = placed(c, group.rank, contents, plan.sent, each.sent, false);
  plan.receive = placed(c, group.rank, contents, plan.received, each.received, !is_source);
  return plan;
}

std::vector<MovedBlock> all_blocks(const Case& c, const Group& group) {
  std::vector<MovedBlock> all;
  for (int g = 0; g < (group.inter() ? 2 : 1); ++g)
    for (Rank r = 0; r < group.members().size(g); ++r) {
      const auto some = sent_by(c, group, {g, r});
      all.insert(all.end(), some.begin(), some.end());
    }
  return all;
}

std::string describe(const MovedBlock& block, const Group& seen_from) {
  const auto text = "block " + std::to_string(block.number) + " of rank " + std::to_string(block.from.rank);
  return block.from.group == seen_from.self().group ? text : text + " of the other group";
}

}  // namespace tutti::mpi::conform
