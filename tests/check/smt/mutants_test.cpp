// Rules with one thing changed: a claim for all p notices whatever makes them wrong. All of them: tests/bench.
#include "tests/check/smt/mutants.hpp"

#include "tests/support/property.hpp"

namespace tutti::smt {
namespace {

TEST_CASE("a change of the rules that makes them wrong for some p loses the claim for all p") {
  std::vector<const Algorithm*> by_rules;
  for (const auto& algorithm : algorithms())
    if (algorithm.rules && algorithm.owner == algorithm.collective) by_rules.push_back(&algorithm);
  property(
      "rules that are changed lose their claim",
      [&] {
        const auto& algorithm = *by_rules[static_cast<std::size_t>(draw(static_cast<int>(by_rules.size())))];
        const auto all = mutants(algorithm);
        const auto& mutant = all[static_cast<std::size_t>(draw(static_cast<int>(all.size())))];
        const int wrong = first_wrong(mutant);
        RC_PRE(wrong > 0);
        RC_LOG() << mutant.print() << ", wrong at p = " << wrong;
        RC_ASSERT(!first_lost(mutant).empty());
      },
      5);
}

}  // namespace
}  // namespace tutti::smt
