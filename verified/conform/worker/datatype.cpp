#include "verified/conform/worker/datatype.hpp"

#include <vector>

#include "verified/run/mpi/handles.hpp"

namespace tutti::mpi {
namespace {

using tutti::conform::Hindexed;
using tutti::conform::IndexedBlock;
using tutti::conform::Resized;
using tutti::conform::Struct;
using tutti::conform::Vector;

MPI_Datatype applied(const Vector& v, MPI_Datatype to) {
  MPI_Datatype made;
  MPI_Type_vector(v.count, v.length, v.stride, to, &made);
  return made;
}

MPI_Datatype applied(const IndexedBlock& b, MPI_Datatype to) {
  MPI_Datatype made;
  MPI_Type_create_indexed_block(static_cast<int>(b.at.size()), b.length, b.at.begin(), to, &made);
  return made;
}

MPI_Datatype applied(const Hindexed& h, MPI_Datatype to) {
  const std::vector<int> lengths(h.at.size(), 1);
  const std::vector<MPI_Aint> at(h.at.begin(), h.at.end());
  MPI_Datatype made;
  MPI_Type_create_hindexed(static_cast<int>(at.size()), lengths.data(), at.data(), to, &made);
  return made;
}

MPI_Datatype applied(const Resized& r, MPI_Datatype to) {
  MPI_Datatype made;
  MPI_Type_create_resized(to, r.lower, r.extent, &made);
  return made;
}

MPI_Datatype begun(Type type) { return handle(type); }

MPI_Datatype begun(const Struct& s) {
  const std::vector<int> lengths(s.members.size(), 1);
  std::vector<MPI_Aint> at;
  std::vector<MPI_Datatype> types;
  for (const auto& member : s.members) at.push_back(member.at), types.push_back(handle(member.type));
  MPI_Datatype made;
  MPI_Type_create_struct(static_cast<int>(at.size()), lengths.data(), at.data(), types.data(), &made);
  return made;
}

}  // namespace

MPI_Datatype make(const tutti::conform::Datatype& type) {
  auto made = std::visit([](const auto& from) { return begun(from); }, type.from);
  if (type.predefined()) return made;
  bool ours = type.from.index() == 1;
  for (const auto& constructor : type.by) {
    auto part = made;
    made = std::visit([&](const auto& c) { return applied(c, part); }, constructor);
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
