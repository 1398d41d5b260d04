// By how much calls would become faster: the sums, what calls are taken to use now, and profiles of calls as text.
#include "verified/choose/benefit.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>

#include "tests/support/program.hpp"
#include "tests/support/property.hpp"
#include "tests/support/recording.hpp"
#include "verified/check/formula.hpp"

namespace tutti {
namespace {

using Json = nlohmann::ordered_json;

/// By the formula of the record, where it has one.
double time_of(const Algorithm& a, const Shape& shape, int p, double bytes) {
  const auto prices = default_profile().prices;
  if (a.cost.claims()) return CostFormula(a.name, a.cost).claimed({p, 0, bytes, prices, shape});
  return replay(a.schedule({.ranks = p, .shape = shape}), prices, bytes);
}

Benefit priced(const ProfiledCalls& calls) {
  PriceList prices(default_profile(), Model::papers);
  return benefit(calls, prices);
}

Json entry(const char* collective, int p, int bytes) {
  return {{"collective", collective}, {"p", p}, {"bytes", bytes}, {"count", 3}};
}

std::string calls_of(const std::vector<Json>& entries) { return Json{{"version", 1}, {"calls", entries}}.dump(); }

/// Whether the text is refused with the file, the fault and the remedy.
void check_refused(const std::string& text, const std::string& fault) {
  std::string found;
  try {
    parse_calls(text, "calls.json");
  } catch (const std::invalid_argument& e) {
    found = e.what();
  }
  CAPTURE(found);
  CHECK(found.starts_with("calls.json: " + fault));
  CHECK(found.ends_with("; correct it; see tutti benefit --help"));
}

TEST_CASE("calls of every collective have a usual algorithm, for all p") {
  for (const auto& c : collectives) {
    CAPTURE(c.name);
    const auto& usual = usual_algorithm(c.id);
    CHECK(usual.collective == c.id);
    CHECK(usual.supports.name() == Supports::all_p.name());
  }
}

TEST_CASE("before is the time of the algorithm in use, after that of the fastest, both times the number of calls") {
  property("for any collective, algorithm, p and size", [] {
    const auto all = algorithms();
    const auto& used = all[static_cast<std::size_t>(draw(static_cast<int>(all.size())))];
    const int p = 1 + draw(24);
    RC_PRE(used.supports.holds(p));
    const int bytes = used.collective == Collective::barrier ? 0 : 1 << draw(24), count = 1 + draw(1000);
    const auto found = priced({used.collective, p, bytes, count, &used});
    RC_LOG() << used.name << ", p = " << p << ", " << bytes << " bytes\n";
    double fastest = std::numeric_limits<double>::infinity();
    for (const auto& a : all)
      if (a.collective == used.collective && a.supports.holds(p))
        for (const auto& shape : a.shapes_for(p)) fastest = std::min(fastest, time_of(a, shape, p, bytes));
    // Where a formula is 0, its terms cancel but for rounding.
    const auto equal = [&](double a, double b) { return std::abs(a - b) <= 1e-8 * b + 1e-14 * count; };
    RC_ASSERT(equal(found.before, count * time_of(used, used.shapes_for(p)[0], p, bytes)));
    RC_ASSERT(equal(found.after, count * fastest));
    const auto& [algorithm, shape] = found.fastest;
    RC_ASSERT(equal(count * time_of(*algorithm, shape, p, bytes), found.after));
  });
}

TEST_CASE("calls that use the fastest algorithm gain nothing and keep it") {
  auto calls = parse_calls(calls_of({entry("allreduce", 33, 1 << 20)}), "test")[0];
  const auto first = priced(calls);
  CHECK(fall(first.before, first.after) > 0.5);  // a binary tree, 1 MB
  calls.algorithm = first.fastest.algorithm;
  const auto again = priced(calls);
  CHECK(again.fastest.algorithm == first.fastest.algorithm);
  CHECK(fall(again.before, again.after) == 0);
}

TEST_CASE("one rank has nothing to gain") {
  const auto found = priced(parse_calls(calls_of({entry("allreduce", 1, 1000)}), "test")[0]);
  CHECK(found.before == 0);
  CHECK(fall(found.before, found.after) == 0);
}

TEST_CASE("a time that falls from 4 to 3 falls by a quarter") { CHECK(fall(4, 3) == 0.25); }

TEST_CASE("calls are read with the algorithm that they name, or the usual one") {
  auto named = entry("reduce", 64, 8192);
  named["algorithm"] = "reduce/linear";
  const auto calls = parse_calls(
      calls_of({named, entry("reduce", 3, 0), {{"collective", "barrier"}, {"p", 5}, {"count", 7}}}), "test");
  REQUIRE(calls.size() == 3);
  CHECK(calls[0].collective == Collective::reduce);
  CHECK(calls[0].ranks == 64);
  CHECK(calls[0].bytes == 8192);
  CHECK(calls[0].count == 3);
  CHECK(calls[0].algorithm->name == "reduce/linear");
  CHECK(calls[1].algorithm->name == "reduce/binomial");
  CHECK(calls[2].bytes == 0);
  CHECK(calls[2].count == 7);
}

TEST_CASE("whatever is wrong with a call is named with its entry and field") {
  const auto good = entry("allreduce", 6, 8);
  CHECK_NOTHROW(parse_calls(calls_of({good, good}), "test"));
  const auto with = [&](const char* field, const Json& value) {
    auto bad = good;
    bad[field] = value;
    return calls_of({good, bad});
  };
  check_refused(with("collective", "allredcue"), "calls[1].collective is 'allredcue', none of reduce, allreduce, ");
  check_refused(with("collective", 3), "calls[1].collective is 3, no text");
  check_refused(with("p", 0), "calls[1].p is 0, no whole number from 1 to 1048576");
  check_refused(with("p", 2.5), "calls[1].p is 2.5, no whole number");
  check_refused(with("p", "2"), "calls[1].p is \"2\", no number");
  check_refused(with("p", 1e12), "calls[1].p is 1000000000000.0, no whole number");
  check_refused(with("bytes", -8), "calls[1].bytes is -8, negative");
  check_refused(with("count", 1e300), "calls[1].count is 1e+300, no whole number from 0 to 1000000000000");
  check_refused(with("algorithm", "ring"), "calls[1].algorithm is 'ring', no algorithm of tutti list allreduce");
  check_refused(with("algorithm", "reduce/ring"), "calls[1].algorithm is 'reduce/ring', no algorithm of tutti list ");
  check_refused(with("algoritm", "allreduce/ring"), "calls[1].algoritm is unknown; the fields are collective, p, ");
  for (const char* field : {"collective", "p", "bytes", "count"}) {
    auto bad = good;
    bad.erase(field);
    check_refused(calls_of({bad, good}), "calls[0]." + std::string(field) + " is missing");
  }
  auto powers_of_two = entry("allgather", 6, 8);
  powers_of_two["algorithm"] = "allgather/neighbour_exchange";
  CHECK_NOTHROW(parse_calls(calls_of({powers_of_two}), "test"));
  powers_of_two["p"] = 7;
  check_refused(calls_of({powers_of_two}),
                "calls[0].algorithm is refused: allgather/neighbour_exchange is for even p, and p is 7");
}

TEST_CASE("text that holds no calls is refused") {
  check_refused(calls_of({}), "calls is empty");
  check_refused(R"({"version": 1})", "calls is missing");
  check_refused(R"({"version": 1, "calls": {}})", "calls is no list");
  check_refused(R"({"version": 1, "calls": [1]})", "calls[0] is no JSON object");
  check_refused(R"({"version": 3, "calls": []})", "version is 3, and only 1 is known");
  check_refused(R"({"calls": []})", "version is missing");
  check_refused("collective,p", "is not JSON: ");
}

// The command.

Outcome run_benefit(const std::string& arguments) { return run(TUTTI_PROGRAM, "benefit " + arguments); }

/// A file with this text in the folder.
std::string file(const Folder& folder, const char* name, const std::string& text) {
  std::ofstream(folder / name) << text;
  return (folder / name).string();
}

TEST_CASE("tutti benefit adds up, per collective and in all, and prints and writes the same") {
  const Folder folder;
  const auto calls =
      file(folder, "calls.json",
           calls_of({entry("reduce", 33, 1 << 20), entry("reduce", 64, 8), entry("allreduce", 7, 4096)}));
  const auto written = run_benefit(calls + " --json " + (folder / "out.json").string());
  CHECK(written.status == 0);
  CHECK(written.err.empty());
  CHECK(written.out.find("\nall collectives ") != std::string::npos);
  const auto json = Json::parse(run_benefit(calls + " --json -").out);
  CHECK(json == Json::parse(read(folder / "out.json")));

  CHECK(json["version"] == 1);
  REQUIRE(json["calls"].size() == 3);
  REQUIRE(json["collectives"].size() == 2);
  CHECK(json["collectives"][1]["collective"] == "reduce");
  CHECK(json["collectives"][1]["count"] == 6);
  CHECK(json["total"]["count"] == 9);
  for (const char* field : {"seconds_before", "seconds_after"}) {
    const auto of = [&](std::size_t i) { return json["calls"][i][field].get<double>(); };
    CHECK(json["collectives"][1][field] == doctest::Approx(of(0) + of(1)));
    CHECK(json["total"][field] == doctest::Approx(of(0) + of(1) + of(2)));
  }
  CHECK(json["total"]["falls_by"].get<double>() == doctest::Approx(fall(json["total"]["seconds_before"].get<double>(),
                                                                        json["total"]["seconds_after"].get<double>())));
}

TEST_CASE("tutti benefit prices by the profile: twice the prices, twice the times, and the same percentage") {
  const Folder folder;
  auto profile = default_profile();
  profile.machine = "twice as slow";
  profile.prices.alpha *= 2;
  profile.prices.beta *= 2;
  profile.prices.gamma *= 2;
  const auto calls = file(folder, "calls.json", calls_of({entry("bcast", 32, 1 << 20)}));
  const auto slow = file(folder, "slow.json", write_profile(profile));
  const auto once = Json::parse(run_benefit(calls + " --json -").out);
  const auto twice = Json::parse(run_benefit(calls + " --json - --profile " + slow).out);
  CHECK(twice["machine"] == "twice as slow");
  CHECK(twice["total"]["seconds_before"].get<double>() ==
        doctest::Approx(2 * once["total"]["seconds_before"].get<double>()));
  CHECK(twice["total"]["falls_by"].get<double>() == doctest::Approx(once["total"]["falls_by"].get<double>()));
}

TEST_CASE("the example in tutti benefit --help is taken as it stands") {
  const auto help = run_benefit("--help").out;
  const auto from = help.find('{'), to = help.rfind('}');
  REQUIRE(to != std::string::npos);
  const Folder folder;
  const auto outcome = run_benefit(file(folder, "calls.json", help.substr(from, to + 1 - from)));
  CHECK(outcome.status == 0);
  CHECK(outcome.err.empty());
}

TEST_CASE(
    "of a recording, calls take what was measured at the rank that knows them whole, until a schedule is faster") {
  const Folder folder;
  const std::string like = "allreduce np=2 load=sum/int";
  for (int r = 0; r < 2; ++r)
    write_lines(folder / ("app." + std::to_string(r)),
                recorded_file(r, 2, {recorded_allreduce(2, r, 1, like), recorded_allreduce(2, r, 2, like)}));
  const auto priced = run_benefit((folder / "app").string() + " --json -");
  CHECK(priced.status == 0);
  CHECK(priced.err ==
        "CALLS " + (folder / "app").string() + ": 3 calls on intracommunicators; 0 of unknown size are left out\n");
  const auto json = Json::parse(priced.out);
  REQUIRE(json["calls"].size() == 1);
  const auto& calls = json["calls"][0];
  CHECK(calls["algorithm"].is_null());
  CHECK(calls["count"] == 3);
  CHECK(calls["bytes"] == 4);
  CHECK(calls["seconds_before"].get<double>() == doctest::Approx(0.002));
  CHECK(calls["fastest"].get<std::string>().starts_with("allreduce/"));

  auto slow = default_profile();
  slow.prices.alpha = 1;
  const auto profile = file(folder, "slow.json", write_profile(slow));
  const auto kept = Json::parse(run_benefit((folder / "app").string() + " --json - --profile " + profile).out);
  CHECK(kept["calls"][0]["fastest"].is_null());
  CHECK(kept["calls"][0]["falls_by"] == 0);
}

TEST_CASE("tutti benefit refuses bad input with status 2, one line on stderr, nothing on stdout and no file") {
  const Folder folder;
  const auto good = file(folder, "good.json", calls_of({entry("bcast", 4, 8)}));
  const auto bad = file(folder, "bad.json", calls_of({entry("bcst", 4, 8)}));
  const auto huge = file(folder, "huge.json", calls_of({entry("alltoall", 1 << 20, 8)}));
  const auto out = " --json " + (folder / "out.json").string();
  const std::pair<std::string, std::string> rows[] = {
      {"", "CALLS is required"},
      {bad + out, "bad.json: calls[0].collective is 'bcst'"},
      {"none.json" + out, "none.json: cannot be read"},
      {good + out + " --profile " + good, "good.json: machine is missing"},
      {good + out + " --profile none.json", "none.json: cannot be read"},
      {good + " --json /nowhere/out.json", "/nowhere/out.json: cannot write there"},
      {huge + out, "memory"},
  };
  for (const auto& [arguments, says] : rows) {
    const auto outcome = run_benefit(arguments);
    CAPTURE(outcome.err);
    CHECK(outcome.status == 2);
    CHECK(outcome.out.empty());
    CHECK(outcome.err.find(says) != std::string::npos);
    CHECK(std::ranges::count(outcome.err, '\n') == 1);
    CHECK_FALSE(std::filesystem::exists(folder / "out.json"));
  }
}

}  // namespace
}  // namespace tutti
