// Predefined operations and datatypes: the table, the laws, the one-element semantics, and the kernels against them.
#include "verified/run/kernels.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "reference/operator.hpp"
#include "reference/scalar.hpp"
#include "tests/support/elements.hpp"

using namespace tutti;

namespace {

using Elements = std::vector<std::byte>;

/// `n` elements; padding is filled too.
Elements draw(RandomBits& random, Type type, std::int64_t n) {
  Elements elements(static_cast<std::size_t>(n) * row(type).size());
  std::generate(elements.begin(), elements.end(), [&] { return static_cast<std::byte>(random()); });
  visit(type, [&]<class T>(std::type_identity<T>) {
    for (std::int64_t i = 0; i < n; ++i) {
      T x;
      tutti::draw(random, x);
      std::memcpy(elements.data() + i * static_cast<std::int64_t>(sizeof x), &x, sizeof x);
    }
  });
  return elements;
}

Elements combine(const Operator& op, const Elements& left, const Elements& right) {
  Elements result(left.size());
  op.combine(left.data(), right.data(), result.data());
  return result;
}

bool same(Type type, const Elements& left, const Elements& right) {
  const auto n = static_cast<std::int64_t>(left.size() / row(type).size());
  return first_difference(type, left.data(), right.data(), n) < 0;
}

Elements identity_of(Op op, Type type) {
  Elements element(row(type).size());
  visit(type, [&]<class T>(std::type_identity<T>) {
    const auto e = identity<T>(row(op).identity);
    std::memcpy(element.data(), &e, sizeof e);
  });
  return element;
}

std::string lower_without_prefix(std::string_view mpi_name) {
  std::string name(mpi_name.substr(4));
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return name;
}

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Equal with the sign of zero, or both NaN.
bool is(double x, double expected) { return first_difference(Type::double_, &x, &expected, 1) < 0; }

template <class Value>
bool is(Pair<Value> x, Value value, int index) {
  return is(static_cast<double>(x.value), static_cast<double>(value)) && x.index == index;
}

}  // namespace

TEST_CASE("every operation and every datatype is found by both of its names, and by no other") {
  for (const auto& r : ops) {
    CHECK(op_named(r.name) == r.id);
    CHECK(op_named(r.mpi_name) == r.id);
    CHECK(r.name == lower_without_prefix(r.mpi_name));
  }
  for (const auto& r : types) {
    CHECK(type_named(r.name) == r.id);
    CHECK(type_named(r.mpi_name) == r.id);
    const auto name = lower_without_prefix(r.mpi_name);
    CHECK(r.name == name);
  }
  CHECK_FALSE(op_named("SUM"));
  CHECK_FALSE(op_named(""));
  CHECK_FALSE(type_named("MPI_REAL"));
}

TEST_CASE("an element has the size of its C type") {
  struct ShortInt {
    short value;
    int index;
  };
  struct LongDoubleInt {
    long double value;
    int index;
  };
  CHECK(row(Type::int_).size() == sizeof(int));
  CHECK(row(Type::uint16).size() == 2);
  CHECK(row(Type::bool_).size() == sizeof(bool));
  CHECK(row(Type::double_complex).size() == 2 * sizeof(double));
  CHECK(row(Type::two_int).size() == 2 * sizeof(int));
  CHECK(row(Type::short_int).size() == sizeof(ShortInt));
  CHECK(row(Type::long_double_int).size() == sizeof(LongDoubleInt));
}

