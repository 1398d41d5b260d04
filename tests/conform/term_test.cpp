// Terms: the bracketing is read from an element, and every way in which a word can be wrong has its name.
#include "verified/conform/judge/term.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "tests/support/property.hpp"

namespace tutti::conform {
namespace {

using Element = std::vector<std::byte>;

constexpr TermOrigin here{3, 7};

Element leaf(Rank rank, int ranks, TermOrigin origin = here) {
  Element element(term_bytes(ranks));
  write_leaf(element, rank, origin);
  return element;
}

Element joined(const Element& left, Element right) {
  combine_terms(left, right);
  return right;
}

/// The letters in this order, bracketed anyhow.
Bracketing any_bracketing(const std::vector<Rank>& word) {
  if (word.size() == 1) return {word.front()};
  const auto cut = word.begin() + 1 + draw(static_cast<int>(word.size()) - 1);
  return {0, {any_bracketing({word.begin(), cut}), any_bracketing({cut, word.end()})}};
}

Element element_of(const Bracketing& tree, int ranks) {
  return evaluate(
      tree, [&](Rank rank) { return leaf(rank, ranks); },
      [](const std::vector<Element>& operands) { return joined(operands[0], operands[1]); });
}

Element any_element(const std::vector<Rank>& word, int ranks) { return element_of(any_bracketing(word), ranks); }

std::vector<Rank> run(Rank first, Rank last) {
  std::vector<Rank> word(static_cast<std::size_t>(last - first));
  std::iota(word.begin(), word.end(), first);
  return word;
}

/// Bracketed to the left.
Element element_of(const std::vector<Rank>& word, int ranks) {
  auto element = leaf(word.front(), ranks);
  for (std::size_t i = 1; i < word.size(); ++i) element = joined(element, leaf(word[i], ranks));
  return element;
}

Element due_of(Rank first, Rank last, int ranks) { return element_of(run(first, last), ranks); }

Wrong only_wrong(const Element& found, const Element& due, bool commutative = false) {
  const auto wrong = difference(found, due, commutative);
  return wrong ? *wrong : Wrong{Kind::hang, "nothing is wrong"};
}

TEST_CASE("an element shows the bracketing by which it was made") {
  property("an element shows the bracketing by which it was made", [] {
    const int ranks = 1 + draw(40);
    const auto tree = any_bracketing(run(0, ranks));
    RC_ASSERT(bracketing_of(element_of(tree, ranks)) == tree);
    RC_ASSERT(parse_bracketing(print(tree)) == tree);
  });
  CHECK(print(*bracketing_of(leaf(2, 4))) == "2");
  const auto pairs = joined(joined(leaf(0, 4), leaf(1, 4)), joined(leaf(2, 4), leaf(3, 4)));
  CHECK(print(*bracketing_of(pairs)) == "((0·1)·(2·3))");
}

TEST_CASE("what is no bracketing is not read as one") {
  for (const auto* text : {"", "(", "()", "(0)", "(0·)", "(0·1", "0·1", "(0·1))", "-1", "(0 1)", "x"})
    CHECK_FALSE_MESSAGE(parse_bracketing(text), text);
  CHECK(widest(*parse_bracketing("((0·3·4)·(1·2))")) == 3);
  CHECK(leaves(*parse_bracketing("((0·3·4)·(1·2))")) == std::vector<Rank>{0, 3, 4, 1, 2});
}

TEST_CASE("every bracketing of the word that is due is right, and every order if the operator commutes") {
  property("every bracketing of the word that is due is right, and every order if the operator commutes", [] {
    const int ranks = 1 + draw(20), first = draw(ranks), last = first + 1 + draw(ranks - first);
    const auto due = due_of(first, last, ranks);
    auto word = run(first, last);
    RC_ASSERT_FALSE(difference(any_element(word, ranks), due, false));
    for (std::size_t i = word.size(); i > 1; --i)
      std::swap(word[i - 1], word[static_cast<std::size_t>(draw(static_cast<int>(i)))]);
    RC_ASSERT_FALSE(difference(any_element(word, ranks), due, true));
    RC_ASSERT(difference(any_element(word, ranks), due, false).has_value() == !std::ranges::is_sorted(word));
  });
}

TEST_CASE("if the operator commutes, trees that differ in the order of operands only have equal bytes") {
  const auto joined_so = [](Element left, Element right, bool swapped) {
    if (swapped) std::swap(left, right);
    combine_terms(left, right, true);
    return right;
  };
  property("if the operator commutes, trees that differ in the order of operands only have equal bytes", [&] {
    const auto any = [&](const std::vector<Rank>& word) {
      auto element = leaf(word[0], 8);
      for (std::size_t i = 1; i < word.size(); ++i) element = joined_so(element, leaf(word[i], 8), draw(2));
      return element;
    };
    const auto left = run(0, 1 + draw(3)), right = run(3, 4 + draw(4));
    RC_ASSERT(joined_so(any(left), any(right), draw(2)) == joined_so(any(left), any(right), draw(2)));
  });
  CHECK(joined_so(leaf(0, 8), leaf(1, 8), true) == joined(leaf(0, 8), leaf(1, 8)));
  CHECK(joined(leaf(1, 8), leaf(0, 8)) != joined(leaf(0, 8), leaf(1, 8)));
}

TEST_CASE("a word with one fault is wrong by the name of that fault") {
  property("a word with one fault is wrong by the name of that fault", [] {
    const int ranks = 3 + draw(20), last = 2 + draw(ranks - 2);
    const auto due = due_of(0, last, ranks);
    const auto faulty = [&](Kind kind, const std::vector<Rank>& word, bool commutative) {
      const auto wrong = difference(any_element(word, ranks), due, commutative);
      RC_ASSERT(wrong);
      RC_ASSERT(wrong->kind == kind);
    };
    const auto at = draw(last);
    for (const bool commutative : {false, true}) {
      auto word = run(0, last);
      word.erase(word.begin() + at);
      if (!word.empty()) faulty(Kind::lost, word, commutative);
      word = run(0, last);
      word.insert(word.begin() + draw(last + 1), at);
      faulty(Kind::doubled, word, commutative);
      word = run(0, last);
      word.insert(word.begin() + draw(last + 1), last);
      faulty(Kind::wrong_value, word, commutative);
    }
    auto word = run(0, last);
    std::swap(word[static_cast<std::size_t>(at)], word[static_cast<std::size_t>((at + 1) % last)]);
    faulty(Kind::wrong_order, word, false);
  });
}

TEST_CASE("a difference is named with the ranks, what was found and what was due") {
  const auto text = [](const std::vector<Rank>& word, Rank last) {
    return only_wrong(element_of(word, 8), due_of(0, last, 8)).text;
  };
  CHECK(text({0, 2, 1, 3}, 4) == "2·1 where 1·2 was due, in 0·2·1·3");
  CHECK(text({1, 0}, 2) == "1·0 where 0·1 was due");
  CHECK(text({0, 1, 2, 3, 4, 6}, 7) == "rank 5's contribution is missing: 0-4·6 where 0-6 was due");
  CHECK(text({0, 3}, 4) == "the contributions of ranks 1, 2 are missing: 0·3 where 0-3 was due");
  CHECK(text({0, 1, 1, 2}, 3) == "rank 1's contribution appears twice: 0·1·1·2 where 0-2 was due");
  CHECK(text({0, 1, 1, 0, 2, 1}, 3) ==
        "the contributions of ranks 0, 1 appear up to 3 times: 0·1·1·0·2·1 where 0-2 was due");
  CHECK(text({0, 1, 2, 7}, 3) == "rank 7's contribution is in it, but not due: 0-2·7 where 0-2 was due");
}

TEST_CASE("elements that went astray, left-over results and other bytes are told from words") {
  const auto due = due_of(0, 2, 4);
  const auto of = [](Rank rank, std::uint32_t element, std::uint16_t call) { return leaf(rank, 4, {element, call}); };
  const auto same = only_wrong(joined(of(0, 5, 7), of(1, 5, 7)), due);
  CHECK(same.kind == Kind::wrong_place);
  CHECK(same.text == "the result of element 5 where that of element 3 was due");
  const auto mixed = only_wrong(joined(of(0, 5, 7), of(1, 3, 7)), due);
  CHECK(mixed.kind == Kind::wrong_place);
  CHECK(mixed.text == "element 5 of one contribution is combined with element 3 of another");
  CHECK(only_wrong(joined(of(0, 3, 6), of(1, 3, 6)), due).text ==
        "the result of another call, as if it were left over");
  CHECK(only_wrong(joined(of(0, 3, 6), of(1, 3, 7)), due).text == "contributions to two different calls are combined");
  const Element zeros(due.size());
  CHECK(only_wrong(zeros, due).text == "no result of the operator, but 0x00000000000000000000000000000000");
  CHECK(only_wrong(joined(zeros, leaf(0, 4)), due).text == "the operator was given an operand that is no contribution");
  CHECK_THROWS_AS((void)difference(due, zeros, false), std::invalid_argument);
}

TEST_CASE("a doubled vector fits, and what does not fit says so without an overrun") {
  for (const int ranks : {1, 2, 3, 15, most_term_ranks}) {
    auto whole = due_of(0, ranks, ranks);
    CHECK(only_wrong(joined(whole, whole), whole).text.find("twice") != std::string::npos);
    auto buffer = whole;
    buffer.insert(buffer.end(), 64, std::byte{0x5A});
    const std::span inout(buffer.data(), whole.size());
    for (int i = 0; i < 40; ++i) combine_terms(whole, inout);
    CHECK(only_wrong({inout.begin(), inout.end()}, whole).kind == Kind::doubled);
    CHECK(std::ranges::count(buffer, std::byte{0x5A}) >= 64);
    CHECK(std::ranges::all_of(buffer.end() - 64, buffer.end(), [](std::byte b) { return b == std::byte{0x5A}; }));
  }
  CHECK_THROWS_AS((void)term_bytes(0), std::invalid_argument);
  CHECK_THROWS_AS((void)term_bytes(most_term_ranks + 1), std::invalid_argument);
}

TEST_CASE("whatever bytes the operands hold, nothing is written beyond the result and every difference has a name") {
  property("whatever bytes the operands hold, nothing is written beyond the result and every difference has a name",
           [] {
             const auto due = due_of(0, 3, 3);
             const auto garbage = [&] {
               Element bytes(due.size());
               for (auto& b : bytes) b = static_cast<std::byte>(draw(8) ? draw(6) : 250 + draw(6));
               return bytes;
             };
             auto buffer = draw(2) ? garbage() : due;
             buffer.push_back(std::byte{0x5A});
             const std::span inout(buffer.data(), due.size());
             for (int i = 0; i < 4; ++i) combine_terms(draw(2) ? garbage() : due, inout);
             RC_ASSERT(buffer.back() == std::byte{0x5A});
             const auto wrong = difference(inout, due, true);
             RC_ASSERT(wrong);
             RC_ASSERT(!wrong->text.empty());
           });
}

}  // namespace
}  // namespace tutti::conform
