// What symbolic execution finds of the source of an operator, and of what goes with it.
#pragma once
#include <memory>
#include <optional>

#include "verified/op/ir/execute.hpp"
#include "verified/op/prove/prove_laws.hpp"

namespace tutti::op {

/// What stays as long as the terms do.
struct Modules {
  Module op;
  std::optional<Module> pre, meant;
};

/// The terms of the operator of that name, of the precondition tutti_pre and of what is meant, tutti_op.
Symbolic terms_of(const std::shared_ptr<const Modules>& modules, const std::string& function, const Type& type);

}  // namespace tutti::op
