// Files of schedules as they are named on the command line, where a name of ours may stand as well.
#pragma once
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "verified/others/onesided_check.hpp"
#include "verified/others/plan_check.hpp"
#include "verified/schedule/algorithm.hpp"

namespace tutti::cli {

/// Whether the word names a file of schedules: it ends in .json, .jsonl, of which a line may be named behind a colon,
/// or .xml. No name of ours has such an ending.
bool names_schedules(const std::string& word);
/// Whether it is a file of MSCCL by its name.
bool names_msccl(const std::string& word);

/// A plan of threadblocks, which are checked before anything is made of them.
using AnyPlan = std::variant<others::Plan, others::OneSidedPlan>;
const others::PlanFrame& frame_of(const AnyPlan& plan);

/// The plan in that text: in an .xml of MSCCL, in a .json with a list of GPUs of MSCCL++; none in other files.
/// UsageError where it is no plan.
std::optional<AnyPlan> plan_in(const std::string& text, const std::string& word);

/// What check_plan() says of it (verified/others/plan_check.hpp, onesided_check.hpp), with that many slots for each
/// connection of a plan that has some. UsageError where its connections are none.
others::PlanVerdict checked(const AnyPlan& plan, const std::string& word, std::optional<int> slots = std::nullopt);

/// The text of that file. UsageError where it cannot be read.
std::string read_schedules(const std::string& word);

/// The schedules in that text, which is that of the file: one in a .json, one in each line of a .jsonl, of which only
/// that line counts that the word names; that which is made of a plan. Their names are the word, or FILE:LINE. They
/// stay for as long as the program runs. UsageError, with the line, for what is no schedule, and where there is none;
/// NotProved for a plan that is refuted.
std::vector<const Algorithm*> schedules_in(const std::string& text, const std::string& word);

/// The only schedule of the file. UsageError where there are several.
const Algorithm& only_schedule(const std::string& word);

/// "allreduce, p = 7", "reduce, p = 7, root 2": what a file is of.
std::string print_case(Collective collective, int ranks, Rank root);

}  // namespace tutti::cli
