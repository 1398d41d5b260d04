// Shrinking: legal, ever smaller, to the smallest case of a planted fault.
#include "verified/conform/drive/shrink.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/support/property.hpp"
#include "verified/conform/case/legal.hpp"
#include "verified/conform/case/loads.hpp"
#include "verified/conform/generate/programme.hpp"

namespace tutti::conform {
namespace {

const std::vector<Case>& cases_to_shrink() {
  static const auto all = programme({.ranks = {1, 2, 5, 8, 13}, .size = ProgrammeSize::quick, .seed = 1}).cases;
  return all;
}

Case any_case() {
  return cases_to_shrink()[static_cast<std::size_t>(draw(static_cast<int>(cases_to_shrink().size())))];
}

constexpr bool power_of_two(int p) { return (p & (p - 1)) == 0; }

FirstFailing one_by_one(std::function<bool(const Case&)> fails) {
  return [fails = std::move(fails)](const std::vector<Case>& of) -> std::optional<std::size_t> {
    const auto first = std::ranges::find_if(of, fails);
    if (first == of.end()) return std::nullopt;
    return static_cast<std::size_t>(first - of.begin());
  };
}

/// The line of the smallest case, from `c`, that fails.
std::string shrunk(const Case& c, const std::function<bool(const Case&)>& fails) {
  return fails(c) ? print(smallest(c, one_by_one(fails))) : "it does not fail";
}

/// The same from the first of a programme that fails.
std::string shrunk(const std::function<bool(const Case&)>& fails) {
  for (const auto& c : cases_to_shrink())
    if (fails(c)) return shrunk(c, fails);
  return "none fails";
}

TEST_CASE("each candidate is legal, smaller, and offered once") {
  property("each candidate is legal, smaller, and offered once", [] {
    const auto c = any_case();
    const auto all = smaller(c);
    for (const auto& s : all) {
      RC_ASSERT(!why_not(s));
      RC_ASSERT(is_smaller(s, c));
      RC_ASSERT(!is_smaller(c, s));
      RC_ASSERT(std::count(all.begin(), all.end(), s) == 1);
    }
  });
}

TEST_CASE("shrinking ends at a case of which no candidate fails, whatever fails") {
  property("shrinking ends at a case of which no candidate fails, whatever fails", [] {
    const auto salt = static_cast<std::size_t>(draw(1 << 20));
    const auto c = any_case();
    const auto fails = [&](const Case& s) { return s == c || (std::hash<std::string>{}(print(s)) ^ salt) % 3 == 0; };
    const auto end = smallest(c, one_by_one(fails));
    RC_ASSERT(fails(end));
    RC_ASSERT(end == c || is_smaller(end, c));
    for (const auto& s : smaller(end)) RC_ASSERT(!fails(s));
  });
}

TEST_CASE("of a planted fault the smallest case is found") {
  using enum Procedure;
  CHECK(shrunk([](const Case& c) { return c.procedure == allreduce && !power_of_two(c.ranks) && c.count > 3; }) ==
        "allreduce np=3 count=4 load=sum/int");
  CHECK(shrunk([](const Case& c) {
          const auto* user = user_operator_named(c.load);
          return c.procedure == reduce && user && !user->commutes && c.in_place && c.root > 0;
        }) == "reduce np=2 count=0 load=word root=1 in-place");
  CHECK(shrunk(parse_case("scatterv np=8 comm=inter count=31 load=vector root=1 irregular scattered"),
               [](const Case& c) { return c.procedure == scatterv && c.comm == Comm::inter && c.scattered; }) ==
        "scatterv np=2 comm=inter count=0 scattered");
  CHECK(shrunk(parse_case("gather np=5 comm=reversed count=100 load=columns root=3 bottom"),
               [](const Case& c) { return c.procedure == gather && c.bottom; }) == "gather np=1 count=0 bottom");
  CHECK(shrunk([](const Case& c) { return c.procedure == alltoall && c.count == c.ranks + 1; }) ==
        "alltoall np=1 count=2");
  CHECK(shrunk([](const Case& c) {
          return c.procedure == bcast && c.scenario == Scenario::error && c.wrong != "comm" && c.ranks > 2;
        }).starts_with("bcast np=3 count=0 scene=error wrong="));
  CHECK(shrunk([](const Case& c) {
          return c.procedure == neighbor_alltoallw && c.form == Form::persistent &&
                 c.count * bytes_of_load(c.load) >= 100;
        }) == "neighbor_alltoallw np=1 form=persistent comm=cart count=13");
  CHECK(shrunk([](const Case& c) { return c.scenario == Scenario::reveal && c.ranks > 2 && c.load == "term"; }) ==
        "reduce np=3 count=0 load=term scene=reveal");
  CHECK(shrunk([](const Case& c) {
          return c.procedure == scan &&
                 (c.scenario == Scenario::reveal ? c.count > 1 : c.load == "sum/double" && c.count > 9);
        }) == "scan np=1 count=10 load=sum/double");
  CHECK(shrunk([](const Case& c) {
          return c.load == "minloc/double_int" || c.load == "minloc/float_int";
        }).find("load=minloc/") != std::string::npos);
}

TEST_CASE("what fails everywhere becomes one rank and nothing else") {
  for (const auto& r : procedures) {
    Case plain;
    plain.procedure = r.id;
    plain.count = uses(r.id).count ? 0 : 1;
    if (uses(r.id).operators) plain.load = "sum/int";
    if (on_neighbours(r.id)) plain.comm = Comm::cart;
    for (const auto& c : cases_to_shrink())
      if (c.procedure == r.id && c.scenario != Scenario::error) {
        CHECK(print(smallest(c, one_by_one([](const Case&) { return true; }))) == print(plain));
        break;
      }
  }
}

}  // namespace
}  // namespace tutti::conform
