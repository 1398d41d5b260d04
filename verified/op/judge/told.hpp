// What a child of this process finds, as it tells it: so that a limit of time stops it wherever it is.
#pragma once
#include <functional>
#include <vector>

#include "verified/op/black_box/long_vectors.hpp"
#include "verified/op/black_box/other_builds.hpp"
#include "verified/op/judge/compiled.hpp"
#include "verified/op/law_finding.hpp"

namespace tutti::op {

/// What children have told.
struct Told {
  std::vector<LawFinding> findings;  ///< of each law and domain the last one
  std::optional<Comparison> compiled;
  std::optional<LongRuns> long_runs;
  std::vector<OtherBuild> builds;
  std::optional<Spread> spread;
  bool in_time = true;  ///< the child came to its end
  std::string ended;    ///< how, where it did not
};

/// How a child tells.
class Teller {
 public:
  explicit Teller(std::function<void(const Bytes&)> write) : write_(std::move(write)) {}
  void operator()(const LawFinding& finding) const;
  void operator()(const Comparison& compiled) const;
  void operator()(const LongRuns& runs) const;
  void operator()(const OtherBuild& build) const;
  void operator()(const Spread& spread) const;

 private:
  std::function<void(const Bytes&)> write_;
};

/// Runs work in a child, for so many seconds at most. What it tells may come from any of its threads.
Told told_within(double seconds, const std::function<void(const Teller& tell)>& work);

}  // namespace tutti::op
