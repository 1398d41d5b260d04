// What builds by other compilers count for, played by functions of this program.
#include "verified/op/black_box/other_builds.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>

namespace tutti::op {
namespace {

template <class T, class F>
void each(void* invec, void* inoutvec, const int* len, F f) {
  const auto* in = static_cast<const T*>(invec);
  auto* inout = static_cast<T*>(inoutvec);
  for (int i = 0; i < *len; ++i) inout[i] = f(in[i], inout[i]);
}
void add(void* in, void* inout, int* len, void*) { each<double>(in, inout, len, std::plus<>()); }
void add_otherwise_rounded(void* in, void* inout, int* len, void*) {
  each<double>(in, inout, len, [](double a, double b) { return std::nextafter(a + b, 1e9); });
}
void subtract_where_a_square_is_rounded(void* in, void* inout, int* len, void*) {
  each<double>(in, inout, len, [](double a, double b) { return std::fma(b, b, -(b * b)) != 0 ? a - b : a + b; });
}
void add_unsigned(void* in, void* inout, int* len, void*) { each<unsigned>(in, inout, len, std::plus<>()); }
void add_one_more(void* in, void* inout, int* len, void*) {
  each<unsigned>(in, inout, len, [](unsigned a, unsigned b) { return a + b + 1; });
}
void add_one_more_in_long_vectors(void* in, void* inout, int* len, void* type) {
  (*len > 4 ? add_one_more : add_unsigned)(in, inout, len, type);
}
void crash(void*, void*, int*, void*) { std::abort(); }

/// The verdicts of the builds that may round a·b + c once, if they are the function `contracted`, and of the others, if
/// they are `usual`.
struct Verdicts {
  std::vector<OtherBuild> contracted, others;
};
Verdicts verdicts(const char* type, UserFunction* usual, UserFunction* contracted) {
  Trial trial{.type = parse_type(type), .function = Function::of(usual, "f"), .pre = {}};
  trial.build = [=](const Compiler& compiler) {
    if (!contracted && compiler.contracts) throw DoesNotCompile("f.c does not compile:\nf.c:1: error: no\nmore");
    return Function::of(compiler.contracts ? contracted : usual, "f");
  };
  std::vector<OtherBuild> builds;
  run_other_builds(trial, 60, [&](const OtherBuild& build) { builds.push_back(build); });
  Verdicts found;
  for (const auto& compiler : other_compilers()) {
    const auto build = std::ranges::find(builds, compiler.name, &OtherBuild::name);
    REQUIRE(build != builds.end());
    (compiler.contracts ? found.contracted : found.others).push_back(*build);
  }
  return found;
}

using Verdict = OtherBuild::Verdict;
bool are_all(const std::vector<OtherBuild>& found, Verdict verdict) {
  return !found.empty() && std::ranges::count(found, verdict, &OtherBuild::verdict) == std::ssize(found);
}

TEST_CASE("a build that rounds once differs by no more than that explains, or it is another function") {
  for (const auto& [function, verdict] : {std::pair<UserFunction*, Verdict>{add, Verdict::agrees},
                                          {add_otherwise_rounded, Verdict::rounds},
                                          {subtract_where_a_square_is_rounded, Verdict::differs}}) {
    const auto found = verdicts("double", add, function);
    CHECK(are_all(found.contracted, verdict));
    CHECK(are_all(found.others, Verdict::agrees));
  }
}

TEST_CASE("integers are not rounded: a build that makes others differs, in short vectors and in long ones") {
  for (auto* function : {add_one_more, add_one_more_in_long_vectors}) {
    const auto found = verdicts("unsigned", add_unsigned, function);
    CHECK(are_all(found.contracted, Verdict::differs));
    CHECK(are_all(found.others, Verdict::agrees));
  }
}

TEST_CASE("a build that cannot be made is not run, and says why") {
  const auto found = verdicts("unsigned", add_unsigned, nullptr);
  CHECK(are_all(found.contracted, Verdict::not_run));
  for (const auto& build : found.contracted) CHECK(build.says == "f.c:1: error: no");
  CHECK(are_all(found.others, Verdict::agrees));
}

TEST_CASE("a build agrees where calls were compared, and not where none ends well") {
  const auto found = verdicts("unsigned", crash, add_unsigned);
  CHECK(are_all(found.contracted, Verdict::not_run));
  CHECK(are_all(found.others, Verdict::not_run));
  CHECK(found.others[0].says == "no call of one element ends well in both");
}

}  // namespace
}  // namespace tutti::op
