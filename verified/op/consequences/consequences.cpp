#include "verified/op/consequences/consequences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

#include "verified/check/prove.hpp"
#include "verified/op/consequences/bracketing.hpp"
#include "verified/op/consequences/journal.hpp"
#include "verified/system/forked_call.hpp"

namespace tutti::op {
namespace {

constexpr int most_ranks = 16;

/// What the findings say of whatever an algorithm can need.
class Laws {
 public:
  Laws(const Trial& trial, const std::vector<LawFinding>& findings)
      : findings_(findings),
        strictest_(trial.type.has_floating() ? Domain::ieee : Domain::exact),
        ordinary_(trial.ordinary) {}

  /// Refuted by a counterexample of machine numbers; proved over all of them.
  Answer of(Law law) const {
    const bool of_ordinary = ordinary_ && (law == Law::associative || law == Law::commutative);
    const auto all = of_ordinary ? Domain::ieee_ordinary : strictest_;
    if (is(law, Answer::refuted, {Domain::exact, Domain::ieee_ordinary, all})) return Answer::refuted;
    return is(law, Answer::proved, {Domain::exact, strictest_, all}) ? Answer::proved : Answer::unknown;
  }
  /// Proved, if only for the lengths asked.
  bool holds_as_asked(Law law) const {
    return of(law) != Answer::refuted &&
           std::ranges::any_of(findings_, [&](const LawFinding& f) { return f.law == law && op::holds_as_asked(f); });
  }
  bool proved_over_reals(Law law) const { return is(law, Answer::proved, {Domain::real}); }

 private:
  bool is(Law law, Answer answer, std::initializer_list<Domain> domains) const {
    return std::ranges::any_of(findings_, [&](const LawFinding& f) {
      return f.law == law && f.answer == answer && std::ranges::find(domains, f.domain) != domains.end();
    });
  }

