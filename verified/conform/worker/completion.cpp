#include "verified/conform/worker/completion.hpp"

#include <sched.h>

#include <array>

namespace tutti::mpi::conform {
namespace {

using tutti::conform::Case;
using tutti::conform::Completion;
using tutti::conform::Form;
using tutti::conform::Kind;
using tutti::conform::Wrong;

constexpr int requests_in_all = 3, ours = 1;

/// What a procedure for several requests is given and gives back.
struct Outstanding {
  std::array<MPI_Request, requests_in_all> requests{MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  std::array<MPI_Status, requests_in_all> statuses{};
  std::array<int, requests_in_all> indices{-1, -1, -1};
  int index = ours, flag = 1, count = 1;

  MPI_Request* list() { return requests.data(); }
};

/// Until the call has completed, or failed.
template <class Call>
int again_and_again(const int& flag, Call call) {
  for (;;) {
    if (const int code = call(); code != MPI_SUCCESS || flag) return code;
    sched_yield();
  }
}

int perform(Completion how, Outstanding& s) {
  constexpr int n = requests_in_all;
  switch (how) {
    case Completion::wait: return MPI_Wait(&s.requests[ours], MPI_STATUS_IGNORE);
    case Completion::test:
      return again_and_again(s.flag, [&] { return MPI_Test(&s.requests[ours], &s.flag, &s.statuses[ours]); });
    case Completion::waitall: return MPI_Waitall(n, s.list(), s.statuses.data());
    case Completion::waitany: return MPI_Waitany(n, s.list(), &s.index, MPI_STATUS_IGNORE);
    case Completion::waitsome:
      s.indices[0] = -1;
      if (const int code = MPI_Waitsome(n, s.list(), &s.count, s.indices.data(), s.statuses.data())) return code;
      s.index = s.indices[0];
      return MPI_SUCCESS;
    case Completion::testall:
      return again_and_again(s.flag, [&] { return MPI_Testall(n, s.list(), &s.flag, MPI_STATUSES_IGNORE); });
    case Completion::testany:
      return again_and_again(s.flag, [&] { return MPI_Testany(n, s.list(), &s.index, &s.flag, &s.statuses[0]); });
    case Completion::testsome: {
      const int code = again_and_again(
          s.count, [&] { return MPI_Testsome(n, s.list(), &s.count, s.indices.data(), MPI_STATUSES_IGNORE); });
      s.index = s.indices[0];
      return code;
    }
  }
  __builtin_unreachable();
}

std::string name_of_procedure(Completion how) {
  auto name = std::string(name_of(how));
  name.front() = static_cast<char>(name.front() - 'a' + 'A');
  return "MPI_" + name;
}

/// What cannot be where one request of three was there to be completed.
std::optional<std::string> impossible(const Outstanding& s, Form form) {
  if (s.index != ours)
    return "says that request " + std::to_string(s.index) + " has completed, where only request 1 can";
  if (s.count != 1) return "says that " + std::to_string(s.count) + " requests have completed, where one can";
  const bool is_null = s.requests[ours] == MPI_REQUEST_NULL;
  if (is_null != (form == Form::nonblocking))
    return is_null ? "makes a persistent request null" : "leaves the request, which it should make null";
  if (s.requests[0] != MPI_REQUEST_NULL || s.requests[2] != MPI_REQUEST_NULL) return "writes to null requests";
  return std::nullopt;
}

/// What a test of a persistent request that is inactive again says that is wrong (MPI 4.0, 3.7.3 to 3.7.6: that it has
/// completed), by the procedure that completed it, where that can be called without waiting.
std::optional<std::string> wrong_of_inactive(Completion how, Outstanding& s) {
  int flag = 0;
  const char* procedure = "MPI_Request_get_status";
  if (how == Completion::test) {
    procedure = "MPI_Test";
    MPI_Test(&s.requests[ours], &flag, MPI_STATUS_IGNORE);
  } else if (how == Completion::testall) {
    procedure = "MPI_Testall";
    MPI_Testall(requests_in_all, s.list(), &flag, MPI_STATUSES_IGNORE);
  } else {
    MPI_Request_get_status(s.requests[ours], &flag, MPI_STATUS_IGNORE);
  }
  if (flag) return std::nullopt;
  return std::string(procedure) + " of the persistent request, which is inactive then, says that it has not completed";
}

}  // namespace

Completed complete(const Case& c, MPI_Request& request) {
  // What has completed at once may be given back so, and there is nothing to complete then.
  if (c.form == Form::nonblocking && request == MPI_REQUEST_NULL) return {MPI_SUCCESS, name_of_procedure(c.completion)};
  Outstanding several;
  several.requests[ours] = request;
  Completed completed{perform(c.completion, several), name_of_procedure(c.completion)};
  request = several.requests[ours];
  if (completed.code != MPI_SUCCESS) {
    int error_class = MPI_SUCCESS;
    MPI_Error_class(completed.code, &error_class);
    const int in_status = several.statuses[c.completion == Completion::waitall ? ours : 0].MPI_ERROR;
    if (error_class == MPI_ERR_IN_STATUS && in_status != MPI_SUCCESS) completed.code = in_status;
    return completed;
  }
  if (const auto what = impossible(several, c.form))
    completed.wrong = Wrong{Kind::wrong_answer, completed.procedure + " " + *what};
  else if (c.form == Form::persistent)
    if (auto wrong = wrong_of_inactive(c.completion, several))
      completed.wrong = Wrong{Kind::wrong_answer, std::move(*wrong)};
  return completed;
}

}  // namespace tutti::mpi::conform
