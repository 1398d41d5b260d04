// What the executor chooses by where no algorithm is named.
#pragma once
#include <mpi.h>

#include "verified/choose/select.hpp"

namespace tutti::mpi {

/// The profile where none is named: profile_of_place() of this MPI.
Profile unnamed_profile(bool of_a_node);

/// A selector in the papers' cost model, shared by all communicators of this process with the same profile. Several
/// threads may use it at once.
class Choice {
 public:
  /// Collective over `comm`. The profile is the one that the environment variable TUTTI_PROFILE names at rank 0
  /// (named_profile()), which reads it and broadcasts it, or unnamed_profile() where it is not set; rank 0 also says
  /// whether TUTTI_BITS asks for reductions by one tree (verified/choose/bits.hpp). Throws Error at all ranks, with the
  /// reason, where the file is no profile or TUTTI_BITS is no such list. All ranks give the same `of_a_node`.
  Choice(MPI_Comm comm, bool of_a_node);

  /// By this profile, and as to one tree; all ranks give these alike.
  Choice(const Profile& profile, bool one_tree);

  /// As Selector::fastest, of a reduction or scan by one tree where that is asked for; throws Error where a candidate
  /// is refuted. The same at all ranks that give the same arguments.
  Candidate fastest(const SelectorCall& call, double bytes) const;
  /// As Selector::native_is_faster, likewise.
  bool native_is_faster(const SelectorCall& call, double bytes) const;

 private:
  struct Shared;
  template <class Ask>
  auto ask(const SelectorCall& call, const Ask& ask) const;
  static Shared* shared_by(const std::string& profile);
  Shared* shared_;
  bool one_tree_;
};

}  // namespace tutti::mpi
