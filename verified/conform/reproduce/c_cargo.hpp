// Cargoes of a case, in C.
#pragma once
#include <string>
#include <string_view>

namespace tutti::conform {

/// Elements of a side in units of Part: where its parts are from the origin, and how far the next element is.
struct CSide {
  std::string make;  ///< statements that make t, some by way of u; or the name of a predefined type
  std::string at;
  int parts, extent;
};

/// Both sides of a unit, whose smallest piece of data is one Part.
struct CCargo {
  std::string_view name, part;
  CSide sent, received;
  int per = 1;  ///< elements received for one sent
};

/// Of the cargo of that name; nothing where there is none, or where it has several types.
const CCargo* c_cargo(const std::string& load);

}  // namespace tutti::conform
