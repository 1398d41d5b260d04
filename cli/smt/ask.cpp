#include "cli/smt/ask.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "cli/common/progress.hpp"

namespace tutti::cli {
namespace {

/// In so many steps nearly all queries are answered. What takes more is asked again, with all that it may take.
constexpr unsigned first_steps = 10'000'000;

/// For those of the queries that are chosen.
void ask_some(std::vector<Asked>& asked, const std::vector<std::size_t>& chosen, const smt::Limit& limit, int jobs,
              bool quiet) {
  std::vector<smt::Query> queries;
  for (const auto i : chosen) queries.push_back(asked[i].query);
  Progress progress(!quiet);
  const auto answers =
      smt::ask_all(queries, limit, jobs, [&](std::size_t done, std::size_t of) { progress.show(done, of); });
  for (std::size_t n = 0; n < chosen.size(); ++n) {
    auto answer = answers[n];
    answer.seconds += asked[chosen[n]].answer.seconds;
    asked[chosen[n]].answer = std::move(answer);
  }
}

/// Those that are unknown, but where they are of such proofs alone that another query ends, which is said.
std::vector<std::size_t> open_queries(SmtResults& results) {
  std::vector<std::string> ended_by(results.asked.size());
  std::vector<bool> needed(results.asked.size(), true);
  const auto ends = [&](std::size_t i) { return !results.asked[i].as_due() && !results.asked[i].unknown(); };
  for (const auto& proof : results.all_p)
    if (const auto end = std::ranges::find_if(proof.queries, ends); end != proof.queries.end())
      for (const auto i : proof.queries) {
        ended_by[i] = results.asked[*end].query.name;
        needed[i] = false;
      }
  for (const auto& proof : results.all_p)
    if (std::ranges::none_of(proof.queries, ends))
      for (const auto i : proof.queries) needed[i] = true;
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < results.asked.size(); ++i) {
    auto& a = results.asked[i];
    if (!a.unknown()) continue;
    if (needed[i])
      open.push_back(i);
    else
      a.answer.detail = "not asked any longer, since " + ended_by[i] + " is refuted";
  }
  return open;
}

}  // namespace

void ask(SmtResults& results, const smt::Limit& limit, int jobs, bool quiet) {
  auto first = limit;
  if (first.steps == 0 || first.steps > first_steps) first.steps = first_steps;
  std::vector<std::size_t> all(results.asked.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  ask_some(results.asked, all, first, jobs, quiet);
  if (first.steps != limit.steps) ask_some(results.asked, open_queries(results), limit, jobs, quiet);
}

}  // namespace tutti::cli
