// The type of an operand, as C lays it out on this machine: what --type says.
#pragma once
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tutti::op {

/// What the user gave cannot be used: a type, a file, a function, an expression. Its text names the fault and the
/// remedy in one line.
struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// `char` is i8. A complex number is two leaves, `.re` and `.im`.
enum class Scalar { boolean, i8, u8, i16, u16, i32, u32, i64, u64, f32, f64, f80 };

constexpr bool is_floating(Scalar s) { return s >= Scalar::f32; }
constexpr bool is_signed(Scalar s) {
  return s == Scalar::i8 || s == Scalar::i16 || s == Scalar::i32 || s == Scalar::i64;
}
/// Bytes in memory that hold the value: 10 for f80, whose other 6 are padding.
std::size_t value_bytes(Scalar s);
/// Bytes in memory that a datatype of MPI has for it, such as the 16 of MPI_LONG_DOUBLE.
std::size_t data_bytes(Scalar s);

/// A scalar of the type.
struct Leaf {
  std::string path;  ///< from the element: "", ".v", "[3]", ".m[0][1]", ".z.re"
  Scalar scalar;
  std::size_t offset;       ///< bytes
  bool in_complex = false;  ///< it is `.re` or `.im` of a complex number, no member of that name
};

/// Bytes from `begin` to before `end` of an element.
struct ByteRange {
  std::size_t begin, end;
  auto operator<=>(const ByteRange&) const = default;
};

/// Bytes of an element that are no data, and that code may take for some.
struct Gap {
  ByteRange bytes;
  bool of_last_only;  ///< in a vector, all elements but the last have memory there
};

struct Type {
  std::string text;  ///< as the user wrote it
  std::size_t size = 0, alignment = 1;
  std::vector<Leaf> leaves;  ///< by rising offset; bytes of no leaf are padding
  /// What an operator must keep out of, unless MPI is given a datatype that has data there: of a type of C the padding
  /// at its end, since a buffer ends with the data of its last element (MPI-4.0, 5.1.8). Padding between members lies
  /// within the buffer.
  std::vector<Gap> gaps = {};

  bool has_floating() const;
};

/// Parses a type of C: the arithmetic types (with <stdint.h>'s, `bool`, `float _Complex` and its like), arrays
/// `double[3]`, and structs of these, nested: `struct{double v; int i, j[2];}`, `struct pair {…}`. Throws InputError
/// with the place.
Type parse_type(std::string_view text);

/// The type of which a datatype of MPI has data in these bytes alone, by rising offset: what lies elsewhere is no leaf,
/// and a gap where it is no padding between members. Throws InputError where a leaf has data in some of its bytes only,
/// and where none is left.
Type with_data(Type type, std::span<const ByteRange> data);

/// `type tutti_t;` as a C declaration of the name: "typedef struct{double v; int i;} tutti_t;", "typedef double
/// tutti_t[3];".
std::string declare(const Type& type, std::string_view name);

/// Element bytes, `type.size` of them, as a C initialiser that gives the same leaves back: "{.v = 0x1.8p+0, .i = -3}",
/// "NAN" and "-INFINITY" where due.
std::string literal(const Type& type, std::span<const std::byte> element);
/// The same in decimals and with the bits behind: "{.v = 1.5 (0x3ff8000000000000), .i = -3}".
std::string describe(const Type& type, std::span<const std::byte> element);

}  // namespace tutti::op
