#include "verified/choose/profile.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "verified/choose/fields.hpp"

namespace tutti {
namespace {

using Json = nlohmann::ordered_json;

constexpr int version = 1;

Json to_json(const Prices& x) {
  return {{"alpha", x.alpha}, {"beta", x.beta}, {"gamma", x.gamma}, {"f_alpha", x.f_alpha}, {"f_beta", x.f_beta}};
}

Json to_json(const LogGP& x) {
  return {{"latency", x.latency}, {"overhead", x.overhead}, {"gap", x.gap}, {"gap_per_byte", x.gap_per_byte}};
}

Json to_json(const FitErrors& x) {
  return {
      {"relative_rms",
       {{"two_way", x.two_way}, {"one_way", x.one_way}, {"fold", x.fold}, {"spacing", x.spacing}, {"send", x.send}}},
      {"standard_error", {{"prices", to_json(x.prices)}, {"loggp", to_json(x.loggp)}}}};
}

Prices prices_from(const Fields& x) {
  return {.alpha = x.number("alpha"),
          .beta = x.number("beta"),
          .gamma = x.number("gamma"),
          .f_alpha = x.number("f_alpha"),
          .f_beta = x.number("f_beta")};
}

LogGP loggp_from(const Fields& x) {
  return {.latency = x.number("latency"),
          .overhead = x.number("overhead"),
          .gap = x.number("gap"),
          .gap_per_byte = x.number("gap_per_byte")};
}

FitErrors errors_from(const Fields& x) {
  const auto rms = x.object("relative_rms"), standard = x.object("standard_error");
  return {.two_way = rms.number("two_way"),
          .one_way = rms.number("one_way"),
          .fold = rms.number("fold"),
          .spacing = rms.number("spacing"),
          .send = rms.number("send"),
          .prices = prices_from(standard.object("prices")),
          .loggp = loggp_from(standard.object("loggp"))};
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
  if (profile.has("fit")) result.errors = errors_from(profile.object("fit"));
  return result;
}

}  // namespace

std::string write_profile(const Profile& profile) {
  Json json{{"version", version},
            {"machine", profile.machine},
            {"prices", to_json(profile.prices)},
            {"loggp", to_json(profile.loggp)}};
  if (profile.errors) json["fit"] = to_json(*profile.errors);
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
