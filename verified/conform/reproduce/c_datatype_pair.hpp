// The pair of datatypes of a case, in C.
#pragma once
#include <optional>
#include <string>

#include "verified/conform/case/datatype_pairs.hpp"

namespace tutti::conform {

/// Elements of a side in units of Part: where its parts are from the origin, and how far the next element is.
struct CSide {
  Datatype type;
  std::string at;
  int parts, extent;
};

/// Both sides of a unit, whose smallest piece of data is one Part.
struct CDatatypePair {
  std::string part;
  CSide sent, received;
  int per;        ///< elements received for one sent
  bool one_type;  ///< of both sides
  int others;     ///< datatypes that are made before
};

/// The pair of datatypes of that name; nothing where there is none, or where each block has its own.
std::optional<CDatatypePair> c_datatype_pair(const std::string& load);

}  // namespace tutti::conform
