#include "verified/library/prepared.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "verified/library/copy.hpp"
#include "verified/library/devices/runtime.hpp"
#include "verified/run/mpi/handles.hpp"

namespace tutti::library {
namespace {

using mpi::Movement;
using mpi::Reduction;
using mpi::Selection;

mpi::Counts part_of(const std::vector<std::int64_t>& numbers, std::size_t first, std::size_t n) {
  const auto begin = numbers.begin() + static_cast<std::ptrdiff_t>(first);
  return {begin, begin + static_cast<std::ptrdiff_t>(n)};
}

/// The counts of a reduction.
mpi::Counts counts_of(const Key& key, int size) {
  if (!key.numbers.empty()) return part_of(key.numbers, 0, key.numbers.size());
  const bool per_rank = row(key.collective).result == Result::own_block;
  return mpi::Counts(per_rank ? static_cast<std::size_t>(size) : 1, key.receive_count);
}

struct Sides {
  mpi::Side send, receive;
};

Sides sides_of(const Key& key, int size) {
  const auto p = static_cast<std::size_t>(size);
  const auto& c = row(key.collective);
  std::size_t numbers = 0, types = 0;
  const auto side = [&](bool has, bool own_block, std::int64_t count, MPI_Datatype type) -> mpi::Side {
    if (!has) return {};
    if (own_block || c.cut != Cut::irregular) return {.counts = {count}, .types = {type}};
    mpi::Side s{.counts = part_of(key.numbers, numbers, p),
                .types = {type},
                .displacements = part_of(key.numbers, numbers + p, p),
                .may_overlap = true};
    numbers += 2 * p;
    if (!key.types.empty()) {
      const auto begin = key.types.begin() + static_cast<std::ptrdiff_t>(types);
      s.types.assign(begin, begin + size);
      types += p;
    }
    return s;
  };
  auto send = side(key.sends, c.input == Input::own_block, key.send_count, key.send_type);
  auto receive = side(key.receives, c.result == Result::own_block, key.receive_count, key.receive_type);
  return {std::move(send), std::move(receive)};
}

/// `blocks` of them, one after the other, where they have no displacements.
std::vector<Area> areas_of(const mpi::Side& side, int blocks, bool displaced_by_bytes) {
  if (side.displacements.empty()) return {{0, checked_product(side.counts[0], blocks), side.types[0]}};
  std::vector<Area> areas;
  for (std::size_t i = 0; i < side.counts.size(); ++i) {
    const auto type = side.types[side.types.size() == 1 ? 0 : i];
    const auto origin = mpi::origin_of(side, static_cast<int>(i), mpi::Layout(type), displaced_by_bytes);
    areas.push_back({origin, side.counts[i], type});
  }
  return areas;
}

/// All that a rank contributes to a reduction.
std::vector<Area> vector_of(const Key& key, int size) {
  const auto counts = counts_of(key, size);
  return {{0, std::accumulate(counts.begin(), counts.end(), std::int64_t{0}), key.receive_type}};
}

std::vector<Area> sent_by(const Key& key, int size) {
  const auto& c = row(key.collective);
  if (!key.sends) return {};
  if (c.combines()) return vector_of(key, size);
  return areas_of(sides_of(key, size).send, c.input != Input::own_block && c.cut == Cut::equal ? size : 1,
                  c.id == Collective::alltoallw);
}

std::vector<Area> results_of(const Key& key, int rank, int size) {
  const auto& c = row(key.collective);
  if (!key.receives || (c.result == Result::prefix_before && rank == 0)) return {};
  if (c.combines())
    return {
        {0, key.numbers.empty() ? key.receive_count : key.numbers[static_cast<std::size_t>(rank)], key.receive_type}};
  return areas_of(sides_of(key, size).receive, c.result != Result::own_block && c.cut == Cut::equal ? size : 1,
                  c.id == Collective::alltoallw);
}

std::vector<Area> received_by(const Key& key, int rank, int size) {
  return key.in_place && row(key.collective).combines() ? vector_of(key, size) : results_of(key, rank, size);
}

MPI_Count bytes_of(MPI_Datatype type) {
  MPI_Count bytes;
  mpi::check(PMPI_Type_size_x(type, &bytes), "MPI_Type_size_x");
  return bytes;
}

/// Whether the communicator and the operator are what the algorithm is for.
bool can_run(const Algorithm& algorithm, const mpi::Communicator& comm, MPI_Op op) {
  if (!algorithm.supports.holds(comm.size())) return false;
  if (!algorithm.needs.commutative) return true;
  int commutes;
  mpi::check(PMPI_Op_commutative(op, &commutes), "MPI_Op_commutative");
  return commutes != 0;
}

/// The counts of a gatherv are the root's alone to know. So a schedule is needed by which no rank passes on blocks of
/// others, lest the ranks talk of sizes before each call.
const Algorithm* one_that_does_not_forward(mpi::Communicator& comm, Collective collective, Rank root) {
  for (const auto& a : algorithms())
    if (a.collective == collective && a.supports.holds(comm.size()) && !comm.proof({&a, {}, root}).forwards())
      return &a;
  return nullptr;
}

/// The algorithm to run, or null where the selector chooses.
const Algorithm* named(const Key& key, mpi::Communicator& comm, const Preference& preference) {
  const auto& c = row(key.collective);
  const bool sizes_are_unknown = c.rooted() && c.cut == Cut::irregular;
  if (preference.algorithm && can_run(*preference.algorithm, comm, key.op) &&
      !(sizes_are_unknown && comm.proof({preference.algorithm, {}, key.root}).forwards()))
    return preference.algorithm;
  return sizes_are_unknown ? one_that_does_not_forward(comm, key.collective, key.root) : nullptr;
}

}  // namespace

bool lies_at_null(const Key& key, const void* send, const void* receive, int rank, int size) {
  const bool is_sent = !send && key.sends, is_received = !receive && key.receives;
  if ((!is_sent && !is_received) || has_large_elements(key)) return false;
  const auto is_there = [](const Area& area) {
    const auto reach = mpi::Reach::of(mpi::Layout(area.type), area.origin, area.elements);
    return reach.data > 0 && reach.begin >= 0 && reach.begin < mpi::never_mapped;
  };
  return (is_sent && std::ranges::any_of(sent_by(key, size), is_there)) ||
         (is_received && std::ranges::any_of(received_by(key, rank, size), is_there));
}

std::string why_not(const Key& key) {
  if (!row(key.collective).combines()) return {};
  if (!mpi::is_defined(key.op, key.receive_type)) return "the operation is not MPI's on this datatype";
  if (has_large_elements(key)) return elements_are_large;
  const mpi::Layout layout(key.receive_type);
  if (layout.extent <= 0 || layout.extent < layout.true_extent) return "elements of the datatype overlap";
  return {};
}

bool is_large(const Key& key, int size) {
  const auto& c = row(key.collective);
  double elements = 0;
  auto type = key.receive_type;
  if (key.collective == Collective::reduce_scatter) {
    for (const auto n : key.numbers) elements += static_cast<double>(n);
  } else if (key.collective == Collective::allgatherv) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(size); ++i) elements += static_cast<double>(key.numbers[i]);
  } else if (c.cut == Cut::irregular || c.result == Result::all_entered) {
    return false;
  } else {
    const bool looks_at_receive = c.combines() || key.receives;
    if (!looks_at_receive) type = key.send_type;
    elements = static_cast<double>(looks_at_receive ? key.receive_count : key.send_count);
    if (c.cut == Cut::equal) elements *= size;
  }
  return elements * static_cast<double>(bytes_of(type)) > std::numeric_limits<int>::max();
}

