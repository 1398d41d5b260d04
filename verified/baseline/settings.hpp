// Which setting of an MPI gives back the trees that it had.
#pragma once
#include <functional>
#include <vector>

#include "verified/baseline/compare.hpp"
#include "verified/conform/drive/runner.hpp"

namespace tutti::baseline {

/// What may be set for a reduction so that it does as before: first the control variables whose values differ between
/// the two environments, as they were, and the variables of the environment, all at once, as far as they are about it;
/// then those of `offered` that concern it.
std::vector<conform::Choice> settings_for(Procedure procedure, const Environment& before, const Environment& after,
                                          const std::vector<conform::Choice>& offered);

/// How many launches are done, and how many there may be.
using SettingsProgress = std::function<void(std::size_t done, std::size_t of)>;

/// Reveals the trees of each change of trees, at its least size and at its largest, without any setting and under each
/// of settings_for(), in launches of `launcher`'s MPI, and notes in the change what came of it. Other changes are left
/// alone. Ends early when `stop` says so: what is left then counts as not tried. Returns the MPI of the worker. Throws
/// as conform::run().
conform::Library try_settings(Comparison& comparison, const Recording& before, const Recording& after,
                              const std::vector<conform::Choice>& offered, const conform::Launcher& launcher,
                              const std::function<bool()>& stop, const SettingsProgress& progress);

}  // namespace tutti::baseline
