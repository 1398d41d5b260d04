#include "verified/check/smt/rules.hpp"

#include <algorithm>
#include <utility>

#include "verified/check/smt/translate.hpp"

namespace tutti::smt {
namespace {

using rules::C;
using rules::E;
using rules::implies;
using rules::is_seat;

/// Written alike.
bool same(const Graph& a, const Graph& b) {
  return a == b || (a->op == b->op && a->constant == b->constant && a->name == b->name &&
                    std::ranges::equal(a->operands, b->operands, same));
}

/// What is known of that memory: of seats, and of rounds that there are, as which it is proved alone.
std::vector<C> what_is_remembered(const Graph& memory, const std::vector<rules::Recall>& recall) {
  std::vector<C> all;
  for (const auto& r : recall) {
    if (memory->name != r.name) continue;
    const E m(memory), round(memory->operands[0]), x(memory->operands[1]);
    const auto is = [&](const E& number) { return same(round.graph(), number.graph()); };
    const bool is_next = r.of_this_phase && is(r.next);
    if (!is_next && !(r.of_this_phase && is(r.k)) && !is(r.first) && !is(r.last)) continue;
    all.push_back(
        implies(is_seat(r.g, x) && r.rules.reached(r.g, round), [&] { return r.rules.remembers(r.g, round, m); }));
    if (is(r.first)) all.push_back(implies(is_seat(r.g, x), [&] { return m == r.rules.remembers_first(r.g, x); }));
    if (is_next)
      all.push_back(implies(is_seat(r.g, x) && r.rules.reached(r.g, r.k) && r.rules.more(r.g, r.k),
                            [&] { return m == r.rules.remembers_next(r.g, r.k, E::memory(memory->name, r.k, x)); }));
  }
  return all;
}

/// What is assumed has a value, too, as it has at every round, seat and slot that there is: that is claimed of each
/// elsewhere. Integers need not know the assumptions that speak of bits.
Statement statement(z3::context& context, const std::vector<C>& assumptions, const C& holds, Numbers numbers,
                    const std::vector<rules::Recall>& recall) {
  Translation translation(context, numbers);
  Statement s{z3::expr_vector(context), translation.holds(holds)};
  const auto assume = [&](const C& it) {
    if (numbers == Numbers::integers && speaks_of_bits(it.graph())) return;
    s.assumptions.push_back(translation.holds(it));
  };
  for (const auto& a : assumptions) assume(a);
  for (std::size_t i = 0; i < translation.memories().size(); ++i)
    for (const auto& it : what_is_remembered(translation.memories()[i], recall)) assume(it);
  for (const auto& range : translation.ranges()) s.assumptions.push_back(range);
  s.shown = translation.variables();
  return s;
}

}  // namespace

Query query_of(rules::Claim claim) {
  std::string name = claim.name, states = claim.states;
  const auto numbers = claim.needs_bits || speaks_of_bits(claim.holds.graph()) ? Numbers::vectors : Numbers::integers;
  return {std::move(name), std::move(states), [claim = std::move(claim), numbers](z3::context& context) {
            return statement(context, claim.assumptions, claim.holds, numbers, claim.recall);
          }};
}

std::vector<Query> queries_of(std::vector<rules::Claim> claims) {
  std::vector<Query> all;
  for (auto& claim : claims) all.push_back(query_of(std::move(claim)));
  return all;
}

}  // namespace tutti::smt
