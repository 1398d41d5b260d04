// The bracketing of a collective by somebody's MPI, put together from what its ranks say.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "verified/conform/case.hpp"
#include "verified/conform/report.hpp"
#include "verified/conform/reveal_note.hpp"

namespace tutti::conform {

struct Place {
  std::vector<ElementRun> elements;
  std::vector<Rank> ranks;  ///< ascending
};

/// "elements 0-499,700 at ranks 0-3"
std::string print(const Place& place);

/// A tree, or why there is none, and where it is so.
struct Found {
  Revealed revealed;
  std::vector<Place> places;
};

struct Revelation {
  Case which;                ///< its scene is Scene::reveal
  std::string library = {};  ///< "MPICH 4.0.2"
  std::vector<Found> found = {};
  std::vector<Wrong> wrong = {};  ///< what went wrong meanwhile
  std::string skipped = {};       ///< why nothing is revealed, or empty
};

/// In the order of elements and ranks. `notes` are those of each rank.
std::vector<Found> gather(const std::vector<std::vector<std::string>>& notes);

/// Whether every element has the same tree at all ranks. It must in an allreduce, or its ranks may differ in bits.
bool ranks_agree(const Revelation& r);

/// The tree from its result on the left to the leaves on the right, a line for each leaf, each behind `margin`.
std::string print_dendrogram(const Bracketing& tree, std::string_view margin);

/// What is revealed, with the trees drawn.
std::string print_text(const Revelation& r);

/// Pictures of the trees below one another: leaves on the left, results on the right.
std::string print_svg(const std::vector<Revelation>& all);

}  // namespace tutti::conform
