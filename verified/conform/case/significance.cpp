#include "verified/conform/case/significance.hpp"

namespace tutti::conform {
namespace {

/// Whether a rank of a rooted collective says something as the root, and as one of the others.
struct Roles {
  bool as_root, as_other;
};

Roles roles_of(const Case& c, const GroupSizes& members, const Process& at) {
  const bool is_root = at.rank == c.root;
  if (!members.inter()) return {is_root, true};  // the root is one of the others as well
  return {at.group == 0 && is_root, at.group != 0};
}

/// By what the rank is in the call.
Significance by_role(const Case& c, const GroupSizes& members, const Process& at) {
  Significance all;
  const auto roles = roles_of(c, members, at);
  const auto where = [](bool is, Significant otherwise) { return is ? Significant::all : otherwise; };
  switch (c.procedure) {
    case Procedure::reduce:
      all.send = where(roles.as_other, Significant::all_but_buffer);
      all.receive = where(roles.as_root, Significant::all_but_buffer);
      return all;
    case Procedure::exscan: all.receive = where(at.rank != 0 || c.in_place, Significant::all_but_buffer); return all;
    case Procedure::gather:
    case Procedure::gatherv:
      all.send = where(roles.as_other && !(c.in_place && roles.as_root), Significant::nothing);
      all.receive = where(roles.as_root, Significant::nothing);
      return all;
    case Procedure::scatter:
    case Procedure::scatterv:
      all.send = where(roles.as_root, Significant::nothing);
      all.receive = where(roles.as_other && !(c.in_place && roles.as_root), Significant::nothing);
      return all;
    default:
      if (c.in_place && !combines(c.procedure)) all.send = Significant::nothing;
      return all;
  }
}

}  // namespace

Significance significance(const Case& c, const GroupSizes& members, const Process& at) {
  auto what = by_role(c, members, at);
  for (auto* side : {&what.send, &what.receive})
    if (c.count == 0 && *side == Significant::all) *side = Significant::all_but_buffer;
  return what;
}

}  // namespace tutti::conform
