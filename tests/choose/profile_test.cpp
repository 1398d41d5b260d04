// Profiles of a machine as text, and the one that stands in where none was measured.
#include "verified/choose/profile.hpp"

#include <doctest/doctest.h>

#include <cctype>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "tests/support/program.hpp"
#include "tests/support/property.hpp"
#include "verified/check/formula.hpp"

namespace tutti {
namespace {

using Json = nlohmann::ordered_json;

/// Any magnitude from 1e-15 to 1e3, with all its digits; or 0.
double draw_price() { return draw(20) == 0 ? 0 : std::pow(10.0, draw(18'001) / 1000.0 - 15); }

Prices draw_prices() { return {draw_price(), draw_price(), draw_price(), draw_price(), draw_price()}; }
LogGP draw_loggp() { return {draw_price(), draw_price(), draw_price(), draw_price()}; }

bool same(const Prices& a, const Prices& b) {
  return a.alpha == b.alpha && a.beta == b.beta && a.gamma == b.gamma && a.f_alpha == b.f_alpha && a.f_beta == b.f_beta;
}
bool same(const LogGP& a, const LogGP& b) {
  return a.latency == b.latency && a.overhead == b.overhead && a.gap == b.gap && a.gap_per_byte == b.gap_per_byte;
}
bool same(const FitErrors& a, const FitErrors& b) {
  return a.two_way == b.two_way && a.one_way == b.one_way && a.fold == b.fold && a.spacing == b.spacing &&
         a.send == b.send && same(a.prices, b.prices) && same(a.loggp, b.loggp);
}

Profile fitted() {
  auto profile = default_profile();
  profile.errors =
      FitErrors{.two_way = 0.1, .one_way = 0.2, .fold = 0.3, .spacing = 0.4, .send = 0.5, .prices = {}, .loggp = {}};
  profile.regimes = {{0, 1e-6, 1e-10, 1e-6, 1e-10}, {1000, 2e-6, 1e-11, 3e-6, 1e-11}};
  return profile;
}

Json fitted_json() { return Json::parse(write_profile(fitted())); }

/// What parse_profile says of the text, empty where it takes it.
std::string refusal(const std::string& text) {
  try {
    parse_profile(text, "my.json");
    return "";
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
}

/// Whether the text is refused with the file, the fault and the remedy.
bool refused(const std::string& text, const std::string& fault) {
  const auto found = refusal(text);
  CAPTURE(found);
  const bool all = found.starts_with("my.json: " + fault) && found.find("tutti-mpi calibrate") != std::string::npos;
  CHECK(all);
  return all;
}

/// "/prices/alpha" and all other numbers of a profile, but the version.
std::vector<std::string> numbers() {
  std::vector<std::string> all;
  const auto flat = fitted_json().flatten();
  for (const auto& [path, value] : flat.items())
    if (value.is_number() && path != "/version") all.push_back(path);
  return all;
}

/// "prices.alpha", "regimes[1].alpha"
std::string dotted(const std::string& path) {
  std::string text;
  for (std::size_t i = 1; i < path.size(); ++i)
    if (path[i] == '/' && std::isdigit(static_cast<unsigned char>(path[i + 1])))
      text += "[" + path.substr(++i, 1) + "]";
    else
      text += path[i] == '/' ? '.' : path[i];
  return text;
}

TEST_CASE("what is written is read again, to the last bit") {
  property("for any prices", [] {
    Profile profile{.machine = *rc::gen::element<std::string>("", "a", "\"x\\\n", "Cray T3E, α"),
                    .prices = draw_prices(),
                    .loggp = draw_loggp(),
                    .errors = {}};
    if (draw(2) == 0)
      profile.errors = FitErrors{.two_way = draw_price(),
                                 .one_way = draw_price(),
                                 .fold = draw_price(),
                                 .spacing = draw_price(),
                                 .send = draw_price(),
                                 .prices = draw_prices(),
                                 .loggp = draw_loggp()};
    for (double from = 0; draw(3) > 0; from += 1 + draw_price()) {
      profile.regimes.push_back({from, draw_price(), draw_price(), draw_price(), draw_price()});
      if (profile.errors) profile.errors->regimes.push_back(draw_price());
    }
    const auto again = parse_profile(write_profile(profile), "test");
    RC_ASSERT(again.machine == profile.machine);
    RC_ASSERT(again.regimes == profile.regimes);
    if (profile.errors) RC_ASSERT(again.errors->regimes == profile.errors->regimes);
    RC_ASSERT(same(again.prices, profile.prices));
    RC_ASSERT(same(again.loggp, profile.loggp));
    RC_ASSERT(again.errors.has_value() == profile.errors.has_value());
    if (again.errors) RC_ASSERT(same(*again.errors, *profile.errors));
  });
}

MeasuredCandidate draw_candidate(const std::string& name) {
  MeasuredCandidate c{name, {}, {}};
  for (int n = draw(3); n > 0; --n) c.shape.push_back(1 + draw(9));
  double bytes = draw(9);
  for (int n = 1 + draw(4); n > 0; --n, bytes += 1 + draw(1000)) {
    c.times.push_back({bytes, draw_price()});
    if (draw(2) == 0) c.times.back().in_row = draw_price();
    if (draw(2) == 0) c.times.back().changing = draw_price();
  }
  return c;
}

TEST_CASE("what was measured of collectives is written and read again") {
  property("for any times", [] {
    auto profile = default_profile();
    for (const int p : {2, 7})
      for (const auto c : {Collective::bcast, Collective::allreduce})
        profile.measured.push_back({c, p, {draw_candidate("bcast/linear"), draw_candidate("")}});
    RC_ASSERT(parse_profile(write_profile(profile), "test").measured == profile.measured);
  });
}

TEST_CASE("measured times that cannot be are named with their place") {
  auto profile = default_profile();
  profile.measured = {{Collective::bcast, 2, {{"bcast/linear", {3}, {{8, 1e-6}, {64, 2e-6}}}}}};
  const auto with = [&](const char* path, const Json& value) {
    auto json = Json::parse(write_profile(profile));
    json[Json::json_pointer(path)] = value;
    return json.dump();
  };
  CHECK(refused(with("/measured/0/collective", "bcats"), "measured[0].collective is \"bcats\", which there is not"));
  CHECK(refused(with("/measured/0/p", 0), "measured[0].p is 0, no whole number from 1 to"));
  CHECK(refused(with("/measured/0/candidates/0/times", Json::array()), "measured[0].candidates[0].times is empty"));
  CHECK(refused(with("/measured/0/candidates/0/times/1/bytes", 8),
                "measured[0].candidates[0].times[1].bytes is not more than that of the time before"));
  CHECK(refused(with("/measured/0/candidates/0/shape", Json::array({1.5})),
                "measured[0].candidates[0].shape has 1.5, no whole"));
  const auto twice = Json::parse(write_profile(profile)).at("measured").at(0);
  CHECK(refused(with("/measured/1", twice), "measured[1].p is that of another entry of this collective"));
}

TEST_CASE("regimes that cannot be are named with their place") {
  const auto with = [](const char* path, const Json& value) {
    auto json = fitted_json();
    json[Json::json_pointer(path)] = value;
    return json.dump();
  };
  CHECK(refused(with("/regimes", 3), "regimes is no list"));
  CHECK(refused(with("/regimes/0/from", 8), "regimes[0].from is not 0, where the first regime begins"));
  CHECK(refused(with("/regimes/1/from", 0), "regimes[1].from is not more than that of the regime before"));
  CHECK(refused(with("/fit/relative_rms/regimes", Json::array({0.1})),
                "fit.relative_rms.regimes is not one number for each regime"));
  CHECK(refused(with("/fit/relative_rms/regimes", Json::array()),
                "fit.relative_rms.regimes is not one number for each regime"));
  CHECK(refused(with("/fit/relative_rms/regimes", Json::array({0.1, 1e31})), "fit.relative_rms.regimes has 1e+31, no"));
  CHECK(refused(with("/fit/relative_rms/regimes", Json::array({0.1, -1})), "fit.relative_rms.regimes has -1, no"));
  auto many = fitted_json();
  for (int i = 2; i <= 64; ++i) {
    many["regimes"].push_back(many["regimes"][1]);
    many["regimes"].back()["from"] = 1000 * i;
  }
  CHECK(refused(many.dump(), "regimes are more than 64"));
}

TEST_CASE("between measured sizes times lie on lines, and beyond the last two on theirs") {
  const MeasuredCandidate c{"", {}, {{8, 1}, {16, 2}, {32, 6}}};
  CHECK(c.seconds(0) == 1);
  CHECK(c.seconds(12) == 1.5);
  CHECK(c.seconds(16) == 2);
  CHECK(c.seconds(24) == 4);
  CHECK(c.seconds(64) == 14);
  const MeasuredCandidate falls{"", {}, {{8, 3}, {16, 2}}};
  CHECK(falls.seconds(1000) == 2);
  const MeasuredCandidate some{"", {}, {{8, 1, 3}, {16, 2}, {32, 2, 4, 5}}};
  CHECK(some.seconds(8, Way::in_row) == 3);
  CHECK(some.seconds(8, Way::changing) == 3);
  CHECK(some.seconds(16, Way::changing) == 2);
  CHECK(some.seconds(24, Way::in_row) == 3);
  CHECK(some.seconds(32, Way::changing) == 5);
}

TEST_CASE("a profile written by hand needs no fit, and may hold fields of its own") {
  auto json = fitted_json();
  json.erase("fit");
  json["comment"] = "by hand";
  const auto profile = parse_profile(json.dump(), "test");
  CHECK(!profile.errors);
  CHECK(same(profile.prices, default_profile().prices));
}

TEST_CASE("a missing field is named") {
  REQUIRE(numbers().size() == 23 + 2 * 5);
  for (const auto& path : numbers()) {
    auto json = fitted_json().flatten();
    json.erase(path);
    CHECK(refused(json.unflatten().dump(), dotted(path) + " is missing"));
  }
  for (const char* field : {"version", "machine", "prices", "loggp"}) {
    auto json = fitted_json();
    json.erase(field);
    CHECK(refused(json.dump(), std::string(field) + " is missing"));
  }
}

TEST_CASE("a file that nobody could read to its end is none") {
  try {
    read_profile("/dev/zero");
    FAIL("was read");
  } catch (const std::invalid_argument& e) {
    CHECK(std::string(e.what()).starts_with("/dev/zero: is a device, which has no end; "));
  }
}

TEST_CASE("a negative number, one so large that times have no value, and what is no number, is named with its value") {
  for (const auto& path : numbers()) {
    auto json = fitted_json();
    json[Json::json_pointer(path)] = -0.5;
    CHECK(refused(json.dump(), dotted(path) + " is -0.5, negative"));
    json[Json::json_pointer(path)] = 1e31;
    CHECK(refused(json.dump(), dotted(path) + " is 1e+31, more than 1e+30"));
    json[Json::json_pointer(path)] = "0.5";
    CHECK(refused(json.dump(), dotted(path) + " is \"0.5\", no number"));
    json[Json::json_pointer(path)] = nullptr;  // how JSON writes NaN
    CHECK(refused(json.dump(), dotted(path) + " is null, no number"));
  }
}

TEST_CASE("NaN and numbers beyond a double are no JSON") {
  const auto text = write_profile(fitted());
  const auto at = text.find("0.6");
  REQUIRE(at != std::string::npos);
  for (const char* bad : {"NaN", "Infinity", "1e999"}) {
    auto changed = text;
    CHECK(refused(changed.replace(at, 3, bad), "is not JSON: "));
  }
}

TEST_CASE("another version is refused, and so is text that is no profile") {
  auto json = fitted_json();
  json["version"] = 2;
  CHECK(refused(json.dump(), "version is 2, and only 1 is known"));
  json["version"] = "1";
  CHECK(refused(json.dump(), "version is \"1\", and only 1 is known"));
  CHECK(refused("", "is not JSON: "));
  CHECK(refused(write_profile(fitted()).substr(0, 100), "is not JSON: "));
  CHECK(refused("[]", "holds no JSON object"));
  json = fitted_json();
  json["prices"] = 3;
  CHECK(refused(json.dump(), "prices is no JSON object"));
  json = fitted_json();
  json["machine"] = 3;
  CHECK(refused(json.dump(), "machine is 3, no text"));
}

TEST_CASE("a profile is read from a file; one that cannot be read is named") {
  const Folder folder;
  const auto file = (folder / "profile.json").string(), missing = (folder / "none.json").string();
  std::ofstream(file) << write_profile(fitted());
  CHECK(same(read_profile(file).prices, fitted().prices));
  CHECK_THROWS_WITH_AS(read_profile(missing), doctest::Contains("none.json: cannot be read: No such file"),
                       std::invalid_argument);
  const auto is_a_folder = (folder / ".").string();
  CHECK_THROWS_WITH_AS(read_profile(is_a_folder), doctest::Contains("cannot be read: Is a directory"),
                       std::invalid_argument);
}

// The profile where none is given: what Rabenseifner, section 4, states for vectors of 32 KB on a Cray T3E.

double seconds_at_32_KB(const std::string& name, int p) {
  const auto* a = find_algorithm("allreduce/" + name);
  REQUIRE(a != nullptr);
  return CostFormula(a->name, a->cost).claimed({p, 0, 32768, default_profile().prices});
}

std::string fastest_at_32_KB(int p) {
  std::string fastest = "binomial";
  for (const char* name : {"recursive_doubling", "halving_doubling", "binary_blocks", "ring"})
    if (seconds_at_32_KB(name, p) < seconds_at_32_KB(fastest, p)) fastest = name;
  return fastest;
}

TEST_CASE("Rabenseifner 4, default prices: of five algorithms the ring is the fastest on 3, 5, 7, 9-11 and 17 ranks") {
  for (const int p : {3, 5, 7, 9, 10, 11, 17}) CHECK(fastest_at_32_KB(p) == "ring");
  for (const int p : {2, 4, 8, 12, 13, 14, 15, 16}) CHECK(fastest_at_32_KB(p) != "ring");
  for (int p = 18; p <= 256; ++p) CHECK(fastest_at_32_KB(p) != "ring");
  CHECK(fastest_at_32_KB(6) == "ring");  // the paper does not list it
}

TEST_CASE(
    "Rabenseifner 4, default prices: halving and doubling wins on 33, 65, 66, 97, 129-131 ranks, else binary blocks") {
  for (const int p : {33, 65, 66, 97, 129, 130, 131}) {
    CAPTURE(p);
    CHECK(seconds_at_32_KB("halving_doubling", p) < seconds_at_32_KB("binary_blocks", p));
  }
  for (const int p : {36, 60, 61, 77, 80, 96, 100, 127, 235, 251, 255}) {
    CAPTURE(p);
    CHECK(seconds_at_32_KB("binary_blocks", p) < seconds_at_32_KB("halving_doubling", p));
  }
}

TEST_CASE("by default a one-way message takes the same time in both models") {
  const auto [prices, loggp] = std::pair(default_profile().prices, default_profile().loggp);
  for (const double bytes : {1.0, 1024.0, 1e7})
    CHECK(loggp.latency + 2 * loggp.overhead + (bytes - 1) * loggp.gap_per_byte ==
          doctest::Approx(prices.alpha_uni() + bytes * prices.beta_uni()));
}

}  // namespace
}  // namespace tutti
