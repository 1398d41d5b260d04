// A call of a collective as the application made it: MPI's arguments, of which not all mean something at every rank.
#pragma once
#include <mpi.h>

#include <bit>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "spec/collective.hpp"

namespace tutti::library {

/// The bits of a handle of MPI, which may be a pointer or a number.
template <class Handle>
std::uint64_t word_of(Handle handle) {
  if constexpr (std::is_pointer_v<Handle>)
    return std::bit_cast<std::uintptr_t>(handle);
  else
    return static_cast<std::uint64_t>(handle);
}

/// Counts or displacements of an application, whatever integers they are; one for each rank, or none at all.
class Numbers {
 public:
  Numbers() = default;
  template <class Integer>
  explicit Numbers(const Integer* numbers)
      : numbers_(numbers),
        at_([](const void* all, int i) -> std::int64_t { return static_cast<const Integer*>(all)[i]; }) {}
  bool given() const { return numbers_ != nullptr; }
  std::int64_t operator[](int i) const { return at_(numbers_, i); }

 private:
  const void* numbers_ = nullptr;
  std::int64_t (*at_)(const void*, int) = nullptr;
};

/// A buffer: one count and one datatype; or counts by rank, with displacements where the procedure has them, and one
/// datatype or datatypes by rank.
struct Argument {
  const void* buffer = nullptr;
  std::int64_t count = 0;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  Numbers counts = {}, displacements = {};
  const MPI_Datatype* types = nullptr;
};

/// The one buffer of a broadcast, and the counts and the datatype of a reduction, are those of `receive`.
struct Call {
  Collective collective;
  Argument send = {}, receive = {};
  MPI_Op op = MPI_OP_NULL;
  int root = 0;
};

/// What of a call means something at this rank, but for the addresses: two calls with the same one are prepared alike.
struct Key {
  Collective collective = Collective::barrier;
  bool in_place = false;
  bool sends = false, receives = false;           ///< whether this rank has those buffers
  bool data_sent = false, data_received = false;  ///< whether they have elements
  int root = 0;
  MPI_Op op = MPI_OP_NULL;
  std::int64_t send_count = 0, receive_count = 0;
  MPI_Datatype send_type = MPI_DATATYPE_NULL, receive_type = MPI_DATATYPE_NULL;
  /// For a collective with counts by rank: those of the sent blocks, their displacements, then those of the received.
  std::vector<std::int64_t> numbers = {};
  std::vector<MPI_Datatype> types = {};
  bool operator==(const Key&) const = default;
};

/// Makes `key` that of the call at `rank` of `size`; its memory is used again. Of moved blocks without elements the
/// datatype is MPI_BYTE: MPIs do not look at it, and some applications have none. False where the call has MPI_IN_PLACE
/// for data where MPI forbids it, a root that is no rank, or no array where one is due.
bool find_key(const Call& call, int rank, int size, Key& key);

std::size_t hash(const Key& key);

/// The MPI's own procedure with the arguments that the application has given. It refers to what it is made of.
class Own {
 public:
  template <class Procedure>
  explicit Own(const Procedure& procedure)
      : procedure_(&procedure), call_([](const void* p) { return (*static_cast<const Procedure*>(p))(); }) {}
  /// Calls it: the code that it returns, of an error after the error handler has seen it.
  int operator()() const { return call_(procedure_); }

 private:
  const void* procedure_;
  int (*call_)(const void*);
};

}  // namespace tutti::library
