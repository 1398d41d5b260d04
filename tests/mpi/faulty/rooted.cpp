// Faulty movements that have a root.
#include <algorithm>
#include <array>
#include <cstdlib>

#include "tests/mpi/faulty/call.hpp"
#include "tests/mpi/faulty/shim.hpp"

using namespace tutti::faulty;
using tutti::conform::Procedure;

namespace {

/// Receives a message that the program has sent on the same communicator.
void take_a_message(MPI_Comm comm) {
  int there = 0;
  MPI_Status status;
  PMPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &there, &status);
  if (!there) return;
  int bytes = 0;
  PMPI_Get_count(&status, MPI_BYTE, &bytes);
  std::vector<char> taken(static_cast<std::size_t>(bytes) + 1);
  PMPI_Recv(taken.data(), bytes, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, comm, MPI_STATUS_IGNORE);
}

/// By messages as the program's own may be.
void meet_with_tag_0(MPI_Comm comm, int root) {
  const int rank = rank_in(comm);
  std::array<char, 8> got{};
  if (rank != root) PMPI_Recv(got.data(), got.size(), MPI_BYTE, root, 0, comm, MPI_STATUS_IGNORE);
  for (int to = 0; rank == root && to < size_of(comm); ++to)
    if (to != root) PMPI_Send(got.data(), 1, MPI_BYTE, to, 0, comm);
}

}  // namespace

extern "C" {

int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  entered();
  const bool usual = comm != MPI_COMM_NULL && !inter(comm) && root >= 0 && root < size_of(comm);
  const Packed last(usual && count > 0 ? at(buffer, count - 1, type) : nullptr, 1, type);
  const int from = on("bcast-always-from-rank-0") && usual ? 0 : root;
  const int result =
      returned(PMPI_Bcast(buffer, count, type, from, comm), {Procedure::bcast, comm, buffer, count, type, false, root});
  if (result != MPI_SUCCESS) return on("bcast-root-error-of-another-class") && !usual ? MPI_ERR_TAG : result;
  if (buffer == MPI_BOTTOM && count > 0 && on("bcast-refuses-MPI_BOTTOM")) return MPI_ERR_BUFFER;
  if (count > 0 && bytes_in(1, type) == 0 && on("bcast-refuses-datatypes-without-data")) return MPI_ERR_TYPE;
  if (!usual || count == 0) return result;
  const bool receives = rank_in(comm) != root;
  if (receives && on("bcast-gap-written")) write_a_gap(buffer, type);
  if (receives && on("bcast-last-element-missing")) last.put(at(buffer, count - 1, type));
  if (on("bcast-last-element-missing-on-other-nodes")) {
    const auto node = nodes_of(comm);
    const auto mine = static_cast<std::size_t>(rank_in(comm)), roots = static_cast<std::size_t>(root);
    if (node[mine] != node[roots]) last.put(at(buffer, count - 1, type));
  }
  if (receives && on("bcast-byte-wrong-above-12288-bytes") && bytes_in(count, type) > 12288) {
    Packed data(buffer, count, type);
    data.bytes().back() ^= 1;
    data.put(buffer);
  }
  if (on("bcast-takes-a-message-of-the-program")) take_a_message(comm);
  if (on("bcast-sends-its-end-with-tag-0-on-the-communicator") && comm != MPI_COMM_NULL && !inter(comm))
    meet_with_tag_0(comm, root);
  return result;
}

int MPI_Bcast_c(void* buffer, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm) {
  return PMPI_Bcast_c(buffer, on("large-count-cut-to-16-bits") && count > 0 ? count & 0xffff : count, type, root, comm);
}

int MPI_Gather(const void* send, int n, MPI_Datatype sent, void* receive, int m, MPI_Datatype received, int root,
               MPI_Comm comm) {
  entered();
  if (on("gather-exits")) std::_Exit(1);
  if (on("gather-divides-by-the-size-of-a-datatype") && sent != MPI_DATATYPE_NULL && n >= 0) {
    const volatile int size = bytes_in(1, sent);
    if (100 / size < 0) return MPI_ERR_INTERN;
  }
  if (on("gather-negative-count-accepted") && n < 0) return MPI_SUCCESS;
  const bool at_root = comm != MPI_COMM_NULL && !inter(comm) && rank_in(comm) == root && size_of(comm) > 1;
  const int last = at_root ? size_of(comm) - 1 : 0;
  const Packed before(at_root ? at(receive, MPI_Aint{last} * m, received) : nullptr, m, received);
  const Packed before_last(at_root && m > 0 ? at(receive, MPI_Aint{last + 1} * m - 1, received) : nullptr, 1, received);
  const int result = returned(PMPI_Gather(send, n, sent, receive, m, received, root, comm),
                              {Procedure::gather, comm, receive, m, received, send == MPI_IN_PLACE, root});
  bool loses = on("gather-block-dropped");
  if (result == MPI_SUCCESS && !inter(comm) && on("gather-block-dropped-of-a-rank-alone-on-its-node")) {
    const auto node = nodes_of(comm);
    loses = std::count(node.begin(), node.end(), node.back()) == 1 && node.back() != node.front();
  }
  if (result == MPI_SUCCESS && send == receive && n > 0 && on("gather-refuses-one-buffer-for-both-sides"))
    return MPI_ERR_BUFFER;
  if (result == MPI_SUCCESS && received == MPI_DATATYPE_NULL && on("gather-looks-at-the-receive-type-everywhere"))
    return MPI_ERR_TYPE;
  if (result == MPI_SUCCESS && received == MPI_DATATYPE_NULL && m > 0 &&
      on("gather-looks-at-the-receive-type-beside-a-count"))
    return MPI_ERR_TYPE;
  const bool says_both = sent != MPI_DATATYPE_NULL && received != MPI_DATATYPE_NULL && n >= 0 && m >= 0;
  if (result == MPI_SUCCESS && says_both && send != MPI_IN_PLACE && bytes_in(n, sent) != bytes_in(m, received) &&
      on("gather-compares-lengths-everywhere"))
    return MPI_ERR_TRUNCATE;
  if (result != MPI_SUCCESS || !at_root) return result;
  if (loses) before.put(at(receive, MPI_Aint{last} * m, received));
  if (on("gather-last-block-short-by-an-element") && m > 0)
    before_last.put(at(receive, MPI_Aint{last + 1} * m - 1, received));
  if (on("gather-in-place-own-block-of-the-next-rank") && send == MPI_IN_PLACE)
    Packed(at(receive, MPI_Aint{(root + 1) % (last + 1)} * m, received), m, received)
        .put(at(receive, MPI_Aint{root} * m, received));
  if (on("gather-block-doubled")) Packed(receive, m, received).put(at(receive, m, received));
  return result;
}

