// What a user gives `tutti op` and `tutti-mpi op` wrongly is bad usage.
#pragma once
#include "cli/common/parser.hpp"
#include "verified/op/type.hpp"

namespace tutti::cli {

/// f(), whose InputError becomes a UsageError.
template <class F>
auto with_usage_errors(F f) {
  try {
    return f();
  } catch (const op::InputError& e) {
    throw UsageError(e.what());
  }
}

}  // namespace tutti::cli