TEST_CASE("the allowed pairs are those of MPI 4.0, 6.9.2 and 6.9.4") {
  constexpr int integers = 18, floats = 3, complexes = 3, multi_language = 3, pairs = 6;
  constexpr std::array expected{integers + floats + multi_language,
                                integers + floats + multi_language,
                                integers + floats + complexes + multi_language,
                                integers + floats + complexes + multi_language,
                                integers + 1,
                                integers + 1 + multi_language,
                                integers + 1,
                                integers + 1 + multi_language,
                                integers + 1,
                                integers + 1 + multi_language,
                                pairs,
                                pairs};
  static_assert(expected.size() == ops.size());
  for (const auto& op : ops) {
    const auto count = std::count_if(types.begin(), types.end(), [&](const auto& t) { return allowed(op.id, t.id); });
    CAPTURE(op.name);
    CHECK(count == expected[static_cast<std::size_t>(op.id)]);
  }
  int all = 0;
  for_each_allowed([&](Op, Type) { ++all; });
  CHECK(all == 237);

  CHECK_FALSE(allowed(Op::max, Type::float_complex));
  CHECK_FALSE(allowed(Op::max, Type::bool_));
  CHECK_FALSE(allowed(Op::sum, Type::byte));
  CHECK_FALSE(allowed(Op::land, Type::aint));
  CHECK_FALSE(allowed(Op::lxor, Type::double_));
  CHECK_FALSE(allowed(Op::band, Type::float_));
  CHECK_FALSE(allowed(Op::bor, Type::bool_));
  CHECK_FALSE(allowed(Op::minloc, Type::int_));
  CHECK_FALSE(allowed(Op::sum, Type::two_int));
}

TEST_CASE("an operator and a kernel exist exactly for the allowed pairs") {
  for (const auto& op : ops)
    for (const auto& type : types) {
      CAPTURE(op.name);
      CAPTURE(type.name);
      CHECK((kernel(op.id, type.id) != nullptr) == allowed(op.id, type.id));
      if (allowed(op.id, type.id))
        CHECK(Operator(op.id, type.id).size() == type.size());
      else
        CHECK_THROWS_AS(Operator(op.id, type.id), std::invalid_argument);
    }
}

TEST_CASE("laws hold on every element wherever a row claims them") {
  CHECK(rc::check(
      "commutative always; associative where exact; idempotent and with an identity where the row says so", [] {
        RandomBits random(*rc::gen::arbitrary<std::uint64_t>());
        for_each_allowed([&](Op o, Type type) {
          const Operator op(o, type);
          const auto x = draw(random, type, 1), y = draw(random, type, 1), z = draw(random, type, 1);
          const auto xy = combine(op, x, y);
          if (!same(type, xy, combine(op, y, x))) RC_FAIL(name_of(o, type) + " is not commutative");
          if (exact(o, type) && !same(type, combine(op, xy, z), combine(op, x, combine(op, y, z))))
            RC_FAIL(name_of(o, type) + " is not associative");
          if (row(o).idempotent && !same(type, combine(op, x, x), x)) RC_FAIL(name_of(o, type) + " is not idempotent");
          if (row(o).identity_in.contains(row(type).type_class) && !same(type, combine(op, identity_of(o, type), x), x))
            RC_FAIL(name_of(o, type) + " has another identity");
        });
      }));
}

TEST_CASE("a law that no row claims has a counterexample") {
  for_each_allowed([](Op o, Type type) {
    CAPTURE(row(o).name);
    CAPTURE(row(type).name);
    const Operator op(o, type);
    RandomBits random(1);
    bool idempotent = true;
    for (int i = 0; i < 200; ++i) {
      const auto x = draw(random, type, 1);
      idempotent &= same(type, combine(op, x, x), x);
    }
    // The logical operations on MPI_C_BOOL and integers yield 1 for 5 land 5.
    CHECK(idempotent == row(o).idempotent);
  });
}

TEST_CASE_TEMPLATE("sums and products of floating-point numbers depend on the bracketing, by rounding alone", T, float,
                   double, long double) {
  const T e = std::numeric_limits<T>::epsilon() / 2;
  const auto sum = [](T x, T y) { return combine<Op::sum>(x, y); };
  CHECK(sum(sum(1, e), e) == T(1));
  CHECK(sum(1, sum(e, e)) == 1 + 2 * e);

  const auto prod = [](T x, T y) { return combine<Op::prod>(x, y); };
  RandomBits random(1);
  int differ = 0;
  for (int i = 0; i < 100; ++i) {
    const auto factor = [&] { return 1 + static_cast<T>(below(random, 1 << 20)) / 3000000; };
    const T x = factor(), y = factor(), z = factor();
    differ += prod(prod(x, y), z) != prod(x, prod(y, z));
  }
  CHECK(differ > 0);
}

