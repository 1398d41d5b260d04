#include "verified/check/rules/round_claims.hpp"

#include <utility>

namespace tutti::rules {
namespace {

class RoundClaims {
 public:
  RoundClaims(const Round& round, const SlotRules& slots, const CollectiveRow& collective, const std::string& prefix,
              Claims& claims)
      : round_(round), says_(round.phase), slots_(slots), collective_(collective), prefix_(prefix), claims_(claims) {}

  void add() {
    messages_exist();
    slots_have_one_writer();
    messages_are_whole();
    messages_have_contents();
    slots_keep_what_is_said();
  }

 private:
  /// A message of the round: what it is, and when it is one.
  struct Sent {
    Message m;
    C there;
  };

  void add(const std::string& name, const std::string& states, const C& holds) {
    claims_.add(prefix_ + name, states, round_.assumptions, holds);
  }

  Ranks ranks() const { return claims_.ranks(); }
  const Ranks& g() const { return round_.g; }
  /// How many slots a seat has.
  E slots() const { return slots_.slots(says_.in_ranks_slots ? ranks() : g()); }

  /// Whether that is written down as the number 1.
  static bool always_one(const E& n) { return n.graph()->op == NodeOperator::constant && n.graph()->constant == 1; }
  /// The number of a turn or part: 0 of the only one that there is, else the variable.
  static E number_of(const E& count, const E& variable) { return always_one(count) ? E(0) : variable; }
  E turn() const { return number_of(says_.turns(g()), variable("t")); }
  E part() const { return number_of(says_.parts(g()), variable("i")); }

  Sent sent(const E& t, const E& v, const E& i) const {
    return {says_.message(g(), round_.k, round_.h, t, v, i), says_.is_message(g(), round_.k, round_.h, t, v, i)};
  }
  /// Each message, from or to seat v.
  Sent any_sent(const E& v) const { return sent(turn(), v, part()); }
  E turn_that_writes(const E& u, const E& j) const { return says_.turn(g(), round_.k, round_.h, u, j); }
  E part_that_writes(const E& u, const E& j) const { return says_.part(g(), round_.k, round_.h, u, j); }
  E source(const E& t, const E& u, const E& j) const { return says_.source(g(), round_.k, round_.h, t, u, j); }
  /// The message by which slot j of seat u is written, where it is by one.
  Sent writes(const E& u, const E& j) const {
    const auto t = turn_that_writes(u, j), v = source(t, u, j);
    auto it = sent(t, v, part_that_writes(u, j));
    it.there = and_then(it.there, [&] { return it.m.to == u && within(j, it.m.at, it.m.count); });
    return it;
  }

  void messages_exist() {
    const auto v = variable("v"), count = slots();
    const auto [m, there] = any_sent(v);
    const auto holds = [&, &m = m] {
      auto all = (round_.phase.by_receiver ? m.to : m.from) == v && is_seat(g(), m.from) && is_seat(g(), m.to) &&
                 E(0) <= m.first && E(0) < m.count && m.first <= count - m.count && E(0) <= m.at &&
                 m.at <= count - m.count;
      if (collective_.moves()) all = all && m.replaces;
      if (!says_.in_ranks_slots) all = all && m.at == m.first;
      if (collective_.result == Result::prefix_before)
        all = all && (says_.rank(ranks(), m.to) != E(0) || slots_.blocks(ranks()) <= m.at);
      return all && !says_.silent(g(), round_.k, round_.h);
    };
    add("messages", "a message is between seats, and from and to slots that there are", implies(there, holds));
  }

  void slots_have_one_writer() {
    const auto v = variable("v"), j = variable("j");
    const auto [m, there] = any_sent(v);
    const auto arrives = and_then(there, [&, &m = m] { return within(j, m.at, m.count); });
    add("writers", "a slot is written by one message of the round, which its seat knows", implies(arrives, [&, &m = m] {
          return source(turn(), m.to, j) == v && turn_that_writes(m.to, j) == turn() &&
                 part_that_writes(m.to, j) == part();
        }));
  }

