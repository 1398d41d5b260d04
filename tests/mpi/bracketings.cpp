// What TUTTI=check says of a result that was rounded, by an operator of the application or by MPI's: nothing where an
// order of the operands may give it, however it was drawn; and that it is wrong where none comes near. Run as one
// process; prints a line for each sentence that does not hold, and ends with status 1 then.
#include "verified/library/bracketings.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "reference/operator.hpp"
#include "verified/library/fields.hpp"

namespace {

using namespace tutti::library;
using tutti::Op;
using tutti::Type;

int wrong = 0;

void expect(bool holds, const char* what, int operands, int n) {
  if (holds) return;
  ++wrong;
  std::printf("%s, of %d operands (%d)\n", what, operands, n);
}

/// Of a sum, and of how many there are.
struct Mean {
  double sum;
  std::int64_t count;
};

void add_means(void* in, void* inout, int* n, MPI_Datatype*) {
  for (int i = 0; i < *n; ++i) {
    auto& to = static_cast<Mean*>(inout)[i];
    const auto& from = static_cast<const Mean*>(in)[i];
    to.sum += from.sum, to.count += from.count;
  }
}
/// In another order of the fields, which may be sent as bytes: the number that rounds is behind the one that does not.
struct Counted {
  std::int32_t count;
  float sum;
};
void add_counted(void* in, void* inout, int* n, MPI_Datatype*) {
  for (int i = 0; i < *n; ++i) {
    auto& to = static_cast<Counted*>(inout)[i];
    const auto& from = static_cast<const Counted*>(in)[i];
    to.sum += from.sum, to.count += from.count;
  }
}
void take_the_right_one(void*, void*, int*, MPI_Datatype*) {}

template <class T>
std::vector<std::byte> bytes_of(const T& value) {
  std::vector<std::byte> bytes(sizeof value);
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

/// Some order of the operands, from random neighbours on.
template <class T, class Add>
T combined(std::vector<T> all, std::mt19937_64& random, const Add& add) {
  std::ranges::shuffle(all, random);
  while (all.size() > 1) {
    const auto at = static_cast<std::ptrdiff_t>(random() % (all.size() - 1));
    add(all[static_cast<std::size_t>(at)], all[static_cast<std::size_t>(at) + 1]);
    all.erase(all.begin() + at);
  }
  return all.front();
}
template <class T, MPI_User_function add>
T combined(const std::vector<T>& all, std::mt19937_64& random) {
  return combined(all, random, [](T& left, T& right) {
    int one = 1;
    add(&left, &right, &one, nullptr);
  });
}

MPI_Datatype committed(MPI_Datatype type) {
  MPI_Type_commit(&type);
  return type;
}
MPI_Datatype bytes_of_type(int bytes) {
  MPI_Datatype type;
  MPI_Type_contiguous(bytes, MPI_BYTE, &type);
  return committed(type);
}
/// A Mean, or a Counted.
MPI_Datatype struct_of(MPI_Datatype first, MPI_Datatype second, MPI_Aint at) {
  const int lengths[] = {1, 1};
  const MPI_Aint addresses[] = {0, at};
  const MPI_Datatype types[] = {first, second};
  MPI_Datatype type;
  MPI_Type_create_struct(2, lengths, addresses, types, &type);
  return committed(type);
}

/// By an operator of the application, of elements of that datatype.
template <class Element, MPI_User_function add, class Make>
void judges_elements(MPI_Datatype type, const char* name, const Make& make, std::mt19937_64& random) {
  MPI_Op op, last;
  MPI_Op_create(add, 1, &op);
  MPI_Op_create(take_the_right_one, 1, &last);
  for (const int operands : {1, 2, 3, 4, 5, 7, 13, 40})
    for (int n = 0; n < 10; ++n) {
      std::uniform_real_distribution<double> draw(n % 2 ? -1e3 : 0.1, 1e3);
      std::vector<Element> elements;
      Operands all;
      for (int r = 0; r < operands; ++r) {
        elements.push_back(make(draw(random) / 3));
        all.push_back(bytes_of(elements.back()));
      }
      const auto right = combined<Element, add>(elements, random);
      const auto says = [&](const Element& found) { return plausibility(bytes_of(found), all, type, op); };
      const auto but = [&](auto change) {
        auto changed = right;
        change(changed);
        return !says(changed).wrong.empty();
      };
      const auto is = [&](bool holds, const char* what) {
        expect(holds, (std::string(name) + ": " + what).c_str(), operands, n);
      };
      is(says(right).wrong.empty(), "a result of some order is called wrong");
      is(says(right).is_symmetric, "an operator that commutes in every bit is said not to");
      is(but([](Element& e) { e.sum = 0; }), "a sum of 0 is not called wrong");
      is(but([](Element& e) { --e.count; }), "one less is not called wrong");
      is(but([](Element& e) { e.count = -123456; }), "another count is not called wrong");
      is(but([&](Element& e) { e.sum += elements[0].sum; }), "an operand that is there twice is not called wrong");
      is(but([](Element& e) { e.sum = -2 * e.sum - 1; }), "a sum of another sign is not called wrong");
      const auto of_last = plausibility(all.back(), all, type, last);
      is(operands == 1 || !of_last.is_symmetric, "an operator that does not commute is said to");
      is(of_last.wrong.empty(), "the last operand is called wrong");
    }
  MPI_Op_free(&op);
  MPI_Op_free(&last);
  MPI_Type_free(&type);
}

/// By MPI's own.
template <class T>
void judges_numbers(Op op, Type type, std::mt19937_64& random) {
  const tutti::Operator combine(op, type);
  for (const int operands : {1, 2, 3, 4, 7, 13, 40})
    for (int n = 0; n < 40; ++n) {
      std::vector<T> numbers;
      Operands all;
      for (int r = 0; r < operands; ++r) {
        const auto one = std::uniform_real_distribution<double>(0.5, 2)(random);
        numbers.push_back(static_cast<T>(random() % 2 ? one : -one));
        all.push_back(bytes_of(numbers.back()));
      }
      const T right = combined(numbers, random, [&](T& a, T& b) { combine.combine(&a, &b, &b); });
      const auto is_wrong = [&](T found) { return !plausibility(bytes_of(found), all, op, type).wrong.empty(); };
      expect(!is_wrong(right), "a number of some order is called wrong", operands, n);
      expect(is_wrong(right * 2 + 1), "twice as much is not called wrong", operands, n);
      constexpr T infinite = std::numeric_limits<T>::infinity();
      expect(is_wrong(infinite), "an infinity is not called wrong", operands, n);
      if (operands <= 2)
        expect(is_wrong(std::nextafter(right, infinite)), "the next number is not called wrong", operands, n);
    }
  const T most = std::numeric_limits<T>::max(), least = std::numeric_limits<T>::denorm_min();
  const auto of_three = [&](T found, T number) {
    return plausibility(bytes_of(found), {bytes_of(number), bytes_of(number), bytes_of(number)}, Op::sum, type).wrong;
  };
  expect(!of_three(42, most).empty(), "a number where infinity is due is not called wrong", 3, 0);
  expect(of_three(std::numeric_limits<T>::infinity(), most).empty(), "an infinity that is due is called wrong", 3, 0);
  expect(of_three(0, least).empty(), "zero for a denormal number is called wrong", 3, 0);
  expect(!of_three(77 * least, least).empty(), "a denormal number that is not due is not called wrong", 3, 0);
}

/// Two numbers that both round, as bytes.
template <class T>
struct Both {
  T sum, other;
};
template <class T>
void add_both(void* in, void* inout, int* n, MPI_Datatype*) {
  for (int i = 0; i < *n; ++i) {
    auto& to = static_cast<Both<T>*>(inout)[i];
    const auto& from = static_cast<const Both<T>*>(in)[i];
    to.sum += from.sum, to.other += from.other;
  }
}
template <class T>
void tells_two_numbers_apart(std::mt19937_64& random) {
  auto type = bytes_of_type(sizeof(Both<T>));
  MPI_Op op;
  MPI_Op_create(add_both<T>, 1, &op);
  for (int n = 0; n < 20; ++n) {
    std::uniform_real_distribution<double> draw(0.1, 1);
    std::vector<Both<T>> elements;
    Operands all;
    for (int r = 0; r < 12; ++r) {
      elements.push_back({static_cast<T>(draw(random)), static_cast<T>(draw(random))});
      all.push_back(bytes_of(elements.back()));
    }
    const auto right = combined<Both<T>, add_both<T>>(elements, random);
    const auto is_wrong = [&](Both<T> found) { return !plausibility(bytes_of(found), all, type, op).wrong.empty(); };
    expect(!is_wrong(right), "two sums of some order are called wrong", 12, n);
    expect(is_wrong({right.sum * T{2}, right.other}), "twice the first of two sums is not called wrong", 12, n);
    expect(is_wrong({T(-1e30), right.other}), "a first sum of another sign is not called wrong", 12, n);
    expect(is_wrong({right.sum, right.other * T(1.3)}), "a second sum that is off is not called wrong", 12, n);
  }
  MPI_Op_free(&op);
  MPI_Type_free(&type);
}

constexpr int many = 60'000;
void add_vectors(void* in, void* inout, int* n, MPI_Datatype*) {
  for (int i = 0; i < *n * many; ++i) static_cast<double*>(inout)[i] += static_cast<const double*>(in)[i];
}
/// An element of many numbers, of which only a few bracketings are tried.
void judges_wide_elements(std::mt19937_64& random) {
  MPI_Datatype type;
  MPI_Type_contiguous(many, MPI_DOUBLE, &type);
  type = committed(type);
  MPI_Op op;
  MPI_Op_create(add_vectors, 1, &op);
  std::uniform_real_distribution<double> draw(-1, 1);
  Operands all;
  std::vector<double> result(many);
  for (int r = 0; r < 6; ++r) {
    std::vector<double> one(many);
    for (auto& x : one) x = draw(random);
    all.emplace_back(reinterpret_cast<std::byte*>(one.data()), reinterpret_cast<std::byte*>(one.data() + many));
  }
  for (const int r : {3, 5, 0, 4, 1, 2}) {
    int n = 1;
    add_vectors(all[static_cast<std::size_t>(r)].data(), result.data(), &n, nullptr);
  }
  const auto says = [&] {
    const auto* const bytes = reinterpret_cast<const std::byte*>(result.data());
    return plausibility({bytes, many * sizeof(double)}, all, type, op).wrong;
  };
  expect(says().empty(), "a sum of vectors in some order is called wrong", 6, 0);
  result[many / 2] += 1e-3;
  expect(!says().empty(), "a vector of which one number is off is not called wrong", 6, 0);
  MPI_Op_free(&op);
  MPI_Type_free(&type);
}

/// Of 12 numbers (2^22 four times, once and one more, and -2^21) an order in which the one is lost, which others hardly
/// do.
void knows_that_sums_round() {
  Operands all;
  for (int r = 0; r < 12; ++r)
    all.push_back(bytes_of(4 <= r && r < 8 ? 4194304.0F + (r == 4 ? 1.0F : 0.0F) : -2097152.0F));
  expect(plausibility(bytes_of(0.0F), all, Op::sum, Type::float_).wrong.empty(), "a sum without a bit is called wrong",
         12, 0);
  expect(!plausibility(bytes_of(1e3F), all, Op::sum, Type::float_).wrong.empty(),
         "a sum that is off is not called wrong", 12, 0);
  Operands great;
  for (int r = 0; r < 12; ++r) great.push_back(bytes_of(r % 2 ? 1.2e308 : -1.1e308));
  expect(!plausibility(bytes_of(42.0), great, Op::sum, Type::double_).wrong.empty(),
         "42 of great numbers is not called wrong", 12, 0);
  using Number = tutti::Complex<double>;
  const Operands products{bytes_of(Number{1.5e308, 1.5e308}), bytes_of(Number{0.1, 0})};
  const auto of_products = [&](Number found) {
    return plausibility(bytes_of(found), products, Op::prod, Type::double_complex).wrong;
  };
  expect(of_products({1.5e307, 1.5e307}).empty(), "a product of complex numbers is called wrong", 2, 0);
  expect(!of_products({42, -7}).empty(), "another product of complex numbers is not called wrong", 2, 0);
}

/// Gaps between fields are whatever was there.
struct Padded {
  double value;
  int index;
};
void take_greater(void* in, void* inout, int* n, MPI_Datatype*) {
  for (int i = 0; i < *n; ++i) {
    const auto& a = static_cast<const Padded*>(in)[i];
    auto& b = static_cast<Padded*>(inout)[i];
    static int calls = 0;
    std::byte made[sizeof(Padded)];
    std::ranges::fill(made, static_cast<std::byte>(++calls));
    const auto& greater = a.value > b.value ? a : b;
    std::memcpy(made, &greater.value, sizeof greater.value);
    std::memcpy(made + offsetof(Padded, index), &greater.index, sizeof greater.index);
    std::memcpy(&b, made, sizeof made);
  }
}
void leaves_out_what_is_not_determined() {
  auto type = bytes_of_type(sizeof(Padded));
  MPI_Op op;
  MPI_Op_create(take_greater, 1, &op);
  Operands all;
  for (int r = 0; r < 3; ++r) all.push_back(bytes_of(Padded{1.0 + r, r}));
  auto found = all.back();
  found.back() = std::byte{0x5a};
  expect(plausibility(found, all, type, op).wrong.empty(), "another gap is called wrong", 3, 0);
  found.front() = std::byte{0x5a};
  expect(!plausibility(found, all, type, op).wrong.empty(), "another value is not called wrong", 3, 0);
  MPI_Op_free(&op);
  MPI_Type_free(&type);
}

/// Of datatypes that are made of one another, and some that nobody describes.
void knows_fields() {
  const auto mean = struct_of(MPI_DOUBLE, MPI_INT64_T, sizeof(double));
  MPI_Datatype means, column, text;
  MPI_Type_contiguous(3, mean, &means);
  MPI_Type_vector(2, 2, 5, MPI_FLOAT, &column);
  MPI_Type_contiguous(7, MPI_CHAR, &text);
  const auto has = [](MPI_Datatype type, const std::vector<Holds>& due, const char* what) {
    std::vector<Holds> found;
    for (const auto& field : fields_of(type)) found.push_back(field.holds);
    expect(found == due, what, 0, 0);
  };
  using enum Holds;
  has(means, {double_number, signed_integer, double_number, signed_integer, double_number, signed_integer},
      "three means have other fields");
  has(column, {float_number, float_number, float_number, float_number}, "a column has other fields");
  has(text, {bytes}, "text is something else than bytes");
  has(MPI_DOUBLE_INT, {double_number, signed_integer}, "a pair has other fields");
  has(MPI_C_DOUBLE_COMPLEX, {double_number}, "a complex number has other fields");
  for (auto* type : {&means, &column, &text}) MPI_Type_free(type);
#if MPI_VERSION >= 4
  const MPI_Count lengths[] = {2, 1}, addresses[] = {0, 2 * sizeof(double)};
  const MPI_Datatype types[] = {MPI_DOUBLE, MPI_INT64_T};
  MPI_Datatype large, within;
  MPI_Type_create_struct_c(2, lengths, addresses, types, &large);
  MPI_Type_contiguous(2, large, &within);
  has(large, {double_number, double_number, signed_integer}, "one made with large counts has other fields");
  has(within, {double_number, double_number, signed_integer, double_number, double_number, signed_integer},
      "what is made of one made with large counts has other fields");
  for (auto* type : {&large, &within}) MPI_Type_free(type);
#endif
  auto given = mean;
  MPI_Type_free(&given);
}

}  // namespace

void takes_padding_for_no_value() {
  long double two[2] = {1.5L, -2.25L}, alike[2] = {1.5L, -2.25L}, other[2] = {1.5L, -2.5L};
  const auto filled = [](long double* numbers, int byte) {
    constexpr std::size_t value = std::numeric_limits<long double>::digits == 64 ? 10 : sizeof(long double);
    const auto bytes = std::as_writable_bytes(std::span(numbers, 2));
    for (std::size_t at = 0; at < bytes.size(); ++at)
      if (at % sizeof(long double) >= value) bytes[at] = static_cast<std::byte>(byte);
    clear_padding(bytes, sizeof(long double), fields_of(MPI_LONG_DOUBLE));
    return std::vector<std::byte>(bytes.begin(), bytes.end());
  };
  const auto first = filled(two, 24);
  expect(first == filled(alike, 67), "padding makes a difference", 2, 0);
  expect(first != filled(other, 24), "a value makes no difference", 2, 0);
  expect(two[0] == 1.5L && two[1] == -2.25L, "a value is cleared", 2, 0);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  std::mt19937_64 random(7);
  const auto mean = [](double sum) { return Mean{sum, 1}; };
  const auto counted = [](double sum) { return Counted{1, static_cast<float>(sum)}; };
  judges_elements<Mean, add_means>(bytes_of_type(sizeof(Mean)), "bytes", mean, random);
  judges_elements<Mean, add_means>(struct_of(MPI_DOUBLE, MPI_INT64_T, sizeof(double)), "a struct", mean, random);
  judges_elements<Counted, add_counted>(bytes_of_type(sizeof(Counted)), "bytes, count first", counted, random);
  judges_elements<Counted, add_counted>(struct_of(MPI_INT32_T, MPI_FLOAT, sizeof(std::int32_t)),
                                        "a struct, count first", counted, random);
  for (const auto op : {Op::sum, Op::prod}) {
    judges_numbers<float>(op, Type::float_, random);
    judges_numbers<double>(op, Type::double_, random);
    judges_numbers<long double>(op, Type::long_double, random);
  }
  tells_two_numbers_apart<double>(random);
  tells_two_numbers_apart<float>(random);
  judges_wide_elements(random);
  knows_that_sums_round();
  leaves_out_what_is_not_determined();
  knows_fields();
  takes_padding_for_no_value();
  MPI_Finalize();
  return wrong == 0 ? 0 : 1;
}
