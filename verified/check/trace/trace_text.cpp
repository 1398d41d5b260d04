#include <algorithm>

#include "verified/check/prove.hpp"
#include "verified/check/trace/trace.hpp"

namespace tutti {
namespace {

constexpr std::size_t line_width = 110;

/// Characters, not bytes.
std::size_t width(std::string_view utf8) {
  return static_cast<std::size_t>(std::ranges::count_if(utf8, [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string padded(std::string text, std::size_t to) {
  if (width(text) < to) text.append(to - width(text), ' ');
  return text;
}

/// "0-12" as "₀₋₁₂"; there is no raised or lowered dot, so it stays.
std::string subscript(std::string_view plain) {
  constexpr std::string_view digits[] = {"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
  std::string text;
  for (const char c : plain) {
    if (c >= '0' && c <= '9')
      text += digits[c - '0'];
    else if (c == '-')
      text += "₋";
    else
      text += c;
  }
  return text;
}

/// "P1", "P1,3", "P1-99"
std::string print_ranks(const std::vector<Rank>& ranks) {
  std::string text;
  for (std::size_t i = 0; i < ranks.size();) {
    std::size_t end = i + 1;
    while (end < ranks.size() && ranks[end] == ranks[end - 1] + 1) ++end;
    if (end - i < 3) end = i + 1;
    text += (i == 0 ? "P" : ",") + std::to_string(ranks[i]);
    if (end > i + 1) text += "-" + std::to_string(ranks[end - 1]);
    i = end;
  }
  return text;
}

std::string contacts(const Part& part, std::size_t label) {
  const auto who = padded("P" + std::to_string(part.rank), label);
  if (!part.heard_from.empty()) return who + " ← " + print_ranks(part.heard_from);
  if (!part.sent_to.empty()) return who + " → " + print_ranks(part.sent_to);
  return who;
}

/// Appends what a rank holds to its line, and breaks lines that grow too long.
std::string line(std::string text, const std::vector<Holding>& holds, std::size_t indent) {
  std::size_t used = indent;
  for (const auto& h : holds) {
    const auto run = h.name + (h.word ? subscript(print_runs(*h.word)) : "");
    if (used > indent && used + 1 + width(run) > line_width) {
      text += "\n" + std::string(indent, ' ');
      used = indent;
    }
    text = used == indent ? padded(text, indent) : text + " ";
    text += run;
    used += 1 + width(run);
  }
  return text + "\n";
}

std::string print_round(const TraceRound& round, std::size_t label) {
  constexpr std::size_t margin = 2;
  std::size_t indent = 0;
  for (const auto& part : round.parts)
    if (!part.holds.empty()) indent = std::max(indent, margin + width(contacts(part, label)) + 2);
  std::string text;
  for (const auto& part : round.parts)
    text += line(std::string(margin, ' ') + contacts(part, label), part.holds, indent);
  return text;
}

/// What the ranks start with, in one sentence.
std::string input_of(const Trace& trace) {
  const auto& c = row(trace.collective);
  const auto own = [](Rank rank) { return std::to_string(rank) + " with " + block_name(rank); };
  const auto all = [&](Rank rank) { return trace.start[static_cast<std::size_t>(rank)].holds.front().name; };
  switch (c.input) {
    case Input::contributions:
      if (!c.combines()) return "Each rank starts knowing only of itself that it has entered.";
      return "Each rank r starts with " + all(0) + " of its own vector, written " + all(0) + "ᵣ.";
    case Input::of_root:
      return "The root, rank " + std::to_string(trace.root) + ", starts with " + all(trace.root) +
             (c.result == Result::own_block ? ", in order one block for each rank." : ".");
    case Input::own_block:
      if (trace.ranks == 1) return "Rank 0 starts with A.";
      return "Each rank starts with one block: rank " + own(0) + " to rank " + own(trace.ranks - 1) + ".";
    case Input::one_for_each: return "Each rank r starts with one block for each rank s, written r→s.";
  }
  return {};
}

}  // namespace

std::string print_text(const Trace& trace, std::string_view caption) {
  const auto label = 1 + std::to_string(trace.ranks - 1).size();
  std::string text = std::string(caption) + "\n" + input_of(trace);
  if (trace.displaced())
    text += row(trace.collective).moves() ? " In brackets: blocks that are not in their own place."
                                          : " In brackets: signals that are not noted yet.";
  text += "\n";
  if (trace.rounds.empty())
    text += row(trace.collective).result == Result::all_entered ? "No rounds: there is nobody to wait for.\n"
                                                                : "No rounds: the input is the result.\n";
  for (std::size_t i = 0; i < trace.rounds.size(); ++i) {
    const auto& round = trace.rounds[i];
    text += "\n" + std::to_string(i + 1) + ". " + round.says;
    if (round.surplus) text += "  [only because p is no power of two]";
    text += "\n" + print_round(round, label);
  }
  return text;
}

}  // namespace tutti
