// Faults of what stands beside the calls: tools, error handlers, and the constructors of datatypes and operators.
#include <algorithm>
#include <array>
#include <atomic>
#include <utility>
#include <vector>

#include "tests/mpi/faulty/call.hpp"
#include "tests/mpi/faulty/shim.hpp"

using namespace tutti::faulty;

namespace {

// MPI tells a handler nothing of itself: one program makes one at a time.
MPI_Comm_errhandler_function* handler = nullptr;

void call_handler_wrongly(MPI_Comm* comm, int* code, ...) {
  if (on("error-handler-is-not-called")) return;
  MPI_Comm self = MPI_COMM_SELF;
  handler(on("error-handler-gets-another-communicator") ? &self : comm, code);
}

// Made by the two constructors below, and not freed.
std::atomic<int> datatypes_alive = 0;

bool spoils_handlers() { return on("error-handler-is-not-called") || on("error-handler-gets-another-communicator"); }

// Of operators with large counts, as the worker makes them: one for each load.
constexpr std::size_t most_large_functions = 64;
std::array<MPI_User_function_c*, most_large_functions> large_functions;
std::size_t large_made = 0;

template <std::size_t number>
void wrapped_large(void* in, void* inout, MPI_Count* length, MPI_Datatype* type) {
  if (on("operator-with-large-counts-drops-its-last-element") && *length > 1) {
    MPI_Count rest = *length - 1;
    return large_functions[number](in, inout, &rest, type);
  }
  if (on("operator-with-large-counts-swaps-its-operands")) {
    const auto bytes = static_cast<std::size_t>(*length * extent_of(*type));
    const std::vector<char> left(static_cast<char*>(in), static_cast<char*>(in) + bytes);
    std::vector<char> right(static_cast<char*>(inout), static_cast<char*>(inout) + bytes);
    std::copy(left.begin(), left.end(), static_cast<char*>(inout));
    return large_functions[number](right.data(), inout, length, type);
  }
  large_functions[number](in, inout, length, type);
}

template <std::size_t... number>
MPI_User_function_c* large_wrapper(std::size_t wanted, std::index_sequence<number...>) {
  static constexpr std::array<MPI_User_function_c*, sizeof...(number)> all{wrapped_large<number>...};
  return all[wanted];
}

bool spoils_large_operators() {
  return on("operator-with-large-counts-drops-its-last-element") || on("operator-with-large-counts-swaps-its-operands");
}

}  // namespace

void tutti::faulty::datatype_is_freed() { --datatypes_alive; }

extern "C" {

int MPI_T_init_thread(int required, int* provided) {
  opened_tool();
  return PMPI_T_init_thread(required, provided);
}

int MPI_T_finalize() {
  closed_tool();
  return PMPI_T_finalize();
}

int MPI_Comm_create_errhandler(MPI_Comm_errhandler_function* function, MPI_Errhandler* made_handler) {
  if (!spoils_handlers()) return PMPI_Comm_create_errhandler(function, made_handler);
  handler = function;
  return PMPI_Comm_create_errhandler(call_handler_wrongly, made_handler);
}

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm* made_comm) {
  const int result = PMPI_Comm_dup(comm, made_comm);
  if (result == MPI_SUCCESS && comm == MPI_COMM_WORLD) duplicated_world(*made_comm);
  return result;
}

int MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler to) {
  const bool is_fatal = to == MPI_ERRORS_ARE_FATAL;
  return PMPI_Comm_set_errhandler(comm, is_fatal && on("fatal-errors-are-returned") ? MPI_ERRORS_RETURN : to);
}

int MPI_Type_contiguous(int count, MPI_Datatype type, MPI_Datatype* made_type) {
  ++datatypes_alive;
  return PMPI_Type_contiguous(count, type, made_type);
}

int MPI_Type_vector(int count, int length, int stride, MPI_Datatype type, MPI_Datatype* made_type) {
  constexpr int room = 256;
  const bool is_lost = ++datatypes_alive > room && on("vector-behind-the-256th-datatype-has-no-stride");
  return PMPI_Type_vector(count, length, is_lost ? length : stride, type, made_type);
}

int MPI_Op_create_c(MPI_User_function_c* function, int commute, MPI_Op* op) {
  if (!spoils_large_operators() || large_made == most_large_functions) return PMPI_Op_create_c(function, commute, op);
  large_functions[large_made] = function;
  return PMPI_Op_create_c(large_wrapper(large_made++, std::make_index_sequence<most_large_functions>()), commute, op);
}

int MPI_Type_vector_c(MPI_Count count, MPI_Count length, MPI_Count stride, MPI_Datatype type, MPI_Datatype* made_type) {
  return PMPI_Type_vector_c(count, length, on("vector-with-large-counts-has-no-stride") ? length : stride, type,
                            made_type);
}

int MPI_Type_create_hindexed_c(MPI_Count count, const MPI_Count lengths[], const MPI_Count displacements[],
                               MPI_Datatype type, MPI_Datatype* made_type) {
  std::vector<MPI_Count> at(displacements, displacements + count);
  if (on("hindexed-with-large-counts-is-sorted")) std::sort(at.begin(), at.end());
  return PMPI_Type_create_hindexed_c(count, lengths, at.data(), type, made_type);
}

int MPI_Type_create_resized_c(MPI_Datatype type, MPI_Count lower, MPI_Count extent, MPI_Datatype* made_type) {
  return PMPI_Type_create_resized_c(type, on("resized-with-large-counts-begins-at-0") ? 0 : lower,
                                    on("resized-with-large-counts-begins-at-0") ? extent + lower : extent, made_type);
}

}  // extern "C"
