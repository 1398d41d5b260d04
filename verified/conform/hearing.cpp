#include "verified/conform/hearing.hpp"

#include <algorithm>

namespace tutti::conform {
namespace {

/// Where the ranks were that had not ended the case.
std::string where(const std::vector<Heard>& heard) {
  std::string within, before;
  for (std::size_t r = 0; r < heard.size(); ++r) {
    auto* list = heard[r].ended ? nullptr : heard[r].begun ? &within : &before;
    if (list) *list += (list->empty() ? "" : ", ") + std::to_string(r);
  }
  if (within.empty() && before.empty()) return "after the case, all ranks having left it";
  std::string text;
  if (!within.empty()) text = "not back from it: ranks " + within;
  if (!before.empty()) text += (text.empty() ? "" : "; ") + ("not yet in it: ranks " + before);
  return text;
}

bool is_within(const Heard& h) { return h.begun && !h.ended; }
bool is_wrong(const Heard& h) { return !h.report.wrong.empty(); }

}  // namespace

Hearing::Hearing(int cases, int ranks, Settled settled)
    : last_(cases - 1), silence_(static_cast<std::size_t>(ranks)), settled_(std::move(settled)) {
  served_.outcomes.resize(static_cast<std::size_t>(cases));
}

void Hearing::take(Rank rank, const Line& line) {
  if (line.number < 0) return;
  a_rank_has_ended_itself_ = a_rank_has_ended_itself_ || ends_a_rank(line);
  auto& outcome = outcome_of(line.number);
  auto& heard = heard_of(line.number);
  if (outcome || !add(heard[static_cast<std::size_t>(rank)], line)) ++served_.ending.garbage;
  if (!outcome && std::ranges::all_of(heard, &Heard::ended)) {
    outcome = merge(heard);
    if (line.number != last_) settled_(line.number, *outcome);
  }
  if (outcome && line.number != last_) open_.erase(line.number);
}

Served Hearing::close(Ending ending) {
  ending.garbage += served_.ending.garbage;
  served_.ending = std::move(ending);
  const auto end = served_.ending.end;
  const auto& last = outcome_of(last_);
  if (last && (end == End::finished || last->verdict == Verdict::failed)) {
    settled_(last_, *last);
    open_.erase(last_);
  }
  if (end == End::finished) settle_what_is_left();
  if (end == End::broken_off || end == End::hung) accuse();
  return std::move(served_);
}

/// Of ranks that all came to a good end and have not ended each case, nobody knows why.
void Hearing::settle_what_is_left() {
  for (int k = 0; k <= last_; ++k) {
    auto& outcome = outcome_of(k);
    if (outcome) continue;
    outcome = merge(heard_of(k));
    settled_(k, *outcome);
  }
}

void Hearing::accuse() {
  for (const auto& [k, heard] : open_)
    if (std::ranges::any_of(heard, is_wrong)) served_.suspects.push_back({k, outcome_if_guilty(k)});
  if (!a_rank_has_ended_itself_) accuse_where_ranks_are();
  for (const auto& s : served_.suspects) outcome_of(s.number).reset();
}

/// The cases that a rank is within. Where there is none, the one that a rank has ended last, else the next.
void Hearing::accuse_where_ranks_are() {
  for (const auto& [k, heard] : open_)
    if (std::ranges::any_of(heard, is_within) && std::ranges::none_of(heard, is_wrong))
      served_.suspects.push_back({k, outcome_if_guilty(k)});
  if (!served_.suspects.empty()) return;
  const auto next = std::ranges::find_if(served_.outcomes, [](const auto& o) { return !o; });
  if (open_.empty() && next == served_.outcomes.end()) return;
  const int latest = open_.empty() ? static_cast<int>(next - served_.outcomes.begin()) : open_.rbegin()->first;
  served_.suspects.push_back({latest, outcome_if_guilty(latest)});
}

Outcome Hearing::outcome_if_guilty(int number) {
  const auto& heard = heard_of(number);
  auto outcome = merge(heard);
  const bool has_passed_on = std::ranges::any_of(heard, is_wrong) && std::ranges::none_of(heard, is_within);
  if (a_rank_has_ended_itself_ || has_passed_on) return outcome;
  const auto kind = served_.ending.end == End::hung ? Kind::hang : Kind::crash;
  const auto blame = failed(kind, where(heard) + "; the launch " + served_.ending.text).found.front();
  outcome.found.insert(outcome.found.begin(), blame);
  outcome.verdict = Verdict::failed;
  outcome.why.clear();
  return outcome;
}

}  // namespace tutti::conform
