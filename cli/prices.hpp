// The options that say what a machine charges, and how prices are printed.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "cli/common/parser.hpp"
#include "verified/choose/price.hpp"

namespace tutti::cli {

/// The values of --model, --profile, --alpha, --beta, --gamma, --f-alpha and --f-beta, as they are written.
struct PriceOptions {
  std::string model = "papers";
  std::optional<std::string> profile, alpha, beta, gamma, f_alpha, f_beta;
};

/// `options` must live as long as the parser.
void add_price_options(Parser& parser, PriceOptions& options);

Model model_of(const PriceOptions& options);

/// named_profile(); a file is looked at as an input first (cli/common/output.hpp). std::invalid_argument and UsageError
/// as these.
Profile profile_named(const std::string& name);

/// The profile named, or the default one, with the prices that stand on the command line in the place of its own.
/// UsageError where the profile cannot be read, a price is no finite number of at least 0, or the model lacks it.
Profile profile_of(const PriceOptions& options);

/// "papers' model: alpha 10 us, beta 4 ns/B, …": the prices that the model uses, with their units.
std::string print_prices(const Profile& profile, Model model);

/// The same as an object, in seconds and bytes, with the names of a profile's fields.
nlohmann::ordered_json json_of_prices(const Profile& profile, Model model);

}  // namespace tutti::cli
