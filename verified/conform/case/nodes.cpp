#include "verified/conform/case/nodes.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>
#include <string_view>

namespace tutti::conform {
namespace {

constexpr std::array<std::string_view, 3> names{"block", "cyclic", "alone"};

/// The block of the i-th of `n` things, dealt to so many blocks.
int block_of(int i, int n, int blocks) {
  const int larger = n % blocks, size = n / blocks;
  return i < larger * (size + 1) ? i / (size + 1) : larger + (i - larger * (size + 1)) / size;
}

int node_of(const Nodes& nodes, int rank, int ranks) {
  const int n = std::min(nodes.count, ranks);
  switch (nodes.spread) {
    case Spread::block: return block_of(rank, ranks, n);
    case Spread::cyclic: return rank % n;
    case Spread::alone: return rank == 0 || n == 1 ? 0 : 1 + block_of(rank - 1, ranks - 1, n - 1);
  }
  throw std::invalid_argument("no such spread");
}

}  // namespace

std::string print(const Nodes& nodes) {
  const auto count = std::to_string(nodes.count);
  if (nodes.spread == Spread::block) return count;
  return count + "-" + std::string(names[static_cast<std::size_t>(nodes.spread)]);
}

Nodes parse_nodes(const std::string& text) {
  Nodes nodes;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, nodes.count);
  const std::string_view spread(rest, static_cast<std::size_t>(end - rest));
  const auto found = std::ranges::find_if(names, [&](auto name) { return spread == "-" + std::string(name); });
  if (error != std::errc{} || nodes.count < 1 || (!spread.empty() && found == names.end()))
    throw std::invalid_argument("a number of nodes from 1 on is due, and behind it nothing, -block, -cyclic or -alone");
  if (!spread.empty()) nodes.spread = static_cast<Spread>(found - names.begin());
  return nodes;
}

std::vector<int> node_of_each(const Nodes& nodes, int ranks) {
  std::vector<int> node;
  for (int r = 0; r < ranks; ++r) node.push_back(node_of(nodes, r, ranks));
  return node;
}

std::string node_list(const Nodes& nodes, int ranks) {
  std::string text;
  for (const int n : node_of_each(nodes, ranks)) text += (text.empty() ? "" : ",") + std::to_string(n);
  return text;
}

std::vector<Nodes> spreads(int count, int ranks) {
  std::vector<Nodes> all;
  for (const auto spread : {Spread::block, Spread::cyclic, Spread::alone}) {
    const Nodes nodes{std::min(count, ranks), spread};
    const auto is_same = [&](const Nodes& n) { return node_of_each(n, ranks) == node_of_each(nodes, ranks); };
    if (std::ranges::none_of(all, is_same)) all.push_back(nodes);
  }
  return all;
}

}  // namespace tutti::conform
