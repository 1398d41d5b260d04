// The numbers that an element of a datatype consists of.
#pragma once
#include <mpi.h>

#include <cstddef>
#include <span>
#include <vector>

namespace tutti::library {

/// What a field holds: numbers that C++ has a type of, or bytes of which nobody says what they are.
enum class Holds { signed_integer, unsigned_integer, float_number, double_number, long_double_number, bytes };

/// A field of a packed element: one number, the two parts of a complex one, or some bytes.
struct Field {
  Holds holds;
  std::size_t at, bytes;  ///< in bytes, from the first of the element on; of both parts
  bool is_complex = false;

  bool is_integer() const { return holds == Holds::signed_integer || holds == Holds::unsigned_integer; }
  bool is_floating() const { return holds != Holds::bytes && !is_integer(); }
  std::size_t parts() const { return is_complex ? 2 : 1; }
};

/// Those of a packed element of the datatype, in their order, by the datatypes that it was made of. Bytes that nobody
/// describes, and numbers of one byte, are one field as far as they go; so is an element of more than 65,536 numbers.
std::vector<Field> fields_of(MPI_Datatype type);

/// The value of a field that holds an integer, of at most 8 bytes, or a part of a floating-point one, in a packed
/// element.
__extension__ using Wide = __int128;
Wide integer_of(const Field& field, const std::byte* element);
long double number_of(const Field& field, const std::byte* element, std::size_t part);
/// Whether all parts of a floating-point number are finite.
bool is_finite(const Field& field, const std::byte* element);

/// How far two packed elements are apart, in the field in which that is most: 0 where all are equal, infinite where one
/// number is finite and the other is not; of numbers the difference in proportion to the greater one, of bytes the
/// share of those that differ.
double apart(std::span<const std::byte> a, std::span<const std::byte> b, std::span<const Field> fields);

/// What lies in a long double behind its value becomes 0, in packed elements of `size` bytes each: no value has it.
void clear_padding(std::span<std::byte> elements, std::size_t size, std::span<const Field> fields);

}  // namespace tutti::library
