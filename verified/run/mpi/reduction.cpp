#include "verified/run/mpi/reduction.hpp"

#include <sched.h>

#include <algorithm>
#include <climits>
#include <cstring>
#include <functional>

#include "verified/run/mpi/handles.hpp"

namespace tutti::mpi {
namespace {

constexpr std::int64_t spare_bytes = std::int64_t{16} << 10;  // stays in the first-level cache

std::int64_t bytes_of(const Layout& layout, std::int64_t elements) {
  std::int64_t bytes;
  if (__builtin_mul_overflow(elements, static_cast<std::int64_t>(layout.extent), &bytes) ||
      __builtin_add_overflow(bytes, static_cast<std::int64_t>(layout.true_extent), &bytes))
    throw Error(std::to_string(elements) + " elements of " + std::to_string(layout.extent) +
                " bytes exceed 2^63 bytes");
  return bytes;
}

void check_arguments(const Communicator& comm, const Algorithm& algorithm, const std::vector<int>& counts, Rank root) {
  if (root < 0 || root >= comm.size())
    throw Error("root " + std::to_string(root) + " is outside the communicator: ranks are 0 to " +
                std::to_string(comm.size() - 1));
  const bool per_rank = row(algorithm.collective).result == Result::own_block;
  if (counts.size() != (per_rank ? static_cast<std::size_t>(comm.size()) : 1))
    throw Error(algorithm.name + " takes " + (per_rank ? "one receive count per rank" : "one count") + ", not " +
                std::to_string(counts.size()));
  for (int c : counts)
    if (c < 0) throw Error("the count " + std::to_string(c) + " is negative");
  if (algorithm.collective == Collective::reduce_scatter_block &&
      std::ranges::adjacent_find(counts, std::not_equal_to{}) != counts.end())
    throw Error(algorithm.name + " takes the same count for every rank; reduce_scatter takes different ones");
}

}  // namespace

Layout::Layout(MPI_Datatype t) : type(t) {
  MPI_Aint lower;
  int size;
  MPI_Type_get_extent(t, &lower, &extent);
  MPI_Type_get_true_extent(t, &true_lower, &true_extent);
  MPI_Type_size(t, &size);
  if (extent <= 0) throw Error("an element of this datatype has an extent of " + std::to_string(extent) + " bytes");
  if (extent < true_extent)
    throw Error("elements of this datatype overlap: its extent is " + std::to_string(extent) +
                " bytes, its data span " + std::to_string(true_extent));
  gapless = size == extent && true_lower == 0;
}

Combiner::Combiner(MPI_Op op, const Layout& layout) : layout_(layout), op_(op) {
  const auto known_op = op_of(op);
  const auto known_type = type_of(layout.type);
  if (known_op && known_type) kernel_ = kernel(*known_op, *known_type);
  if (known_op && !kernel_)
    throw Error(std::string(row(*known_op).mpi_name) + " is not defined for " +
                (known_type ? std::string(row(*known_type).mpi_name) : "a derived datatype") + " (MPI 4.0, 6.9.2)");
  int commutes;
  MPI_Op_commutative(op, &commutes);
  commutative_ = commutes != 0;
  chunk_ = std::max<std::int64_t>(1, spare_bytes / layout.extent);
  if (!kernel_) spare_.resize(static_cast<std::size_t>(bytes_of(layout, chunk_)));
}

void Combiner::combine(const void* left, const void* right, void* to, std::int64_t n) {
  if (kernel_) return kernel_(left, right, to, n);
  const bool swapped = commutative_ && to == left;
  const void* in = swapped ? right : left;
  if (to == right || swapped) {
    if (n > INT_MAX) throw Error("a block of " + std::to_string(n) + " elements exceeds 2^31 - 1");
    MPI_Reduce_local(in, to, static_cast<int>(n), layout_.type, op_);
  } else {
    combine_through_spare(static_cast<const std::byte*>(left), static_cast<const std::byte*>(right),
                          static_cast<std::byte*>(to), n);
  }
}

/// MPI_Reduce_local overwrites its right operand, so it works on a copy, a cache-sized stretch at a time.
void Combiner::combine_through_spare(const std::byte* left, const std::byte* right, std::byte* to, std::int64_t n) {
  std::byte* spare = spare_.data() - layout_.true_lower;
  for (std::int64_t done = 0; done < n; done += chunk_) {
    const auto part = std::min(chunk_, n - done);
    const auto at = done * layout_.extent;
    copy(right + at, spare, part);
    MPI_Reduce_local(left + at, spare, static_cast<int>(part), layout_.type, op_);
    copy(spare, to + at, part);
  }
}

void Combiner::copy(const void* from, void* to, std::int64_t n) {
  if (from == to) return;
  if (layout_.gapless) {
    std::memcpy(to, from, static_cast<std::size_t>(n * layout_.extent));
    return;
  }
  int bytes;
  MPI_Pack_size(static_cast<int>(chunk_), layout_.type, MPI_COMM_SELF, &bytes);
  packed_.resize(static_cast<std::size_t>(bytes));
  for (std::int64_t done = 0; done < n; done += chunk_) {
    const auto part = static_cast<int>(std::min(chunk_, n - done));
    const auto at = done * layout_.extent;
    int end = 0, position = 0;
    MPI_Pack(static_cast<const std::byte*>(from) + at, part, layout_.type, packed_.data(), bytes, &end, MPI_COMM_SELF);
    MPI_Unpack(packed_.data(), end, &position, static_cast<std::byte*>(to) + at, part, layout_.type, MPI_COMM_SELF);
  }
}

Reduction::Reduction(MPI_Comm comm, const Algorithm& algorithm, const std::vector<int>& counts, MPI_Datatype type,
                     MPI_Op op, Rank root, bool in_place)
    : comm_(Communicator::of(comm)), layout_(type), combiner_(op, layout_), in_place_(in_place) {
  check_arguments(comm_, algorithm, counts, root);
  proved_ = comm_.plan(algorithm, root, counts, in_place);
  if (proved_->needs.commutative && !combiner_.commutative())
    throw Error(algorithm.name + " on " + std::to_string(comm_.size()) + " ranks with root " + std::to_string(root) +
                " is proved for commutative operators only, and this one is not; `tutti list` shows those that keep "
                "rank order");
  for (const auto& phase : proved_->plan.phases)
    for (const auto* transfers : {&phase.sends, &phase.receives, &phase.early_receives})
      for (const auto& t : *transfers)
        if (t.elements > INT_MAX)
          throw Error("a message of " + std::to_string(t.elements) + " elements exceeds 2^31 - 1");
  for (auto area : {Area::scratch, Area::even, Area::odd}) {
    const auto a = static_cast<std::size_t>(area);
    start_[a] = static_cast<std::int64_t>(bytes_);
    const auto bytes = proved_->plan.elements[a] > 0 ? bytes_of(layout_, proved_->plan.elements[a]) : 0;
    bytes_ += static_cast<std::size_t>(bytes + 63) / 64 * 64;
  }
  requests_.resize(static_cast<std::size_t>(proved_->plan.requests), MPI_REQUEST_NULL);
}

void Reduction::run(const void* send, void* receive) {
  auto* own = comm_.memory(bytes_);
  for (auto area : {Area::scratch, Area::even, Area::odd}) {
    const auto a = static_cast<std::size_t>(area);
    base_[a] = own + start_[a] - layout_.true_lower;
  }
  base_[static_cast<std::size_t>(Area::input)] = static_cast<std::byte*>(in_place_ ? receive : const_cast<void*>(send));
  base_[static_cast<std::size_t>(Area::output)] = static_cast<std::byte*>(receive);

  const auto receive_all = [this](const std::vector<Transfer>& transfers) {
    for (const auto& t : transfers)
      MPI_Irecv(address(t.place), static_cast<int>(t.elements), layout_.type, t.peer, t.tag, comm_.context(),
                &requests_[static_cast<std::size_t>(t.request)]);
  };
  for (const auto& phase : proved_->plan.phases) {
    work(phase.pack);
    receive_all(phase.receives);
    for (const auto& t : phase.sends)
      MPI_Isend(address(t.place), static_cast<int>(t.elements), layout_.type, t.peer, t.tag, comm_.context(),
                &requests_[static_cast<std::size_t>(t.request)]);
    receive_all(phase.early_receives);
    wait(phase);
    work(phase.work);
  }
}

void Reduction::work(const std::vector<Work>& works) {
  for (const auto& w : works) {
    if (w.fold)
      combiner_.combine(address(w.left), address(w.right), address(w.to), w.elements);
    else
      combiner_.copy(address(w.left), address(w.to), w.elements);
  }
}

void Reduction::wait(const Phase& phase) {
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
