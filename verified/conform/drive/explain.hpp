// What is made of the failures of a run: classes, and of each class the smallest case that fails alone.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "verified/conform/drive/runner.hpp"

namespace tutti::conform {

struct Failure {
  int number;                ///< of the case in the programme
  int like = -1;             ///< the number of the case that stands for its class; -1: it stands for itself
  Case smallest = {};        ///< of those that stand for themselves
  Outcome outcome = {};      ///< of the smallest
  std::string program = {};  ///< in C, shows the smallest; empty where none can
};

struct Bounds {
  int launches = 60;         ///< for each class
  double seconds = 30;       ///< for each class
  double all_seconds = 120;  ///< after which no class is begun
};

/// Explains failed cases, in their order. A class has one procedure, kind, algorithm, communicator and form (class_of);
/// the first case that fails alone stands for it, else the first. Only cases that fail alone are made smaller, in
/// launches of their own, and what comes of it has been seen to fail with the same kind. Where that is smaller than the
/// case of another class with the same procedure, kind and algorithm, whatever the seeds, it stands for that class as
/// well. `progress` is called with how many classes are done, and of how many.
std::vector<Failure> explain(const std::vector<Case>& programme, const std::vector<Outcome>& outcomes, Runner& runner,
                             const Bounds& bounds, const std::function<void(std::size_t, std::size_t)>& progress);

}  // namespace tutti::conform
