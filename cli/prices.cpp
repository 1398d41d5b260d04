#include "cli/prices.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "cli/common/commands.hpp"
#include "cli/common/output.hpp"
#include "verified/choose/shipped.hpp"

namespace tutti::cli {
namespace {

Profile named_or_default(const PriceOptions& options) {
  try {
    return options.profile ? profile_named(*options.profile) : default_profile();
  } catch (const std::invalid_argument& e) {
    throw UsageError(e.what());
  }
}

void replace(double& price, std::string_view option, const std::optional<std::string>& text) {
  if (!text) return;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), price);
  constexpr double most = largest_number;
  if (error != std::errc() || end != text->data() + text->size() || !(price >= 0 && price <= most))
    throw UsageError(fmt::format("{}: '{}' is not a number from 0 to {}, such as 1.5e-6", option, *text, most));
}

}  // namespace

Profile profile_named(const std::string& name) {
  if (!is_shipped(name)) check_only_read("--profile", name);
  return named_profile(name);
}

void add_price_options(Parser& parser, PriceOptions& options) {
  const auto option = [&](const char* name, auto& value, const char* says, const char* type) {
    return parser.option(name, value, says).type_name(type);
  };
  option("--model", options.model, "papers (alpha, beta, gamma, f) or loggp (L, o, g, G, gamma)", "MODEL")
      .one_of({"papers", "loggp"})
      .show_default();
  option("--profile", options.profile,
         "Prices of a machine: FILE, as tutti-mpi calibrate writes it, or node, node-openmpi or assumed, which come "
         "with tutti",
         "FILE");
  option("--alpha", options.alpha, "Seconds per message; this and the next ones in place of the profile's", "S");
  option("--beta", options.beta, "Seconds per byte sent", "S");
  option("--gamma", options.gamma, "Seconds per byte folded", "S");
  option("--f-alpha", options.f_alpha, "alpha of a one-way message, divided by alpha", "F");
  option("--f-beta", options.f_beta, "beta of a one-way message, divided by beta", "F");
}

Model model_of(const PriceOptions& options) { return options.model == "loggp" ? Model::loggp : Model::papers; }

Profile profile_of(const PriceOptions& options) {
  if (model_of(options) == Model::loggp && (options.alpha || options.beta || options.f_alpha || options.f_beta))
    throw UsageError(
        "--model loggp has no alpha, beta and factors; leave these options out, and give latency, overhead, gap and "
        "gap_per_byte in a --profile");
  auto profile = named_or_default(options);
  auto& x = profile.prices;
  replace(x.alpha, "--alpha", options.alpha);
  replace(x.beta, "--beta", options.beta);
  replace(x.gamma, "--gamma", options.gamma);
  replace(x.f_alpha, "--f-alpha", options.f_alpha);
  replace(x.f_beta, "--f-beta", options.f_beta);
  if (options.alpha || options.beta || options.f_alpha || options.f_beta) profile.regimes.clear();
  return profile;
}

std::string print_prices(const Profile& profile, Model model) {
  const auto& x = profile.prices;
  const auto& l = profile.loggp;
  if (model == Model::loggp)
    return fmt::format("LogGP: L {:.4g} us, o {:.4g} us, g {:.4g} us, G {:.4g} ns/B, gamma {:.4g} ns/B",
                       1e6 * l.latency, 1e6 * l.overhead, 1e6 * l.gap, 1e9 * l.gap_per_byte, 1e9 * x.gamma);
  auto text =
      fmt::format("papers' model: alpha {:.4g} us, beta {:.4g} ns/B, gamma {:.4g} ns/B, f_alpha {:.4g}, f_beta {:.4g}",
                  1e6 * x.alpha, 1e9 * x.beta, 1e9 * x.gamma, x.f_alpha, x.f_beta);
  for (const auto& r : profile.regimes)
    text += fmt::format(
        "\n  up to {} ranks, messages from {:.0f} B: alpha {:.4g} us, beta {:.4g} ns/B; one-way {:.4g} us, {:.4g} ns/B",
        most_ranks_with_regimes, std::ceil(r.from), 1e6 * r.alpha, 1e9 * r.beta, 1e6 * r.alpha_uni, 1e9 * r.beta_uni);
  return text;
}

nlohmann::ordered_json json_of_prices(const Profile& profile, Model model) {
  const auto& x = profile.prices;
  const auto& l = profile.loggp;
  if (model == Model::loggp)
    return {{"latency", l.latency},
            {"overhead", l.overhead},
            {"gap", l.gap},
            {"gap_per_byte", l.gap_per_byte},
            {"gamma", x.gamma}};
  nlohmann::ordered_json json{
      {"alpha", x.alpha}, {"beta", x.beta}, {"gamma", x.gamma}, {"f_alpha", x.f_alpha}, {"f_beta", x.f_beta}};
  for (const auto& r : profile.regimes)
    json["regimes"].push_back(
        {{"from", r.from}, {"alpha", r.alpha}, {"beta", r.beta}, {"alpha_uni", r.alpha_uni}, {"beta_uni", r.beta_uni}});
  return json;
}

}  // namespace tutti::cli
