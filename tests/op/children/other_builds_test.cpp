// What builds by other compilers count for, played by functions of this program.
#include "verified/op/black_box/other_builds.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

namespace tutti::op {
namespace {

template <class F>
void each(void* invec, void* inoutvec, const int* len, F f) {
  const auto* in = static_cast<const double*>(invec);
  auto* inout = static_cast<double*>(inoutvec);
  for (int i = 0; i < *len; ++i) inout[i] = f(in[i], inout[i]);
}
void add(void* in, void* inout, int* len, void*) {
  each(in, inout, len, [](double a, double b) { return a + b; });
}
void add_otherwise_rounded(void* in, void* inout, int* len, void*) {
  each(in, inout, len, [](double a, double b) { return std::nextafter(a + b, 1e9); });
}
void subtract_where_a_square_is_rounded(void* in, void* inout, int* len, void*) {
  each(in, inout, len, [](double a, double b) { return std::fma(b, b, -(b * b)) != 0 ? a - b : a + b; });
}

/// Of the builds that may round a·b + c once, if they are this function, and of the others, if they are the sum.
std::pair<std::vector<OtherBuild::Verdict>, std::vector<OtherBuild::Verdict>> verdicts(UserFunction* contracted) {
  Trial trial{.type = parse_type("double"), .function = Function::of(add, "add"), .pre = {}};
  trial.build = [=](const Compiler& compiler) { return Function::of(compiler.contracts ? contracted : add, "add"); };
  const auto builds = run_other_builds(trial, 60);
  std::pair<std::vector<OtherBuild::Verdict>, std::vector<OtherBuild::Verdict>> found;
  for (const auto& compiler : other_compilers()) {
    const auto build = std::ranges::find(builds, compiler.name, &OtherBuild::name);
    REQUIRE(build != builds.end());
    (compiler.contracts ? found.first : found.second).push_back(build->verdict);
  }
  return found;
}

TEST_CASE("a build that rounds once differs by no more than that explains, or it is another function") {
  using Verdict = OtherBuild::Verdict;
  const auto all = [](const std::vector<Verdict>& found, Verdict verdict) {
    return !found.empty() && std::ranges::count(found, verdict) == std::ssize(found);
  };
  for (const auto& [function, verdict] : {std::pair<UserFunction*, Verdict>{add, Verdict::agrees},
                                          {add_otherwise_rounded, Verdict::rounds},
                                          {subtract_where_a_square_is_rounded, Verdict::differs}}) {
    const auto found = verdicts(function);
    CHECK(all(found.first, verdict));
    CHECK(all(found.second, Verdict::agrees));
  }
}

}  // namespace
}  // namespace tutti::op
