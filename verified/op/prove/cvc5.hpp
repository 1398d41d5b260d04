// cvc5 as a program that reads SMT-LIB 2 (Barbosa et al., "cvc5: a versatile and industrial-strength SMT solver",
// 2022).
#pragma once
#include <optional>
#include <string>

#include "verified/op/prove/effort.hpp"
#include "verified/system/program.hpp"

namespace tutti::op {

/// A run of it, which ends with the object.
class Cvc5 {
 public:
  /// Starts it on the text; `effort` > 0 is its limit. The program is the one in $TUTTI_CVC5, or `cvc5` in $PATH.
  Cvc5(const std::string& smt2, Effort effort);

  /// What it wrote, once it is over: empty where there is no such program.
  std::optional<std::string> output();

 private:
  Program program_;
};

}  // namespace tutti::op
