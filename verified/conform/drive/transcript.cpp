#include "verified/conform/drive/transcript.hpp"

#include <algorithm>

namespace tutti::conform {
namespace {

/// Where the ranks were that had not ended the case.
std::string where(const std::vector<RankLog>& logs) {
  std::string within, before;
  for (std::size_t r = 0; r < logs.size(); ++r) {
    auto* list = logs[r].ended ? nullptr : logs[r].begun ? &within : &before;
    if (list) *list += (list->empty() ? "" : ", ") + std::to_string(r);
  }
  if (within.empty() && before.empty()) return "after the case, all ranks having left it";
  std::string text;
  if (!within.empty()) text = "not back from it: ranks " + within;
  if (!before.empty()) text += (text.empty() ? "" : "; ") + ("not yet in it: ranks " + before);
  return text;
}

bool is_within(const RankLog& h) { return h.begun && !h.ended; }
bool is_wrong(const RankLog& h) { return !h.report.wrong.empty(); }

}  // namespace

Transcript::Transcript(const std::vector<Case>& cases, bool strict, Settled settled)
    : cases_(cases),
      strict_(strict),
      last_(static_cast<int>(cases.size()) - 1),
      silence_(static_cast<std::size_t>(cases.front().ranks)),
      settled_(std::move(settled)) {
  served_.outcomes.resize(cases.size());
}

Outcome Transcript::outcome_by(int number, const std::vector<RankLog>& logs) const {
  return judged(case_of(number), merge(case_of(number), logs), strict_);
}

void Transcript::take(Rank rank, const Line& line) {
  if (line.number < 0) return;
  a_rank_has_ended_itself_ = a_rank_has_ended_itself_ || ends_a_rank(line);
  auto& outcome = outcome_of(line.number);
  auto& logs = logs_of(line.number);
  if (outcome || !add(logs[static_cast<std::size_t>(rank)], line)) ++served_.ending.garbage;
  if (!outcome && std::ranges::all_of(logs, &RankLog::ended)) {
    outcome = outcome_by(line.number, logs);
    if (line.number != last_) settled_(line.number, *outcome);
  }
  if (outcome && line.number != last_) open_.erase(line.number);
}

Served Transcript::close(Ending ending) {
  ending.garbage += served_.ending.garbage;
  served_.ending = std::move(ending);
  const auto end = served_.ending.end;
  const auto& last = outcome_of(last_);
  if (last && (end == End::finished || !last->found.empty())) {
    settled_(last_, *last);
    open_.erase(last_);
  }
  if (end == End::finished) settle_what_is_left();
  if (end == End::broken_off || end == End::hung) accuse();
  return std::move(served_);
}

/// Where all ranks came to a good end and have not ended each case, nobody knows why.
void Transcript::settle_what_is_left() {
  for (int k = 0; k <= last_; ++k) {
    auto& outcome = outcome_of(k);
    if (outcome) continue;
    outcome = outcome_by(k, logs_of(k));
    settled_(k, *outcome);
  }
}

void Transcript::accuse() {
  for (const auto& [k, logs] : open_)
    if (std::ranges::any_of(logs, is_wrong)) served_.suspects.push_back({k, outcome_if_guilty(k)});
  if (!a_rank_has_ended_itself_) accuse_where_ranks_are();
  for (const auto& s : served_.suspects) outcome_of(s.number).reset();
}

/// The cases that a rank is within. Where there is none, the one that a rank has ended last, else the next.
void Transcript::accuse_where_ranks_are() {
  for (const auto& [k, logs] : open_)
    if (std::ranges::any_of(logs, is_within) && std::ranges::none_of(logs, is_wrong))
      served_.suspects.push_back({k, outcome_if_guilty(k)});
  if (!served_.suspects.empty()) return;
  const auto next = std::ranges::find_if(served_.outcomes, [](const auto& o) { return !o; });
  if (open_.empty() && next == served_.outcomes.end()) return;
  const int latest = open_.empty() ? static_cast<int>(next - served_.outcomes.begin()) : open_.rbegin()->first;
  served_.suspects.push_back({latest, outcome_if_guilty(latest)});
}

Outcome Transcript::outcome_if_guilty(int number) {
  const auto& logs = logs_of(number);
  const bool has_passed_on = std::ranges::any_of(logs, is_wrong) && std::ranges::none_of(logs, is_within);
  if (a_rank_has_ended_itself_ || has_passed_on) return outcome_by(number, logs);
  const auto kind = served_.ending.end == End::hung ? Kind::hang : Kind::crash;
  auto outcome = failed(kind, where(logs) + "; the launch " + served_.ending.text);
  if (std::ranges::all_of(logs, &RankLog::noticed))  // then it is not the wrong argument's doing
    outcome.found.insert(outcome.found.begin(), {-1, {Kind::broken_afterwards, "after the error, " + where(logs)}});
  const auto merged = merge(case_of(number), logs);
  outcome.found.insert(outcome.found.end(), merged.found.begin(), merged.found.end());
  outcome.notes = merged.notes;
  return judged(case_of(number), std::move(outcome), strict_);
}

}  // namespace tutti::conform
