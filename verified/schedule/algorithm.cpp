#include "verified/schedule/algorithm.hpp"

#include <algorithm>
#include <new>
#include <vector>

#include "verified/schedule/program.hpp"
#include "verified/schedule/record_files.hpp"

namespace tutti {
namespace {

/// Never destroyed: a program may call collectives while it ends.
std::vector<Algorithm>& registry() {
  static auto& all = *new std::vector<Algorithm>;
  return all;
}

RecordFiles& files() {
  static RecordFiles all("algorithms");
  return all;
}

std::string no_schedule(const Algorithm& algorithm, const Group& group) {
  return algorithm.name + " makes no schedule for p = " + std::to_string(group.ranks) + ", root " +
         std::to_string(group.root) + (group.shape.empty() ? "" : ", shape ") + print_shape(group.shape);
}

std::string file_of(const Algorithm& algorithm) {
  return "algorithms/" + std::string(row(algorithm.owner).name) + algorithm.name.substr(algorithm.name.find('/')) +
         ".cpp";
}

/// What a function of a record returns. Whatever it throws becomes a NoSchedule of `failure`, but for the end of
/// memory, which is no fault of the algorithm.
template <class Call>
auto ask(Call call, const std::string& failure) {
  try {
    return call();
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& e) {
    throw NoSchedule(failure, e.what());
  } catch (...) {
    throw NoSchedule(failure, "it throws what is no std::exception");
  }
}

}  // namespace

Registered::Registered(Record record, const char* file) {
  auto& all = registry();
  for (auto& [collective, name, owner] : files().enter(file))
    all.push_back({record, std::move(name), collective, owner});
  std::ranges::sort(all, {}, &Algorithm::name);
}

std::vector<Shape> Algorithm::shapes_for(int p) const {
  if (!shapes) return std::vector<Shape>(1);
  const int any = 1;  // what is proved of rules for all p is proved of one list of shapes
  return ask([&] { return shapes(rules ? any : p); }, name + " lists no shapes for p = " + std::to_string(p));
}

Schedule Algorithm::schedule(Group group, const Watch& watch) const {
  if (given) {
    if (!supports.holds(group.ranks) || (row(collective).rooted() && group.root != given_root))
      throw NoSchedule(no_schedule(*this, group), "it is one for p = " + std::to_string(given->ranks) + ", root " +
                                                      std::to_string(given_root) + " alone");
    return *given;
  }
  if (group.shape.empty()) {
    const auto listed = shapes_for(group.ranks);
    if (listed.empty()) throw NoSchedule(no_schedule(*this, group), "its record lists no shape for that p");
    group.shape = listed.front();
  }
  if (!make == !rules)
    throw NoSchedule(no_schedule(*this, group), std::string("its record has ") +
                                                    (make ? "both .make and .rules" : "neither .make nor .rules") +
                                                    "; give one of them in " + file_of(*this));
  if (!row(collective).rooted()) group.root = 0;  // as the rules are proved
  return ask([&] { return rules ? rules().schedule(group, watch) : make(group); }, no_schedule(*this, group));
}

std::string Algorithm::refusal(int p) const {
  const auto whom = given ? "p = " + std::to_string(given->ranks) + " alone" : std::string(supports.name());
  return name + " is for " + whom + ", and p is " + std::to_string(p);
}

std::string print_shape(const Shape& shape) {
  std::string text;
  for (const int entry : shape) text += (text.empty() ? "" : "x") + std::to_string(entry);
  return text;
}

std::span<const Algorithm> algorithms() {
  files().check();
  // A test that throws does so for the first p that it is asked for.
  static const bool all_can_be_asked = std::ranges::all_of(registry(), [](const Algorithm& a) {
    return ask([&] { return a.supports.holds(1) || true; }, a.name + " does not tell for which p it is");
  });
  static_cast<void>(all_can_be_asked);
  return registry();
}

const Algorithm* find_algorithm(std::string_view name) {
  const auto all = algorithms();
  const auto at = std::ranges::find(all, name, &Algorithm::name);
  return at == all.end() ? nullptr : &*at;
}

}  // namespace tutti
