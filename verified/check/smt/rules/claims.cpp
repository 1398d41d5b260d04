#include "verified/check/smt/rules/claims.hpp"

#include <algorithm>
#include <limits>

#include "verified/check/malformed.hpp"
#include "verified/check/smt/rules/translate.hpp"

namespace tutti::smt {
namespace {

/// What is known of that memory.
std::vector<C> what_is_remembered(const Graph& memory, const std::vector<Recall>& recall) {
  std::vector<C> all;
  for (const auto& r : recall) {
    if (memory->name != r.name) continue;
    const E m(memory), round(memory->operands[0]), x(memory->operands[1]);
    all.push_back(
        implies(is_seat(r.g, x) && r.rules->reached(r.g, round), [&] { return r.rules->remembers(r.g, round, m); }));
    if (round.graph() == r.first.graph()) all.push_back(m == r.rules->remembers_first(r.g, x));
    if (round.graph() == r.next.graph())
      all.push_back(m == r.rules->remembers_next(r.g, r.k, E::memory(memory->name, r.k, x)));
  }
  return all;
}

/// With bit-vectors of so many bits, or with integers where that is 0.
Statement statement(z3::context& context, const std::vector<C>& assumptions, const C& holds, unsigned bits,
                    const std::vector<Recall>& recall) {
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

std::vector<C> Claims::assumptions() const {
  const auto g = ranks();
  std::vector<C> all{E(1) <= g.p, E(0) <= g.root, g.root < g.p, E(1) <= g.q, g.q <= g.p, g.p - g.q < g.q};
  all.insert(all.end(), {E(0) <= g.lg, g.lg <= E(program_.exchange ? 15 : 30), g.q == (E(1) << g.lg)});
  all.push_back(g.q == E(1) || g.q % E(2) == E(0));  // which is all that integers need to know
  if (!row(algorithm_.owner).rooted()) all.push_back(g.root == E(0));
  if (program_.most_ranks < std::numeric_limits<int>::max())
    all.push_back(g.p <= E(program_.exchange ? std::min(program_.most_ranks, most_in_exchange) : program_.most_ranks));
  if (const auto supported = algorithm_.supports.of_any(g.p, g.q)) all.push_back(*supported);
  return all;
}

void Claims::add(const std::string& name, std::string states, const std::vector<C>& assumptions, const C& holds,
                 bool needs_bits) {
  const unsigned bits = program_.exchange ? 19 : 32;  // in an exchange no number is greater than the number of slots
  queries_.push_back({name_ + "/" + name, std::move(states),
                      [assumed = with(this->assumptions(), assumptions), holds, recall = recall_,
                       bits = needs_bits || speaks_of_bits(holds.graph()) ? bits : 0](z3::context& context) {
                        return statement(context, assumed, holds, bits, recall);
                      }});
}

}  // namespace tutti::smt
