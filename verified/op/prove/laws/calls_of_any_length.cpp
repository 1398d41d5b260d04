// Laws of a call with several elements: what it must not do, and that it treats each element alike.
#include <optional>

#include "verified/op/prove/encode/terms.hpp"
#include "verified/op/prove/laws/calls.hpp"
#include "verified/op/prove/laws/laws.hpp"

namespace tutti::op {
namespace {

/// Which law a fault breaks, if any.
std::optional<Law> law_of(Fault::Kind kind) {
  switch (kind) {
    case Fault::Kind::read_outside:
    case Fault::Kind::write_outside:
    case Fault::Kind::writes_invec:
    case Fault::Kind::writes_other: return Law::memory;
    case Fault::Kind::reads_state: return Law::pure;
    case Fault::Kind::misaligned: return Law::aligned;
    case Fault::Kind::mixed_types: return Law::aliasing;
    case Fault::Kind::in_gap: return Law::gaps;
    case Fault::Kind::undefined:
    case Fault::Kind::uninitialised: return Law::total;
    case Fault::Kind::unmodelled:
    case Fault::Kind::unmodelled_result: break;
  }
  return {};
}

/// No claim yet: of the operands of the call as --pre, --values and C have them.
Question about(const Symbolic& symbolic, const Summary& call, z3::context& context) {
  Question question{z3::expr_vector(context), context.bool_val(true), {}, {}};
  for (const auto& a : call.assumed) question.assumptions.push_back(a);
  for (const auto* vector : {&call.in, &call.inout})
    for (const auto& element : *vector) {
      if (symbolic.pre) question.assumptions.push_back(pre_of(symbolic, element, call.floats));
      if (symbolic.ordinary) question.assumptions.push_back(is_ordinary(element));
    }
  question.operands = {{"invec", call.in}, {"inoutvec", call.inout}};
  for (const auto& f : call.faults)
    if (!is_modelled(f)) question.unmodelled.push_back(f);
  return question;
}

/// The call leaves a value that C does not have, such as a bool that is 2.
std::vector<Fault> leaves_no_value(const Summary& call) {
  z3::expr_vector from(call.result[0][0].ctx()), to(from.ctx());
  for (std::size_t i = 0; i < call.inout.size(); ++i)
    for (std::size_t j = 0; j < call.inout[i].size(); ++j) {
      from.push_back(call.inout[i][j]);
      to.push_back(call.result[i][j]);
    }
  std::vector<Fault> faults;
  for (const auto& a : call.assumed)
    faults.push_back(
        {Fault::Kind::undefined, !z3::expr(a).substitute(from, to), "", "leaves what its type cannot hold"});
  return faults;
}

/// The first fault that happens under the assignment.
const Fault& what_happens(const std::vector<Fault>& faults, const Assignment& assignment) {
  for (const auto& f : faults)
    if (evaluate(f.when, assignment).is_true()) return f;
  return faults.front();
}

LawFinding prove_without_faults(const Asked& asked, int len) {
  z3::context context;
  const auto call = summary_of(asked.symbolic.call, context, len, floats_of(asked.domain));
  auto question = about(asked.symbolic, call, context);
  if (asked.law != Law::pure)  // what is left in inoutvec does not matter
    std::erase_if(question.unmodelled, [](const Fault& f) { return f.kind == Fault::Kind::unmodelled_result; });
  auto faults = asked.law == Law::total ? leaves_no_value(call) : std::vector<Fault>{};
  for (const auto& f : call.faults)
    if (law_of(f.kind) == asked.law) (f.by_state ? question.unmodelled : faults).push_back(f);
  z3::expr_vector any(context);
  for (const auto& f : faults) any.push_back(f.when);
  question.claim = !any_of(any);
  const auto decision =
      faults.empty() ? Decision{Answer::proved, "source", "", {}} : decide(question, asked.symbolic.type, asked.effort);
  auto found = conclude(asked, question, decision);
  if (found.counterexample) {
    const auto& fault = what_happens(faults, decision.assignment);
    found.counterexample->says = describe(fault);
    found.where = fault.where;
  }
  const bool is_unconfirmed = decision.answer == Answer::refuted && found.answer == Answer::unknown;
  if (asked.law == Law::pure && is_unconfirmed)
    found.why = describe(what_happens(faults, decision.assignment)) +
                ", in which no call is known to leave another value; --constant says that none does";
  if (len == any_length && decision.answer == Answer::refuted)
    found.why = "for some length: " + describe(faults.front());
  return found;
}

LawFinding prove_split_safe(const Asked& asked, int len) {
  z3::context context;
  const auto floats = floats_of(asked.domain);
  const auto call = summary_of(asked.symbolic.call, context, len, floats);
  auto question = about(asked.symbolic, call, context);
  for (const auto& f : call.faults)
    if (is_modelled(f) && !leaves_result(f)) question.assumptions.push_back(!f.when);
  Calls calls(asked.symbolic, summary_of(asked.symbolic.call, context, 1, floats), asked.domain);
  std::vector<Element> one_by_one;
  z3::expr_vector equal(context);
  for (std::size_t i = 0; i < call.result.size(); ++i) {
    one_by_one.push_back(calls(call.in[i], call.inout[i]));
    equal.push_back(same(call.result[i], one_by_one[i], asked.symbolic.equal_by_value));
  }
  for (const auto& a : calls.assumptions()) question.assumptions.push_back(a);
  for (const auto& u : calls.unmodelled()) question.unmodelled.push_back(u);
  question.claim = all_of(equal);
  question.results = {{"in one call", call.result}, {"one by one", one_by_one}};
  const auto decision = decide(question, asked.symbolic.type, asked.effort);
  auto found = conclude(asked, question, decision);
  if (len == any_length && decision.answer == Answer::refuted)
    found.why = "for some length a solver finds a difference";
  return found;
}

/// What is proved of all lengths asked, and of no others.
LawFinding only_for_lengths(LawFinding proved, const std::string& why_not_all) {
  proved.answer = Answer::unknown;
  proved.only_for_lengths = true;
  proved.why = "proved for the lengths asked; open for others" + (why_not_all.empty() ? "" : ": " + why_not_all);
  return proved;
}

/// For every length, by induction; or why not. What would refute it is not looked at: runs of long vectors do that.
template <class Prove>
LawFinding by_induction(const Asked& asked, const LawFinding& of_lengths, Prove prove) {
  if (!asked.any_length) return only_for_lengths(of_lengths, "");
  auto symbolic = asked.symbolic;
  symbolic.confirm = [](const LawFinding&) { return std::optional<bool>(false); };
  try {
    const auto found = prove(Asked{symbolic, asked.effort, asked.law, asked.domain}, any_length);
    if (found.answer != Answer::proved) return only_for_lengths(of_lengths, found.why);
    auto proved = of_lengths;
    if (found.by != "source") proved.by = found.by;
    proved.why = "by induction over the elements";
    return proved;
  } catch (const Unsupported& unsupported) {
    auto open = only_for_lengths(
        of_lengths, unsupported.where.empty() ? unsupported.what : unsupported.where + ": " + unsupported.what);
    open.where = unsupported.where;
    return open;
  }
}

/// There are no others than vectors of one element.
bool has_one_length(const Symbolic& symbolic) { return symbolic.lengths == std::vector{1}; }

/// The finding of the first length that is not proved, else of all.
template <class Prove>
LawFinding for_all_lengths(const Asked& asked, int least, Prove prove) {
  auto last = finding(asked, Answer::unknown, "no length to check");
  for (const int len : asked.symbolic.lengths) {
    if (len < least) continue;
    last = prove(asked, len);
    if (last.answer != Answer::proved) return last;
  }
  const bool is_proved = last.answer == Answer::proved;  // not so where no length was asked
  if (is_proved && has_one_length(asked.symbolic)) last.why = "for vectors of one element";
  if (has_one_length(asked.symbolic)) return last;
  return is_proved && !asked.symbolic.canonical ? by_induction(asked, last, prove) : last;
}

}  // namespace

LawFinding prove_without_faults(const Asked& asked) {
  return for_all_lengths(asked, 0, [](const Asked& a, int len) { return prove_without_faults(a, len); });
}

LawFinding prove_split_safe(const Asked& asked) {
  if (has_one_length(asked.symbolic))
    return finding(asked, Answer::proved, "a vector of one element is not split", "source");
  return for_all_lengths(asked, 2, [](const Asked& a, int len) { return prove_split_safe(a, len); });
}

}  // namespace tutti::op
