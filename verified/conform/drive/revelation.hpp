// The bracketing of a collective by somebody's MPI, put together from what its ranks say.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "verified/conform/case/case.hpp"
#include "verified/conform/drive/outcome.hpp"
#include "verified/conform/judge/reveal_note.hpp"

namespace tutti::conform {

struct RevealedPlace {
  std::vector<ElementRun> elements;
  std::vector<Rank> ranks;  ///< ascending
  bool operator==(const RevealedPlace&) const = default;
};

/// "elements 0-499,700 at ranks 0-3"
std::string print(const RevealedPlace& place);

/// A tree, or why there is none, and where it is so.
struct RevealedTree {
  Revealed revealed;
  std::vector<RevealedPlace> places;
  bool operator==(const RevealedTree&) const = default;
};

struct Revelation {
  Case which;  ///< its scenario is Scenario::reveal
  std::vector<RevealedTree> found = {};
  std::vector<Finding> wrong = {};  ///< what went wrong meanwhile
  std::string skipped = {};         ///< why nothing is revealed, or empty
};

/// In the order of elements and ranks. `notes` are those of each rank.
std::vector<RevealedTree> gather(const std::vector<std::vector<std::string>>& notes);

/// From what came of a case whose scenario is Scenario::reveal.
Revelation revelation_of(const Case& which, const Outcome& outcome);

/// Whether every element has the same tree at all ranks of the world.
bool ranks_agree(const Revelation& r);

/// The tree from its result on the left to the leaves on the right, a line for each leaf, each behind `margin`.
std::string print_dendrogram(const Bracketing& tree, std::string_view margin);

/// What is revealed, with the trees drawn.
std::string print_text(const Revelation& r);

/// A picture of the tree for a page, in the colour of its text: leaves on the left, the result on the right.
std::string print_svg(const Bracketing& tree);

/// Such pictures below one another, with their captions and a title, as a file.
std::string print_svg(const std::string& title, const std::vector<Revelation>& all);

}  // namespace tutti::conform
