#include "verified/check/smt/rules.hpp"

#include <algorithm>
#include <utility>

#include "verified/check/rules/fold.hpp"
#include "verified/check/smt/translate.hpp"

namespace tutti::smt {
namespace {

using rules::C;
using rules::E;
using rules::is_seat;

/// What is known of a memory, where all that this speaks of has a value: the round, too, of which `where` need not
/// speak.
struct Fact {
  C where, then;
};

/// What is known of a memory of seats, and of rounds that there are, as which it is proved alone.
std::vector<Fact> what_is_remembered(const Graph& memory, const std::vector<rules::Recall>& recall) {
  std::vector<Fact> all;
  for (const auto& r : recall) {
    if (memory->name != r.name) continue;
    const E m(memory), round(memory->operands[0]), x(memory->operands[1]);
    const auto of_round = rules::folded(round.graph());
    const auto is = [&](const E& number) { return of_round == rules::folded(number.graph()); };
    const bool is_next = r.of_this_phase && is(r.next);
    if (!is_next && !(r.of_this_phase && is(r.k)) && !is(r.first) && !is(r.last)) continue;
    const auto seat = is_seat(r.g, x);
    const auto comes = r.rules.reached(r.g, r.k) && r.rules.more(r.g, r.k);  // round next of k
    all.push_back({seat && (is_next ? comes : r.rules.reached(r.g, round)), r.rules.remembers(r.g, round, m)});
    if (is(r.first)) all.push_back({seat, m == r.rules.remembers_first(r.g, x)});
    if (is_next) all.push_back({seat && comes, m == r.rules.remembers_next(r.g, r.k, E::memory(memory->name, r.k, x))});
  }
  return all;
}

/// What is assumed has a value, too, as it has at every round, seat and slot that there is: that is claimed of each
/// elsewhere. A memory is the exception: a claim says itself of what and of which round it asks for it, so nothing is
/// known of it where these have no value. Integers need not know the assumptions that speak of bits.
Statement statement(z3::context& context, const std::vector<C>& assumptions, const C& holds, Numbers numbers,
                    const std::vector<rules::Recall>& recall) {
  Translation translation(context, numbers);
  Statement s{z3::expr_vector(context), translation.holds(holds)};
  const auto is_left_out = [&](const C& it) { return numbers == Numbers::integers && speaks_of_bits(it.graph()); };
  for (const auto& a : assumptions)
    if (!is_left_out(a)) s.assumptions.push_back(translation.holds(a));
  for (std::size_t i = 0; i < translation.memories().size(); ++i)
    for (const auto& [where, then] : what_is_remembered(translation.memories()[i], recall))
      if (!is_left_out(where) && !is_left_out(then))
        s.assumptions.push_back(z3::implies(translation.holds(where), translation.holds_if_defined(then)));
  for (const auto& range : translation.ranges()) s.assumptions.push_back(range);
  s.shown = translation.variables();
  return s;
}

}  // namespace

Query query_of(rules::Claim claim) {
  std::string name = claim.name, states = claim.states;
  const auto speaks = [](const C& it) { return speaks_of_bits(it.graph()); };
  const auto in = [claim = std::make_shared<const rules::Claim>(claim)](Numbers numbers) {
    return [claim, numbers](z3::context& context) {
      return statement(context, claim->assumptions, claim->holds, numbers, claim->recall);
    };
  };
  if (claim.needs_bits || speaks(claim.holds)) return {std::move(name), std::move(states), in(Numbers::vectors)};
  Query query{std::move(name), std::move(states), in(Numbers::integers)};
  if (std::ranges::any_of(claim.assumptions, speaks) || !claim.recall.empty()) query.in_full = in(Numbers::vectors);
  return query;
}

std::vector<Query> queries_of(std::vector<rules::Claim> claims) {
  std::vector<Query> all;
  for (auto& claim : claims) all.push_back(query_of(std::move(claim)));
  return all;
}

}  // namespace tutti::smt
