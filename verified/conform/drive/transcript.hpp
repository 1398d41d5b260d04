// What the ranks of one launch say, put together case by case.
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "verified/conform/drive/launch.hpp"
#include "verified/conform/drive/outcome.hpp"

namespace tutti::conform {

/// A case that may be at fault for the end of a launch, and its outcome if it is.
struct Suspect {
  int number;  ///< in the list
  Outcome outcome;
};

/// What one launch made of a list of cases.
struct Served {
  Ending ending;
  std::vector<std::optional<Outcome>> outcomes;  ///< of each case that every rank has ended
  std::vector<Suspect> suspects;  ///< where the launch came to no good end: what some ranks had begun and not ended
};

using Settled = std::function<void(int, const Outcome&)>;  ///< number in the list

class Transcript {
 public:
  /// `cases` have the same ranks, and live as long. `strict`: see judged(). `settled` is called for each outcome as it
  /// comes; for the last not before the launch has come to a good end.
  Transcript(const std::vector<Case>& cases, bool strict, Settled settled);

  void take(Rank rank, const Line& line);
  /// Once the launch is over. Nothing can be taken afterwards.
  Served close(Ending ending);

 private:
  std::optional<Outcome>& outcome_of(int number) { return served_.outcomes[static_cast<std::size_t>(number)]; }
  std::vector<RankLog>& logs_of(int number) { return open_.try_emplace(number, silence_).first->second; }
  const Case& case_of(int number) const { return cases_[static_cast<std::size_t>(number)]; }
  Outcome outcome_by(int number, const std::vector<RankLog>& logs) const;
  void settle_what_is_left();
  void accuse();
  void accuse_where_ranks_are();
  Outcome outcome_if_guilty(int number);

  const std::vector<Case>& cases_;
  bool strict_;
  int last_;
  std::vector<RankLog> silence_;  ///< of a case of which no rank has spoken
  Settled settled_;
  Served served_;
  std::map<int, std::vector<RankLog>> open_;  ///< cases that not every rank has ended, and the last
  bool a_rank_has_ended_itself_ = false;
};

}  // namespace tutti::conform
