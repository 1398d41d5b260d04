#include "verified/check/smt/all_p.hpp"

#include <algorithm>
#include <utility>

#include "verified/schedule/record_files.hpp"

namespace tutti::smt {
namespace {

std::vector<AllP>& registry() {
  static std::vector<AllP> all;
  return all;
}

RecordFiles& files() {
  static RecordFiles all("all_p");
  return all;
}

}  // namespace

RegisteredAllP::RegisteredAllP(AllPRecord record, const char* file) {
  auto& all = registry();
  for (auto& entry : files().enter(file)) all.push_back({record, std::move(entry.name)});
  std::ranges::sort(all, {}, &AllP::algorithm);
}

std::span<const AllP> all_p_proofs() {
  files().check();
  return registry();
}

}  // namespace tutti::smt
