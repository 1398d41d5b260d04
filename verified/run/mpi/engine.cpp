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

bool is_under_way(MPI_Request r) { return r != MPI_REQUEST_NULL; }

/// What a rank does while nothing comes through shared memory: it lets others run, and MPI move what the application
/// has begun, on which another rank may wait before it comes here; and now and then it looks whether who is waited for
/// lives.
class Idle {
 public:
  explicit Idle(Communicator& comm) : comm_(comm) {}

  void wait_for(const std::vector<NodeExchange>& open) {
    if (comm_.oversubscribed())
      sched_yield();
    else
      pause();
    if (++times_ % (comm_.oversubscribed() ? turns : spins) != 0) return;
    int there = 0;
    check(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm_.context(), &there, MPI_STATUS_IGNORE), "MPI_Iprobe");
    const auto now = Clock::now();
    if (now < next_look_) return;
    next_look_ = now + patience;
    for (const auto& e : open) look_after(e);
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr unsigned spins = 1 << 12, turns = 1 << 6;

  static void pause() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }
  /// What it has written before it ended is there.
  void look_after(const NodeExchange& e) {
    if (!e.is_over() && comm_.node()->has_ended(e.peer()) && !comm_.node()->from(e.peer()).has_piece())
      throw Error("rank " + std::to_string(e.peer()) + " has ended, and this one waits for it");
  }

  Communicator& comm_;
  unsigned times_ = 0;
  Clock::time_point next_look_ = Clock::now() + patience;
};

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
  prepare_messages();
  if (comm_.node()) prepare_node_exchanges();
}

void Engine::prepare_messages() {
  const auto& plan = proved_->plan();
  requests_.resize(static_cast<std::size_t>(plan.requests), MPI_REQUEST_NULL);
  messages_.resize(requests_.size());
  due_.resize(requests_.size(), sent);
  for (const auto& stage : plan.stages) {
    statuses_.resize(std::max(statuses_.size(), static_cast<std::size_t>(stage.requests)));
    for (const auto* transfers : {&stage.sends, &stage.receives, &stage.early_receives})
      for (const auto& t : *transfers)
        if (!by_node(t)) messages_[static_cast<std::size_t>(t.request)] = message_of(t.elements);
    for (const auto* receives : {&stage.receives, &stage.early_receives})
      for (const auto& t : *receives) {
        const auto i = static_cast<std::size_t>(t.request);
        if (!by_node(t)) due_[i] = layout_.size > 0 ? messages_[i].count : 0;
      }
  }
}

/// What a stage waits for are its own messages, and those that the one before has posted early for it.
void Engine::prepare_node_exchanges() {
  packs_to_itself_ = packs_to_itself(layout_);
  const Stage* before = nullptr;
  for (const auto& stage : proved_->plan().stages) {
    auto& exchanges = on_node_.emplace_back();
    const auto with = [&](Rank peer) -> NodeExchange& {
      for (auto& e : exchanges)
        if (e.peer() == peer) return e;
      return exchanges.emplace_back(peer);
    };
    for (const auto& t : stage.sends)
      if (by_node(t)) with(t.peer).add_send(t);
    if (before)
      for (const auto& t : before->early_receives)
        if (by_node(t)) with(t.peer).add_receive(t);
    for (const auto& t : stage.receives)
      if (by_node(t)) with(t.peer).add_receive(t);
    before = &stage;
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
    base_[a] = moved(memory, origin_at(std::int64_t{0}, start_[a], std::int64_t{layout_.true_lower}));
  }
  base_[static_cast<std::size_t>(Area::input)] = input;
  base_[static_cast<std::size_t>(Area::output)] = output;
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
  std::size_t number = 0;
  for (const auto& stage : proved_->plan().stages) {
    work(stage.pack, compute);
    receive(stage.receives);
    for (const auto& t : stage.sends) {
      if (by_node(t)) continue;
      const auto i = static_cast<std::size_t>(t.request);
      check(MPI_Isend(address(t.place), messages_[i].count, messages_[i].type, t.peer, t.tag, comm_.context(),
                      &requests_[i]),
            "MPI_Isend");
    }
    receive(stage.early_receives);
    if (comm_.node())
      exchange(stage, on_node_[number++]);
    else
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
    if (by_node(t)) continue;
    const auto i = static_cast<std::size_t>(t.request);
    check(MPI_Irecv(address(t.place), messages_[i].count, messages_[i].type, t.peer, t.tag, comm_.context(),
                    &requests_[i]),
          "MPI_Irecv");
  }
}

void Engine::wait(const Stage& stage) {
  wait_for_all(stage.requests, requests_.data() + stage.first_request);
  check_lengths(stage);
}

/// A message that is longer than due is MPI's error. One that is shorter is none, but what was proved is not what runs.
void Engine::check_lengths(const Stage& stage) {
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

/// Moves what goes by the node while MPI moves the rest.
void Engine::exchange(const Stage& stage, std::vector<NodeExchange>& on_node) {
  if (on_node.empty()) return wait(stage);
  auto& node = *comm_.node();
  const Wire wire{layout_, packs_to_itself_};
  const auto place = [this](const Place& p) { return address(p); };
  for (auto& e : on_node) e.begin(node, wire, place);
  auto* const requests = requests_.data() + stage.first_request;
  const bool by_mpi = std::any_of(requests, requests + stage.requests, is_under_way);
  Idle idle(comm_);
  for (bool over = false, mpi_is_over = !by_mpi; !over;) {
    if (!mpi_is_over) {
      int done = 0;
      if (const int code = MPI_Testall(stage.requests, requests, &done, statuses_.data()); code != MPI_SUCCESS)
        fail_by_status(code, "MPI_Testall", statuses_, stage.requests);
      mpi_is_over = done != 0;
    }
    bool moved = false;
    over = mpi_is_over;
    for (auto& e : on_node) {
      moved |= !e.is_over() && e.progress(node, wire, place);
      over &= e.is_over();
    }
    if (!moved && !over) idle.wait_for(on_node);
  }
  if (by_mpi) check_lengths(stage);
}

/// After a failure. Receives are cancelled, which ends them without any other rank (MPI 4.0, 3.8.4). A send cannot be
/// cancelled for certain, so it gets some time to end. False where requests are left, which MPI then frees in the end.
bool Engine::end_requests() {
  for (std::size_t i = 0; i < requests_.size(); ++i)
    if (due_[i] != sent && is_under_way(requests_[i])) static_cast<void>(MPI_Cancel(&requests_[i]));
  const auto until = std::chrono::steady_clock::now() + patience;
  while (std::ranges::any_of(requests_, is_under_way)) {
    for (auto& r : requests_)
      if (int done = 0; is_under_way(r)) static_cast<void>(MPI_Test(&r, &done, MPI_STATUS_IGNORE));
    if (std::chrono::steady_clock::now() > until) break;
    sched_yield();
  }
  bool all = true;
  for (auto& r : requests_)
    if (is_under_way(r)) {
      all = false;
      static_cast<void>(MPI_Request_free(&r));
    }
  return all;
}

}  // namespace tutti::mpi
