#include "verified/run/mpi/communicator.hpp"

#include <algorithm>
#include <cstdlib>

#include "verified/check/prove.hpp"
#include "verified/run/mpi/error.hpp"
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

/// The processors that any of the ranks may use: each may be bound to one of its own.
int processors_of_all(MPI_Comm node) {
  auto set = processors_of(0);
  auto words = static_cast<int>(set.size());
  MPI_Allreduce(MPI_IN_PLACE, &words, 1, MPI_INT, MPI_MAX, node);
  set.resize(static_cast<std::size_t>(words));
  MPI_Allreduce(MPI_IN_PLACE, set.data(), words, MPI_UNSIGNED_LONG, MPI_BOR, node);
  return count(set);
}

/// Agreed on by all, so that no rank spins while another counts on its yielding.
bool more_ranks_than_processors(MPI_Comm comm, Rank rank) {
  MPI_Comm node;
  MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node);
  int here;
  MPI_Comm_size(node, &here);
  int crowded = here > processors_of_all(node) ? 1 : 0;
  MPI_Comm_free(&node);
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

void Communicator::check_root(Rank root) const {
  if (root < 0 || root >= size_)
    throw Error("root " + std::to_string(root) + " is outside the communicator: ranks are 0 to " +
                std::to_string(size_ - 1));
}

Selection Communicator::fastest(Collective collective, bool commutative, Rank root, double bytes) {
  check_root(root);
  if (!choice_) choice_.emplace(context_);
  const Needs satisfied{.associative = true, .commutative = commutative};
  const auto [algorithm, shape] = choice_->fastest({collective, size_, root, satisfied}, bytes);
  return {algorithm, shape, root};
}

const Proved& Communicator::proof(const Selection& selection) {
  if (const auto known = proofs_.find(selection); known != proofs_.end()) return known->second;
  const auto& algorithm = *selection.algorithm;
  const auto& shape = selection.shape;
  if (const auto shapes = algorithm.shapes_for(size_);
      !shape.empty() && std::ranges::find(shapes, shape) == shapes.end())
    throw Error(algorithm.name + " has no shape " + print_shape(shape) + " for " + std::to_string(size_) + " ranks");
  auto verdict = Prover::prove(algorithm, {size_, selection.root, rank_, shape});
  if (const auto* refuted = std::get_if<Refuted>(&verdict))
    throw Error(algorithm.name + " is refuted and will not run: " + describe(refuted->counterexample));
  if (const auto* unknown = std::get_if<Unknown>(&verdict)) throw Error(unknown->why);
  return proofs_.emplace(selection, std::get<Proved>(std::move(verdict))).first->second;
}

std::shared_ptr<const ProvedPlan> Communicator::plan(const Selection& selection, bool in_place,
                                                     std::vector<std::int64_t> numbers,
                                                     const std::function<Extents(const Schedule&)>& extents) {
  constexpr std::size_t most = 4096;  // calls whose counts change all the time must not fill the memory
  if (plans_.size() >= most) plans_.clear();
  auto& known = plans_[{selection, in_place, std::move(numbers)}];
  if (!known) {
    const auto& proved = proof(selection);
    known = std::make_shared<const ProvedPlan>(
        ProvedPlan{tutti::plan(proved, rank_, extents(proved.schedule()), in_place), proved.needs()});
  }
  return known;
}

std::byte* Communicator::memory(std::int64_t bytes) {
  if (bytes > bytes_) {
    constexpr int line = 64;
    const auto wanted = rounded_up(bytes, line);
    bytes_ = 0;
    memory_.reset(static_cast<std::byte*>(std::aligned_alloc(line, static_cast<std::size_t>(wanted))));
    if (!memory_) throw Error("no memory for " + std::to_string(wanted) + " bytes of scratch");
    bytes_ = wanted;
  }
  return memory_.get();
}

}  // namespace tutti::mpi
