// Schedules as files: what is written is read, what is read is judged like what is in memory, and what is none is
// refused.
#include "verified/others/schedule_file.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/garbled.hpp"
#include "tests/support/mutation.hpp"
#include "tests/support/property.hpp"
#include "tests/support/random_schedule.hpp"
#include "verified/check/prove.hpp"
#include "verified/check/sweep/sweep.hpp"

namespace tutti {
namespace {

using others::algorithm_of;
using others::print_schedule;
using others::read_schedule;

/// What is said of a schedule by whoever proves it.
std::string told(const Verdict& verdict) {
  if (const auto* refuted = std::get_if<Refuted>(&verdict)) return describe(refuted->counterexample);
  if (const auto* unknown = std::get_if<Unknown>(&verdict)) return "unknown: " + unknown->why;
  const auto& proved = std::get<Proved>(verdict);
  std::ostringstream text;
  text << "proved " << proved.needs().associative << proved.needs().commutative << proved.agreement()
       << proved.forwards();
  return text.str();
}

Verdict proved_in_file(const Algorithm& given) {
  return Prover::prove(given, {.ranks = given.given->ranks, .root = given.given_root});
}

/// The lines differ but for the name, the shape and what the record claims.
void check_round_trip(const Algorithm& algorithm, const Group& group) {
  const auto line = print_schedule(algorithm, group);
  auto given = read_schedule(line);
  CHECK(given.name == algorithm.name);
  CHECK(given.root == group.root);
  CHECK(given.shape == group.shape);
  CHECK(given.claims == algorithm.needs);
  const auto of_file = algorithm_of(std::move(given), algorithm.name);
  const auto verdict = Prover::prove(algorithm, group);
  auto due = told(verdict), found = told(proved_in_file(of_file));
  if (const auto shape = ", shape " + print_shape(group.shape); !group.shape.empty())
    if (const auto at = due.find(shape); at != std::string::npos) due.erase(at, shape.size());
  CHECK(found == due);
  auto again = nlohmann::json::parse(print_schedule(of_file, {.ranks = group.ranks, .root = group.root}));
  again["shape"] = group.shape;
  CHECK(again == nlohmann::json::parse(line));
}

void check_all_up_to(int most) {
  for (const auto& algorithm : algorithms())
    for (int p = 1; p <= most; ++p) {
      if (!algorithm.supports.holds(p)) continue;
      CAPTURE(algorithm.name);
      CAPTURE(p);
      const int roots = row(algorithm.collective).rooted() ? p : 1;
      for (Rank root = 0; root < roots; ++root)
        for (const auto& shape : algorithm.shapes_for(p))
          check_round_trip(algorithm, {.ranks = p, .root = root, .shape = shape});
    }
}

TEST_CASE("every schedule of ours for up to 8 ranks is the same when it is written and read, with verdict and needs") {
  check_all_up_to(8);
}

TEST_CASE("every schedule of ours for up to 64 ranks is the same when it is written and read, with verdict and needs" *
          doctest::test_suite("slow")) {
  check_all_up_to(64);
}

TEST_CASE("drawn schedules, right or damaged, have the verdict in a file that they have in memory") {
  int proved = 0, refuted = 0;
  property(
      "a file is judged as what it says",
      [&] {
        const auto collective = collectives[static_cast<std::size_t>(draw(static_cast<int>(collectives.size())))].id;
        const int p = 1 + draw(7);
        const Rank root = row(collective).rooted() ? draw(p) : 0;
        const auto schedule = random_schedule(collective, p, root, draw);
        const auto in_memory = Prover::prove(schedule, collective, root);
        others::GivenSchedule given;
        given.collective = collective;
        given.root = root;
        given.schedule = schedule;
        const auto algorithm = algorithm_of(given, "drawn");
        const auto line = print_schedule(algorithm, {.ranks = p, .root = root});
        ++(std::holds_alternative<Proved>(in_memory) ? proved : refuted);
        std::optional<others::GivenSchedule> read;
        try {
          read = read_schedule(line);
        } catch (const others::NoSchedule&) {
          RC_ASSERT(std::holds_alternative<Refuted>(in_memory));
          return;
        }
        RC_ASSERT(told(proved_in_file(algorithm_of(*read, "drawn"))) == told(in_memory));
      },
      300, [&] { return proved > 20 && refuted > 20; });
}

TEST_CASE("a text that is garbled is refused in one line, or is another schedule that is written and read alike") {
  const auto* ring = find_algorithm("allreduce/ring");
  const auto read = [](const std::string& text) {
    try {
      return read_schedule(text);
    } catch (const others::NoSchedule& e) {
      RC_ASSERT(std::string(e.what()).find('\n') == std::string::npos);
      throw;
    }
  };
  reads_or_refuses<others::NoSchedule>(
      "garbled schedules", {print_schedule(*ring, {.ranks = 4, .root = 0})},
      [&](const std::string& text) {
        const auto given = read(text);
        const Group group{.ranks = given.schedule.ranks, .root = given.root};
        const auto again = read_schedule(print_schedule(algorithm_of(given, given.name), group));
        RC_ASSERT(again.schedule.rounds.size() == given.schedule.rounds.size());
      },
      2000, 10);
}

TEST_CASE("a file by hand says who sends to whom, and the rest has defaults") {
  const auto given = read_schedule(R"({
    "collective": "bcast", "p": 3,
    "rounds": [{"steps": [{"from": 0, "to": 2}]}, {"says": "on", "steps": [{"from": 2, "to": 1}]}]})");
  CHECK(given.name.empty());
  CHECK(given.root == 0);
  CHECK_FALSE(given.claims);
  CHECK(given.schedule.blocks == 1);
  CHECK(given.schedule.rounds.at(1).says == "on");
  CHECK(given.schedule.rounds.at(1).steps.at(0) == Step{2, 1, {0, 1}, 0, Action::replace});
  CHECK(told(proved_in_file(algorithm_of(given, "x"))).starts_with("proved 00"));
  const auto gather = read_schedule(R"({"collective": "gather", "p": 3, "root": 2, "rounds": [
    {"steps": [{"from": 0, "to": 2}]}, {"steps": [{"from": 1, "to": 2, "first": 1}]}]})");
  CHECK(gather.schedule.blocks == 3);
  CHECK(told(proved_in_file(algorithm_of(gather, "x"))).starts_with("proved"));
  const auto alltoall = read_schedule(R"({"collective": "alltoall", "p": 1, "rounds": [
    {"steps": [{"from": 0, "to": 0, "first": 0, "at": 1}]}]})");
  CHECK(alltoall.schedule.exchange);
  CHECK(alltoall.schedule.blocks == 2);
  CHECK(told(proved_in_file(algorithm_of(alltoall, "x"))).starts_with("proved"));
}

