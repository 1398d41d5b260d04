// The numbers that an element of a datatype consists of, and where a result lies among others of the same call, of
// which nobody knows how they were rounded.
#pragma once
#include <mpi.h>

#include <cstddef>
#include <set>
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
};

/// Those of a packed element of the datatype, in their order, by the datatypes that it was made of. Bytes that nobody
/// describes, and numbers of one byte, are one field as far as they go; so is an element of more than 65,536 numbers.
std::vector<Field> fields_of(MPI_Datatype type);

using Bytes = std::vector<std::byte>;

/// Whether all floating-point numbers of a packed element are finite.
bool is_finite(std::span<const std::byte> element, std::span<const Field> fields);

/// How far two packed elements are apart, in the field in which that is most: 0 where all are equal, infinite where one
/// number is finite and the other is not; of numbers the difference in proportion to the greater one, of bytes the
/// share of those that differ.
double apart(std::span<const std::byte> a, std::span<const std::byte> b, std::span<const Field> fields);

/// Whether every number of `found` lies about those of the results, of which there is at least one: where these are one
/// number it is that one, else at most `much` times as far outside of them as they lie apart. Infinities and NaNs lie
/// about their like; zeros about zeros of the other sign, and about denormal numbers, which some arithmetic takes for
/// zero. In bytes of which nobody says what they are each byte that is in none of the results must belong to some
/// number of 2 to 16 bytes, taken for an integer or for one of IEEE's, that lies about those there.
bool lies_about(std::span<const std::byte> found, const std::set<Bytes>& results, std::span<const Field> fields,
                int much);

}  // namespace tutti::library
