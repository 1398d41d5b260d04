#include "verified/choose/profile.hpp"

#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "verified/choose/fields.hpp"

namespace tutti {
namespace {

using Json = nlohmann::ordered_json;

constexpr int version = 1;
constexpr int most_ranks = std::numeric_limits<int>::max();

Json to_json(const Prices& x) {
  return {{"alpha", x.alpha}, {"beta", x.beta}, {"gamma", x.gamma}, {"f_alpha", x.f_alpha}, {"f_beta", x.f_beta}};
}

Json to_json(const LogGP& x) {
  return {{"latency", x.latency}, {"overhead", x.overhead}, {"gap", x.gap}, {"gap_per_byte", x.gap_per_byte}};
}

Json to_json(const FitErrors& x) {
  Json json{
      {"relative_rms",
       {{"two_way", x.two_way}, {"one_way", x.one_way}, {"fold", x.fold}, {"spacing", x.spacing}, {"send", x.send}}},
      {"standard_error", {{"prices", to_json(x.prices)}, {"loggp", to_json(x.loggp)}}}};
  if (!x.regimes.empty()) json["relative_rms"]["regimes"] = x.regimes;
  return json;
}

Json to_json(const Regime& x) {
  return {{"from", x.from}, {"alpha", x.alpha}, {"beta", x.beta}, {"alpha_uni", x.alpha_uni}, {"beta_uni", x.beta_uni}};
}

std::vector<Regime> regimes_from(const Fields& profile) {
  constexpr std::size_t most = 64;  // each makes every choice longer
  std::vector<Regime> all;
  for (const auto& x : profile.objects("regimes")) {
    if (all.size() == most) profile.refuse_field("regimes", "are more than " + std::to_string(most));
    const double from = x.number("from", largest_number);
    if (all.empty() && from != 0) x.refuse_field("from", "is not 0, where the first regime begins");
    if (!all.empty() && from <= all.back().from) x.refuse_field("from", "is not more than that of the regime before");
    all.push_back({.from = from,
                   .alpha = x.number("alpha", largest_number),
                   .beta = x.number("beta", largest_number),
                   .alpha_uni = x.number("alpha_uni", largest_number),
                   .beta_uni = x.number("beta_uni", largest_number)});
  }
  return all;
}

constexpr const char* native = "native";

Json to_json(const MeasuredCandidate& x) {
  Json json{{"algorithm", x.is_native() ? native : x.algorithm}};
  if (!x.shape.empty()) json["shape"] = x.shape;
  auto& times = json["times"] = Json::array();
  for (const auto& t : x.times) {
    times.push_back({{"bytes", t.bytes}, {"seconds", t.seconds}});
    if (t.in_row) times.back()["in_row"] = *t.in_row;
    if (t.changing) times.back()["changing"] = *t.changing;
  }
  return json;
}

Json to_json(const MeasuredCollective& x) {
  Json json{{"collective", row(x.collective).name}, {"p", x.ranks}};
  auto& all = json["candidates"] = Json::array();
  for (const auto& c : x.candidates) all.push_back(to_json(c));
  return json;
}

Prices prices_from(const Fields& x) {
  return {.alpha = x.number("alpha", largest_number),
          .beta = x.number("beta", largest_number),
          .gamma = x.number("gamma", largest_number),
          .f_alpha = x.number("f_alpha", largest_number),
          .f_beta = x.number("f_beta", largest_number)};
}

LogGP loggp_from(const Fields& x) {
  return {.latency = x.number("latency", largest_number),
          .overhead = x.number("overhead", largest_number),
          .gap = x.number("gap", largest_number),
          .gap_per_byte = x.number("gap_per_byte", largest_number)};
}

FitErrors errors_from(const Fields& x) {
  const auto rms = x.object("relative_rms"), standard = x.object("standard_error");
  return {.two_way = rms.number("two_way", largest_number),
          .one_way = rms.number("one_way", largest_number),
          .fold = rms.number("fold", largest_number),
          .spacing = rms.number("spacing", largest_number),
          .send = rms.number("send", largest_number),
          .regimes = rms.has("regimes") ? rms.numbers("regimes", largest_number) : std::vector<double>{},
          .prices = prices_from(standard.object("prices")),
          .loggp = loggp_from(standard.object("loggp"))};
}

MeasuredCandidate candidate_from(const Fields& x) {
  MeasuredCandidate c{x.text("algorithm"), {}, {}};
  if (x.has("shape")) static_cast<std::vector<int>&>(c.shape) = x.wholes("shape", 1, most_ranks);
  if (c.algorithm == native) c.algorithm.clear();
  for (const auto& t : x.objects("times")) {
    c.times.push_back({t.number("bytes", largest_number), t.number("seconds", largest_number)});
    if (t.has("in_row")) c.times.back().in_row = t.number("in_row", largest_number);
    if (t.has("changing")) c.times.back().changing = t.number("changing", largest_number);
    if (c.times.size() > 1 && c.times.back().bytes <= std::prev(c.times.end(), 2)->bytes)
      t.refuse_field("bytes", "is not more than that of the time before");
  }
  if (c.times.empty()) x.refuse_field("times", "is empty");
  return c;
}

std::vector<MeasuredCollective> measured_from(const Fields& profile) {
  std::vector<MeasuredCollective> all;
  for (const auto& x : profile.objects("measured")) {
    const auto name = x.text("collective");
    const auto collective = collective_named(name);
    if (!collective) x.refuse_field("collective", "is \"" + name + "\", which there is not");
    MeasuredCollective m{*collective, static_cast<int>(x.whole("p", 1, most_ranks)), {}};
    if (find_measured(all, m.collective, m.ranks)) x.refuse_field("p", "is that of another entry of this collective");
    for (const auto& c : x.objects("candidates")) m.candidates.push_back(candidate_from(c));
    all.push_back(std::move(m));
  }
  return all;
}

Source source_named(std::string name) {
  return {std::move(name), "correct it, or write a new profile with mpiexec -n 2 tutti-mpi calibrate"};
}

Profile parse(std::string_view text, const Source& source) {
  const auto json = parse_json(text, source);
  const Fields profile(json, source);
  profile.check_version(version);
  Profile result{.machine = profile.text("machine"),
                 .prices = prices_from(profile.object("prices")),
                 .loggp = loggp_from(profile.object("loggp")),
                 .errors = {}};
  if (profile.has("regimes")) result.regimes = regimes_from(profile);
  if (profile.has("fit")) result.errors = errors_from(profile.object("fit"));
  if (const auto rms = [&] { return profile.object("fit").object("relative_rms"); };
      result.errors && rms().has("regimes") && result.errors->regimes.size() != result.regimes.size())
    rms().refuse_field("regimes", "is not one number for each regime");
  if (profile.has("measured")) result.measured = measured_from(profile);
  return result;
}

}  // namespace

std::string write_profile(const Profile& profile) {
  Json json{{"version", version},
            {"machine", profile.machine},
            {"prices", to_json(profile.prices)},
            {"loggp", to_json(profile.loggp)}};
  for (const auto& x : profile.regimes) json["regimes"].push_back(to_json(x));
  if (profile.errors) json["fit"] = to_json(*profile.errors);
  for (const auto& m : profile.measured) json["measured"].push_back(to_json(m));
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Profile parse_profile(std::string_view text, const std::string& source) { return parse(text, source_named(source)); }

Profile read_profile(const std::string& path) {
  const auto source = source_named(path);
  return parse(read_text(source), source);
}

Profile default_profile() {
  constexpr double alpha = 10e-6, beta = 4e-9, f_alpha = 0.6, f_beta = 0.7;
  constexpr double overhead = 1e-6;
  return {.machine = "assumed: a machine on which the statements of Rabenseifner 2004, section 4, hold",
          .prices = {.alpha = alpha, .beta = beta, .gamma = 0.5 * beta, .f_alpha = f_alpha, .f_beta = f_beta},
          .loggp = {.latency = f_alpha * alpha + f_beta * beta - 2 * overhead,
                    .overhead = overhead,
                    .gap = 2 * overhead,
                    .gap_per_byte = f_beta * beta},
          .errors = {}};
}

}  // namespace tutti
