#include <fmt/format.h>

#include "verified/op/prove/encode/meaning.hpp"
#include "verified/op/prove/encode/terms.hpp"
#include "verified/op/prove/laws/laws.hpp"
#include "verified/op/prove/laws/trial.hpp"

namespace tutti::op {
namespace {

std::string list(const std::vector<std::string>& names) {
  std::string text;
  for (const auto& n : names) text += (text.empty() ? "" : ", ") + n;
  return text;
}

/// The first leaf of the first element in which the two results differ: "differs at .v", "element 1 differs at .v".
std::string difference(const Counterexample& shown, const Type& type) {
  if (shown.results.size() != 2) return "";
  const auto &a = shown.results[0].second, &b = shown.results[1].second;
  for (std::size_t e = 0; e < a.size() / type.size; ++e)
    for (const auto& leaf : type.leaves) {
      const auto from = static_cast<std::ptrdiff_t>(e * type.size + leaf.offset);
      const auto to = from + static_cast<std::ptrdiff_t>(value_bytes(leaf.scalar));
      if (std::equal(a.begin() + from, a.begin() + to, b.begin() + from)) continue;
      const auto where = leaf.path.empty() ? "" : " at " + leaf.path;
      return (a.size() == type.size ? "" : "element " + std::to_string(e) + " ") + "differs" + where;
    }
  return "";
}

/// Functions of which a refutation may make too much. Over the reals each square root comes with what it is.
std::vector<std::string> guessed(const Asked& asked, const Question& question) {
  auto names = uninterpreted(all_of(question.assumptions) && question.claim);
  if (asked.domain == Domain::real) std::erase(names, "sqrt");
  return names;
}

/// A refutation, if the function agrees.
LawFinding refute(const Asked& asked, const Question& question, const Decision& decision) {
  auto found = finding(asked, Answer::refuted, "", decision.by);
  auto shown = show(question, asked.symbolic.type, decision.assignment);
  if (const auto says = difference(shown, asked.symbolic.type); !says.empty())
    shown.says = shown.says.empty() ? says : says + "; " + shown.says;
  found.counterexample = std::move(shown);
  const auto names = guessed(asked, question);
  const bool runs = asked.symbolic.confirm && asked.domain != Domain::real;
  const auto fails = runs ? asked.symbolic.confirm(found) : std::nullopt;
  found.confirmed = fails.value_or(false);
  if (runs ? fails.value_or(true) : names.empty()) return found;
  if (!names.empty()) return finding(asked, Answer::unknown, "a candidate counterexample rests on " + list(names));
  return finding(asked, Answer::unknown, "the function does not confirm a counterexample of its source");
}

/// What is not modelled of operands under the assumptions; null where all is.
const Fault* doubt_of(const Asked& asked, const Question& question) {
  for (const auto& u : question.unmodelled) {
    const Question possible{question.assumptions, !u.when, question.operands, {}};
    if (decide(possible, asked.symbolic.type, asked.effort).answer != Answer::proved) return &u;
  }
  return nullptr;
}

}  // namespace

std::string describe(const Fault& fault) { return fault.where.empty() ? fault.what : fault.where + ": " + fault.what; }

bool is_possible(const Question& question, const Type& type, Effort effort) {
  const auto all = all_of(question.assumptions).simplify();
  if (all.is_true()) return true;
  if (try_values(all, leaves_of(question, type), effort)) return true;
  return solve(question.assumptions, effort).sat != Sat::unsat;
}

LawFinding conclude(const Asked& asked, const Question& question, const Decision& decision) {
  switch (decision.answer) {
    case Answer::refuted: return refute(asked, question, decision);
    case Answer::unknown: return finding(asked, Answer::unknown, decision.why);
    case Answer::proved: break;
  }
  if (!is_possible(question, asked.symbolic.type, asked.effort)) return finding(asked, Answer::unknown, nothing_to_ask);
  if (const auto* doubt = doubt_of(asked, question)) {
    const std::string_view of =
        doubt->by_state ? "what calls before may have left in a variable" : "operands of which nothing is known";
    auto found = finding(asked, Answer::unknown, fmt::format("it holds but for {}: {}", of, describe(*doubt)));
    found.where = doubt->where;
    return found;
  }
  return finding(asked, Answer::proved, "", decision.by);
}

}  // namespace tutti::op
