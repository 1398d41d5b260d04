#include "verified/choose/price.hpp"

#include <optional>
#include <utility>

#include "verified/check/cost.hpp"
#include "verified/check/prove.hpp"

namespace tutti {
namespace {

/// The schedule, after everything that verify establishes for it.
Proved established(const Candidate& candidate, int p, Rank root) {
  const auto& algorithm = *candidate.algorithm;
  const Group group{.ranks = p, .root = root, .shape = candidate.shape};
  auto verdict = Prover::prove(algorithm, group);
  auto* proved = std::get_if<Proved>(&verdict);
  const auto refuted = [&](const Counterexample& c) {
    return NotProved(algorithm.name + " is refuted: " + describe(c));
  };
  if (const auto* no = std::get_if<Refuted>(&verdict)) throw refuted(no->counterexample);
  if (!proved) throw NotProved(algorithm.name + " is undecided: " + std::get<Unknown>(verdict).why);
  if (const auto wrong = check_cost(algorithm, proved->schedule(), group)) throw refuted(*wrong);
  return std::move(*proved);
}

}  // namespace

std::vector<Candidate> candidates(std::span<const Algorithm* const> algorithms, int p) {
  std::vector<Candidate> all;
  for (const auto* a : algorithms) {
    if (!holds(a->supports, p)) continue;
    for (auto& shape : a->shapes_for(p)) all.push_back({a, std::move(shape)});
  }
  return all;
}

std::vector<Candidate> candidates(Collective collective, int p) {
  std::vector<const Algorithm*> chosen;
  for (const auto& a : algorithms())
    if (a.collective == collective) chosen.push_back(&a);
  return candidates(chosen, p);
}

/// The schedule is kept only where it is replayed.
struct PriceList::Entry {
  Entry(const Candidate& candidate, Proved proof, Model model)
      : formula(candidate.algorithm->name, candidate.algorithm->cost) {
    if (model == Model::loggp) schedule = std::move(proof);
  }

  CostFormula formula;
  std::optional<Proved> schedule;
};

PriceList::PriceList(Model model) : model_(model) {}
PriceList::PriceList(PriceList&&) noexcept = default;
PriceList::~PriceList() = default;

PriceList::Entry& PriceList::entry(const Candidate& candidate, int p, Rank root) {
  const Key key{candidate.algorithm, candidate.shape, p, root};
  const auto at = entries_.find(key);
  if (at != entries_.end()) return at->second;
  return entries_.try_emplace(key, candidate, established(candidate, p, root), model_).first->second;
}

double PriceList::seconds(const Candidate& candidate, int p, Rank root, double bytes, const Profile& profile) {
  if (candidate.algorithm->collective == Collective::barrier) bytes = 0;
  auto& known = entry(candidate, p, root);
  if (known.schedule) return replay(known.schedule->schedule(), profile.loggp, profile.prices.gamma, bytes);
  return known.formula.claimed({p, root, bytes, profile.prices, candidate.shape});
}

}  // namespace tutti
