// Cargoes of a case, in C.
#pragma once
#include <optional>
#include <string>

#include "verified/conform/case/cargoes.hpp"

namespace tutti::conform {

/// Elements of a side in units of Part: where its parts are from the origin, and how far the next element is.
struct CSide {
  Datatype type;
  std::string at;
  int parts, extent;
};

/// Both sides of a unit, whose smallest piece of data is one Part.
struct CCargo {
  std::string part;
  CSide sent, received;
  int per;        ///< elements received for one sent
  bool one_type;  ///< of both sides
};

/// Of the cargo of that name; nothing where there is none, or where it has several types.
std::optional<CCargo> c_cargo(const std::string& load);

}  // namespace tutti::conform
