#include "verified/conform/case/communicator.hpp"

#include <algorithm>

namespace tutti::conform {
namespace {

/// The ranks from `first` on at this distance, below `end`.
std::vector<Rank> every(Rank first, Rank end, int step = 1) {
  std::vector<Rank> ranks;
  for (Rank r = first; r < end; r += step) ranks.push_back(r);
  return ranks;
}

std::vector<Rank> in_reverse(std::vector<Rank> ranks) {
  std::ranges::reverse(ranks);
  return ranks;
}

/// Ranks below `middle` and the others, each group as its own ranks see it.
Members two_groups(int ranks, Rank middle, bool lower_has_root, Rank in_world) {
  auto lower = every(0, middle), upper = every(middle, ranks);
  const bool is_lower = in_world < middle;
  return {.local = is_lower ? lower : upper,
          .remote = is_lower ? std::move(upper) : std::move(lower),
          .has_root = is_lower == lower_has_root};
}

}  // namespace

Members members_of(Comm comm, int ranks, Rank in_world) {
  const Rank middle = ranks / 2, last = ranks - 1;
  auto all = every(0, ranks);
  switch (comm) {
    case Comm::self: return {{in_world}};
    case Comm::split: return {every(in_world % 2, ranks, 2)};
    case Comm::nested: return {in_reverse(every(in_world % 2, ranks, 2))};
    case Comm::reversed: return {in_reverse(std::move(all))};
    case Comm::create: std::rotate(all.begin(), all.begin() + 1, all.end()); return {all};
    case Comm::create_group: return {in_world < middle ? every(0, middle) : every(middle, ranks)};
    case Comm::merged: std::rotate(all.begin(), all.begin() + middle, all.end()); return {all};
    case Comm::inter: return two_groups(ranks, middle, true, in_world);
    case Comm::inter_one: return two_groups(ranks, last, false, in_world);
    case Comm::inter_rest: return two_groups(ranks, last, true, in_world);
    case Comm::world:
    case Comm::dup:
    case Comm::info:
    case Comm::cart:
    case Comm::graph:
    case Comm::weighted:
    case Comm::open:
    case Comm::thin:
    case Comm::star:
    case Comm::ring: return {all};
  }
  __builtin_unreachable();
}

int part_of(Comm comm, int ranks, Rank in_world) {
  const auto members = members_of(comm, ranks, in_world);
  const Rank least = std::ranges::min(members.local);
  return members.remote.empty() ? least : std::min(least, std::ranges::min(members.remote));
}

int roots(Comm comm, int ranks) {
  switch (comm) {
    case Comm::self:
    case Comm::inter_one: return 1;
    case Comm::split:
    case Comm::nested:
    case Comm::create_group:
    case Comm::inter: return std::max(1, ranks / 2);
    case Comm::inter_rest: return std::max(1, ranks - 1);
    default: return ranks;
  }
}

}  // namespace tutti::conform
