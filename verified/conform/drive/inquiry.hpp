// Asks a worker which algorithms its MPI lets one choose.
#pragma once
#include <vector>

#include "verified/conform/drive/launch.hpp"

namespace tutti::conform {

/// Launches "serve --algorithms --results PREFIX" on two ranks, the first of which writes the text of choice.hpp to
/// PREFIX.0. Throws std::runtime_error where that fails or takes longer than the time limit, and std::invalid_argument
/// where the text is malformed.
std::vector<Choice> ask_for_choices(const Launcher& launcher);

}  // namespace tutti::conform
