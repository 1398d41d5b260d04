// The communicators of cases: which ranks of the world are in them.
#include "verified/conform/case/communicator.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/support/property.hpp"
#include "verified/conform/case/case.hpp"

namespace tutti::conform {
namespace {

constexpr int most_ranks = 17;

/// Calls see(comm, ranks) for all communicators that there are.
template <class See>
void for_each_communicator(const See& see) {
  for (int comm = 0; comm < comms; ++comm)
    for (int ranks = 1; ranks <= most_ranks; ++ranks) {
      const auto kind = static_cast<Comm>(comm);
      CAPTURE(name_of(kind));
      CAPTURE(ranks);
      if (ranks > 1 || !needs_two_ranks(kind)) see(kind, ranks);
    }
}

TEST_CASE("every rank of the world is in one communicator of each kind, of which all its ranks say the same") {
  for_each_communicator([](Comm comm, int ranks) {
    for (Rank r = 0; r < ranks; ++r) {
      const auto mine = members_of(comm, ranks, r);
      CHECK(std::ranges::count(mine.local, r) == 1);
      CHECK(std::ranges::count(mine.remote, r) == 0);
      CHECK(mine.remote.empty() == !is_inter(comm));
      for (const Rank other : mine.local) {
        const auto theirs = members_of(comm, ranks, other);
        CHECK(theirs.local == mine.local);
        CHECK(theirs.remote == mine.remote);
        CHECK(theirs.has_root == mine.has_root);
      }
      for (const Rank other : mine.remote) {
        const auto theirs = members_of(comm, ranks, other);
        CHECK(theirs.local == mine.remote);
        CHECK(theirs.has_root != mine.has_root);
      }
    }
  });
}

TEST_CASE("ranks are in the same part just where they are in one communicator") {
  for_each_communicator([](Comm comm, int ranks) {
    for (Rank r = 0; r < ranks; ++r) {
      const auto mine = members_of(comm, ranks, r);
      for (Rank other = 0; other < ranks; ++other) {
        const bool together = std::ranges::count(mine.local, other) + std::ranges::count(mine.remote, other) > 0;
        CHECK((part_of(comm, ranks, r) == part_of(comm, ranks, other)) == together);
      }
    }
  });
}

TEST_CASE("a root exists on every communicator of a kind, and one more does not") {
  for_each_communicator([](Comm comm, int ranks) {
    std::size_t least = most_ranks;
    for (Rank r = 0; r < ranks; ++r)
      if (const auto mine = members_of(comm, ranks, r); mine.has_root) least = std::min(least, mine.local.size());
    CHECK(roots(comm, ranks) == static_cast<int>(least));
  });
}

TEST_CASE("ranks stand in the order that the constructor gives them") {
  using Ranks = std::vector<Rank>;
  CHECK(members_of(Comm::reversed, 4, 1).local == Ranks{3, 2, 1, 0});
  CHECK(members_of(Comm::split, 5, 3).local == Ranks{1, 3});
  CHECK(members_of(Comm::nested, 5, 2).local == Ranks{4, 2, 0});
  CHECK(members_of(Comm::create, 4, 0).local == Ranks{1, 2, 3, 0});
  CHECK(members_of(Comm::create_group, 5, 3).local == Ranks{2, 3, 4});
  CHECK(members_of(Comm::merged, 5, 0).local == Ranks{2, 3, 4, 0, 1});
  CHECK(members_of(Comm::inter, 5, 0).local == Ranks{0, 1});
  CHECK(members_of(Comm::inter_one, 3, 0).remote == Ranks{2});
  CHECK_FALSE(members_of(Comm::inter_one, 3, 0).has_root);
  CHECK(members_of(Comm::inter_rest, 3, 0).has_root);
}

}  // namespace
}  // namespace tutti::conform
