// Where cases are served: each launch takes a list of them and says what became of each.
#pragma once
#include <functional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "verified/conform/drive/transcript.hpp"

namespace tutti::conform {

/// What one launch can serve: whether arguments are wrong, ranks, nodes, algorithm, and whether on several threads.
/// What may end a launch comes last, and has launches of its own.
using LaunchKind = std::tuple<bool, int, std::string, std::string, bool>;
LaunchKind launch_kind_of(const Case& c);

/// The folder of the launches takes no more: the disk is full, for instance.
struct NoRoom : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// How long a launch may say nothing.
enum class Patience {
  brief,  ///< a quarter of the time limit, but not below a second: for what is asked again after that, or known to hang
  whole,  ///< all of it
  /// Four times as long, or as many times as ranks share a processor, whatever is more; under a choice at the launch
  /// twenty times as long as the case takes without it besides: what hangs then is said to.
  thorough
};

class Runner {
 public:
  /// `choices` are those that the algorithms of cases name.
  Runner(Launcher launcher, std::vector<Choice> choices, std::function<bool()> stop);

  /// One launch for all `cases`, which are of one kind of launch. `settled` is called for each outcome as it comes; for
  /// the last not before the launch has come to a good end. Throws std::runtime_error where the ranks are not of one
  /// world, and NoRoom where a file cannot be written, by us or by a rank.
  Served serve(const std::vector<Case>& cases, const Settled& settled, Patience patience, double seconds_more = 0);

  /// One launch for one case. Where that does not start, again, and the outcome is undecided in the end.
  Outcome alone(const Case& c, Patience patience = Patience::whole);

  const Library& library() const { return library_; }
  const Launcher& launcher() const { return launcher_; }
  const std::vector<Choice>& choices() const { return choices_; }
  bool stopped() const { return stop_(); }
  /// What another runner has learned of the same MPI.
  void take_over(const Runner& other);
  int garbage() const { return garbage_; }  ///< lines of all launches that were none

 private:
  double seconds_otherwise(const Case& c);

  Launcher launcher_;
  std::vector<Choice> choices_;
  std::function<bool()> stop_;
  Library library_;
  int garbage_ = 0;
};

}  // namespace tutti::conform
