#include "verified/conform/worker/cargo.hpp"

#include <numeric>

#include "verified/conform/worker/datatype.hpp"
#include "verified/run/mpi/at_finalize.hpp"

namespace tutti::mpi {
namespace {

using tutti::conform::Datatype;

std::vector<MPI_Datatype>& made_types() {
  static std::vector<MPI_Datatype> all;
  return all;
}

void free_types() {
  for (auto& type : made_types()) MPI_Type_free(&type);
}

/// The data stands where the standard says, whatever the MPI thinks.
Element element_of(const Datatype& type) {
  const auto map = type_map(type);
  Element element{make(type), map.extent, {}};
  for (const auto& d : map.data) element.data.push_back({d.at, d.bytes});
  if (!type.predefined()) made_types().push_back(element.type);
  return element;
}

}  // namespace

int Cargo::unit_bytes() const {
  return std::accumulate(sent.data.begin(), sent.data.end(), 0, [](int n, const Stretch& s) { return n + s.bytes; });
}

Cargo cargo_of(Type type) {
  const auto element = element_of({type});
  return {std::string(row(type).name), element, element};
}

const std::vector<Cargo>& cargoes() {
  static const std::vector<Cargo> all = [] {
    std::vector<Cargo> made;
    for (const auto& row : tutti::conform::cargo_rows)
      if (row.mixes.empty())
        made.push_back({std::string(row.name), element_of(row.sent), element_of(row.received), row.received_per_unit(),
                        row.most_units()});
    at_finalize<free_types>();
    return made;
  }();
  return all;
}

}  // namespace tutti::mpi
