#include "verified/library/recorded_type.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "verified/library/runs.hpp"
#include "verified/run/mpi/envelope.hpp"
#include "verified/run/mpi/error.hpp"

namespace tutti::library {
namespace {

using mpi::check;
using Json = nlohmann::ordered_json;

constexpr std::size_t most_types = 10'000;  // an application may make another one for each call

std::atomic<std::uint64_t> freed_types = 0;

struct Described {
  std::mutex mutex;
  std::map<MPI_Datatype, const RecordedType*> predefined;
  std::map<std::string, std::unique_ptr<const RecordedType>> by_text;
};

/// Never destroyed: calls may be recorded until the end.
Described& described() {
  static auto& all = *new Described;
  return all;
}

int count_freed(MPI_Datatype, int, void*, void*) {
  ++freed_types;
  return MPI_SUCCESS;
}

/// The key of the attribute of a derived datatype that holds what was described of it.
int key() {
  static const int made = [] {
    int key = MPI_KEYVAL_INVALID;
    check(PMPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, count_freed, &key, nullptr), "MPI_Type_create_keyval");
    return key;
  }();
  return made;
}

std::string combiner_name(int combiner) {
  switch (combiner) {
    case MPI_COMBINER_DUP: return "dup";
    case MPI_COMBINER_CONTIGUOUS: return "contiguous";
    case MPI_COMBINER_VECTOR: return "vector";
    case MPI_COMBINER_HVECTOR: return "hvector";
    case MPI_COMBINER_INDEXED: return "indexed";
    case MPI_COMBINER_HINDEXED: return "hindexed";
    case MPI_COMBINER_INDEXED_BLOCK: return "indexed_block";
    case MPI_COMBINER_HINDEXED_BLOCK: return "hindexed_block";
    case MPI_COMBINER_STRUCT: return "struct";
    case MPI_COMBINER_SUBARRAY: return "subarray";
    case MPI_COMBINER_DARRAY: return "darray";
    case MPI_COMBINER_F90_REAL: return "f90_real";
    case MPI_COMBINER_F90_COMPLEX: return "f90_complex";
    case MPI_COMBINER_F90_INTEGER: return "f90_integer";
    case MPI_COMBINER_RESIZED: return "resized";
    default: return "other";
  }
}

/// From which byte to before which the element has data, from its origin on. Null where that is not looked at.
Json data_of(MPI_Datatype type, const RecordedType& known) {
  if (known.true_extent <= 0 || known.true_extent > RecordedType::largest_operand || known.size > known.true_extent)
    return nullptr;
  auto ranges = Json::array();
  for (const auto& run : runs_of(mpi::Layout(type)))
    ranges.insert(ranges.end(), {known.true_lower + run.begin, known.true_lower + run.end});
  return ranges;
}

RecordedType describe(MPI_Datatype type, int combiner) {
  RecordedType made{.predefined = combiner == MPI_COMBINER_NAMED};
  char name[MPI_MAX_OBJECT_NAME] = "";
  int length = 0;
  MPI_Count size = 0;
  MPI_Aint lower = 0;
  check(PMPI_Type_get_name(type, name, &length), "MPI_Type_get_name");
  check(PMPI_Type_size_x(type, &size), "MPI_Type_size_x");
  made.size = size;
  check(PMPI_Type_get_extent(type, &lower, &made.extent), "MPI_Type_get_extent");
  check(PMPI_Type_get_true_extent(type, &made.true_lower, &made.true_extent), "MPI_Type_get_true_extent");
  if (made.predefined) {
    made.description = name;
  } else {
    made.description = Json{{"size", size},
                            {"lb", lower},
                            {"extent", made.extent},
                            {"true_lb", made.true_lower},
                            {"true_extent", made.true_extent},
                            {"name", name},
                            {"combiner", combiner_name(combiner)}};
    if (auto data = data_of(type, made); !data.is_null()) made.description["data"] = std::move(data);
  }
  return made;
}

}  // namespace

std::uint64_t RecordedType::freed() { return freed_types.load(std::memory_order_relaxed); }

const RecordedType* RecordedType::of(MPI_Datatype type) {
  static const RecordedType none;
  if (type == MPI_DATATYPE_NULL) return &none;
  auto& all = described();
  const std::lock_guard lock(all.mutex);
  if (const auto known = all.predefined.find(type); known != all.predefined.end()) return known->second;
  int found = 0;
  const auto combiner = mpi::envelope_of(type).combiner;
  const bool predefined = combiner == MPI_COMBINER_NAMED;
  void* attribute = nullptr;
  if (!predefined) check(PMPI_Type_get_attr(type, key(), &attribute, &found), "MPI_Type_get_attr");
  if (found) return static_cast<const RecordedType*>(attribute);

  auto made = describe(type, combiner);
  const auto text = made.description.dump(-1, ' ', false, Json::error_handler_t::replace);
  auto known = all.by_text.find(text);
  if (known == all.by_text.end()) {
    if (all.by_text.size() >= most_types) return nullptr;
    known = all.by_text.emplace(text, std::make_unique<const RecordedType>(std::move(made))).first;
  }
  auto* const result = known->second.get();
  if (predefined)
    all.predefined.emplace(type, result);
  else
    check(PMPI_Type_set_attr(type, key(), const_cast<RecordedType*>(result)), "MPI_Type_set_attr");
  return result;
}

}  // namespace tutti::library
