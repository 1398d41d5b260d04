#include "verified/schedule/supports.hpp"

#include <array>
#include <utility>
#include <vector>

#include "verified/schedule/finished.hpp"
#include "verified/schedule/group.hpp"

namespace tutti {

Supports::Written::Written(const Condition& what)
    : condition(Finished().in(what)),
      code(std::array{std::vector<std::string_view>{"p", "q"}}, std::array{condition.graph()}) {}

bool Supports::Written::holds(int p) const {
  CodeRun run(code);
  run.stage(0, std::array{p, floor2(p)});
  return run.holds(0);
}

}  // namespace tutti
