#include "verified/op/judge/judge.hpp"

#include <algorithm>
#include <array>

#include "verified/op/judge/confirm.hpp"
#include "verified/op/judge/faulty_calls.hpp"

namespace tutti::op {
namespace {

const LawFinding* find(const std::vector<LawFinding>& findings, Law law, Domain domain) {
  const auto found =
      std::ranges::find_if(findings, [=](const LawFinding& f) { return f.law == law && f.domain == domain; });
  return found == findings.end() ? nullptr : &*found;
}

/// What the source and the machine code say together. A proof outweighs tries that found nothing; what a run refutes is
/// refuted, unless the source proves it: then one of them is not what it is taken for.
LawFinding join(const LawFinding& source, const LawFinding& run) {
  if (run.answer != Answer::refuted || source.answer == Answer::refuted) {
    auto joined = source;
    joined.confirmed = source.confirmed || run.confirmed;
    if (!holds_as_asked(source) && source.answer == Answer::unknown)
      joined.why += (joined.why.empty() ? "" : "; ") + run.why;
    return joined;
  }
  auto joined = run;
  if (holds_as_asked(source)) {
    joined.answer = Answer::unknown;
    joined.why = "proved of the source, but a run of the compiled function refutes it: " + run.why;
  }
  return joined;
}

/// What runs refute counts in any case. What they leave open is said only of laws that the source was not asked.
std::vector<LawFinding> join(const std::vector<LawFinding>& of_source, const std::vector<LawFinding>& of_runs) {
  std::vector<LawFinding> joined;
  for (const auto& s : of_source) {
    const auto* run = find(of_runs, s.law, s.domain);
    joined.push_back(run ? join(s, *run) : s);
  }
  for (const auto& r : of_runs) {
    const bool asked = std::ranges::find(of_source, r.law, &LawFinding::law) != of_source.end();
    if (!find(of_source, r.law, r.domain) && (!asked || r.answer == Answer::refuted)) joined.push_back(r);
  }
  return joined;
}

/// Without the question of order, which machine code alone cannot answer.
std::vector<LawFinding> findings_of_runs(const Trial& trial) {
  auto findings = try_laws(trial);
  std::erase_if(findings, [](const LawFinding& f) { return f.law == Law::order && f.answer == Answer::unknown; });
  return findings;
}

Answer answer(const std::vector<LawFinding>& findings, Law law, Domain domain) {
  const auto* found = find(findings, law, domain);
  return found ? found->answer : Answer::unknown;
}

Standing standing(const std::vector<LawFinding>& findings, Law law) {
  if (const auto* exact = find(findings, law, Domain::exact)) {
    constexpr std::array of{Standing::right, Standing::wrong, Standing::unknown};
    return of[static_cast<std::size_t>(exact->answer)];
  }
  const auto ieee = answer(findings, law, Domain::ieee), ordinary = answer(findings, law, Domain::ieee_ordinary),
             real = answer(findings, law, Domain::real);
  if (ieee == Answer::proved) return Standing::right;
  if (real == Answer::refuted) return Standing::wrong;
  if (ieee == Answer::refuted && ordinary == Answer::proved) return Standing::special;
  if (ordinary == Answer::refuted && real == Answer::proved) return Standing::rounding;
  return Standing::unknown;
}

/// The counterexample of the mildest values.
const LawFinding* mildest_refuted(const std::vector<LawFinding>& findings, Law law) {
  for (const auto domain : {Domain::real, Domain::ieee_ordinary, Domain::exact, Domain::ieee}) {
    const auto* f = find(findings, law, domain);
    if (f && f->answer == Answer::refuted) return f;
  }
  return nullptr;
}

LawFinding declared(bool commute, Standing commutative, const std::vector<LawFinding>& findings) {
  LawFinding f;
  f.law = Law::declared;
  if (!commute) {
    f.answer = Answer::proved;
    f.why = commutative == Standing::right ? "commute = 0 is safe; it is commutative, so commute = 1 would be right too"
                                           : "commute = 0 is always safe";
    return f;
  }
  switch (commutative) {
    case Standing::right: f.answer = Answer::proved; break;
    case Standing::rounding:
      f.answer = Answer::proved;
      f.why = "commutative but for rounding";
      break;
    case Standing::unknown: f.why = "declared with commute = 1; whether it is commutative is unknown"; break;
    case Standing::special:
    case Standing::wrong:
      f.answer = Answer::refuted;
      f.why = commutative == Standing::wrong
                  ? "declared with commute = 1, but it is not commutative"
                  : "declared with commute = 1, but with NaN or -0 it is not commutative; if they do not occur, say so "
                    "with --pre";
      if (const auto* shown = mildest_refuted(findings, Law::commutative)) {
        f.counterexample = shown->counterexample;
        f.confirmed = shown->confirmed;
      }
      break;
  }
  return f;
}

/// The terms, whose refutations are then run, but those that `of_runs` confirm already.
Symbolic confirmed(Symbolic terms, const Trial& trial, const std::vector<LawFinding>& of_runs) {
  terms.confirm = [&](const LawFinding& finding) -> std::optional<bool> {
    const bool hides_faults = finding.law == Law::memory || finding.law == Law::total;
    const auto* run = find(of_runs, finding.law, finding.domain);
    if (hides_faults && run && run->answer == Answer::refuted) return {};
    return fails_when_run(trial, finding);
  };
  terms.refuted_by_run = [&of_runs](Law law, Domain domain) { return answer(of_runs, law, domain) == Answer::refuted; };
  return terms;
}

/// Calls that have a fault by the source do not count.
Trial informed(Trial trial, const Symbolic& terms) {
  trial.has_fault = faulty_calls(terms);
  return trial;
}

/// A crash that follows from an access which the source shows is a matter of memory, not of total.
void erase_consequences(std::vector<LawFinding>& of_runs, const std::vector<LawFinding>& of_source,
                        const Trial& informed) {
  std::erase_if(of_runs, [&](const LawFinding& run) {
    if (run.law != Law::total || run.answer != Answer::refuted) return false;
    const auto& operands = run.counterexample->operands;
    const auto len = static_cast<int>(operands[0].second.size() / informed.type.size);
    const auto* source = find(of_source, Law::total, run.domain);
    return source && holds_as_asked(*source) && informed.has_fault(operands[0].second, operands[1].second, len);
  });
}

/// Findings of a source that is not what runs.
std::vector<LawFinding> doubted(std::vector<LawFinding> findings) {
  for (auto& f : findings)
    if (holds_as_asked(f)) {
      f.answer = Answer::unknown;
      f.only_for_lengths = false;
      f.why = "proved of the source, from which the compiled function differs";
    }
  return findings;
}

}  // namespace

std::string_view name_of(Standing standing) {
  constexpr std::string_view names[] = {"right", "right but for rounding", "wrong with NaN or -0", "wrong", "unknown"};
  return names[static_cast<std::size_t>(standing)];
}

Judgement judge(const Subject& subject, const Limits& limits) {
  Judgement j{};
  const auto trial = subject.terms ? informed(subject.trial, *subject.terms) : subject.trial;
  j.findings = findings_of_runs(trial);
  if (subject.terms) {
    j.compiled = compare_compiled(*subject.terms, trial);
    const auto proved = prove_laws(confirmed(*subject.terms, trial, j.findings), limits);
    erase_consequences(j.findings, proved, trial);
    j.findings = join(j.compiled->difference ? doubted(proved) : proved, j.findings);
  }
  j.associative = standing(j.findings, Law::associative);
  j.commutative = standing(j.findings, Law::commutative);
  if (subject.commute) j.findings.push_back(declared(*subject.commute, j.commutative, j.findings));
  std::ranges::stable_sort(j.findings, {}, [](const LawFinding& f) { return std::pair(f.law, f.domain); });
  if (subject.trial.type.has_floating() && j.associative != Standing::right) j.spread = find_spread(subject.trial);
  return j;
}

Answer fit_for_mpi(const Judgement& j) {
  const auto is_required = [](Law law) {
    return law != Law::associative && law != Law::commutative && law != Law::identity && law != Law::idempotent;
  };
  const auto any = [&](Answer answer) {
    return std::ranges::any_of(j.findings, [&](const auto& f) { return f.answer == answer && is_required(f.law); });
  };
  if (any(Answer::refuted) || j.associative == Standing::wrong || j.associative == Standing::special)
    return Answer::refuted;
  return any(Answer::unknown) || j.associative == Standing::unknown ? Answer::unknown : Answer::proved;
}

}  // namespace tutti::op
