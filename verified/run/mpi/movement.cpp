#include "verified/run/mpi/movement.hpp"

#include <cstring>

#include "verified/run/mpi/error.hpp"

namespace tutti::mpi {
namespace {

void copy_bytes(bool, const void* from, const void*, void* to, std::int64_t n) {
  if (from != to) std::memcpy(to, from, static_cast<std::size_t>(n));
}

}  // namespace

Movement::Movement(MPI_Comm comm, const Algorithm& algorithm, const Side& send, const Side& receive, Rank root,
                   bool in_place, const Shape& shape)
    : comm_(Communicator::of(comm)),
      collective_(row(algorithm.collective)),
      name_(algorithm.name),
      root_(root),
      in_place_(in_place),
      send_(blocked(send, buffers().send, "send")),
      receive_(blocked(receive, buffers().receive, "receive")),
      selection_{&algorithm, shape, root},
      engine_(comm_, plan(comm), Layout(MPI_BYTE), Needs{}),
      own_bytes_(own_bytes()) {}

Movement::Movement(MPI_Comm comm, Collective collective, const Side& send, const Side& receive, Rank root,
                   bool in_place)
    : comm_(Communicator::of(comm)),
      collective_(row(collective)),
      name_(collective_.name),
      root_(root),
      in_place_(in_place),
      send_(blocked(send, buffers().send, "send")),
      receive_(blocked(receive, buffers().receive, "receive")),
      selection_(comm_.fastest(collective, true, root, known_bytes())),
      engine_(comm_, plan(comm), Layout(MPI_BYTE), Needs{}),
      own_bytes_(own_bytes()) {}

/// The buffers that this rank passes (MPI 4.0, 6.3 to 6.8).
Movement::Buffers Movement::buffers() const {
  if (collective_.combines()) throw Error(name_ + " applies an operator: it is a reduction");
  comm_.check_root(root_);
  const bool one_buffer = collective_.cut == Cut::freely;
  if (in_place_ && one_buffer) throw Error(name_ + " has no MPI_IN_PLACE");
  if (in_place_ && collective_.rooted() && !is_root())
    throw Error("MPI_IN_PLACE is for the root of " + name_ + " only");
  if (one_buffer) return {Holds::nothing, collective_.moves() ? Holds::one_block : Holds::nothing};

  Buffers all{Holds::all_blocks, Holds::all_blocks};
  if (collective_.input == Input::own_block) all.send = Holds::one_block;
  if (collective_.input == Input::of_root && !is_root()) all.send = Holds::nothing;
  if (collective_.result == Result::own_block) all.receive = Holds::one_block;
  if (collective_.result == Result::at_root && !is_root()) all.receive = Holds::nothing;
  if (in_place_) (collective_.input == Input::of_root ? all.receive : all.send) = Holds::nothing;
  return all;
}

Blocked Movement::blocked(const Side& side, Holds holds, const char* name) const {
  if (holds == Holds::nothing) return {};
  const bool by_bytes = collective_.id == Collective::alltoallw;
  const bool irregular = holds == Holds::all_blocks && collective_.cut == Cut::irregular;
  const std::size_t each = irregular ? static_cast<std::size_t>(comm_.size()) : 1;
  const auto check = [&](const char* what, std::size_t due, std::size_t found) {
    if (found != due)
      throw Error(name_ + " takes " + std::to_string(due) + " " + what + " for the " + name + " buffer, not " +
                  std::to_string(found));
  };
  check("counts", each, side.counts.size());
  check("displacements", irregular ? each : 0, side.displacements.size());
  check("datatypes", irregular && by_bytes ? each : 1, side.types.size());
  return {side, holds == Holds::one_block ? 1 : comm_.size(), by_bytes};
}

std::shared_ptr<const ProvedPlan> Movement::plan(MPI_Comm comm) {
  check_own_block();
  if (collective_.moves()) receive_.part();
  const auto sizes = block_sizes(comm);
  auto numbers = sizes;
  for (const auto* side : {&send_, &receive_})
    for (int b = 0; b < side->blocks(); ++b) {
      numbers.push_back(side->size(b));
      numbers.push_back(side->offset(b));
    }
  const bool one_buffer = collective_.input == Input::of_root && collective_.result == Result::everywhere;
  return comm_.plan(selection_, in_place_ || one_buffer, std::move(numbers),
                    [&](const Schedule& schedule) { return extents(schedule, sizes); });
}

/// What every rank knows of the size of the largest buffer of a rank.
double Movement::known_bytes() const {
  constexpr double nominal_block = 1024;
  const auto& side = receive_.blocks() > 0 ? receive_ : send_;
  if (side.blocks() == 0) return 0;
  const auto first = static_cast<double>(side.size(0));
  if (collective_.cut == Cut::freely) return first;
  if (collective_.cut == Cut::equal) return first * comm_.size();
  if (collective_.id != Collective::allgatherv) return nominal_block * comm_.size();
  double all = 0;
  for (int b = 0; b < side.blocks(); ++b) all += static_cast<double>(side.size(b));
  return all;
}

void Movement::check_own_block() const {
  if (send_.blocks() == 0 || receive_.blocks() == 0) return;
  const auto sent = send_.size(own(send_)), received = receive_.size(own(receive_));
  if (sent != received)
    throw Error("the block of rank " + std::to_string(comm_.rank()) + " for itself has " + std::to_string(sent) +
                " bytes where it is sent and " + std::to_string(received) + " where it is received");
}

/// The sizes of the blocks of a gather, scatter or allgather, numbered by rank, as far as this rank needs to know;
/// nothing for the other collectives.
std::vector<std::int64_t> Movement::block_sizes(MPI_Comm comm) {
  if (collective_.cut == Cut::freely || collective_.exchanges()) return {};
  const bool scatters = collective_.input == Input::of_root;
  const auto& all = scatters ? send_ : receive_;
  const auto& one = scatters ? receive_ : send_;
  const bool irregular = collective_.cut == Cut::irregular;
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(comm_.size()), 0);
  if (all.blocks() > 0)
    for (int b = 0; b < all.blocks(); ++b) sizes[static_cast<std::size_t>(b)] = all.size(b);
  else if (irregular)
    sizes[static_cast<std::size_t>(comm_.rank())] = one.size(0);
  else
    sizes.assign(sizes.size(), one.size(0));
  if (irregular && collective_.rooted() && comm_.proof(selection_).forwards()) hear_sizes(comm, sizes);
  return sizes;
}

