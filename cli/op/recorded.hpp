// The operators of an application, as libtutti has recorded them.
#pragma once
#include <string>
#include <variant>

#include "cli/recording.hpp"
#include "verified/op/judge/subject.hpp"

namespace tutti::cli {

/// A recorded operator on one of its datatypes: what is to be judged, or why it cannot be.
struct RecordedCase {
  std::string title;  ///< "compose of /opt/app/bin/app on MPI_DOUBLE, declared to commute"
  std::variant<op::Subject, std::string> subject;
};

/// The function is found by its address in the object that has it, see op::subject_of. `common` has what holds for all
/// operators, such as the flags of the compiler.
RecordedCase recorded_case(const RecordedOperator& op, const RecordedElements& elements, const op::Request& common);

}  // namespace tutti::cli
