// Faulty movements in which all ranks receive.
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <numeric>

#include "tests/mpi/faulty/call.hpp"
#include "tests/mpi/faulty/shim.hpp"

using namespace tutti::faulty;
using tutti::conform::Form;
using tutti::conform::Procedure;

namespace {

void swap_blocks(void* receive, int count, MPI_Datatype type) {
  const Packed first(receive, count, type), second(at(receive, count, type), count, type);
  first.put(at(receive, count, type));
  second.put(receive);
}

/// Block b stands where block b + 1 belongs.
void rotate(void* receive, int blocks, int count, MPI_Datatype type) {
  const Packed last(at(receive, MPI_Aint{blocks - 1} * count, type), count, type);
  const Packed others(receive, (blocks - 1) * count, type);
  others.put(at(receive, count, type));
  last.put(receive);
}

void reverse(void* receive, int blocks, int count, MPI_Datatype type) {
  std::vector<Packed> data;
  for (int b = 0; b < blocks; ++b) data.emplace_back(at(receive, MPI_Aint{b} * count, type), count, type);
  for (int b = 0; b < blocks; ++b)
    data[static_cast<std::size_t>(b)].put(at(receive, MPI_Aint{blocks - 1 - b} * count, type));
}

/// As if element 0 began where the buffer does.
void shift_by_lower_bound(void* receive, int count, MPI_Datatype type) {
  MPI_Aint lower, extent;
  PMPI_Type_get_extent(type, &lower, &extent);
  if (lower < 0) Packed(receive, count, type).put(static_cast<char*>(receive) + lower);
}

void hang() {
  for (;;) pause();
}

std::vector<int> node_in_world;  ///< by rank; known from MPI_Init_thread on

/// By messages, since whatever makes a communicator of the node waits for all.
int wait_for_node(MPI_Comm comm) {
  constexpr int tag = 31999;
  MPI_Group group, world;
  PMPI_Comm_group(comm, &group);
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  std::vector<int> ranks(static_cast<std::size_t>(size_of(comm))), in_world(ranks.size());
  std::iota(ranks.begin(), ranks.end(), 0);
  PMPI_Group_translate_ranks(group, size_of(comm), ranks.data(), world, in_world.data());
  PMPI_Group_free(&group);
  PMPI_Group_free(&world);
  const auto node = [&](int rank) {
    return node_in_world[static_cast<std::size_t>(in_world[static_cast<std::size_t>(rank)])];
  };
  const int own = rank_in(comm);
  std::erase_if(ranks, [&](int rank) { return node(rank) != node(own); });
  const int first = ranks[0];
  if (own != first) {
    PMPI_Send(nullptr, 0, MPI_BYTE, first, tag, comm);
    return PMPI_Recv(nullptr, 0, MPI_BYTE, first, tag, comm, MPI_STATUS_IGNORE);
  }
  for (std::size_t i = 1; i < ranks.size(); ++i)
    PMPI_Recv(nullptr, 0, MPI_BYTE, ranks[i], tag, comm, MPI_STATUS_IGNORE);
  for (std::size_t i = 1; i < ranks.size(); ++i) PMPI_Send(nullptr, 0, MPI_BYTE, ranks[i], tag, comm);
  return MPI_SUCCESS;
}

/// Copies of what nonblocking and persistent calls were given: they live as long as the program.
const void* kept_copy(const void* send, int count, MPI_Datatype type) {
  const Packed data(send, count, type);
  auto* copy = static_cast<char*>(std::calloc(static_cast<std::size_t>(count * extent_of(type) + 1), 1));
  data.put(copy);
  return copy;
}

int remote_size_of(MPI_Comm comm) {
  int n = 0;
  PMPI_Comm_remote_size(comm, &n);
  return n;
}

/// As they are once they have been cut to ints.
std::vector<MPI_Aint> in_ints(const MPI_Aint list[], int count) {
  std::vector<MPI_Aint> cut;
  for (int i = 0; i < count; ++i) cut.push_back(static_cast<int>(list[i]));
  return cut;
}

}  // namespace

