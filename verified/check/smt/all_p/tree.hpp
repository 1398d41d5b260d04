// The inductions over binomial trees (verified/algorithms/tree_rules.hpp) of q seats, towards seat 0 and away from it.
// At distance d, a power of two below q, the seats that take part are multiples of d.
#pragma once
#include "verified/algorithms/tree_rules.hpp"
#include "verified/check/smt/all_p/setting.hpp"

namespace tutti::smt {

/// For q < 2^31 seats a distance d < q, and whether numbers are multiples of it.
struct TreeRound {
  Term q, d;

  explicit TreeRound(Setting& s) : q(s.number("q", 1, std::numeric_limits<int>::max())), d(s.number("d", 1, q - 1)) {
    s.assume((d & (d - 1)) == 0);
  }
  Truth is_last_of_rising() const { return q - d <= d; }
  Truth is_multiple(const Term& v) const { return (v & (d - 1)) == 0; }
  Truth is_multiple_of_twice(const Term& v) const { return (v & (d + (d - 1))) == 0; }
};

/// A claim about a seat v < q, in bit-vectors: claim(s, round, v).
template <class F>
Query for_all_seats(const std::string& name, std::string states, F claim) {
  return for_all_p(
      name, std::move(states),
      [=](Setting& s) {
        const TreeRound round(s);
        return claim(s, round, s.below(round.q, "v"));
      },
      Numbers::vectors);
}

/// Each edge has two ends, which are multiples of its length d, and no seat has two of one length.
template <class Tree>
Query edges_match(const std::string& name) {
  return for_all_seats(
      name + "/matching", "who has a parent is the child of that seat, and the reverse; both are multiples of d",
      [](Setting&, const TreeRound& at, const Term& v) {
        const auto &q = at.q, &d = at.d;
        const auto has_parent = Tree::has_parent(v, d), has_child = Tree::has_child(v, d, q);
        const auto from_parent = [&] {
          const auto parent = Tree::parent(v, d);
          return 0 <= parent && parent < v && Tree::has_child(parent, d, q) && Tree::child(parent, d) == v;
        };
        const auto from_child = [&] {
          const auto child = Tree::child(v, d);
          return v < child && child < q && Tree::has_parent(child, d) && Tree::parent(child, d) == v;
        };
        return implies(has_parent, from_parent) && implies(has_child, from_child) && !(has_parent && has_child) &&
               implies(has_parent || has_child, at.is_multiple(v));
      });
}

/// Before the round at distance d every multiple v < q of d has the seats of its subtree, the run [v, min(v + d, q)).
/// The runs that meet lie side by side, the parent's first; in the end seat 0 has [0, q).
template <class Tree>
std::vector<Query> gathers_up_the_tree(const std::string& name) {
  return {edges_match<Tree>(name),
          for_all_p(
              name + "/base", "at first every seat has itself",
              [](Setting& s) {
                const auto q = s.ranks(), v = s.below(q, "v");
                return Tree::subtree(v, q.constant(Tree::first), q) == 1;
              },
              Numbers::vectors),
          for_all_seats(name + "/adjacent", "the child's run begins where the parent's ends",
                        [](Setting&, const TreeRound& at, const Term& v) {
                          return implies(Tree::has_child(v, at.d, at.q),
                                         [&] { return v + Tree::subtree(v, at.d, at.q) == Tree::child(v, at.d); });
                        }),
          for_all_seats(name + "/step", "a multiple of 2d then has its subtree, with its child's or as it is",
                        [](Setting& s, const TreeRound& at, const Term& v) {
                          s.assume(!at.is_last_of_rising() && at.is_multiple_of_twice(v));
                          const auto &q = at.q, &d = at.d;
                          const auto own = Tree::subtree(v, d, q), after = Tree::subtree(v, Tree::next(d, q), q);
                          const auto with_child = if_else(
                              Tree::has_child(v, d, q), [&] { return own + Tree::subtree(Tree::child(v, d), d, q); },
                              [&] { return own; });
                          return Tree::next(d, q) == d + d && with_child == after;
                        }),
          for_all_seats(name + "/end", "in the last round seat 0 gets what it lacks",
                        [](Setting& s, const TreeRound& at, const Term& v) {
                          s.assume(at.is_last_of_rising() && v == 0);
                          const auto &q = at.q, &d = at.d;
                          return Tree::next(d, q) == q && Tree::has_child(v, d, q) &&
                                 Tree::subtree(v, d, q) + Tree::subtree(Tree::child(v, d), d, q) == q;
                        })};
}

/// Before the round at distance d, going down, the multiples of 2d have what seat 0 has; in the end all seats have it.
template <class Tree>
std::vector<Query> spreads_down_the_tree(const std::string& name) {
  return {edges_match<Tree>(name),
          for_all_seats(name + "/base", "at the largest distance seat 0 is the only multiple of 2d",
                        [](Setting& s, const TreeRound& at, const Term& v) {
                          s.assume(at.is_last_of_rising());
                          return same(at.is_multiple_of_twice(v), v == 0);
                        }),
          for_all_seats(name + "/step", "the multiples of d then have it: those of 2d, and those with one for a parent",
                        [](Setting&, const TreeRound& at, const Term& v) {
                          const auto has = at.is_multiple_of_twice(v), gets = Tree::has_parent(v, at.d);
                          return same(at.is_multiple(v), has || gets) && !(has && gets) &&
                                 implies(gets, [&] { return at.is_multiple_of_twice(Tree::parent(v, at.d)); });
                        }),
          for_all_p(
              name + "/end", "all seats are multiples of 1",
              [](Setting& s) {
                const auto v = s.below(s.ranks(), "v");
                return (v & (v.constant(Tree::first) - 1)) == 0;
              },
              Numbers::vectors)};
}

/// Before the round at distance d, going down, the multiples v < q of 2d have the blocks of the seats of their subtree,
/// [v, min(v + 2d, q)); in the end every seat has its own.
template <class Tree>
std::vector<Query> scatters_down_the_tree(const std::string& name) {
  return joined(
      spreads_down_the_tree<Tree>(name),
      {for_all_seats(name + "/all", "seat 0 begins with all",
                     [](Setting& s, const TreeRound& at, const Term& v) {
                       s.assume(at.is_last_of_rising() && v == 0);
                       return Tree::subtree(v, Tree::next(at.d, at.q), at.q) == at.q;
                     }),
       for_all_seats(name + "/blocks", "a seat has the blocks that its child needs, and those that it needs itself",
                     [](Setting&, const TreeRound& at, const Term& v) {
                       const auto &q = at.q, &d = at.d;
                       const auto held = Tree::subtree(v, Tree::next(d, q), q), kept = Tree::subtree(v, d, q);
                       const auto has_childs = [&] {
                         const auto child = Tree::child(v, d), sent = Tree::subtree(child, d, q);
                         return v < child && 1 <= sent && sent <= held - (child - v);
                       };
                       return kept <= held && implies(Tree::has_child(v, d, q), has_childs);
                     }),
       for_all_p(
           name + "/own", "in the end that is the own block",
           [](Setting& s) {
             const auto q = s.ranks(), v = s.below(q, "v");
             return Tree::subtree(v, q.constant(Tree::first), q) == 1;
           },
           Numbers::vectors)});
}

/// The seats of a tree are those of all ranks, each of them once, from the root on.
template <class Seats>
Query seats_begin_at_the_root(const std::string& name) {
  return for_all_p(name + "/seats", "every rank has one seat, the root seat 0", [](Setting& s) {
    const auto p = s.ranks(), root = s.below(p, "root"), v = s.below(p, "v"), rank = Seats::rank(v, root, p);
    return 0 <= rank && rank < p && wrap_down(rank, root, p) == v && same(rank == root, v == 0);
  });
}

}  // namespace tutti::smt
