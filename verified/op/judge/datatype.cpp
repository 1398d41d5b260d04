#include "verified/op/judge/datatype.hpp"

#include <algorithm>
#include <map>

#include "verified/op/judge/predefined.hpp"

namespace tutti::op {
namespace {

bool are_alike(const Type& a, const Type& b) {
  return a.size == b.size && std::ranges::equal(a.leaves, b.leaves, [](const Leaf& x, const Leaf& y) {
           return x.scalar == y.scalar && x.offset == y.offset;
         });
}

}  // namespace

Type type_of(const Request& request) {
  if (!request.datatype)
    return request.data ? with_data(parse_type(request.type), *request.data) : parse_type(request.type);
  const auto named = predefined_datatype_of_any_language(*request.datatype);
  if (!named)
    throw InputError("--datatype: '" + *request.datatype +
                     "' is no predefined datatype; name one, such as MPI_DOUBLE_INT");
  const auto element = element_type(named->elements);
  if (request.type.empty()) return element;
  auto type = parse_type(request.type);
  if (!are_alike(type, element))
    throw InputError("--datatype: an element of " + *request.datatype + " is " + element.text + ", not --type '" +
                     request.type + "'; name the one that is meant");
  return type;
}

namespace {

/// The constant of MPI whose name in C is the type's, such as MPI_DOUBLE.
std::string predefined_constant(const std::string& type) {
  static const std::map<std::string, std::string> constants{{"char", "MPI_CHAR"},
                                                            {"signed char", "MPI_SIGNED_CHAR"},
                                                            {"unsigned char", "MPI_UNSIGNED_CHAR"},
                                                            {"short", "MPI_SHORT"},
                                                            {"unsigned short", "MPI_UNSIGNED_SHORT"},
                                                            {"int", "MPI_INT"},
                                                            {"unsigned", "MPI_UNSIGNED"},
                                                            {"unsigned int", "MPI_UNSIGNED"},
                                                            {"long", "MPI_LONG"},
                                                            {"unsigned long", "MPI_UNSIGNED_LONG"},
                                                            {"long long", "MPI_LONG_LONG"},
                                                            {"unsigned long long", "MPI_UNSIGNED_LONG_LONG"},
                                                            {"float", "MPI_FLOAT"},
                                                            {"double", "MPI_DOUBLE"},
                                                            {"long double", "MPI_LONG_DOUBLE"},
                                                            {"bool", "MPI_C_BOOL"},
                                                            {"_Bool", "MPI_C_BOOL"},
                                                            {"int8_t", "MPI_INT8_T"},
                                                            {"int16_t", "MPI_INT16_T"},
                                                            {"int32_t", "MPI_INT32_T"},
                                                            {"int64_t", "MPI_INT64_T"},
                                                            {"uint8_t", "MPI_UINT8_T"},
                                                            {"uint16_t", "MPI_UINT16_T"},
                                                            {"uint32_t", "MPI_UINT32_T"},
                                                            {"uint64_t", "MPI_UINT64_T"},
                                                            {"float _Complex", "MPI_C_FLOAT_COMPLEX"},
                                                            {"double _Complex", "MPI_C_DOUBLE_COMPLEX"}};
  const auto found = constants.find(type);
  return found == constants.end() ? "" : found->second;
}

}  // namespace

std::optional<Source::Datatype> datatype_of(const Request& request, const Type& type) {
  const auto named = request.datatype ? predefined_datatype_of_any_language(*request.datatype) : std::nullopt;
  const auto name = named ? std::string(named->mpi_name) : predefined_constant(type.text);
  return name.empty() ? std::nullopt : std::optional(datatype_of(name, type));
}

Source::Datatype datatype_of(const std::string& name, const Type& type) {
  std::size_t size = 0;
  for (const auto& leaf : type.leaves) size += data_bytes(leaf.scalar);
  return {.handle = name, .size = size, .extent = type.size};
}

}  // namespace tutti::op
