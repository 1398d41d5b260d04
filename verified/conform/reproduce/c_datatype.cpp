#include "verified/conform/reproduce/c_datatype.hpp"

#include <algorithm>

namespace tutti::conform {
namespace {

/// "(int[]){1, 1}", of what `text` makes of each value.
template <class Values, class Text>
std::string array(const std::string& type, const Values& values, Text text) {
  std::string list;
  for (const auto& v : values) list.append(list.empty() ? "" : ", ").append(text(v));
  return "(" + type + "[]){" + list + "}";
}

std::string number(int n) { return std::to_string(n); }

template <class Values>
std::string ones(const Values& values) {
  return array("int", values, [](const auto&) { return "1"; });
}

// The calls, up to the datatype that is made.

std::string applied(const Vector& v, const std::string& to) {
  return "MPI_Type_vector(" + number(v.count) + ", " + number(v.length) + ", " + number(v.stride) + ", " + to;
}

std::string applied(const IndexedBlock& b, const std::string& to) {
  return "MPI_Type_create_indexed_block(" + number(static_cast<int>(b.at.size())) + ", " + number(b.length) + ", " +
         array("int", b.at, number) + ", " + to;
}

std::string applied(const Hindexed& h, const std::string& to) {
  return "MPI_Type_create_hindexed(" + number(static_cast<int>(h.at.size())) + ", " + ones(h.at) + ", " +
         array("MPI_Aint", h.at, number) + ", " + to;
}

std::string applied(const Resized& r, const std::string& to) {
  return "MPI_Type_create_resized(" + to + ", " + number(r.lower) + ", " + number(r.extent);
}

std::string applied(const Contiguous& c, const std::string& to) {
  return "MPI_Type_contiguous(" + number(c.count) + ", " + to;
}

std::string applied(const Hvector& v, const std::string& to) {
  return "MPI_Type_create_hvector(" + number(v.count) + ", " + number(v.length) + ", " + number(v.stride) + ", " + to;
}

std::string applied(const Indexed& x, const std::string& to) {
  return "MPI_Type_indexed(" + number(static_cast<int>(x.at.size())) + ", " + array("int", x.lengths, number) + ", " +
         array("int", x.at, number) + ", " + to;
}

std::string applied(const Subarray& s, const std::string& to) {
  return "MPI_Type_create_subarray(3, " + array("int", s.sizes, number) + ", " + array("int", s.lengths, number) +
         ", " + array("int", s.starts, number) + (s.in_order_of_fortran ? ", MPI_ORDER_FORTRAN, " : ", MPI_ORDER_C, ") +
         to;
}

std::string applied(const Dup&, const std::string& to) { return "MPI_Type_dup(" + to; }

std::string begun(const Struct& s) {
  if (s.members.empty()) return "MPI_Type_create_struct(0, NULL, NULL, NULL";
  return "MPI_Type_create_struct(" + number(static_cast<int>(s.members.size())) + ", " + ones(s.members) + ", " +
         array("MPI_Aint", s.members, [](const auto& m) { return number(m.at); }) + ", " +
         array("MPI_Datatype", s.members, [](const auto& m) { return std::string(row(m.type).mpi_name); });
}

/// The same call of the procedure whose name ends in _c.
std::string with_large_counts(std::string call) {
  if (call.starts_with("MPI_Type_dup(")) return call;  // which has no count
  call.insert(call.find('('), "_c");
  for (const std::string list : {"(int[])", "(MPI_Aint[])"})
    for (auto at = call.find(list); at != std::string::npos; at = call.find(list))
      call.replace(at, list.size(), "(MPI_Count[])");
  return call;
}

}  // namespace

std::string c_type(Type type) {
  switch (type) {  // those that are not called like their constants
    case Type::bool_: return "_Bool";
    case Type::byte: return "unsigned char";
    case Type::aint: return "MPI_Aint";
    case Type::count: return "MPI_Count";
    case Type::offset: return "MPI_Offset";
    case Type::two_int: return "int";
    default: break;
  }
  std::string name(row(type).name);
  if (name.ends_with("_t")) return name;
  const bool complex = row(type).type_class == TypeClass::complex;  // "c_long_double_complex"
  if (complex) name.erase(0, 2);
  if (complex || row(type).type_class == TypeClass::pair) name.erase(name.rfind('_'));
  std::ranges::replace(name, '_', ' ');
  return name + (complex ? " _Complex" : "");
}

Lines c_constructors(const Datatype& type, const std::string& name, const std::string& part, bool large_count) {
  Lines calls;
  if (const auto* members = std::get_if<Struct>(&type.from)) calls.push_back(begun(*members));
  const auto* predefined = std::get_if<Type>(&type.from);
  for (const auto& constructor : type.by) {
    const auto to = calls.empty() && predefined ? std::string(row(*predefined).mpi_name) : part;
    calls.push_back(std::visit([&](const auto& c) { return applied(c, to); }, constructor));
  }
  if (large_count)
    for (auto& call : calls) call = with_large_counts(std::move(call));
  for (auto& call : calls) call += ", &" + (&call == &calls.back() ? name : part) + ");";
  return calls;
}

}  // namespace tutti::conform
