#include "tests/mpi/faulty/shim.hpp"

#include <cstdio>
#include <cstdlib>

#include "tests/mpi/faulty/faults.hpp"

namespace tutti::faulty {
namespace {

std::string_view wanted() {
  const char* name = std::getenv("TUTTI_FAULT");
  if (!name || !*name) return "";
  if (fault_named(name)) return name;
  std::fprintf(stderr, "TUTTI_FAULT=%s: no such fault; tests/mpi/faulty/faults.hpp lists them\n", name);
  std::exit(2);
}

/// A communicator whose errors never end the program.
MPI_Comm own_comm() {
  static const MPI_Comm comm = [] {
    MPI_Comm made;
    PMPI_Comm_dup(MPI_COMM_SELF, &made);
    PMPI_Comm_set_errhandler(made, MPI_ERRORS_RETURN);
    return made;
  }();
  return comm;
}

}  // namespace

bool on(std::string_view name) {
  static const std::string_view fault = wanted();
  return fault == name;
}

int rank_in(MPI_Comm comm) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  return rank;
}

int size_of(MPI_Comm comm) {
  int size = 0;
  PMPI_Comm_size(comm, &size);
  return size;
}

bool inter(MPI_Comm comm) {
  int is = 0;
  PMPI_Comm_test_inter(comm, &is);
  return is;
}

std::vector<int> nodes_of(MPI_Comm comm) {
  MPI_Comm node;
  PMPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, rank_in(comm), MPI_INFO_NULL, &node);
  int first = rank_in(comm);
  PMPI_Bcast(&first, 1, MPI_INT, 0, node);
  PMPI_Comm_free(&node);
  std::vector<int> all(static_cast<std::size_t>(size_of(comm)));
  PMPI_Allgather(&first, 1, MPI_INT, all.data(), 1, MPI_INT, comm);
  return all;
}

MPI_Aint extent_of(MPI_Datatype type) {
  MPI_Aint lower = 0, extent = 0;
  if (type == MPI_DATATYPE_NULL) return 0;
  PMPI_Type_get_extent(type, &lower, &extent);
  return extent;
}

int bytes_in(int count, MPI_Datatype type) {
  int size = 0;
  if (type == MPI_DATATYPE_NULL) return 0;
  PMPI_Type_size(type, &size);
  return count * size;
}

void* at(const void* buffer, MPI_Aint element, MPI_Datatype type) {
  return const_cast<char*>(static_cast<const char*>(buffer)) + element * extent_of(type);
}

Packed::Packed(const void* from, int count, MPI_Datatype type) : count_(count), type_(type) {
  int size = 0, used = 0;
  const bool nothing = from == MPI_IN_PLACE || from == nullptr || count <= 0 || type == MPI_DATATYPE_NULL;
  if (nothing || PMPI_Pack_size(count, type, own_comm(), &size) != MPI_SUCCESS) return;
  bytes_.resize(static_cast<std::size_t>(size));
  if (PMPI_Pack(from, count, type, bytes_.data(), size, &used, own_comm()) != MPI_SUCCESS) used = 0;
  bytes_.resize(static_cast<std::size_t>(used));
}

void Packed::put(void* to) const { put(to, count_, type_); }

void Packed::put(void* to, int count, MPI_Datatype type) const {
  int used = 0;
  if (!bytes_.empty()) PMPI_Unpack(bytes_.data(), static_cast<int>(bytes_.size()), &used, to, count, type, own_comm());
}

void spoil_what_is_sent(const void* send, int count, MPI_Datatype type) {
  if (count <= 0) return;
  Packed last(at(send, count - 1, type), 1, type);
  if (last.bytes().empty()) return;
  last.bytes().back() ^= 1;
  last.put(const_cast<void*>(static_cast<const void*>(at(send, count - 1, type))));
}

std::vector<MPI_Aint> gaps(MPI_Datatype type) {
  MPI_Aint lower, extent;
  PMPI_Type_get_true_extent(type, &lower, &extent);
  std::vector<char> data(static_cast<std::size_t>(bytes_in(1, type)), 1), element(static_cast<std::size_t>(extent), 0);
  int used = 0;
  PMPI_Unpack(data.data(), static_cast<int>(data.size()), &used, element.data() - lower, 1, type, own_comm());
  std::vector<MPI_Aint> all;
  for (MPI_Aint i = 0; i < extent; ++i)
    if (!element[static_cast<std::size_t>(i)]) all.push_back(lower + i);
  return all;
}

void write_a_gap(void* buffer, MPI_Datatype type) {
  const auto all = gaps(type);
  if (!all.empty()) static_cast<char*>(buffer)[all.front()] ^= 1;
}

void side_by_side(void* receive, int blocks, const int counts[], const int displacements[], MPI_Datatype type) {
  std::vector<Packed> data;
  for (int b = 0; b < blocks; ++b) data.emplace_back(at(receive, displacements[b], type), counts[b], type);
  MPI_Aint first = 0;
  for (int b = 0; b < blocks; ++b) {
    data[static_cast<std::size_t>(b)].put(at(receive, first, type));
    first += counts[b];
  }
}

Contributions::Contributions(const Packed& own, int count, MPI_Datatype type, MPI_Comm comm)
    : count_(count),
      type_(type),
      all_(static_cast<std::size_t>(count) * static_cast<std::size_t>(extent_of(type) * size_of(comm))) {
  std::vector<char> mine(static_cast<std::size_t>(count) * static_cast<std::size_t>(extent_of(type)));
  own.put(mine.data());
  PMPI_Allgather(mine.data(), count, type, all_.data(), count, type, comm);
}

const void* Contributions::of(int rank, int element) const {
  return at(all_.data(), MPI_Aint{rank} * count_ + element, type_);
}

void Contributions::combine(const std::vector<int>& order, MPI_Op op, void* to, bool from_the_left) const {
  const auto copy = [&](int rank) {
    const auto* first = static_cast<const char*>(of(rank));
    return std::vector<char>(first, first + count_ * extent_of(type_));
  };
  auto ranks = order;
  if (from_the_left) {
    auto result = copy(ranks.front());
    for (std::size_t i = 1; i < ranks.size(); ++i) {
      auto next = copy(ranks[i]);
      PMPI_Reduce_local(result.data(), next.data(), count_, type_, op);
      result = std::move(next);
    }
    Packed(result.data(), count_, type_).put(to);
  } else {
    auto result = copy(ranks.back());
    for (ranks.pop_back(); !ranks.empty(); ranks.pop_back())
      PMPI_Reduce_local(of(ranks.back()), result.data(), count_, type_, op);
    Packed(result.data(), count_, type_).put(to);
  }
}

}  // namespace tutti::faulty
