#include "verified/schedule/algorithm.hpp"

#include <algorithm>
#include <new>
#include <stdexcept>
#include <vector>

namespace tutti {
namespace {

std::vector<Algorithm>& registry() {
  static std::vector<Algorithm> all;
  return all;
}

[[noreturn]] void fail(const Algorithm& algorithm, const Group& group, const std::string& why) {
  throw std::logic_error(algorithm.name + " makes no schedule for p = " + std::to_string(group.ranks) + ", root " +
                         std::to_string(group.root) + (group.shape.empty() ? "" : ", shape ") +
                         print_shape(group.shape) + ": " + why);
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
  if (group.shape.empty()) {
    const auto listed = shapes_for(group.ranks);
    if (listed.empty()) fail(*this, group, "its record lists no shape for that p");
    group.shape = listed.front();
  }
  if (!make) fail(*this, group, "its record has no function that does");
  try {
    return make(group);
  } catch (const std::bad_alloc&) {
    throw;  // which is no fault of the algorithm
  } catch (const std::exception& e) {
    fail(*this, group, e.what());
  }
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
