#include "verified/run/mpi/communicator.hpp"

#include <cstdlib>

#include "verified/check/prove.hpp"
#include "verified/run/mpi/give_way.hpp"

namespace tutti::mpi {
namespace {

int delete_state(MPI_Comm, int, void* state, void*) {
  delete static_cast<Communicator*>(state);
  return MPI_SUCCESS;
}

int keyval() {
  static const int key = [] {
    int made;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_state, &made, nullptr);
    return made;
  }();
  return key;
}

/// Agreed on by all, so that no rank spins while another counts on its yielding.
bool more_ranks_than_processors(MPI_Comm comm, Rank rank) {
  MPI_Comm node;
  MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node);
  int here;
  MPI_Comm_size(node, &here);
  MPI_Comm_free(&node);
  int crowded = here > processors() ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &crowded, 1, MPI_INT, MPI_MAX, comm);
  return crowded != 0;
}

}  // namespace

Communicator& Communicator::of(MPI_Comm comm) {
  void* state;
  int found;
  MPI_Comm_get_attr(comm, keyval(), &state, &found);
  if (!found) {
    state = new Communicator(comm);
    MPI_Comm_set_attr(comm, keyval(), state);
  }
  return *static_cast<Communicator*>(state);
}

Communicator::Communicator(MPI_Comm comm) {
  int inter;
  MPI_Comm_test_inter(comm, &inter);
  if (inter) throw Error("the communicator is an intercommunicator; the schedules are for intracommunicators");
  MPI_Comm_dup(comm, &context_);
  MPI_Comm_size(context_, &size_);
  MPI_Comm_rank(context_, &rank_);
  oversubscribed_ = more_ranks_than_processors(context_, rank_);
  if (oversubscribed_) take_short_turns();
}

Communicator::~Communicator() { MPI_Comm_free(&context_); }

const Proved& Communicator::proof(const Algorithm& algorithm, Rank root) {
  const std::pair key{&algorithm, root};
  if (const auto known = proofs_.find(key); known != proofs_.end()) return known->second;
  auto verdict = Prover::prove(algorithm, {size_, root, rank_});
  if (const auto* refuted = std::get_if<Refuted>(&verdict))
    throw Error(algorithm.name + " is refuted and will not run: " + describe(refuted->counterexample));
  if (const auto* unknown = std::get_if<Unknown>(&verdict)) throw Error(unknown->why);
  return proofs_.emplace(key, std::get<Proved>(std::move(verdict))).first->second;
}

std::shared_ptr<const ProvedPlan> Communicator::plan(const Algorithm& algorithm, Rank root,
                                                     const std::vector<int>& counts, bool in_place) {
  auto& known = plans_[{&algorithm, root, in_place, counts}];
  if (!known) {
    const auto& proved = proof(algorithm, root);
    const auto partition = row(algorithm.collective).result == Result::own_block
                               ? Partition::of_counts(counts)
                               : Partition::equal(counts.front(), proved.schedule().blocks);
    known =
        std::make_shared<const ProvedPlan>(ProvedPlan{tutti::plan(proved, rank_, partition, in_place), proved.needs()});
  }
  return known;
}

std::byte* Communicator::memory(std::size_t bytes) {
  if (bytes > bytes_) {
    constexpr std::size_t line = 64;
    const auto wanted = (bytes + line - 1) / line * line;
    bytes_ = 0;
    memory_.reset(static_cast<std::byte*>(std::aligned_alloc(line, wanted)));
    if (!memory_) throw Error("no memory for " + std::to_string(wanted) + " bytes of scratch");
    bytes_ = wanted;
  }
  return memory_.get();
}

}  // namespace tutti::mpi
