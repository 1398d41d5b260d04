#include "verified/conform/worker/wrong_call.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "verified/conform/case/wrongs.hpp"

namespace tutti::mpi::conform {
namespace {

using tutti::conform::Case;
using tutti::conform::Procedure;

/// `blocks` blocks of one int, whose displacements count ints, or bytes where each block has a type of its own.
Side side_of(std::vector<int>& memory, int blocks, bool typed) {
  memory.assign(static_cast<std::size_t>(std::max(blocks, 1)), 1);
  Side side{memory.data()};
  for (int b = 0; b < std::max(blocks, 1); ++b) {
    side.counts.push_back(1);
    side.displacements.push_back(typed ? b * static_cast<int>(sizeof(int)) : b);
    side.types.push_back(MPI_INT);
  }
  return side;
}

/// The side whose count and datatype count at every rank.
Side& everywhere(Procedure p, Arguments& a) {
  using enum Procedure;
  const bool receives = tutti::conform::combines(p) || p == bcast || p == scatter || p == scatterv || p == reduce_local;
  return receives ? a.receive : a.send;
}

}  // namespace

WrongCall::WrongCall(const Case& c, const Group& right, MPI_Comm inter) {
  const bool near = on_neighbours(c.procedure);
  const auto rank = static_cast<std::size_t>(right.rank);
  const auto degree = [&](const std::vector<std::vector<Rank>>& of) { return static_cast<int>(of[rank].size()); };
  arguments_.send = side_of(sent_, near ? degree(right.neighbours.destinations) : right.size, typed(c.procedure));
  arguments_.receive = side_of(received_, near ? degree(right.neighbours.sources) : right.size, typed(c.procedure));
  arguments_.op = MPI_SUM;
  arguments_.comm = right.comm;
  spoil(c, inter);
}

WrongCall::~WrongCall() {
  if (uncommitted_ != MPI_DATATYPE_NULL) MPI_Type_free(&uncommitted_);
}

void WrongCall::spoil(const Case& c, MPI_Comm inter) {
  auto& a = arguments_;
  auto& side = everywhere(c.procedure, a);
  const auto types = [&](MPI_Datatype type) { std::ranges::fill(side.types, type); };
  constexpr int no_rank = -1000;  // far from MPI_ROOT and MPI_PROC_NULL
  const auto& wrong = c.wrong;
  if (wrong == "root")
    MPI_Comm_size(a.comm, &a.root);
  else if (wrong == "negative-root")
    a.root = no_rank;
  else if (wrong == "comm")
    a.comm = MPI_COMM_NULL;
  else if (wrong == "intercommunicator")
    a.comm = inter;
  else if (wrong == "topology")
    a.comm = MPI_COMM_WORLD;
  else if (wrong == "op")
    a.op = MPI_OP_NULL;
  else if (wrong == "op-type")
    a.op = MPI_BAND, types(MPI_DOUBLE);
  else if (wrong == "pair-type")
    types(MPI_2INT);
  else if (wrong == "count")
    side.counts.front() = -1;
  else if (wrong == "datatype")
    types(MPI_DATATYPE_NULL);
  else if (wrong == "in-place")
    (on_neighbours(c.procedure) ? a.send : a.receive).buffer = MPI_IN_PLACE;
  else if (wrong == "uncommitted") {
    MPI_Type_contiguous(1, MPI_INT, &uncommitted_);
    types(uncommitted_);
  } else
    throw std::invalid_argument("'wrong=" + wrong + "': no such argument");
}

std::vector<int> due_classes(const Case& c) {
  const auto& wrong = c.wrong;
  const bool operates = tutti::conform::combines(c.procedure) || c.procedure == Procedure::reduce_local;
  if (wrong == "root" || wrong == "negative-root") return {MPI_ERR_ROOT};
  if (wrong == "comm" || wrong == "intercommunicator") return {MPI_ERR_COMM};
  if (wrong == "topology") return {MPI_ERR_TOPOLOGY, MPI_ERR_COMM};
  if (wrong == "op") return {MPI_ERR_OP};
  if (wrong == "count") return {MPI_ERR_COUNT};
  if (wrong == "in-place") return {MPI_ERR_BUFFER, MPI_ERR_ARG};
  if (operates) return {MPI_ERR_OP, MPI_ERR_TYPE};
  return {MPI_ERR_TYPE};
}

}  // namespace tutti::mpi::conform
