#include "verified/run/mpi/layout.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

#include "verified/run/mpi/error.hpp"

namespace tutti::mpi {
namespace {

/// body(first element, elements) for stretches of at most `bytes` bytes of data, or one element.
template <class F>
void for_each_stretch(const Layout& layout, std::int64_t elements, std::int64_t bytes, F body) {
  if (layout.size == 0) return;
  tutti::for_each_stretch(elements, elements_in<std::int64_t>(bytes, layout.size), body);
}

constexpr std::int64_t packed_at_once = std::int64_t{1} << 30;
constexpr std::int64_t copied_at_once = std::int64_t{16} << 10;  // stays in the first-level cache

/// Where MPI packs an element from, and as what. MPICH takes MPI_BOTTOM for an address that was forgotten; so an
/// element there, whose datatype has addresses in it, begins at its data, with a datatype of its own.
class Origin {
 public:
  Origin(const Layout& layout, const std::byte* origin) : origin_(origin), type_(layout.type.own()) {
    if (origin != MPI_BOTTOM) return;
    const MPI_Aint back = -layout.true_lower;
    check(MPI_Type_create_hindexed(1, &one_, &back, type_, &made_), "MPI_Type_create_hindexed");
    check(MPI_Type_commit(&made_), "MPI_Type_commit");
    type_ = made_;
    origin_ = std::bit_cast<const std::byte*>(layout.true_lower);
  }
  ~Origin() {
    if (made_ != MPI_DATATYPE_NULL) MPI_Type_free(&made_);
  }
  Origin(const Origin&) = delete;
  Origin& operator=(const Origin&) = delete;

  std::byte* address() const { return const_cast<std::byte*>(origin_); }
  MPI_Datatype type() const { return type_; }

 private:
  static constexpr int one_ = 1;
  const std::byte* origin_;
  MPI_Datatype type_, made_ = MPI_DATATYPE_NULL;
};

/// Bytes of one element in which digit `shift` of their number stands.
std::vector<std::byte> numbered(int size, int shift) {
  std::vector<std::byte> bytes;
  for (int i = 0; i < size; ++i) bytes.push_back(static_cast<std::byte>(i >> shift & 0xff));
  return bytes;
}

}  // namespace

Layout::Layout(MPI_Datatype t) : type(t) {
  MPI_Aint lower;
  check(MPI_Type_get_extent(t, &lower, &extent), "MPI_Type_get_extent");
  check(MPI_Type_get_true_extent(t, &true_lower, &true_extent), "MPI_Type_get_true_extent");
  check(MPI_Type_size(t, &size), "MPI_Type_size");
  if (size == MPI_UNDEFINED) throw Error("an element of this datatype has more than 2^31 - 1 bytes");
  gapless = size == extent && size == true_extent && true_lower == 0;
}

bool packs_to_itself(const Layout& layout) {
  constexpr int longest = 1 << 16;
  if (!layout.gapless) return false;
  if (layout.type.predefined()) return true;
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
  for_each_stretch(layout, elements, packed_at_once, [&](std::int64_t first, std::int64_t n) {
    int position = 0;
    const Origin origin(layout, moved(from, byte_offset(first, layout.extent)));
    check(MPI_Pack(origin.address(), as_int(n), origin.type(), to + byte_offset(first, layout.size),
                   as_int(byte_offset(n, layout.size)), &position, MPI_COMM_SELF),
          "MPI_Pack");
  });
}

void unpack(const Layout& layout, const std::byte* from, std::int64_t elements, std::byte* to) {
  for_each_stretch(layout, elements, packed_at_once, [&](std::int64_t first, std::int64_t n) {
    const Origin origin(layout, moved(to, byte_offset(first, layout.extent)));
    int position = 0;
    check(MPI_Unpack(from + byte_offset(first, layout.size), as_int(byte_offset(n, layout.size)), &position,
                     origin.address(), as_int(n), origin.type(), MPI_COMM_SELF),
          "MPI_Unpack");
  });
}

Copier::Copier(const Layout& layout) : layout_(layout) {}

void Copier::copy(const void* from, void* to, std::int64_t n) {
  if (from == to) return;
  if (layout_.gapless) {
    std::memcpy(to, from, static_cast<std::size_t>(byte_offset(n, layout_.extent)));
    return;
  }
  for_each_stretch(layout_, n, copied_at_once, [&](std::int64_t first, std::int64_t part) {
    packed_.resize(std::max(packed_.size(), static_cast<std::size_t>(byte_offset(part, layout_.size))));
    const auto at = byte_offset(first, layout_.extent);
    pack(layout_, static_cast<const std::byte*>(from) + at, part, packed_.data());
    unpack(layout_, packed_.data(), part, static_cast<std::byte*>(to) + at);
  });
}

}  // namespace tutti::mpi