TEST_CASE("what a barrier's message tells is added to what is known, unless the file says otherwise") {
  const auto barrier = read_schedule(R"({"collective": "barrier", "p": 3, "rounds": [
    {"steps": [{"from": 1, "to": 0}]}, {"steps": [{"from": 2, "to": 0}]},
    {"steps": [{"from": 0, "to": 1}, {"from": 0, "to": 2}]}]})");
  CHECK(told(proved_in_file(algorithm_of(barrier, "x"))).starts_with("proved"));
}

/// Processor seconds to read and prove a message of so many steps.
double seconds_for(int steps) {
  std::string text;
  for (int i = 0; i < steps; ++i)
    text += (i > 0 ? "," : "") + std::string(R"({"from": 0, "to": 1, "first": )") + std::to_string(i) + "}";
  text = R"({"collective": "bcast", "p": 2, "blocks": )" + std::to_string(steps) + R"(, "rounds": [{"steps": [)" +
         text + "]}]}";
  const double before = thread_cpu_seconds();
  const auto given = read_schedule(text);
  CHECK(given.schedule.rounds.at(0).steps.size() == static_cast<std::size_t>(steps));
  CHECK(told(proved_in_file(algorithm_of(given, "x"))).starts_with("proved"));
  return thread_cpu_seconds() - before;
}

TEST_CASE("a message of 16 times as many steps takes less than 64 times as long, for each is gone through once") {
  constexpr int few = 5000;
  double least = seconds_for(few);
  for (int i = 0; i < 2; ++i) least = std::min(least, seconds_for(few));
  CHECK(seconds_for(16 * few) < 64 * least);
}

