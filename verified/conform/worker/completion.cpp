#include "verified/conform/worker/completion.hpp"

#include <sched.h>

#include <algorithm>
#include <utility>

namespace tutti::mpi::conform {
namespace {

using tutti::conform::Case;
using tutti::conform::Completion;
using tutti::conform::Form;
using tutti::conform::Kind;
using tutti::conform::Wrong;

/// What a procedure for several requests is given and gives back: ours, between two null ones.
struct RequestList {
  std::vector<MPI_Request> requests;
  std::vector<MPI_Status> statuses;
  std::vector<int> indices;
  std::vector<char> is_open;  ///< active, and not said to have completed
  Form form;
  std::string wrong = {};  ///< what cannot be; empty where nothing is

  RequestList(const std::vector<MPI_Request*>& ours, Form of) : requests{MPI_REQUEST_NULL}, form(of) {
    for (const auto* request : ours) requests.push_back(*request);
    requests.push_back(MPI_REQUEST_NULL);
    statuses.resize(requests.size());
    indices.assign(requests.size(), -1);
    // What has completed at once may be given back null, and there is nothing to complete then.
    for (const auto request : requests) is_open.push_back(request != MPI_REQUEST_NULL);
  }

  int size() const { return static_cast<int>(requests.size()); }
  MPI_Request* list() { return requests.data(); }
  auto left() const { return std::ranges::count(is_open, 1); }
  bool is_to_go_on() const { return wrong.empty() && left() > 0; }
  std::string open() const {
    std::string text;
    for (std::size_t i = 0; i < is_open.size(); ++i)
      if (is_open[i]) text += (text.empty() ? "" : ", ") + std::to_string(i);
    return text;
  }

