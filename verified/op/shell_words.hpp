// The words of an option's value, as a shell reads them.
#pragma once
#include <string>
#include <vector>

namespace tutti::op {

/// The words of `text`, the value of `option`. As in a shell, quotes keep blanks, and outside of '' a backslash keeps
/// what follows it. Throws InputError where a quote is not closed, or nothing follows a backslash.
std::vector<std::string> shell_words(const std::string& option, const std::string& text);

}  // namespace tutti::op
