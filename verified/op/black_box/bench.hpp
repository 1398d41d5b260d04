// Experiments on an operator: draws operands, runs cases, and keeps the calls that go wrong.
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "verified/op/black_box/black_box.hpp"
#include "verified/op/black_box/draw.hpp"
#include "verified/op/black_box/experiment.hpp"
#include "verified/op/black_box/sandbox.hpp"

namespace tutti::op {

/// A call that goes wrong.
struct BadCall {
  Failure failure;
  Bytes operands;  ///< invec, then inoutvec
  Placement placement;
};

class Bench {
 public:
  explicit Bench(const Trial& trial);
  const Trial& trial() const { return trial_; }

  Placement placement = {};  ///< of the next calls

  using Judge = std::function<void(std::size_t, const Cells&)>;
  /// Runs the experiment on the drawn operands of each case and calls `judge` with each case that comes to its end, in
  /// order; with `alone`, each case in a process of its own. False where one hangs or many go wrong.
  bool run(const Experiment& experiment, const std::vector<Bytes>& operands, const Judge& judge, bool alone = false);
  /// The first of these operands of calls that goes wrong as `call` does, and how.
  std::optional<std::pair<std::size_t, Failure>> run_until_bad(const BadCall& call, int len,
                                                               const std::vector<Bytes>& all, double deadline);

  /// `count` random elements that meet the precondition, one behind the other; empty where none was found.
  Bytes draw(Tier tier, int count);

  /// The kinds of values to draw, mildest first; the recorded ones where there are some.
  const std::vector<Tier>& tiers() const { return tiers_; }

  /// In [0, n), n >= 1; random.
  std::size_t below(std::size_t n) { return drawer_.below(n); }
  /// How many cases to run in one go.
  std::size_t at_once(const Experiment& experiment) const;

  /// The first call that broke `law` (memory or total) in any run.
  const BadCall* bad_call(Law law) const;
  /// Why calls do not come to their end for reasons that say nothing of the operator.
  const std::optional<std::string>& inconclusive() const { return inconclusive_; }

  /// "12000 tries (seed 7)"
  std::string tries(std::size_t n) const;
  /// Domains in which the laws of the type are asked here.
  std::vector<Domain> domains() const;

 private:
  bool run_some(const Experiment& experiment, const std::vector<Bytes>& operands, std::size_t begin, std::size_t end,
                const Judge& judge);
  void record(const Failure& failure);
  const std::vector<Bytes>& admitted(Tier tier);
  void draw_some(Tier tier, std::size_t n, std::byte* at);

  const Trial& trial_;
  Sandbox sandbox_;
  Drawer drawer_;
  std::vector<Tier> tiers_;
  double deadline_;
  std::map<Law, BadCall> bad_calls_;
  std::optional<std::string> inconclusive_;
  std::map<Tier, std::vector<Bytes>> admitted_;  ///< elements that meet the precondition
};

}  // namespace tutti::op
