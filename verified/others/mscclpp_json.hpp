// The execution plans of MSCCL++ (its documentation, "MSCCL++ DSL" and "Execution plan"; the fields are those that its
// executor reads): JSON with the operations of each threadblock of each GPU.
#pragma once
#include <string_view>

#include "verified/others/onesided.hpp"

namespace tutti::others {

/// Whether the text has a list of GPUs, as plans have and schedules have not.
bool is_mscclpp_plan(std::string_view text);

/// Reads one. "collective" is allreduce, allgather, reducescatter, alltoall or broadcast, of the root 0 unless a "root"
/// says another. Pipelines are unrolled to three units of each chunk. Throws NoSchedule (no_schedule.hpp), with the
/// place, for what is not that: an operation outside its buffer, a channel, buffer or rank that there is not.
OneSidedPlan read_mscclpp_json(std::string_view text);

/// Into how many units each chunk is cut where pipelines move it.
inline constexpr int units_of_a_pipeline = 3;

}  // namespace tutti::others
