#include "verified/conform/worker/wrong_call.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "verified/conform/case/wrongs.hpp"
#include "verified/run/mpi/handles.hpp"

namespace tutti::mpi::conform {
namespace {

using tutti::conform::Case;
using tutti::conform::Procedure;
using tutti::conform::WrongComm;
using tutti::conform::WrongRoot;

/// `blocks` blocks of one int, whose displacements count ints, or bytes where each block has a type of its own; with
/// room for elements of the longest type, which an MPI may accept.
Side side_of(std::vector<int>& memory, int blocks, bool typed) {
  constexpr int longest = 8;  // ints: a complex of two long doubles, or one beside an int
  memory.assign(static_cast<std::size_t>(std::max(blocks, 1)) * longest, 1);
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
  const auto* wrong = tutti::conform::wrong_argument_named(c.wrong);
  if (!wrong) throw std::invalid_argument("'wrong=" + c.wrong + "': no such argument");
  auto& a = arguments_;
  auto& side = everywhere(c.procedure, a);
  const auto& to = wrong->spoilt;
  const auto types = [&](MPI_Datatype type) { std::ranges::fill(side.types, type); };
  if (to.root == WrongRoot::size) MPI_Comm_size(a.comm, &a.root);
  if (to.root == WrongRoot::negative) a.root = tutti::conform::no_rank;
  if (to.comm == WrongComm::null) a.comm = MPI_COMM_NULL;
  if (to.comm == WrongComm::world) a.comm = MPI_COMM_WORLD;
  if (to.comm == WrongComm::intercommunicator) a.comm = inter;
  if (to.one_sided) a.op = *to.one_sided == tutti::conform::OneSided::replace ? MPI_REPLACE : MPI_NO_OP;
  if (to.op) a.op = *to.op ? handle(**to.op) : MPI_OP_NULL;
  if (to.type) types(*to.type ? handle(**to.type) : MPI_DATATYPE_NULL);
  if (to.count) side.counts.front() = *to.count;
  if (to.in_place) (on_neighbours(c.procedure) ? a.send : a.receive).buffer = MPI_IN_PLACE;
  if (to.uncommitted) {
    MPI_Type_contiguous(1, MPI_INT, &uncommitted_);
    types(uncommitted_);
  }
}

}  // namespace tutti::mpi::conform
