// The proof for all p of Bruck's alltoall: broken rules are refuted, and the rules are those of the schedules.
// Compiled with -O1, since it walks over many schedules.
#include <doctest/doctest.h>

#include <algorithm>
#include <tuple>

#include "tests/support/all_cases.hpp"
#include "verified/check/smt/all_p.hpp"
#include "verified/check/smt/all_p/bruck.hpp"
#include "verified/check/smt/all_p/ring.hpp"
#include "verified/check/smt/compared.hpp"

namespace tutti::smt {
namespace {

// ---- the rules are those of the schedules ----

using Steps = std::vector<Step>;

/// One step for each block, in an order of their own.
Steps one_by_one(const Steps& steps) {
  Steps all;
  for (const auto& s : steps)
    for (int b = 0; b < s.blocks.count; ++b) all.push_back({s.from, s.to, {s.blocks.first + b, 1}, s.at + b, s.action});
  std::ranges::sort(all, {}, [](const Step& s) { return std::tuple(s.from, s.to, s.blocks.first, s.at); });
  return all;
}

/// For all p up to 64 and all roots, the rounds of the algorithm have the steps of `by_rules`(group), in any order
/// within a round.
void check_rounds(const std::string& algorithm, std::vector<Steps> (*by_rules)(const Group&)) {
  for_all_groups(*find_algorithm(algorithm), compared_up_to, [&](const Group& group) {
    CAPTURE(algorithm);
    CAPTURE(print(group));
    const auto schedule = find_algorithm(algorithm)->schedule(group);
    const auto expected = by_rules(group);
    REQUIRE(schedule.rounds.size() == expected.size());
    for (std::size_t k = 0; k < expected.size(); ++k)
      CHECK(one_by_one(schedule.rounds[k].steps) == one_by_one(expected[k]));
  });
}

Step move(Rank from, Rank to, Blocks blocks, int at) { return {from, to, blocks, at, Action::replace}; }

std::vector<Steps> then(std::vector<Steps> one, const std::vector<Steps>& other) {
  one.insert(one.end(), other.begin(), other.end());
  return one;
}

/// A round for every number that `Rules` have; receives(round, r, k) adds what rank r receives.
template <class Rules, class F>
std::vector<Steps> rounds(int p, F receives) {
  std::vector<Steps> all;
  for (int k = Rules::first; k < p; k = Rules::next(k, p)) {
    all.emplace_back();
    for (Rank r = 0; r < p; ++r) receives(all.back(), r, k);
  }
  return all;
}

std::vector<Steps> bruck_alltoall_by_rules(const Group& g) {
  using Rules = BruckAlltoall;
  const int p = g.ranks;
  const auto place = [=](int i, int d) { return Rules::slot(i, Rules::odd(i, d), p); };
  Steps begin, rotate;
  for (Rank r = 0; r < p; ++r)
    for (int i = 0; i < p; ++i) {
      begin.push_back(move(r, r, {wrap_up(r, i, p), 1}, place(i, Rules::first)));
      rotate.push_back(move(r, r, {Rules::slot(i, 0, p), 1}, p + wrap_down(r, i, p)));
    }
  const auto hop = [=](Steps& round, Rank r, int d) {
    for (int i = 0; i < p; ++i)
      if (Rules::goes(i, d)) round.push_back(move(Rules::from(r, d, p), r, {place(i, d), 1}, place(i, 2 * d)));
  };
  return then(then({begin}, rounds<Rules>(p, hop)), {rotate});
}

TEST_CASE("Bruck's alltoall has the rounds of the rules that are proved") {
  check_rounds("alltoall/bruck", bruck_alltoall_by_rules);
}

// ---- broken rules ----

/// That the query called `name` is refuted by a case in which `begins` is the first number shown.
void check_refuted(const std::vector<Query>& queries, const std::string& name, const std::string& begins = "p = ") {
  const auto query = std::ranges::find(queries, "all_p/broken/" + name, &Query::name);
  REQUIRE(query != queries.end());
  const auto answer = ask(*query);
  CAPTURE(name);
  CAPTURE(answer.detail);
  CHECK(answer.found == Found::refuted);
  CHECK(answer.detail.starts_with(begins));
  MESSAGE(name << " is refuted by " << answer.detail);
}

template <class Rules>
struct BeginsAtTwo : Rules {
  static constexpr int first = 2;
};

TEST_CASE("Bruck's alltoall is refuted where blocks go the wrong way, stay on one side or go in wrong rounds") {
  struct WrongWay : BruckAlltoall {
    static Term to(const Term& r, const Term& d, const Term& p) { return wrap_down(r, d, p); }
    static Term from(const Term& r, const Term& d, const Term& p) { return wrap_up(r, d, p); }
  };
  check_refuted(BruckAlltoallProof<WrongWay>("broken").queries(), "step");
  struct OneSide : BruckAlltoall {
    static Term slot(const Term& i, const Term&, const Term& p) { return p + i; }
  };
  check_refuted(BruckAlltoallProof<OneSide>("broken").queries(), "step");
  check_refuted(BruckAlltoallProof<OneSide>("broken").queries(), "slots");
  struct WrongBit : BruckAlltoall {
    static Truth goes(const Term& i, const Term& d) { return (i & d) == 0; }
  };
  const auto wrong_bit = BruckAlltoallProof<WrongBit>("broken").queries();
  for (const auto* name : {"bits/come", "bits/parity", "bits/run", "bits/whole_run"})
    check_refuted(wrong_bit, name, "i = ");
  check_refuted(BruckAlltoallProof<BeginsAtTwo<BruckAlltoall>>("broken").queries(), "bits/base", "i = ");
  struct OtherSide : BruckAlltoall {
    static Term odd(const Term& i, const Term& d) { return 1 - BruckAlltoall::odd(i, d); }
  };
  check_refuted(BruckAlltoallProof<OtherSide>("broken").queries(), "bits/end", "i = ");
}

}  // namespace
}  // namespace tutti::smt
