#include "verified/check/smt/all_p.hpp"

#include <algorithm>
#include <stdexcept>

#include "spec/collective.hpp"

namespace tutti::smt {
namespace {

std::vector<AllP>& registry() {
  static std::vector<AllP> all;
  return all;
}

}  // namespace

RegisteredAllP::RegisteredAllP(AllPRecord record, const char* file) {
  std::string_view path = file;
  constexpr std::string_view folder = "all_p/";
  path.remove_prefix(path.rfind(folder) + folder.size());
  path.remove_suffix(std::string_view(".cpp").size());
  const auto slash = path.find('/');
  const auto owner = collective_named(path.substr(0, slash));
  if (!owner) throw std::logic_error("no collective is called like the folder of " + std::string(path));
  auto& all = registry();
  for (const auto& c : collectives)
    if (serves(*owner, c.id)) all.push_back({record, std::string(c.name) + std::string(path.substr(slash))});
  std::ranges::sort(all, {}, &AllP::algorithm);
}

std::span<const AllP> all_p_proofs() { return registry(); }

}  // namespace tutti::smt
