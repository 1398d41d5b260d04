#include "cli/mpi/schedules.hpp"

#include <memory>
#include <stdexcept>

#include "cli/mpi/executor.hpp"
#include "verified/choose/price.hpp"
#include "verified/run/mpi/error.hpp"

namespace tutti::mpi {
namespace {

using conform::Arguments, conform::Caller, conform::Group;
using tutti::conform::Case;

Candidate candidate_of(const Case& c, int ranks) {
  const auto collective = row(c.procedure).collective;
  if (collective)
    for (const auto& one : candidates(*collective, ranks))
      if (print(one) == c.schedule) return one;
  throw std::invalid_argument("there is no schedule " + c.schedule + " for " + std::string(row(c.procedure).name) +
                              " on " + std::to_string(ranks) + " ranks");
}

}  // namespace

conform::Scheduler schedules() {
  const auto executors = std::make_shared<std::map<const Group*, Executor>>();
  return [executors](const Case& c, const Group& group) -> Caller {
    const auto candidate = candidate_of(c, group.size);
    auto& executor = executors->try_emplace(&group, group).first->second;
    const auto caller = executor.by(*candidate.algorithm, candidate.shape);
    return [caller](const Case& which, const Group& where, const Arguments& arguments) {
      try {
        return caller(which, where, arguments);
      } catch (const Error& e) {
        throw std::invalid_argument(e.what());
      }
    };
  };
}

}  // namespace tutti::mpi
