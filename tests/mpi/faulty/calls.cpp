// Faults of how calls are completed, of handles that are freed, and of what operators are given.
#include <array>
#include <cstddef>
#include <utility>

#include "tests/mpi/faulty/shim.hpp"

using namespace tutti::faulty;

namespace {

// What is pending, as far as the faults need it.
MPI_Comm pending_on = MPI_COMM_NULL;
bool comm_was_freed = false, type_was_freed = false;

/// The error of a completion, if one is planted. Nothing is pending any more.
int completed(int result) {
  const bool had_comm = std::exchange(comm_was_freed, false), had_type = std::exchange(type_was_freed, false);
  pending_on = MPI_COMM_NULL;
  if (result != MPI_SUCCESS) return result;
  if (had_comm && on("wait-fails-once-the-communicator-is-freed")) return MPI_ERR_COMM;
  if (had_type && on("wait-fails-once-a-datatype-is-freed")) return MPI_ERR_TYPE;
  return on("wait-returns-an-error") ? MPI_ERR_OTHER : result;
}

/// The error of a start, if one is planted.
int started(int result, MPI_Comm comm, const char* second_fails) {
  const bool is_second = pending_on == comm && comm != MPI_COMM_NULL;
  pending_on = comm;
  return result == MPI_SUCCESS && is_second && on(second_fails) ? MPI_ERR_OTHER : result;
}

// ---- operators: MPI tells a function nothing of itself, so that there is one for each

constexpr std::size_t most_functions = 64;
std::array<MPI_User_function*, most_functions> functions;
std::size_t made = 0;

void call_wrongly(MPI_User_function* function, void* in, void* inout, int* length, MPI_Datatype* type) {
  if (on("operator-gets-the-type-of-bytes")) {
    MPI_Datatype bytes = MPI_BYTE;
    return function(in, inout, length, &bytes);
  }
  if (on("operator-gets-no-datatype")) {
    MPI_Datatype none = MPI_DATATYPE_NULL;
    return function(in, inout, length, &none);
  }
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
         on("operator-gets-one-buffer-twice");
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
  const int result = PMPI_Iallreduce(send, receive, n, type, op, comm, request);
  return started(result, comm, "second-iallreduce-on-a-communicator-fails");
}

int MPI_Allreduce_init(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                       MPI_Info info, MPI_Request* request) {
  const int n = shortened(count, type, comm, "persistent-allreduce-last-element-missing-above-70000-bytes", 70000);
  return PMPI_Allreduce_init(send, receive, n, type, op, comm, info, request);
}

int MPI_Ibcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm, MPI_Request* request) {
  return started(PMPI_Ibcast(buffer, count, type, root, comm, request), comm, "second-ibcast-on-a-communicator-fails");
}

int MPI_Comm_free(MPI_Comm* comm) {
  comm_was_freed = pending_on != MPI_COMM_NULL && *comm == pending_on;
  return PMPI_Comm_free(comm);
}

int MPI_Type_free(MPI_Datatype* type) {
  type_was_freed = pending_on != MPI_COMM_NULL;
  return PMPI_Type_free(type);
}

int MPI_Wait(MPI_Request* request, MPI_Status* status) { return completed(PMPI_Wait(request, status)); }

int MPI_Test(MPI_Request* request, int* flag, MPI_Status* status) {
  const int result = PMPI_Test(request, flag, status);
  return *flag ? completed(result) : result;
}

int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]) {
  return completed(PMPI_Waitall(count, requests, statuses));
}

int MPI_Waitany(int count, MPI_Request requests[], int* index, MPI_Status* status) {
  const int result = PMPI_Waitany(count, requests, index, status);
  if (on("waitany-says-the-first")) *index = 0;
  return completed(result);
}

int MPI_Waitsome(int in, MPI_Request requests[], int* out, int indices[], MPI_Status statuses[]) {
  const int result = PMPI_Waitsome(in, requests, out, indices, statuses);
  if (on("waitsome-says-two") && *out == 1) *out = 2;
  return completed(result);
}

int MPI_Testany(int count, MPI_Request requests[], int* index, int* flag, MPI_Status* status) {
  const int result = PMPI_Testany(count, requests, index, flag, status);
  if (*flag && on("testany-says-none")) *index = MPI_UNDEFINED;
  return *flag ? completed(result) : result;
}

int MPI_Testall(int count, MPI_Request requests[], int* flag, MPI_Status statuses[]) {
  const int result = PMPI_Testall(count, requests, flag, statuses);
  if (*flag && on("testall-fails-and-no-status-says-why")) return MPI_ERR_IN_STATUS;
  return *flag ? completed(result) : result;
}

int MPI_Testsome(int in, MPI_Request requests[], int* out, int indices[], MPI_Status statuses[]) {
  const int result = PMPI_Testsome(in, requests, out, indices, statuses);
  if (*out == 1 && on("testsome-says-the-last")) indices[0] = in - 1;
  return *out != 0 ? completed(result) : result;
}

}  // extern "C"
