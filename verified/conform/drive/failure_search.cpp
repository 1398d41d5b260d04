#include "verified/conform/drive/failure_search.hpp"

#include <algorithm>

namespace tutti::conform {
namespace {

using Clock = std::chrono::steady_clock;

}  // namespace

FailureSearch::FailureSearch(Runner runner, Sought sought, int launches, double seconds)
    : runner_(std::move(runner)),
      sought_(std::move(sought)),
      launches_left_(launches),
      end_(Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))) {}

bool FailureSearch::goes_on() {
  is_cut_ = is_cut_ || runner_.stopped() || Clock::now() >= end_ || launches_left_-- <= 0;
  return !is_cut_;
}

std::optional<std::size_t> FailureSearch::first_failing(const std::vector<Case>& cases, bool alone) {
  for (auto from = cases.begin(); from != cases.end();) {
    if (!goes_on()) return std::nullopt;
    const auto differs = [&](const Case& c) { return launch_kind_of(c) != launch_kind_of(*from); };
    const auto [failing, next] = ask_together({from, std::find_if(from, cases.end(), differs)});
    if (!failing) {
      from += static_cast<std::ptrdiff_t>(next);
      continue;
    }
    from += static_cast<std::ptrdiff_t>(*failing);
    if (!alone || (goes_on() && is_sought(*from, runner_.alone(*from))))
      return static_cast<std::size_t>(from - cases.begin());
    ++from;
  }
  return std::nullopt;
}

FailureSearch::Reply FailureSearch::ask_together(const std::vector<Case>& cases) {
  const auto served = runner_.serve(
      cases, [](int, const Outcome&) {}, cases.size() > 1 ? Patience::brief : Patience::whole);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const auto suspect = std::ranges::find(served.suspects, static_cast<int>(i), &Suspect::number);
    const bool is_suspect = suspect != served.suspects.end();
    if (!is_suspect && !served.outcomes[i]) return {std::nullopt, std::max<std::size_t>(i, 1)};
    if (is_sought(cases[i], is_suspect ? suspect->outcome : *served.outcomes[i])) return {i, i};
    if (is_suspect) return {std::nullopt, i + 1};
  }
  return {std::nullopt, cases.size()};
}

}  // namespace tutti::conform
