#include "cli/verify_files.hpp"

#include <deque>
#include <utility>

#include "cli/common/given.hpp"
#include "cli/memory.hpp"
#include "verified/conform/drive/text.hpp"
#include "verified/others/mscclpp_json.hpp"

namespace tutti::cli {
namespace {

Verified verify_schedule(const Algorithm& given, double time_limit) {
  proofs_that_fit(given, {.ranks = given.given->ranks, .root = given.given_root});
  SweepRequest request;
  request.algorithms = {&given};
  request.ranks = {given.given->ranks};
  request.roots = {given.given_root};
  request.time_limit = time_limit;
  Verified made{sweep(request).front(), print_case(given.collective, given.given->ranks, given.given_root), {}, ""};
  if (made.found.counterexample) made.show = "tutti show " + conform::shell_quoted(given.name);
  return made;
}

/// What is checked of a plan, as what is proved of a schedule.
Verified verify_plan(const AnyPlan& any, const std::string& name, std::optional<int> slots) {
  const auto& plan = frame_of(any);
  static auto& names = *new std::deque<Algorithm>;  // results speak of them for as long as the program runs
  auto& algorithm = names.emplace_back();
  algorithm.name = name;
  algorithm.collective = algorithm.owner = plan.collective;
  Verified made{{}, print_case(plan.collective, plan.ranks, plan.root), {}, ""};
  if (const auto* const onesided = std::get_if<others::OneSidedPlan>(&any)) {
    made.calls = others::calls_of_a_plan;
    if (onesided->has_pipelines) made.units = others::units_of_a_pipeline;
  }
  auto& found = made.found;
  found.algorithm = &algorithm;
  const double before = thread_cpu_seconds();
  const auto verdict = checked(any, name, slots);
  found.cpu_seconds = thread_cpu_seconds() - before;
  if (verdict.refuted) {
    found.counterexample = Counterexample{.fault = verdict.refuted->fault,
                                          .ranks = plan.ranks,
                                          .root = row(plan.collective).rooted() ? plan.root : -1,
                                          .found = verdict.refuted->text,
                                          .due = ""};
    return made;
  }
  found.needs = verdict.needs;
  found.agreement = verdict.agreement;
  found.proved_ranks = {plan.ranks};
  found.cases = 1;
  found.effort.messages = verdict.messages;
  made.slots = verdict.slots;
  return made;
}

}  // namespace

std::vector<Verified> verify_files(const std::vector<std::string>& words, std::optional<int> slots, double time_limit,
                                   const std::function<void(const Verified&)>& tell) {
  std::vector<Verified> results;
  const auto add = [&](Verified made) {
    tell(made);
    results.push_back(std::move(made));
  };
  for (const auto& word : words) {
    const auto text = read_schedules(word);
    if (const auto plan = plan_in(text, word))
      add(verify_plan(*plan, word, slots));
    else
      for (const auto* given : schedules_in(text, word)) add(verify_schedule(*given, time_limit));
  }
  return results;
}

}  // namespace tutti::cli
