#include "verified/conform/reproduce/c_blocks.hpp"

#include "verified/conform/case/topology.hpp"
#include "verified/conform/reproduce/c_program.hpp"

namespace tutti::conform {
namespace {

std::vector<int> numbers_of(const std::vector<MovedBlock>& blocks) {
  std::vector<int> all;
  constexpr int from_nobody = -10000;  // which is no block, and of a size all the same
  for (const auto& [from, number] : blocks)
    all.push_back(from.rank == nobody ? from_nobody : from.group * 10000 + from.rank * 100 + number);
  return all;
}

BlocksOfBuffers between_neighbours(const Case& c, Rank in_world) {
  const auto topology = topology_of(c.comm, c.ranks);
  const auto how = sends_neighbours_the_same(c.procedure) ? ToNeighbours::the_same : ToNeighbours::one_each;
  return {numbers_of(sent(topology, how, in_world)), numbers_of(received(topology, how, in_world)), {}};
}

void put_in_place(const Case& c, const Seat& seat, BlocksOfBuffers& b) {
  const auto& collective = tutti::row(*row(c.procedure).collective);
  if (collective.rooted() && seat.at.rank != c.root) return;
  if (collective.input == Input::of_root) {
    b.received.clear();
    b.before.clear();
    return;
  }
  const auto own = static_cast<std::size_t>(seat.at.rank);
  for (std::size_t i = 0; i < b.sent.size(); ++i) b.before[collective.exchanges() ? i : own] = b.sent[i];
  b.sent.clear();
}

}  // namespace

bool sends_neighbours_the_same(Procedure p) {
  return p == Procedure::neighbor_allgather || p == Procedure::neighbor_allgatherv;
}

BlocksOfBuffers blocks_of_buffers(const Case& c, Rank in_world) {
  const auto seat = seat_of(c.comm, c.ranks, in_world);
  BlocksOfBuffers b;
  if (on_neighbours(c.procedure)) {
    b = between_neighbours(c, in_world);
  } else {
    const auto collective = *row(c.procedure).collective;
    b.sent = numbers_of(sent(collective, seat.members, c.root, seat.at));
    b.received = numbers_of(received(collective, seat.members, c.root, seat.at));
  }
  if (c.procedure == Procedure::bcast && !b.sent.empty()) b.received.clear();  // it has one buffer
  b.before.assign(b.received.size(), -1);
  if (c.in_place) put_in_place(c, seat, b);
  return b;
}

}  // namespace tutti::conform
