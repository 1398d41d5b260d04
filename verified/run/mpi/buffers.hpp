// The buffers of a call, looked at before a message is sent.
#pragma once
#include <cstdint>
#include <string_view>

#include "verified/run/mpi/layout.hpp"

namespace tutti::mpi {

/// Bytes from address 0 on that are no memory; MPI_BOTTOM is there, its data is not.
inline constexpr std::int64_t never_mapped = 4096;

/// Where the data of a buffer lies: from `begin` to `end`, in bytes from the address that the caller passes. Empty
/// where there is none.
struct Reach {
  std::int64_t begin = 0, end = 0;
  std::int64_t data = 0;  ///< bytes that are data; what lies in two blocks counts twice
  bool gapless = false;   ///< every byte between `begin` and `end` is data; false where that is not clear

  /// The reach of `elements` elements, the origin of the first at `origin`. Only where span_of() takes them.
  static Reach of(const Layout& layout, std::int64_t origin, std::int64_t elements);
  /// With another one, whose data may be the same as that of this one where both are sent.
  void add(const Reach& other);
};

/// The reaches of both buffers of a call.
struct Reaches {
  Reach sent, received;
};

/// Whether the one reach of data has bytes of the other.
inline bool meet(const void* send, const Reach& sent, const void* receive, const Reach& received) {
  const auto at = [](const void* buffer, std::int64_t offset) {
    return reinterpret_cast<std::uintptr_t>(buffer) + static_cast<std::uintptr_t>(offset);
  };
  return sent.data > 0 && received.data > 0 && at(send, sent.begin) < at(receive, received.end) &&
         at(receive, received.begin) < at(send, sent.end);
}

/// Throws Error for a buffer with data that is MPI_IN_PLACE, which is said where the call is prepared, or at no
/// address; and for a send and a receive buffer, both without gaps, that overlap (MPI 4.0, 6.2.1).
void check_buffers(std::string_view name, const void* send, const void* receive, const Reaches& reaches);

}  // namespace tutti::mpi
