// What TUTTI=check says of a result that was rounded, by an operator of the application or by MPI's: nothing where an
// order of the operands may give it, however it was drawn; and that it is wrong where none comes near. Run as one
// process; prints a line for each sentence that does not hold, and ends with status 1 then.
#include "verified/library/bracketings.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>
#include <string>

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
    for (int n = 0; n < 40; ++n) {
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
      const bool are_few = operands <= 7;
      expect(is_wrong(infinite) == are_few, "an infinity is not judged as it is due", operands, n);
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

/// Of datatypes that are made of one another, and some that nobody describes.
void knows_fields() {
  const auto mean = struct_of(MPI_DOUBLE, MPI_INT64_T, sizeof(double));
  MPI_Datatype means, column, text;
  MPI_Type_contiguous(3, mean, &means);
  MPI_Type_vector(2, 2, 5, MPI_FLOAT, &column);
  MPI_Type_contiguous(7, MPI_CHAR, &text);
  const auto has = [](MPI_Datatype type, std::vector<Holds> due, const char* what) {
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
  auto given = mean;
  MPI_Type_free(&given);
}

}  // namespace

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
  knows_fields();
  MPI_Finalize();
  return wrong == 0 ? 0 : 1;
}
