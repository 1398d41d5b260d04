// What is wrong with the data of a movement, named as closely as it can be.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "verified/conform/case/report.hpp"
#include "verified/conform/worker/expected_buffer.hpp"

namespace tutti::mpi::conform {

/// Data of fewer bytes may equal that of another block or element by chance.
constexpr std::size_t least_to_recognise = 4;

/// A block that is due in a buffer.
struct DueBlock {
  PlacedBlock place;
  std::string name;  ///< "block 2 of rank 1"
  // Without gaps:
  std::vector<std::byte> data;        ///< what is due
  std::vector<std::byte> before;      ///< what stood there before the call
  std::vector<std::byte> stale = {};  ///< what was due at the start before, if there was one
};

/// Whose data these bytes are: the name of another block, or nothing.
using Whose = std::function<std::optional<std::string>(const std::vector<std::byte>&)>;

/// What is wrong in a buffer with these blocks and canaries between them; at most a few findings, the gravest first.
/// `found` are the bytes of an ExpectedBuffer of the blocks.
std::vector<tutti::conform::Wrong> differences(const std::vector<DueBlock>& blocks, std::span<const std::byte> found,
                                               const Whose& whose);

}  // namespace tutti::mpi::conform