  /// Request number `index` is said to have completed.
  void take(int index) {
    if (!wrong.empty()) return;
    const auto i = static_cast<std::size_t>(index);
    if (index < 0 || i >= is_open.size() || !is_open[i]) {
      wrong = "says that request " + std::to_string(index) + " has completed, where only request " + open() + " can";
      return;
    }
    is_open[i] = 0;
    const bool is_null = requests[i] == MPI_REQUEST_NULL;
    if (is_null != (form == Form::nonblocking))
      wrong = is_null ? "makes a persistent request null" : "leaves the request, which it should make null";
  }
  /// So that what is received may be judged although the procedure has said what cannot be.
  void wait_for_the_rest() {
    for (std::size_t i = 0; i < requests.size(); ++i)
      if (is_open[i]) MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
  }
  void take_all() {
    for (int i = 0; i < size(); ++i)
      if (is_open[static_cast<std::size_t>(i)]) take(i);
  }
  /// So many are said to have completed, those of the first indices.
  void take_some(int count) {
    if (count < 1 || count > left()) {
      wrong =
          "says that " + std::to_string(count) + " requests have completed, where " + std::to_string(left()) + " can";
      return;
    }
    for (int k = 0; k < count; ++k) take(indices[static_cast<std::size_t>(k)]);
  }
};

/// Until something has completed, or failed.
template <class Call>
int again_and_again(const int& flag, Call call) {
  for (;;) {
    if (const int code = call(); code != MPI_SUCCESS || flag) return code;
    sched_yield();
  }
}

/// One call of the procedure: at least one of those that are open has completed then.
int perform(Completion how, RequestList& s) {
  const int n = s.size();
  const auto first_open = std::ranges::find(s.is_open, 1) - s.is_open.begin();
  auto* const one = s.list() + first_open;
  int index = -1, count = 0, flag = 0, code = MPI_SUCCESS;
  switch (how) {
    case Completion::wait:
      code = MPI_Wait(one, MPI_STATUS_IGNORE);
      if (code == MPI_SUCCESS) s.take(static_cast<int>(first_open));
      return code;
    case Completion::test:
      code = again_and_again(flag, [&] { return MPI_Test(one, &flag, MPI_STATUS_IGNORE); });
      if (code == MPI_SUCCESS) s.take(static_cast<int>(first_open));
      return code;
    case Completion::waitall:
      code = MPI_Waitall(n, s.list(), s.statuses.data());
      if (code == MPI_SUCCESS) s.take_all();
      return code;
    case Completion::testall:
      code = again_and_again(flag, [&] { return MPI_Testall(n, s.list(), &flag, s.statuses.data()); });
      if (code == MPI_SUCCESS) s.take_all();
      return code;
    case Completion::waitany:
      code = MPI_Waitany(n, s.list(), &index, MPI_STATUS_IGNORE);
      if (code == MPI_SUCCESS) s.take(index);
      return code;
    case Completion::testany:
      code = again_and_again(flag, [&] { return MPI_Testany(n, s.list(), &index, &flag, MPI_STATUS_IGNORE); });
      if (code == MPI_SUCCESS) s.take(index);
      return code;
    case Completion::waitsome:
      code = MPI_Waitsome(n, s.list(), &count, s.indices.data(), s.statuses.data());
      if (code == MPI_SUCCESS) s.take_some(count);
      return code;
    case Completion::testsome:
      code = again_and_again(count,
                             [&] { return MPI_Testsome(n, s.list(), &count, s.indices.data(), s.statuses.data()); });
      if (code == MPI_SUCCESS) s.take_some(count);
      return code;
  }
  __builtin_unreachable();
}

std::string name_of_procedure(Completion how) {
  auto name = std::string(name_of(how));
  name.front() = static_cast<char>(name.front() - 'a' + 'A');
  return "MPI_" + name;
}

/// What is wrong of a list of which nothing is active any more, as tests say it, which do not wait: that all of it has
/// completed, and nothing of it now (MPI 4.0, 3.7.3 to 3.7.6).
std::optional<std::string> wrong_of_inactive(Completion how, RequestList& s) {
  const int n = s.size();
  int flag = 0, index = 0, count = 0;
  switch (how) {
    case Completion::testall:
    case Completion::waitall:
      MPI_Testall(n, s.list(), &flag, MPI_STATUSES_IGNORE);
      if (!flag) return "MPI_Testall of requests that are inactive says that they have not completed";
      break;
    case Completion::testany:
    case Completion::waitany:
      MPI_Testany(n, s.list(), &index, &flag, MPI_STATUS_IGNORE);
      if (!flag || index != MPI_UNDEFINED)
        return "MPI_Testany of requests that are inactive gives " + std::to_string(flag) + " and the index " +
               std::to_string(index) + ", where true and MPI_UNDEFINED are due";
      break;
    case Completion::testsome:
    case Completion::waitsome:
      MPI_Testsome(n, s.list(), &count, s.indices.data(), MPI_STATUSES_IGNORE);
      if (count != MPI_UNDEFINED)
        return "MPI_Testsome of requests that are inactive says that " + std::to_string(count) +
               " have completed, where MPI_UNDEFINED is due";
      break;
    default: break;
  }
  for (auto& request : s.requests) {
    flag = 0;
    if (how == Completion::test)
      MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    else
      MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
    if (!flag)
      return std::string(how == Completion::test ? "MPI_Test" : "MPI_Request_get_status") +
             " of a request that is inactive says that it has not completed";
  }
  return std::nullopt;
}

}  // namespace

Completed complete(const Case& c, const std::vector<MPI_Request*>& requests) {
  RequestList several(requests, c.form);
  Completed completed{MPI_SUCCESS, name_of_procedure(c.completion)};
  while (completed.code == MPI_SUCCESS && several.is_to_go_on()) completed.code = perform(c.completion, several);
  if (!several.wrong.empty()) several.wait_for_the_rest();
  for (std::size_t i = 0; i < requests.size(); ++i) *requests[i] = several.requests[i + 1];
  if (completed.code != MPI_SUCCESS) {
    int error_class = MPI_SUCCESS;
    MPI_Error_class(completed.code, &error_class);
    if (error_class != MPI_ERR_IN_STATUS) return completed;
    for (const auto& status : several.statuses)
      if (status.MPI_ERROR != MPI_SUCCESS && status.MPI_ERROR != MPI_ERR_PENDING) completed.code = status.MPI_ERROR;
    return completed;
  }
  const auto is_null = [](MPI_Request r) { return r == MPI_REQUEST_NULL; };
  if (several.wrong.empty() && !(is_null(several.requests.front()) && is_null(several.requests.back())))
    several.wrong = "writes to null requests";
  if (!several.wrong.empty())
    completed.wrong = Wrong{Kind::wrong_answer, completed.procedure + " " + several.wrong};
  else if (auto wrong = wrong_of_inactive(c.completion, several))
    completed.wrong = Wrong{Kind::wrong_answer, std::move(*wrong)};
  return completed;
}

void CompletedTogether::add(MPI_Request& request, std::function<void(const Completed&)> done) {
  members_.push_back({&request, std::move(done)});
}

void CompletedTogether::complete(const Case& c, std::size_t first) {
  if (members_.empty()) return;
  const auto middle = members_.begin() + static_cast<std::ptrdiff_t>(first % members_.size());
  std::rotate(members_.begin(), middle, members_.end());  // clang 14 compiles no std::ranges::rotate of g++ 12
  std::vector<MPI_Request*> requests;
  for (const auto& m : members_) requests.push_back(m.request);
  const auto completed = conform::complete(c, requests);
  for (const auto& m : members_) m.done(completed);
  members_.clear();
}

}  // namespace tutti::mpi::conform
