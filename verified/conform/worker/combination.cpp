#include "verified/conform/worker/combination.hpp"

#include <algorithm>
#include <functional>

#include "verified/conform/case/operators.hpp"
#include "verified/conform/judge/exact.hpp"
#include "verified/conform/judge/term.hpp"
#include "verified/conform/worker/term_operand.hpp"

namespace tutti::mpi::conform {

using tutti::conform::beyond_bound;
using tutti::conform::Kind;
using tutti::conform::may_be_flushed;
using tutti::conform::Wrong;

namespace {

using List = std::vector<const std::byte*>;
using Bytes = std::vector<std::byte>;

/// Whether `found` may be the combination of a list.
class Judge {
 public:
  Judge(const Contributions& c, const std::byte* found) : c_(c), found_(found), result_(c.operand->size()) {}

  bool may_be(const List& list) {
    if (!c_.operand->bracketing_is_invisible())
      return !beyond_bound(c_.predefined->first, c_.predefined->second, list, found_);
    evaluate_in_rank_order(c_.operand->reference(), list, 1, result_.data());
    return c_.operand->first_difference(found_, result_.data(), 1) < 0;
  }

 private:
  const Contributions& c_;
  const std::byte* found_;
  Bytes result_;
};

std::string whose(const Contributions& c, std::size_t i) {
  return "rank " + std::to_string(c.first + static_cast<Rank>(i)) + "'s contribution";
}

/// Where x ∘ x is x, or there are two values only, other results than the right one say nothing of who contributed.
bool tells_who_contributed(const Contributions& c) {
  if (!c.predefined) return true;
  const auto op = c.predefined->first;
  return !row(op).idempotent && op != Op::land && op != Op::lor && op != Op::lxor;
}

std::optional<Wrong> one_lost_or_doubled(const Contributions& c, Judge& judge) {
  if (!tells_who_contributed(c)) return std::nullopt;
  const auto& all = c.elements;
  for (std::size_t i = 0; i < all.size(); ++i) {
    List list = all;
    const auto at = list.begin() + static_cast<std::ptrdiff_t>(i);
    list.insert(at, all[i]);
    if (judge.may_be(list)) return Wrong{Kind::doubled, whose(c, i) + " appears twice"};
    if (all.size() == 1) return std::nullopt;
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(i), list.begin() + static_cast<std::ptrdiff_t>(i) + 2);
    if (judge.may_be(list)) return Wrong{Kind::lost, whose(c, i) + " is missing"};
  }
  return std::nullopt;
}

std::optional<Wrong> another_order(const Contributions& c, Judge& judge) {
  const auto& all = c.elements;
  if (c.operand->reference().commutative()) return std::nullopt;
  for (std::size_t i = 0; i + 1 < all.size(); ++i) {
    List list = all;
    std::swap(list[i], list[i + 1]);
    if (judge.may_be(list)) return Wrong{Kind::wrong_order, whose(c, i + 1) + " stands before that of the rank below"};
    list = all;
    std::rotate(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(i) + 1, list.end());
    if (judge.may_be(list))
      return Wrong{Kind::wrong_order, whose(c, i + 1) + " stands first, those of the ranks below last"};
  }
  if (judge.may_be({all.rbegin(), all.rend()})) return Wrong{Kind::wrong_order, "the contributions stand in reverse"};
  return std::nullopt;
}

/// The letters of a word as a term, which knows how to name what is wrong with it.
std::optional<Bytes> term_of(const std::string& word, std::size_t bytes) {
  std::optional<Bytes> term;
  std::size_t at = 0;
  while (at < word.size()) {
    if (word[at] < '0' || word[at] > '9') return std::nullopt;
    std::size_t digits = 0;
    const Rank rank = std::stoi(word.substr(at), &digits);
    at += digits + std::string_view("·").size();
    Bytes leaf(bytes);
    tutti::conform::write_leaf(leaf, rank, {});
    if (term) tutti::conform::combine_terms(*term, leaf);
    term = std::move(leaf);
  }
  return term;
}

std::optional<Wrong> difference_of_words(const std::string& found, const std::string& due) {
  constexpr int most_letters = 32;
  const auto bytes = tutti::conform::term_bytes(most_letters);
  const auto is = term_of(found, bytes), must_be = term_of(due, bytes);
  if (!is || !must_be) return std::nullopt;
  return tutti::conform::difference(*is, *must_be, false);
}

bool is_flushed(const Contributions& c, const std::byte* found) {
  return c.predefined && may_be_flushed(c.predefined->first, c.predefined->second, c.elements, found);
}

}  // namespace

std::optional<Wrong> difference(const Contributions& c, const std::byte* found, const std::byte* due) {
  if (is_term(*c.operand)) {
    const auto size = c.operand->size();
    return tutti::conform::difference({found, size}, {due, size}, c.operand->reference().commutative());
  }
  if (!c.operand->bracketing_is_invisible()) {
    auto beyond = beyond_bound(c.predefined->first, c.predefined->second, c.elements, found);
    if (beyond && is_flushed(c, found)) beyond->kind = Kind::denormal_flushed;
    if (!beyond || beyond->kind != Kind::wrong_value) return beyond;
    Judge judge(c, found);
    auto named = one_lost_or_doubled(c, judge);
    return named ? named : beyond;
  }
  if (c.operand->first_difference(found, due, 1) < 0) return std::nullopt;
  const auto is = c.operand->print(found), must_be = c.operand->print(due);
  if (is_flushed(c, found)) return Wrong{Kind::denormal_flushed, is + " where " + must_be + " was due"};
  if (tutti::conform::is_word(c.operand->name()))
    if (auto named = difference_of_words(is, must_be)) return named;
  Judge judge(c, found);
  auto named = one_lost_or_doubled(c, judge);
  if (!named) named = another_order(c, judge);
  if (!named) named = Wrong{Kind::wrong_value, ""};
  named->text += (named->text.empty() ? "" : ": ") + is + " where " + must_be + " was due";
  return named;
}

}  // namespace tutti::mpi::conform
