// How the elements of an MPI datatype lie in memory, and copies of them.
#pragma once
#include <mpi.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "verified/run/mpi/kept_type.hpp"
#include "verified/schedule/extent.hpp"

namespace tutti::mpi {

/// All in bytes. Elements follow one another at `extent`; the data of one lie from `true_lower` to `true_lower` +
/// `true_extent`, with holes where `size` is less.
struct Layout {
  KeptType type;
  int size;
  MPI_Aint extent, true_lower, true_extent;
  bool gapless;  ///< an element is `extent` bytes without holes: it can be copied as bytes

  /// Throws Error for an element of more than 2^31 - 1 bytes.
  explicit Layout(MPI_Datatype type);
};

/// The bytes from the first of `elements` >= 1 elements to the end of the last. Throws Error where they, or the origins
/// of elements with an extent < 0, do not fit into 64 bits.
inline std::int64_t span_of(const Layout& layout, std::int64_t elements) {
  return tutti::span_of<std::int64_t>(elements, layout.extent, layout.true_extent);
}

/// The address so many bytes from another one, either of which may lie far outside of any object: the origin of an
/// element whose datatype has addresses in it does.
inline std::byte* moved(const void* from, std::int64_t bytes) {
  return std::bit_cast<std::byte*>(std::bit_cast<std::intptr_t>(from) + bytes);
}

/// Whether MPI packs an element into its own bytes, from the first to the last: two such datatypes of one signature are
/// the same memory. Also false for derived elements of more than 64 KiB, which are not looked at.
bool packs_to_itself(const Layout& layout);

/// Packs `elements` elements from `from`, the origin of the first, into elements * size bytes at `to`. Like all that
/// copies elements, only for as many as span_of() takes.
void pack(const Layout& layout, const std::byte* from, std::int64_t elements, std::byte* to);
/// The way back: writes the data of the elements, and nothing in gaps or between them.
void unpack(const Layout& layout, const std::byte* from, std::int64_t elements, std::byte* to);

/// Copies elements from one place to another.
class Copier {
 public:
  explicit Copier(const Layout& layout);

  const Layout& layout() const { return layout_; }
  /// Copies the data of `n` elements, and nothing between them. `to` and `from` do not overlap, or are the same.
  void copy(const void* from, void* to, std::int64_t n);

 private:
  Layout layout_;
  std::vector<std::byte> packed_;  ///< for layouts with holes
};

}  // namespace tutti::mpi
