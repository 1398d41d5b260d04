#include "verified/run/mpi/long_type.hpp"

#include <string>

#include "verified/run/mpi/error.hpp"
#include "verified/schedule/extent.hpp"

namespace tutti::mpi {
namespace {

constexpr std::int64_t chunk = std::int64_t{1} << 30;

void free_type(const MPI_Datatype* type) {
  int finalized = 0;
  auto freed = *type;
  if (freed != MPI_DATATYPE_NULL && MPI_Finalized(&finalized) == MPI_SUCCESS && !finalized) MPI_Type_free(&freed);
  delete type;
}

/// A datatype that lives as long as this.
struct Made {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  Made() = default;
  ~Made() {
    if (type != MPI_DATATYPE_NULL) MPI_Type_free(&type);
  }
  Made(const Made&) = delete;
  Made& operator=(const Made&) = delete;
};

}  // namespace

/// As many chunks as there are, and the rest behind them.
LongType::LongType(std::int64_t elements, MPI_Datatype type, MPI_Aint extent) {
  const auto chunks = elements / chunk;
  if (!fits_int(chunks)) throw Error("a message of " + std::to_string(elements) + " elements exceeds 2^61 - 1");
  Made one, all, rest;
  check(MPI_Type_contiguous(as_int(chunk), type, &one.type), "MPI_Type_contiguous");
  check(MPI_Type_contiguous(as_int(chunks), one.type, &all.type), "MPI_Type_contiguous");
  check(MPI_Type_contiguous(as_int(elements % chunk), type, &rest.type), "MPI_Type_contiguous");
  const int lengths[] = {1, 1};
  const MPI_Aint at[] = {0, checked_product(chunks * chunk, extent)};
  const MPI_Datatype types[] = {all.type, rest.type};
  auto made = std::make_unique<MPI_Datatype>(MPI_DATATYPE_NULL);
  check(MPI_Type_create_struct(2, lengths, at, types, made.get()), "MPI_Type_create_struct");
  made_ = {made.release(), free_type};
  check(MPI_Type_commit(const_cast<MPI_Datatype*>(made_.get())), "MPI_Type_commit");
}

}  // namespace tutti::mpi
