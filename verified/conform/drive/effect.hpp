// Which of the things that can be chosen at a launch are seen to change how a collective works.
#pragma once
#include <functional>
#include <vector>

#include "verified/conform/drive/runner.hpp"

namespace tutti::conform {

/// Of each choice by two calls of its procedure, of little and of much, beside the same without it, on so many ranks:
/// by the bits of a sum of floating-point numbers, by the number of messages that each rank sends, or because the calls
/// fail. Not known where nothing of these can be seen: of a movement under an MPI whose messages are not, of a choice
/// that is about all procedures, or that does not start. `tell` is called with the number of choices that have been
/// tried.
std::vector<Effect> effects(const std::vector<Choice>& choices, int ranks, Runner& runner,
                            const std::function<void(std::size_t)>& tell);

}  // namespace tutti::conform