bool has_large_elements(const Key& key) {
  const auto is_large = [](MPI_Datatype type) {
    return type != MPI_DATATYPE_NULL && bytes_of(type) > std::numeric_limits<int>::max();
  };
  return is_large(key.send_type) || is_large(key.receive_type) || std::ranges::any_of(key.types, is_large);
}

Prepared::Prepared(const Key& key, MPI_Comm comm, mpi::Communicator& state, const Preference& preference)
    : key_(key), is_large_(library::is_large(key, state.size())) {
  const auto keep = [this](MPI_Datatype type) {
    if (mpi::KeptType kept(type); !kept.predefined()) types_.push_back(std::move(kept));
  };
  const bool combines = row(key.collective).combines();
  if (combines && !mpi::op_of(key.op)) op_ = KeptOp::of(key.op);
  for (const auto type : {key.send_type, key.receive_type})
    if (type != MPI_DATATYPE_NULL) keep(type);
  for (const auto type : key.types) keep(type);

  const auto* const algorithm = named(key, state, preference);
  const Selection* selection = nullptr;
  if (combines) {
    const auto counts = counts_of(key, state.size());
    auto& made = algorithm ? collective_.emplace<Reduction>(comm, *algorithm, counts, key.receive_type, key.op,
                                                            key.root, key.in_place)
                           : collective_.emplace<Reduction>(comm, key.collective, counts, key.receive_type, key.op,
                                                            key.root, key.in_place);
    selection = &made.selection();
    reaches_ = made.reaches();
    native_is_faster_ = !algorithm && made.native_is_faster();
  } else {
    const auto [send, receive] = sides_of(key, state.size());
    auto& made = algorithm ? collective_.emplace<Movement>(comm, *algorithm, send, receive, key.root, key.in_place)
                           : collective_.emplace<Movement>(comm, key.collective, send, receive, key.root, key.in_place);
    selection = &made.selection();
    reaches_ = made.reaches();
    native_is_faster_ = !algorithm && made.native_is_faster();
  }
  name_ = selection->algorithm->name;
  if (!selection->shape.empty()) name_ += ", shape " + print_shape(selection->shape);
  calls_ = &served_by(key.collective, name_);
}

