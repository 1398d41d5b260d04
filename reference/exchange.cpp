#include "reference/exchange.hpp"

#include <algorithm>

#include "reference/model.hpp"

namespace tutti {
namespace {

/// The blocks that `word_of(slot)` names for the slots of a rank, in their order.
template <class F>
std::vector<MovedBlock> blocks_of(Collective c, int ranks, Rank root, F word_of) {
  const int slots = row(c).cut == Cut::freely ? 1 : row(c).exchanges() ? 2 * ranks : ranks;
  std::vector<MovedBlock> blocks;
  for (int slot = 0; slot < slots; ++slot)
    if (const auto word = word_of(slot)) blocks.push_back(block_of(c, ranks, root, word->first));
  return blocks;
}

/// `block_from(i)` for 0 <= i < n.
template <class F>
std::vector<MovedBlock> one_for_each_of(int n, F block_from) {
  std::vector<MovedBlock> blocks;
  for (int i = 0; i < n; ++i) blocks.push_back(block_from(i));
  return blocks;
}

std::vector<MovedBlock> sent_between_groups(Collective c, const GroupSizes& members, Rank root, const Process& at) {
  const int others = members.size(1 - at.group);
  switch (row(c).input) {
    case Input::of_root:
      if (at != Process{0, root}) return {};
      return one_for_each_of(row(c).cut == Cut::freely ? 1 : others, [&](int j) { return MovedBlock{at, j}; });
    case Input::own_block:
      if (row(c).rooted() && at.group == 0) return {};
      return {{at, 0}};
    case Input::one_for_each: return one_for_each_of(others, [&](int j) { return MovedBlock{at, j}; });
    case Input::contributions: break;
  }
  return {};
}

std::vector<MovedBlock> received_between_groups(Collective c, const GroupSizes& members, Rank root, const Process& at) {
  const int from = members.source_of(at.group);
  const auto one_of_each = [&](int number) {
    return one_for_each_of(members.size(from), [=](Rank r) { return MovedBlock{{from, r}, number}; });
  };
  switch (row(c).input) {
    case Input::of_root:
      if (at.group == 0) return {};
      return {{{0, root}, row(c).cut == Cut::freely ? 0 : at.rank}};
    case Input::own_block:
      if (row(c).rooted() && at != Process{0, root}) return {};
      return one_of_each(0);
    case Input::one_for_each: return one_of_each(at.rank);
    case Input::contributions: break;
  }
  return {};
}

/// The place of the `nth` (from 0) `rank` in `list`.
int place_of(Rank rank, const std::vector<Rank>& list, std::ptrdiff_t nth) {
  int place = 0;
  while (list[static_cast<std::size_t>(place)] != rank || nth-- > 0) ++place;
  return place;
}

}  // namespace

MovedBlock block_of(Collective c, int ranks, Rank root, int letter) {
  switch (row(c).input) {
    case Input::of_root: return {{0, root}, letter};
    case Input::own_block: return {{0, letter}, 0};
    case Input::one_for_each: return {{0, letter / ranks}, letter % ranks};
    case Input::contributions: break;
  }
  return {};
}

std::vector<MovedBlock> sent(Collective c, const GroupSizes& members, Rank root, const Process& at) {
  if (members.inter()) return sent_between_groups(c, members, root, at);
  return blocks_of(c, members.first, root, [&](int slot) { return held(c, members.first, root, at.rank, slot); });
}

std::vector<MovedBlock> received(Collective c, const GroupSizes& members, Rank root, const Process& at) {
  if (members.inter()) return received_between_groups(c, members, root, at);
  return blocks_of(c, members.first, root, [&](int slot) { return due(c, members.first, root, at.rank, slot); });
}

bool contributes(Collective c, const GroupSizes& members, const Process& at) {
  return !(members.inter() && row(c).rooted()) || at.group == 1;
}

std::optional<Combined> combined(Collective c, const GroupSizes& members, Rank root, const Process& at) {
  const int from = members.source_of(at.group);
  if (members.inter()) {
    if (row(c).rooted() && at != Process{0, root}) return std::nullopt;
    return Combined{from, {0, members.size(from)}};
  }
  const auto word = due(c, members.first, root, at.rank, row(c).result == Result::own_block ? at.rank : 0);
  return word ? std::optional(Combined{from, *word}) : std::nullopt;
}

std::vector<MovedBlock> sent(const Topology& topology, ToNeighbours what, Rank at) {
  if (what == ToNeighbours::the_same) return {{{0, at}, 0}};
  const auto degree = topology.destinations[static_cast<std::size_t>(at)].size();
  return one_for_each_of(static_cast<int>(degree), [&](int j) { return MovedBlock{{0, at}, j}; });
}

std::vector<MovedBlock> received(const Topology& topology, ToNeighbours what, Rank at) {
  const auto& sources = topology.sources[static_cast<std::size_t>(at)];
  return one_for_each_of(static_cast<int>(sources.size()), [&](int i) {
    const Rank from = sources[static_cast<std::size_t>(i)];
    if (what == ToNeighbours::the_same) return MovedBlock{{0, from}, 0};
    if (topology.grid) return MovedBlock{{0, from}, i ^ 1};
    const auto before = std::count(sources.begin(), sources.begin() + i, from);
    return MovedBlock{{0, from}, place_of(at, topology.destinations[static_cast<std::size_t>(from)], before)};
  });
}

}  // namespace tutti
