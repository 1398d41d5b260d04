// Texts of other programs, made fit for one line of a report.
#pragma once
#include <string>
#include <string_view>

namespace tutti::conform {

/// With every `what` in it replaced.
std::string replaced(std::string text, const std::string& what, const std::string& by);

/// The last `most` lines that have letters in them, printable, with " | " between them.
std::string last_lines(const std::string& text, std::size_t most);

/// At most `most` lines, printable, in their order and with " | " between them: those with the words that tell most of
/// why a program came to its end, each once; the last ones where no line has such a word.
std::string telling_lines(const std::string& text, std::size_t most);

/// As one word of the shell: in quotes, unless it needs none.
std::string shell_quoted(const std::string& text);

/// "status 139 (Segmentation fault)" of an exit status as the shell has it: 128 + n for the signal n.
std::string describe_status(int status);

}  // namespace tutti::conform
