#include "verified/conform/worker/alone.hpp"

namespace tutti::mpi::conform {

using tutti::conform::Form;
using tutti::conform::Procedure;

namespace {

int starts(const Case& c) {
  if (c.freed) return 1;  // its communicator is there no more
  if (c.procedure == Procedure::barrier) return 5;
  return c.form == Form::persistent ? 2 : 1;
}

/// The report of one start more.
void add(Report& all, Report next, int start) {
  if (all.wrong.empty()) {
    all.wrong = std::move(next.wrong);
    for (auto& wrong : all.wrong)
      if (start > 0) wrong.text = "at start " + std::to_string(start + 1) + ": " + wrong.text;
  }
  if (all.skipped.empty()) all.skipped = std::move(next.skipped);
  if (all.notes.empty()) all.notes = std::move(next.notes);
  if (all.bits.empty())
    all.bits = std::move(next.bits);
  else
    all.bits += "," + next.bits.substr(next.bits.rfind(' ') + 1);
}

}  // namespace

Report run_alone(const Case& c, const Group& group, const Caller& caller) {
  const auto job = Job::make(c, group, caller);
  Report report;
  for (int start = 0; start < starts(c); ++start) {
    if (start > 0) job->refill(c.seed + static_cast<std::uint64_t>(start));
    job->start();
    job->finish();
    add(report, job->compare(), start);
  }
  return report;
}

}  // namespace tutti::mpi::conform
