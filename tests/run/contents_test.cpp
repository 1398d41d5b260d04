// Symbolic memory against memory that is kept element by element.
#include "verified/run/contents.hpp"

#include <doctest/doctest.h>

#include <array>
#include <map>

#include "tests/support/property.hpp"

namespace tutti {
namespace {

using Element = std::pair<int, std::int64_t>;  // a source and the number in it; source -1: nothing

std::vector<Element> elements(const Contents& contents) {
  std::vector<Element> all;
  for (const auto& s : contents)
    for (std::int64_t i = 0; i < s.elements; ++i) all.emplace_back(s.source, s.first + i);
  return all;
}

Contents draw_contents(int sources) {
  Contents all;
  for (int i = draw(4); i >= 0; --i) all.append({draw(sources), draw(6), draw(5)});
  return all;
}

TEST_CASE("an area holds what was written to it last, and nothing where nothing was written") {
  property("writes to an area", [] {
    constexpr int size = 40;
    AreaContents area;
    std::vector<Element> kept(size, Element{-1, 0});
    for (int i = 0; i < 12; ++i) {
      const auto contents = draw_contents(3);
      const auto written = elements(contents);
      const auto at = draw(size - static_cast<int>(written.size()));
      area.write(at, contents);
      std::ranges::copy(written, kept.begin() + at);
      const auto from = draw(size), n = draw(size - from + 1);
      const std::vector<Element> due(kept.begin() + from, kept.begin() + from + n);
      const bool whole = std::ranges::none_of(due, [](const Element& e) { return e.first == -1; });
      const auto found = area.read(from, n);
      RC_ASSERT(found.has_value() == whole);
      if (found) RC_ASSERT(elements(*found) == due);
    }
  });
}

TEST_CASE("stretches are as few as can be, so that equal contents are equal") {
  property("contents in pieces", [] {
    const auto contents = draw_contents(2);
    Contents again;
    for (const auto& s : contents)
      for (std::int64_t i = 0; i < s.elements; ++i) again.append({s.source, s.first + i, 1});
    RC_ASSERT(again == contents);
  });
}

TEST_CASE("a fold is the same for the same pairs of elements, however they lie in stretches, and for no others") {
  property("folds", [] {
    Sources sources;
    std::map<std::pair<Element, Element>, Element> known;
    std::map<Element, std::pair<Element, Element>> from;
    for (int i = 0; i < 3; ++i) sources.fresh();
    for (int i = 0; i < 8; ++i) {
      auto left = draw_contents(3), right = draw_contents(3);
      const auto n = std::min(elements(left).size(), elements(right).size());
      const auto cut = [n](const Contents& contents) {
        Contents all;
        for (const auto& [source, number] : std::vector(elements(contents)))
          if (elements(all).size() < n) all.append({source, number, 1});
        return all;
      };
      left = cut(left);
      right = cut(right);
      const auto l = elements(left), r = elements(right), folded = elements(sources.fold(left, right));
      RC_ASSERT(folded.size() == n);
      for (std::size_t e = 0; e < n; ++e) {
        RC_ASSERT(folded[e].first >= 3);
        RC_ASSERT(known.try_emplace({l[e], r[e]}, folded[e]).first->second == folded[e]);
        RC_ASSERT((from.try_emplace(folded[e], std::pair(l[e], r[e])).first->second == std::pair(l[e], r[e])));
      }
    }
  });
}

}  // namespace
}  // namespace tutti
