#include "verified/conform/worker/cargo.hpp"

#include <numeric>

#include "verified/conform/case/loads.hpp"
#include "verified/run/mpi/at_finalize.hpp"
#include "verified/run/mpi/handles.hpp"

namespace tutti::mpi {
namespace {

std::vector<MPI_Datatype>& made_types() {
  static std::vector<MPI_Datatype> all;
  return all;
}

void free_types() {
  for (auto& type : made_types()) MPI_Type_free(&type);
}

MPI_Datatype committed(MPI_Datatype type) {
  MPI_Type_commit(&type);
  made_types().push_back(type);
  return type;
}

MPI_Datatype resized(MPI_Datatype type, MPI_Aint lower, MPI_Aint extent) {
  MPI_Datatype made;
  MPI_Type_create_resized(type, lower, extent, &made);
  return committed(made);
}

MPI_Datatype vector_of_ints(int count, int stride) {
  MPI_Datatype made;
  MPI_Type_vector(count, 1, stride, MPI_INT, &made);
  return committed(made);
}

/// An int, a double and a char at these places, in this order in the type map.
Element record(MPI_Aint int_at, MPI_Aint double_at, MPI_Aint char_at, MPI_Aint extent) {
  const int lengths[] = {1, 1, 1};
  const MPI_Aint at[] = {int_at, double_at, char_at};
  const MPI_Datatype parts[] = {MPI_INT, MPI_DOUBLE, MPI_CHAR};
  MPI_Datatype fields;
  MPI_Type_create_struct(3, lengths, at, parts, &fields);
  return {resized(committed(fields), 0, extent), extent, {{int_at, 4}, {double_at, 8}, {char_at, 1}}};
}

Element two_ints(MPI_Aint first, MPI_Aint second, std::ptrdiff_t extent) {
  const int lengths[] = {1, 1};
  const MPI_Aint at[] = {first, second};
  MPI_Datatype made;
  MPI_Type_create_hindexed(2, lengths, at, MPI_INT, &made);
  return {committed(made), extent, {{first, 4}, {second, 4}}};
}

Cargo same_at_both(std::string name, const Element& element, int most = 1 << 30) {
  return {std::move(name), element, element, 1, most};
}

}  // namespace

int Cargo::unit_bytes() const {
  return std::accumulate(sent.data.begin(), sent.data.end(), 0, [](int n, const Stretch& s) { return n + s.bytes; });
}

Cargo cargo_of(Type type) {
  const auto& r = row(type);
  const auto extent = static_cast<std::ptrdiff_t>(r.size());
  std::vector<Stretch> data{{0, static_cast<int>(extent)}};
  visit(type, [&]<class T>(std::type_identity<T>) {
    if constexpr (requires(T t) { t.index; })
      data = {{0, static_cast<int>(sizeof(T::value))}, {offsetof(T, index), static_cast<int>(sizeof(T::index))}};
  });
  return same_at_both(std::string(r.name), {handle(type), extent, data});
}

const std::vector<Cargo>& cargoes() {
  static const std::vector<Cargo> all = [] {
    const Element an_int{MPI_INT, 4, {{0, 4}}};
    const Element holes{vector_of_ints(3, 2), 20, {{0, 4}, {8, 4}, {16, 4}}};
    constexpr int row = tutti::conform::most_columns;  // ints in a row of the matrix
    constexpr std::ptrdiff_t row_bytes = std::ptrdiff_t{row} * 4;
    std::vector<Cargo> made{
        cargo_of(Type::double_),
        cargo_of(Type::byte),
        same_at_both("vector", holes),
        {"vector-to-ints", holes, an_int, 3},
        {"struct-to-struct", record(0, 8, 20, 24), record(16, 0, 25, 32)},
        same_at_both("negative-bound", two_ints(-8, 4, 16)),
        same_at_both("shifted", two_ints(-4, 0, 8)),
        same_at_both("resized", {resized(MPI_INT, -4, 12), 12, {{0, 4}}}),
        same_at_both("columns",
                     {resized(vector_of_ints(3, row), 0, 4), 4, {{0, 4}, {row_bytes, 4}, {2 * row_bytes, 4}}}, row),
        {"reversed-to-ints", two_ints(4, 0, 8), an_int, 2},
    };
    at_finalize<free_types>();
    return made;
  }();
  return all;
}

}  // namespace tutti::mpi
