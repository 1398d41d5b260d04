#include "verified/op/prove/cvc5.hpp"

#include <cmath>
#include <cstdlib>

namespace tutti::op {
namespace {

Command command(const std::string& smt2, double seconds) {
  const char* given = std::getenv("TUTTI_CVC5");
  const auto limit = "--tlimit=" + std::to_string(std::lround(seconds * 1e3));
  return {.words = {given ? given : "cvc5", "--lang=smt2", "--produce-models", "--fp-exp", limit},
          .input = smt2,
          .errors = false};
}

}  // namespace

Cvc5::Cvc5(const std::string& smt2, double seconds) : program_(command(smt2, seconds)) {}

std::optional<std::string> Cvc5::output() {
  if (!program_.wait(0)) return {};
  return program_.output();
}

}  // namespace tutti::op
