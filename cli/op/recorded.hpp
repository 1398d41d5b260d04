// The operators of an application, as libtutti has recorded them.
#pragma once
#include "cli/op/op_case.hpp"
#include "cli/recording.hpp"
#include "verified/op/judge/subject.hpp"

namespace tutti::cli {

/// The function is found by its address in the object that has it, see op::subject_of. `common` has what holds for all
/// operators, such as the flags of the compiler. The first tries are of the operands that were recorded.
OpCase recorded_case(const RecordedOperator& op, const RecordedOperands& operands, const op::Request& common);

}  // namespace tutti::cli
