#include "verified/conform/case/significance.hpp"

namespace tutti::conform {
namespace {

/// Whether a rank of a rooted collective says something as the root, and as one of the others.
struct Part {
  bool as_root, as_other;
};

Part part_of(const Case& c, const GroupSizes& members, const Process& at) {
  const bool is_root = at.rank == c.root;
  if (!members.inter()) return {is_root, true};  // the root is one of the others as well
  return {at.group == 0 && is_root, at.group != 0};
}

}  // namespace

Significance significance(const Case& c, const GroupSizes& members, const Process& at) {
  Significance all;
  const auto part = part_of(c, members, at);
  const auto where = [](bool is, Significant otherwise) { return is ? Significant::all : otherwise; };
  switch (c.procedure) {
    case Procedure::reduce:
      all.send = where(part.as_other, Significant::all_but_buffer);
      all.receive = where(part.as_root, Significant::all_but_buffer);
      return all;
    case Procedure::exscan: all.receive = where(at.rank != 0 || c.in_place, Significant::all_but_buffer); return all;
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

}  // namespace tutti::conform
