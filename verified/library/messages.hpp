// What the ranks of MPI_COMM_WORLD tell one another when libtutti begins and ends: by messages alone, since the MPI's
// own collectives may be what is checked.
#pragma once
#include <mpi.h>

#include <string>

namespace tutti::library {

/// A communicator like MPI_COMM_WORLD, whose messages meet nobody else's. Making one and its end are collective.
class World {
 public:
  /// Throws mpi::Failed, as all of this does where the MPI fails.
  World();
  ~World() { PMPI_Comm_free(&comm_); }
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  int rank() const { return rank_; }
  /// Collective: whether any rank gives true.
  bool any(bool own) const;
  /// Collective: the text of rank 0.
  std::string of_first(std::string own) const;
  /// Collective: at rank 0 the texts of all, one after another; at the others nothing.
  std::string of_all(const std::string& own) const;

 private:
  void send(const std::string& text, int to) const;
  std::string receive(int from) const;

  MPI_Comm comm_;
  int rank_, size_;
};

}  // namespace tutti::library
