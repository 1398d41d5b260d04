// Faults of how calls are completed, of handles that are freed, and of what operators are given.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#include "tests/mpi/faulty/call.hpp"
#include "tests/mpi/faulty/shim.hpp"

using namespace tutti::faulty;
using tutti::conform::Form;
using tutti::conform::Procedure;

namespace {

// What is pending, as far as the faults need it.
MPI_Comm pending_on = MPI_COMM_NULL;
bool comm_was_freed = false, type_was_freed = false, op_was_freed = false;

/// A request that was left to the program though it had been completed.
MPI_Request left = MPI_REQUEST_NULL;

/// What the completion of these requests returns. Nothing is pending any more.
int end_of(const std::vector<MPI_Request>& requests, int result) {
  if (result == MPI_SUCCESS) completed(requests);
  const bool had_comm = std::exchange(comm_was_freed, false), had_type = std::exchange(type_was_freed, false);
  const bool had_op = std::exchange(op_was_freed, false);
  pending_on = MPI_COMM_NULL;
  if (result != MPI_SUCCESS) return result;
  if (had_op && on("wait-fails-once-an-operator-is-freed")) return MPI_ERR_OP;
  if (had_comm && on("wait-fails-once-the-communicator-is-freed")) return MPI_ERR_COMM;
  if (had_type && on("wait-fails-once-a-datatype-is-freed")) return MPI_ERR_TYPE;
  return on("wait-returns-an-error") ? MPI_ERR_OTHER : result;
}

bool is_there(MPI_Request request) { return request != MPI_REQUEST_NULL; }

/// The first of these requests that is not null, which is there.
MPI_Request first(const std::vector<MPI_Request>& requests) {
  return *std::find_if(requests.begin(), requests.end(), is_there);
}

/// The number of the last that is not null, where there are several; else -1.
int last_of_several(int count, const MPI_Request requests[]) {
  if (std::count_if(requests, requests + count, is_there) < 2) return -1;
  while (!is_there(requests[count - 1])) --count;
  return count - 1;
}

/// Those of these requests.
std::vector<MPI_Request> chosen(const std::vector<MPI_Request>& requests, const std::vector<int>& indices) {
  std::vector<MPI_Request> some;
  for (const int i : indices)
    if (i >= 0) some.push_back(requests[static_cast<std::size_t>(i)]);
  return some;
}

std::vector<int> numbers(const int list[], int count) {
  return count > 0 ? std::vector<int>(list, list + count) : std::vector<int>{};
}

/// The error of a start, if one is planted.
int begun(int result, MPI_Comm comm, const char* second_fails) {
  const bool is_second = pending_on == comm && comm != MPI_COMM_NULL;
  pending_on = comm;
  return result == MPI_SUCCESS && is_second && on(second_fails) ? MPI_ERR_OTHER : result;
}

// ---- operators: MPI tells a function nothing of itself, so that there is one for each

constexpr std::size_t most_functions = 64;
std::array<MPI_User_function*, most_functions> functions;
std::size_t made = 0;

/// With copies of the operands.
void at_odd_addresses(MPI_User_function* function, void* in, void* inout, int* length, MPI_Datatype* type) {
  const auto bytes = static_cast<std::size_t>(*length) * static_cast<std::size_t>(extent_of(*type));
  std::vector<char> moved_in(bytes + 1), moved_inout(bytes + 1);
  std::copy_n(static_cast<const char*>(in), bytes, moved_in.data() + 1);
  std::copy_n(static_cast<const char*>(inout), bytes, moved_inout.data() + 1);
  function(moved_in.data() + 1, moved_inout.data() + 1, length, type);
  std::copy_n(moved_inout.data() + 1, bytes, static_cast<char*>(inout));
}

/// Of both operands, in memory that is mapped at two addresses.
void in_one_memory(MPI_User_function* function, void* in, void* inout, int* length, MPI_Datatype* type) {
  const auto bytes = static_cast<std::size_t>(*length) * static_cast<std::size_t>(extent_of(*type));
  const int memory = memfd_create("operands", 0);
  if (memory < 0 || ftruncate(memory, static_cast<off_t>(bytes)) != 0) std::abort();
  const auto map = [&] { return mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0); };
  void *here = map(), *there = map();
  std::memcpy(here, in, bytes);
  function(here, there, length, type);
  std::memcpy(inout, there, bytes);
  munmap(here, bytes), munmap(there, bytes), close(memory);
}

