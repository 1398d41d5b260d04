// Whether a plan of puts and signals does what its collective is, call after call, whoever is fast and whoever is slow.
#pragma once
#include <functional>

#include "verified/others/onesided_run.hpp"

namespace tutti::others {

/// Runs calls_of_a_plan of it, one call behind the other at each rank and nothing else in order. Between two calls the
/// application of a rank takes its output and gives new input. It looks for
/// - a channel or semaphore that two threadblocks wait for, a channel that two signal, a barrier of other threadblocks
///   than it is for, signals that are more or fewer than what waits for them: malformed;
/// - operations that wait for ever: deadlock;
/// - two operations that touch a chunk, of which one writes it, and that nothing orders: race. An operation is over for
///   the threads of its threadblock at the next `nop` or barrier; a signal brings what its thread knows to the thread
///   that waits for it, a relaxed one and a packet no more than that their rank has begun the call; what is put to a
///   port is over at a flush, or where a signal of that port has arrived. A chunk that is overwritten while it is being
///   put is one of these, and so is one that the call before still needs;
/// - what is read and was never there, or stands there as packets: undefined;
/// - a result that is not the model's (reference/model.hpp), chunk by chunk: contract.
/// Semaphores with one threadblock that waits, and packets that are written once, leave no choice to the order: without
/// a race every order has the same result, so one is enough. Calls visit(block, operation) for what moves data in the
/// first call. Throws NoSchedule (no_schedule.hpp) where
/// that would take too much time or memory.
PlanVerdict check_plan(const OneSidedPlan& plan,
                       const std::function<void(const OneSidedBlock&, const Operation&)>& visit = {});

}  // namespace tutti::others
