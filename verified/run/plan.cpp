#include "verified/run/plan.hpp"

namespace tutti {
namespace {

/// Looks at every access of a plan.
class AccessCheck {
 public:
  explicit AccessCheck(const Plan& plan) : plan_(plan) {}

  std::optional<std::string> run() {
    for (const auto& stage : plan_.stages) {
      for (const auto* works : {&stage.pack, &stage.work})
        for (const auto& w : *works) {
          written(w.to, w.elements);
          accessed(w.left, w.elements);
          if (w.fold) accessed(w.right, w.elements);
        }
      for (const auto* receives : {&stage.receives, &stage.early_receives})
        for (const auto& t : *receives) written(t.place, t.elements);
      for (const auto& t : stage.sends) accessed(t.place, t.elements);
    }
    return found_;
  }

 private:
  void written(const Place& p, std::int64_t n) {
    if (p.area == Area::input) found("it writes to the input, element " + std::to_string(p.at));
    accessed(p, n);
  }
  void accessed(const Place& p, std::int64_t n) {
    const auto size = plan_.elements[static_cast<std::size_t>(p.area)];
    if (!within(p.at, n, size))
      found("it reaches " + std::to_string(n) + " elements from " + std::to_string(p.at) + " on, of an area of " +
            std::to_string(size));
  }
  void found(std::string what) {
    if (!found_) found_ = std::move(what);
  }

  const Plan& plan_;
  std::optional<std::string> found_;
};

}  // namespace

std::optional<std::string> find_forbidden_access(const Plan& plan) { return AccessCheck(plan).run(); }

Extents Extents::contributions(const Partition& partition, Collective collective) {
  Extents e;
  for (int b = 0; b < partition.blocks(); ++b) {
    e.size.push_back(partition.size(b));
    e.input.push_back(partition.offset(b));
  }
  e.output = row(collective).result == Result::own_block ? std::vector<std::int64_t>(e.size.size(), 0) : e.input;
  return e;
}

}  // namespace tutti