void call_wrongly(MPI_User_function* function, void* in, void* inout, int* length, MPI_Datatype* type) {
  if (on("operator-gets-the-type-of-bytes")) {
    MPI_Datatype bytes = MPI_BYTE;
    return function(in, inout, length, &bytes);
  }
  if (on("operator-gets-no-datatype")) {
    MPI_Datatype none = MPI_DATATYPE_NULL;
    return function(in, inout, length, &none);
  }
  if (on("operator-called-with-a-negative-length")) {
    int rest = -1;
    function(in, inout, &rest, type);
  }
  if (on("operator-drops-the-tail-of-a-segment-of-16") && *length > 16) {
    int whole = *length - *length % 16;
    return function(in, inout, &whole, type);
  }
  if (on("operator-gets-operands-at-odd-addresses") && *length > 0)
    return at_odd_addresses(function, in, inout, length, type);
  if (on("operator-combines-64-KiB-of-an-element-alone") && extent_of(*type) > 65536 && *length > 0) {
    const auto bytes = static_cast<std::size_t>(extent_of(*type));
    const std::vector<char> before(static_cast<char*>(inout), static_cast<char*>(inout) + bytes);
    function(in, inout, length, type);
    std::copy(before.begin() + 65536, before.end(), static_cast<char*>(inout) + 65536);
    return;
  }
  if (on("operator-gets-one-memory-at-two-addresses") && *length > 0)
    return in_one_memory(function, in, inout, length, type);
  if (on("operator-gets-one-buffer-twice") && *length > 0) function(inout, inout, length, type);
  function(in, inout, length, type);
}

template <std::size_t number>
void wrapped(void* in, void* inout, int* length, MPI_Datatype* type) {
  call_wrongly(functions[number], in, inout, length, type);
}

template <std::size_t... number>
MPI_User_function* wrapper(std::size_t wanted, std::index_sequence<number...>) {
  static constexpr std::array<MPI_User_function*, sizeof...(number)> all{wrapped<number>...};
  return all[wanted];
}

bool spoils_operators() {
  return on("operator-gets-the-type-of-bytes") || on("operator-gets-no-datatype") ||
         on("operator-gets-one-buffer-twice") || on("operator-called-with-a-negative-length") ||
         on("operator-combines-64-KiB-of-an-element-alone") || on("operator-drops-the-tail-of-a-segment-of-16") ||
         on("operator-gets-operands-at-odd-addresses") || on("operator-gets-one-memory-at-two-addresses");
}

/// Short by an element, where a call of one group carries more bytes than this.
int shortened(int count, MPI_Datatype type, MPI_Comm comm, const char* fault, int most_bytes) {
  const bool usual = on(fault) && comm != MPI_COMM_NULL && !inter(comm) && (type == MPI_DOUBLE || type == MPI_INT);
  return usual && count > 0 && bytes_in(count, type) > most_bytes ? count - 1 : count;
}

}  // namespace

