#include "verified/run/mpi/choice.hpp"

#include <cstdint>
#include <cstdlib>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>

#include "verified/choose/shipped.hpp"
#include "verified/run/mpi/error.hpp"

namespace tutti::mpi {

struct Choice::Shared {
  explicit Shared(const std::string& profile)
      : selector(parse_profile(profile, "the broadcast profile"), Model::papers) {}
  std::mutex one_at_a_time;
  Selector selector;
};

namespace {

/// What rank 0 finds in its environment.
struct Asked {
  std::string profile;  ///< empty where none is named
  bool one_tree = false;
};

Asked asked_here() {
  const char* const path = std::getenv("TUTTI_PROFILE");
  const char* const bits = std::getenv("TUTTI_BITS");
  Asked asked{.profile = {}, .one_tree = bits && *bits && asks_for_one_tree(bits)};
  try {
    if (path && *path) asked.profile = write_profile(named_profile(path));
  } catch (const std::invalid_argument& e) {
    throw std::invalid_argument(std::string("TUTTI_PROFILE: ") + e.what());
  }
  return asked;
}

/// What rank 0 is asked.
Asked agreed(MPI_Comm comm) {
  int rank;
  check(MPI_Comm_rank(comm, &rank), "MPI_Comm_rank");
  Asked asked;
  std::int64_t bad_tree_and_length[3] = {0, 0, 0};
  if (rank == 0) {
    try {
      asked = asked_here();
    } catch (const std::invalid_argument& e) {
      bad_tree_and_length[0] = 1;
      asked.profile = e.what();
    }
    bad_tree_and_length[1] = asked.one_tree;
    bad_tree_and_length[2] = static_cast<std::int64_t>(asked.profile.size());
  }
  check(MPI_Bcast(bad_tree_and_length, 3, MPI_INT64_T, 0, comm), "MPI_Bcast");
  asked.one_tree = bad_tree_and_length[1] != 0;
  asked.profile.resize(static_cast<std::size_t>(bad_tree_and_length[2]));
  check(MPI_Bcast(asked.profile.data(), static_cast<int>(asked.profile.size()), MPI_CHAR, 0, comm), "MPI_Bcast");
  if (bad_tree_and_length[0]) throw Error(asked.profile);
  return asked;
}

}  // namespace

Profile unnamed_profile(bool of_a_node) {
#ifdef OPEN_MPI
  return profile_of_place(of_a_node, Mpi::openmpi);
#else
  return profile_of_place(of_a_node, Mpi::mpich);
#endif
}

Choice::Shared* Choice::shared_by(const std::string& profile) {
  static std::mutex mutex;
  static auto& all = *new std::map<std::string, Shared>;  // a program may call collectives while it ends
  const std::lock_guard lock(mutex);
  return &all.try_emplace(profile, profile).first->second;
}

Choice::Choice(MPI_Comm comm, bool of_a_node) {
  const auto asked = agreed(comm);
  shared_ = shared_by(asked.profile.empty() ? write_profile(unnamed_profile(of_a_node)) : asked.profile);
  one_tree_ = asked.one_tree;
}
Choice::Choice(const Profile& profile, bool one_tree)
    : shared_(shared_by(write_profile(profile))), one_tree_(one_tree) {}

template <class Ask>
auto Choice::ask(const SelectorCall& call, const Ask& ask) const {
  auto asked = call;
  asked.one_tree = one_tree_ && row(call.collective).combines();
  const std::lock_guard lock(shared_->one_at_a_time);
  try {
    return ask(shared_->selector, asked);
  } catch (const NotProved& e) {
    throw Error(e.what());
  }
}

Candidate Choice::fastest(const SelectorCall& call, double bytes) const {
  return ask(call, [&](Selector& selector, const SelectorCall& c) { return selector.fastest(c, bytes); });
}

bool Choice::native_is_faster(const SelectorCall& call, double bytes) const {
  return ask(call, [&](Selector& selector, const SelectorCall& c) { return selector.native_is_faster(c, bytes); });
}

}  // namespace tutti::mpi
