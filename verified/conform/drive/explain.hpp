// What is made of the failures of a run: classes, and of each class the smallest case that fails alone.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "verified/conform/drive/runner.hpp"
#include "verified/conform/drive/triage.hpp"

namespace tutti::conform {

struct Failure {
  int number;                ///< of the case in the programme
  int group = 0;             ///< of Explained::groups
  int like = -1;             ///< the number of the case that stands for its class; -1: it stands for itself
  Case smallest = {};        ///< of those that stand for themselves
  bool is_cut = false;       ///< there may be a smaller one: the search for it came to a bound
  Outcome outcome = {};      ///< of the smallest
  std::string program = {};  ///< in C, shows the smallest; empty where none can
};

struct Explained {
  std::vector<Failure> failures;     ///< in the order of the programme
  std::vector<FailureGroup> groups;  ///< the greatest first
};

struct Bounds {
  int launches = 60;         ///< for each class
  double seconds = 30;       ///< for each class
  double all_seconds = 120;  ///< after which no class is begun
};

/// Explains failed cases: in groups (triage.hpp), and in these by classes, which have one procedure, kind, algorithm,
/// communicator and form (class_of), or no algorithm where the same case fails alike without it; the first case that
/// fails alone stands for its class, else the first. Only cases that fail alone are made smaller, one of each group
/// before the others, in launches of their own; what comes of it has been seen to fail with the same kind. Where that
/// is smaller than the case of another class of the group with the same procedure, kind and algorithm, whatever the
/// seeds, it stands for that class as well. `progress` is called with how many classes are done, and of how many.
Explained explain(const std::vector<Case>& programme, const std::vector<Outcome>& outcomes, Runner& runner,
                  const Bounds& bounds, const std::function<void(std::size_t, std::size_t)>& progress);

}  // namespace tutti::conform
