#include "verified/op/judge/judge.hpp"

#include <algorithm>
#include <array>

#include "verified/op/black_box/beyond_rounding.hpp"
#include "verified/op/judge/confirm.hpp"
#include "verified/op/judge/faulty_calls.hpp"
#include "verified/op/judge/told.hpp"

namespace tutti::op {
namespace {

const LawFinding* find(const std::vector<LawFinding>& findings, Law law, Domain domain) {
  const auto found =
      std::ranges::find_if(findings, [=](const LawFinding& f) { return f.law == law && f.domain == domain; });
  return found == findings.end() ? nullptr : &*found;
}

/// What the source and the machine code say together. A proof outweighs tries that found nothing; what a run refutes is
/// refuted, unless the source proves it: then one of them is not what it is taken for. A proof of total leaves out what
/// an access does that is misaligned.
LawFinding join(const LawFinding& source, const LawFinding& run, bool is_aligned) {
  if (run.answer != Answer::refuted || source.answer == Answer::refuted) {
    auto joined = source;
    joined.confirmed = source.confirmed || run.confirmed;
    if (!holds_as_asked(source) && source.answer == Answer::unknown)
      joined.why += (joined.why.empty() ? "" : "; ") + run.why;
    return joined;
  }
  auto joined = run;
  const bool is_longer = run.counterexample && run.counterexample->len > 0;   // than those for which it is proved
  const bool may_crash = run.law == Law::total && !run.hangs && !is_aligned;  // where all is well but for that
  if (!may_crash && (source.answer == Answer::proved || (source.only_for_lengths && !is_longer))) {
    joined.answer = Answer::unknown;
    joined.why = "proved of the source, but a run of the compiled function refutes it: " + run.why;
  }
  return joined;
}

/// What runs refute counts in any case. What they leave open is said only of laws that the source was not asked.
std::vector<LawFinding> join(const std::vector<LawFinding>& of_source, const std::vector<LawFinding>& of_runs) {
  std::vector<LawFinding> joined;
  const auto is_aligned = [&](Domain domain) {
    const auto* aligned = find(of_source, Law::aligned, domain);
    return aligned && aligned->answer == Answer::proved;
  };
  for (const auto& s : of_source) {
    const auto* run = find(of_runs, s.law, s.domain);
    joined.push_back(run ? join(s, *run, is_aligned(s.domain)) : s);
  }
  for (const auto& r : of_runs) {
    const bool asked = std::ranges::find(of_source, r.law, &LawFinding::law) != of_source.end();
    if (!find(of_source, r.law, r.domain) && (!asked || r.answer == Answer::refuted)) joined.push_back(r);
  }
  return joined;
}

/// Unknown findings for what is not among these.
void complete(std::vector<LawFinding>& findings, const std::vector<std::pair<Law, Domain>>& due,
              const std::string& why) {
  for (const auto& [law, domain] : due)
    if (!find(findings, law, domain)) findings.push_back({law, domain, Answer::unknown, why, "", 0, {}});
}

/// A long vector refutes what short ones did not.
void add_long_runs(std::vector<LawFinding>& findings, const std::optional<LongRuns>& runs) {
  if (!runs || !runs->refuted) return;
  const auto& refuted = *runs->refuted;
  std::erase_if(findings, [&](const LawFinding& f) {
    return f.law == refuted.law && f.domain == refuted.domain && f.answer != Answer::refuted;
  });
  if (!find(findings, refuted.law, refuted.domain)) findings.push_back(refuted);
}

/// What is proved of the source is no proof of what runs: a stack that long vectors overflow shows in runs alone.
void doubt_without_long_runs(std::vector<LawFinding>& findings, const std::optional<LongRuns>& runs) {
  if (!runs || runs->in_time) return;
  for (auto& f : findings)
    if (f.law == Law::split_safe && f.answer == Answer::proved) {
      f.answer = Answer::unknown;
      f.only_for_lengths = false;
      f.why = "proved, but of long vectors " + runs->stopped;
    }
}

std::string why_not_asked(const Told& told) {
  return told.in_time ? "not asked" : "no answer within the time limit: " + told.ended;
}

Answer answer(const std::vector<LawFinding>& findings, Law law, Domain domain) {
  const auto* found = find(findings, law, domain);
  return found ? found->answer : Answer::unknown;
}

Standing standing(const std::vector<LawFinding>& findings, Law law, bool only_ordinary) {
  if (const auto* exact = find(findings, law, Domain::exact)) {
    constexpr std::array of{Standing::right, Standing::wrong, Standing::unknown};
    return of[static_cast<std::size_t>(exact->answer)];
  }
  const auto ieee = answer(findings, law, Domain::ieee), ordinary = answer(findings, law, Domain::ieee_ordinary),
             real = answer(findings, law, Domain::real);
  if (ieee == Answer::proved || (only_ordinary && ordinary == Answer::proved)) return Standing::right;
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

/// Calls that have a fault by the source do not count.
Trial informed(const Trial& trial, const std::optional<Symbolic>& terms) {
  auto copy = trial;
  if (terms) copy.has_fault = faulty_calls(*terms);
  return copy;
}

/// A law that fails of floating-point numbers is right but for rounding only where its sides are near each other,
/// though it holds of real ones; where that is not known, as of machine code, it is wrong where they are not.
void look_beyond_rounding(std::vector<LawFinding>& findings, Law law, Standing& standing, const Trial& trial,
                          const std::optional<Symbolic>& terms, double seconds) {
  const bool may_be_rounding =
      standing == Standing::unknown && answer(findings, law, Domain::ieee_ordinary) == Answer::refuted;
  if (standing != Standing::rounding && !may_be_rounding) return;
  const auto told = told_within(seconds, [&](const Teller& tell) {
    LawFinding far;
    far.law = law;
    far.counterexample = beyond_rounding(informed(trial, terms), law, seconds);
    if (far.counterexample) tell(far);
  });
  if (told.findings.empty()) return;
  standing = Standing::wrong;
  for (auto& f : findings)
    if (f.law == law && f.domain == Domain::ieee_ordinary) {
      f.answer = Answer::refuted;
      f.confirmed = true;
      f.counterexample = told.findings[0].counterexample;
      f.why = "by more than rounding explains";
    }
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

/// With fewer tries where there is little time.
Trial paced(Trial trial, double seconds) {
  constexpr double for_a_law = 0.015, to_shrink = 0.04, for_a_call = 0.1, least_for_a_call = 0.5;
  trial.seconds_for_a_law = std::min(trial.seconds_for_a_law, for_a_law * seconds);
  trial.seconds_to_shrink = std::min(trial.seconds_to_shrink, to_shrink * seconds);
  trial.deadline = std::min(trial.deadline, std::max(for_a_call * seconds, least_for_a_call));
  return trial;
}

bool is_refuted(const std::vector<LawFinding>& findings, Law law) {
  return std::ranges::any_of(findings,
                             [=](const LawFinding& f) { return f.law == law && f.answer == Answer::refuted; });
}

LongRuns long_runs_within(double seconds, const Trial& trial, const std::optional<Symbolic>& terms) {
  constexpr double share_of_search = 0.7;  // the rest is for a call that takes long
  const auto told = told_within(seconds, [&](const Teller& tell) {
    tell(run_long_vectors(informed(trial, terms), trial.function, share_of_search * seconds));
  });
  return told.long_runs.value_or(LongRuns{.stopped = "there was " + told.ended, .in_time = false});
}

/// What random operands show. The question of order is left out, which machine code alone cannot answer.
Told run(const Trial& trial, const std::optional<Symbolic>& terms, double seconds) {
  constexpr double share_of_long_vectors = 0.4;
  auto told = told_within((1 - share_of_long_vectors) * seconds, [&](const Teller& tell) {
    try_laws(informed(trial, terms), [&](const LawFinding& f) { tell(f); });
  });
  std::erase_if(told.findings, [](const LawFinding& f) { return f.law == Law::order && f.answer == Answer::unknown; });
  complete(told.findings, laws_tried(trial), why_not_asked(told));
  const Law needed[] = {Law::memory, Law::total, Law::pure, Law::split_safe};
  if (std::ranges::any_of(needed, [&](Law law) { return is_refuted(told.findings, law); })) return told;
  told.long_runs = long_runs_within(share_of_long_vectors * seconds, trial, terms);
  add_long_runs(told.findings, told.long_runs);
  return told;
}

/// What other compilers make of it. Of what runs refute nobody needs to know more.
std::vector<OtherBuild> build_otherwise(const Trial& trial, const std::optional<Symbolic>& terms,
                                        const std::vector<LawFinding>& findings, double seconds) {
  const Law needed[] = {Law::memory, Law::total, Law::pure, Law::split_safe};
  if (!trial.build || std::ranges::any_of(needed, [&](Law law) { return is_refuted(findings, law); })) return {};
  constexpr double share = 0.9;
  auto told = told_within(seconds, [&](const Teller& tell) {
    run_other_builds(informed(trial, terms), share * seconds, [&](const OtherBuild& build) { tell(build); });
  });
  for (const auto& compiler : other_compilers())
    if (std::ranges::find(told.builds, compiler.name, &OtherBuild::name) == told.builds.end())
      told.builds.push_back({.name = compiler.name, .says = told.ended, .shown = {}});
  return told.builds;
}

/// What a build that differs says of the laws: one of aliasing where it would not differ but for the types by which
/// memory is accessed; else something is undefined, or open, that is not known here.
void add_builds(std::vector<LawFinding>& findings, const std::vector<OtherBuild>& builds) {
  const auto differs = std::ranges::find(builds, OtherBuild::Verdict::differs, &OtherBuild::verdict);
  if (differs == builds.end()) return;
  for (auto& f : findings) {
    if (f.law == Law::aliasing && f.answer != Answer::proved && differs->mixes_types) {
      f.answer = Answer::refuted;
      f.confirmed = true;
      f.counterexample = differs->shown;
      f.why = differs->name + " differs";
      return;
    }
  }
  for (auto& f : findings)
    if (f.law == Law::total && f.answer == Answer::proved) {
      f.answer = Answer::unknown;
      f.why = "by " + differs->name + ": " + differs->says;
    }
}

/// What was proved and run is one reading of a source that says several things.
void doubt_other_readings(std::vector<LawFinding>& findings, const std::optional<std::string>& other_reading) {
  if (!other_reading) return;
  for (auto& f : findings)
    if (f.law == Law::total && f.answer == Answer::proved) {
      f.answer = Answer::unknown;
      f.why = "proved of one reading of the source, but " + *other_reading;
    }
}

/// What its source shows.
Told prove(const Symbolic& terms, const Trial& trial, const std::vector<LawFinding>& of_runs, const Limits& limits,
           double seconds) {
  constexpr double share_of_comparison = 0.15;
  auto told = told_within(seconds, [&](const Teller& tell) {
    tell(compare_compiled(terms, trial, share_of_comparison * seconds));
    prove_laws(confirmed(terms, trial, of_runs), limits, [&](const LawFinding& f) { tell(f); });
  });
  complete(told.findings, laws_asked(terms), why_not_asked(told));
  if (!told.compiled) told.compiled = Comparison{.difference = {}, .failed = why_not_asked(told)};
  return told;
}

/// A crash that follows from an access which the source shows is a matter of memory, not of total.
void erase_consequences(std::vector<LawFinding>& of_runs, const std::vector<LawFinding>& of_source, const Trial& trial,
                        const Symbolic& terms, double seconds) {
  const auto may_follow = [&](const LawFinding& run) {
    if (run.law != Law::total || run.answer != Answer::refuted || run.counterexample->len > 0) return false;
    const auto* source = find(of_source, Law::total, run.domain);
    return source && holds_as_asked(*source);
  };
  const auto follow = told_within(seconds, [&](const Teller& tell) {
                        const auto known = informed(trial, terms);
                        for (const auto& run : of_runs) {
                          if (!may_follow(run)) continue;
                          const auto& operands = run.counterexample->operands;
                          const auto len = static_cast<int>(operands[0].second.size() / trial.type.size);
                          if (known.has_fault(operands[0].second, operands[1].second, len)) tell(run);
                        }
                      }).findings;
  std::erase_if(of_runs, [&](const LawFinding& run) { return find(follow, run.law, run.domain); });
}

std::optional<Spread> spread_within(const Trial& trial, double seconds) {
  constexpr double share = 0.9;
  return told_within(seconds,
                     [&](const Teller& tell) {
                       if (const auto spread = find_spread(trial, share * seconds)) tell(*spread);
                     })
      .spread;
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

Judgement judge(const Subject& subject, const Limits& limits, const Deadline& deadline) {
  constexpr double share_of_runs = 0.3, share_of_builds = 0.25, share_of_proofs = 0.75, share_of_rest = 0.6,
                   share_of_spread = 0.3, share_of_second_chance = 0.8, share_beyond_rounding = 0.1,
                   share_of_consequences = 0.3;
  Judgement j{};
  j.knows_datatype = subject.knows_datatype;
  const auto trial = paced(subject.trial, deadline.seconds());
  auto of_runs = run(trial, subject.terms, std::min(deadline.left(), share_of_runs * deadline.seconds()));
  j.findings = std::move(of_runs.findings);
  j.long_runs = std::move(of_runs.long_runs);
  if (subject.terms) {
    auto proved = prove(*subject.terms, trial, j.findings, limits, share_of_proofs * deadline.left());
    j.compiled = std::move(proved.compiled);
    erase_consequences(j.findings, proved.findings, trial, *subject.terms, share_of_consequences * deadline.left());
    j.findings = join(j.compiled->difference ? doubted(proved.findings) : proved.findings, j.findings);
  }
  j.builds = build_otherwise(trial, subject.terms, j.findings,
                             std::min(share_of_builds * deadline.seconds(), share_of_rest * deadline.left()));
  add_builds(j.findings, j.builds);
  doubt_other_readings(j.findings, subject.other_reading);
  if (j.long_runs && !j.long_runs->in_time) {
    j.long_runs = long_runs_within(share_of_second_chance * deadline.left(), trial, subject.terms);
    add_long_runs(j.findings, j.long_runs);
    doubt_without_long_runs(j.findings, j.long_runs);
  }
  j.associative = standing(j.findings, Law::associative, trial.ordinary);
  j.commutative = standing(j.findings, Law::commutative, trial.ordinary);
  for (const auto& [law, of_all] : {std::pair(Law::associative, &j.associative), {Law::commutative, &j.commutative}})
    look_beyond_rounding(j.findings, law, *of_all, trial, subject.terms,
                         std::min(share_beyond_rounding * deadline.seconds(), share_of_rest * deadline.left()));
  if (j.commutative == Standing::right &&
      std::ranges::any_of(j.builds, [](const OtherBuild& b) { return !b.swaps_alike; }))
    j.commutative = Standing::rounding;
  if (subject.commute) j.findings.push_back(declared(*subject.commute, j.commutative, j.findings));
  std::ranges::stable_sort(j.findings, {}, [](const LawFinding& f) { return std::pair(f.law, f.domain); });
  if (subject.trial.type.has_floating() && j.associative != Standing::right)
    j.spread = spread_within(trial, share_of_spread * deadline.left());
  return j;
}

Answer fit_for_mpi(const Judgement& j, Law law) {
  if (law == Law::commutative || law == Law::identity || law == Law::idempotent) return Answer::proved;
  if (law == Law::gaps && !j.knows_datatype) return Answer::proved;  // with a datatype that has none
  if (law == Law::associative) {
    switch (j.associative) {
      case Standing::right:
      case Standing::rounding: return Answer::proved;
      case Standing::special:
      case Standing::wrong: return Answer::refuted;
      case Standing::unknown: return Answer::unknown;
    }
  }
  // Only associativity is asked of real numbers.
  const auto any = [&](Answer answer) {
    return std::ranges::any_of(
        j.findings, [&](const auto& f) { return f.law == law && f.domain != Domain::real && f.answer == answer; });
  };
  if (any(Answer::refuted)) return Answer::refuted;
  return any(Answer::unknown) ? Answer::unknown : Answer::proved;
}

Answer fit_for_mpi(const Judgement& j) {
  std::vector<Answer> all{fit_for_mpi(j, Law::associative)};
  for (const auto& f : j.findings) all.push_back(fit_for_mpi(j, f.law));
  for (const auto answer : {Answer::refuted, Answer::unknown})
    if (std::ranges::count(all, answer) > 0) return answer;
  return Answer::proved;
}

}  // namespace tutti::op
