#include "verified/run/mpi/choice.hpp"

#include <cstdint>
#include <cstdlib>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>

#include "verified/run/mpi/error.hpp"

namespace tutti::mpi {

struct Choice::Shared {
  explicit Shared(const std::string& profile)
      : selector(parse_profile(profile, "the broadcast profile"), Model::papers) {}
  std::mutex one_at_a_time;
  Selector selector;
};

namespace {

constexpr const char* variable = "TUTTI_PROFILE";

Profile local_profile() {
  const char* path = std::getenv(variable);
  return path ? read_profile(path) : default_profile();
}

/// The text of rank 0's profile.
std::string agreed_profile(MPI_Comm comm) {
  int rank;
  check(MPI_Comm_rank(comm, &rank), "MPI_Comm_rank");
  std::string text;
  std::int64_t bad_and_length[2] = {0, 0};
  if (rank == 0) {
    try {
      text = write_profile(local_profile());
    } catch (const std::invalid_argument& e) {
      bad_and_length[0] = 1;
      text = std::string(variable) + ": " + e.what();
    }
    bad_and_length[1] = static_cast<std::int64_t>(text.size());
  }
  check(MPI_Bcast(bad_and_length, 2, MPI_INT64_T, 0, comm), "MPI_Bcast");
  text.resize(static_cast<std::size_t>(bad_and_length[1]));
  check(MPI_Bcast(text.data(), static_cast<int>(text.size()), MPI_CHAR, 0, comm), "MPI_Bcast");
  if (bad_and_length[0]) throw Error(text);
  return text;
}

}  // namespace

Choice::Shared* Choice::shared_by(const std::string& profile) {
  static std::mutex mutex;
  static std::map<std::string, Shared> all;
  const std::lock_guard lock(mutex);
  return &all.try_emplace(profile, profile).first->second;
}

Choice::Choice(MPI_Comm comm) : shared_(shared_by(agreed_profile(comm))) {}
Choice::Choice(const Profile& profile) : shared_(shared_by(write_profile(profile))) {}

template <class Ask>
auto Choice::ask(const Ask& ask) const {
  const std::lock_guard lock(shared_->one_at_a_time);
  try {
    return ask(shared_->selector);
  } catch (const NotProved& e) {
    throw Error(e.what());
  }
}

Candidate Choice::fastest(const SelectorCall& call, double bytes) const {
  return ask([&](Selector& selector) { return selector.fastest(call, bytes); });
}

bool Choice::native_is_faster(const SelectorCall& call, double bytes) const {
  return ask([&](Selector& selector) { return selector.native_is_faster(call, bytes); });
}

}  // namespace tutti::mpi
