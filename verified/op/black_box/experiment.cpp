#include "verified/op/black_box/experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "verified/op/black_box/compare.hpp"

namespace tutti::op {
namespace {

/// Pairs of vectors of `len` cells that must be equal.
struct Same {
  int a, b, len = 1;
};

std::function<std::string(const Cells&)> equal_cells(const Type& type, bool by_value, std::vector<Same> all,
                                                     std::string says = "the results differ") {
  return [&type, by_value, all = std::move(all), says = std::move(says)](const Cells& cells) -> std::string {
    for (const auto& [a, b, len] : all)
      for (int i = 0; i < len; ++i)
        if (const Leaf* leaf = first_difference(type, cells[a + i], cells[b + i], by_value))
          return says + (len > 1 ? fmt::format(" in element {}", i) : "") +
                 (leaf->path.empty() ? "" : fmt::format(" at {}", leaf->path));
    return {};
  };
}

Experiment associative(const Type& type, bool by_value) {
  return {{3, 7, {{0, 1, 3}, {1, 2, 4}, {3, 2, 5}, {0, 4, 6}}},
          {{"x", 0}, {"y", 1}, {"z", 2}},
          {{"x ∘ y", 3}, {"y ∘ z", 4}, {"(x ∘ y) ∘ z", 5}, {"x ∘ (y ∘ z)", 6}},
          equal_cells(type, by_value, {{5, 6}})};
}

Experiment commutative(const Type& type, bool by_value) {
  return {{2, 4, {{0, 1, 2}, {1, 0, 3}}},
          {{"x", 0}, {"y", 1}},
          {{"x ∘ y", 2}, {"y ∘ x", 3}},
          equal_cells(type, by_value, {{2, 3}})};
}

Experiment idempotent(const Type& type, bool by_value) {
  return {{1, 2, {{0, 0, 1}}}, {{"x", 0}}, {{"x ∘ x", 1}}, equal_cells(type, by_value, {{0, 1}}, "x ∘ x is not x")};
}

Experiment closed() {
  return {{2, 3, {{0, 1, 2}}}, {{"x", 0}, {"y", 1}}, {{"x ∘ y", 2}}, [](const Cells& cells) {
            return cells.admits(2) ? "" : "the result does not meet the precondition";
          }};
}

/// A call with n elements against calls with the first `first` of them, the next `then`, and so on.
Experiment split(const Type& type, bool by_value, int n, const std::vector<int>& parts) {
  Experiment e{{2 * n, 4 * n, {{0, n, 2 * n, n}}},
               {{"invec", 0, n}, {"inoutvec", n, n}},
               {{fmt::format("in one call of {}", n), 2 * n, n},
                {fmt::format("in calls of {}", fmt::join(parts, ", ")), 3 * n, n}},
               equal_cells(type, by_value, {{2 * n, 3 * n, n}})};
  int at = 0;
  for (const int part : parts) {
    e.sequence.calls.push_back({at, n + at, 3 * n + at, part});
    at += part;
  }
  return e;
}

/// All splits of small n; of larger ones element by element, in halves, and off by one at either end.
std::vector<std::vector<int>> splits(int n) {
  if (n > 4) return {std::vector<int>(static_cast<std::size_t>(n), 1), {n / 2, n - n / 2}, {1, n - 1}, {n - 1, 1}};
  std::vector<std::vector<int>> all;
  for (unsigned cuts = (1u << (n - 1)) - 1; cuts > 0; --cuts) {
    std::vector<int> parts{1};
    for (int i = 0; i + 1 < n; ++i) {
      if ((cuts >> i & 1) != 0)
        parts.push_back(1);
      else
        ++parts.back();
    }
    all.push_back(parts);
  }
  return all;
}

/// Padding of ones instead of zeros.
void invert_padding(const Type& type, std::byte* element) {
  std::vector<std::byte> padding(type.size, std::byte{0xff});
  for (const Leaf& leaf : type.leaves) std::fill_n(&padding[leaf.offset], value_bytes(leaf.scalar), std::byte{0});
  for (std::size_t i = 0; i < type.size; ++i) element[i] ^= padding[i];
}

Experiment twice(const Type& type) {
  return {{2, 4, {{0, 1, 2}, {0, 1, 3}}},
          {{"x", 0}, {"y", 1}},
          {{"x ∘ y", 2}, {"x ∘ y again", 3}},
          equal_cells(type, false, {{2, 3}}, "a second call differs"),
          2,
          nullptr,
          true};
}

Experiment twice_with_another_between(const Type& type) {
  return {{4, 7, {{0, 1, 4}, {2, 3, 5}, {0, 1, 6}}},
          {{"x", 0}, {"y", 1}, {"u", 2}, {"v", 3}},
          {{"x ∘ y", 4}, {"u ∘ v", 5}, {"x ∘ y again", 6}},
          equal_cells(type, false, {{4, 6}}, "a second call differs"),
          4,
          nullptr,
          true};
}

Experiment with_other_padding(const Type& type) {
  return {{4, 7, {{0, 1, 4}, {2, 1, 5}, {0, 3, 6}}},
          {{"x", 0}, {"y", 1}},
          {{"x ∘ y, padding of zeros", 4}, {"x ∘ y, padding of ones in x", 5}, {"x ∘ y, padding of ones in y", 6}},
          equal_cells(type, false, {{4, 5}, {4, 6}}, "it depends on padding: the results differ"),
          2,
          [&type](std::byte* cells) {
            std::copy_n(cells, 2 * type.size, cells + 2 * type.size);
            invert_padding(type, cells + 2 * type.size);
            invert_padding(type, cells + 3 * type.size);
          },
          true};
}

/// What an operator writes into the gaps of invec's last element differs from what is in inoutvec's.
Experiment keeps_out_of_gaps(const Type& type) {
  const auto each_byte = [&type](auto f) {
    for (const auto& gap : type.gaps)
      for (auto byte = gap.bytes.begin; byte < gap.bytes.end; ++byte) f(gap, byte);
  };
  return {{2, 3, {{0, 1, 2}}},
          {{"x", 0}, {"y", 1}},
          {{"x ∘ y", 2}},
          [=](const Cells& cells) {
            std::string says;
            each_byte([&](const Gap& gap, std::size_t byte) {
              if (says.empty() && cells[1][byte] != cells[2][byte])
                says = fmt::format("it writes byte {} of {} element of inoutvec, which is no data", byte,
                                   gap.of_last_only ? "the last" : "an");
            });
            return says;
          },
          2,
          [=, &type](std::byte* cells) {
            each_byte([&](const Gap&, std::size_t byte) {
              cells[byte] = std::byte{0x5a};
              cells[type.size + byte] = std::byte{0xa7};
            });
          }};
}

}  // namespace

std::vector<Experiment> experiments_of(Law law, const Type& type, bool equal_by_value,
                                       const std::vector<int>& lengths) {
  std::vector<Experiment> all;
  switch (law) {
    case Law::associative: return {associative(type, equal_by_value)};
    case Law::commutative: return {commutative(type, equal_by_value)};
    case Law::idempotent: return {idempotent(type, equal_by_value)};
    case Law::closed: return {closed()};
    case Law::gaps: return {keeps_out_of_gaps(type)};
    case Law::pure: return {twice(type), twice_with_another_between(type), with_other_padding(type)};
    case Law::split_safe:
      for (const int n : lengths)
        for (const auto& parts : splits(n))
          if (n > 1) all.push_back(split(type, equal_by_value, n, parts));
      return all;
    default: return {};
  }
}

Experiment has_identity(const Type& type, bool equal_by_value) {
  return {{2, 4, {{0, 1, 2}, {1, 0, 3}}}, {}, {}, equal_cells(type, equal_by_value, {{1, 2}, {1, 3}})};
}

Experiment one_call(int len) {
  return {{2 * len, 3 * len, {{0, len, 2 * len, len}}},
          {{"invec", 0, len}, {"inoutvec", len, len}},
          {{"inoutvec after the call", 2 * len, len}},
          [](const Cells&) { return std::string(); }};
}

Counterexample shown(const Experiment& experiment, const Cells& cells, std::string says) {
  Counterexample c;
  for (const auto& [name, cell, len] : experiment.operands) c.operands.emplace_back(name, cells.bytes(cell, len));
  for (const auto& [name, cell, len] : experiment.results) c.results.emplace_back(name, cells.bytes(cell, len));
  c.says = std::move(says);
  return c;
}

}  // namespace tutti::op