TEST_CASE("exact means: not a floating or complex sum or product") {
  for_each_allowed([](Op op, Type type) {
    const auto c = row(type).type_class;
    const bool rounds = (op == Op::sum || op == Op::prod) && (c == TypeClass::floating || c == TypeClass::complex);
    CHECK(exact(op, type) != rounds);
  });
  CHECK_FALSE(exact(Op::sum, Type::byte));
}

namespace {

/// Runs a kernel in all forms of aliasing on n elements, and compares it with the reference.
void check_kernel(Op o, Type type, Vectors vectors, std::int64_t n, RandomBits& random) {
  const Operator op(o, type);
  const Kernel run = kernel(o, type, vectors);
  const auto left = draw(random, type, n), right = draw(random, type, n);
  Elements due(left.size()), squares(left.size());
  for (std::size_t at = 0; at < due.size(); at += op.size()) {
    op.combine(&left[at], &right[at], &due[at]);
    op.combine(&left[at], &left[at], &squares[at]);
  }

  const auto expect = [&](bool holds, const std::string& otherwise) {
    if (!holds) RC_FAIL(name_of(o, type) + ", level " + std::to_string(static_cast<int>(vectors)) + ": " + otherwise);
  };
  auto left_read = left, right_read = right, out = draw(random, type, n);
  run(left_read.data(), right_read.data(), out.data(), n);
  expect(same(type, out, due), "differs from the reference");
  expect(left_read == left && right_read == right, "writes to an operand");

  out = left;
  run(out.data(), right.data(), out.data(), n);
  expect(same(type, out, due), "differs where the result replaces the left operand");

  out = right;
  run(left.data(), out.data(), out.data(), n);
  expect(same(type, out, due), "differs where the result replaces the right operand");

  out = left;
  run(out.data(), out.data(), out.data(), n);
  expect(same(type, out, squares), "differs where the result replaces both operands");
}

}  // namespace

TEST_CASE("a kernel gives the bits of the reference, wherever the result goes and whatever the vector unit") {
  CHECK(rc::check("kernel and reference agree for every allowed pair", [] {
    RandomBits random(*rc::gen::arbitrary<std::uint64_t>());
    const auto n = *rc::gen::inRange<std::int64_t>(0, 200);
    for (const auto vectors : {Vectors::baseline, Vectors::avx2, Vectors::avx512}) {
      if (vectors > widest_vectors()) continue;
      for_each_allowed([&](Op op, Type type) { check_kernel(op, type, vectors, n, random); });
    }
  }));
}

TEST_CASE("integer sums and products wrap") {
  constexpr auto int_max = std::numeric_limits<int>::max(), int_min = std::numeric_limits<int>::min();
  CHECK(combine<Op::sum>(int_max, 1) == int_min);
  CHECK(combine<Op::sum>(int_min, -1) == int_max);
  CHECK(combine<Op::prod>(int_min, -1) == int_min);
  CHECK(combine<Op::sum>(std::int8_t{127}, std::int8_t{1}) == -128);
  CHECK(combine<Op::prod>(std::uint16_t{0xffff}, std::uint16_t{0xffff}) == 1);
  CHECK(combine<Op::sum>(std::numeric_limits<std::int64_t>::max(), std::int64_t{1}) ==
        std::numeric_limits<std::int64_t>::min());
  CHECK(combine<Op::max>(-1, 1) == 1);
  CHECK(combine<Op::max>(0xffffffffu, 1u) == 0xffffffffu);
}

