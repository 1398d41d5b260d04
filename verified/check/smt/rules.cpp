#include "verified/check/smt/rules.hpp"

#include <utility>

#include "verified/check/smt/translate.hpp"

namespace tutti::smt {
namespace {

using rules::C;
using rules::E;
using rules::implies;
using rules::is_seat;

/// What is known of that memory.
std::vector<C> what_is_remembered(const Graph& memory, const std::vector<rules::Recall>& recall) {
  std::vector<C> all;
  for (const auto& r : recall) {
    if (memory->name != r.name) continue;
    const E m(memory), round(memory->operands[0]), x(memory->operands[1]);
    all.push_back(
        implies(is_seat(r.g, x) && r.rules.reached(r.g, round), [&] { return r.rules.remembers(r.g, round, m); }));
    if (round.graph() == r.first.graph()) all.push_back(m == r.rules.remembers_first(r.g, x));
    if (round.graph() == r.next.graph())
      all.push_back(m == r.rules.remembers_next(r.g, r.k, E::memory(memory->name, r.k, x)));
  }
  return all;
}

/// With bit-vectors of so many bits, or with integers where that is 0.
Statement statement(z3::context& context, const std::vector<C>& assumptions, const C& holds, unsigned bits,
                    const std::vector<rules::Recall>& recall) {
  Translation translation(context, bits > 0 ? Numbers::vectors : Numbers::integers, bits);
  Statement s{z3::expr_vector(context), translation.holds(holds)};
  for (const auto& a : assumptions)
    if (bits > 0 || !speaks_of_bits(a.graph())) s.assumptions.push_back(translation.of(a.graph()).value);
  for (std::size_t i = 0; i < translation.memories().size(); ++i)
    for (const auto& it : what_is_remembered(translation.memories()[i], recall))
      s.assumptions.push_back(translation.of(it.graph()).value);
  for (const auto& range : translation.ranges()) s.assumptions.push_back(range);
  s.shown = translation.variables();
  return s;
}

}  // namespace

Query query_of(rules::Claim claim) {
  std::string name = claim.name, states = claim.states;
  const unsigned bits = claim.needs_bits || speaks_of_bits(claim.holds.graph()) ? claim.bits : 0;
  return {std::move(name), std::move(states), [claim = std::move(claim), bits](z3::context& context) {
            return statement(context, claim.assumptions, claim.holds, bits, claim.recall);
          }};
}

std::vector<Query> queries_of(std::vector<rules::Claim> claims) {
  std::vector<Query> all;
  for (auto& claim : claims) all.push_back(query_of(std::move(claim)));
  return all;
}

}  // namespace tutti::smt
