// What the slots of all ranks hold at one moment, and what the model says of the first and the last one.
#pragma once
#include <functional>

#include "spec/collective.hpp"
#include "verified/check/rules/conditions.hpp"

namespace tutti::rules {

/// Functions of rank r, slot j, and of rank c, whose contribution is
/// asked for.
struct State {
  std::function<C(const E& r, const E& j)> there;
  std::function<C(const E& r, const E& j)> known;                      ///< null where data is moved only
  std::function<Contributions(const E& r, const E& j)> contributions;  ///< null where no order is known
  std::function<C(const E& r, const E& j, const E& c)> has;            ///< null where data is moved only
  std::function<Origin(const E& r, const E& j)> origin;                ///< null where data is combined
};

/// What `held` (reference/model.hpp) says, where the vector has so many blocks.
State state_at_start(const CollectiveRow& shape, const E& blocks);

/// Whether `due` (reference/model.hpp) says something of that block.
C is_due(const CollectiveRow& shape, const E& r, const E& j);
/// Whether that slot holds what is due there, as far as the contribution of rank c goes.
C is_right(const CollectiveRow& shape, const State& state, const E& r, const E& j, const E& c);

}  // namespace tutti::rules
