#include "verified/conform/worker/datatype.hpp"

#include <type_traits>
#include <vector>

#include "verified/run/mpi/handles.hpp"

namespace tutti::mpi {
namespace {

using tutti::conform::Contiguous;
using tutti::conform::Dup;
using tutti::conform::Hindexed;
using tutti::conform::Hvector;
using tutti::conform::Indexed;
using tutti::conform::IndexedBlock;
using tutti::conform::Resized;
using tutti::conform::Struct;
using tutti::conform::Subarray;
using tutti::conform::Vector;

/// The procedure of that name, or the one with large counts, on lists of the numbers that it takes.
#if MPI_VERSION >= 4
#define TUTTI_MAKE(procedure, ...) (large_count ? procedure##_c(__VA_ARGS__) : procedure(__VA_ARGS__))
#else
#define TUTTI_MAKE(procedure, ...) procedure(__VA_ARGS__)
#endif

/// A list as either kind of procedure takes it.
template <class Small>
class List {
 public:
  template <class Values>
  explicit List(const Values& values) : small_(values.begin(), values.end()), large_(values.begin(), values.end()) {}
  operator const Small*() const { return small_.data(); }
  operator const MPI_Count*() const requires(!std::is_same_v<Small, MPI_Count>) { return large_.data(); }

 private:
  std::vector<Small> small_;
  std::vector<MPI_Count> large_;
};

struct Maker {
  bool large_count;

  MPI_Datatype applied(const Vector& v, MPI_Datatype to) const {
    MPI_Datatype made;
    TUTTI_MAKE(MPI_Type_vector, v.count, v.length, v.stride, to, &made);
    return made;
  }

  MPI_Datatype applied(const IndexedBlock& b, MPI_Datatype to) const {
    const List<int> at(b.at);
    MPI_Datatype made;
    TUTTI_MAKE(MPI_Type_create_indexed_block, static_cast<int>(b.at.size()), b.length, at, to, &made);
    return made;
  }

  MPI_Datatype applied(const Hindexed& h, MPI_Datatype to) const {
    const List<int> lengths(std::vector<int>(h.at.size(), 1));
    const List<MPI_Aint> at(h.at);
    MPI_Datatype made;
    TUTTI_MAKE(MPI_Type_create_hindexed, static_cast<int>(h.at.size()), lengths, at, to, &made);
    return made;
  }

  MPI_Datatype applied(const Resized& r, MPI_Datatype to) const {
    MPI_Datatype made;
    TUTTI_MAKE(MPI_Type_create_resized, to, r.lower, r.extent, &made);
    return made;
  }

  MPI_Datatype applied(const Contiguous& c, MPI_Datatype to) const {
    MPI_Datatype made;
    TUTTI_MAKE(MPI_Type_contiguous, c.count, to, &made);
    return made;
  }

  MPI_Datatype applied(const Hvector& v, MPI_Datatype to) const {
    MPI_Datatype made;
    TUTTI_MAKE(MPI_Type_create_hvector, v.count, v.length, v.stride, to, &made);
    return made;
  }

  MPI_Datatype applied(const Indexed& x, MPI_Datatype to) const {
    const List<int> lengths(x.lengths), at(x.at);
    MPI_Datatype made;
    TUTTI_MAKE(MPI_Type_indexed, static_cast<int>(x.at.size()), lengths, at, to, &made);
    return made;
  }

  MPI_Datatype applied(const Subarray& s, MPI_Datatype to) const {
    const List<int> sizes(s.sizes), lengths(s.lengths), starts(s.starts);
    const int order = s.in_order_of_fortran ? MPI_ORDER_FORTRAN : MPI_ORDER_C;
    MPI_Datatype made;
    TUTTI_MAKE(MPI_Type_create_subarray, static_cast<int>(s.sizes.size()), sizes, lengths, starts, order, to, &made);
    return made;
  }

  MPI_Datatype applied(const Dup&, MPI_Datatype to) const {
    MPI_Datatype made;
    MPI_Type_dup(to, &made);
    return made;
  }

  MPI_Datatype begun(Type type) const { return handle(type); }

  MPI_Datatype begun(const Struct& s) const {
    std::vector<MPI_Aint> places;
    std::vector<MPI_Datatype> types;
    for (const auto& member : s.members) places.push_back(member.at), types.push_back(handle(member.type));
    const List<int> lengths(std::vector<int>(places.size(), 1));
    const List<MPI_Aint> at(places);
    MPI_Datatype made;
    TUTTI_MAKE(MPI_Type_create_struct, static_cast<int>(places.size()), lengths, at, types.data(), &made);
    return made;
  }
};
#undef TUTTI_MAKE

}  // namespace

MPI_Datatype make(const tutti::conform::Datatype& type, bool large_count) {
  const Maker maker{large_count};
  auto made = std::visit([&](const auto& from) { return maker.begun(from); }, type.from);
  if (type.predefined()) return made;
  bool ours = type.from.index() == 1;
  for (const auto& constructor : type.by) {
    auto part = made;
    made = std::visit([&](const auto& c) { return maker.applied(c, part); }, constructor);
    if (ours) MPI_Type_free(&part);
    ours = true;
  }
  MPI_Type_commit(&made);
  return made;
}

MPI_Datatype make_bytes(int bytes) {
  MPI_Datatype made;
  MPI_Type_contiguous(bytes, MPI_BYTE, &made);
  MPI_Type_commit(&made);
  return made;
}

}  // namespace tutti::mpi
