#include "verified/others/plan_frame.hpp"

#include <fmt/format.h>

namespace tutti::others {

std::string name_of_number(const PlanFrame& frame, int number) {
  if (frame.parts == 1) return fmt::format("chunk {}", number);
  return fmt::format("part {} of chunk {}", number % frame.parts, number / frame.parts);
}

std::string name_of_chunk(const PlanFrame& frame, const Chunks& at, int i) {
  return fmt::format("{} of the {} of rank {}", name_of_number(frame, at.first.number + i), name_of(at.first.buffer),
                     at.rank);
}

}  // namespace tutti::others
