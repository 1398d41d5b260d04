// tutti conform --list: which cases a run consists of.
#pragma once
#include <string>

#include "verified/conform/generate/programme.hpp"

namespace tutti::cli {

/// The cases, one in a line, and behind # what each part of the programme
/// combines: how many of the combinations of which factors it has; the others
/// are impossible. What is printed can be read back by --cases.
std::string print_programme(const conform::Programme& programme);

}  // namespace tutti::cli