TEST_CASE("a file is for its p and root alone, and what it claims too little is refuted") {
  const auto text = [](const std::string& claims) {
    return R"({"collective": "reduce", "p": 3, "root": 1, )" + claims +
           R"("rounds": [{"steps": [{"from": 0, "to": 1, "action": "fold_left"}]},
                         {"steps": [{"from": 2, "to": 1, "action": "fold_right"}]}]})";
  };
  const auto ours = algorithm_of(read_schedule(text("")), "mine.json");
  CHECK(told(proved_in_file(ours)).starts_with("proved 10"));
  CHECK(ours.refusal(4) == "mine.json is for p = 3 alone, and p is 4");
  CHECK(told(Prover::prove(ours, {.ranks = 4, .root = 1})) == "unknown: mine.json is for p = 3 alone, and p is 4");
  CHECK(told(Prover::prove(ours, {.ranks = 3, .root = 0})).find("it is one for p = 3, root 1 alone") !=
        std::string::npos);
  const auto modest =
      algorithm_of(read_schedule(text(R"("claims": {"associative": false, "commutative": false}, )")), "mine.json");
  CHECK(told(proved_in_file(modest)).find("(claim)") != std::string::npos);
  const auto liar = algorithm_of(
      read_schedule(text(R"("prover": "proved", "needs": {"associative": false, "commutative": false}, )")), "x");
  CHECK(told(proved_in_file(liar)).starts_with("proved 10"));
}

