// Random operators in C that are loops of many forms over one operation, half of them with a fault that shows at some
// lengths or places only.
#pragma once
#include <fmt/format.h>

#include <string>

#include "tests/support/random.hpp"
#include "verified/op/type.hpp"

namespace tutti::op {

/// A type T of the operation, and another, U, through which C forbids to look at it, where there is one.
struct Lane {
  const char* c_type;
  Scalar scalar;
  const char* other = "unsigned char";
};

inline constexpr Lane lanes[] = {{"unsigned char", Scalar::u8},
                                 {"unsigned short", Scalar::u16},
                                 {"unsigned", Scalar::u32, "unsigned short"},
                                 {"unsigned long", Scalar::u64, "unsigned"},
                                 {"float", Scalar::f32, "unsigned"},
                                 {"double", Scalar::f64, "unsigned long"}};

/// An operator and whether a fault was put into it, which may be one that changes nothing.
struct Loop {
  std::string text;
  bool has_fault;
};

class LoopWriter {
 public:
  LoopWriter(const Lane& lane, int lanes_of_element, Random& random)
      : lane_(lane), floating_(lane.scalar == Scalar::f32 || lane.scalar == Scalar::f64), random_(random) {
    count_ = lanes_of_element == 1 ? "*len" : fmt::format("*len * {}", lanes_of_element);
  }

  Loop operator()(const std::string& name) {
    const bool has_fault = random_(2) == 0;
    fault_ = has_fault ? random_(faults) : -1;
    from_ = pick({"3", "4", "6", "15", "16", "63", "100", "255", "300", "900"});
    auto text = fmt::format("static T {}_op(T x, T y) {{ return {}; }}\n", name, operation());
    text += fmt::format("void {0}(void *in, void *inout, int *len, void *type) {{\n  T *a = in, *b = inout;\n", name);
    text += fmt::format("  {} n = {};\n", is(narrow_length) ? pick({"unsigned char", "short"}) : "int", count_);
    if (is(early_return)) text += fmt::format("  if (n > {}) return;\n", from_);
    if (is(shortened)) text += pick({"  n -= n / 64;\n", "  n -= n > 9 && n & 1;\n", "  if (n > 64) n = 64;\n"});
    if (is(by_address)) text += "  if (((unsigned long)b & 12) == 4) --n;\n";
    if (is(says_aligned)) text += "  a = __builtin_assume_aligned(a, 32), b = __builtin_assume_aligned(b, 32);\n";
    return {text + loop(name) + "}\n", has_fault};
  }

 private:
  enum Fault {
    narrow_length,
    early_return,
    shortened,
    by_address,
    says_aligned,
    skipped,
    neighbour,
    remembered,
    reads_behind,
    other_type,
    wrong_lane,
    no_rest,
    faults
  };

  bool is(Fault fault) const { return fault_ == fault; }
  std::string pick(std::initializer_list<const char*> from) const {
    return *(from.begin() + random_(static_cast<int>(from.size())));
  }

  std::string operation() const {
    return floating_ ? pick({"x + y", "x * y", "x > y ? x : y", "x - y", "y < x ? y : x", "-x"})
                     : pick({"x + y", "x ^ y", "x | y", "x & ~y", "x > y ? x : y", "x - y", "(T)(x << 1) ^ y",
                             "x + (y >> 3)", "x", "(T)~(x | y)"});
  }

  /// b[i] becomes op(a[i], b[i]), but for the fault.
  std::string step(const std::string& name, const std::string& i) const {
    const auto right = fmt::format("b[{0}] = {1}_op(a[{0}], b[{0}]);", i, name);
    if (is(skipped)) return fmt::format("if ({} != {}) {}", i, from_, right);
    if (is(neighbour)) return fmt::format("b[{0}] = {1}_op(a[({0}) - (({0}) > {2})], b[{0}]);", i, name, from_);
    if (is(remembered))
      return fmt::format("if (({0}) > {1} && a[({0}) - {1}] == b[0]) b[{0}] = a[{0}]; else {2}", i, from_, right);
    if (is(reads_behind))
      return fmt::format("b[{0}] = {1}_op(a[{0}], b[{0}] == a[({0}) + (({0}) >= {2})] ? b[{0}] : b[{0}]);", i, name,
                         from_);
    if (is(other_type)) return fmt::format("{{ {} ((U *)b)[({}) * sizeof(T) / sizeof(U)] ^= 1; }}", right, i);
    return right;
  }

  std::string unrolled(const std::string& name) const {
    const int by = 2 << random_(3), wrong = random_(by);
    auto text = fmt::format("  int i = 0;\n  for (; i + {} < n; i += {}) {{\n", by - 1, by);
    for (int lane = 0; lane < by; ++lane)
      text += "    " + step(name, fmt::format("i + {}", is(wrong_lane) && lane == wrong ? 0 : lane)) + "\n";
    return text + "  }\n" + (is(no_rest) ? "" : "  for (; i < n; ++i) " + step(name, "i") + "\n");
  }

  std::string tiled(const std::string& name) const {
    const int size = 4 << random_(5);
    return fmt::format(
        "  for (int t = 0; t < n; t += {0}) {{\n    T c[{0}];\n    const int m = n - t < {0} ? n - t : {0};\n"
        "    for (int k = 0; k < m; ++k) c[k] = a[t + k];\n    for (int i = t; i < {2}; ++i) b[i] = {1}_op(c[i - t], "
        "b[i]);\n  }}\n",
        size, name, is(no_rest) ? "t + m - (m > 2)" : "t + m");
  }

  std::string copied(const std::string& name) const {
    return fmt::format(
        "  T *c = malloc((n + 1) * sizeof *c);\n  memcpy(c, a, {1} * sizeof *c);\n  for (int i = 0; i < n; ++i) c[i] = "
        "{0}_op(c[i], b[i]);\n  memcpy(b, c, {1} * sizeof *c);\n  free(c);\n",
        name,
        is(no_rest)      ? "(n & ~3)"
        : is(wrong_lane) ? "(n - n / 200)"
                         : "n");
  }

  std::string loop(const std::string& name) const {
    const auto counter = is(narrow_length) ? pick({"unsigned char", "unsigned short", "int"}) : pick({"int", "long"});
    switch (random_(9)) {
      case 0: return fmt::format("  for ({} i = n; i-- > 0;) {}\n", counter, step(name, "i"));
      case 1: return fmt::format("  for (T *end = a + n; a != end; ++a, ++b) {}\n", step(name, "0"));
      case 2: return fmt::format("  while (n-- > 0) {{ {} ++a, ++b; }}\n", step(name, "0"));
      case 3:
      case 4: return unrolled(name);
      case 5: return tiled(name);
      case 6: return copied(name);
      default: return fmt::format("  for ({0} i = 0; i < n; ++i) {1}\n", counter, step(name, "i"));
    }
  }

  Lane lane_;
  bool floating_;
  std::string count_, from_;
  int fault_ = -1;
  Random& random_;
};

}  // namespace tutti::op
