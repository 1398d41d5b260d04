#include "verified/schedule/algorithm.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace tutti {
namespace {

std::vector<Algorithm>& registry() {
  static std::vector<Algorithm> all;
  return all;
}

}  // namespace

Registered::Registered(Record record, const char* file) {
  std::string_view path = file;
  constexpr std::string_view folder = "algorithms/";
  path.remove_prefix(path.rfind(folder) + folder.size());
  path.remove_suffix(std::string_view(".cpp").size());
  const auto slash = path.find('/');
  const auto owner = collective_named(path.substr(0, slash));
  if (!owner) throw std::logic_error("no collective is called like the folder of " + std::string(path));
  auto& all = registry();
  for (const auto& c : collectives)
    if (serves(*owner, c.id)) all.push_back({record, std::string(c.name) + std::string(path.substr(slash)), c.id});
  std::ranges::sort(all, {}, &Algorithm::name);
}

Schedule Algorithm::schedule(Group group) const {
  if (group.shape.empty()) group.shape = shapes_for(group.ranks).front();
  return make(group);
}

std::string print_shape(const Shape& shape) {
  std::string text;
  for (const int entry : shape) text += (text.empty() ? "" : "x") + std::to_string(entry);
  return text;
}

std::span<const Algorithm> algorithms() { return registry(); }

const Algorithm* find_algorithm(std::string_view name) {
  const auto at = std::ranges::find(registry(), name, &Algorithm::name);
  return at == registry().end() ? nullptr : &*at;
}

}  // namespace tutti
