#include "verified/conform/reproduce/c_operator.hpp"

#include <algorithm>
#include <bit>
#include <concepts>
#include <limits>

#include "verified/conform/case/loads.hpp"
#include "verified/conform/reproduce/c_datatype.hpp"

namespace tutti::conform {
namespace {

std::string c_combine(Op op) {
  switch (op) {
    case Op::max: return "a > b ? a : b";
    case Op::min: return "a < b ? a : b";
    case Op::sum: return "a + b";
    case Op::prod: return "a * b";
    case Op::land: return "a && b";
    case Op::band: return "a & b";
    case Op::lor: return "a || b";
    case Op::bor: return "a | b";
    case Op::lxor: return "!a != !b";
    case Op::bxor: return "a ^ b";
    case Op::minloc: return "a.v < b.v || (a.v == b.v && a.i < b.i) ? a : b";
    case Op::maxloc: return "a.v > b.v || (a.v == b.v && a.i < b.i) ? a : b";
  }
  __builtin_unreachable();
}

/// A call of the function h, whose bits are all of no order.
constexpr const char* bits_of_h = "h(r, i, k)";

/// The upper bits of h: so many.
std::string upper(int bits) {
  constexpr int all = 64;
  return "(h(r, i, k) >> " + std::to_string(std::clamp(all - bits, 1, all - 1)) + ")";
}

/// Sums and products of whole numbers do not overflow, but where they wrap; those of others are exact, and have bits
/// behind the point.
std::string c_sum(Type type, int ranks) {
  const auto more = static_cast<int>(std::bit_width(static_cast<unsigned>(ranks)));  // of the sum
  return visit(type, [&]<class T>(std::type_identity<T>) -> std::string {
    using limits = std::numeric_limits<T>;
    if constexpr (std::unsigned_integral<T>)
      return bits_of_h;
    else if constexpr (std::integral<T>)
      return "(i % 2 ? -1 : 1) * (long long)" + upper(limits::digits - more);
    else if constexpr (std::floating_point<T>)
      return upper(std::min(limits::digits, 62) - more) + " / (Part)1024";
    else
      return "((r * 3 + i * 5 + k) % 11 - 5) * (1 + 2.0i)";
  });
}

/// One rank's factor has all bits, those of the others are powers of two.
std::string c_product(Type type, int ranks) {
  const auto unless_one = "(r + i + k) % " + std::to_string(ranks) + " ? ";
  return visit(type, [&]<class T>(std::type_identity<T>) -> std::string {
    using limits = std::numeric_limits<T>;
    if constexpr (std::unsigned_integral<T>)
      return std::string(bits_of_h) + " | 1";
    else if constexpr (std::integral<T>)
      return unless_one + "1 - (r + i) % 2 * 2 : (long long)" + upper(limits::digits);
    else if constexpr (std::floating_point<T>)
      return unless_one + "(r + i) % 2 ? -2 : .5 : " + upper(std::min(limits::digits, 62)) + " / (Part)1024";
    else
      return "1 + (r + i + k) % 2 + 1.0i";
  });
}

/// Half of the elements agree in their upper bits; of the others every other rank has the uppermost one, which is the
/// sign where there is one.
std::string c_extreme(Type type) {
  const bool whole = visit(type, []<class T>(std::type_identity<T>) { return std::is_integral_v<T>; });
  return whole
             ? "i % 2 ? h(0, i, 0) ^ (unsigned)((r * 7 + k) % 11)"
               "      : h(r, i, k) >> (65 - 8 * (int)sizeof(Part)) | (r + i + k) % 2ull << (8 * (int)sizeof(Part) - 1)"
             : "((r * 7 + i * 3 + k) % 11 - 5) / (Part)3";
}

std::string c_value(Op op, Type type, int ranks) {
  const std::string one_bit = "1ull << (r * 5 + i * 3 + k) % (8 * (int)sizeof(Part))";
  const std::string h = bits_of_h, other_h = "h(r, i + 5, k)";
  switch (op) {
    case Op::max:
    case Op::min: return c_extreme(type);
    case Op::sum: return c_sum(type, ranks);
    case Op::prod: return c_product(type, ranks);
    case Op::land:
    case Op::lxor: return "i % 2 && (r + i + k) % 3 == 0 ? 0 : " + one_bit;
    case Op::lor: return "(r + i + k) % " + std::to_string(ranks) + " ? 0 : " + one_bit;
    case Op::band: return h + " | " + other_h;
    case Op::bor: return h + " & " + other_h;
    case Op::bxor: return h;
    case Op::minloc:
    case Op::maxloc: return "{i % 2 ? (r + i + k) % 3 : 3, 20 - r}";
  }
  __builtin_unreachable();
}

COperator predefined(Op op, Type type, int ranks) {
  COperator c;
  c.type = "typedef " + c_type(type) + " Part;";
  c.combine = c_combine(op);
  c.value = c_value(op, type, ranks);
  c.mpi_type = row(type).mpi_name;
  c.mpi_op = row(op).mpi_name;
  const bool whole = visit(type, []<class T>(std::type_identity<T>) { return std::is_integral_v<T>; });
  c.format = whole ? "%lld" : "%.17g";
  c.shown = whole ? "(long long)@" : "(double)@";
  const auto kind = row(type).type_class;
  const bool has_nan = kind == TypeClass::floating || kind == TypeClass::complex;
  if (kind == TypeClass::complex) {
    c.format = "%.17g%+.17gi";
    c.shown = "(double)__real__ @, (double)__imag__ @";
  }
  c.differs = has_nan ? "a != b && (a == a || b == b)" : "a != b";  // NaNs are all alike
  if (kind == TypeClass::pair) {
    c.type = "typedef struct { " + c_type(type) + " v; int i; } Part;";
    c.format = "(%.17g, %d)";
    c.shown = "(double)@.v, @.i";
    c.differs = "a.v != b.v || a.i != b.i";
  }
  return c;
}

COperator bytes_operator(bool commutes) {
  COperator c;
  c.mpi_type = "type";
  c.mpi_op = "op";
  c.make = {"MPI_Type_contiguous(sizeof(Part), MPI_BYTE, &type);",
            std::string("MPI_Op_create(function, ") + (commutes ? "1" : "0") + ", &op);"};
  return c;
}

/// Each function in lines of its own.
Lines function_by_function(std::string text) {
  const std::string between = "} static ";
  Lines lines;
  for (auto end = text.find(between); end != std::string::npos; end = text.find(between)) {
    add(lines, wrapped(text.substr(0, end + 1), 4));
    text.erase(0, end + 2);
  }
  if (!text.empty()) add(lines, wrapped(text, 4));
  return lines;
}

COperator computing(const UserOperator& user) {
  const auto& algebra = user.algebra;
  const bool list = algebra.combination.starts_with('{');
  auto c = bytes_operator(user.commutes);
  c.type = "typedef " + std::string(algebra.part) + " Part; /* " + std::string(algebra.comment) + " */";
  c.helpers = function_by_function(std::string(algebra.helpers));
  c.combine = (list ? "(Part)" : "") + std::string(algebra.combination);
  c.value = algebra.value;
  c.format = algebra.format;
  c.shown = algebra.shown;
  if (!user.type) return c;
  auto calls = c_constructors(*user.type, "type", "t");
  calls.front().insert(0, "MPI_Datatype t; ");
  c.make.erase(c.make.begin());
  c.make.insert(c.make.begin(), calls.begin(), calls.end());
  return c;
}

/// Keeps the letters in alphabetical order.
const Lines merge{"static Part merge(Part a, Part b) {",
                  "  Part c = {{0}};",
                  "  for (unsigned i = 0, j = 0, n = 0; (a.s[i] || b.s[j]) && n + 1 < sizeof c.s;)",
                  "    c.s[n++] = !b.s[j] || (a.s[i] && a.s[i] <= b.s[j]) ? a.s[i++] : b.s[j++];",
                  "  return c;",
                  "}"};

/// Words whose letters are ranks: of a commutative operator with the letters in order.
COperator word(bool commutes, int room) {
  auto c = bytes_operator(commutes);
  const auto letters = std::to_string(room);
  c.type = "typedef struct { char s[" + letters + "]; } Part; /* a word: A for rank 0, B for rank 1, ... */";
  c.value = "{{(char)('A' + r)}}";
  c.unused = "(void)i, (void)k, ";
  c.format = "%." + letters + "s";
  c.shown = "@.s";
  c.differs = "strncmp(a.s, b.s, " + letters + ")";
  if (commutes) c.helpers = merge;
  c.combine = commutes ? "merge(a, b)" : "strncat(a.s, b.s, sizeof a.s - 1 - strlen(a.s)), a";
  return c;
}

}  // namespace

COperator operator_of(const Case& c) {
  if (const auto pair = predefined_named(c.load)) {
    auto made = predefined(pair->first, pair->second, c.ranks);
    const auto* foreign = foreign_type_of(c.load);
    if (!foreign) return made;
    made.mpi_type = foreign->mpi_name;
    if (!foreign->is_constant()) {
      const auto digits = foreign->digits > 0 ? std::to_string(foreign->digits) + ", " : "";
      made.mpi_type = "type";
      made.get_type = std::string(foreign->mpi_name) + "(" + digits + std::to_string(foreign->range) + ", &type);";
    }
    if (foreign->type_class == TypeClass::logical)
      made.value = "(r + i + k) % 2";  // what else is true is Fortran's affair
    return made;
  }
  const auto& user = *user_operator_named(c.load);
  return user.shows == Shows::nothing ? computing(user) : word(user.commutes, std::max(32, 2 * c.ranks));
}

COperator bracketed_words(const Case& c) {
  const bool commutes = user_operator_named(c.load)->commutes;
  auto words = word(commutes, std::max(32, 3 * c.ranks));
  words.combine = "bracketed(a, b)";
  words.helpers = {"static Part bracketed(Part a, Part b) {", "  Part c = {\"(\"};"};
  if (commutes)  // the operand with the first letter is the left one
    words.helpers.push_back("  if (a.s[strspn(a.s, \"(\")] > b.s[strspn(b.s, \"(\")]) return bracketed(b, a);");
  add(words.helpers, {"  return strncat(c.s, a.s, sizeof c.s - 3), strncat(c.s, b.s, sizeof c.s - 2 - strlen(c.s)), "
                      "strcat(c.s, \")\"), c;",
                      "}"});
  return words;
}

}  // namespace tutti::conform
