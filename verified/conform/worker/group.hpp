// The communicators that cases run on, and what the model must know of them.
#pragma once
#include <mpi.h>

#include <memory>
#include <string>
#include <vector>

#include "reference/exchange.hpp"
#include "verified/conform/case/case.hpp"

namespace tutti::mpi::conform {

/// A communicator as this rank sees it. Nothing of it was asked of the MPI.
struct Group {
  MPI_Comm comm = MPI_COMM_NULL;
  std::string name = {};  ///< of the local group, which no other has: "world", "odd", "rank-3"; one word
  int number = 0;         ///< the same at all ranks of the communicator; those that overlap have different ones
  int size = 0;           ///< of the local group
  Rank rank = 0;          ///< in it
  int remote_size = 0;    ///< of an intercommunicator; else 0
  bool lower = true;      ///< of an intercommunicator: this rank is in the group that has the root
  std::vector<Rank> in_world = {}, remote_in_world = {};  ///< the ranks of the local and of the remote group
  Topology neighbours = {};                               ///< of a topology

  bool inter() const { return remote_size > 0; }
  GroupSizes members() const {
    return !inter() ? GroupSizes{size} : lower ? GroupSizes{size, remote_size} : GroupSizes{remote_size, size};
  }
  Process self() const { return {lower ? 0 : 1, rank}; }
};

/// Made at the first use, which is collective over the world, and freed with this. The communicators return errors.
class Groups {
 public:
  Groups() = default;
  ~Groups();
  Groups(const Groups&) = delete;
  Groups& operator=(const Groups&) = delete;

  /// `copy` > 0 is a duplicate of its own. An intercommunicator needs two ranks. Throws CallFailed where
  /// the MPI does not make it.
  const Group& of(tutti::conform::Comm comm, int copy = 0);

 private:
  struct Made {
    tutti::conform::Comm comm;
    int copy;
    Group group;
  };
  std::vector<std::unique_ptr<Made>> made_;
  std::vector<MPI_Comm> others_;  ///< alive, and used by nobody
};

}  // namespace tutti::mpi::conform
