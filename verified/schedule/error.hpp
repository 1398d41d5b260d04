// What the executor throws.
#pragma once
#include <stdexcept>

namespace tutti {

/// A call that cannot be carried out: what is wrong, where, and what to do.
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace tutti
