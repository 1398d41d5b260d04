// BinaryBlocks (verified/algorithms/phases.hpp) for all p. Every function returns queries whose names begin with
// `prefix`. A block of `size` ranks begins with rank `base`; its seats are its ranks less base. q is the size of the
// largest one; shares are of q blocks of the vector.
#pragma once
#include <vector>

#include "verified/check/smt/all_p/pairs.hpp"

namespace tutti::smt {

/// How large a block is, a power of two, where so many ranks are left.
using Size = std::function<Truth(const Term& size, const Term& left)>;
/// What floor2 does.
inline Truth largest_of(const Term& size, const Term& left) { return size <= left && left - size < size; }

/// The blocks of ranks tile 0..p-1 in rank order, and their sizes are falling powers of two.
std::vector<Query> binary_blocks(const std::string& prefix, const Size& size = largest_of,
                                 const Next& next = doubled<Term>);

/// The seat of the next smaller block, which has `size` seats, that folds into seat v of the larger one.
using Smaller = std::function<Term(const Term& v, const Term& size)>;

/// Before distance d <= size, seat v has the word of the ranks of its run of d seats in share(v, d, q). At distance
/// size it gets what its seat of the smaller block has by then, the word of all higher ranks, in the share it has left.
std::vector<Query> folded_blocks(const std::string& prefix, const Smaller& smaller = tutti::place_in_run<Term>,
                                 const WordOf& word = word_of);

}  // namespace tutti::smt
