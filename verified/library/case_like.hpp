// A call of an application as a case of `tutti conform`.
#pragma once
#include <optional>
#include <string>

#include "verified/library/call.hpp"

namespace tutti::library {

/// The case that is like the call on an intracommunicator of so many ranks, with other data, as its line of text. Of
/// irregular blocks it has as large ones, not the same. Nothing where no case has such a datatype or operator.
std::optional<std::string> case_like(const Key& key, int size);

}  // namespace tutti::library
