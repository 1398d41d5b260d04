#include "cli/mpi/contenders.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <type_traits>

#include "verified/conform/worker/call.hpp"
#include "verified/conform/worker/common_start.hpp"
#include "verified/run/mpi/movement.hpp"
#include "verified/run/mpi/reduction.hpp"

namespace tutti::mpi {
namespace {

constexpr double batch = 3e-4;  ///< seconds

constexpr double never = Contender::never;
constexpr int most_roots = 8;  // each has a plan of its own

double median(std::vector<double> all) {
  if (all.empty()) return never;
  const auto middle = all.begin() + std::ssize(all) / 2;
  std::ranges::nth_element(all, middle);
  return *middle;
}

/// Seconds of one call, alone: the median of at most `calls` that all ranks began at the same moment, as far as these
/// fit into a batch; `never` where none did.
double time_alone(MPI_Comm comm, conform::CommonStart& start, const Contender& c, int calls) {
  double took = median(start
                           .time({.warm_up = 1, .least = 1, .most = static_cast<std::size_t>(calls), .seconds = batch},
                                 [&] { c.call(0); })
                           .seconds);
  MPI_Bcast(&took, 1, MPI_DOUBLE, 0, comm);
  return took;
}

/// Seconds of one of `calls` in a row, from so many roots in turn, until the slowest rank has done them all, after one
/// from each that brings the caches into its own state.
double time_in_row(MPI_Comm comm, const Contender& c, int roots, int calls) {
  for (int root = 0; root < roots; ++root) c.call(root);
  MPI_Barrier(comm);
  const double start = MPI_Wtime();
  for (int i = 0; i < calls; ++i) c.call(i % roots);
  double took = (MPI_Wtime() - start) / calls;
  MPI_Allreduce(MPI_IN_PLACE, &took, 1, MPI_DOUBLE, MPI_MAX, comm);
  return took;
}

}  // namespace

Calls::Calls(MPI_Comm comm, Collective collective, std::size_t bytes) : comm_(comm), row_(row(collective)) {
  MPI_Comm_size(comm, &size_);
  const int unit = row_.combines() ? static_cast<int>(sizeof(double)) : 1;
  const int parts = row_.cut == Cut::freely ? 1 : size_;
  count_ = std::max(1, static_cast<int>(bytes) / unit / parts);
  send_.resize(static_cast<std::size_t>(count_) * static_cast<std::size_t>(parts * unit));
  receive_.resize(send_.size());
  counts_.assign(static_cast<std::size_t>(size_), count_);
  for (int r = 0; r < size_; ++r) displacements_.push_back(r * count_);
  types_.assign(static_cast<std::size_t>(size_), MPI_BYTE);
  const int roots = row_.rooted() ? std::min(size_, most_roots) : 1;
  for (int i = 0; i < roots; ++i) roots_.push_back(static_cast<Rank>(std::int64_t{i} * size_ / roots));
}

Counts Calls::counts() const { return Counts(row_.cut == Cut::freely ? 1 : static_cast<std::size_t>(size_), count_); }

template <class Make>
Contender Calls::from_all_roots(Make make) {
  using Made = std::invoke_result_t<Make, Rank>;
  auto made = std::make_shared<std::vector<std::unique_ptr<Made>>>();
  for (const Rank root : roots_) made->push_back(std::unique_ptr<Made>(new Made(make(root))));
  const auto& selection = made->front()->selection();
  return {{selection.algorithm, selection.shape}, static_cast<int>(roots_.size()), [this, made](int i) {
            (*made)[static_cast<std::size_t>(i)]->run(send_.data(), receive_.data());
          }};
}

Contender Calls::by(const Candidate& c) {
  if (row_.combines())
    return from_all_roots(
        [&](Rank root) { return Reduction(comm_, *c.algorithm, counts(), MPI_DOUBLE, MPI_SUM, root, false, c.shape); });
  return from_all_roots([&](Rank root) {
    return Movement(comm_, *c.algorithm, side(row_.input == Input::own_block), side(row_.result == Result::own_block),
                    root, false, c.shape);
  });
}

Contender Calls::by_choice() {
  if (row_.combines())
    return from_all_roots(
        [&](Rank root) { return Reduction(comm_, row_.id, counts(), MPI_DOUBLE, MPI_SUM, root, false); });
  return from_all_roots([&](Rank root) {
    return Movement(comm_, row_.id, side(row_.input == Input::own_block), side(row_.result == Result::own_block), root,
                    false);
  });
}

Side Calls::side(bool has_one_block) const {
  if (has_one_block || row_.cut != Cut::irregular) return {.counts = {count_}, .types = {MPI_BYTE}};
  const bool by_bytes = row_.id == Collective::alltoallw;
  return {.counts = Counts(counts_.begin(), counts_.end()),
          .types = by_bytes ? types_ : std::vector<MPI_Datatype>{MPI_BYTE},
          .displacements = Counts(displacements_.begin(), displacements_.end())};
}

Contender Calls::by_native() {
  const auto made = [this](std::vector<std::byte>& buffer, bool has_one_block) {
    const auto [counts, types, displacements, ignored] = side(has_one_block);
    return conform::Side{.buffer = buffer.data(), .counts = counts, .displacements = displacements, .types = types};
  };
  conform::Arguments arguments{.comm = comm_};
  arguments.send = made(send_, row_.input == Input::own_block);
  arguments.receive = made(receive_, row_.result == Result::own_block);
  if (row_.combines()) {
    const bool by_rank = row_.id == Collective::reduce_scatter;
    arguments.receive.counts.assign(by_rank ? static_cast<std::size_t>(size_) : 1, count_);
    arguments.receive.types = {MPI_DOUBLE};
    arguments.op = MPI_SUM;
  }
  const auto procedure = static_cast<tutti::conform::Procedure>(row_.id);
  const auto calls = std::make_shared<std::vector<std::unique_ptr<conform::MpiCall>>>();
  for (const Rank root : roots_) {
    arguments.root = root;
    calls->push_back(std::make_unique<conform::MpiCall>(tutti::conform::Case{.procedure = procedure}, arguments));
  }
  return {{}, static_cast<int>(roots_.size()), [calls](int i) {
            auto& call = *(*calls)[static_cast<std::size_t>(i)];
            call.start();
            if (call.error()) throw Error(call.error()->text);
          }};
}

void time_in_turns(MPI_Comm comm, std::vector<Contender>& contenders, double seconds, double hopeless) {
  constexpr double longest_row = 0.02;
  constexpr int fewest_in_row = 50;
  const auto calls_of = [](double once) { return std::clamp(static_cast<int>(batch / once), 1, 1000); };
  int rank, size;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  conform::CommonStart start(comm, rank, size);
  for (auto& c : contenders)
    for (int i = 0; i < 3; ++i) c.once = std::min(c.once, time_in_row(comm, c, 1, 1));
  const double least_once = std::ranges::min_element(contenders, {}, &Contender::once)->once;
  const double end = MPI_Wtime() + seconds;
  struct Rows {
    std::vector<double> same, changing;
  };
  std::map<const Contender*, Rows> rows;
  for (int more = 1; more;) {
    for (auto& c : contenders) {
      const bool is_hopeless = c.once > hopeless * least_once;
      c.least = std::min(c.least, is_hopeless ? c.once : time_alone(comm, start, c, calls_of(c.once)));
      const int calls =
          c.once * fewest_in_row > longest_row ? calls_of(c.once) : std::max(fewest_in_row, calls_of(c.once));
      const auto row = [&](int roots) { return is_hopeless ? c.once : time_in_row(comm, c, roots, calls); };
      rows[&c].same.push_back(row(1));
      if (c.roots > 1) rows[&c].changing.push_back(row(c.roots));
    }
    more = MPI_Wtime() < end;
    MPI_Bcast(&more, 1, MPI_INT, 0, comm);
  }
  for (auto& c : contenders) {
    c.in_row = median(rows[&c].same);
    if (c.roots > 1) c.changing = median(rows[&c].changing);
    if (c.least == never) c.least = c.once;  // no rank is ever in time where many share a processor
  }
}

}  // namespace tutti::mpi
