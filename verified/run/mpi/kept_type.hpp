// Datatypes that stay usable after the application has freed them, as MPI lets it do (MPI 4.0, 5.1.9).
#pragma once
#include <mpi.h>

#include <memory>

namespace tutti::mpi {

/// A datatype of the caller's, and where it is not predefined one of our own, of one element of it: a duplicate would
/// copy its attributes, by functions of the application. Copies share our own, as do all that are made of the same
/// datatype; it is freed with the last of them.
class KeptType {
 public:
  /// Throws Error where MPI fails.
  explicit KeptType(MPI_Datatype given);

  /// For messages and copies.
  MPI_Datatype own() const;
  /// For user functions, which may know the caller's handle: that one, until it is freed.
  MPI_Datatype given() const;
  /// Until the caller frees it. The MPI may use its handle for another datatype then.
  bool given_lives() const;
  bool predefined() const { return predefined_; }

 private:
  struct Kept;
  MPI_Datatype given_;
  bool predefined_;
  std::shared_ptr<const Kept> kept_;  ///< null where it is predefined, and under SMPI
};

}  // namespace tutti::mpi