/// The root alone knows them all, and ranks that pass on blocks of others need them.
void Movement::hear_sizes(MPI_Comm comm, std::vector<std::int64_t>& sizes) const {
  const auto own_size = sizes[static_cast<std::size_t>(comm_.rank())];
  const Side whole{.counts = {comm_.size()}, .types = {MPI_INT64_T}};
  Movement(comm, *find_algorithm("bcast/binomial"), {}, whole, root_, false).run(nullptr, sizes.data());
  const auto told = sizes[static_cast<std::size_t>(comm_.rank())];
  if (told != own_size)
    throw Error("the block of rank " + std::to_string(comm_.rank()) + " has " + std::to_string(own_size) +
                " bytes there and " + std::to_string(told) + " at the root");
}

Extents Movement::extents(const Schedule& schedule, const std::vector<std::int64_t>& sizes) const {
  const std::vector<std::int64_t> zeros(static_cast<std::size_t>(schedule.blocks), 0);
  Extents e{zeros, zeros, zeros};
  const auto place = [&](std::vector<std::int64_t>& offsets, const Blocked& side, int first) {
    if (side.blocks() == comm_.size())
      for (int b = 0; b < side.blocks(); ++b) offsets[static_cast<std::size_t>(first + b)] = side.offset(b);
    else if (side.blocks() == 1)
      offsets[static_cast<std::size_t>(comm_.rank())] = side.offset(0);
  };
  if (schedule.exchange) {
    const auto& sent = in_place_ ? receive_ : send_;
    for (int b = 0; b < comm_.size(); ++b) {
      e.size[static_cast<std::size_t>(b)] = sent.size(b);
      e.size[static_cast<std::size_t>(comm_.size() + b)] = receive_.size(b);
    }
    place(e.input, sent, 0);
    place(e.output, receive_, comm_.size());
  } else if (collective_.cut == Cut::freely) {
    const auto cut = Partition::equal(receive_.blocks() == 0 ? 0 : receive_.size(0), schedule.blocks);
    for (int b = 0; b < schedule.blocks; ++b) {
      const auto i = static_cast<std::size_t>(b);
      e.size[i] = cut.size(b);
      e.input[i] = e.output[i] = cut.offset(b);
    }
  } else {
    e.size = sizes;
    place(e.input, send_, 0);
    place(e.output, receive_, 0);
  }
  return e;
}

/// Whether the receive buffer brings along what is in that block of it.
bool Movement::starts_in_receive(int block) const {
  if (collective_.cut == Cut::freely) return is_root();
  return in_place_ && (collective_.exchanges() || block == comm_.rank());
}

std::int64_t Movement::own_bytes() const {
  return checked_sum(checked_sum(engine_.bytes(), send_.packed_bytes()), receive_.packed_bytes());
}

void Movement::run(const void* send, void* receive) {
  check_buffers(name_, send, receive, {send_.reach(), receive_.reach()});
  comm_.in_step([&] {
    auto* own_memory = comm_.memory(own_bytes_);
    auto* packed_send = own_memory + engine_.bytes();
    auto* packed_receive = packed_send + send_.packed_bytes();
    if (!send_.direct())
      for (int b = 0; b < send_.blocks(); ++b) send_.pack(b, send, packed_send);
    for (int b = 0; b < receive_.blocks() && !receive_.direct(); ++b)
      if (starts_in_receive(b)) receive_.pack(b, receive, packed_receive);

    const auto* input = send_.direct() ? send_.start(const_cast<void*>(send)) : packed_send;
    auto* output = receive_.direct() ? receive_.start(receive) : packed_receive;
    engine_.run(send_.blocks() == 0 ? output : input, output, own_memory, copy_bytes);

    for (int b = 0; b < receive_.blocks() && !receive_.direct(); ++b)
      if (collective_.exchanges() || !starts_in_receive(b)) receive_.unpack(b, packed_receive, receive);
  });
}

}  // namespace tutti::mpi
