#include "verified/run/mpi/engine.hpp"

#include <sched.h>

#include <algorithm>
#include <chrono>

#include "verified/run/mpi/error.hpp"

namespace tutti::mpi {
namespace {

constexpr int line = 64;  // bytes: own areas begin at a cache line

constexpr std::array callers_areas{Area::input, Area::output};
constexpr std::array own_areas{Area::scratch, Area::even, Area::odd};

constexpr std::chrono::seconds patience(1);  // for what is sent when a run has failed
constexpr int sent = -1;

void check_fits(const Communicator& comm, const ProvedPlan& proved, const Needs& satisfied) {
  if (proved.ranks() != comm.size() || proved.rank() != comm.rank())
    throw Error("a plan for rank " + std::to_string(proved.rank()) + " of " + std::to_string(proved.ranks()) +
                " does not run at rank " + std::to_string(comm.rank()) + " of " + std::to_string(comm.size()));
  if (!satisfied.covers(proved.needs()))
    throw Error(std::string("the schedule is proved for operators that are ") +
                (proved.needs().commutative ? "commutative" : "associative") + ", and this one is not");
}

/// The first of several requests that failed tells why.
[[noreturn]] void fail_by_status(int code, const char* procedure, const std::vector<MPI_Status>& statuses, int n) {
  int error_class = MPI_SUCCESS;
  check(MPI_Error_class(code, &error_class), "MPI_Error_class");
  for (int i = 0; i < n && error_class == MPI_ERR_IN_STATUS; ++i) {
    const int one = statuses[static_cast<std::size_t>(i)].MPI_ERROR;
    if (one != MPI_SUCCESS && one != MPI_ERR_PENDING) fail(one, procedure);
  }
  fail(code, procedure);
}

}  // namespace

Engine::Engine(Communicator& comm, std::shared_ptr<const ProvedPlan> proved, const Layout& layout,
               const Needs& satisfied)
    : comm_(comm), proved_(std::move(proved)), layout_(layout) {
  check_fits(comm_, *proved_, satisfied);
  const auto& plan = proved_->plan();
  const auto span = [&](Area area) {
    const auto elements = plan.elements[static_cast<std::size_t>(area)];
    return elements > 0 ? span_of(layout_, elements) : 0;
  };
  for (auto area : callers_areas) static_cast<void>(span(area));  // throws where it is too large
  for (auto area : own_areas) {
    start_[static_cast<std::size_t>(area)] = bytes_;
    bytes_ = checked_sum(bytes_, rounded_up(span(area), line));
  }
  requests_.resize(static_cast<std::size_t>(plan.requests), MPI_REQUEST_NULL);
  messages_.resize(requests_.size());
  due_.resize(requests_.size(), sent);
  for (const auto& stage : plan.stages) {
    statuses_.resize(std::max(statuses_.size(), static_cast<std::size_t>(stage.requests)));
    for (const auto* transfers : {&stage.sends, &stage.receives, &stage.early_receives})
      for (const auto& t : *transfers) messages_[static_cast<std::size_t>(t.request)] = message_of(t.elements);
    for (const auto* receives : {&stage.receives, &stage.early_receives})
      for (const auto& t : *receives) {
        const auto i = static_cast<std::size_t>(t.request);
        due_[i] = layout_.size > 0 ? messages_[i].count : 0;
      }
  }
}

/// The elements, or one of a datatype that has them all where they are more than an int counts.
Engine::Message Engine::message_of(std::int64_t elements) {
  const auto type = layout_.type.own();
  if (fits_int(elements)) return {as_int(elements), type};
  auto known = long_types_.find(elements);
  if (known == long_types_.end()) known = long_types_.emplace(elements, LongType(elements, type, layout_.extent)).first;
  return {1, known->second.get()};
}

void Engine::run(const void* input, void* output, std::byte* memory, const Compute& compute) {
  if (!proved_) throw Error("there is nothing to run: this collective has been moved to another object");
  for (auto area : own_areas) {
    const auto a = static_cast<std::size_t>(area);
    base_[a] = origin_at(memory, start_[a], std::int64_t{layout_.true_lower});
  }
  base_[static_cast<std::size_t>(Area::input)] = static_cast<std::byte*>(const_cast<void*>(input));
  base_[static_cast<std::size_t>(Area::output)] = static_cast<std::byte*>(output);
  comm_.in_step([&] {
    try {
      run_stages(compute);
    } catch (...) {
      if (!end_requests()) comm_.leave_memory();
      throw;
    }
  });
}

void Engine::run_stages(const Compute& compute) {
  for (const auto& stage : proved_->plan().stages) {
    work(stage.pack, compute);
    receive(stage.receives);
    for (const auto& t : stage.sends) {
      const auto i = static_cast<std::size_t>(t.request);
      check(MPI_Isend(address(t.place), messages_[i].count, messages_[i].type, t.peer, t.tag, comm_.context(),
                      &requests_[i]),
            "MPI_Isend");
    }
    receive(stage.early_receives);
    wait(stage);
    work(stage.work, compute);
  }
}

void Engine::work(const std::vector<Work>& works, const Compute& compute) {
  for (const auto& w : works)
    compute(w.fold, address(w.left), w.fold ? address(w.right) : nullptr, address(w.to), w.elements);
}

void Engine::receive(const std::vector<Transfer>& transfers) {
  for (const auto& t : transfers) {
    const auto i = static_cast<std::size_t>(t.request);
    check(MPI_Irecv(address(t.place), messages_[i].count, messages_[i].type, t.peer, t.tag, comm_.context(),
                    &requests_[i]),
          "MPI_Irecv");
  }
}

/// A message that is longer than due is MPI's error. One that is shorter is none, but what was proved is not what runs.
void Engine::wait(const Stage& stage) {
  wait_for_all(stage.requests, requests_.data() + stage.first_request);
  for (int i = 0; i < stage.requests; ++i) {
    const int due = due_[static_cast<std::size_t>(stage.first_request + i)];
    if (due == sent) continue;
    const auto& status = statuses_[static_cast<std::size_t>(i)];
    int found = 0;
    check(MPI_Get_count(&status, messages_[static_cast<std::size_t>(stage.first_request + i)].type, &found),
          "MPI_Get_count");
    if (found != due)
      throw Error("a message from rank " + std::to_string(status.MPI_SOURCE) + " has " + std::to_string(found) +
                  " elements where " + std::to_string(due) + " are due: the ranks passed different counts");
  }
}

void Engine::wait_for_all(int n, MPI_Request* requests) {
  if (!comm_.oversubscribed()) {
    if (const int code = MPI_Waitall(n, requests, statuses_.data()); code != MPI_SUCCESS)
      fail_by_status(code, "MPI_Waitall", statuses_, n);
    return;
  }
  for (int done = 0;;) {
    if (const int code = MPI_Testall(n, requests, &done, statuses_.data()); code != MPI_SUCCESS)
      fail_by_status(code, "MPI_Testall", statuses_, n);
    if (done) return;
    sched_yield();
  }
}

/// After a failure. Receives are cancelled, which ends them without any other rank (MPI 4.0, 3.8.4). A send cannot be
/// cancelled for certain, so it gets some time to end. False where requests are left, which MPI then frees in the end.
bool Engine::end_requests() {
  const auto under_way = [](MPI_Request r) { return r != MPI_REQUEST_NULL; };
  for (std::size_t i = 0; i < requests_.size(); ++i)
    if (due_[i] != sent && under_way(requests_[i])) static_cast<void>(MPI_Cancel(&requests_[i]));
  const auto until = std::chrono::steady_clock::now() + patience;
  while (std::ranges::any_of(requests_, under_way)) {
    for (auto& r : requests_)
      if (int done = 0; under_way(r)) static_cast<void>(MPI_Test(&r, &done, MPI_STATUS_IGNORE));
    if (std::chrono::steady_clock::now() > until) break;
    sched_yield();
  }
  bool all = true;
  for (auto& r : requests_)
    if (under_way(r)) {
      all = false;
      static_cast<void>(MPI_Request_free(&r));
    }
  return all;
}

}  // namespace tutti::mpi
