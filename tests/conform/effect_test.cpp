// Which choices are seen to change how a collective works, under the fake MPI, and what is made of that.
#include "verified/conform/drive/effect.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>

#include "tests/conform/fake_mpi.hpp"
#include "tests/support/program.hpp"
#include "verified/conform/generate/programme.hpp"

namespace tutti::conform {
namespace {

const std::vector<Choice> choices{
    {"allreduce=same", {{"TUTTI_FAKE", "passes"}}},
    {"allreduce=other", {{"TUTTI_FAKE", "differs"}}},
    {"allreduce=none", {{"TUTTI_FAKE", "exits"}}},
    {"bcast=other", {{"TUTTI_FAKE", "passes"}}},
    {"all=sm", {{"TUTTI_FAKE", "differs"}}},
    {"allreduce=unknown", {}, "", "nobody knows how"},
    {"allreduce=size:1", {{"TUTTI_FAKE", "passes"}}},
    {"allreduce=size:2", {{"TUTTI_FAKE", "differs"}}},
    {"allreduce-inter=other", {{"TUTTI_FAKE", "differs"}}},
};
const std::vector<Effect> due{Effect::not_seen,  Effect::seen,      Effect::not_known,
                              Effect::not_known, Effect::not_known, Effect::not_known,
                              Effect::not_seen,  Effect::seen,      Effect::not_known};

TEST_CASE("a choice is seen to change the bits of a sum or not; of others nothing is known") {
  setenv("TUTTI_FAKE", "passes", 1);
  const Folder folder;
  Runner runner({.command = TUTTI_FAKE_MPI " mpiexec {np}", .worker = TUTTI_FAKE_MPI, .folder = folder / ""}, choices,
                [] { return false; });
  std::size_t told = 0;
  CHECK(effects(choices, 3, runner, [&](std::size_t done) { CHECK(done == told++); }) == due);
  unsetenv("TUTTI_FAKE");
  CHECK(told == choices.size());
}

TEST_CASE("cases of choices that are seen to change something come first, and fewer are run of numbers that do not") {
  const auto plain = programme({.ranks = {2, 3, 4}, .procedures = {Procedure::allreduce}}).cases;
  auto cases = plain;
  add_chosen(cases, choices, due);
  const auto first_of = [&](const std::string& label) {
    return std::ranges::find(cases, label, &Case::algorithm) - cases.begin();
  };
  CHECK(first_of("allreduce=other") < first_of("allreduce=none"));
  CHECK(first_of("allreduce=none") < first_of("allreduce=same"));
  CHECK(first_of("allreduce=size:2") < first_of("allreduce=same"));
  CHECK(std::ranges::count(cases, "allreduce=size:2", &Case::algorithm) == 40);
  CHECK(std::ranges::count(cases, "allreduce=size:1", &Case::algorithm) == 8);
  CHECK(std::ranges::count(cases, "allreduce=unknown", &Case::algorithm) == 0);
}

}  // namespace
}  // namespace tutti::conform
