// The failures that somebody knows of: a file with one in a line.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "verified/conform/drive/outcome.hpp"

namespace tutti::cli {

/// "allreduce np=7 comm=* wrong-order # bug 123": cases whose words include all of these, fail first of all with that
/// kind, or one of several with commas between them. A word may have the shell's wildcards; what a case leaves at its
/// default may be named as well. With "maybe" in front they need not fail: for what depends on time or memory.
struct Expectation {
  bool maybe = false;
  std::vector<std::string> words;
  std::vector<conform::Kind> kinds;
  std::string why;   ///< behind #
  std::string line;  ///< "FILE:LINE: …", for messages
};

/// UsageError with the line where the file cannot be read or is malformed.
std::vector<Expectation> read_expectations(const std::string& path);

bool matches(const Expectation& expectation, const conform::Case& c);

/// The first that this failure meets. Where it meets none, but passes alone and fails behind cases that one is for,
/// that one: what those leave behind is theirs. Else nothing.
const Expectation* expected(const std::vector<Expectation>& all, const conform::Case& c,
                            const conform::Outcome& failure);

/// Those without "maybe" of which at least one case was run to an end, and none failed so.
std::vector<const Expectation*> gone(const std::vector<Expectation>& all, const std::vector<conform::Case>& cases,
                                     const std::vector<conform::Outcome>& outcomes);

}  // namespace tutti::cli
