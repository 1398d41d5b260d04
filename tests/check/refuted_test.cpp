#include "tests/check/refuted.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>

#include "reference/model.hpp"
#include "tests/support/all_cases.hpp"
#include "tests/support/oracle.hpp"
#include "verified/check/prove.hpp"

namespace tutti {
namespace {

namespace fs = std::filesystem;

std::vector<Wrong>& registry() {
  static std::vector<Wrong> all;
  return all;
}

void enter(Wrong wrong, const char* file) {
  wrong.name = fs::path(file).stem();
  wrong.algorithm.name = std::string(row(wrong.algorithm.collective).name) + "/" + wrong.name;
  auto& all = registry();
  all.insert(std::ranges::upper_bound(all, wrong.name, {}, &Wrong::name), std::move(wrong));
}

fs::path folder() { return fs::path(TUTTI_SOURCE_DIR) / "tests/refuted"; }

std::string first_line(const std::string& name) {
  std::ifstream file(folder() / (name + ".cpp"));
  std::string line;
  std::getline(file, line);
  return line;
}

/// The refutation for the smallest p, and for that the smallest root.
std::optional<Counterexample> first_refutation(const Wrong& wrong) {
  if (wrong.programs) return find_deadlock(wrong.programs());
  for (int p = 1; p <= 8; ++p)
    for (Rank root = 0; root < root_count(wrong.algorithm, p); ++root) {
      const auto verdict = Prover::prove(wrong.algorithm, {p, root});
      if (const auto* refuted = std::get_if<Refuted>(&verdict)) return refuted->counterexample;
    }
  return std::nullopt;
}

const Wrong& wrong_one(const std::string& name) { return *std::ranges::find(registry(), name, &Wrong::name); }

/// The word in `block` of `rank` when the schedule of that name for p ranks is over.
std::string word_at_the_end(const std::string& name, int p, Rank rank, int block) {
  const auto schedule = wrong_one(name).algorithm.schedule({p});
  const auto collective = wrong_one(name).algorithm.collective;
  Trees trees(letters(collective, schedule));
  auto state = symbolic_inputs(schedule, collective, 0);
  interpret(schedule, state, [&](Tree a, Tree b) { return trees.join(a, b); });
  return trees.print_word(*state.at(rank, block));
}

TEST_CASE("every wrong schedule is refuted with exactly the counterexample on the first line of its file") {
  for (const auto& wrong : wrong_ones()) {
    CAPTURE(wrong.name);
    const auto found = first_refutation(wrong);
    REQUIRE(found.has_value());
    CHECK("// refuted: " + describe(*found) == first_line(wrong.name));
  }
}

TEST_CASE("the oracle, too, finds every wrong schedule wrong where the prover refutes it") {
  for (const auto& wrong : wrong_ones()) {
    if (wrong.programs) continue;
    CAPTURE(wrong.name);
    const auto found = first_refutation(wrong);
    REQUIRE(found.has_value());
    const auto judgement = oracle::judge(wrong.algorithm.schedule({found->ranks, found->root}),
                                         wrong.algorithm.collective, found->root, 1);
    CHECK(judgement.answer ==
          (found->fault == Fault::claim ? oracle::Answer::only_commutative : oracle::Answer::wrong));
  }
}

TEST_CASE("every file of tests/refuted is entered") {
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(folder())) files += entry.path().extension() == ".cpp";
  CHECK(files == wrong_ones().size());
}

TEST_CASE("claims refuted for the order of operands: the word that is there") {
  CHECK(word_at_the_end("own_value_left", 2, 0, 0) == "0·1");
  CHECK(word_at_the_end("own_value_left", 2, 1, 0) == "1·0");
  CHECK(word_at_the_end("ring_claimed_ordered", 3, 0, 0) == "0·2·1");
  CHECK(word_at_the_end("ordered_reduce_scatter_out_of_order", 4, 0, 0) == "0·2·1·3");
}

TEST_CASE("what is refuted only for its claim is proved for commutative operators") {
  for (const auto* name : {"own_value_left", "ring_claimed_ordered", "ordered_reduce_scatter_out_of_order"}) {
    CAPTURE(name);
    auto honest = wrong_one(name).algorithm;
    honest.needs.commutative = true;
    for (int p : {1, 2, 4, 8}) {
      const auto verdict = Prover::prove(honest, {p});
      REQUIRE(std::holds_alternative<Proved>(verdict));
      CHECK(std::get<Proved>(verdict).needs().commutative == (p > (honest.name == "allreduce/own_value_left" ? 1 : 2)));
    }
  }
}

}  // namespace

WrongSchedule::WrongSchedule(Collective collective, Schedule (*make)(const Group&), Needs claims, const char* file) {
  Algorithm algorithm{};
  algorithm.collective = collective;
  algorithm.make = make;
  algorithm.needs = claims;
  enter({{}, std::move(algorithm), nullptr}, file);
}

WrongPrograms::WrongPrograms(Programs (*programs)(), const char* file) { enter({{}, {}, programs}, file); }

std::span<const Wrong> wrong_ones() { return registry(); }

}  // namespace tutti
