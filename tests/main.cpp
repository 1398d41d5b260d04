// Runs all tests. Properties draw from a new seed each time; the seed is printed, and RC_PARAMS=seed=… repeats a run;
// max_success: see property().
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>

#include "verified/system/keep_memory.hpp"

int main(int argc, char** argv) {
  tutti::keep_memory();
  const char* given = std::getenv("RC_PARAMS");
  std::string parameters = given ? given : "";
  if (parameters.find("seed=") == std::string::npos) {
    std::random_device device;
    const std::uint64_t seed = static_cast<std::uint64_t>(device()) << 32 | device();
    if (!parameters.empty()) parameters += ' ';
    parameters += "seed=" + std::to_string(seed);
    setenv("RC_PARAMS", parameters.c_str(), 1);
  }
  std::cout << "RC_PARAMS=" << parameters << std::endl;
  return doctest::Context(argc, argv).run();
}
