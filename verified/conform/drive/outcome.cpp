#include "verified/conform/drive/outcome.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

#include "verified/conform/case/wrongs.hpp"

namespace tutti::conform {
namespace {

constexpr std::array<std::string_view, 5> verdicts{"passed", "failed", "skipped", "undecided", "permitted"};
constexpr std::array<std::string_view, 4> agains{"not-asked", "alone", "after-others", "never"};

template <class E, std::size_t N>
std::optional<E> value_named(const std::array<std::string_view, N>& names, std::string_view name) {
  const auto found = std::ranges::find(names, name);
  return found == names.end() ? std::nullopt : std::optional(static_cast<E>(found - names.begin()));
}

/// What ends the program or spoils its memory is graver than a wrong result, and that than a wrong word about requests.
int gravity(Kind kind) {
  switch (kind) {
    case Kind::crash:
    case Kind::hang: return 0;
    case Kind::overrun:
    case Kind::send_buffer_written:
    case Kind::outside: return 1;
    case Kind::wrong_answer:
    case Kind::denormal_flushed: return 3;
    default: return 2;
  }
}

/// "GROUP DIGEST" of each rank: the first that differs from an earlier one of its group.
std::optional<Finding> disagreement(const std::vector<RankLog>& ranks) {
  std::map<std::string, std::size_t> first;
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    const auto& bits = ranks[r].report.bits;
    if (bits.empty()) continue;
    const auto group = bits.substr(0, bits.find(' '));
    const auto [known, is_new] = first.try_emplace(group, r);
    if (is_new || ranks[known->second].report.bits == bits) continue;
    return Finding{static_cast<Rank>(r),
                   {Kind::disagreement,
                    "the bits differ from those of rank " + std::to_string(known->second) + " (" + group + ")"}};
  }
  return std::nullopt;
}

/// That a rank skips the case while another of its communicator runs it: the first.
std::optional<Finding> disunity(const Case& c, const std::vector<RankLog>& ranks) {
  std::vector<int> part;
  for (std::size_t r = 0; r < ranks.size(); ++r) part.push_back(part_of(c.comm, c.ranks, static_cast<Rank>(r)));
  for (std::size_t r = 0; r < ranks.size(); ++r)
    for (std::size_t s = 0; s < ranks.size(); ++s) {
      const auto a = static_cast<Rank>(r), b = static_cast<Rank>(s);
      if (part[r] != part[s] || !ranks[r].ended || !ranks[s].ended) continue;
      if (ranks[r].report.skipped.empty() || !ranks[s].report.skipped.empty()) continue;
      return Finding{a, {Kind::unexpected_error, ranks[r].report.skipped + "; rank " + std::to_string(b) + " runs it"}};
    }
  return std::nullopt;
}

/// What the standard leaves open: what becomes of denormal numbers, and of a
/// wrong argument; nothing for what is wrong of its own.
std::optional<std::string> permission(const Case& c, const std::vector<Finding>& found) {
  const auto has = [&](Kind kind) {
    return std::ranges::any_of(found, [=](const Finding& f) { return f.wrong.kind == kind; });
  };
  if (!found.empty() && found.front().wrong.kind == Kind::denormal_flushed)
    return "denormal numbers are taken for zero";
  const auto* wrong = wrong_argument_named(c.wrong);
  if (c.scenario != Scenario::error || !wrong || found.empty()) return std::nullopt;
  const std::string what(wrong->says);
  if (found.front().wrong.kind == Kind::crash) return what + " ends the program";
  if (found.front().wrong.kind == Kind::hang) return what + " makes it hang";
  if (has(Kind::wrong_handler)) return std::nullopt;
  if (has(Kind::no_error)) return what + " is accepted";
  if (has(Kind::wrong_class) && !has(Kind::broken_afterwards)) return what + " gives an error of another class";
  return std::nullopt;
}

/// A failure that no line explains must not be taken for a pass.
std::string unexplained(const std::vector<RankLog>& ranks) {
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    if (!ranks[r].ended) return "rank " + std::to_string(r) + " has not ended it";
    if (ranks[r].failed && ranks[r].report.wrong.empty())
      return "rank " + std::to_string(r) + " reports a failure, and no line that can be read says which";
  }
  return {};
}

}  // namespace

