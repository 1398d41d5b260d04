// Whether a plan does what its collective is, whoever is fast and whoever is slow.
#pragma once
#include <optional>

#include "verified/others/plan.hpp"

namespace tutti::others {

/// In this order it looks for
/// - a message that nobody sends or receives, or that is not as long as what is received: malformed;
/// - steps that wait for each other however much a connection holds: deadlock; and with `slots`, if any are given, as
///   well;
/// - two steps that touch a chunk, of which one writes it, and that nothing orders: race. A step of a threadblock is
///   over before its next one begins; a step comes after the one that it waits for; a receive comes after its send.
///   That a connection is full orders nothing, for elsewhere it may hold more. A chunk that is written while a send of
///   it is pending is one of these;
/// - what is sent or combined and was never there: undefined;
/// - a result that is not the model's (reference/model.hpp), chunk by chunk: contract.
/// Without a race every order has the same result, so one is enough. Throws NoSchedule as Network.
PlanVerdict check_plan(const Plan& plan, std::optional<int> slots = std::nullopt);

}  // namespace tutti::others
