// One of several operators or datatypes that a command judges.
#pragma once
#include <string>
#include <utility>
#include <variant>

#include "verified/op/judge/subject.hpp"

namespace tutti::cli {

/// What is to be judged, or why it cannot be.
struct OpCase {
  std::string title;  ///< "compose of /opt/app/bin/app on MPI_DOUBLE, declared to commute"
  std::variant<op::Subject, std::string> subject;
};

/// With the subject that f() is, or the text of the InputError or DeadlinePassed that it throws.
template <class F>
OpCase op_case(std::string title, F f) {
  OpCase made{std::move(title), ""};
  try {
    made.subject = f();
  } catch (const op::InputError& e) {
    made.subject = e.what();
  } catch (const op::DeadlinePassed& e) {
    made.subject = e.what();
  }
  return made;
}

}  // namespace tutti::cli
