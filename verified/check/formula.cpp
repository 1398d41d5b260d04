#include "verified/check/formula.hpp"

#include <cctype>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "verified/check/arithmetic_expression.hpp"

namespace tutti {
namespace {

using Variables = std::map<std::string, double, std::less<>>;

/// One expression over variables that outlive it; without text it is 0.
class Formula {
 public:
  Formula(std::string_view algorithm, std::string_view text, Variables& variables) try {
    if (!text.empty()) expression_.emplace(text, variables);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(std::string(algorithm) + ": cost formula \"" + std::string(text) +
                                "\": " + error.what());
  }
  double value() const { return expression_ ? expression_->value() : 0; }

 private:
  std::optional<ArithmeticExpression> expression_;
};

/// The names that stand before a single '='.
std::vector<std::string> assigned_in(std::string_view text) {
  const auto in_name = [&](std::size_t i) {
    return text[i] == '_' || std::isalnum(static_cast<unsigned char>(text[i])) != 0;
  };
  std::vector<std::string> names;
  for (std::size_t i = 0; (i = text.find('=', i)) != text.npos; ++i) {
    if (text.substr(i, 2) == "==") {
      ++i;
      continue;
    }
    std::size_t last = i;
    while (last > 0 && text[last - 1] == ' ') --last;
    std::size_t first = last;
    while (first > 0 && in_name(first - 1)) --first;
    if (first < last) names.emplace_back(text.substr(first, last - first));
  }
  return names;
}

Variables variables_of(const CostClaim& claim) {
  Variables all;
  for (const char* name :
       {"p", "q", "root", "n", "alpha", "beta", "gamma", "alpha_uni", "beta_uni", "bit", "below", "factor", "k"})
    all[name] = 1;
  for (const auto& name : assigned_in(claim.loop.each)) all[name] = 0;
  return all;
}

}  // namespace

struct CostFormula::Parts {
  Parts(std::string_view algorithm, const CostClaim& claim)
      : variables(variables_of(claim)),
        loop_variables(assigned_in(claim.loop.each)),
        over_shape(claim.loop.of == "shape"),
        of(algorithm, over_shape ? "" : claim.loop.of, variables),
        each(algorithm, claim.loop.each, variables),
        paper(algorithm, claim.paper, variables),
        differs(algorithm, claim.differs, variables) {}

  void set(const Call& call) {
    variables["p"] = call.ranks;
    variables["q"] = floor2(call.ranks);
    variables["root"] = call.root;
    variables["n"] = call.bytes;
    variables["k"] = call.shape.empty() ? 0 : call.shape.front();
    shape = call.shape;
    variables["alpha"] = call.prices.alpha;
    variables["beta"] = call.prices.beta;
    variables["gamma"] = call.prices.gamma;
    variables["alpha_uni"] = call.prices.alpha_uni();
    variables["beta_uni"] = call.prices.beta_uni();
  }

  void run_loop() {
    for (const auto& name : loop_variables) variables[name] = 0;
    for (const int entry : over_shape ? shape : Shape{}) {
      variables["factor"] = entry;
      each.value();
    }
    const double number = of.value();
    if (!std::isfinite(number)) throw std::invalid_argument("a loop over the bits of " + std::to_string(number));
    auto& bit = variables["bit"];
    auto& below = variables["below"];
    below = 0;
    for (bit = 1; bit <= number; bit *= 2) {
      if (std::fmod(number, 2 * bit) < bit) continue;
      each.value();
      below = bit;
    }
  }

  Variables variables;
  std::vector<std::string> loop_variables;
  bool over_shape;
  Shape shape;
  Formula of, each, paper, differs;
};

CostFormula::CostFormula(std::string_view algorithm, const CostClaim& claim)
    : parts_(std::make_unique<Parts>(algorithm, claim)) {}

CostFormula::~CostFormula() = default;

double CostFormula::paper(const Call& call) {
  parts_->set(call);
  parts_->run_loop();
  return parts_->paper.value();
}

double CostFormula::claimed(const Call& call) {
  parts_->set(call);
  parts_->run_loop();
  return parts_->paper.value() + parts_->differs.value();
}

}  // namespace tutti
