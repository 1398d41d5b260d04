#include "verified/conform/judge/term.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>
#include <stdexcept>
#include <string>

#include "reference/letters.hpp"

namespace tutti::conform {
namespace {

/// Before the expression in postfix: a byte for each leaf, its rank, and a byte for each operator.
struct Head {
  std::uint16_t length;  ///< of the expression in bytes, or one of the marks below
  std::uint16_t call;
  std::uint32_t element;
};
static_assert(sizeof(Head) == 8);

constexpr std::uint16_t no_term = 0xFFFF;   ///< an operand was none
constexpr std::uint16_t overlong = 0xFFFE;  ///< it did not fit
constexpr std::uint16_t of_elements =
    0xFFFD;                                 ///< combined from two elements; the expression is the number of the other
constexpr std::uint16_t of_calls = 0xFFFC;  ///< combined from two calls
constexpr auto join = std::byte{0xFF};

Head head_of(std::span<const std::byte> element) {
  Head head;
  std::memcpy(&head, element.data(), sizeof head);
  return head;
}

std::size_t capacity(std::span<const std::byte> element) { return element.size() - sizeof(Head); }

bool is_mark(const Head& head) { return head.length >= of_calls; }

bool has_expression(std::span<const std::byte> element) {
  const auto length = head_of(element).length;
  return length > 0 && length <= capacity(element);
}

std::span<const std::byte> expression(std::span<const std::byte> element) {
  return element.subspan(sizeof(Head), head_of(element).length);
}

std::uint32_t other_element(std::span<const std::byte> element) {
  std::uint32_t other;
  std::memcpy(&other, element.data() + sizeof(Head), sizeof other);
  return other;
}

void mark(std::span<std::byte> element, std::uint16_t as) {
  auto head = head_of(element);
  head.length = as;
  std::memcpy(element.data(), &head, sizeof head);
}

/// Combined from element `other` on the left and that of `element` on the right.
void mark_elements(std::span<std::byte> element, std::uint32_t other) {
  mark(element, of_elements);
  std::memcpy(element.data() + sizeof(Head), &other, sizeof other);
}

// ---- the naming of differences

std::string hex(std::span<const std::byte> bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text = "0x";
  for (const auto b : bytes) {
    text += digits[std::to_integer<std::size_t>(b >> 4)];
    text += digits[std::to_integer<std::size_t>(b & std::byte{15})];
  }
  return text;
}

/// What is wrong with what is no term.
Wrong nonsense(std::span<const std::byte> found) {
  const auto head = head_of(found);
  if (head.length == no_term) return {Kind::wrong_value, "the operator was given an operand that is no contribution"};
  if (head.length == overlong)
    return {Kind::doubled,
            "contributions appear again and again, more than " + std::to_string((capacity(found) + 1) / 2) + " in all"};
  if (head.length == of_elements)
    return {Kind::wrong_place, "element " + std::to_string(other_element(found)) +
                                   " of one contribution is combined with element " + std::to_string(head.element) +
                                   " of another"};
  if (head.length == of_calls) return {Kind::wrong_value, "contributions to two different calls are combined"};
  return {Kind::wrong_value,
          "no result of the operator, but " + hex(found.first(std::min<std::size_t>(found.size(), 16)))};
}

using Letters = std::vector<Rank>;

/// What `all` has more often than `other`, each letter once, ascending.
Letters surplus(Letters all, Letters other) {
  std::ranges::sort(all);
  std::ranges::sort(other);
  Letters found;
  std::ranges::set_difference(all, other, std::back_inserter(found));
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

bool appears(Rank letter, const Letters& word) { return std::ranges::find(word, letter) != word.end(); }

/// "rank 5's contribution is missing", "the contributions of ranks 2, 5 appear twice"
std::string contributions(const Letters& ranks, const std::string& one_does, const std::string& many_do) {
  if (ranks.size() == 1) return "rank " + std::to_string(ranks.front()) + "'s contribution " + one_does;
  std::string text = "the contributions of ranks ";
  for (const auto rank : ranks) text += (rank == ranks.front() ? "" : ", ") + std::to_string(rank);
  return text + " " + many_do;
}

std::string instead(const Letters& found, const Letters& due) {
  return ": " + print_letters(found) + " where " + print_letters(due) + " was due";
}

/// Only what lies between the first and the last difference: "2·1 where 1·2 was due, in 0·2·1·3".
Wrong wrong_order(const Letters& found, const Letters& due) {
  const auto begin = std::ranges::mismatch(found, due).in1 - found.begin();
  const auto end = std::mismatch(found.rbegin(), found.rend(), due.rbegin()).first.base() - found.begin();
  const auto part = [&](const Letters& word) { return print_letters({word.begin() + begin, word.begin() + end}); };
  auto text = part(found) + " where " + part(due) + " was due";
  if (end - begin < std::ssize(found)) text += ", in " + print_letters(found);
  return {Kind::wrong_order, std::move(text)};
}

std::optional<Wrong> difference_of_words(const Letters& found, const Letters& due, bool commutative) {
  const auto missing = surplus(due, found), more = surplus(found, due);
  Letters twice, foreign;
  for (const auto rank : more) (appears(rank, due) ? twice : foreign).push_back(rank);
  if (!missing.empty())
    return Wrong{Kind::lost, contributions(missing, "is missing", "are missing") + instead(found, due)};
  if (!twice.empty()) {
    const auto most = std::ranges::max(twice, {}, [&](Rank r) { return std::ranges::count(found, r); });
    const auto times = std::ranges::count(found, most);
    const auto often = times == 2 ? std::string("twice") : std::to_string(times) + " times";
    return Wrong{Kind::doubled,
                 contributions(twice, "appears " + often, "appear up to " + often) + instead(found, due)};
  }
  if (!foreign.empty())
    return Wrong{Kind::wrong_value,
                 contributions(foreign, "is in it, but not due", "are in it, but not due") + instead(found, due)};
  if (!commutative && found != due) return wrong_order(found, due);
  return std::nullopt;
}

}  // namespace

std::size_t term_bytes(int ranks) {
  if (ranks < 1 || ranks > most_term_ranks)
    throw std::invalid_argument("there are terms over 1 to " + std::to_string(most_term_ranks) + " ranks, not over " +
                                std::to_string(ranks));
  return std::bit_ceil(sizeof(Head) + 4 * static_cast<std::size_t>(ranks));
}

void write_leaf(std::span<std::byte> element, Rank rank, TermOrigin origin) {
  std::ranges::fill(element, std::byte{});
  const Head head{1, origin.call, origin.element};
  std::memcpy(element.data(), &head, sizeof head);
  element[sizeof head] = static_cast<std::byte>(rank);
}

void combine_terms(std::span<const std::byte> left, std::span<std::byte> inout, bool commutative) {
  const auto l = head_of(left);
  auto r = head_of(inout);
  if (is_mark(l)) return void(std::ranges::copy(left, inout.begin()));
  if (is_mark(r)) return;
  if (!has_expression(left) || !has_expression(inout)) return mark(inout, no_term);
  if (l.call != r.call) return mark(inout, of_calls);
  if (l.element != r.element) return mark_elements(inout, l.element);
  const std::size_t length = l.length + r.length + std::size_t{1};
  if (length > capacity(inout)) return mark(inout, overlong);
  auto* const text = inout.data() + sizeof(Head);
  const auto* const other = left.data() + sizeof(Head);
  const bool behind = commutative && text[0] < other[0];
  if (!behind) std::memmove(text + l.length, text, r.length);
  std::memcpy(behind ? text + r.length : text, other, l.length);
  text[length - 1] = join;
  r.length = static_cast<std::uint16_t>(length);
  std::memcpy(inout.data(), &r, sizeof r);
}

std::optional<Bracketing> bracketing_of(std::span<const std::byte> element) {
  if (!has_expression(element)) return std::nullopt;
  std::vector<Bracketing> operands;
  for (const auto b : expression(element)) {
    if (b != join) {
      operands.push_back({std::to_integer<Rank>(b)});
      continue;
    }
    if (operands.size() < 2) return std::nullopt;
    auto right = std::move(operands.back());
    operands.pop_back();
    auto left = std::move(operands.back());
    operands.back() = {0, {std::move(left), std::move(right)}};
  }
  return operands.size() == 1 ? std::optional(std::move(operands.back())) : std::nullopt;
}

std::optional<Wrong> difference(std::span<const std::byte> found, std::span<const std::byte> due, bool commutative) {
  const auto expected = bracketing_of(due);
  if (!expected) throw std::invalid_argument("what is due is no term");
  const auto tree = bracketing_of(found);
  if (!tree) return nonsense(found);
  const auto is = head_of(found), must_be = head_of(due);
  if (is.call != must_be.call) return Wrong{Kind::wrong_value, "the result of another call, as if it were left over"};
  if (is.element != must_be.element)
    return Wrong{Kind::wrong_place, "the result of element " + std::to_string(is.element) + " where that of element " +
                                        std::to_string(must_be.element) + " was due"};
  return difference_of_words(leaves(*tree), leaves(*expected), commutative);
}

}  // namespace tutti::conform
