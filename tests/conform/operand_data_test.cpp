// Compiled with -O1, since it walks over many elements.
// Operands of predefined operations: drawn so that any wrong bit of a result shows, and nothing overflows on the way.
#include "verified/conform/case/operand_data.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <map>
#include <set>

#include "reference/operator.hpp"
#include "reference/scalar.hpp"
#include "tests/support/property.hpp"
#include "verified/conform/case/datatype.hpp"
#include "verified/conform/case/loads.hpp"
#include "verified/conform/case/mix.hpp"
#include "verified/conform/judge/exact.hpp"

namespace tutti::conform {
namespace {

using Bytes = std::vector<std::byte>;

/// What each of so many ranks contributes.
std::vector<Bytes> contributions(Op op, Type type, int ranks, std::uint64_t element) {
  std::vector<Bytes> all;
  for (Rank r = 0; r < ranks; ++r) {
    all.emplace_back(row(type).size());
    draw_element(all.back().data(), op, type, {ranks, r, element});
  }
  return all;
}

std::vector<const std::byte*> pointers(const std::vector<Bytes>& all) {
  std::vector<const std::byte*> to;
  for (const auto& one : all) to.push_back(one.data());
  return to;
}

Bytes result_of(Op op, Type type, const std::vector<Bytes>& inputs) {
  Bytes result(row(type).size());
  evaluate_in_rank_order(Operator(op, type), pointers(inputs), 1, result.data());
  return result;
}

template <class T>
std::vector<T> numbers(const std::vector<Bytes>& all) {
  std::vector<T> to(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) std::memcpy(&to[i], all[i].data(), sizeof(T));
  return to;
}

/// Which bits of an element say something: not those of gaps, and of a long
/// double the first ten bytes.
std::vector<int> value_bits(Type type) {
  std::vector<int> bits;
  const auto add = [&](int at, int bytes) {
    for (int b = 8 * at; b < 8 * (at + bytes); ++b) bits.push_back(b);
  };
  constexpr int of_long_double = (std::numeric_limits<long double>::digits == 64 ? 80 : 128) / 8;
  visit(type, [&]<class T>(std::type_identity<T>) {
    const auto number = [&]<class N>(int at, std::type_identity<N>) {
      add(at, std::is_same_v<N, long double> ? of_long_double : static_cast<int>(sizeof(N)));
    };
    if constexpr (requires(T t) { t.imaginary; }) {
      number(0, std::type_identity<decltype(T::real)>{});
      number(static_cast<int>(offsetof(T, imaginary)), std::type_identity<decltype(T::real)>{});
    } else if constexpr (requires(T t) { t.index; }) {
      number(0, std::type_identity<decltype(T::value)>{});
      number(static_cast<int>(offsetof(T, index)), std::type_identity<int>{});
    } else {
      number(0, std::type_identity<T>{});
    }
  });
  return bits;
}

bool bit_of(const Bytes& element, int bit) {
  return (element[static_cast<std::size_t>(bit / 8)] >> (bit % 8) & std::byte{1}) != std::byte{0};
}

const std::vector<std::pair<Op, Type>>& all_pairs_of_types() {
  static const auto all = [] {
    std::vector<std::pair<Op, Type>> some;
    for (const auto& op : ops)
      for (const auto& type : types)
        if (allowed(op.id, type.id)) some.emplace_back(op.id, type.id);
    return some;
  }();
  return all;
}

std::pair<Op, Type> draw_pair() {
  const auto& all = all_pairs_of_types();
  return all[static_cast<std::size_t>(draw(static_cast<int>(all.size())))];
}

/// Of more bits than any signed type.
__extension__ using Wide = __int128;

int draw_ranks() {
  constexpr std::array ranks{1, 2, 3, 4, 5, 7, 8, 9, 13, 16, 64, 128, 200};
  return ranks[static_cast<std::size_t>(draw(static_cast<int>(ranks.size())))];
}

TEST_CASE(
    "in a run at least nine in ten bits of the results of an operation "
    "have been 0 and 1") {
  for (const auto& pair : all_pairs_of_types()) {
    const Op op = pair.first;
    const Type type = pair.second;
    if (is_logical(op)) continue;
    for (const int ranks : {2, 8}) {
      constexpr int elements = 1500;
      const auto bits = value_bits(type);
      std::vector<int> ones(bits.size());
      for (std::uint64_t e = 0; e < elements; ++e) {
        const auto result = result_of(op, type, contributions(op, type, ranks, mix(e)));
        for (std::size_t b = 0; b < bits.size(); ++b) ones[b] += bit_of(result, bits[b]);
      }
      const auto both = std::ranges::count_if(ones, [](int n) { return n > 0 && n < elements; });
      INFO(load_of(op, type), " on ", ranks, " ranks: ", both, " of ", bits.size());
      CHECK(10 * both >= 9 * std::ssize(bits));
    }
  }
}

TEST_CASE("of eight locations one is a tie that the index of the second rank decides, whatever the seed") {
  property("of eight locations one is a tie that the index of the second rank decides, whatever the seed", [] {
    const auto pair = draw_pair();
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    visit(pair.second, [&]<class T>(std::type_identity<T>) {
      if constexpr (requires(T t) { t.index; }) {
        std::array<std::array<T, 8>, 2> of_ranks{};
        for (Rank r = 0; r < 2; ++r)
          draw_elements(reinterpret_cast<std::byte*>(of_ranks[static_cast<std::size_t>(r)].data()), 8, pair.first,
                        pair.second, r, 2, seed);
        bool any = false;
        for (std::size_t i = 0; i < 8; ++i)
          any = any || (of_ranks[0][i].value == of_ranks[1][i].value && of_ranks[0][i].index > of_ranks[1][i].index);
        RC_ASSERT(any);
      }
    });
  });
}

TEST_CASE("no partial result overflows, under any bracketing and order") {
  property(
      "no partial result overflows, under any bracketing and order",
      [] {
        const auto pair = draw_pair();
        const Op op = pair.first;
        const Type type = pair.second;
        const int ranks = draw_ranks();
        const auto all = contributions(op, type, ranks, *rc::gen::arbitrary<std::uint64_t>());
        visit(type, [&]<class T>(std::type_identity<T>) {
          if constexpr (std::signed_integral<T>) {
            // What all positive and all negative summands come to, and the
            // whole product: no part of them is greater.
            Wide positive = 0, negative = 0, product = 1;
            for (const T x : numbers<T>(all)) {
              (x > 0 ? positive : negative) += x;
              if (op == Op::prod) product *= x < 0 ? -static_cast<Wide>(x) : x;
            }
            constexpr auto most = std::numeric_limits<T>::max(), least = std::numeric_limits<T>::min();
            if (op == Op::sum) RC_ASSERT(positive <= most && negative >= least);
            if (op == Op::prod) RC_ASSERT(product > 0 && product <= most);
          }
          if constexpr (std::floating_point<T>) {
            int up = 0, down = 0, other_than_one = 0;
            long double magnitude = 0;
            for (const T x : numbers<T>(all)) {
              if (!std::isfinite(x)) continue;
              magnitude += std::fabs(static_cast<long double>(x)) / std::numeric_limits<T>::max();
              if (std::fabs(x) == 1) continue;
              ++other_than_one;
              up += std::max(std::ilogb(x) + 1, 0);
              down += std::min(std::ilogb(x), 0);
            }
            if (op == Op::sum) RC_ASSERT(magnitude < 0.5L);
            if (op == Op::prod)
              RC_ASSERT(other_than_one <= 1 ||
                        (up < std::numeric_limits<T>::max_exponent && down >= std::numeric_limits<T>::min_exponent));
          }
        });
      },
      4000);
}

TEST_CASE("ranks contribute different things of both signs, and no product is 0") {
  for (const auto& pair : all_pairs_of_types()) {
    const Op op = pair.first;
    const Type type = pair.second;
    INFO(load_of(op, type));
    int alike = 0, zero = 0;
    std::set<Bytes> results;
    constexpr int elements = 300;
    for (std::uint64_t e = 0; e < elements; ++e) {
      const auto all = contributions(op, type, 5, mix(e));
      const auto result = result_of(op, type, all);
      results.insert(result);
      alike += std::ranges::count(all, all.front()) == 5;
      zero += std::ranges::all_of(result, [](std::byte b) { return b == std::byte{0}; });
    }
    CHECK(alike < elements / 2 + (type == Type::bool_ || is_logical(op) ? elements / 2 : 0));
    if (!is_logical(op)) CHECK(results.size() > elements / 20);
    visit(type, [&]<class T>(std::type_identity<T>) {
      if constexpr (std::signed_integral<T>)
        if (op == Op::prod) CHECK(zero == 0);
    });
  }
}

/// Wrapping round where a narrow integer overflows.
template <class N>
N plus(N a, N b) {
  if constexpr (std::integral<N>)
    return static_cast<N>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
  else
    return a + b;
}
template <class N>
N times(N a, N b) {
  if constexpr (std::integral<N>)
    return static_cast<N>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
  else
    return a * b;
}

/// Combined in the arithmetic of another type.
template <class Narrow, class T>
T evaluated_in(Op op, const std::vector<T>& numbers) {
  auto result = static_cast<Narrow>(numbers.front());
  for (std::size_t i = 1; i < numbers.size(); ++i) {
    const auto x = static_cast<Narrow>(numbers[i]);
    if (op == Op::sum) result = plus(result, x);
    if (op == Op::prod) result = times(result, x);
    if (op == Op::max) result = std::max(result, x);
    if (op == Op::min) result = std::min(result, x);
  }
  return static_cast<T>(result);
}

/// Of so many elements, those that are right by the judgement of the worker.
template <class T, class Narrow>
int right_in(Op op, Type type, int elements) {
  int right = 0;
  for (std::uint64_t e = 0; e < static_cast<std::uint64_t>(elements); ++e) {
    const auto all = contributions(op, type, 4, mix(e));
    const auto values = numbers<T>(all);
    if constexpr (std::floating_point<T>)
      if (!std::ranges::all_of(values, [](T x) { return std::isfinite(x); })) continue;
    const T found = evaluated_in<Narrow>(op, values);
    Bytes bytes(sizeof(T));
    std::memcpy(bytes.data(), &found, sizeof(T));
    const auto due = result_of(op, type, all);
    right += exact(op, type) ? first_difference(type, bytes.data(), due.data(), 1) < 0
                             : !beyond_bound(op, type, pointers(all), bytes.data());
  }
  return right;
}

TEST_CASE("evaluation in a narrower type shows in one of thirty elements at least") {
  constexpr int elements = 300, most = elements - 10;
  for (const Op op : {Op::sum, Op::prod, Op::max, Op::min}) {
    INFO(row(op).name);
    CHECK(right_in<int, float>(op, Type::int_, elements) < most);
    CHECK(right_in<unsigned, float>(op, Type::unsigned_, elements) < most);
    CHECK(right_in<std::int32_t, float>(op, Type::int32, elements) < most);
    CHECK(right_in<long, double>(op, Type::long_, elements) < most);
    CHECK(right_in<long, int>(op, Type::long_, elements) < most);
    CHECK(right_in<long long, int>(op, Type::long_long, elements) < most);
    CHECK(right_in<std::int16_t, std::int8_t>(op, Type::int16, elements) < most);
    CHECK(right_in<std::uint64_t, std::uint32_t>(op, Type::uint64, elements) < most);
    CHECK(right_in<double, float>(op, Type::double_, elements) < most);
    CHECK(right_in<long double, double>(op, Type::long_double, elements) < most);
  }
  CHECK(right_in<double, double>(Op::sum, Type::double_, elements) > elements * 9 / 10);
  CHECK(right_in<int, int>(Op::max, Type::int_, elements) == elements);
}

/// As processors do that take denormal numbers for zero.
template <class T>
T combined_flushing(Op op, const std::vector<T>& numbers) {
  const auto flushed = [](T x) { return std::fabs(x) < std::numeric_limits<T>::min() ? T{0} : x; };
  T result = flushed(numbers.front());
  for (std::size_t i = 1; i < numbers.size(); ++i) {
    const T x = flushed(numbers[i]);
    result = flushed(op == Op::sum    ? result + x
                     : op == Op::prod ? result * x
                     : op == Op::max  ? std::max(result, x)
                                      : std::min(result, x));
  }
  return result;
}

template <class T>
void check_flushing(Op op, Type type) {
  int flushed = 0;
  for (std::uint64_t e = 0; e < 1000; ++e) {
    const auto all = contributions(op, type, 4, mix(e));
    const auto values = numbers<T>(all);
    if (!std::ranges::all_of(values, [](T x) { return std::isfinite(x); })) continue;
    const T found = combined_flushing(op, values);
    Bytes bytes(sizeof(T));
    std::memcpy(bytes.data(), &found, sizeof(T));
    const auto due = result_of(op, type, all);
    const bool wrong = exact(op, type) ? first_difference(type, bytes.data(), due.data(), 1) >= 0
                                       : beyond_bound(op, type, pointers(all), bytes.data()).has_value();
    if (!wrong) continue;
    ++flushed;
    CHECK(may_be_flushed(op, type, pointers(all), bytes.data()));
  }
  INFO(load_of(op, type));
  CHECK(flushed >= 2);
}

TEST_CASE(
    "where denormal numbers are taken for zero, that shows, and is known "
    "for what it is") {
  for (const Op op : {Op::sum, Op::prod, Op::max, Op::min}) {
    check_flushing<float>(op, Type::float_);
    check_flushing<double>(op, Type::double_);
    check_flushing<long double>(op, Type::long_double);
  }
}

TEST_CASE(
    "a lost contribution is not taken for flushing, but for denormal "
    "numbers alone") {
  property(
      "a lost contribution is not taken for flushing, but for denormal numbers "
      "alone",
      [] {
        constexpr std::array some{Type::float_, Type::double_, Type::long_double};
        const auto type = some[static_cast<std::size_t>(draw(3))];
        const auto op = draw(2) ? Op::sum : Op::max;
        auto all = contributions(op, type, 2 + draw(6), *rc::gen::arbitrary<std::uint64_t>());
        const auto lost = all.back();
        auto others = all;
        others.pop_back();
        const auto found = result_of(op, type, others);
        visit(type, [&]<class T>(std::type_identity<T>) {
          if constexpr (std::floating_point<T>) {
            const T x = numbers<T>({lost}).front();
            RC_PRE(std::isfinite(x) && std::fabs(x) > 1024 * std::numeric_limits<T>::min());
            RC_PRE(found != result_of(op, type, all));
            const auto values = numbers<T>(others);
            RC_PRE(std::ranges::all_of(values,
                                       [&](T y) { return std::isfinite(y) && std::fabs(y) < 1e6L * std::fabs(x); }));
            RC_ASSERT_FALSE(may_be_flushed(op, type, pointers(all), found.data()));
          }
        });
      },
      500);
}

TEST_CASE("the right result in any order is beyond no bound") {
  property(
      "the right result in any order is beyond no bound",
      [] {
        const auto op = draw(2) ? Op::sum : Op::prod;
        constexpr std::array rounding{Type::float_,        Type::double_,        Type::long_double,
                                      Type::float_complex, Type::double_complex, Type::long_double_complex};
        const auto type = rounding[static_cast<std::size_t>(draw(static_cast<int>(rounding.size())))];
        auto all = contributions(op, type, draw_ranks(), *rc::gen::arbitrary<std::uint64_t>());
        for (std::size_t i = all.size(); i > 1; --i)
          std::swap(all[i - 1], all[static_cast<std::size_t>(draw(static_cast<int>(i)))]);
        const auto found = result_of(op, type, all);
        RC_ASSERT_FALSE(beyond_bound(op, type, pointers(all), found.data()));
      },
      2000);
}

TEST_CASE("truth values of integers are true in many ways, those of Fortran in one") {
  std::set<int> values;
  for (std::uint64_t e = 0; e < 200; ++e) {
    int value = -1;
    draw_element(reinterpret_cast<std::byte*>(&value), Op::lor, Type::int_, {1, 0, e});
    values.insert(value);
    draw_element(reinterpret_cast<std::byte*>(&value), Op::lor, Type::int32, {1, 0, e}, true);
    CHECK((value == 0 || value == 1));
  }
  CHECK(values.contains(0));
  CHECK(values.contains(std::numeric_limits<int>::min()));
  CHECK(std::ranges::any_of(values,
                            [](int v) { return v != 0 && v % 256 == 0 && v != std::numeric_limits<int>::min(); }));
}

TEST_CASE(
    "extremes and locations meet ties and values that differ in their "
    "lowest bits") {
  int ties = 0, close = 0;
  for (std::uint64_t e = 0; e < 1000; ++e) {
    const auto pairs = numbers<Pair<double>>(contributions(Op::minloc, Type::double_int, 3, mix(e)));
    ties += pairs[0].value == pairs[1].value || pairs[1].value == pairs[2].value;
    const auto ints = numbers<unsigned>(contributions(Op::max, Type::unsigned_, 2, mix(e)));
    close += std::bit_width(ints[0] ^ ints[1]) < 8;
  }
  CHECK(ties > 100);
  CHECK(close > 100);
}

}  // namespace
}  // namespace tutti::conform
