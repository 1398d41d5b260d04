// Claims about the rules of one program, for every p at once, as queries.
#pragma once
#include <string>
#include <vector>

#include "verified/check/smt/query.hpp"
#include "verified/check/smt/rules/said.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti::smt {

/// What is known of the memories of a phase (see Phase): of any, of those at the first moment, and of those after a
/// round.
struct Recall {
  std::string_view name;
  Said rules;
  Ranks<E> g;
  E first, k, next;
};

/// Gathers the claims about an algorithm with rules. Their free numbers are ints; each is under what holds of p, root,
/// q and lg: the ranks that the algorithm supports, and that its slots can be counted.
class Claims {
 public:
  /// For the member k of the family, or 1 where there is only one. The names begin with `name`.
  Claims(const Algorithm& algorithm, const SlotRules& slots, int k, std::string name)
      : algorithm_(algorithm), slots_(slots), k_(k), name_(std::move(name)) {}

  Ranks<E> ranks() const { return {variable("p"), variable("root"), variable("q"), variable("lg"), E(k_)}; }

  /// That, where all `assumptions` hold, `holds` does. Where it does not speak of bits, integers will do for the
  /// solver, and assumptions that speak of bits are left out, unless `needs_bits`.
  void add(const std::string& name, std::string states, const std::vector<C>& assumptions, const C& holds,
           bool needs_bits = false);
  /// From now on, that is known.
  void recall(const Recall& recall) { recall_.push_back(recall); }

  std::vector<Query> done() && { return std::move(queries_); }

 private:
  std::vector<C> assumptions() const;

  const Algorithm& algorithm_;
  const SlotRules& slots_;
  int k_;
  std::string name_;
  std::vector<Recall> recall_;
  std::vector<Query> queries_;
};

/// Those of one, then those of the other.
inline std::vector<C> with(std::vector<C> all, const std::vector<C>& more) {
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace tutti::smt
