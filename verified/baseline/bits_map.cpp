#include "verified/baseline/bits_map.hpp"

#include <algorithm>
#include <functional>

#include "verified/baseline/tree_changes.hpp"

namespace tutti::baseline {
namespace {

using conform::Bracketing, conform::Nodes, conform::Procedure;

std::string place(const Case& c) {
  auto text = "np " + std::to_string(c.ranks);
  if (c.nodes != Nodes{}) text += " on " + print(c.nodes) + " nodes";
  return text;
}

std::string place_and_size(const Case& c) { return place(c) + ", " + std::to_string(bytes_of(c)) + " bytes"; }

std::string size_at(const TreeChain& chain, std::int64_t count) {
  auto c = chain.which;
  c.count = count;
  return place_and_size(c);
}

/// The first count that two segments, one of each chain, have in common and that `differs` says of that it does.
template <class F>
std::optional<std::int64_t> first_count(const TreeChain& a, const TreeChain& b, const F& differs) {
  for (const auto& x : a.segments)
    for (const auto& y : b.segments) {
      const auto count = std::max(x.first, y.first);
      if (count <= std::min(x.last, y.last) && differs(x, y)) return count;
    }
  return std::nullopt;
}

/// The tree that all elements of a rank's result have; nothing where there are several, or none.
std::optional<Bracketing> only_tree(const TreeSegment& segment, Rank rank) {
  const TreeOfRanks* only = nullptr;
  for (const auto& t : segment.trees) {
    if (std::ranges::find(t.ranks, rank) == t.ranks.end()) continue;
    if (only) return std::nullopt;
    only = &t;
  }
  return only ? conform::parse_bracketing(only->tree) : std::nullopt;
}

/// A rank that has a result, but no tree that is that of all of its elements.
std::optional<Rank> rank_of_several(const TreeSegment& segment) {
  for (const auto& t : segment.trees)
    for (const auto rank : t.ranks)
      if (!only_tree(segment, rank)) return rank;
  return std::nullopt;
}

Sameness yes(Sameness s) {
  s.holds = true;
  return s;
}
Sameness no(Sameness s, std::string why) {
  s.holds = false;
  s.why = std::move(why);
  return s;
}
Sameness unknown(Sameness s, std::string why) {
  s.holds.reset();
  s.why = std::move(why);
  return s;
}

Sameness for_all_results(const Recording& r, Sameness s, const std::function<bool(const Result&)>& holds) {
  for (const auto& result : r.results)
    if (!holds(result)) return no(std::move(s), place_and_size(result.which) + ", " + result.which.load);
  return r.results.empty() ? unknown(std::move(s), "there is no result") : yes(std::move(s));
}

Sameness at_all_ranks(const Recording& r) {
  const Sameness s{"ranks", "at all ranks", {}, ""};
  if (r.results.empty() || r.results.front().which.procedure != Procedure::allreduce)
    return unknown(s, "each rank is due another result, or none");
  return for_all_results(r, s, [](const Result& result) { return result.ranks_agree(); });
}

Sameness for_all_sizes(const Recording& r) {
  const Sameness s{"sizes", "for all sizes", {}, ""};
  for (const auto& chain : r.trees) {
    for (const auto& segment : chain.segments)
      if (const auto rank = rank_of_several(segment))
        return no(s, size_at(chain, segment.first) + ": the tree of an element at rank " + std::to_string(*rank) +
                         " depends on where it stands, or there is none");
    if (chain.segments.size() > 1) return no(s, size_at(chain, chain.segments[1].first) + ": another tree");
    if (!chain.complete) return no(s, place(chain.which) + ": trees change more often than was looked for");
  }
  return r.trees.empty() ? unknown(s, "there is no tree") : yes(s);
}

/// Whether a case is that of another, but for the placement, the root or the number of ranks that `change` removes.
template <class F>
bool alike_but(const Case& a, const Case& b, const F& change) {
  auto x = a, y = b;
  change(x);
  change(y);
  return x == y;
}

Sameness for_all_roots(const Recording& r) {
  const Sameness s{"roots", "for all roots", {}, ""};
  const auto drop = [](Case& c) { c.root = 0; };
  bool is_asked = false;
  for (const auto& a : r.results)
    for (const auto& b : r.results) {
      if (a.which.root != 0 || b.which.root == 0 || !alike_but(a.which, b.which, drop)) continue;
      is_asked = true;
      if (a.ranks.front() != b.ranks[static_cast<std::size_t>(b.which.root)])
        return no(s, place_and_size(b.which) + ": root " + std::to_string(b.which.root) + ", " + b.which.load);
    }
  return is_asked ? yes(s) : unknown(s, "there is no root, or one alone");
}

/// Whether the trees of so many ranks are those of more, without the others.
bool are_restricted(const TreeSegment& fewer, const TreeSegment& more, int ranks) {
  for (Rank rank = 0; rank < ranks; ++rank) {
    const auto is_due = std::ranges::any_of(
        fewer.trees, [&](const TreeOfRanks& t) { return std::ranges::find(t.ranks, rank) != t.ranks.end(); });
    if (!is_due) continue;
    const auto small = only_tree(fewer, rank), large = only_tree(more, rank);
    if (!small || !large || restricted(*large, ranks) != *small) return false;
  }
  return true;
}

Sameness for_all_np(const Recording& r) {
  const Sameness s{"np", "for all np", {}, ""};
  bool is_asked = false;
  for (const auto& fewer : r.trees)
    for (const auto& more : r.trees) {
      if (fewer.which.nodes != more.which.nodes || fewer.which.ranks >= more.which.ranks) continue;
      is_asked = true;
      const auto differs = [&](const TreeSegment& x, const TreeSegment& y) {
        return !are_restricted(x, y, fewer.which.ranks);
      };
      if (const auto count = first_count(fewer, more, differs))
        return no(s, size_at(more, *count) + ": those of np " + std::to_string(fewer.which.ranks) +
                         " are combined otherwise");
    }
  return is_asked ? yes(s) : unknown(s, "there is one np alone");
}

Sameness for_all_placements(const Recording& r) {
  const Sameness s{"placements", "for all placements", {}, ""};
  const auto drop = [](Case& c) { c.nodes = {}; };
  bool is_asked = false;
  for (const auto& a : r.trees)
    for (const auto& b : r.trees) {
      if (a.which.nodes != Nodes{} || b.which.nodes == Nodes{} || a.which.ranks != b.which.ranks) continue;
      is_asked = true;
      const auto differs = [](const TreeSegment& x, const TreeSegment& y) { return !are_alike(x.trees, y.trees); };
      if (const auto count = first_count(a, b, differs)) return no(s, size_at(b, *count) + ": another tree");
    }
  for (const auto& a : r.results)
    for (const auto& b : r.results)
      if (a.which.nodes == Nodes{} && b.which.nodes != Nodes{} && alike_but(a.which, b.which, drop) &&
          a.ranks != b.ranks)
        return no(s, place_and_size(b.which) + ": other bits of " + b.which.load);
  return is_asked ? yes(s) : unknown(s, "there is one placement alone; --nodes 2");
}

}  // namespace

std::optional<Bracketing> restricted(const Bracketing& tree, int ranks) {
  if (tree.is_leaf()) return tree.leaf < ranks ? std::optional(tree) : std::nullopt;
  Bracketing kept;
  for (const auto& part : tree.parts)
    if (auto p = restricted(part, ranks)) kept.parts.push_back(std::move(*p));
  if (kept.parts.empty()) return std::nullopt;
  if (kept.parts.size() == 1) return Bracketing(kept.parts.front());
  return kept;
}

std::vector<Sameness> samenesses(const Recording& r) {
  const auto runs =
      for_all_results(r, {"runs", "from run to run", {}, ""}, [](const Result& x) { return x.repeats(); });
  return {at_all_ranks(r), runs, for_all_sizes(r), for_all_roots(r), for_all_np(r), for_all_placements(r)};
}

}  // namespace tutti::baseline
