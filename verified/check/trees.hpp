// Expression trees over letters, shared: the free magma, from which words, contributors and bracketing are read.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spec/word.hpp"

namespace tutti {

/// A handle to a tree; equal trees have equal handles. 0 is "nothing there", 1 + l is the leaf of letter l.
using Tree = std::uint32_t;
inline constexpr Tree nothing = 0;

class Trees {
 public:
  /// Over the letters 0 to letters - 1.
  explicit Trees(int letters);

  static Tree leaf(int letter) { return static_cast<Tree>(letter) + 1; }
  static int letter(Tree leaf) { return static_cast<int>(leaf) - 1; }
  /// left·right; nothing where one of them is nothing. O(1), and free when the pair is that of the call before.
  Tree join(Tree left, Tree right) {
    if (left == last_left_ && right == last_right_) return last_;
    last_left_ = left;
    last_right_ = right;
    return last_ = find(left, right);
  }

  /// The word of the tree where it is a run of ascending letters: O(1). Nothing where it is any other word.
  std::optional<Word> word(Tree t) const;
  /// The number of leaves, 2^32-1 standing for that many or more.
  std::uint32_t size(Tree t) const { return nodes_[t].size; }
  /// The letters of the word from left to right, at most `limit` of them.
  std::vector<int> letters(Tree t, std::size_t limit) const;
  /// Every letter of the word stands in the tree exactly once, in whatever order, and no other. O(letters of the word).
  bool each_once(Tree t, const Word& word) const;
  /// These trees and all parts of theirs, each once, parts before what they are parts of.
  std::vector<Tree> below(const std::vector<Tree>& trees) const;
  /// The letters of the tree, ascending, each once.
  std::vector<int> alphabet(Tree t) const;

  /// "0·1·2", or "0-12" for a run of more than two letters; "nothing" for nothing.
  std::string print_word(Tree t) const;
  /// "((0·1)·(2·3))"
  std::string print_tree(Tree t) const;

  Tree left(Tree t) const { return nodes_[t].left; }    ///< nothing for a leaf
  Tree right(Tree t) const { return nodes_[t].right; }  ///< nothing for a leaf

 private:
  struct Node {
    Tree left, right;
    int first, last;  ///< the word [first, last), or first == last where it is no ascending run
    std::uint32_t size;
  };
  Tree find(Tree left, Tree right);
  Tree insert(Tree left, Tree right);
  void grow();
  std::size_t place(Tree left, Tree right) const;

  std::size_t leaves_;
  std::vector<Node> nodes_;
  std::vector<Tree> table_;  ///< open addressing, a power of two of places, at most half of them taken
  Tree last_left_ = nothing, last_right_ = nothing, last_ = nothing;
};

}  // namespace tutti
