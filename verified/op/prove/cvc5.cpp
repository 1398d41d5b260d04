#include "verified/op/prove/cvc5.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace tutti::op {
namespace {

Command command(const std::string& smt2, Effort effort) {
  const char* given = std::getenv("TUTTI_CVC5");
  const auto limit = "--rlimit=" + std::to_string(std::lround(std::max(1.0, effort * cvc5_steps)));
  return {.words = {given ? given : "cvc5", "--lang=smt2", "--produce-models", "--fp-exp", limit},
          .input = smt2,
          .errors = false,
          .cpu_seconds = std::lround(std::ceil(effort * cpu_seconds))};
}

}  // namespace

Cvc5::Cvc5(const std::string& smt2, Effort effort) : program_(command(smt2, effort)) {}

std::optional<std::string> Cvc5::output() {
  if (!program_.wait(0)) return {};
  return program_.output();
}

}  // namespace tutti::op
