// A right call of each procedure, and how an argument of it is made wrong.
#pragma once
#include <mpi.h>

#include <vector>

#include "verified/conform/worker/call.hpp"
#include "verified/conform/worker/group.hpp"

namespace tutti::mpi::conform {

/// The arguments of a call of one int for each block, and the memory that they use.
class WrongCall {
 public:
  /// With the argument `c.wrong`, one of the table wrong_arguments, made wrong. For procedures that communicate, on an
  /// intracommunicator `right`, with a topology for those on neighbours. `inter` is an intercommunicator.
  WrongCall(const tutti::conform::Case& c, const Group& right, MPI_Comm inter);
  ~WrongCall();  ///< the call must be over
  WrongCall(const WrongCall&) = delete;
  WrongCall& operator=(const WrongCall&) = delete;

  const Arguments& arguments() const { return arguments_; }

 private:
  void spoil(const tutti::conform::Case& c, MPI_Comm inter);

  std::vector<int> sent_, received_;
  MPI_Datatype uncommitted_ = MPI_DATATYPE_NULL;
  Arguments arguments_;
};

}  // namespace tutti::mpi::conform
