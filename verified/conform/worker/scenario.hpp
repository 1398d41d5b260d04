// Cases that are more than one call of a collective, alone.
#pragma once
#include <functional>

#include "verified/conform/case/case.hpp"
#include "verified/conform/case/report.hpp"
#include "verified/conform/worker/call.hpp"
#include "verified/conform/worker/group.hpp"

namespace tutti::mpi::conform {

using tutti::conform::Case;
using tutti::conform::Report;

/// Whether run_scenario() is for `c`: every Scenario but alone, and the procedures that do not communicate.
bool is_scenario(const Case& c);

/// Runs such a case; collective over the world. `noticed`: see run_error_case(). Throws std::invalid_argument where the
/// case makes no sense.
Report run_scenario(const Case& c, Groups& groups, const std::function<void()>& noticed, const Scheduler& scheduler);

}  // namespace tutti::mpi::conform
