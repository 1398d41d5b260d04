#include "verified/run/mpi/engine.hpp"

#include <sched.h>

#include "verified/run/mpi/error.hpp"

namespace tutti::mpi {
namespace {

constexpr int line = 64;  // bytes: own areas begin at a cache line

constexpr std::array callers_areas{Area::input, Area::output};
constexpr std::array own_areas{Area::scratch, Area::even, Area::odd};

void check_messages(const Plan& plan, const Layout& layout) {
  const std::string unit = layout.extent == 1 ? " bytes" : " elements";
  for (const auto& phase : plan.phases)
    for (const auto* transfers : {&phase.sends, &phase.receives, &phase.early_receives})
      for (const auto& t : *transfers)
        if (!fits_int(t.elements))
          throw Error("a message of " + std::to_string(t.elements) + unit + " exceeds 2^31 - 1");
}

}  // namespace

Engine::Engine(Communicator& comm, std::shared_ptr<const ProvedPlan> proved, const Layout& layout)
    : comm_(comm), proved_(std::move(proved)), layout_(layout) {
  const auto& plan = proved_->plan;
  check_messages(plan, layout_);
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
}

void Engine::run(const void* input, void* output, std::byte* memory, const Compute& compute) {
  for (auto area : own_areas) {
    const auto a = static_cast<std::size_t>(area);
    base_[a] = origin_at(memory, start_[a], std::int64_t{layout_.true_lower});
  }
  base_[static_cast<std::size_t>(Area::input)] = static_cast<std::byte*>(const_cast<void*>(input));
  base_[static_cast<std::size_t>(Area::output)] = static_cast<std::byte*>(output);

  const auto receive_all = [this](const std::vector<Transfer>& transfers) {
    for (const auto& t : transfers)
      MPI_Irecv(address(t.place), as_int(t.elements), layout_.type, t.peer, t.tag, comm_.context(),
                &requests_[static_cast<std::size_t>(t.request)]);
  };
  for (const auto& phase : proved_->plan.phases) {
    work(phase.pack, compute);
    receive_all(phase.receives);
    for (const auto& t : phase.sends)
      MPI_Isend(address(t.place), as_int(t.elements), layout_.type, t.peer, t.tag, comm_.context(),
                &requests_[static_cast<std::size_t>(t.request)]);
    receive_all(phase.early_receives);
    wait(phase);
    work(phase.work, compute);
  }
}

void Engine::work(const std::vector<Work>& works, const Compute& compute) {
  for (const auto& w : works) compute(address(w.left), w.fold ? address(w.right) : nullptr, address(w.to), w.elements);
}

void Engine::wait(const Phase& phase) {
  auto* first = requests_.data() + phase.first_request;
  if (!comm_.oversubscribed()) {
    MPI_Waitall(phase.requests, first, MPI_STATUSES_IGNORE);
    return;
  }
  for (int done = 0;;) {
    MPI_Testall(phase.requests, first, &done, MPI_STATUSES_IGNORE);
    if (done) return;
    sched_yield();
  }
}

}  // namespace tutti::mpi
