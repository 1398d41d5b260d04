#include "verified/conform/worker/significance.hpp"

namespace tutti::mpi::conform {

using tutti::conform::Case;
using tutti::conform::Procedure;

namespace {

/// Whether a rank of a rooted collective says something as the root, and as one of the others.
struct Part {
  bool as_root, as_other;
};

Part part_of(const Case& c, const Group& group) {
  const bool is_root = group.rank == c.root;
  if (!group.inter()) return {is_root, true};  // the root is one of the others as well
  return {group.lower && is_root, !group.lower};
}

}  // namespace

Significance significance(const Case& c, const Group& group) {
  Significance all;
  const auto part = part_of(c, group);
  const auto where = [](bool is, Significant otherwise) { return is ? Significant::all : otherwise; };
  switch (c.procedure) {
    case Procedure::reduce:
      all.send = where(part.as_other, Significant::all_but_buffer);
      all.receive = where(part.as_root, Significant::all_but_buffer);
      return all;
    case Procedure::exscan: all.receive = where(group.rank != 0 || c.in_place, Significant::all_but_buffer); return all;
    case Procedure::gather:
    case Procedure::gatherv:
      all.send = where(part.as_other && !(c.in_place && part.as_root), Significant::nothing);
      all.receive = where(part.as_root, Significant::nothing);
      return all;
    case Procedure::scatter:
    case Procedure::scatterv:
      all.send = where(part.as_root, Significant::nothing);
      all.receive = where(part.as_other && !(c.in_place && part.as_root), Significant::nothing);
      return all;
    default:
      if (c.in_place && !combines(c.procedure)) all.send = Significant::nothing;
      return all;
  }
}

}  // namespace tutti::mpi::conform
