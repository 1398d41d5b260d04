// One launch that reveals a bracketing.
#pragma once
#include "verified/conform/launch.hpp"
#include "verified/conform/revelation.hpp"

namespace tutti::conform {

/// Runs `which`, whose scene is Scene::reveal, in a folder of its own in `launcher.folder`. Where the ranks do not come
/// to an end, `skipped` says how. Throws std::runtime_error where the ranks do not start or are not of one world.
Revelation reveal(const Launcher& launcher, const Case& which);

}  // namespace tutti::conform
