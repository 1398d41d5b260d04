#include "cli/conform/programme.hpp"

#include <fmt/format.h>

namespace tutti::cli {
namespace {

/// "form x comm 24", or "form x comm 17 of 24" where the others are impossible.
std::string print_coverage(const conform::Coverage& c) {
  std::string factors;
  for (const auto& name : c.factors) factors += (factors.empty() ? "" : " x ") + name;
  return c.met == c.combinations ? fmt::format("{} {}", factors, c.met)
                                 : fmt::format("{} {} of {}", factors, c.met, c.combinations);
}

std::string print_promise(const conform::Promise& promise) {
  std::string met;
  for (const auto& c : promise.met) met += (met.empty() ? "" : ", ") + print_coverage(c);
  return fmt::format("# {}, {}: {} cases meet {}\n", conform::row(promise.procedure).name, promise.part, promise.cases,
                     met);
}

}  // namespace

std::string print_programme(const conform::Programme& programme) {
  std::string text;
  for (const auto& promise : programme.promises) text += print_promise(promise);
  for (const auto& c : programme.cases) text += print(c) + "\n";
  return text + fmt::format("# {} cases\n", programme.cases.size());
}

}  // namespace tutti::cli