std::string_view name_of(Verdict verdict) { return verdicts[static_cast<std::size_t>(verdict)]; }
std::optional<Verdict> verdict_named(std::string_view name) { return value_named<Verdict>(verdicts, name); }
std::string_view name_of(Again again) { return agains[static_cast<std::size_t>(again)]; }
std::optional<Again> again_named(std::string_view name) { return value_named<Again>(agains, name); }

std::string describe(const Finding& f) {
  const auto place = f.rank < 0 ? std::string() : " at rank " + std::to_string(f.rank);
  return std::string(name_of(f.wrong.kind)) + place + ": " + f.wrong.text;
}

std::optional<Noted> parse_noted(const std::string& note) {
  constexpr std::string_view start = "rank ", between = ": ";
  Rank rank = -1;
  if (!note.starts_with(start)) return std::nullopt;
  const auto [end, error] = std::from_chars(note.data() + start.size(), note.data() + note.size(), rank);
  const std::string rest(end, note.data() + note.size());
  if (error != std::errc{} || rank < 0 || !rest.starts_with(between)) return std::nullopt;
  return Noted{rank, rest.substr(between.size())};
}

Outcome skipped(std::string why) { return {.verdict = Verdict::skipped, .why = std::move(why)}; }
Outcome undecided(std::string why) { return {.verdict = Verdict::undecided, .why = std::move(why)}; }
Outcome failed(Kind kind, std::string text) {
  return {.verdict = Verdict::failed, .found = {{-1, {kind, std::move(text)}}}};
}

bool add(RankLog& log, const Line& line) {
  if (log.ended) return false;
  const auto space = line.rest.find(' ');
  const auto word = line.rest.substr(0, space);
  const auto rest = space == std::string::npos ? std::string() : line.rest.substr(space + 1);
  if (line.word == "begin") {
    log.begun = true;
  } else if (line.word == "noticed") {
    log.noticed = true;
  } else if (line.word == "wrong") {
    const auto kind = kind_named(word);
    if (!kind) return false;
    log.report.wrong.push_back({*kind, rest});
  } else if (line.word == "note") {
    log.report.notes.push_back(line.rest);
  } else if (line.word == "bits") {
    log.report.bits = line.rest;
  } else if (line.word == "end") {
    if (word != "pass" && word != "fail" && word != "skip") return false;
    log.ended = true;
    log.failed = word == "fail";
    if (word == "skip") log.report.skipped = rest.empty() ? "no reason is given" : rest;
  }
  return true;
}

Outcome merge(const Case& c, const std::vector<RankLog>& ranks) {
  Outcome outcome;
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    const auto rank = static_cast<Rank>(r);
    for (const auto& w : ranks[r].report.wrong) outcome.found.push_back({rank, w});
    for (const auto& n : ranks[r].report.notes) outcome.notes.push_back("rank " + std::to_string(rank) + ": " + n);
    if (outcome.why.empty()) outcome.why = ranks[r].report.skipped;
  }
  std::ranges::stable_sort(outcome.found, {}, [](const Finding& f) { return gravity(f.wrong.kind); });
  if (outcome.found.empty())
    if (const auto differs = disagreement(ranks)) outcome.found.push_back(*differs);
  if (outcome.found.empty())
    if (const auto differs = disunity(c, ranks)) outcome.found.push_back(*differs);
  if (!outcome.found.empty()) {
    outcome.verdict = Verdict::failed;
    outcome.why.clear();
  } else if (const auto open = unexplained(ranks); !open.empty()) {
    outcome.why = open;
  } else {
    outcome.verdict = outcome.why.empty() ? Verdict::passed : Verdict::skipped;
  }
  return outcome;
}

Outcome judged(const Case& c, Outcome outcome, bool strict) {
  if (c.handler == Handler::fatal && !outcome.found.empty() &&
      std::ranges::all_of(outcome.found, [](const Finding& f) { return f.wrong.kind == Kind::crash; })) {
    outcome.verdict = Verdict::passed;  // the program has ended, as it must
    outcome.found.clear();
    return outcome;
  }
  const auto permitted = permission(c, outcome.found);
  if (!permitted) return outcome;
  outcome.verdict = strict ? Verdict::failed : Verdict::permitted;
  outcome.why = strict ? "" : *permitted;
  return outcome;
}

}  // namespace tutti::conform
