// Compiled with -O1, since it reads many recordings.
// Recordings as JSON, and what is refused.
#include "verified/baseline/recording.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "tests/baseline/machine.hpp"
#include "tests/support/property.hpp"
#include "tests/support/says.hpp"
#include "verified/baseline/environment.hpp"

namespace tutti::baseline {
namespace {

using Json = nlohmann::ordered_json;

Grid tiny_grid() { return {{Procedure::allreduce, Procedure::bcast}, {2}, {8, 1024}}; }

/// What is wrong with the text, or nothing.
std::string refusal(const std::string& text) {
  try {
    (void)parse_recording(text, "old.json");
    return {};
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
}

TEST_CASE("a recording that is written is read as it was") {
  property(
      "write, then read",
      [] {
        MadeUpMachine machine{
            .seed = static_cast<std::uint64_t>(draw(1000)), .launches = draw(12), .noise = draw(100) / 100.0};
        auto r = record(machine, draw(2) ? tiny_grid() : small_grid());
        r.environment.variables["MPIR_CVAR_X"] = std::string(static_cast<std::size_t>(draw(5)), '"');
        r.environment.load_after = draw(100) / 7.0;
        if (!r.times.empty() && r.launches > 0) r.times.front().launches.front().reset();
        r.trees.front().segments.front().trees.push_back({"", "the sums show no tree", {1}});
        r.trees.front().segments.front().trees.push_back({"(0·1)", "other numbers do not confirm it", {0}});
        r.trees.front().complete = draw(2) == 0;
        const auto tree = conform::parse_bracketing("(1·0)");
        r.results.front().trees = {{{tree}, {{{{0, 3}, {7, 7}}, {0, 1}}, {{{4, 6}}, {1}}}},
                                   {conform::unconfirmed(*tree), {{{{4, 6}}, {0}}}},
                                   {{std::nullopt, "the sums show no tree"}, {{{{8, 8}}, {0, 1}}}}};
        r.missing.push_back({r.results.front().which, "hang: \n\t✓"});
        RC_ASSERT(parse_recording(write_recording(r), "x") == r);
      },
      20);
}

TEST_CASE("what is missing in a recording, or is of another kind, is named with the file, the place and the remedy") {
  const auto whole = Json::parse(write_recording(record({}, tiny_grid())));
  const auto change = [&](const char* pointer, const Json& value) {
    auto json = whole;
    json[Json::json_pointer(pointer)] = value;
    return refusal(json.dump());
  };
  CHECK(refusal(whole.dump()).empty());
  CHECK(change("/version", 2) ==
        "old.json: version is 2, and only 1 is known; name a whole file that tutti baseline record has written");
  CHECK(says(change("/environment", 3), "environment is no JSON object"));
  CHECK(says(change("/environment/processors", 0), "environment.processors is 0, no whole number from 1"));
  CHECK(says(change("/environment/variables", Json{{"UCX_TLS", 1}}), "variables.UCX_TLS is 1, no text"));
  CHECK(says(change("/launches", 1e300), "launches is 1e+300, no whole number"));
  CHECK(says(change("/results/0/case", "alreduce np=2"), "results[0].case is \"alreduce np=2\""));
  CHECK(says(change("/results/0/case", "allreduce np=2 load=sum/double"), "the scene 'digest' is due here"));
  CHECK(says(change("/results/0/digests", Json::array()), "results[0].digests has 0 entries, and 2 ranks"));
  CHECK(says(change("/trees/0/segments/0/trees/0/tree", "rubbish"), "tree is \"rubbish\", which is no tree such as"));
  CHECK(says(change("/results/0/digests/0/different/0", "hello"), "has \"hello\", which is no digest of 16 digits"));
  auto again = whole["trees"][0];
  again["case"] = again["case"].get<std::string>() + " count=2";
  CHECK(says(change("/trees/1", again), "trees has '"));
  CHECK(says(change("/results/1", whole["results"][0]), "results has '"));
  const auto tree = [](const char* text, const char* elements) {
    return Json::array({{{"tree", text}, {"why", ""}, {"places", {{{"elements", elements}, {"ranks", {0, 1}}}}}}});
  };
  CHECK(change("/results/0/trees", tree("(0·1)", "0-3,7")).empty());
  CHECK(
      says(change("/results/0/trees", tree("(0·2)", "0")), "results[0].trees[0].tree is \"(0·2)\", which is no tree"));
  CHECK(says(change("/results/0/trees", tree("(0·", "0")), "which is no tree"));
  CHECK(says(change("/results/0/trees", tree("(0·1)", "3-")), "places[0].elements is no list of elements"));
  CHECK(says(change("/trees/0/segments", Json::array()), "trees[0].segments is empty"));
  CHECK(says(change("/trees/0/segments/0/last_count", 0), "last_count is less than first_count"));
  CHECK(says(change("/trees/0/segments/0/trees/0/tree", "(0·2)"), "trees[0].tree is \"(0·2)\", which is no tree"));
  CHECK(says(change("/results/0/repeats", false), "results[0].repeats is not what the digests say"));
  CHECK(says(change("/results/0/ranks_agree", !whole["results"][0]["ranks_agree"].get<bool>()),
             "ranks_agree is not what the digests say"));
  CHECK(says(change("/trees/0/complete", 1), "trees[0].complete is 1, neither true nor false"));
  CHECK(says(change("/times/0/launches/0/launch", 10), "launch is 10, no whole number from 0 to 9"));
  CHECK(says(change("/times/0/launches/0/launch", 1), "launch is that of another entry"));
  CHECK(says(change("/times/0/launches/0/least", 0), "least is no time above 0"));
  CHECK(says(change("/times/0/launches/0/most", 1e300), "most is no time above 0 and up to 10^6 s"));
  CHECK(says(change("/times/0/launches/0/median", 1e-9), "median is less than the quantile before"));
  for (const auto& [name, value] : whole.items()) {
    auto json = whole;
    json.erase(name);
    CHECK(says(refusal(json.dump()), name + " is missing"));
  }
}

TEST_CASE("in which order calls gave their bits does not matter") {
  auto r = record({}, tiny_grid());
  auto& different = r.results.front().ranks.front().different;
  different = {"0000000000000001", "0000000000000002"};
  auto json = Json::parse(write_recording(r));
  auto& written = json["results"][0]["digests"][0]["different"];
  std::swap(written[0], written[1]);
  CHECK(parse_recording(json.dump(), "old.json") == r);
}

TEST_CASE("text that is no whole recording is refused, wherever it ends, and so is what is nested too deeply") {
  const auto text = write_recording(record({.launches = 2}, tiny_grid()));
  property("a part of it", [&] {
    const auto part = text.substr(0, static_cast<std::size_t>(draw(static_cast<int>(text.size()) - 2)));
    RC_ASSERT(says(refusal(part), "old.json: is not JSON"));
  });
  constexpr std::size_t deep = 1'000'000;
  CHECK(says(refusal(std::string(deep, '[')), "nested more than 64 levels deep"));
  CHECK(says(refusal("{\"version\":" + std::string(deep, '[') + std::string(deep, ']') + "}"), "nested more than 64"));
  CHECK(says(refusal("{\"version\": 1e999}"), "is not JSON"));
  CHECK(says(refusal("{\"version\": 1, \"a\": {\"b\": 1}, \"a\": 2}"), "names \"a\" twice in one object"));
  CHECK(says(refusal("{\"version\": 2, \"a\": [{\"version\": 1}, {\"version\": 1}]}"), "version is 2"));
  CHECK(says(refusal("[]"), "holds no JSON object"));
  CHECK(says(refusal(""), "is not JSON"));
}

TEST_CASE("any byte that is changed in a recording is refused or read, and never ends the program") {
  const auto text = write_recording(record({.launches = 2}, tiny_grid()));
  property(
      "another byte",
      [&] {
        auto other = text;
        other[static_cast<std::size_t>(draw(static_cast<int>(text.size())))] = static_cast<char>(draw(256));
        (void)refusal(other);
      },
      300);
}

TEST_CASE("sizes are those of the largest buffer of a rank") {
  Case c{.procedure = Procedure::allgather, .ranks = 4};
  CHECK(bytes_of(with_bytes(c, 1000)) == 992);  // four blocks of 31 doubles
  CHECK(with_bytes(c, 1).count == 1);
  c.procedure = Procedure::bcast;
  CHECK(with_bytes(c, 1000).count == 125);
  c = {.procedure = Procedure::barrier, .ranks = 4};
  CHECK(bytes_of(with_bytes(c, 1000)) == 0);
}

TEST_CASE("variables of MPIs are told from others") {
  CHECK(is_of_mpi("MPIR_CVAR_REDUCE_INTRA_ALGORITHM"));
  CHECK(is_of_mpi("UCX_TLS"));
  CHECK_FALSE(is_of_mpi("HOME"));
  CHECK_FALSE(is_of_mpi("MY_UCX_TLS"));
}

TEST_CASE(
    "an environment is that of the ranks: each value that differs is told once, processors are those of each host") {
  const Machine a{
      .host = "a", .kernel = "Linux 6", .cpu = "A", .governor = "powersave", .processors = {0, 1}, .load = 1};
  auto bound = a;
  bound.processors = {3};
  bound.load = 4;
  const Machine b{.host = "b", .kernel = "Linux 6", .cpu = "B", .processors = {0}};
  const auto one = environment_of(std::vector{a, bound});
  CHECK(one.hostname == "a");
  CHECK(one.affinity == "0-1,3");
  CHECK(one.processors == 3);
  CHECK(one.load_before == 4);
  const auto two = environment_of(std::vector{a, b, bound});
  CHECK(two.hostname == "a, b");
  CHECK(two.cpu == "A, B");
  CHECK(two.kernel == "Linux 6");
  CHECK(two.governor == "powersave, unknown");
  CHECK(two.affinity == "0-1,3 on a; 0 on b");
  CHECK(two.processors == 4);
}

}  // namespace
}  // namespace tutti::baseline
