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

/// The function is found in its source where the object that has it was compiled with -g, by addr2line; else by its
/// symbol, if the object is a shared library. `common` has what holds for all operators, such as the flags of the
/// compiler.
RecordedCase recorded_case(const RecordedOperator& op, const RecordedElements& elements, const op::Request& common);

}  // namespace tutti::cli