extern "C" {

int MPI_Allgather(const void* send, int n, MPI_Datatype sent, void* receive, int m, MPI_Datatype received,
                  MPI_Comm comm) {
  static thread_local int calls = 0;
  if (on("allgather-hangs-at-the-second-call") && ++calls == 2) hang();
  if (on("allgather-divides-by-a-count-of-zero") && m >= 0) {
    const volatile int zero = m;
    if (100 / zero < 0) return MPI_ERR_INTERN;
  }
  const bool is_in_place = send == MPI_IN_PLACE;
  if (send == MPI_BOTTOM && n > 0 && !inter(comm) && on("allgather-takes-MPI_BOTTOM-for-in-place"))
    return PMPI_Allgather(MPI_IN_PLACE, n, sent, receive, m, received, comm);
  const int result = returned(PMPI_Allgather(send, n, sent, receive, m, received, comm),
                              {Procedure::allgather, comm, receive, m, received, is_in_place});
  if (result == MPI_SUCCESS && send == MPI_IN_PLACE && n < 0 && on("allgather-in-place-looks-at-the-send-count"))
    return MPI_ERR_COUNT;
  if (result == MPI_SUCCESS && m == 0 && !receive && on("allgather-refuses-no-buffer-of-no-elements"))
    return MPI_ERR_BUFFER;
  if (result != MPI_SUCCESS || m == 0) return result;
  if (on("allgather-send-buffer-written") && send != MPI_IN_PLACE) spoil_what_is_sent(send, n, sent);
  if (inter(comm)) {
    int remote = 0;
    PMPI_Comm_remote_size(comm, &remote);
    if (on("inter-allgather-in-reverse-order")) reverse(receive, remote, m, received);
    return result;
  }
  const int p = size_of(comm);
  if (on("allgather-blocks-rotated-at-one-rank") && rank_in(comm) == p - 1) rotate(receive, p, m, received);
  const bool is_part = p > 1 && p < size_of(MPI_COMM_WORLD);
  if (on("allgather-of-a-part-rotated-above-70000-bytes") && is_part && p * bytes_in(m, received) > 70000)
    rotate(receive, p, m, received);
  if (on("allgather-gap-written")) write_a_gap(receive, received);
  if (on("allgather-ignores-the-lower-bound")) shift_by_lower_bound(receive, p * m, received);
  if (on("allgather-message-left-behind")) {
    MPI_Request request;
    PMPI_Isend(nullptr, 0, MPI_BYTE, rank_in(comm), 7, comm, &request);
    PMPI_Request_free(&request);
  }
  return result;
}

int MPI_Iallgather(const void* send, int n, MPI_Datatype sent, void* receive, int m, MPI_Datatype received,
                   MPI_Comm comm, MPI_Request* request) {
  if (on("iallgather-returns-an-error")) return MPI_ERR_OTHER;
  if (!on("iallgather-completes-too-early") || m <= 0 || send == MPI_IN_PLACE || inter(comm))
    return started(PMPI_Iallgather(send, n, sent, receive, m, received, comm, request),
                   {.procedure = Procedure::allgather,
                    .comm = comm,
                    .receive = receive,
                    .count = m,
                    .type = received,
                    .form = Form::nonblocking},
                   request);
  // The data arrives, but only after the program was told that it has.
  auto* later =
      std::calloc(static_cast<std::size_t>(size_of(comm)) * static_cast<std::size_t>(bytes_in(m, received)), 1);
  const int bytes = bytes_in(m, received);
  const int result = PMPI_Iallgather(kept_copy(send, n, sent), n, sent, later, bytes, MPI_BYTE, comm, request);
  if (result == MPI_SUCCESS) PMPI_Request_free(request);
  return result;
}

int MPI_Allgather_init(const void* send, int n, MPI_Datatype sent, void* receive, int m, MPI_Datatype received,
                       MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const bool old = on("persistent-allgather-sends-old-data") && send != MPI_IN_PLACE && n > 0;
  return PMPI_Allgather_init(old ? kept_copy(send, n, sent) : send, n, sent, receive, m, received, comm, info, request);
}

int MPI_Start(MPI_Request* request) { return on("start-returns-an-error") ? MPI_ERR_OTHER : PMPI_Start(request); }

int MPI_Allgatherv(const void* send, int n, MPI_Datatype sent, void* receive, const int counts[],
                   const int displacements[], MPI_Datatype received, MPI_Comm comm) {
  const bool one_group = comm != MPI_COMM_NULL && !inter(comm);
  const bool loses =
      on("allgatherv-last-block-missing-at-rank-0") && one_group && rank_in(comm) == 0 && size_of(comm) > 1;
  const int p = one_group ? size_of(comm) : 0, last = loses ? p - 1 : 0;
  const Packed before(loses ? at(receive, displacements[last], received) : nullptr, loses ? counts[last] : 0, received);
  const int result = PMPI_Allgatherv(send, n, sent, receive, counts, displacements, received, comm);
  if (result != MPI_SUCCESS || !one_group) return result;
  if (loses) before.put(at(receive, displacements[last], received));
  for (int r = 0; on("allgatherv-writes-where-a-block-is-empty") && r < p; ++r)
    if (counts[r] == 0) *static_cast<char*>(at(receive, displacements[r], received)) ^= 1;
  if (on("allgatherv-ignores-displacements")) side_by_side(receive, p, counts, displacements, received);
  return result;
}

int MPI_Alltoall(const void* send, int n, MPI_Datatype sent, void* receive, int m, MPI_Datatype received,
                 MPI_Comm comm) {
  if (on("alltoall-aborts")) std::abort();
  const bool in_place = send == MPI_IN_PLACE;
  const bool kept = on("alltoall-in-place-own-block-only") && in_place && comm != MPI_COMM_NULL;
  const Packed before(kept ? receive : nullptr, kept ? size_of(comm) * m : 0, received);
  const int result = returned(PMPI_Alltoall(send, n, sent, receive, m, received, comm),
                              {Procedure::alltoall, comm, receive, m, received, in_place});
  if (result == MPI_SUCCESS && in_place && sent == MPI_DATATYPE_NULL && on("alltoall-in-place-looks-at-the-send-type"))
    return MPI_ERR_TYPE;
  if (result != MPI_SUCCESS || m == 0 || inter(comm)) return result;
  before.put(receive);
  if (on("alltoall-two-blocks-swapped") && rank_in(comm) == 0 && size_of(comm) > 1) swap_blocks(receive, m, received);
  return result;
}

int MPI_Alltoallv(const void* send, const int n[], const int send_at[], MPI_Datatype sent, void* receive, const int m[],
                  const int receive_at[], MPI_Datatype received, MPI_Comm comm) {
  if (receive == MPI_BOTTOM && on("alltoallv-moves-nothing-to-MPI_BOTTOM")) return MPI_SUCCESS;
  const bool drop = on("alltoallv-block-dropped") && comm != MPI_COMM_NULL && !inter(comm) && send != MPI_IN_PLACE;
  const int last = drop ? size_of(comm) - 1 : 0;
  const Packed before(drop ? at(receive, receive_at[last], received) : nullptr, drop ? m[last] : 0, received);
  const int result =
      instead_of(PMPI_Alltoallv(send, n, send_at, sent, receive, m, receive_at, received, comm), Procedure::alltoallv);
  if (result == MPI_SUCCESS && drop) before.put(at(receive, receive_at[last], received));
  if (result != MPI_SUCCESS || inter(comm)) return result;
  const int p = size_of(comm);
  if (on("alltoallv-refuses-empty-blocks") && std::any_of(m, m + p, [](int count) { return count == 0; }))
    return MPI_ERR_COUNT;
  for (int r = 0; on("alltoallv-receive-displacements-in-bytes") && r < p; ++r)
    Packed(at(receive, receive_at[r], received), m[r], received).put(static_cast<char*>(receive) + receive_at[r]);
  return result;
}

int MPI_Alltoallw(const void* send, const int n[], const int send_at[], const MPI_Datatype sent[], void* receive,
                  const int m[], const int receive_at[], const MPI_Datatype received[], MPI_Comm comm) {
  const bool ignores = on("alltoallw-ignores-types") && comm != MPI_COMM_NULL && !inter(comm);
  const int p = ignores ? size_of(comm) : 0;
  std::vector<Packed> before, after;
  for (int r = 0; r < p; ++r) before.emplace_back(static_cast<char*>(receive) + receive_at[r], m[r], received[r]);
  const int result = PMPI_Alltoallw(send, n, send_at, sent, receive, m, receive_at, received, comm);
  if (result != MPI_SUCCESS) return result;
  if (on("alltoallw-in-place-reads-the-send-types") && send == MPI_IN_PLACE)
    static_cast<void>(*static_cast<const volatile MPI_Datatype*>(sent));
  if (on("alltoallw-send-buffer-written") && send != MPI_IN_PLACE && !inter(comm))
    spoil_what_is_sent(static_cast<const char*>(send) + send_at[0], n[0], sent[0]);
  for (int r = 0; r < p; ++r) {
    auto* block = static_cast<char*>(receive) + receive_at[r];
    const Packed data(block, m[r], received[r]);
    before[static_cast<std::size_t>(r)].put(block);
    data.put(block, bytes_in(m[r], received[r]), MPI_BYTE);
  }
  return result;
}

int MPI_Alltoallw_c(const void* send, const MPI_Count n[], const MPI_Aint send_at[], const MPI_Datatype sent[],
                    void* receive, const MPI_Count m[], const MPI_Aint receive_at[], const MPI_Datatype received[],
                    MPI_Comm comm) {
  const bool cuts = on("alltoallw-with-large-counts-keeps-displacements-in-ints") && comm != MPI_COMM_NULL;
  const int blocks = !cuts ? 0 : inter(comm) ? remote_size_of(comm) : size_of(comm);
  const auto from = in_ints(send_at, send == MPI_IN_PLACE ? 0 : blocks), to = in_ints(receive_at, blocks);
  return PMPI_Alltoallw_c(send, n, from.empty() ? send_at : from.data(), sent, receive, m,
                          to.empty() ? receive_at : to.data(), received, comm);
}

int MPI_Neighbor_alltoallw(const void* send, const int n[], const MPI_Aint send_at[], const MPI_Datatype sent[],
                           void* receive, const int m[], const MPI_Aint receive_at[], const MPI_Datatype received[],
                           MPI_Comm comm) {
  int kind = MPI_UNDEFINED, dimensions = 0;
  if (comm != MPI_COMM_NULL) PMPI_Topo_test(comm, &kind);
  if (kind == MPI_CART) PMPI_Cartdim_get(comm, &dimensions);
  const bool cuts = on("neighbor-alltoallw-keeps-displacements-in-ints");
  const auto from = in_ints(send_at, cuts ? 2 * dimensions : 0), to = in_ints(receive_at, cuts ? 2 * dimensions : 0);
  if (on("neighbor-alltoallw-refuses-addresses") && send == MPI_BOTTOM && dimensions > 0 && send_at[0] > INT_MAX)
    return MPI_ERR_BUFFER;
  return PMPI_Neighbor_alltoallw(send, n, from.empty() ? send_at : from.data(), sent, receive, m,
                                 to.empty() ? receive_at : to.data(), received, comm);
}

int MPI_Neighbor_allgather(const void* send, int n, MPI_Datatype sent, void* receive, int m, MPI_Datatype received,
                           MPI_Comm comm) {
  const bool loses = on("neighbour-self-edge-lost") && comm != MPI_COMM_NULL && m > 0;
  int in = 0, out = 0, weighted = 0, kind = MPI_UNDEFINED;
  if (loses) PMPI_Topo_test(comm, &kind);
  if (kind == MPI_DIST_GRAPH) PMPI_Dist_graph_neighbors_count(comm, &in, &out, &weighted);
  std::vector<int> from(static_cast<std::size_t>(in) + 1, -1), to(static_cast<std::size_t>(out) + 1);
  if (in + out > 0) PMPI_Dist_graph_neighbors(comm, in, from.data(), MPI_UNWEIGHTED, out, to.data(), MPI_UNWEIGHTED);
  std::vector<Packed> before;
  for (int b = 0; b < in; ++b) before.emplace_back(at(receive, MPI_Aint{b} * m, received), m, received);
  const int result =
      instead_of(PMPI_Neighbor_allgather(send, n, sent, receive, m, received, comm), Procedure::neighbor_allgather);
  for (int b = 0; result == MPI_SUCCESS && b < in; ++b)
    if (from[static_cast<std::size_t>(b)] == rank_in(comm))
      before[static_cast<std::size_t>(b)].put(at(receive, MPI_Aint{b} * m, received));
  return result;
}

int MPI_Neighbor_alltoall(const void* send, int n, MPI_Datatype sent, void* receive, int m, MPI_Datatype received,
                          MPI_Comm comm) {
  const int result = PMPI_Neighbor_alltoall(send, n, sent, receive, m, received, comm);
  if (result != MPI_SUCCESS || m == 0 || !on("neighbours-in-another-order")) return result;
  int kind;
  PMPI_Topo_test(comm, &kind);
  if (kind == MPI_CART) swap_blocks(receive, m, received);
  return result;
}

int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  const int result = PMPI_Init_thread(argc, argv, required, provided);
  if (result == MPI_SUCCESS && on("barrier-waits-for-its-own-node-alone")) node_in_world = nodes_of(MPI_COMM_WORLD);
  return result;
}

int MPI_Barrier(MPI_Comm comm) {
  if (on("barrier-does-not-wait") && comm != MPI_COMM_NULL) return MPI_SUCCESS;
  const bool one_group = comm != MPI_COMM_NULL && !inter(comm);
  if (on("barrier-waits-for-its-own-node-alone") && one_group) return wait_for_node(comm);
  if (on("barrier-lets-the-last-rank-go-early") && one_group && rank_in(comm) == size_of(comm) - 1) {
    MPI_Request request;
    const int result = PMPI_Ibarrier(comm, &request);
    if (result == MPI_SUCCESS) PMPI_Request_free(&request);
    return result;
  }
  const int result = instead_of(PMPI_Barrier(comm), Procedure::barrier);
  return on("barrier-returns-an-error") ? MPI_ERR_OTHER : result;
}

}  // extern "C"