TEST_CASE("what is no schedule is refused in one line that names the fault, the place and what is due") {
  struct Case {
    std::string text, says;
  };
  const auto rounds = [](const std::string& step) {
    return R"({"collective": "allreduce", "p": 2, "rounds": [{"steps": []}, {"steps": [{"from": 0, "to": 1}, )" + step +
           "]}]}";
  };
  const auto top = [](const std::string& more) {
    return R"({"collective": "allreduce", "p": 2, "rounds": [])" + more + "}";
  };
  std::string deep(100'000, '[');
  const std::vector<Case> cases{
      {"", "this is no JSON: line 1, column 1"},
      {"{\"collective\": \"allreduce\",\n \"p\": 2,,", "this is no JSON: line 2, column 9"},
      {"[]", "[] is no object of JSON"},
      {"7", "7 is no object of JSON"},
      {deep, "nested deeper than any schedule is"},
      {"{\"rounds\":" + deep, "nested deeper than any schedule is"},
      {"{}", "the field \"collective\" is not there"},
      {top(R"(, "p": 3)"), "the field \"p\" is there twice"},
      {top(R"(, "rounds": [])"), "the field \"rounds\" is there twice"},
      {top(R"(, "block": 3)"), "there is no field \"block\"; there are algorithm, collective"},
      {R"({"collective": "allredcue", "p": 2, "rounds": []})",
       "\"collective\" is \"allredcue\"; one of reduce, allreduce"},
      {R"({"collective": 7, "p": 2, "rounds": []})", "\"collective\" is 7; a text is due"},
      {R"({"collective": "allreduce", "p": 0, "rounds": []})", "\"p\" is 0; an integer from 1"},
      {R"({"collective": "allreduce", "p": -1, "rounds": []})", "\"p\" is -1"},
      {R"({"collective": "allreduce", "p": 2.0, "rounds": []})", "\"p\" is 2.0"},
      {R"({"collective": "allreduce", "p": 1e99, "rounds": []})", "\"p\" is 1e+99"},
      {R"({"collective": "allreduce", "p": 99999999999999999999999, "rounds": []})", "\"p\" is 9.99"},
      {R"({"collective": "allreduce", "p": 18446744073709551615, "rounds": []})", "\"p\" is 18446744073709551615"},
      {R"({"collective": "allreduce", "p": "2", "rounds": []})", "\"p\" is \"2\""},
      {R"({"collective": "alltoall", "p": 50000, "rounds": []})", "an integer from 1 to 46340"},
      {R"({"collective": "allreduce", "p": 2, "rounds": {}})", "\"rounds\" is {}; a list is due"},
      {R"({"collective": "allreduce", "p": 2, "rounds": [[]]})", "\"rounds\" has what is no object"},
      {R"({"collective": "allreduce", "p": 2, "rounds": [{}]})", "round 0: the field \"steps\" is not there"},
      {R"({"collective": "allreduce", "p": 2, "rounds": [{"steps": 7}]})", "round 0: \"steps\" is 7; a list is due"},
      {top(R"(, "root": 1)"), "\"root\" is 1; 0 is due"},
      {R"({"collective": "reduce", "p": 2, "root": 2, "rounds": []})", "\"root\" is 2; an integer from 0 to 1"},
      {top(R"(, "ranks": 3)"), "\"ranks\" is 3; 2 is due"},
      {top(R"(, "blocks": 0)"), "\"blocks\" is 0"},
      {top(R"(, "blocks": 2147483647)"), "\"blocks\" is 2147483647; an integer from 1 to 16777216 is due"},
      {top(R"(, "blocks": 16777216, "extra": 1)"), "\"extra\" is 1; 0 is due"},
      {top(R"(, "extra": 1)"), "found scratch for 0 ranks, due 2"},
      {top(R"(, "extra": 1, "scratch": [[0], [7]])"), "found scratch of rank 1"},
      {top(R"(, "extra": 1, "scratch": [[0], ["a"]])"), "\"scratch\" has \"a\"; integers of at least 0 are due"},
      {top(R"(, "exchange": true)"), "found an exchange, due one vector per rank"},
      {top(R"(, "scratch": [[0], [0]])"), "\"scratch\" has labels, and \"extra\" is 0"},
      {top(R"(, "prover": 7)"), "\"prover\" is 7; a text is due"},
      {top(R"(, "needs": true)"), "\"needs\": true is no object"},
      {R"({"collective": "allreduce", "p": 1e999, "rounds": []})", "this is no JSON: number overflow"},
      {R"({"collective": "allreduce", "p": 65536, "blocks": 2000, "rounds": []})",
       "2000 slots at 65536 ranks are more"},
      {R"({"collective": "allreduce", "p": 2, "rounds": [{"steps": [], "steps": []}]})",
       "the field \"steps\" is there twice"},
      {R"({"collective": "allreduce", "p": 2, "rounds": [{"steps": [[]]}]})", "round 0: a step is []; an object"},
      {top(R"(, "exchange": 1)"), "\"exchange\" is 1; true or false is due"},
      {top(R"(, "claims": {"associative": true})"), "\"claims\": the field \"commutative\" is not there"},
      {top(R"(, "claims": {"associative": 1, "commutative": true})"), "\"claims\": \"associative\" is 1"},
      {top(R"(, "shape": 3)"), "\"shape\" is 3; a list is due"},
      {rounds("7"), "round 1: a step is 7; an object"},
      {rounds(R"({"from": 0})"), "round 1, step 1: the field \"to\" is not there"},
      {rounds(R"({"from": 0, "to": 1, "frist": 0})"), "round 1, step 1: there is no field \"frist\""},
      {rounds(R"({"from": 0, "to": 1, "action": "fold"})"), "\"action\" is \"fold\"; one of replace, fold_left"},
      {rounds(R"({"from": 0, "to": 1, "action": 1})"), "\"action\" is 1; a text is due"},
      {rounds(R"({"from": 0, "to": 1, "count": 0})"), "\"count\" is 0"},
      {rounds(R"({"from": 0, "to": 2})"), "round 1, rank 0: found a step from rank 0 to rank 2, due ranks 0 to 1"},
      {rounds(R"({"from": 0, "to": 1, "first": 1})"), "found 1 slots from 1 to 1, due slots 0 to 0"},
      {rounds(R"({"from": 0, "to": 1, "first": 2147483647, "count": 2147483647})"), "due slots 0 to 0"},
  };
  for (const auto& c : cases) {
    const auto shown = c.text.substr(0, 200);
    CAPTURE(shown);
    std::string said = "it is read";
    try {
      static_cast<void>(read_schedule(c.text));
    } catch (const others::NoSchedule& e) {
      said = e.what();
    }
    CAPTURE(said);
    CHECK(said.find(c.says) != std::string::npos);
    CHECK(said.find('\n') == std::string::npos);
    CHECK(said.size() < 500);
  }
}

}  // namespace
}  // namespace tutti