TEST_CASE("logical operations take every non-zero value as true and yield 0 or 1") {
  CHECK(combine<Op::land>(2, 4) == 1);
  CHECK(combine<Op::land>(2, 0) == 0);
  CHECK(combine<Op::lor>(0, -8) == 1);
  CHECK(combine<Op::lor>(0, 0) == 0);
  CHECK(combine<Op::lxor>(2, 4) == 0);
  CHECK(combine<Op::lxor>(256, 0) == 1);
  CHECK(combine<Op::land>(Bool{2}, Bool{4}) == Bool{1});
  CHECK(combine<Op::lxor>(Bool{255}, Bool{1}) == Bool{0});
}

TEST_CASE("bitwise operations act on every bit") {
  CHECK(combine<Op::band>(0b1100, 0b1010) == 0b1000);
  CHECK(combine<Op::bor>(std::byte{0b1100}, std::byte{0b1010}) == std::byte{0b1110});
  CHECK(combine<Op::bxor>(std::int8_t{-1}, std::int8_t{1}) == -2);
}

TEST_CASE("max and min order the zeros, and a NaN on either side is the result") {
  CHECK(is(combine<Op::max>(-0.0, 0.0), 0.0));
  CHECK(is(combine<Op::max>(0.0, -0.0), 0.0));
  CHECK(is(combine<Op::min>(0.0, -0.0), -0.0));
  CHECK(is(combine<Op::min>(-0.0, 0.0), -0.0));
  CHECK(is(combine<Op::max>(-1.0, -2.0), -1.0));
  CHECK(is(combine<Op::max>(not_a_number, 1.0), not_a_number));
  CHECK(is(combine<Op::max>(1.0, not_a_number), not_a_number));
  CHECK(is(combine<Op::min>(not_a_number, -std::numeric_limits<double>::infinity()), not_a_number));
  CHECK_FALSE(std::signbit(combine<Op::max>(-not_a_number, 1.0)));
  CHECK(std::signbit(combine<Op::min>(-0.0L, 0.0L)));
  CHECK_FALSE(std::signbit(combine<Op::max>(-0.0L, 0.0L)));
}

TEST_CASE("a complex product is the textbook formula") {
  const auto z = combine<Op::prod>(Complex<double>{1, 2}, Complex<double>{3, 4});
  CHECK(z.real == -5);
  CHECK(z.imaginary == 10);
}

TEST_CASE("minloc and maxloc give the smallest index that has the extreme value") {
  CHECK(is(combine<Op::minloc>(Pair<int>{3, 7}, Pair<int>{3, 2}), 3, 2));
  CHECK(is(combine<Op::maxloc>(Pair<int>{3, 2}, Pair<int>{3, 7}), 3, 2));
  CHECK(is(combine<Op::maxloc>(Pair<int>{3, 2}, Pair<int>{4, 7}), 4, 7));
  CHECK(is(combine<Op::minloc>(Pair<short>{-3, -1}, Pair<short>{4, -7}), short{-3}, -1));
  CHECK(is(combine<Op::minloc>(Pair<double>{0.0, 1}, Pair<double>{-0.0, 2}), -0.0, 1));
  CHECK(is(combine<Op::maxloc>(Pair<double>{not_a_number, 5}, Pair<double>{1, 2}), not_a_number, 5));
  CHECK(is(combine<Op::minloc>(Pair<double>{1, 2}, Pair<double>{not_a_number, 5}), not_a_number, 5));
  CHECK(is(combine<Op::minloc>(Pair<double>{not_a_number, 9}, Pair<double>{not_a_number, 5}), not_a_number, 5));
}