extern "C" {

int MPI_Op_create(MPI_User_function* function, int commute, MPI_Op* op) {
  if (!spoils_operators() || made == most_functions) return PMPI_Op_create(function, commute, op);
  functions[made] = function;
  return PMPI_Op_create(wrapper(made++, std::make_index_sequence<most_functions>()), commute, op);
}

int MPI_Iallreduce(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                   MPI_Request* request) {
  const int n = shortened(count, type, comm, "iallreduce-last-element-missing-above-100000-bytes", 100000);
  const Call call{Procedure::allreduce, comm, receive, count, type, send == MPI_IN_PLACE, 0, op, Form::nonblocking};
  const int result = started(PMPI_Iallreduce(send, receive, n, type, op, comm, request), call, request);
  return begun(result, comm, "second-iallreduce-on-a-communicator-fails");
}

int MPI_Allreduce_init(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                       MPI_Info info, MPI_Request* request) {
  const int n = shortened(count, type, comm, "persistent-allreduce-last-element-missing-above-70000-bytes", 70000);
  return PMPI_Allreduce_init(send, receive, n, type, op, comm, info, request);
}

int MPI_Ireduce(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm,
                MPI_Request* request) {
  const Call call{Procedure::reduce, comm, receive, count, type, send == MPI_IN_PLACE, root, op, Form::nonblocking};
  return started(PMPI_Ireduce(send, receive, count, type, op, root, comm, request), call, request);
}

int MPI_Iscan(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
              MPI_Request* request) {
  const Call call{Procedure::scan, comm, receive, count, type, send == MPI_IN_PLACE, 0, op, Form::nonblocking};
  return started(PMPI_Iscan(send, receive, count, type, op, comm, request), call, request);
}

int MPI_Ibcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm, MPI_Request* request) {
  const Call call{Procedure::bcast, comm, buffer, count, type, false, root, MPI_OP_NULL, Form::nonblocking};
  const int result = started(PMPI_Ibcast(buffer, count, type, root, comm, request), call, request);
  return begun(result, comm, "second-ibcast-on-a-communicator-fails");
}

int MPI_Bcast_init(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm, MPI_Info info,
                   MPI_Request* request) {
  const Call call{Procedure::bcast, comm, buffer, count, type, false, root, MPI_OP_NULL, Form::persistent};
  return started(PMPI_Bcast_init(buffer, count, type, root, comm, info, request), call, request);
}

int MPI_Igather(const void* send, int n, MPI_Datatype sent, void* receive, int m, MPI_Datatype received, int root,
                MPI_Comm comm, MPI_Request* request) {
  const bool in_place = send == MPI_IN_PLACE;
  const Call call{Procedure::gather, comm, receive, m, received, in_place, root, MPI_OP_NULL, Form::nonblocking};
  const int result = started(PMPI_Igather(send, n, sent, receive, m, received, root, comm, request), call, request);
  const bool looks = received == MPI_DATATYPE_NULL && on("igather-looks-at-the-receive-type-everywhere");
  return result == MPI_SUCCESS && looks ? MPI_ERR_TYPE : result;
}

int MPI_Ialltoall(const void* send, int n, MPI_Datatype sent, void* receive, int m, MPI_Datatype received,
                  MPI_Comm comm, MPI_Request* request) {
  const bool in_place = send == MPI_IN_PLACE;
  const Call call{Procedure::alltoall, comm, receive, m, received, in_place, 0, MPI_OP_NULL, Form::nonblocking};
  return started(PMPI_Ialltoall(send, n, sent, receive, m, received, comm, request), call, request);
}

int MPI_Alltoall_init(const void* send, int n, MPI_Datatype sent, void* receive, int m, MPI_Datatype received,
                      MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const bool in_place = send == MPI_IN_PLACE;
  const Call call{Procedure::alltoall, comm, receive, m, received, in_place, 0, MPI_OP_NULL, Form::persistent};
  return started(PMPI_Alltoall_init(send, n, sent, receive, m, received, comm, info, request), call, request);
}

int MPI_Ibarrier(MPI_Comm comm, MPI_Request* request) {
  if (comm != MPI_COMM_NULL && on("ibarrier-waits-for-the-others")) PMPI_Barrier(comm);
  if (!on("ibarrier-completes-at-once") || comm == MPI_COMM_NULL) return PMPI_Ibarrier(comm, request);
  *request = MPI_REQUEST_NULL;
  return MPI_SUCCESS;
}

int MPI_Comm_free(MPI_Comm* comm) {
  comm_was_freed = pending_on != MPI_COMM_NULL && *comm == pending_on;
  return PMPI_Comm_free(comm);
}

int MPI_Type_free(MPI_Datatype* type) {
  datatype_is_freed();
  type_was_freed = pending_on != MPI_COMM_NULL;
  return PMPI_Type_free(type);
}

int MPI_Op_free(MPI_Op* op) {
  op_was_freed = pending_on != MPI_COMM_NULL;
  return PMPI_Op_free(op);
}

