#include "verified/conform/case/report.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace tutti::conform {
namespace {

constexpr std::array<std::string_view, 23> kinds{"wrong-order",
                                                 "lost",
                                                 "doubled",
                                                 "wrong-value",
                                                 "wrong-place",
                                                 "not-written",
                                                 "outside",
                                                 "overrun",
                                                 "send-buffer-written",
                                                 "rounding",
                                                 "denormal-flushed",
                                                 "bad-operands",
                                                 "disagreement",
                                                 "early",
                                                 "stray-message",
                                                 "no-error",
                                                 "wrong-class",
                                                 "unexpected-error",
                                                 "broken-afterwards",
                                                 "wrong-handler",
                                                 "wrong-answer",
                                                 "hang",
                                                 "crash"};
static_assert(kinds.size() == static_cast<std::size_t>(Kind::crash) + 1);

constexpr std::array<std::string_view, 3> unnumbered{"mpi", "done", "finalized"};
constexpr std::array<std::string_view, 6> numbered{"begin", "noticed", "wrong", "note", "bits", "end"};

std::string_view take_word(std::string_view& text) {
  const auto word = text.substr(0, text.find(' '));
  text.remove_prefix(std::min(word.size() + 1, text.size()));
  return word;
}

}  // namespace

std::string_view name_of(Kind kind) { return kinds[static_cast<std::size_t>(kind)]; }

std::optional<Kind> kind_named(std::string_view name) {
  const auto found = std::ranges::find(kinds, name);
  return found == kinds.end() ? std::nullopt : std::optional(static_cast<Kind>(found - kinds.begin()));
}

std::string print(const Line& line) {
  auto text = line.word;
  if (line.number >= 0) text += " " + std::to_string(line.number);
  if (!line.rest.empty()) text += " " + line.rest;
  std::ranges::replace(text, '\n', ' ');
  return text + "\n";
}

std::optional<Line> parse_line(std::string_view text) {
  Line line;
  line.word = take_word(text);
  if (std::ranges::find(unnumbered, line.word) == unnumbered.end()) {
    if (std::ranges::find(numbered, line.word) == numbered.end()) return std::nullopt;
    const auto digits = take_word(text);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), line.number);
    if (error != std::errc{} || end != digits.data() + digits.size() || line.number < 0) return std::nullopt;
  }
  line.rest = text;
  return line;
}

std::string print(const Report& report, int k) {
  std::string text;
  for (const auto& w : report.wrong) text += print(Line{"wrong", k, std::string(name_of(w.kind)) + " " + w.text});
  for (const auto& n : report.notes) text += print(Line{"note", k, n});
  if (!report.bits.empty()) text += print(Line{"bits", k, report.bits});
  const auto verdict = !report.wrong.empty() ? "fail" : report.skipped.empty() ? "pass" : "skip " + report.skipped;
  return text + print(Line{"end", k, verdict});
}

}  // namespace tutti::conform
