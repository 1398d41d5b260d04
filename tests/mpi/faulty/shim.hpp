// What the faulty procedures are made of. Each calls the real one first and spoils its result, so that a call with a
// wrong argument still gives the real error.
#pragma once
#include <mpi.h>

#include <string_view>
#include <vector>

namespace tutti::faulty {

/// Whether this is the fault of this run: TUTTI_FAULT says its name, or nothing. Ends the program where the table has
/// no such row.
bool on(std::string_view name);

int rank_in(MPI_Comm comm);
int size_of(MPI_Comm comm);
bool inter(MPI_Comm comm);
/// The rank in `comm` of the first of those that share memory, for each of its ranks. Collective.
std::vector<int> nodes_of(MPI_Comm comm);
MPI_Aint extent_of(MPI_Datatype type);
int bytes_in(int count, MPI_Datatype type);

/// Element number `element` of a buffer.
void* at(const void* buffer, MPI_Aint element, MPI_Datatype type);

/// The data of some elements, without gaps; nothing of what MPI refuses.
class Packed {
 public:
  Packed(const void* from, int count, MPI_Datatype type);
  void put(void* to) const;
  /// The same data described otherwise.
  void put(void* to, int count, MPI_Datatype type) const;
  std::vector<char>& bytes() { return bytes_; }

 private:
  std::vector<char> bytes_;
  int count_;
  MPI_Datatype type_;
};

/// Another bit in the last element that is sent, whatever forbids it.
void spoil_what_is_sent(const void* send, int count, MPI_Datatype type);

/// Which bytes from the first to the last of one element are none of its data.
std::vector<MPI_Aint> gaps(MPI_Datatype type);

void write_a_gap(void* buffer, MPI_Datatype type);

/// Moves the blocks of a receive buffer to where they would be without displacements.
void side_by_side(void* receive, int blocks, const int counts[], const int displacements[], MPI_Datatype type);

/// What all ranks contribute to a reduction. Collective.
class Contributions {
 public:
  Contributions(const Packed& own, int count, MPI_Datatype type, MPI_Comm comm);
  /// Element `element` of `rank`.
  const void* of(int rank, int element = 0) const;
  /// Combined in this order into `to`; bracketed from the left, or from the right.
  void combine(const std::vector<int>& order, MPI_Op op, void* to, bool from_the_left = true) const;

 private:
  int count_;
  MPI_Datatype type_;
  std::vector<char> all_;
};

/// A datatype that a program has made is no more.
void datatype_is_freed();

}  // namespace tutti::faulty
