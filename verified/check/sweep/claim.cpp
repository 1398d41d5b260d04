#include "verified/check/sweep/claim.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

#include "verified/check/formula.hpp"

namespace tutti {
namespace {

/// A number that a time is linear in, while the same path through the schedule stays the longest one.
struct Coefficient {
  const char* of;
  bool per_byte;
  void (*raise)(Prices&, double);
};

constexpr std::array coefficients{
    Coefficient{"alpha", false, [](Prices& x, double by) { x.f_alpha *= x.alpha / (x.alpha + by), x.alpha += by; }},
    Coefficient{"alpha_uni", false, [](Prices& x, double by) { x.f_alpha += by / x.alpha; }},
    Coefficient{"n*beta", true, [](Prices& x, double by) { x.f_beta *= x.beta / (x.beta + by), x.beta += by; }},
    Coefficient{"n*beta_uni", true, [](Prices& x, double by) { x.f_beta += by / x.beta; }},
    Coefficient{"n*gamma", true, [](Prices& x, double by) { x.gamma += by; }},
};

struct Sample {
  double bytes;
  Prices prices;
};

/// Latency, bandwidth and folding in turn decide which path is the longest, with factors inside and outside of the
/// papers' range; no small whole numbers relate them.
constexpr std::array samples{
    Sample{1000, {.alpha = 1.0471, .beta = 0.00021327, .gamma = 0.00017193, .f_alpha = 0.73411, .f_beta = 0.81737}},
    Sample{3710, {.alpha = 0.15913, .beta = 0.0022419, .gamma = 0.00032159, .f_alpha = 0.53717, .f_beta = 0.50911}},
    Sample{127, {.alpha = 0.11317, .beta = 0.0058088, .gamma = 0.072105, .f_alpha = 0.91733, .f_beta = 0.32719}},
};

/// To a relative 1e-9. Where there is one rank and no message, terms of the formula cancel up to rounding.
bool same_time(double a, double b, const Prices& prices) {
  return std::isfinite(b) && std::abs(a - b) <= 1e-9 * std::max({std::abs(a), std::abs(b), prices.alpha});
}

/// "3 alpha + 0.875 n*beta = 4.07 s", with the coefficients around these prices.
template <class Time>
std::string print(Time time, const Prices& prices, double bytes) {
  const double total = time(prices);
  std::string text;
  char number[48];
  for (const auto& c : coefficients) {
    Prices raised = prices;
    const double of = c.per_byte ? bytes : 1, by = 1e-6 / of;
    c.raise(raised, by);
    const double value = (time(raised) - total) / (by * of);
    if (std::abs(value) < 1e-6) continue;
    std::snprintf(number, sizeof number, "%.6g ", value);
    text += (text.empty() ? "" : " + ") + std::string(number) + c.of;
  }
  std::snprintf(number, sizeof number, " = %.6g s", total);
  return (text.empty() ? "0" : text) + number;
}

/// Compiled once per thread and claim.
CostFormula& formula_of(const Algorithm& a) {
  thread_local std::map<std::string, CostFormula> compiled;
  std::string key;
  for (const auto part : {a.cost.paper, a.cost.differs, a.cost.loop.of, a.cost.loop.each}) (key += part) += '\n';
  const auto at = compiled.find(key);
  return at != compiled.end() ? at->second : compiled.try_emplace(std::move(key), a.name, a.cost).first->second;
}

}  // namespace

std::optional<Counterexample> check_cost(const Algorithm& algorithm, const Schedule& schedule, const Group& group) {
  if (!algorithm.cost.claims()) return std::nullopt;
  const Shape shape = group.shape.empty() ? algorithm.shapes_for(group.ranks).front() : group.shape;
  const auto fault = [&](std::string found, std::string due) {
    return Counterexample{.fault = Fault::cost,
                          .ranks = group.ranks,
                          .root = group.root,
                          .shape = shape,
                          .found = std::move(found),
                          .due = std::move(due)};
  };
  try {
    auto& formula = formula_of(algorithm);
    for (const auto& sample : samples) {
      const double bytes = algorithm.collective == Collective::barrier ? 0 : sample.bytes;
      const auto replayed = [&](const Prices& prices) { return replay(schedule, prices, bytes); };
      const auto claimed = [&](const Prices& prices) {
        return formula.claimed({group.ranks, group.root, bytes, prices, shape});
      };
      if (!same_time(replayed(sample.prices), claimed(sample.prices), sample.prices))
        return fault(print(replayed, sample.prices, sample.bytes), print(claimed, sample.prices, sample.bytes));
    }
  } catch (const std::invalid_argument& error) {
    return fault(error.what(), "a cost formula that can be evaluated");
  }
  return std::nullopt;
}

}  // namespace tutti
