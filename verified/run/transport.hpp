// By which way the messages of a plan go.
#pragma once
#include <string_view>

namespace tutti {

/// Whether TUTTI_TRANSPORT, "node" or "point_to_point", asks for shared memory; nothing, or "", does not. Throws
/// std::invalid_argument, with the words that there are.
bool asks_for_node(std::string_view text);

}  // namespace tutti