  /// The parts of a message stand side by side, and it is the only one from its seat to the other.
  void messages_are_whole() {
    const bool turns = !always_one(says_.turns(g())), parts = !always_one(says_.parts(g()));
    if (!turns && !parts) return;
    const auto v = variable("v"), u = number_of(says_.turns(g()), variable("other_turn")),
               i = number_of(says_.parts(g()), variable("other_part"));
    const auto one = any_sent(v), other = sent(u, v, i);
    add("whole", "two seats exchange one message in a round", implies(one.there, [&] {
          return implies(other.there, [&] {
            const auto same = one.m.to == other.m.to && one.m.from == other.m.from;
            return turns && parts ? (turn() == u) == same || one.m.from == one.m.to
                   : turns        ? turn() == u || !same || one.m.from == one.m.to
                                  : same;
          });
        }));
  }

  void messages_have_contents() {
    const auto v = variable("v"), s = variable("s");
    const bool sizes_matter = !(collective_.moves() && collective_.cut == Cut::equal) && says_.in_ranks_slots;
    const auto [m, there] = any_sent(v);
    const auto carried = and_then(there, [&, &m = m] { return within(s, m.first, m.count); });
    const auto holds = [&, &m = m] {
      const auto d = m.at + (s - m.first);
      const auto is_held = [&](const E& u, const E& j) { return is_there(round_.phase, g(), round_.before, u, j); };
      auto all = is_held(m.from, s) && implies(!m.replaces, [&] { return is_held(m.to, d); });
      if (sizes_matter)
        all = all && slots_.same_block(ranks(), says_.rank(ranks(), m.from), s, says_.rank(ranks(), m.to), d);
      const auto other = writes(m.from, s);
      return all && implies(other.there, [&] { return !other.m.replaces && m.from != m.to; });
    };
    add("contents", "what is sent and what is folded is there, is for one block, and is not replaced meanwhile",
        implies(carried, holds));
  }

  void slots_keep_what_is_said() {
    const auto u = variable("u"), j = variable("j"), c = variable("c");
    auto where = with({is_seat(g(), u), within(j, E(0), slots()), is_there(round_.phase, g(), round_.after, u, j)},
                      round_.assumptions);
    if (says_.commutes) where.push_back(is_seat(g(), c));
    const auto w = writes(u, j);
    claims_.add(prefix_ + "arrives", "what a slot holds with what arrives is what the phase says", where,
                implies(w.there, [&] { return arrives(w.m, u, j, c); }));
    claims_.add(
        prefix_ + "keeps", "a slot that nothing writes holds what the phase says", where,
        implies(!w.there, [&] { return is_there(round_.phase, g(), round_.before, u, j) && same(u, j, u, j, c); }));
  }

  C same(const E& v, const E& i, const E& u, const E& j, const E& c) const {
    return same_is_held(round_.phase, g(), {round_.before, v, i}, {round_.after, u, j}, c);
  }
  C arrives(const Message& m, const E& u, const E& j, const E& c) const {
    const auto s = m.first + (j - m.at);
    return implies(m.replaces, [&] { return same(m.from, s, u, j, c); }) &&
           implies(!m.replaces, [&] { return joins(m, s, u, j, c); });
  }
  C joins(const Message& m, const E& s, const E& u, const E& j, const E& c) const {
    if (says_.moves) return C(false);
    const auto& [before, after] = std::tie(round_.before, round_.after);
    if (says_.keeps_order) {
      const auto a = says_.contributions(g(), before.k, before.h, m.from, s),
                 b = says_.contributions(g(), before.k, before.h, u, j),
                 both = says_.contributions(g(), after.k, after.h, u, j);
      return implies(both.known, [&] {
        return a.known && b.known &&
               ((m.left && a.end == b.first && both.first == a.first && both.end == b.end) ||
                (!m.left && b.end == a.first && both.first == b.first && both.end == a.end));
      });
    }
    const auto a = says_.members(g(), before.k, before.h, m.from, s, c).has,
               b = says_.members(g(), before.k, before.h, u, j, c).has;
    const auto all = says_.members(g(), after.k, after.h, u, j, c).has == (a || b);
    return collective_.combines() ? all && !(a && b) : all;
  }

  const Round& round_;
  Said says_;
  SlotsSaid slots_;
  const CollectiveRow& collective_;
  const std::string& prefix_;
  Claims& claims_;
};

}  // namespace

void add_claims_of_round(const Round& round, const SlotRules& slots, const CollectiveRow& collective,
                         const std::string& prefix, Claims& claims) {
  RoundClaims(round, slots, collective, prefix, claims).add();
}

}  // namespace tutti::rules