int MPI_Startall(int count, MPI_Request requests[]) {
  const int result = PMPI_Startall(count, requests);
  return count > 1 && on("startall-of-several-returns-an-error") ? MPI_ERR_REQUEST : result;
}

int MPI_Request_free(MPI_Request* request) {
  forgotten(*request);
  if (*request == MPI_REQUEST_NULL || *request != left) return PMPI_Request_free(request);
  left = *request = MPI_REQUEST_NULL;
  return MPI_SUCCESS;
}

int MPI_Request_get_status(MPI_Request request, int* flag, MPI_Status* status) {
  const int result = PMPI_Request_get_status(request, flag, status);
  if (on("get-status-says-an-inactive-request-is-pending")) *flag = 0;
  return result;
}

int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  const std::vector before{*request};
  return end_of(before, PMPI_Wait(request, status));
}

int MPI_Test(MPI_Request* request, int* flag, MPI_Status* status) {
  const std::vector before{*request};
  const int result = PMPI_Test(request, flag, status);
  if (*flag && *request != before[0] && on("test-leaves-the-request")) left = *request = before[0];
  return *flag ? end_of(before, result) : result;
}

int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]) {
  const std::vector before(requests, requests + count);
  const int last = on("waitall-leaves-the-last-of-several") ? last_of_several(count, requests) : -1;
  const int result = PMPI_Waitall(last < 0 ? count : last, requests, statuses);
  if (on("waitall-makes-a-persistent-request-null")) std::fill(requests, requests + count, MPI_REQUEST_NULL);
  return end_of(before, result);
}

int MPI_Waitany(int count, MPI_Request requests[], int* index, MPI_Status* status) {
  const std::vector before(requests, requests + count);
  const int last = on("waitany-says-the-last-of-several") ? last_of_several(count, requests) : -1;
  const int result = PMPI_Waitany(count, requests, index, status);
  const auto done = chosen(before, {*index});
  if (on("waitany-says-the-first")) *index = 0;
  if (last >= 0 && *index != last) *index = last;
  return end_of(done, result);
}

int MPI_Waitsome(int in, MPI_Request requests[], int* out, int indices[], MPI_Status statuses[]) {
  const std::vector before(requests, requests + in);
  const int result = PMPI_Waitsome(in, requests, out, indices, statuses);
  const auto done = chosen(before, numbers(indices, *out));
  if (on("waitsome-says-two") && *out == 1) *out = 2;
  if (on("waitsome-writes-to-null-requests")) requests[0] = first(before);
  return end_of(done, result);
}

int MPI_Testany(int count, MPI_Request requests[], int* index, int* flag, MPI_Status* status) {
  const std::vector before(requests, requests + count);
  const int result = PMPI_Testany(count, requests, index, flag, status);
  const auto done = chosen(before, {*index});
  if (*flag && on("testany-says-none")) *index = MPI_UNDEFINED;
  if (*index == MPI_UNDEFINED && on("testany-says-that-inactive-requests-are-pending")) *flag = 0;
  return *flag ? end_of(done, result) : result;
}

int MPI_Testall(int count, MPI_Request requests[], int* flag, MPI_Status statuses[]) {
  const std::vector before(requests, requests + count);
  const int last = on("testall-looks-at-all-but-the-last-of-several") ? last_of_several(count, requests) : -1;
  const int result = PMPI_Testall(last < 0 ? count : last, requests, flag, statuses);
  if (*flag && on("testall-fails-and-no-status-says-why")) return MPI_ERR_IN_STATUS;
  return *flag ? end_of(before, result) : result;
}

int MPI_Testsome(int in, MPI_Request requests[], int* out, int indices[], MPI_Status statuses[]) {
  const std::vector before(requests, requests + in);
  const int result = PMPI_Testsome(in, requests, out, indices, statuses);
  const auto done = chosen(before, numbers(indices, *out));
  if (*out == 1 && on("testsome-says-the-last")) indices[0] = in - 1;
  if (*out == MPI_UNDEFINED && on("testsome-says-that-none-of-inactive-requests-has-completed")) *out = 0;
  return *out != 0 ? end_of(done, result) : result;
}

}  // extern "C"
