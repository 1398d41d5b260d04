// How a nonblocking or persistent call is completed, in C.
#pragma once
#include <string>

#include "verified/conform/reproduce/c_program.hpp"

namespace tutti::conform {

/// Statements that complete `request`, and keep what they return in `error` unless that is an error already, or is
/// empty. In a function with a status as its result: they return 1 where the procedure says what cannot be.
Lines completion(const Case& c, const std::string& request, const std::string& error);

/// Statements that complete the calls of completes_all_at_once(), whose requests are in the array request; and keep
/// what the procedure returns in `error`, unless that is empty. In a function with a status as its result: they return
/// 1 where the procedure says what cannot be.
Lines completion_of_all(const Case& c, const std::string& error);

}  // namespace tutti::conform
