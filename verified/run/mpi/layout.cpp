#include "verified/run/mpi/layout.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include "verified/run/mpi/error.hpp"

namespace tutti::mpi {
namespace {

/// Calls body(first element, elements) for stretches whose data are about `bytes` bytes, or one element.
template <class F>
void for_each_stretch(const Layout& layout, std::int64_t elements, std::int64_t bytes, F body) {
  if (layout.size == 0) return;
  const auto most = std::max<std::int64_t>(1, bytes / layout.size);
  for (std::int64_t done = 0; done < elements; done += most)
    body(done, static_cast<int>(std::min(most, elements - done)));
}

constexpr std::int64_t packed_at_once = std::int64_t{1} << 30;
constexpr std::int64_t copied_at_once = std::int64_t{16} << 10;  // stays in the first-level cache

/// Bytes of one element in which digit `shift` of their number stands.
std::vector<std::byte> numbered(int size, int shift) {
  std::vector<std::byte> bytes;
  for (int i = 0; i < size; ++i) bytes.push_back(static_cast<std::byte>(i >> shift & 0xff));
  return bytes;
}

bool predefined(MPI_Datatype type) {
  int integers, addresses, types, combiner;
  MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
  return combiner == MPI_COMBINER_NAMED;
}

}  // namespace

Layout::Layout(MPI_Datatype t) : type(t) {
  MPI_Aint lower;
  MPI_Type_get_extent(t, &lower, &extent);
  MPI_Type_get_true_extent(t, &true_lower, &true_extent);
  MPI_Type_size(t, &size);
  if (size == MPI_UNDEFINED) throw Error("an element of this datatype has more than 2^31 - 1 bytes");
  gapless = size == extent && size == true_extent && true_lower == 0;
}

std::int64_t span_of(const Layout& layout, std::int64_t elements) {
  std::int64_t bytes;
  if (__builtin_mul_overflow(elements, static_cast<std::int64_t>(layout.extent), &bytes) ||
      __builtin_add_overflow(bytes, static_cast<std::int64_t>(layout.true_extent), &bytes))
    throw Error(std::to_string(elements) + " elements of " + std::to_string(layout.extent) +
                " bytes exceed 2^63 bytes");
  return bytes;
}

bool packs_to_itself(const Layout& layout) {
  constexpr int longest = 1 << 16;
  if (!layout.gapless) return false;
  if (predefined(layout.type)) return true;
  if (layout.size > longest) return false;
  const auto stays = [&](int shift) {
    const auto bytes = numbered(layout.size, shift);
    std::vector<std::byte> packed(bytes.size());
    pack(layout, bytes.data(), 1, packed.data());
    return packed == bytes;
  };
  return stays(0) && stays(8);
}

void pack(const Layout& layout, const std::byte* from, std::int64_t elements, std::byte* to) {
  for_each_stretch(layout, elements, packed_at_once, [&](std::int64_t first, int n) {
    int position = 0;
    MPI_Pack(from + first * layout.extent, n, layout.type, to + first * layout.size, n * layout.size, &position,
             MPI_COMM_SELF);
  });
}

void unpack(const Layout& layout, const std::byte* from, std::int64_t elements, std::byte* to) {
  for_each_stretch(layout, elements, packed_at_once, [&](std::int64_t first, int n) {
    int position = 0;
    MPI_Unpack(from + first * layout.size, n * layout.size, &position, to + first * layout.extent, n, layout.type,
               MPI_COMM_SELF);
  });
}

Copier::Copier(const Layout& layout) : layout_(layout) {}

void Copier::copy(const void* from, void* to, std::int64_t n) {
  if (from == to) return;
  if (layout_.gapless) {
    std::memcpy(to, from, static_cast<std::size_t>(n * layout_.extent));
    return;
  }
  for_each_stretch(layout_, n, copied_at_once, [&](std::int64_t first, int part) {
    packed_.resize(std::max(packed_.size(), static_cast<std::size_t>(part) * static_cast<std::size_t>(layout_.size)));
    const auto at = first * layout_.extent;
    pack(layout_, static_cast<const std::byte*>(from) + at, part, packed_.data());
    unpack(layout_, packed_.data(), part, static_cast<std::byte*>(to) + at);
  });
}

}  // namespace tutti::mpi
