#include "verified/run/mpi/communicator.hpp"

#include <algorithm>
#include <cstdlib>

#include "verified/check/prove.hpp"
#include "verified/run/mpi/agree.hpp"
#include "verified/run/mpi/error.hpp"
#include "verified/run/mpi/give_way.hpp"

namespace tutti::mpi {
namespace {

/// The processors that any of the ranks may use: each may be bound to one of its own.
int processors_of_all(MPI_Comm node) {
  auto set = processors_of(0);
  set.resize(greatest(node, set.size()));
  static_assert(sizeof(ProcessorSet::value_type) <= sizeof(std::uint64_t));
  std::vector<std::uint64_t> words(set.begin(), set.end());
  agree(node, words, [](std::uint64_t a, std::uint64_t b) { return a | b; });
  return count({words.begin(), words.end()});
}

/// Agreed on by all, so that no rank spins while another counts on its yielding. Errors are returned as on `comm`, from
/// which a new communicator has its handler (MPI 4.0, 9.3).
Surroundings surroundings_of(MPI_Comm comm, int size, Rank rank) {
  MPI_Comm node;
  check(MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node), "MPI_Comm_split_type");
  int here;
  check(MPI_Comm_size(node, &here), "MPI_Comm_size");
  const bool crowded = here > processors_of_all(node);
  check(MPI_Comm_free(&node), "MPI_Comm_free");
  return {.on_one_node = here == size, .oversubscribed = any(comm, crowded)};
}

}  // namespace

MPI_Comm same_ranks(MPI_Comm comm) {
  MPI_Group group;
  MPI_Comm made;
  check(MPI_Comm_group(comm, &group), "MPI_Comm_group");
  const int code = MPI_Comm_create(comm, group, &made);
  check(MPI_Group_free(&group), "MPI_Group_free");
  check(code, "MPI_Comm_create");
  check(MPI_Comm_set_errhandler(made, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  return made;
}

int Communicator::end(MPI_Comm, int, void* state, void*) {
  const std::unique_ptr<Communicator> ending(static_cast<Communicator*>(state));
  return ending->in_step_ ? MPI_Comm_free(&ending->context_) : MPI_SUCCESS;
}

Communicator& Communicator::of(MPI_Comm comm, std::optional<bool> by_node) {
  static const int key = [] {
    int made;
    check(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, end, &made, nullptr), "MPI_Comm_create_keyval");
    return made;
  }();
  void* state;
  int found;
  check(MPI_Comm_get_attr(comm, key, &state, &found), "MPI_Comm_get_attr");
  if (found) return *static_cast<Communicator*>(state);
  auto* made = new Communicator(comm, by_node);
  check(MPI_Comm_set_attr(comm, key, made), "MPI_Comm_set_attr");  // where it fails it may have taken the state: kept
  return *made;
}

Communicator::Communicator(MPI_Comm comm, std::optional<bool> by_node) {
  int inter;
  check(MPI_Comm_test_inter(comm, &inter), "MPI_Comm_test_inter");
  if (inter) throw Error("the communicator is an intercommunicator; the schedules are for intracommunicators");
  context_ = same_ranks(comm);
  check(MPI_Comm_size(context_, &size_), "MPI_Comm_size");
  check(MPI_Comm_rank(context_, &rank_), "MPI_Comm_rank");
  surroundings_ = surroundings_of(context_, size_, rank_);
  if (oversubscribed()) take_short_turns();
  node_ = Node::of(context_, by_node);
}

void Communicator::check_in_step() const {
  if (!in_step_)
    throw Error(
        "a collective failed on this communicator before, and its ranks may be out of step: duplicate it where "
        "all of them are, and prepare the collectives anew");
}

void Communicator::check_root(Rank root) const {
  if (root < 0 || root >= size_)
    throw Error("root " + std::to_string(root) + " is outside the communicator: ranks are 0 to " +
                std::to_string(size_ - 1));
}

const Choice& Communicator::choice() {
  if (!choice_) choice_.emplace(context_, surroundings_.are_of_a_node());
  return *choice_;
}

SelectorCall Communicator::call(Collective collective, bool commutative, Rank root) const {
  check_root(root);
  return {collective, size_, root, {.associative = true, .commutative = commutative}};
}

Selection Communicator::fastest(Collective collective, bool commutative, Rank root, double bytes) {
  const auto [algorithm, shape] = choice().fastest(call(collective, commutative, root), bytes);
  return {algorithm, shape, root};
}

bool Communicator::native_is_faster(Collective collective, bool commutative, Rank root, double bytes) {
  return choice().native_is_faster(call(collective, commutative, root), bytes);
}

void Communicator::choose_by(const std::optional<Profile>& profile, bool one_tree) {
  choice_.emplace(profile ? *profile : unnamed_profile(surroundings_.are_of_a_node()), one_tree);
}

const Proved& Communicator::proof(const Selection& selection) {
  const auto& algorithm = *selection.algorithm;
  if (const auto known = proofs_.find(selection); known != proofs_.end()) {
    if (known->second.collective() != algorithm.collective)
      throw Error(algorithm.name +
                  " lies where an algorithm for another collective was: an algorithm must outlive the "
                  "communicators that it runs on");
    return known->second;
  }
  const auto& shape = selection.shape;
  try {
    if (const auto shapes = algorithm.shapes_for(size_);
        !shape.empty() && std::ranges::find(shapes, shape) == shapes.end())
      throw Error(algorithm.name + " has no shape " + print_shape(shape) + " for " + std::to_string(size_) + " ranks");
  } catch (const NoSchedule& none) {
    throw Error(none.what());
  }
  // The ranks call collectives in the same order, so they come here at the same ones.
  const auto together = [this](Prover::Part part) {
    const bool wrong = any(context_, !part.right), forwards = any(context_, part.forwards);
    const bool same = all_the_same(context_, part.schedule);
    return Prover::Part{.right = !wrong, .forwards = forwards, .schedule = same ? part.schedule : 0};
  };
  auto verdict = Prover::prove_part(algorithm, {size_, selection.root, rank_, shape}, together);
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
  const auto& proved = proof(selection);
  auto& known = plans_[{selection, in_place, std::move(numbers)}];
  if (!known) known = std::make_shared<const ProvedPlan>(proved, rank_, extents(proved.schedule()), in_place);
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