  const std::vector<LawFinding>& findings_;
  Domain strictest_;
  bool ordinary_;
};

std::vector<Law> laws_of(const Algorithm& algorithm) {
  std::vector<Law> laws;
  if (algorithm.needs.associative) laws.push_back(Law::associative);
  if (algorithm.needs.commutative) laws.push_back(Law::commutative);
  return laws;
}

/// "associative, commutative"
std::string join(const std::vector<Law>& laws) {
  std::string text;
  for (const auto law : laws) text += (text.empty() ? "" : ", ") + std::string(name_of(law));
  return text;
}

/// The laws among `all` of which the answer is `wanted`.
std::vector<Law> those(const std::vector<Law>& all, Answer wanted, const Laws& laws) {
  std::vector<Law> found;
  std::ranges::copy_if(all, std::back_inserter(found), [&](Law law) { return laws.of(law) == wanted; });
  return found;
}

/// Before anything is run: right where all is proved, with the reason; else undecided, with what is missing.
Consequence by_proof(const Algorithm& algorithm, const Laws& laws) {
  auto needed = laws_of(algorithm);
  needed.insert(needed.end(), {Law::split_safe, Law::memory, Law::pure});
  const auto refuted = those(needed, Answer::refuted, laws), unknown = those(needed, Answer::unknown, laws);
  if (refuted.empty() && unknown.empty())
    return {.algorithm = &algorithm,
            .safety = Safety::right,
            .why = "proved: " + join(needed) +
                   (laws.of(Law::total) == Answer::proved ? "" : "; where its calls are defined")};
  std::string why;
  if (!refuted.empty()) why = "refuted: " + join(refuted);
  if (std::ranges::find(refuted, Law::associative) != refuted.end())
    why += "; MPI assumes that it is associative (MPI-4.0, 6.9.1)";
  if (!unknown.empty()) why += (why.empty() ? "" : "; ") + ("unknown: " + join(unknown));
  return {.algorithm = &algorithm, .why = why};
}

/// The elements of the counterexamples to the laws on which results depend, each once, at most six.
std::vector<Bytes> seeds(const Type& type, const std::vector<LawFinding>& findings, bool ordinary) {
  constexpr std::size_t most = 6;
  std::vector<Bytes> all;
  for (const auto law : {Law::associative, Law::commutative, Law::split_safe})
    for (const auto& f : findings) {
      if (f.law != law || f.domain == Domain::real || !f.counterexample) continue;
      if (ordinary && f.domain == Domain::ieee && law != Law::split_safe) continue;
      for (const auto& [name, vector] : f.counterexample->operands)
        for (std::size_t at = 0; at + type.size <= vector.size() && all.size() < most; at += type.size) {
          Bytes element(vector.begin() + static_cast<std::ptrdiff_t>(at),
                        vector.begin() + static_cast<std::ptrdiff_t>(at + type.size));
          if (std::ranges::find(all, element) == all.end()) all.push_back(std::move(element));
        }
    }
  return all;
}

bool right_over_reals(const Algorithm& algorithm, const Laws& laws) {
  return std::ranges::all_of(laws_of(algorithm), [&](Law law) { return laws.proved_over_reals(law); });
}

/// What the difference says of the algorithm. One that may be of rounding alone says nothing where it is open whether
/// other vectors, or the same again, give more than rounding.
void conclude(Consequence& c, Difference difference, const Laws& laws) {
  const bool rounds = !difference.split && right_over_reals(*c.algorithm, laws);
  if (rounds && !those({Law::split_safe, Law::memory, Law::pure}, Answer::unknown, laws).empty()) {
    c.why += "; what differs may be rounding";
    return;
  }
  c.safety = rounds ? Safety::rounding : Safety::wrong;
  if (difference.split)
    c.why =
        "not split-safe: it calls the function for parts of the vector; make one element of the whole vector "
        "(MPI_Type_contiguous, count 1)";
  else if (rounds)
    c.why = "right over the real numbers";
  c.difference = std::move(difference);
}

/// Every p that is searched leaves the tree that is due itself.
bool keeps_rank_order(const Algorithm& algorithm) {
  for (int ranks = 2; ranks <= most_ranks; ++ranks) {
    Trees trees(ranks);
    if (!result_places(algorithm, ranks, trees).empty()) return false;
  }
  return true;
}

std::string nothing_found(const Algorithm& algorithm, const Trial& trial, const Pool& pool, const CallEnd& end) {
  if (keeps_rank_order(algorithm))
    return fmt::format("for p <= {} it combines in rank order, bracketed to the left", most_ranks);
  if (!end.text.empty()) return "the search ended early: " + end.text;
  return fmt::format("no difference found for p <= {} in {} tries each (seed {})", most_ranks, pool.tries, trial.seed);
}

/// Concludes of those for which a difference is found; the others say what was tried.
void search(std::vector<Consequence>& all, const Trial& trial, const std::vector<LawFinding>& findings,
            const Laws& laws, double seconds) {
  std::vector<const Algorithm*> open;
  for (const auto& c : all)
    if (c.safety == Safety::undecided) open.push_back(c.algorithm);
  const bool total = laws.holds_as_asked(Law::total);
  const Pool pool{.seeds = seeds(trial.type, findings, trial.ordinary),
                  .last_tier = total ? Tier::finite : Tier::small,
                  .tries = trial.tries / 10};
  const bool hangs = std::ranges::any_of(findings, &LawFinding::hangs);
  const auto end = call_in_child(std::min(seconds, trial.deadline * (hangs ? 0.25 : 2)), [&](const Write& write) {
    find_differences(trial, open, most_ranks, pool, laws.of(Law::split_safe) == Answer::refuted,
                     [&](const Difference& difference) { write(pack(difference)); });
  });
  for (auto& difference : unpack(end.wrote)) {
    const auto c = std::ranges::find(all, difference.algorithm, &Consequence::algorithm);
    std::erase(open, c->algorithm);
    conclude(*c, std::move(difference), laws);
  }
  for (auto& c : all)
    if (std::ranges::find(open, c.algorithm) != open.end())
      c.why += "; " + nothing_found(*c.algorithm, trial, pool, end);
}

std::string vector_literal(const Type& type, const Bytes& vector) {
  std::string text;
  for (std::size_t at = 0; at < vector.size(); at += type.size)
    text += (text.empty() ? "" : ", ") + literal(type, std::span(vector).subspan(at, type.size));
  return vector.size() == type.size ? text : "{" + text + "}";
}

}  // namespace

std::vector<Consequence> consequences(const Trial& trial, const std::vector<LawFinding>& findings, double seconds) {
  const Laws laws(trial, findings);
  std::vector<Consequence> all;
  for (const auto& algorithm : algorithms())
    if (row(algorithm.collective).combines()) all.push_back(by_proof(algorithm, laws));
  const bool open = std::ranges::any_of(all, [](const auto& c) { return c.safety == Safety::undecided; });
  const bool runs = laws.of(Law::memory) != Answer::refuted && laws.of(Law::pure) != Answer::refuted;
  if (open && runs) search(all, trial, findings, laws, seconds);
  return all;
}

std::string describe(const Difference& d, const Type& type) {
  const auto& group = d.group;
  Trees trees(group.ranks);
  const auto at = result_place(*d.algorithm, d.group, d.rank, d.block, trees);
  const auto& shape = group.shape;
  auto text = fmt::format(
      "p = {}{}{}, rank {}, block {}\n", group.ranks, shape.empty() ? "" : ", shape " + print_shape(shape),
      row(d.algorithm->collective).rooted() ? fmt::format(", root {}", group.root) : "", d.rank, block_name(d.block));
  for (std::size_t r = 0; r < d.operands.size(); ++r)
    text += fmt::format("  x{} = {}\n", r, vector_literal(type, d.operands[r]));
  return text + fmt::format("  found {} = {}\n  due   {} = {}{}\n", expression(trees, at.tree), describe(type, d.found),
                            expression(trees, at.in_order), describe(type, d.due),
                            d.split ? " from calls for the whole vector" : "");
}

}  // namespace tutti::op
