// The communicators that cases run on, and what the model must know of them.
#pragma once
#include <mpi.h>

#include <memory>
#include <vector>

#include "verified/conform/case.hpp"

namespace tutti::mpi::conform {

/// A communicator as this rank sees it.
struct Group {
  MPI_Comm comm = MPI_COMM_NULL;
  int size = 0;         ///< of the local group
  Rank rank = 0;        ///< in it
  int remote_size = 0;  ///< of an intercommunicator; else 0
  bool lower = true;    ///< of an intercommunicator: this rank is in the group that has the root
  /// Of a topology, in the order in which MPI numbers the blocks: of whom a rank receives, and to whom it sends, for
  /// every rank of the communicator. Ranks that are MPI_PROC_NULL are -1. Known without asking the MPI.
  std::vector<std::vector<Rank>> sources = {}, destinations = {};

  bool inter() const { return remote_size > 0; }
};

/// Made at the first use, collective over the world, and freed with this.
class Groups {
 public:
  Groups() = default;
  ~Groups();
  Groups(const Groups&) = delete;
  Groups& operator=(const Groups&) = delete;

  /// `copy` > 0 is a duplicate of its own.
  const Group& of(tutti::conform::Comm comm, int copy = 0);

 private:
  struct Made {
    tutti::conform::Comm comm;
    int copy;
    Group group;
  };
  std::vector<std::unique_ptr<Made>> made_;
};

}  // namespace tutti::mpi::conform
