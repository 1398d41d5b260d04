#include "verified/conform/worker/error_cases.hpp"

#include <algorithm>
#include <vector>

#include "verified/conform/case/wrongs.hpp"
#include "verified/conform/worker/declined.hpp"
#include "verified/conform/worker/error_text.hpp"
#include "verified/conform/worker/wrong_call.hpp"

namespace tutti::mpi::conform {
namespace {

using tutti::conform::Case;
using tutti::conform::Comm;
using tutti::conform::Form;
using tutti::conform::Handler;
using tutti::conform::Kind;
using tutti::conform::Procedure;
using tutti::conform::Report;
using tutti::conform::Wrong;

/// With which communicators the program's own handler was called.
std::vector<MPI_Comm>& handled() {
  static std::vector<MPI_Comm> all;
  return all;
}

void handle_error(MPI_Comm* comm, int* /*code*/, ...) { handled().push_back(*comm); }

/// While it lives, these communicators have that error handler, and so has what raises errors without a valid one:
/// MPI_COMM_SELF (MPI 4.0, 9.3), before MPI 4.0 MPI_COMM_WORLD.
class Handled {
 public:
  Handled(Handler by, const std::vector<MPI_Comm>& comms) {
    MPI_Errhandler handler = by == Handler::fatal ? MPI_ERRORS_ARE_FATAL : MPI_ERRORS_RETURN;
    if (by == Handler::own) MPI_Comm_create_errhandler(handle_error, &handler);
    handled().clear();
    for (const MPI_Comm comm : {MPI_COMM_WORLD, MPI_COMM_SELF}) handlers_.push_back({comm, MPI_ERRHANDLER_NULL});
    for (const MPI_Comm comm : comms)
      if (comm != MPI_COMM_NULL && comm != MPI_COMM_WORLD && comm != MPI_COMM_SELF)
        handlers_.push_back({comm, MPI_ERRHANDLER_NULL});
    for (auto& [comm, before] : handlers_) {
      MPI_Comm_get_errhandler(comm, &before);
      MPI_Comm_set_errhandler(comm, handler);
    }
    if (by == Handler::own) MPI_Errhandler_free(&handler);
  }
  ~Handled() {
    for (auto& [comm, before] : handlers_) {
      MPI_Comm_set_errhandler(comm, before);
      MPI_Errhandler_free(&before);
    }
  }
  Handled(const Handled&) = delete;
  Handled& operator=(const Handled&) = delete;

 private:
  struct OfComm {
    MPI_Comm comm;
    MPI_Errhandler before;
  };
  std::vector<OfComm> handlers_;
};

int call_locally(Procedure p, const Arguments& a) {
  int commutes;
  if (p == Procedure::op_commutative) return MPI_Op_commutative(a.op, &commutes);
  return MPI_Reduce_local(a.send.buffer, a.receive.buffer, static_cast<int>(a.receive.counts.front()),
                          a.receive.types.front(), a.op);
}

/// The code that the whole call returns.
int call(const Case& c, const Arguments& arguments) {
  if (!communicates(c.procedure)) return call_locally(c.procedure, arguments);
  MpiCall call(c, arguments);
  call.start();
  if (call.error_code() == MPI_SUCCESS) call.finish();
  return call.error_code();
}

std::string print_classes(const std::vector<std::string>& classes) {
  std::string text;
  for (const auto& one : classes) text += (text.empty() ? "" : " or ") + one;
  return text;
}

/// "Some other kind", "not in this list", "unknown": true of any wrong argument, though others say more.
bool is_general(int error_class) {
  return error_class == MPI_ERR_ARG || error_class == MPI_ERR_OTHER || error_class == MPI_ERR_UNKNOWN;
}

void judge_error(const Case& c, int code, Report& report) {
  const auto& wrong = *tutti::conform::wrong_argument_named(c.wrong);
  const auto due = due_classes(wrong, c.procedure);
  int found = MPI_SUCCESS;
  if (code != MPI_SUCCESS) MPI_Error_class(code, &found);
  if (std::ranges::find(due, class_name(found)) != due.end()) return;
  const auto text = name_of_call(c) + " with " + std::string(wrong.says) + " returns " + class_name(found) + "; " +
                    print_classes(due) + " is due (MPI 4.0, 9.4)";
  if (is_general(found))
    report.notes.push_back(text);
  else
    report.wrong.push_back({found == MPI_SUCCESS ? Kind::no_error : Kind::wrong_class, text});
}

/// What the program's own handler was called with, where the call has returned `code` and was given `comm`.
void judge_handler(const Case& c, int code, MPI_Comm comm, Report& report) {
  const auto& calls = handled();
  const auto wrong = [&](const std::string& text) {
    report.wrong.push_back(
        {Kind::wrong_handler, name_of_call(c) + " returns " + error_text(code) + ", and " + text + " (MPI 4.0, 9.3)"});
  };
  if (code == MPI_SUCCESS && !calls.empty()) return wrong("the error handler of its communicator was called");
  if (code != MPI_SUCCESS && calls.empty()) return wrong("the error handler of its communicator was not called");
  const bool names_one = communicates(c.procedure) && comm != MPI_COMM_NULL;
  if (names_one && !calls.empty() && std::ranges::find(calls, comm) == calls.end())
    return wrong("the error handler was called with another communicator");
  if (calls.size() > 1) wrong("the error handler was called " + std::to_string(calls.size()) + " times");
}

/// What an allreduce and a barrier on the communicator say after the error, unless they are declined.
std::optional<Wrong> broken(const Case& c, const Group& group) {
  const auto says = [](const std::string& text) { return Wrong{Kind::broken_afterwards, "after the error, " + text}; };
  const int own = group.rank + 1, due = group.size * (group.size + 1) / 2;
  int sum = -1;
  if (const int code = MPI_Allreduce(&own, &sum, 1, MPI_INT, MPI_SUM, group.comm); may_decline(c, code))
    return std::nullopt;
  else if (code != MPI_SUCCESS)
    return says("MPI_Allreduce returns " + error_text(code));
  if (sum != due)
    return says("MPI_Allreduce gives " + std::to_string(sum) + " where " + std::to_string(due) + " is due");
  if (const int code = MPI_Barrier(group.comm); code != MPI_SUCCESS && !may_decline(c, code))
    return says("MPI_Barrier returns " + error_text(code));
  return std::nullopt;
}

}  // namespace

Report run_error_case(const Case& c, Groups& groups, const std::function<void()>& noticed) {
  const auto& group = groups.of(on_neighbours(c.procedure) ? Comm::cart : c.comm, 1);
  const auto inter = tutti::conform::needs_intercommunicator(c.wrong) ? groups.of(Comm::inter).comm : MPI_COMM_NULL;
  Report report;
  const WrongCall call_of_case(c, group, inter);
  const Handled handled(c.handler, {group.comm, inter});
  const int code = call(c, call_of_case.arguments());
  if (code != MPI_SUCCESS) noticed();
  if (c.handler == Handler::own) judge_handler(c, code, call_of_case.arguments().comm, report);
  if (c.handler == Handler::fatal && code != MPI_SUCCESS)
    report.wrong.push_back({Kind::wrong_handler, name_of_call(c) + " returns " + error_text(code) +
                                                     " under MPI_ERRORS_ARE_FATAL (MPI 4.0, 9.3)"});
  judge_error(c, code, report);
  if (auto wrong = broken(c, group)) report.wrong.push_back(std::move(*wrong));
  return report;
}

}  // namespace tutti::mpi::conform