TEST_CASE("comparing elements looks at fields, not at padding") {
  Elements a(row(Type::short_int).size(), std::byte{1}), b(a.size(), std::byte{2});
  const Pair<short> x{4, 5};
  for (auto* e : {&a, &b}) {
    std::memcpy(e->data() + offsetof(Pair<short>, value), &x.value, sizeof x.value);
    std::memcpy(e->data() + offsetof(Pair<short>, index), &x.index, sizeof x.index);
  }
  CHECK(a != b);
  CHECK(same(Type::short_int, a, b));

  const std::array left{1.0, not_a_number, 0.0, 3.0}, right{1.0, -not_a_number, -0.0, 4.0};
  CHECK(first_difference(Type::double_, left.data(), right.data(), 2) == -1);
  CHECK(first_difference(Type::double_, left.data(), right.data(), 4) == 2);
  CHECK(first_difference(Type::double_, left.data(), right.data(), 0) == -1);
}

namespace {

using Matrix = std::array<std::uint32_t, 4>;

Matrix operator*(const Matrix& x, const Matrix& y) {
  return {x[0] * y[0] + x[1] * y[2], x[0] * y[1] + x[1] * y[3], x[2] * y[0] + x[3] * y[2], x[2] * y[1] + x[3] * y[3]};
}

/// As a user of MPI writes it: inout = in · inout, which do not overlap.
void multiply(const void* in, void* inout, int len) {
  CHECK(in != inout);
  const auto* left = static_cast<const Matrix*>(in);
  auto* right = static_cast<Matrix*>(inout);
  for (int i = 0; i < len; ++i) right[i] = left[i] * right[i];
}

}  // namespace

TEST_CASE("a user's function combines in the given order, wherever the result goes") {
  const Operator op(multiply, sizeof(Matrix), false);
  CHECK_FALSE(op.commutative());
  const Matrix x{1, 2, 3, 4}, y{0, 1, 1, 0};
  REQUIRE(x * y != y * x);
  Matrix result{}, a = x, b = y;
  op.combine(&x, &y, &result);
  CHECK(result == x * y);
  op.combine(&a, &y, &a);
  CHECK(a == x * y);
  op.combine(&x, &b, &b);
  CHECK(b == x * y);
  a = x;
  op.combine(&a, &a, &a);
  CHECK(a == x * x);
  CHECK_THROWS_AS(Operator(nullptr, 4, true), std::invalid_argument);
  CHECK_THROWS_AS(Operator(multiply, 0, true), std::invalid_argument);
}

TEST_CASE("the model multiplies matrices in rank order") {
  const Operator op(multiply, sizeof(Matrix), false);
  CHECK(rc::check("the model of a non-commutative operator is the fold from the left", [&] {
    const auto elements = *rc::gen::inRange<std::size_t>(0, 5);
    const auto matrices = rc::gen::container<std::vector<Matrix>>(elements, rc::gen::arbitrary<Matrix>());
    const auto ranks = *rc::gen::nonEmpty(rc::gen::container<std::vector<std::vector<Matrix>>>(matrices));

    std::vector<const std::byte*> inputs;
    for (const auto& rank : ranks) inputs.push_back(reinterpret_cast<const std::byte*>(rank.data()));
    std::vector<Matrix> result(elements);
    evaluate_in_rank_order(op, inputs, static_cast<std::int64_t>(elements),
                           reinterpret_cast<std::byte*>(result.data()));

    for (std::size_t i = 0; i < elements; ++i) {
      Matrix due = ranks[0][i];
      for (std::size_t r = 1; r < ranks.size(); ++r) due = due * ranks[r][i];
      RC_ASSERT(result[i] == due);
    }
  }));
  CHECK_THROWS_AS(evaluate_in_rank_order(op, {}, 0, nullptr), std::invalid_argument);
}

TEST_CASE("the model of a floating-point sum is bracketed to the left") {
  const float e = std::numeric_limits<float>::epsilon() / 2;
  const std::array x{1.0f, e, e};
  std::vector<const std::byte*> inputs;
  for (const float& f : x) inputs.push_back(reinterpret_cast<const std::byte*>(&f));
  float result = 0;
  evaluate_in_rank_order(Operator(Op::sum, Type::float_), inputs, 1, reinterpret_cast<std::byte*>(&result));
  CHECK(result == 1.0f);
}
