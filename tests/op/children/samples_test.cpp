// Operands that have occurred: tries are of these and of their like before they are of random ones.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <fstream>

#include "tests/support/program.hpp"
#include "verified/op/black_box/black_box.hpp"
#include "verified/op/black_box/draw.hpp"

namespace tutti::op {
namespace {

template <class T>
Bytes bytes_of(const T& value) {
  Bytes bytes(sizeof value);
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

template <class T>
std::vector<T> drawn(const char* type, const std::vector<Bytes>& samples) {
  const auto of = parse_type(type);
  std::vector<T> all(1000);
  Drawer(of, 0, samples).draw(Tier::recorded, all.size(), reinterpret_cast<std::byte*>(all.data()));
  return all;
}

TEST_CASE("elements like recorded ones are these, a little more or less, or have the members of several") {
  const auto numbers = drawn<int>("int", {bytes_of(1000), bytes_of(2000)});
  CHECK(std::ranges::count(numbers, 1000) > 100);
  CHECK(std::ranges::count(numbers, 2000) > 100);
  CHECK(std::ranges::count(numbers, 2003) > 1);
  CHECK(std::ranges::all_of(numbers, [](int n) { return std::abs(n - 1000) < 4 || std::abs(n - 2000) < 4; }));
  const auto reals = drawn<double>("double", {bytes_of(3e9)});
  CHECK(std::ranges::all_of(reals, [](double x) { return x > 1e9 && x < 5e9; }));
  struct Pair {
    int a, b;
  };
  const auto pairs = drawn<Pair>("struct{int a; int b;}", {bytes_of(Pair{100, 200}), bytes_of(Pair{500, 600})});
  CHECK(std::ranges::any_of(pairs, [](Pair p) { return p.a == 100 && p.b == 600; }));
  CHECK(std::ranges::none_of(pairs, [](Pair p) { return p.a == 200; }));
}

TEST_CASE("what is wrong with rare values only is refuted where these were recorded, and not where they were not") {
  const Folder folder;
  const auto file = (folder / "rare.c").string();
  std::ofstream(file) << "void rare(void *in, void *inout, int *len, void *type) {\n"
                         "  const long *a = in; long *b = inout;\n"
                         "  for (int i = 0; i < *len; ++i) b[i] = a[i] == 20221125 ? a[i] : a[i] ^ b[i];\n}\n";
  Trial trial{parse_type("long"), Function::load(compile_library({file, {}}).path(), "rare"), {}};
  const auto associative = [&] {
    const auto all = try_laws(trial);
    return *std::ranges::find(all, Law::associative, &LawFinding::law);
  };
  CHECK(associative().answer == Answer::unknown);
  trial.samples = {bytes_of(20221125L), bytes_of(1L)};
  const auto found = associative();
  CHECK(found.answer == Answer::refuted);
  CHECK(found.why == "found with recorded values");
}

}  // namespace
}  // namespace tutti::op
