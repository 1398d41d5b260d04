#include "verified/conform/worker/operand_check.hpp"

#include <sched.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <utility>

namespace tutti::mpi {
namespace {

std::mutex mutex;
std::optional<std::string> noted;

using Watched = std::span<const std::byte>;

/// Nothing is watched then.
Watched note(std::string text) {
  const std::lock_guard lock(mutex);
  if (!noted) noted = std::move(text);
  return {};
}

/// At least the start of the first operand, from its first data on: before it there may be no memory of the MPI's.
Watched checked(const void* in, const void* inout, int length, const MPI_Datatype* type, const ElementSizes& due) {
  if (!type) return {};
  if (length < 0) return note("an operator is called with a length of " + std::to_string(length));
  if (*type == MPI_DATATYPE_NULL) return note("an operator is called with MPI_DATATYPE_NULL");
  int size = 0;
  MPI_Aint lower = 0, extent = 0;
  MPI_Type_size(*type, &size);
  MPI_Type_get_extent(*type, &lower, &extent);
  if (size != due.data || extent != due.extent)
    return note("an operator is called with a datatype of " + std::to_string(size) + " bytes and an extent of " +
                std::to_string(extent) + " where that of the call has " + std::to_string(due.data) + " and " +
                std::to_string(due.extent));
  if (length == 0) return {};
  for (const auto* operand : {in, inout})
    if (reinterpret_cast<std::uintptr_t>(operand) % static_cast<std::uintptr_t>(due.alignment) != 0)
      return note("an operator is called with an operand at an address that is no multiple of " +
                  std::to_string(due.alignment));
  MPI_Aint true_lower = 0, true_extent = 0;
  MPI_Type_get_true_extent(*type, &true_lower, &true_extent);
  const auto bytes = (static_cast<std::ptrdiff_t>(length) - 1) * due.extent + true_extent;  // with no gap at the end
  const auto apart = static_cast<const std::byte*>(in) - static_cast<const std::byte*>(inout);
  if (apart < bytes && -apart < bytes) return note("an operator is called with operands that overlap");
  constexpr std::ptrdiff_t most_watched = 1 << 20;
  return {static_cast<const std::byte*>(in) + true_lower, static_cast<std::size_t>(std::min(bytes, most_watched))};
}

}  // namespace

WatchedOperands::WatchedOperands(const void* in, const void* inout, int length, const MPI_Datatype* type,
                                 const ElementSizes& due)
    : watched_(checked(in, inout, length, type, due)), before_(watched_.begin(), watched_.end()) {
  if (!watched_.empty()) sched_yield();
}

WatchedOperands::~WatchedOperands() {
  if (!std::ranges::equal(before_, watched_))
    note("the first operand of an operator is written while the operator is at work");
}

std::optional<std::string> take_bad_operands() {
  const std::lock_guard lock(mutex);
  return std::exchange(noted, std::nullopt);
}

}  // namespace tutti::mpi
