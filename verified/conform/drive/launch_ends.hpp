// Which cases have hung or ended a launch before its time, so that few of their like cost another launch.
#pragma once
#include <initializer_list>
#include <map>
#include <optional>
#include <string>

#include "verified/conform/case/case.hpp"
#include "verified/conform/drive/outcome.hpp"

namespace tutti::conform {

/// Whether one of these kinds is among what was found.
bool has_found(const Outcome& outcome, std::initializer_list<Kind> kinds);

/// Counts hangs and crashes by procedure, form and algorithm, for launches of one kind and for all.
class LaunchEnds {
 public:
  /// To be told of each outcome, of which most count nothing.
  void count(const Case& c, const Outcome& outcome);
  /// "cases like it have hung before", where so many did that the case is not to be run.
  std::optional<std::string> why_not_run(const Case& c) const;
  bool any_hang() const { return !hangs_.empty(); }

 private:
  using Counts = std::map<std::string, int>;
  Counts hangs_, crashes_;
};

}  // namespace tutti::conform
