#include "verified/choose/price.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace tutti {
namespace {

Proved established(const Candidate& candidate, int p, Rank root) {
  const auto& algorithm = *candidate.algorithm;
  const Group group{.ranks = p, .root = root, .shape = candidate.shape};
  auto verdict = Prover::prove(algorithm, group);
  if (const auto* refuted = std::get_if<Refuted>(&verdict))
    throw NotProved(algorithm.name + " is refuted: " + describe(refuted->counterexample));
  if (const auto* unknown = std::get_if<Unknown>(&verdict))
    throw NotProved(algorithm.name + " is undecided: " + unknown->why);
  return std::get<Proved>(std::move(verdict));
}

}  // namespace

std::string print(const Candidate& c) {
  return c.algorithm->name + (c.shape.empty() ? "" : ":" + print_shape(c.shape));
}

std::vector<Candidate> candidates(std::span<const Algorithm* const> algorithms, int p) try {
  std::vector<Candidate> all;
  for (const auto* a : algorithms) {
    if (!a->supports.holds(p)) continue;
    for (auto& shape : a->shapes_for(p)) all.push_back({a, std::move(shape)});
  }
  return all;
} catch (const NoSchedule& none) {
  throw NotProved(none.what());
}

std::vector<Candidate> candidates(Collective collective, int p) {
  std::vector<const Algorithm*> chosen;
  for (const auto& a : algorithms())
    if (a.collective == collective) chosen.push_back(&a);
  return candidates(chosen, p);
}

PriceList::PriceList(const Profile& profile, Model model)
    : regimes_(profile.regimes), prices_(profile.prices), loggp_(profile.loggp), model_(model) {}

std::vector<PriceList::Piece> PriceList::price(const Candidate& candidate, int p, Rank root) const {
  const auto proved = established(candidate, p, root);
  const auto& schedule = proved.schedule();
  std::vector<Piece> pieces;
  if (model_ == Model::loggp || regimes_.empty() || p > most_ranks_with_regimes) {
    pieces.push_back({0, Curve([&](double bytes) {
                        if (model_ == Model::loggp) return longest_path(schedule, loggp_, prices_.gamma, bytes);
                        return longest_path(schedule, prices_, bytes);
                      })});
    return pieces;
  }
  std::set<double> from{0};
  for (const int blocks : message_sizes(schedule))
    for (const auto& regime : regimes_)
      from.insert(std::min(begins_at(regime, blocks, schedule.parts()), Curve::infinite));
  for (auto at = from.begin(); at != from.end() && *at < Curve::infinite; ++at) {
    const double low = *at, high = std::next(at) == from.end() ? Curve::infinite : *std::next(at);
    const double inside = low + (high - low) / 2;
    pieces.push_back(
        {low, Curve([&](double bytes) { return longest_path(schedule, regimes_, prices_.gamma, bytes, inside); }, low,
                    high)});
  }
  return pieces;
}

const std::vector<PriceList::Piece>& PriceList::pieces(const Candidate& candidate, int p, Rank root) {
  Key key{candidate.algorithm, candidate.shape, p, root};
  auto at = known_.find(key);
  if (at == known_.end()) at = known_.emplace(std::move(key), price(candidate, p, root)).first;
  return at->second;
}

double PriceList::seconds(const Candidate& candidate, int p, Rank root, double bytes) {
  const auto& all = pieces(candidate, p, root);
  if (candidate.algorithm->collective == Collective::barrier) bytes = 0;
  return std::prev(std::ranges::upper_bound(all.begin() + 1, all.end(), bytes, {}, &Piece::from))->curve.at(bytes);
}

std::vector<double> PriceList::jumps(const Candidate& candidate, int p, Rank root) {
  std::vector<double> all;
  for (const auto& piece : pieces(candidate, p, root))
    if (piece.from > 0) all.push_back(piece.from);
  return all;
}

}  // namespace tutti
