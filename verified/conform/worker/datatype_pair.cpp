#include "verified/conform/worker/datatype_pair.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "verified/conform/case/mix.hpp"
#include "verified/conform/worker/datatype.hpp"
#include "verified/conform/worker/foreign_handle.hpp"
#include "verified/run/mpi/at_finalize.hpp"

namespace tutti::mpi {
namespace {

using tutti::conform::Datatype;
using tutti::conform::mix;

std::vector<MPI_Datatype>& made_types() {
  static std::vector<MPI_Datatype> all;
  return all;
}

void free_types() {
  for (auto& type : made_types()) MPI_Type_free(&type);
}

/// The data stands where the standard says, whatever the MPI thinks.
Element element_of(const Datatype& type, bool large_count = false) {
  const auto map = type_map(type);
  Element element{make(type, large_count), map.extent, {}};
  for (const auto& d : map.data) element.data.push_back({d.at, d.bytes});
  if (!type.predefined()) made_types().push_back(element.type);
  return element;
}

}  // namespace

int DatatypePair::unit_bytes() const {
  return std::accumulate(sent.data.begin(), sent.data.end(), 0, [](int n, const Stretch& s) { return n + s.bytes; });
}

DatatypePair datatypes_of(Type type) {
  const auto element = element_of({type});
  return {std::string(row(type).name), element, element};
}

DatatypePair datatypes_of(const tutti::ForeignType& type) {
  auto element = element_of({type.as});
  element.type = foreign_handle(type);
  return {std::string(type.name), element, element};
}

const std::vector<DatatypePair>& datatype_pairs(bool large_count) {
  const auto make_all = [](bool by_large_counts) {
    std::vector<DatatypePair> made;
    for (const auto& row : tutti::conform::datatype_pair_rows) {
      for (int i = 0; i < row.others; ++i) made_types().push_back(make_bytes(i + 1));
      if (row.mixes.empty())
        made.push_back({std::string(row.name), element_of(row.sent, by_large_counts),
                        element_of(row.received, by_large_counts), row.received_per_unit(), row.most_units()});
    }
    return made;
  };
  static const std::array all{make_all(false), make_all(true)};
  static const bool are_freed = (at_finalize<free_types>(), true);
  (void)are_freed;
  return all[large_count];
}

std::optional<std::string> misrepresented(const DatatypePair& datatypes) {
  constexpr std::ptrdiff_t origin = 1024;
  constexpr int elements = 2;
  std::vector<std::byte> memory(4 * origin);
  for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<std::byte>(mix(i));
  for (const auto* element : {&datatypes.sent, &datatypes.received}) {
    MPI_Aint lower, extent;
    MPI_Type_get_extent(element->type, &lower, &extent);
    if (extent != element->extent)
      return "an extent of " + std::to_string(extent) + " where " + std::to_string(element->extent) + " is due";
    if (element->data.empty()) continue;  // of nothing Open MPI 4.1.4 unpacks nothing, and returns MPI_ERR_ARG
    std::vector<std::byte> due, packed(1024);
    for (int e = 0; e < elements; ++e)
      for (const auto& s : element->data) {
        const auto first = memory.begin() + origin + e * element->extent + s.at;
        due.insert(due.end(), first, first + s.bytes);
      }
    int size = 0;
    MPI_Pack(memory.data() + origin, elements, element->type, packed.data(), static_cast<int>(packed.size()), &size,
             MPI_COMM_SELF);
    packed.resize(static_cast<std::size_t>(size));
    if (packed != due) return "MPI_Pack takes other bytes than those of its type map";
    std::vector<std::byte> back(memory.size()), expected(memory.size());
    for (int e = 0, from = 0; e < elements; ++e)
      for (const auto& s : element->data) {
        std::copy_n(due.begin() + from, s.bytes, expected.begin() + origin + e * element->extent + s.at);
        from += static_cast<int>(s.bytes);
      }
    int position = 0;
    MPI_Unpack(due.data(), static_cast<int>(due.size()), &position, back.data() + origin, elements, element->type,
               MPI_COMM_SELF);
    if (back != expected) return "MPI_Unpack puts bytes elsewhere than its type map says";
  }
  return std::nullopt;
}

}  // namespace tutti::mpi
