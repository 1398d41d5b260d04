// The first of many cases that fails is found in few launches.
#include "verified/conform/drive/failure_search.hpp"

#include <doctest/doctest.h>

#include "tests/conform/fake_mpi.hpp"
#include "tests/support/program.hpp"
#include "tests/support/property.hpp"

namespace tutti::conform {
namespace {

class SearchTrial {
 public:
  explicit SearchTrial(Kind kind, int launches = 1000, double seconds = 600)
      : search_(
            {{.command = TUTTI_FAKE_MPI " mpiexec {np}", .worker = TUTTI_FAKE_MPI, .folder = folder_ / ""},
             {},
             [] { return false; }},
            [kind](const Case&, const Outcome& o) { return o.found.front().wrong.kind == kind; }, launches, seconds) {}

  std::optional<std::size_t> first(const std::vector<Case>& cases) { return search_.first_failing(cases, true); }

 private:
  Folder folder_;
  FailureSearch search_;
};

TEST_CASE("the first case that fails as is sought is found, whatever else fails before it") {
  property(
      "the first case that fails as is sought is found",
      [] {
        constexpr Fate fates[] = {Fate::pass, Fate::wrong, Fate::crash, Fate::overrun, Fate::spoil, Fate::victim};
        std::vector<Case> cases;
        for (int n = draw(10); n > 0; --n) cases.push_back(with(fates[draw(std::size(fates))], 1 + draw(2)));
        const auto [kind, fate] =
            draw(2) ? std::pair(Kind::wrong_value, Fate::wrong) : std::pair(Kind::crash, Fate::crash);
        std::optional<std::size_t> due;
        for (std::size_t k = cases.size(); k-- > 0;)
          if (cases[k].seed == static_cast<std::uint64_t>(fate)) due = k;
        RC_ASSERT(SearchTrial(kind).first(cases) == due);
      },
      10);
}

TEST_CASE("forty cases that pass and one that fails take two launches, the second for that one alone") {
  std::vector<Case> cases(40, with(Fate::pass, 2));
  cases.push_back(with(Fate::wrong, 2));
  CHECK(SearchTrial(Kind::wrong_value, 2).first(cases) == 40);
  CHECK_FALSE(SearchTrial(Kind::wrong_value, 1).first(cases));
}

TEST_CASE("after its time nothing is found") {
  CHECK_FALSE(SearchTrial(Kind::wrong_value, 9, 0).first({with(Fate::wrong, 1)}));
}

}  // namespace
}  // namespace tutti::conform
