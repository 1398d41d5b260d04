#include "verified/choose/price.hpp"

#include <utility>

#include "verified/check/prove.hpp"

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
    : prices_(profile.prices), loggp_(profile.loggp), model_(model) {}

Curve PriceList::price(const Candidate& candidate, int p, Rank root) const {
  const auto proved = established(candidate, p, root);
  return Curve([&](double bytes) {
    if (model_ == Model::loggp) return longest_path(proved.schedule(), loggp_, prices_.gamma, bytes);
    return longest_path(proved.schedule(), prices_, bytes);
  });
}

double PriceList::seconds(const Candidate& candidate, int p, Rank root, double bytes) {
  Key key{candidate.algorithm, candidate.shape, p, root};
  auto at = known_.find(key);
  if (at == known_.end()) at = known_.emplace(std::move(key), price(candidate, p, root)).first;
  return at->second.at(candidate.algorithm->collective == Collective::barrier ? 0 : bytes);
}

}  // namespace tutti
