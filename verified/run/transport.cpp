#include "verified/run/transport.hpp"

#include <stdexcept>
#include <string>

namespace tutti {

bool asks_for_node(std::string_view text) {
  if (!text.empty() && text != "point_to_point" && text != "node")
    throw std::invalid_argument("TUTTI_TRANSPORT: '" + std::string(text) +
                                "' is no transport; it is one of: point_to_point, node");
  return text == "node";
}

}  // namespace tutti