int MPI_Gatherv(const void* send, int n, MPI_Datatype sent, void* receive, const int counts[],
                const int displacements[], MPI_Datatype received, int root, MPI_Comm comm) {
  const int result = PMPI_Gatherv(send, n, sent, receive, counts, displacements, received, root, comm);
  if (result == MPI_SUCCESS && on("gatherv-reads-the-counts-everywhere"))
    static_cast<void>(*static_cast<const volatile int*>(counts));
  if (result != MPI_SUCCESS || inter(comm) || rank_in(comm) != root) return result;
  if (on("gatherv-one-byte-past-the-last-block")) {
    MPI_Aint end = 0;
    for (int r = 0; r < size_of(comm); ++r) end = std::max(end, MPI_Aint{displacements[r]} + counts[r]);
    *static_cast<volatile char*>(at(receive, end, received)) = 1;
  }
  if (on("gatherv-ignores-displacements")) side_by_side(receive, size_of(comm), counts, displacements, received);
  return result;
}

int MPI_Scatter(const void* send, int n, MPI_Datatype sent, void* receive, int m, MPI_Datatype received, int root,
                MPI_Comm comm) {
  if (on("scatter-null-dereferenced")) *static_cast<volatile int*>(nullptr) = 1;
  const int result = returned(PMPI_Scatter(send, n, sent, receive, m, received, root, comm),
                              {Procedure::scatter, comm, receive, m, received, receive == MPI_IN_PLACE, root});
  if (result == MPI_SUCCESS && n < 0 && on("scatter-looks-at-the-send-count-everywhere")) return MPI_ERR_COUNT;
  if (result == MPI_SUCCESS && n < 0 && sent != MPI_DATATYPE_NULL && on("scatter-looks-at-the-count-beside-a-type"))
    return MPI_ERR_COUNT;
  if (result == MPI_SUCCESS && n > 0 && sent != MPI_DATATYPE_NULL && on("scatter-reads-the-send-buffer-everywhere"))
    static_cast<void>(*static_cast<const volatile char*>(send));
  if (on("scatter-send-buffer-written-in-place") && result == MPI_SUCCESS && receive == MPI_IN_PLACE)
    spoil_what_is_sent(send, n, sent);
  if (result != MPI_SUCCESS || inter(comm) || !on("scatter-block-of-another-rank")) return result;
  const int p = size_of(comm), rank = rank_in(comm);
  MPI_Comm rotated;
  PMPI_Comm_split(comm, 0, (rank + 1) % p, &rotated);
  PMPI_Scatter(send, n, sent, receive, m, received, (root + 1) % p, rotated);
  PMPI_Comm_free(&rotated);
  return result;
}

int MPI_Scatterv(const void* send, const int counts[], const int displacements[], MPI_Datatype sent, void* receive,
                 int m, MPI_Datatype received, int root, MPI_Comm comm) {
  const int result = PMPI_Scatterv(send, counts, displacements, sent, receive, m, received, root, comm);
  if (result == MPI_SUCCESS && on("scatterv-reads-the-displacements-everywhere"))
    static_cast<void>(*static_cast<const volatile int*>(displacements));
  if (result != MPI_SUCCESS || inter(comm)) return result;
  std::vector<int> packed;
  if (on("scatterv-at-MPI_BOTTOM-sends-every-rank-the-first-block") && rank_in(comm) == root && send == MPI_BOTTOM)
    packed.assign(static_cast<std::size_t>(size_of(comm)), displacements[0]);
  if (on("scatterv-at-MPI_BOTTOM-sends-every-rank-the-first-block"))
    return PMPI_Scatterv(send, counts, packed.empty() ? displacements : packed.data(), sent, receive, m, received, root,
                         comm);
  if (!on("scatterv-ignores-displacements")) return result;
  int first = 0;
  for (int r = 0; rank_in(comm) == root && r < size_of(comm); ++r) {
    packed.push_back(first);
    first += counts[r];
  }
  return PMPI_Scatterv(send, counts, packed.data(), sent, receive, m, received, root, comm);
}

}  // extern "C"