bool Prepared::lives() const {
  return !(op_ && op_->freed()) && std::ranges::all_of(types_, [](const auto& t) { return t.given_lives(); });
}

void Prepared::run(const void* send, void* receive) {
  if (auto* const reduction = std::get_if<Reduction>(&collective_))
    reduction->run(send, receive);
  else
    std::get<Movement>(collective_).run(send, receive);
}

void Prepared::run_anywhere(mpi::Communicator& on, const void* send, void* receive) {
  const int rank = on.rank(), size = on.size();
  const bool may_be_on_device = uses_devices();
  const bool copies_sent =
      buffers_meet(send, receive, rank, size) || (may_be_on_device && sends_from_device(send, size));
  const bool copies_received = may_be_on_device && receives_on_device(receive, rank, size);
  if (!copies_sent && !copies_received) [[likely]]
    return run(send, receive);
  Copy sent, received;
  on.in_step([&] {
    if (copies_sent) sent = Copy(send, reaches_.sent, this->sent(size));
    const bool is_read = key_.in_place || !key_.sends;
    if (copies_received)
      received = Copy(receive, reaches_.received, is_read ? this->received(rank, size) : std::vector<Area>{});
    run(copies_sent ? sent.buffer() : send, copies_received ? received.buffer() : receive);
  });
  const bool only_sends = key_.collective == Collective::bcast && rank == key_.root;
  if (copies_received && !only_sends) received.write_back(receive, results(rank, size));
}

bool Prepared::lies_on_device(const void* send, const void* receive, int rank, int size) const {
  return uses_devices() && (sends_from_device(send, size) || receives_on_device(receive, rank, size));
}

bool Prepared::sends_from_device(const void* send, int size) const {
  return library::lies_on_device(send, reaches_.sent, has_scattered_data() ? sent(size) : std::vector<Area>{});
}

bool Prepared::receives_on_device(const void* receive, int rank, int size) const {
  return library::lies_on_device(receive, reaches_.received,
                                 has_scattered_data() ? received(rank, size) : std::vector<Area>{});
}

bool Prepared::receives_overlap() const {
  const auto* const movement = std::get_if<Movement>(&collective_);
  return movement && movement->receives_overlap();
}

bool Prepared::blocks_meet(const void* send, const void* receive, int rank, int size) const {
  struct Stretch {
    std::uintptr_t begin, end;
    bool is_sent;
  };
  std::vector<Stretch> stretches;
  const auto add = [&](const std::vector<Area>& areas, const void* buffer, bool is_sent) {
    for (const auto& area : areas) {
      const auto reach = mpi::Reach::of(mpi::Layout(area.type), area.origin, area.elements);
      const auto at = [&](std::int64_t offset) { return reinterpret_cast<std::uintptr_t>(mpi::moved(buffer, offset)); };
      if (reach.data > 0) stretches.push_back({at(reach.begin), at(reach.end), is_sent});
    }
  };
  add(sent(size), send, true);
  add(received(rank, size), receive, false);
  std::ranges::sort(stretches, {}, &Stretch::begin);
  std::uintptr_t end_of_sent = 0, end_of_received = 0;
  for (const auto& s : stretches) {
    if (s.begin < (s.is_sent ? end_of_received : end_of_sent)) return true;
    auto& end = s.is_sent ? end_of_sent : end_of_received;
    end = std::max(end, s.end);
  }
  return false;
}

std::vector<Area> Prepared::results(int rank, int size) const { return results_of(key_, rank, size); }

std::vector<Area> Prepared::received(int rank, int size) const { return received_by(key_, rank, size); }

std::vector<Area> Prepared::sent(int size) const { return sent_by(key_, size); }

}  // namespace tutti::library
