#include "verified/conform/reproduce/c_operator.hpp"

#include <algorithm>

#include "verified/conform/case/loads.hpp"
#include "verified/conform/reproduce/c_datatype.hpp"

namespace tutti::conform {
namespace {

bool is_unsigned(Type type) {
  using enum Type;
  return type == byte || visit(type, []<class T>(std::type_identity<T>) { return std::is_unsigned_v<T>; });
}

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

std::string c_value(Op op, Type type) {
  const std::string shift = is_unsigned(type) ? " + 90" : " - 5";
  switch (op) {
    case Op::max:
    case Op::min: return "(r * 7 + i * 3 + k) % 11 - 5";  // unsigned: also the greatest of all
    case Op::sum: return "(r * 3 + i * 5 + k) % 11" + shift;
    case Op::prod: return "1 + (r + i + k) % 2";
    case Op::land:
    case Op::lor:
    case Op::lxor: return "i % 2 ? (r + i + k) % 3 * 5 : 5 + r";
    case Op::band:
    case Op::bor:
    case Op::bxor: return "r * 37 + i * 11 + k";
    case Op::minloc:
    case Op::maxloc: return "{i % 2 ? (r + i + k) % 3 : 3, 20 - r}";
  }
  __builtin_unreachable();
}

COperator predefined(Op op, Type type) {
  COperator c;
  c.type = "typedef " + c_type(type) + " Part;";
  c.combine = c_combine(op);
  c.value = c_value(op, type);
  c.mpi_type = row(type).mpi_name;
  c.mpi_op = row(op).mpi_name;
  const bool whole = visit(type, []<class T>(std::type_identity<T>) { return std::is_integral_v<T>; });
  c.format = whole ? "%lld" : "%.17g";
  c.shown = whole ? "(long long)@" : "(double)@";
  const auto kind = row(type).type_class;
  const bool has_nan = kind == TypeClass::floating || kind == TypeClass::complex;
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

COperator computing(const UserOperator& user) {
  const auto& algebra = user.algebra;
  const bool list = algebra.combination.starts_with('{');
  auto c = bytes_operator(user.commutes);
  c.type = "typedef " + std::string(algebra.part) + " Part; /* " + std::string(algebra.comment) + " */";
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
    auto made = predefined(pair->first, pair->second);
    const auto* foreign = foreign_type_of(c.load);
    if (!foreign) return made;
    made.mpi_type = foreign->mpi_name;
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
