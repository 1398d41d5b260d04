#include "verified/check/smt/asked.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

namespace tutti::smt {
namespace {

/// For those of the queries that are chosen.
void ask_some(std::vector<Asked>& asked, const std::vector<std::size_t>& chosen, const Limit& limit, int jobs,
              const std::function<void(std::size_t, std::size_t)>& progress) {
  std::vector<Query> queries;
  for (const auto i : chosen) queries.push_back(asked[i].query);
  auto answers = ask_all(queries, limit, jobs, progress);
  for (std::size_t n = 0; n < chosen.size(); ++n) {
    answers[n].seconds += asked[chosen[n]].answer.seconds;
    asked[chosen[n]].answer = std::move(answers[n]);
  }
}

/// Those that are unknown, but where they are of such proofs alone that another query ends, which is said.
std::vector<std::size_t> open_queries(std::vector<Asked>& asked, const std::vector<std::vector<std::size_t>>& proofs) {
  const auto ends = [&](std::size_t i) { return !asked[i].as_due() && !asked[i].unknown(); };
  std::vector<std::string> ended_by(asked.size());
  std::vector<bool> needed(asked.size(), true);
  for (const auto& proof : proofs)
    if (const auto end = std::ranges::find_if(proof, ends); end != proof.end())
      for (const auto i : proof) {
        ended_by[i] = asked[*end].query.name;
        needed[i] = false;
      }
  for (const auto& proof : proofs)
    if (std::ranges::none_of(proof, ends))
      for (const auto i : proof) needed[i] = true;
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    if (!asked[i].unknown()) continue;
    if (needed[i])
      open.push_back(i);
    else
      asked[i].answer.detail = "not asked any longer, since " + ended_by[i] + " is refuted";
  }
  return open;
}

}  // namespace

void ask_proofs(std::vector<Asked>& asked, const std::vector<std::vector<std::size_t>>& proofs, const Limit& limit,
                int jobs, const std::function<void(std::size_t, std::size_t)>& progress, unsigned first_steps) {
  auto first = limit;
  if (first.steps == 0 || first.steps > first_steps) first.steps = first_steps;
  std::vector<std::size_t> all(asked.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  ask_some(asked, all, first, jobs, progress);
  if (first.steps != limit.steps) ask_some(asked, open_queries(asked, proofs), limit, jobs, progress);
}

}  // namespace tutti::smt
