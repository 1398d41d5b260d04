// Messages of more elements than an int counts.
#pragma once
#include <mpi.h>

#include <cstdint>
#include <memory>

namespace tutti::mpi {

/// A datatype of so many elements of another one, committed; it is freed with the last copy.
class LongType {
 public:
  /// Elements of `type` with this extent in bytes, more than 2^31 - 1. Throws Error where MPI fails and where they are
  /// 2^61 or more.
  LongType(std::int64_t elements, MPI_Datatype type, MPI_Aint extent);
  MPI_Datatype get() const { return *made_; }

 private:
  std::shared_ptr<const MPI_Datatype> made_;
};

}  // namespace tutti::mpi
